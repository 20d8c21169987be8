"""The two connections of the console to Redis, opened by the first request that needs them.

So the console starts, and tells what is wrong, while Redis is away.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias

from redis.asyncio import Redis

from engine.admin.operator import Operator, open_operator
from engine.admin.players import of_players, refusing_others
from engine.config import Settings

TIMEOUT_S = 1.5
"""For Redis: the page says that it is away within two seconds."""

Both: TypeAlias = tuple[Operator, Redis]


@dataclass(frozen=True, slots=True)
class Seat:
    """What one request works with: an operator of its own name, and who may read accounts."""

    operator: Operator
    accounts: Redis


class Desk:
    """Opens the connections once, for all requests."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._stack = AsyncExitStack()
        self._opening: asyncio.Task[Both] | None = None
        self._opened: Both | None = None

    @asynccontextmanager
    async def seat(self, by: str) -> AsyncIterator[Seat]:
        """The connections, for the operator `by`. Raise StoreUnavailable, NotAllowed."""
        operator, accounts = await self._both()
        with refusing_others(self.settings):
            yield Seat(replace(operator, by=by), accounts)

    async def close(self) -> None:
        """End the connections."""
        await self._stack.aclose()

    async def _both(self) -> Both:
        if self._opened is None:
            # All that come meanwhile wait for the same try: one after another would take too long.
            self._opening = self._opening or asyncio.create_task(self._open())
            try:
                self._opened = await asyncio.shield(self._opening)
            finally:
                self._opening = None
        return self._opened

    async def _open(self) -> Both:
        operator = open_operator(self.settings, "", TIMEOUT_S)
        opened = await self._stack.enter_async_context(operator)
        accounts = of_players(self.settings).connect_redis(TIMEOUT_S)
        self._stack.push_async_callback(accounts.aclose)
        return opened, accounts
