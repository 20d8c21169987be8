"""Bots that choose at the same time, over HTTP: no choice is refused since another has been made.

`make soak-choices N=500` lets four bots play so many matches of a game in which all bid at once.
"""

import argparse
import asyncio
import logging
import random
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from croupier_client import AsyncTable, Bot, Match, Turn
from croupier_client.errors import Refused
from croupier_client.turns import Choice

from tests.support import bids
from tests.support.live import Live
from tools.redis_server import RedisServer

SEATS, MATCHES = 4, 500


class Bidder(Bot):
    """A bot that bids at random, and counts what becomes of its moves: 200, or the code."""

    games = (bids.ID,)
    clock = None
    seats: ClassVar = {bids.ID: SEATS}
    offers = False

    def __init__(self, name: str, seed: str) -> None:
        super().__init__(name)
        self._dice = random.Random(seed)
        self.moves = Counter[str]()
        self.completed = 0

    def choose(self, turn: Turn) -> Choice:
        return self._dice.choice(turn.moves)

    async def move(self, table: AsyncTable, turn: Turn) -> None:
        try:
            await self.sent(table, turn)
        except Refused as refused:
            self.moves[refused.code] += 1
            raise
        self.moves["made"] += 1

    async def sent(self, table: AsyncTable, turn: Turn) -> None:
        """Send a move as bots do."""
        await super().move(table, turn)

    def over(self, match: Match) -> None:
        self.completed += bool(match.outcome and match.outcome.reason == "completed")


async def play(
    url: str, matches: int, seed: int, kind: type[Bidder] = Bidder
) -> tuple[int, Counter[str]]:
    """Play so many matches; return how many have been completed, and what became of the moves."""
    bots = [kind(f"Bidder {number}", f"{seed} {number}") for number in range(SEATS)]
    async with asyncio.TaskGroup() as group:
        for bot in bots:
            group.create_task(bot.serve(url, matches=matches))
    completed = min(bot.completed for bot in bots)
    return completed, sum((bot.moves for bot in bots), Counter[str]())


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    given = parser.parse_args(arguments)
    logging.getLogger("croupier_client").setLevel(logging.WARNING)
    sys.stdout.write(f"seed {given.seed}, {given.matches} matches of {SEATS} bots\n")
    with tempfile.TemporaryDirectory() as folder:
        redis = RedisServer(Path(folder) / "redis")
        redis.start()
        try:
            with bids.installed(), Live(redis.url) as live:
                completed, moves = asyncio.run(play(live.url, given.matches, given.seed))
        finally:
            redis.close()
    sys.stdout.write(f"matches completed: {completed}\n")
    for what, times in moves.most_common():
        sys.stdout.write(f"moves {what}: {times}\n")
    return int(completed != given.matches or {*moves} != {"made"})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
