"""What is known of tournaments: their logs, read from Redis and folded.

Every service folds the same log by the same library, so all know the same of it. A fold is kept,
and later only what came since is read.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier_tournament import Tournament, entry_of, evolve
from croupier_tournament.entries import Created
from redis.asyncio import Redis

from redislink import tournaments

MOST_PLAYERS = 100_000
"""How many players the tournaments may have together that are kept: about 200 MB."""
SLICE = 200
"""Entries that are folded before others have their turn: a few milliseconds."""


@dataclass(slots=True)
class Known:
    """A tournament: what follows from its log, and what was said when it was made.

    The fold is changed in place as the log goes on: nobody may hold what it says over an await.
    """

    tournament: Tournament
    made: Mapping[str, Any]


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
        known = self._known.get(tournament_id)
        after = known.tournament.version if known else 0
        rows = await self._redis.xrange(tournaments.log(tournament_id), f"({after}-0")
        entries = (entry_of(json.loads(row[tournaments.LINE.encode()])) for _, row in rows)
        if known is None:
            key = tournaments.tournament(tournament_id)
            made = await self._redis.hget(key, tournaments.MADE) if rows else None
            if made is None:
                return None
            first = next(entries)
            assert isinstance(first, Created)  # noqa: S101 - as each log begins
            known = Known(Tournament(tournament_id, first.settings), json.loads(made))
            evolve(known.tournament, first)
        for place, entry in enumerate(entries, 1):
            evolve(known.tournament, entry)
            if place % SLICE == 0:
                await asyncio.sleep(0)
        self._keep(tournament_id, known)
        return known

    def _keep(self, tournament_id: str, known: Known) -> None:
        self._known[tournament_id] = known
        self._known.move_to_end(tournament_id)
        players = sum(len(each.tournament.players) for each in self._known.values())
        while players > self._most_players and len(self._known) > 1:
            _, dropped = self._known.popitem(last=False)
            players -= len(dropped.tournament.players)
