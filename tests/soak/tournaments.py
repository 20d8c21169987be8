"""`make soak-tournaments`: 10,000 bots play a tournament of five rounds at real engines.

They join and check in, 1,000 of them leave and come back, and each round is played as soon as its
tables are made. It exits with 1 if a round takes longer than MOST_S from its pairing to its last
table, or if its log is not what the verifier makes of it.
"""

import argparse
import asyncio
import secrets
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from croupier_tournament import Status
from croupier_tournament.verify import verify
from redislink.client import connect

from tests.soak.evening import Bot, Evening, Rounds, stubs_of, timed
from tests.support.patience import PATIENT
from tools.stack import Stack

MOST_S = 15.0
"""From the pairing of a round to its last table."""
ENGINES = 2
PATIENCE_S = 60.0
CHECK_IN_MS = 90_000
PLAYED_S = 1800.0


@dataclass(frozen=True)
class Found:
    """How it went: the players, calls a second of each kind, the rounds, and what is wrong."""

    bots: int
    rates: dict[str, float]
    rounds: Rounds
    finding: str

    @property
    def slowest(self) -> float:
        return max(map(self.rounds.took, self.rounds.versions))

    @property
    def good(self) -> bool:
        return not self.finding and self.slowest <= MOST_S

    def __str__(self) -> str:
        rates = ", ".join(f"{rate:,.0f} {what}" for what, rate in self.rates.items())
        lines = [f"{self.bots} bots; a second: {rates}"]
        lines += [
            f"round {number}: {count} tables, the last {self.rounds.took(number):.2f} s "
            "after the pairing"
            for number, count in self.rounds.tables.items()
        ]
        return "\n".join([*lines, f"the log: {self.finding or 'as it should be'}"])


async def soak(
    stack: Stack, bots: int, rounds: int, leavers: int, seed: int, check_in_ms: int = CHECK_IN_MS
) -> Found:
    """Play it, and say what was found."""
    async with stubs_of(stack) as stubs, connect(stack.redis_url, PATIENCE_S) as redis:
        evening = Evening(stubs, redis, [Bot() for _ in range(bots)], seed)
        await evening.make(rounds, check_in_ms)
        some = [*evening.bots.values()][:leavers]
        rates = {"joins": bots / await timed(evening.join(evening.bots.values()))}
        away = await timed(evening.leave(some)) + await timed(evening.join(some))
        rates["leaves and joins"] = 2 * leavers / away
        rates["check-ins"] = bots / await timed(evening.begin())
        await evening.play(PLAYED_S)
    return Found(bots, rates, evening.rounds, finding_of(evening, rounds))


def finding_of(evening: Evening, rounds: int) -> str:
    """What is wrong with the log; "" if it is right, and the tournament was played to its end."""
    it = evening.it
    if it is None or it.status is not Status.FINISHED or len(it.rounds) != rounds:
        return "it was not played to its end"
    withheld = sum(not each.took_part for each in it.players.values())
    if withheld:
        return f"{withheld} did not come into the check-in"
    finding = verify(evening.lines, it.head).finding
    return str(finding) if finding else ""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    given = parser.parse_args(arguments)
    say(f"seed {given.seed}")
    with (
        tempfile.TemporaryDirectory() as folder,
        Stack(Path(folder), engines=ENGINES, **PATIENT) as stack,
    ):
        leavers = min(1000, given.bots)
        found = asyncio.run(soak(stack, given.bots, given.rounds, leavers, given.seed))
    say(str(found))
    return 0 if found.good else 1


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
