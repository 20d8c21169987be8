"""Request slots: how many requests are worked on at a time, and how many wait for one.

A gateway that takes up all that comes answers nothing in time: every request waits for all the
others, and the engine's deadline ends them one after the other, with their work done in vain.
So `working` requests are worked on, and the next wait in a line, without any work; one whose
caller has hung up loses its place.

A burst is answered, however long its line is at first: nothing is refused before the line has
stood for INTERVAL_S and its pace is known. What comes then, and would wait for longer than
`wait_s` by that pace, shows that it is no burst but an overload: from then on, and until the line
is empty, TARGET_S is all that a request may wait. A new line knows nothing of the last one.
docs/limits.md has the numbers, and bench/overload.py measures what comes of it.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Literal

from starlette.requests import ClientDisconnect

from gateway.errors import overloaded
from gateway.observability.metrics import Metrics

INTERVAL_S = 0.5
"""The pace of the line is that of its last interval; before the first one, it is not known."""
TARGET_S = 0.3
"""What a request is let wait for in an overload. One that has waited twice as long is refused."""

Refused = Literal["busy", "late", "gone"]
"""Refused at once, refused after it had waited, or not worked on since its caller had left."""


def never() -> bool:
    """Return False, in place of `is_gone` where a caller's leaving cannot be noticed."""
    return False


class RequestSlots:
    """The requests of one gateway that are worked on, and the line of those that wait."""

    def __init__(
        self,
        working: int,
        wait_s: float,
        metrics: Metrics | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Work on `working` requests at a time; others wait up to `wait_s` seconds."""
        metrics = metrics or Metrics()
        self._most = working
        self._wait_s = self._patience_s = wait_s
        self._refused, self._waiting = metrics.refused, metrics.waiting
        self._clock = clock
        self._working = 0
        self._line: deque[Place] = deque()
        self._pace = 0.0  # slots in a second; 0 if it is not known
        self._since, self._begun = 0.0, 0  # the interval, and the slots in it
        self._last_busy = -INTERVAL_S

    @property
    def full(self) -> bool:
        """Whether a request that joined the line now would wait too long."""
        return 0 < self._pace * self._patience_s < len(self._line)

    def refuse(self, kind: Refused) -> Exception:
        """Count a request that is not worked on, and return what it is refused with."""
        self._refused[(kind,)].inc()
        if kind == "busy":
            self._last_busy = self._clock()
            self._patience_s = min(TARGET_S, self._wait_s)
        return ClientDisconnect() if kind == "gone" else overloaded()

    async def enter(self, is_gone: Callable[[], bool] = never) -> None:
        """Return once the caller has a slot, which `leave` ends.

        Raise Problem unavailable if that would not be in time, ClientDisconnect if the caller
        has left by then.
        """
        if is_gone():
            raise self.refuse("gone")
        if self._working < self._most:
            self._working += 1
            self._begun += 1
            return
        if self.full:
            raise self.refuse("busy")
        await self._wait(Place(is_gone, self._wait_s, self._clock()))

    def leave(self) -> None:
        """End a slot, and begin the next."""
        self._working -= 1
        earliest = self._clock() - min(2 * self._patience_s, self._wait_s)
        while self._line and self._working < self._most:
            if self._line.popleft().begin(earliest):
                self._working += 1
                self._begun += 1
        self._measure()

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Do the block in a slot of its own. Raise Problem unavailable."""
        await self.enter()
        try:
            yield
        finally:
            self.leave()

    def _measure(self) -> None:
        """Take the pace of an interval that is over."""
        passed = self._clock() - self._since
        if passed >= INTERVAL_S:
            self._pace = self._begun / passed
            self._since, self._begun = self._since + passed, 0

    def _join(self, place: "Place") -> None:
        now = self._clock()
        if not self._line and now - self._last_busy > INTERVAL_S:
            self._pace, self._patience_s = 0.0, self._wait_s
            self._since, self._begun = now, 0
        self._line.append(place)

    async def _wait(self, place: "Place") -> None:
        self._join(place)
        self._waiting.inc()
        try:
            outcome = await place.outcome
        except asyncio.CancelledError:
            if place.began:  # just before
                self.leave()
            raise
        finally:
            self._waiting.dec()
            place.close()
        if outcome:
            raise self.refuse(outcome)


class Place:
    """A place in the line; its outcome is None for a slot, or why there will be none."""

    def __init__(self, is_gone: Callable[[], bool], wait_s: float, joined: float) -> None:
        loop = asyncio.get_running_loop()
        self._is_gone = is_gone
        self._joined = joined
        self.outcome: asyncio.Future[Refused | None] = loop.create_future()
        self._timer = loop.call_later(wait_s, self._end, "late")

    @property
    def began(self) -> bool:
        return self.outcome.done() and not self.outcome.cancelled() and not self.outcome.result()

    def begin(self, earliest: float) -> bool:
        """Begin the slot, unless its caller has left, or has joined before `earliest`.

        Return whether it has begun.
        """
        late: Refused | None = "late" if self._joined < earliest else None
        self._end("gone" if self._is_gone() else late)
        return self.began

    def close(self) -> None:
        self._timer.cancel()

    def _end(self, outcome: Refused | None) -> None:
        """Let the wait be over, unless it is."""
        if not self.outcome.done():
            self.outcome.set_result(outcome)


class RequestSlot:
    """The slot of one HTTP request: taken once, and given back once."""

    def __init__(self, slots: RequestSlots, is_gone: Callable[[], bool]) -> None:
        self._slots = slots
        self._is_gone = is_gone
        self._taken = self._over = False

    async def take(self) -> None:
        """Wait for the slot, unless it is or was taken. Raise as `RequestSlots.enter` does."""
        if not (self._taken or self._over):
            await self._slots.enter(self._is_gone)
            self._taken = True

    def give_back(self) -> None:
        """End the slot; from now on the request has none, and needs none."""
        if self._taken:
            self._slots.leave()
        self._taken, self._over = False, True


current: ContextVar[RequestSlot | None] = ContextVar("slot", default=None)


def give_back() -> None:
    """End the slot of the current request, which only waits from now on."""
    if slot := current.get():
        slot.give_back()
