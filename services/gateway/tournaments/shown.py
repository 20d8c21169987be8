"""Answers about tournaments, with the names of players."""

import json
from typing import Any, NamedTuple

import orjson
from croupier_tournament import Tournament, seals
from redis.asyncio import Redis
from redislink import tournaments

from gateway.players.known_players import KnownPlayers
from gateway.players.outages import redis_errors
from gateway.recent import Recent
from gateway.tournaments import views
from gateway.tournaments.entrants import Entrants, Json
from gateway.tournaments.reading import Reading
from gateway.tournaments.views import Counts

COUNTED = 1000
"""Tournaments whose players are not counted again for the same version."""


class Shown(NamedTuple):
    """A tournament as its viewer sees it, as JSON, at a version of its log."""

    version: int
    text: bytes


class Showing:
    """Makes the answers. Every method may raise Problem not_found, or unavailable."""

    def __init__(self, redis: Redis, reading: Reading, known_players: KnownPlayers) -> None:
        self._redis: Any = redis
        self._reading, self._known_players = reading, known_players
        self._counts: Recent[str, tuple[str, Counts]] = Recent(COUNTED)

    async def tournament(self, tournament_id: str, viewer_id: str) -> Shown:
        known = await self._reading.known(tournament_id)
        given, it = seals.needed(known.tournament.settings), known.tournament
        if it.is_arena and viewer_id in it.players:
            given = await self._seals_given(tournament_id, viewer_id)
            known = await self._reading.known(tournament_id)
        entrants = Entrants()
        content = views.tournament(
            known, viewer_id, self._counts_of(known.tournament), given, entrants
        )
        return Shown(content["version"], await self.written(content, entrants))

    async def written(self, content: Json, entrants: Entrants) -> bytes:
        """Return an answer as JSON, once its players are named."""
        await entrants.fill(self._known_players)
        return orjson.dumps(content)

    def _counts_of(self, it: Tournament) -> Counts:
        """Return what is counted once for each version: thousands may ask for it."""
        head, counts = self._counts.get(it.id) or ("", None)
        if counts is None or head != it.head:
            counts = Counts.of(it)
            self._counts[it.id] = it.head, counts
        return counts

    async def _seals_given(self, tournament_id: str, player_id: str) -> int:
        """Return how many seals of tables a player has given, as an arena needs more and more.

        Of one who was removed meanwhile there are none.
        """
        with redis_errors():
            stored = await self._redis.hget(tournaments.players(tournament_id), player_id)
        return len(json.loads(stored).get("seals", ())) if stored else 0
