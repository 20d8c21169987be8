"""What the matches of tournaments are made from, and how far they have been made."""

import json
from collections.abc import Sequence
from typing import Any

from croupier_match.match import AnyMatch
from croupier_tournament import Entry, Tournament, entry_of
from redis.asyncio import Redis
from redislink import tournaments
from redislink.commands import pairs, run_all
from redislink.script import Script
from redislink.tournament_logs import TournamentLogs

from engine.store.errors import outage
from engine.store.match_types import read_json
from engine.store.scripts import SCRIPTS
from engine.store.tournaments.appending import CALL_FOR_MATCHES
from engine.store.tournaments.due_tournaments import DueTournaments

BATCH = 10
"""Tournaments that are claimed at once."""
PAGE = 1_000
"""Entries that are read at once."""
CALLING = {each.kind for each in CALL_FOR_MATCHES}


class TableStore:
    """Every call may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis: Any = redis
        # Folds of its own: those of the engine's commands may have entries that are not stored.
        self._logs = TournamentLogs(redis)
        self._queues: dict[str, DueTournaments] = {}
        self._made_up_to = Script(redis, SCRIPTS / "made_up_to.lua")

    def queue(self, game: str) -> DueTournaments:
        """The tournaments whose matches of this game are to be made."""
        if game not in self._queues:
            self._queues[game] = DueTournaments(self._redis, tournaments.tables(game), BATCH)
        return self._queues[game]

    async def first(self, games: Sequence[str]) -> dict[str, float]:
        """By game, when the first of its tournaments is or was due, ms since the epoch; nothing of
        a game without any. It is one round trip."""
        asked = [("ZRANGE", tournaments.tables(game), 0, 0, "WITHSCORES") for game in games]
        with outage():
            answers = await run_all(self._redis, asked)
        found = zip(games, answers, strict=True)
        return {game: float(score) for game, answer in found for _, score in pairs(answer)}

    async def begun(self, tournament_id: str, game: str) -> tuple[AnyMatch, int] | None:
        """The match of its tables before the first entry, and the version up to which matches have
        been made; None if there is no such tournament."""
        names = [tournaments.TEMPLATE, tournaments.MADE_UP_TO]
        with outage():
            template, made = await self._redis.hmget(tournaments.tournament(tournament_id), names)
        return None if template is None else (read_json(game, template), int(made or 0))

    async def read(self, tournament_id: str) -> Tournament | None:
        """The tournament by now, of which nobody may hold anything over an await."""
        with outage():
            known = await self._logs.read(tournament_id)
        return known.tournament if known else None

    async def calls(self, tournament_id: str, after: int, last: int) -> list[Entry]:
        """The entries of the versions above `after` up to `last` that call for matches."""
        found: list[Entry] = []
        while after < last:
            to = min(after + PAGE, last)
            with outage():
                rows = await self._redis.xrange(
                    tournaments.log(tournament_id), f"({after}-0", f"{to}-0"
                )
            lines = (json.loads(row[tournaments.LINE.encode()]) for _, row in rows)
            found += [entry_of(line) for line in lines if line["kind"] in CALLING]
            after = to
        return found

    async def made_up_to(self, tournament_id: str, version: int) -> None:
        """Note up to which version the matches have been made. It never goes back."""
        with outage():
            await self._made_up_to.one([tournaments.tournament(tournament_id)], [version])
