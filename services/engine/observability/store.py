"""The store, seen at work: what Redis is asked for, how long it takes, what comes of it."""

from collections.abc import Callable, Coroutine, Sequence
from time import perf_counter
from typing import Any, Concatenate, ParamSpec, TypeVar

from redis.asyncio import Redis
from redislink.durability import Durability
from telemetry import tracing

from engine.domain.errors import StoreUnavailable, VersionMismatch
from engine.observability.metrics import Metrics
from engine.store.cache import MatchCache
from engine.store.errors import outage
from engine.store.matches import MatchStore
from engine.store.types import Saving, Ttl

Asked = ParamSpec("Asked")
Told = TypeVar("Told")


def _timed(
    name: str, method: Callable[Concatenate[Any, Asked], Coroutine[Any, Any, Told]]
) -> Callable[Concatenate[Any, Asked], Coroutine[Any, Any, Told]]:
    """The same method of a store, counted under `name`."""

    async def call(self: "ObservedStore", /, *args: Asked.args, **named: Asked.kwargs) -> Told:
        begun, failed = perf_counter(), False
        try:
            return await method(self, *args, **named)
        except StoreUnavailable:
            failed = True
            raise
        finally:
            self.told(name, perf_counter() - begun, failed)

    return call


class ObservedStore(MatchStore):
    """A store of which `metrics` and the current trace tell."""

    def __init__(
        self,
        redis: Redis,
        ttl: Ttl,
        cached_matches: int,
        metrics: Metrics,
        durability: Durability | None = None,
    ) -> None:
        super().__init__(redis, ttl, cached_matches, durability)
        self._metrics = metrics
        self.recent = ObservedCache(cached_matches, metrics)

    load = _timed("load", MatchStore.load)
    load_many = _timed("load_many", MatchStore.load_many)
    versions = _timed("versions", MatchStore.versions)
    save = _timed("save", MatchStore.save)
    log = _timed("log", MatchStore.log)
    ask_rematch = _timed("ask_rematch", MatchStore.ask_rematch)
    page = _timed("page", MatchStore.page)
    claim_due = _timed("claim_due", MatchStore.claim_due)

    async def save_all(self, savings: Sequence[Saving]) -> list[Exception | None]:
        """As the store's, which raises nothing."""
        if not savings:
            return []
        begun = perf_counter()
        failures = await super().save_all(savings)
        failed = any(isinstance(each, StoreUnavailable) for each in failures)
        self.told("save_all", perf_counter() - begun, failed)
        return failures

    def game_of(self, match_id: str) -> str:
        """The game of a match that is remembered, else "unknown"."""
        found = MatchCache.get(self.recent, match_id)
        return found.game if found else "unknown"

    async def listed(self) -> dict[tuple[str, str], int]:
        """How many public matches are listed, by game and status."""
        with outage():
            return await self._index.count()

    def told(self, name: str, seconds: float, failed: bool) -> None:
        self._metrics.store[(name,)].observe(seconds)
        if failed:
            self._metrics.failures[(name,)].inc()
        if trace := tracing.current.get():
            trace.asked(name, seconds, failed)

    def _saved(self, saving: Saving, told: Any) -> Exception | None:
        failure = super()._saved(saving, told)
        if failure is None:
            self._count(saving)
        elif isinstance(failure, VersionMismatch):
            self._metrics.conflicts.inc()
        return failure

    def _count(self, saving: Saving) -> None:
        after = saving.after
        for entry in saving.log:
            self._metrics.changes[after.game, entry.kind].inc()
        if after.ended and after.outcome:
            self._metrics.ended[after.game, after.outcome.reason].inc()


class ObservedCache(MatchCache):
    """What is remembered, with a count of how often it helps."""

    def __init__(self, size: int, metrics: Metrics) -> None:
        super().__init__(size)
        self._hits, self._misses = metrics.lookups[("hit",)], metrics.lookups[("miss",)]

    def get(self, match_id: str) -> Any:
        found = super().get(match_id)
        (self._misses if found is None else self._hits).inc()
        return found
