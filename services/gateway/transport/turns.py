"""Turns: how many requests are worked on at a time, and how many wait for their turn.

A gateway that takes up all that comes answers nothing in time: every request waits for all the
others, and the engine's deadline ends them one after the other, with their work done in vain.
So WORKING requests are worked on, and the next wait in a line, without any work. Who cannot
have its turn soon enough is refused at once; who has hung up loses it. docs/limits.md has the
numbers, and bench/overload.py measures what comes of it.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Literal

from starlette.requests import ClientDisconnect

from gateway.errors import unavailable
from gateway.observability.metrics import Metrics

SHARE = 0.05
"""How much each departure changes the mean time between two of them."""

Refused = Literal["busy", "late", "gone"]
"""Refused at once, refused after it had waited, or not worked on since its caller had left."""


def never() -> bool:
    """Whether a caller has left of which that cannot be known."""
    return False


class Turns:
    """The requests of one gateway that are worked on, and the line of those that wait."""

    def __init__(self, working: int, wait_s: float, metrics: Metrics | None = None) -> None:
        """Work on `working` requests at a time; others wait up to `wait_s` seconds."""
        metrics = metrics or Metrics()
        self._most = working
        self._wait_s = wait_s
        self._refused, self._waiting = metrics.refused, metrics.waiting
        self._working = 0
        self._line: deque[Place] = deque()
        self._mean_s = 0.0
        self._last_left = 0.0

    @property
    def full(self) -> bool:
        """Whether a request that joined the line now would wait too long."""
        return len(self._line) * self._mean_s > self._wait_s

    def count(self, kind: Refused) -> None:
        """Count a request that is not worked on."""
        self._refused[(kind,)].inc()

    async def enter(self, is_gone: Callable[[], bool] = never) -> None:
        """Return once it is the caller's turn, which `leave` ends.

        Raise Problem unavailable if that would not be in time, ClientDisconnect if the caller
        has left by then.
        """
        if is_gone():
            raise self._refused_for("gone")
        if self._working < self._most:
            self._working += 1
            return
        if self.full:
            raise self._refused_for("busy")
        await self._wait(Place(is_gone, asyncio.get_running_loop(), self._wait_s))

    def leave(self) -> None:
        """End a turn, and begin the next."""
        self._working -= 1
        self._measure()
        while self._line and self._working < self._most:
            if self._line.popleft().begin():
                self._working += 1

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Do the block in a turn of its own. Raise Problem unavailable."""
        await self.enter()
        try:
            yield
        finally:
            self.leave()

    def _measure(self) -> None:
        """Take the time since the last departure into the mean, if others have waited since."""
        now = asyncio.get_running_loop().time() if self._line else 0.0
        if now and self._last_left:
            self._mean_s += SHARE * (now - self._last_left - self._mean_s)
        self._last_left = now

    async def _wait(self, place: "Place") -> None:
        self._line.append(place)
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
            raise self._refused_for(outcome)

    def _refused_for(self, kind: Refused) -> Exception:
        self.count(kind)
        return ClientDisconnect() if kind == "gone" else unavailable()


class Place:
    """A place in the line; its outcome is None for a turn, or why there will be none."""

    def __init__(
        self, is_gone: Callable[[], bool], loop: asyncio.AbstractEventLoop, wait_s: float
    ) -> None:
        self._is_gone = is_gone
        self.outcome: asyncio.Future[Refused | None] = loop.create_future()
        self._timer = loop.call_later(wait_s, self._end, "late")

    @property
    def began(self) -> bool:
        return self.outcome.done() and not self.outcome.cancelled() and not self.outcome.result()

    def begin(self) -> bool:
        """Begin the turn, unless its caller has left; return whether it has begun."""
        self._end("gone" if self._is_gone() else None)
        return self.began

    def close(self) -> None:
        self._timer.cancel()

    def _end(self, outcome: Refused | None) -> None:
        if not self.outcome.done():
            self.outcome.set_result(outcome)


class Turn:
    """The turn of one HTTP request: taken once, and given back once."""

    def __init__(self, turns: Turns, is_gone: Callable[[], bool]) -> None:
        self._turns = turns
        self._is_gone = is_gone
        self._taken = self._over = False

    async def take(self) -> None:
        """Wait for the turn, unless it is or was taken. Raise as `Turns.enter` does."""
        if not (self._taken or self._over):
            await self._turns.enter(self._is_gone)
            self._taken = True

    def give_back(self) -> None:
        """End the turn; from now on the request has none, and needs none."""
        if self._taken:
            self._turns.leave()
        self._taken, self._over = False, True


current: ContextVar[Turn | None] = ContextVar("turn", default=None)


def give_back() -> None:
    """End the turn of the current request, which only waits from now on."""
    if turn := current.get():
        turn.give_back()
