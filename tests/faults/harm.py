"""Redis refuses, loses its memory or its primary, or a clock is off: second half of `make faults`.

While tables play, something is wrong for a while (tests/faults/outages.py). No move that was
answered may be lost, no answer may be a 500, each refusal has a name, the engines' log names the
cause, and play goes on by itself.
"""

import argparse
import asyncio
import os
import random
import re
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tqdm import tqdm

from tests.faults.caller import STUCK_S, Tally
from tests.faults.checking import Verdict, check
from tests.faults.kills import say
from tests.faults.load import close, under_load
from tests.faults.outages import OUTAGES, Outage
from tests.faults.tables import Table
from tests.support.waiting import happens
from tools.stack import ROOT, Stack

TABLES, RATE = 8, 40.0
SOME = 3
"""Moves at each table after an outage."""
UNFELT = 300
"""Requests that are sent during an outage that refuses none."""
BACK_S = 120.0
NAMED_S = 90.0
NAMED = "503 unavailable"
LOG_GONE = "its log at 0."
VERIFIED = re.compile(r"(\d+) matches verified, (\d+) wrong")

ROW = "{:<16}{:>9}{:>14}{:>7}{:>9}{:>9}{:>7}{:>7}  {}"
HEAD = ("outage", "refused", "silence max s", "lost", "doubled", "corrupt", "reads", "named", "")


@dataclass(frozen=True)
class Outcome:
    """What an outage did. `causes` counts why requests were sent again, `corrupt` matches
    among those that were `verified`.

    `named` says whether the engines' log has a word for it, `back` whether play went on.
    """

    outage: Outage
    causes: dict[str, int]
    silence_s: float
    verdict: Verdict
    corrupt: int
    verified: int
    named: bool
    back: bool

    @property
    def faults(self) -> list[str]:
        """What is not as it should be, in words."""
        nameless = {cause: count for cause, count in self.causes.items() if cause != NAMED}
        found = [f"{count} {cause}" for cause, count in nameless.items()]
        found += [f"{self.corrupt} corrupt"] * bool(self.corrupt)
        found += ["not named"] * (not self.named) + ["no recovery"] * (not self.back)
        return found + (self._broken() if self.outage.strict else self._failures())

    def _broken(self) -> list[str]:
        verdict = self.verdict
        lost = [f"{verdict.lost} lost"] * bool(verdict.lost)
        return lost + [f"{verdict.doubled} doubled"] * bool(verdict.doubled) + verdict.complaints

    def _failures(self) -> list[str]:
        return [each for each in self.verdict.complaints if "500 " in each]

    def __str__(self) -> str:
        refused, verdict = sum(self.causes.values()), self.verdict
        return ROW.format(
            *(self.outage.name, refused, f"{self.silence_s:.1f}", verdict.lost, verdict.doubled),
            *(f"{self.corrupt}/{self.verified}", verdict.reads, "yes" if self.named else "no"),
            "; ".join(self.faults)[:300] or "ok",
        )


async def campaign(outage: Outage, seed: int, folder: Path) -> Outcome:
    """Have it happen, and compare what is there afterwards with what players were told."""
    dice, tally = random.Random(seed), Tally()
    fleet = outage.make(folder)
    settings = {"GATEWAY_RATE_LIMITS": "off", **outage.settings}
    with ExitStack() as at_the_end:
        await asyncio.to_thread(at_the_end.enter_context, fleet)
        stack = Stack(folder / "stack", 0, fleet.url, 2, 2, **settings)
        await asyncio.to_thread(at_the_end.enter_context, stack)
        async with under_load(stack.urls, RATE, dice, tally, TABLES, outage.wish) as tables:
            await _more(tables, outage.before)
            tally.silence_s()
            hold = outage.hold(fleet, stack)
            await asyncio.to_thread(hold.__enter__)
            await happens(partial(_felt, tally, outage, tally.sent, tables), BACK_S)
            named = await _is_named(outage, folder / "stack" / "engine.log")
            await asyncio.to_thread(hold.__exit__, None, None, None)
            back = await _comes_back(tables, outage)
        silence_s = tally.silence_s()
        verdict = await check(tables) if outage.strict else _of_answers(tables)
        await close(tables)
        verified, corrupt = await asyncio.to_thread(_verify, fleet.url, not outage.strict)
        return Outcome(
            outage, dict(tally.causes), silence_s, verdict, corrupt, verified, named, back
        )


def _of_answers(tables: Sequence[Table]) -> Verdict:
    """What can be said where matches may be gone."""
    return Verdict(wrong=[table.wrong for table in tables if table.wrong])


async def _felt(tally: Tally, outage: Outage, sent: int, tables: Sequence[Table]) -> bool:
    """Whether so many requests have been refused that the outage may end."""
    if all(table.wrong for table in tables):
        return True
    return tally.repeated >= outage.least if outage.least else tally.sent >= sent + UNFELT


async def _is_named(outage: Outage, log: Path) -> bool:
    """Whether an engine says what is wrong while it is; some of it is looked at once a minute."""

    def told() -> bool:
        said = log.read_text(errors="replace")
        return not outage.texts or any(text in said for text in outage.texts)

    try:
        await happens(partial(asyncio.to_thread, told), NAMED_S)
    except TimeoutError:
        return False
    return True


async def _comes_back(tables: Sequence[Table], outage: Outage) -> bool:
    """Whether the tables that still play make some moves more."""
    # A match whose log was evicted never goes on: its table plays until it is stuck.
    seconds = BACK_S if outage.strict else BACK_S + STUCK_S
    try:
        await _more([table for table in tables if not table.wrong], seconds=seconds)
    except TimeoutError:
        return False
    return True


async def _more(tables: Sequence[Table], moves: int = SOME, seconds: float = BACK_S) -> None:
    """Until so many moves more have been made at each table, or something is wrong there."""
    before = [_made(table) for table in tables]

    async def made() -> bool:
        pairs = zip(tables, before, strict=True)
        return all(table.wrong or _made(table) >= moves + then for table, then in pairs)

    await happens(made, seconds)


def _made(table: Table) -> int:
    return sum(len(journal.made) for journal in table.journals)


def _verify(url: str, lossy: bool) -> tuple[int, int]:
    """How many matches `croupierctl verify --all` reads, and how many differ from their logs.

    In a `lossy` store, a match that has stopped for want of its log counts as no difference.
    """
    told = subprocess.run(
        [sys.executable, "-m", "engine.admin", "verify", "--all"],
        env={**os.environ, "ENGINE_REDIS_URL": url, "PYTHONPATH": f"{ROOT}/libs:{ROOT}/services"},
        capture_output=True,
        text=True,
        check=False,
    )
    found = VERIFIED.search(told.stdout)
    assert found, told.stdout + told.stderr
    right, wrong = int(found[1]), int(found[2])
    # Eviction takes a log whole. A match that had gone on after that would have some of it.
    stopped = told.stdout.count(LOG_GONE) if lossy else 0
    return right + wrong, wrong - stopped


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 if all was as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="outages whose name has this in it")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    given = parser.parse_args(arguments)
    say(f"seed {given.seed}")
    outcomes = []
    chosen = [each for each in OUTAGES if given.only in each.name and each.possible]
    for outage in tqdm(chosen, unit=" outages", file=sys.stderr, disable=None):
        with tempfile.TemporaryDirectory() as folder:
            outcomes.append(asyncio.run(campaign(outage, given.seed, Path(folder))))
        tqdm.write(str(outcomes[-1]), file=sys.stderr)
    for line in (ROW.format(*HEAD), *map(str, outcomes)):
        say(line)
    for outage in OUTAGES:
        if not outage.possible:
            say(f"{outage.name}: left out, since this user may not mount a file system")
    return int(any(outcome.faults for outcome in outcomes) or not outcomes)


if __name__ == "__main__":
    sys.exit(main())
