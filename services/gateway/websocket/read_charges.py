"""Rate limits of a socket's reads: those that come together are charged by one call."""

import asyncio

from redislink.tasks import cancel_and_wait
from starlette.requests import HTTPConnection

from gateway import context
from gateway.errors import Problem
from gateway.limits.rate_limits import RateLimits


class ReadCharges:
    """Charges the reads of one socket. While Redis is asked about some, the next ones gather."""

    def __init__(self, limits: RateLimits, caller: HTTPConnection) -> None:
        self._limits = limits
        self._caller = caller
        self._gathered: list[asyncio.Future[Problem | None]] = []
        self._task: asyncio.Task[None] | None = None

    async def stop(self) -> None:
        await cancel_and_wait(self._task)

    async def spend(self, token: str) -> None:
        """Charge the caller, and the token unless it is "", for one read.

        Raise Problem rate_limited.
        """
        place: asyncio.Future[Problem | None] = asyncio.get_running_loop().create_future()
        self._gathered.append(place)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._charge(token))
        refusal = await place
        context.rate_limit.set({})  # what was charged must not be charged again
        if refusal:
            raise refusal

    async def _charge(self, token: str) -> None:
        while places := self._gathered:
            self._gathered = []
            try:
                paid, refusal = await self._limits.spend_up_to(
                    len(places), "reads", self._caller, token
                )
            except Exception as error:
                for place in places:
                    if not place.done():
                        place.set_exception(error)
                continue
            for number, place in enumerate(places):
                if not place.done():
                    place.set_result(None if number < paid else refusal)
