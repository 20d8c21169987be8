"""Sealed deals while processes are killed between their steps: `make faults-sealed`.

Engines, gateways and Redis in turn, each by SIGKILL, at a step that is chosen before: while the
last seat is taken, say, or at the very end of the time to reveal. Each match must begin once or be
aborted once by its deadline, and name who has withheld.
"""

import argparse
import asyncio
import itertools
import random
import secrets
import sys
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

from tqdm import tqdm

from tests.faults.caller import Caller, Tally
from tests.faults.kills import KINDS, Killed, kill, on_new_stack, rows, say
from tests.faults.sealed_checking import Verdict, check
from tests.faults.sealed_play import NAMES, STEPS, Group
from tests.faults.watching import Onlooker
from tests.support.waiting import happens
from tools.stack import Stack

GROUPS = 15
NEXT_S = 300.0
ANY = 200
"""After so many other steps, another step than that which was chosen will do."""
PAUSE_S = 0.03
"""At most, from the sending of a step to the kill: so long a step takes."""
ALL = 0.3
"""Of all kills of engines and gateways, those of all of them at once."""

Hit = tuple[str, str]
"""A step, and what was killed at it."""


@dataclass
class Ambush:
    """Waits for a group to be about to take a step; `reached` is that which it took."""

    step: str = ""
    reached: str = ""
    _others: int = 0

    def lay(self, step: str) -> None:
        self.step, self.reached, self._others = step, "", 0

    def announce(self, step: str) -> None:
        """A group is about to take this step."""
        self._others += 1
        if self.step and (step == self.step or self._others > ANY):
            self.step, self.reached = "", step


@dataclass
class Outcome:
    """What was killed, at which steps, and what clients met."""

    killed: list[Killed] = field(default_factory=list)
    hits: Counter[Hit] = field(default_factory=Counter)
    tally: Tally = field(default_factory=Tally)
    verdict: Verdict = field(default_factory=Verdict)


async def campaign(stack: Stack, kills: int, seed: int, groups: int = GROUPS) -> Outcome:
    """Kill so often, or until something is wrong; what was met, and what is there then."""
    dice, outcome, ambush = random.Random(seed), Outcome(), Ambush()
    # Every program at every step, before any of them a second time.
    pairs = [(step, kind) for step in STEPS for kind in KINDS]
    dice.shuffle(pairs)
    async with _playing(stack, groups, dice, outcome.tally, ambush) as playing:
        todo = itertools.islice(itertools.cycle(pairs), kills)
        for step, kind in tqdm(todo, total=kills, unit=" kills", mininterval=1, disable=None):
            ambush.lay(step)
            await happens(partial(_reached, ambush, playing), seconds=NEXT_S)
            if any(group.wrong for group in playing):
                break
            outcome.hits[ambush.reached, kind] += 1
            await asyncio.sleep(dice.uniform(0, PAUSE_S))
            count = len(stack.engines) if dice.random() < ALL else 1
            outcome.killed.append(await kill(stack, kind, dice, outcome.tally, count))
    outcome.verdict = await check(playing)
    for group in playing:
        await group.close()
    return outcome


async def _reached(ambush: Ambush, groups: Sequence[Group]) -> bool:
    """Whether the step is being taken, or there is no use in going on."""
    return bool(ambush.reached) or any(group.wrong for group in groups)


@asynccontextmanager
async def _playing(
    stack: Stack, count: int, dice: random.Random, tally: Tally, ambush: Ambush
) -> AsyncIterator[list[Group]]:
    """So many groups, which play to the end of the block, each with an onlooker."""

    def caller() -> Caller:
        return Caller(stack.urls, dice, tally)

    groups = [
        Group([caller() for _ in NAMES], dice, number, ambush.announce) for number in range(count)
    ]
    for group in groups:
        await group.sit_down()
    enough, onlookers = asyncio.Event(), [Onlooker(group, caller(), dice) for group in groups]
    all_play = [*(each.play(enough) for each in groups), *(each.play(enough) for each in onlookers)]
    playing = [asyncio.create_task(each) for each in all_play]
    try:
        yield groups
    finally:
        enough.set()
        await asyncio.gather(*playing)
        for onlooker in onlookers:
            await onlooker.caller.close()


def report(outcome: Outcome) -> int:
    """Print tables; the exit code: 0 if the verdict has no fault."""
    for line in (*rows(outcome.killed), "", *_rows_of_steps(outcome.hits)):
        say(line)
    causes = ", ".join(f"{count} {cause}" for cause, count in outcome.tally.causes.items())
    say(f"{outcome.tally.sent} requests; sent again after: {causes}")
    for line in (str(outcome.verdict), *outcome.verdict.wrong):
        say(line)
    return int(bool(outcome.verdict.wrong))


def _rows_of_steps(hits: Counter[Hit]) -> list[str]:
    """A table of what was killed at which step, and how often."""
    row = "{:<14}" + "{:>10}" * len(KINDS)
    counts = [row.format(step, *(hits[step, kind] for kind in KINDS)) for step in STEPS]
    return [row.format("killed at", *KINDS), *counts]


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 if each match began once or was aborted once, without any other fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=180)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    given = parser.parse_args(arguments)
    say(f"seed {given.seed}")
    return on_new_stack(lambda stack: report(asyncio.run(campaign(stack, given.kills, given.seed))))


if __name__ == "__main__":
    sys.exit(main())
