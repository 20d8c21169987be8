"""Visits of matches that wait for players, which are kept for longer by them."""

from cachetools import TTLCache
from redis.asyncio import Redis
from redislink.script import Script

from engine.domain.match import Status
from engine.domain.reducer import AnyMatch
from engine.store import keys
from engine.store.errors import outage
from engine.store.observer import StoreObserver
from engine.store.scripts import SCRIPTS
from engine.store.types import Ttl

VISITS, VISIT_S = 10_000, 3600.0
"""How many visits of waiting matches are remembered, and for how long none is noted again."""


class Visits:
    """The visits that this engine has seen."""

    def __init__(self, redis: Redis, ttl: Ttl, observer: StoreObserver) -> None:
        self._ttl = ttl
        self._observer = observer
        self._renew = Script(redis, SCRIPTS / "renew_match.lua")
        self._visited: TTLCache[str, bool] = TTLCache(VISITS, VISIT_S)

    async def note(self, match: AnyMatch) -> None:
        """Keep a waiting match for as long as after a change; at most once in VISIT_S.

        Raise StoreUnavailable.
        """
        if match.status != Status.WAITING or match.id in self._visited:
            return
        self._visited[match.id] = True
        with self._observer.begin("renew"), outage():
            await self._renew.one(keys.all_of(match.id), [self._ttl.life_ms(match), match.version])
