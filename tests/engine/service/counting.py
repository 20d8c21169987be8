"""Engines of which a test can tell what they have asked Redis for."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from engine.store.matches import MatchStore
from engine.store.observer import StoreObserver
from redislink.client import connect
from telemetry.observe import Observation

from tests.support.batch_streams import PATIENT_S, TTL

Engine = TypeVar("Engine")


class Counting(StoreObserver):
    """The operations of a store, by their names, in their order."""

    def __init__(self) -> None:
        self.loads: list[str] = []

    def begin(self, operation: str) -> Observation:
        self.loads.append(operation)
        return super().begin(operation)


@asynccontextmanager
async def counted(
    engine: Callable[[MatchStore, Counting], Engine], redis_url: str, timeout_s: float = PATIENT_S
) -> AsyncIterator[Engine]:
    """An engine with a store and a cache of its own; their operations are counted."""
    counting = Counting()
    async with connect(redis_url, timeout_s) as client:
        yield engine(MatchStore(client, TTL, 100, observer=counting), counting)
