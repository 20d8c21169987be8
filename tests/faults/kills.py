"""Processes that are killed while many play: `make faults`.

Engines, gateways and Redis in turn, each by SIGKILL and at any moment, over real HTTP and
with a Redis that is on disk before it answers. At the end, every match is compared with
what its players were told.
"""

import argparse
import asyncio
import random
import secrets
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from tqdm import tqdm

from tests.faults.caller import Tally
from tests.faults.checking import Verdict, check
from tests.faults.load import TABLES, close, under_load
from tests.faults.tables import Table
from tests.support.waiting import happens
from tools.stack import Stack

ENGINES, GATEWAYS = 3, 3
RATE = 60.0
"""Moves per second."""
BETWEEN = (5, 60)
"""How many requests there are between two kills, at least and at most."""
NEXT_S = 300.0
"""How long it may take until so many requests were sent: a busy machine is no fault."""
KINDS = ("engine", "gateway", "redis")

ROW = "{:<10}{:>7}{:>12}{:>18}{:>10}"
HEAD = ("killed", "times", "sent again", "silence p50 ms", "max ms")


@dataclass(frozen=True)
class Killed:
    """A kill: of what, how often clients sent something again, and how long no client was answered.

    Until the process was back and ready; that somebody else answers meanwhile is the point.
    """

    kind: str
    repeated: int
    silence_s: float


def new_stack(folder: Path, **settings: Any) -> Stack:
    off = {"GATEWAY_RATE_LIMITS": "off", **settings}
    return Stack(folder, engines=ENGINES, gateways=GATEWAYS, **off)


def on_new_stack(run: Callable[[Stack], int], **settings: Any) -> int:
    """Run a campaign on a new stack, and return its exit code; unless it is 0, keep the logs."""
    code = 1
    with tempfile.TemporaryDirectory() as folder, new_stack(Path(folder), **settings) as stack:
        try:
            code = run(stack)
        finally:
            if code:
                kept = tempfile.mkdtemp(prefix="croupier-faults-")
                for log in Path(folder).glob("*.log"):
                    shutil.copy(log, kept)
                say(f"the logs of engines and gateways are kept in {kept}")
    return code


async def campaign(
    stack: Stack, kills: int, seed: int, rate: float = RATE, tables: int = TABLES
) -> tuple[list[Killed], Tally, Verdict]:
    """Kill so often, or until something is wrong; what clients met, and what is there then."""
    dice, tally = random.Random(seed), Tally()
    async with under_load(stack.urls, rate, dice, tally, tables) as played:
        killed = []
        for number in tqdm(range(kills), unit=" kills", mininterval=1, disable=None):
            due = tally.sent + dice.randint(*BETWEEN)
            await happens(partial(_reached, tally, due, played), seconds=NEXT_S)
            if any(table.wrong for table in played):
                break
            killed.append(await kill(stack, KINDS[number % len(KINDS)], dice, tally))
    verdict = await check(played)
    await close(played)
    return killed, tally, verdict


async def _reached(tally: Tally, sent: int, tables: Sequence[Table]) -> bool:
    """Whether so many requests have been sent, or there is no use in going on."""
    return tally.sent >= sent or any(table.wrong for table in tables)


async def kill(
    stack: Stack, kind: str, dice: random.Random, tally: Tally, count: int = 1
) -> Killed:
    """Kill so many of this kind, and bring them back. There is one Redis."""
    before = tally.repeated
    tally.silence_s()
    await asyncio.to_thread(_kill_and_start, stack, kind, dice, count)
    return Killed(kind, tally.repeated - before, tally.silence_s())


def _kill_and_start(stack: Stack, kind: str, dice: random.Random, count: int) -> None:
    if kind == "redis":
        assert stack.redis
        stack.redis.kill()
        stack.redis.start()
        return
    processes = dice.sample(stack.engines if kind == "engine" else stack.gateways, count)
    for process in processes:
        process.kill()
    for process in processes:
        process.start()
    for process in processes:
        process.wait()


def rows(killed: Sequence[Killed]) -> list[str]:
    """A table of what each kind of kill cost."""
    lines = [ROW.format(*HEAD)]
    for kind in KINDS:
        some = [each for each in killed if each.kind == kind]
        silences = [each.silence_s * 1000 for each in some] or [0.0]
        repeated = sum(each.repeated for each in some)
        lines.append(
            ROW.format(kind, len(some), repeated, f"{median(silences):.0f}", f"{max(silences):.0f}")
        )
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 if no move was lost or doubled and no match or answer is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--rate", type=float, default=RATE, help="moves per second")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    given = parser.parse_args(arguments)
    say(f"seed {given.seed}")
    return on_new_stack(
        lambda stack: report(*asyncio.run(campaign(stack, given.kills, given.seed, given.rate)))
    )


def report(killed: Sequence[Killed], tally: Tally, verdict: Verdict) -> int:
    for line in rows(killed):
        say(line)
    causes = ", ".join(f"{count} {cause}" for cause, count in tally.causes.items())
    say(f"{tally.sent} requests; sent again after: {causes}; {tally.replayed} were replayed")
    for line in (str(verdict), *verdict.complaints):
        say(line)
    return 0 if verdict.good else 1


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
