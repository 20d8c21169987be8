"""Answers that are the same for all, kept for a moment: many who ask at once cost one reading."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Generic, TypeVar

from gateway.recent import Recent

K = TypeVar("K")
V = TypeVar("V")


class Kept(Generic[K, V]):
    """What was read by key in the last `seconds`; failures are not kept."""

    def __init__(self, seconds: float, most: int, clock: Callable[[], float] = monotonic) -> None:
        """At most `most` keys are kept."""
        self._seconds, self._clock = seconds, clock
        self._read: Recent[K, tuple[float, V]] = Recent(most)
        self._reading: dict[K, asyncio.Task[V]] = {}

    async def get(self, key: K, read: Callable[[], Awaitable[V]]) -> V:
        """Return what `read` has returned of late, or returns now. Raise what it raises."""
        known = self._read.get(key)
        if known and self._clock() < known[0]:
            return known[1]
        reading = self._reading.get(key)
        if reading is None:
            reading = self._reading[key] = asyncio.create_task(self._keep(key, read))
            reading.add_done_callback(lambda done: self._forget(key, done))
        # Whoever waits may give up; the others wait on.
        return await asyncio.shield(reading)

    async def _keep(self, key: K, read: Callable[[], Awaitable[V]]) -> V:
        value = await read()
        self._read[key] = self._clock() + self._seconds, value
        return value

    def _forget(self, key: K, done: "asyncio.Task[V]") -> None:
        del self._reading[key]
        if not done.cancelled():
            done.exception()  # nobody may be waiting any more
