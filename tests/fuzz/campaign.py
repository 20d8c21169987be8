"""Many requests that are malformed, or senseless: `make fuzz`.

Made at random from /openapi.json (tests/fuzz/bombardment.py), in laps. After each lap, the match
that must not have changed has not, all matches are what their logs say, no answer has shown the
seed of a match that runs, and twins of what was left behind cannot be told apart.
"""

import argparse
import asyncio
import random
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tqdm import tqdm

from tests.fuzz.bombardment import Witness, bombard, build_world
from tests.fuzz.left_behind import compare, elsewhere
from tests.fuzz.stored import check_all, everything_about, seeds_of_unfinished
from tests.support.patience import PATIENT
from tools.stack import Stack

REQUESTS = 50_000
LAP = 2_000
TWINS = 4
"""Matches of a lap of which a twin is made."""


@dataclass
class Report:
    """How often there was which answer, and what must not be."""

    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    twins: int = 0
    wrong: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        failed = sum(count for status, count in self.statuses.items() if status >= 500)
        yield f"{self.requests} requests, {failed} answers of 5xx"
        yield ", ".join(f"{count} {status}" for status, count in sorted(self.statuses.items()))
        yield ", ".join(f"{count} {code}" for code, count in self.codes.most_common())
        yield f"{self.twins} pairs of twins; {len(self.wrong)} complaints"
        yield from self.wrong


async def campaign(stack: Stack, requests: int, seed: int, folder: Path, lap: int = LAP) -> Report:
    """Send about so many; stop after the first lap in which something was wrong."""
    report = Report()
    for number in tqdm(range(-(-requests // lap)), unit=" laps", file=sys.stderr, disable=None):
        size = min(lap, requests - number * lap)
        await _lap(stack, size, random.Random(seed + number), folder / f"lap-{number}", report)
        if report.wrong:
            break
    return report


async def _lap(stack: Stack, size: int, dice: random.Random, folder: Path, report: Report) -> None:
    """Send so many requests to players, tokens and matches of their own."""
    world = await asyncio.to_thread(build_world, stack.url)
    witness = Witness(world)
    before = await asyncio.to_thread(everything_about, stack.url, stack.redis_url, world)
    try:
        await asyncio.to_thread(bombard, stack.url, world, witness, size, dice)
        after = await asyncio.to_thread(everything_about, stack.url, stack.redis_url, world)
        assert after == before, "the match that must not change has changed"
        shown = witness.seen & await asyncio.to_thread(seeds_of_unfinished, stack.redis_url)
        assert not shown, f"seeds of matches that run were shown: {shown}"
        await check_all(stack.url, stack.redis_url, world)
        async with elsewhere(folder) as table:
            found = await compare(stack.redis_url, world.matches, table, TWINS, dice)
        report.twins += found.pairs
        report.wrong += found.leaks
    except AssertionError as wrong:
        report.wrong.append(f"{wrong}"[:5_000])
    report.requests += witness.statuses.total()
    report.statuses += witness.statuses
    report.codes += witness.codes


@contextmanager
def raised(folder: Path) -> Iterator[Stack]:
    """A stack without limits, and with patience: a busy machine is no failure."""
    with Stack(folder, GATEWAY_RATE_LIMITS="off", **PATIENT) as stack:
        yield stack


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 if the service broke nowhere and betrayed no secret."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=REQUESTS)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    given = parser.parse_args(arguments)
    sys.stdout.write(f"seed {given.seed}\n")
    with tempfile.TemporaryDirectory() as folder, raised(Path(folder) / "stack") as stack:
        report = asyncio.run(campaign(stack, given.requests, given.seed, Path(folder)))
    sys.stdout.writelines(f"{line}\n" for line in report.lines())
    return int(bool(report.wrong))


if __name__ == "__main__":
    sys.exit(main())
