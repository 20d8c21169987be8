"""Innocent players, from addresses of their own, while others attack."""

import asyncio
import random
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from tests.faults.caller import Caller, Tally
from tests.faults.load import steady
from tests.faults.tables import Pace, Table
from tests.faults.watching import Watcher
from tests.support.raw_http import Connection, get
from tests.support.waiting import happens

TABLES = 8
RATE = 80.0
"""Moves a second, all together."""
WATCHING = 0.5
"""Reads by spectators for each move."""
VISITS = 5.0
"""Newcomers a second: each opens a connection, and asks for the list of games."""
VISIT_S = 2.0
"""How long a newcomer waits."""
BEGIN_S = 120.0


@dataclass(frozen=True)
class Served:
    """How many answers players and newcomers have got; none of them is a refusal."""

    answers: int
    visits: int

    def __sub__(self, before: "Served") -> "Served":
        return Served(self.answers - before.answers, self.visits - before.visits)


class Innocents:
    """Players at their tables, spectators, and newcomers."""

    def __init__(self, url: str, seed: int) -> None:
        self._url = url
        self._dice = random.Random(seed)
        self._tally = Tally()
        self._visits = 0
        self._callers: list[Caller] = []
        self.tables = [
            Table(self._caller(f"127.0.1.{place}"), self._dice, careless=0)
            for place in range(1, TABLES + 1)
        ]

    @property
    def served(self) -> Served:
        """What they have got so far."""
        return Served(self._tally.tries.total(), self._visits)

    @property
    def wrong(self) -> list[str]:
        """What a table was told that it should not be told; it does not play any more."""
        return [table.wrong for table in self.tables if table.wrong]

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """All of them are there to the end of the block; all have begun."""
        for table in self.tables:
            await table.sit_down()
        enough = asyncio.Event()
        tasks = [asyncio.create_task(each) for each in self._doing(enough)]
        try:
            await happens(self._all_play, BEGIN_S)
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for caller in self._callers:
                await caller.close()

    def _doing(self, enough: asyncio.Event) -> list[Coroutine[Any, Any, None]]:
        found = [self._visiting(steady(VISITS, 0.5))]
        for place, table in enumerate(self.tables):
            watcher = Watcher(table, self._caller(f"127.0.2.{place + 1}"), self._dice)
            each, phase = RATE / TABLES, place / TABLES
            found.append(table.play(steady(each, phase), enough))
            found.append(watcher.watch(steady(each * WATCHING, phase), enough))
        return found

    async def _visiting(self, pace: Pace) -> None:
        """Newcomers, one after the other."""
        while True:
            await pace()
            await self._visit(Connection(self._url, "127.0.3.1"))

    async def _visit(self, connection: Connection) -> None:
        try:
            async with asyncio.timeout(VISIT_S):
                reply = await connection.ask(get("/v1/games"))
                self._visits += reply.status == 200
        except (OSError, EOFError):  # TimeoutError is an OSError
            pass
        finally:
            await connection.close()

    async def _all_play(self) -> bool:
        return all(table.journals and table.journals[0].made for table in self.tables)

    def _caller(self, source: str) -> Caller:
        self._callers.append(Caller([self._url], self._dice, self._tally, source))
        return self._callers[-1]
