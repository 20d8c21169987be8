"""Calls of a script that come together, sent as one: each costs a tenth of a call of its own."""

import asyncio
from typing import Any, TypeAlias

from redislink.script import Call, Script

MOST = 128
"""The most calls that are sent as one: they keep Redis busy for about a millisecond."""

WAIT_S = 0.005
"""How long calls wait at most for one that is under way: Redis may have died, or be far away."""

Place: TypeAlias = "tuple[Call, asyncio.Future[Any]]"


class GatheredCalls:
    """Calls of one script, which takes many as `Script.all` says.

    A lone call goes out at the end of this turn of the event loop. While one is under way, the
    next ones gather, so the busier it is the fewer there are.
    """

    def __init__(self, script: Script) -> None:
        self._script = script
        self._waiting: list[Place] = []
        self._sending: set[asyncio.Task[None]] = set()
        self._timer: asyncio.Handle | None = None

    async def one(self, call: Call) -> Any:
        """Return the answer to the call, or its error. Raise RedisError or OSError without one."""
        if not self._script.takes_all_at_once:
            # In a cluster, a node that does not answer must hold up only calls for its own keys.
            (answer,) = await self._script.all([call])
            return answer
        loop = asyncio.get_running_loop()
        place = loop.create_future()
        if not self._waiting:
            later = loop.call_later(WAIT_S, self._send) if self._sending else None
            self._timer = later or loop.call_soon(self._send)
        self._waiting.append((call, place))
        if len(self._waiting) == MOST:
            self._send()
        return await place

    def _send(self) -> None:
        if self._timer:
            self._timer.cancel()
        if self._waiting:
            places, self._waiting = self._waiting, []
            task = asyncio.create_task(self._exchange(places))
            self._sending.add(task)
            task.add_done_callback(self._on_sent)

    def _on_sent(self, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        self._send()

    async def _exchange(self, places: list[Place]) -> None:
        try:
            answers = await self._script.all([call for call, _ in places])
        except Exception as error:
            answers = [_Raised(error)] * len(places)
        for (_, place), answer in zip(places, answers, strict=True):
            if place.done():  # its caller has given up
                continue
            if isinstance(answer, _Raised):
                place.set_exception(answer.error)
            else:
                place.set_result(answer)


class _Raised:
    """Stands for an error that is raised, other than the error of one call."""

    def __init__(self, error: Exception) -> None:
        self.error = error
