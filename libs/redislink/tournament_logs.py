"""What is known of tournaments: their logs, read from Redis and folded.

Every service folds the same log by the same library, so all know the same of it. A fold is kept,
and later only what came since is read.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier_tournament import Entry, Tournament, entry_of, evolve
from croupier_tournament.entries import Created
from redis.asyncio import Redis

from redislink import tournaments

MOST_PLAYERS = 100_000
"""How many players the tournaments may have together that are kept: about 200 MB."""
CHUNK = 500
"""Entries that are read at once."""
SLICE = 50
"""Entries that are folded before others have their turn: a millisecond or two."""


@dataclass(slots=True)
class Known:
    """A tournament: what follows from its log, and what was said when it was made.

    The fold is changed in place as the log goes on: nobody may hold what it says over an await.
    """

    tournament: Tournament
    made: Mapping[str, Any]
    stored: bytes = b""
    """`made` as it was read."""


class TournamentLogs:
    """Reads logs. Every call may raise RedisError or OSError."""

    def __init__(self, redis: Redis, most_players: int = MOST_PLAYERS) -> None:
        self._redis: Any = redis
        self._most_players = most_players
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._reading: dict[str, asyncio.Lock] = {}

    async def read(self, tournament_id: str) -> Known | None:
        """What is known of it by now; None if there is none."""
        lock = self._reading.setdefault(tournament_id, asyncio.Lock())
        try:
            async with lock:
                return await self._read(tournament_id)
        finally:
            if not lock.locked():
                self._reading.pop(tournament_id, None)

    def forget(self, tournament_id: str) -> None:
        """Read it anew next time: its fold has entries that were not stored."""
        self._known.pop(tournament_id, None)

    async def _read(self, tournament_id: str) -> Known | None:
        known, more = self._known.get(tournament_id), True
        while more:
            rows, version, made = await self._rows(tournament_id, known)
            entries = [entry_of(json.loads(row[tournaments.LINE.encode()])) for _, row in rows]
            if made is None or (known is None and not entries):
                self.forget(tournament_id)
                return None
            if known and _is_other(known.tournament, version, entries):
                self.forget(tournament_id)
                known = None
                continue
            known = known or _beginning(tournament_id, entries[0])
            if made != known.stored:
                known.made, known.stored = json.loads(made), made
            await _fold(known.tournament, entries)
            more = len(rows) == CHUNK
        assert known  # noqa: S101 - as the loop leaves it
        self._keep(tournament_id, known)
        return known

    async def _rows(self, tournament_id: str, known: Known | None) -> tuple[Any, int, Any]:
        """The next entries, the version, and what was said when it was made."""
        after = known.tournament.version if known else 0
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.xrange(tournaments.log(tournament_id), f"({after}-0", count=CHUNK)
        own = tournaments.tournament(tournament_id)
        pipeline.hmget(own, [tournaments.VERSION, tournaments.MADE])
        rows, (version, made) = await pipeline.execute()
        return rows, int(version or 0), made

    def _keep(self, tournament_id: str, known: Known) -> None:
        self._known[tournament_id] = known
        self._known.move_to_end(tournament_id)
        players = sum(len(each.tournament.players) for each in self._known.values())
        while players > self._most_players and len(self._known) > 1:
            _, dropped = self._known.popitem(last=False)
            players -= len(dropped.tournament.players)


def _is_other(it: Tournament, version: int, entries: Sequence[Entry]) -> bool:
    """Whether the log does not go on from what was read of it: an earlier one was restored."""
    return version < it.version or bool(entries and entries[0].prev != it.head)


def _beginning(tournament_id: str, first: Entry) -> Known:
    assert isinstance(first, Created)  # noqa: S101 - as each log begins
    return Known(Tournament(tournament_id, first.settings), {})


async def _fold(it: Tournament, entries: Sequence[Entry]) -> None:
    for place, entry in enumerate(entries, 1):
        evolve(it, entry)
        if place % SLICE == 0:
            await asyncio.sleep(0)
