"""The keys of tournaments' draws, which engines without a group compute from their seeds."""

from typing import Any

from cachetools import LRUCache
from croupier_tournament import Settings
from croupier_tournament.decide.rule import Keys
from croupier_tournament.lots import Chain, Key
from croupier_tournament.refusals import Conflict
from redis.asyncio import Redis
from redislink import tournaments

from engine.store.errors import outage

KEPT = 100
"""Tournaments whose keys are kept: 32 bytes each, of which an arena may have 28,802."""


class KeyChains:
    """Every call may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis: Any = redis
        self._kept: LRUCache[str, Chain] = LRUCache(KEPT)

    async def of(self, tournament_id: str, settings: Settings) -> Keys:
        """The keys of a tournament; of one that was archived there are none, nor draws."""
        if (kept := self._kept.get(tournament_id)) is None:
            with outage():
                seed = await self._redis.get(tournaments.secret(tournament_id))
            if seed is None:
                return _gone
            kept = self._kept[tournament_id] = Chain(seed.decode(), settings.draws)
        return kept.key


def _gone(draw: int) -> Key:
    raise Conflict("The tournament is over.")
