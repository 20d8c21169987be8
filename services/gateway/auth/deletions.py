"""Deletions of players: ordered by a request or an operator, finished by any gateway.

The order is stored first, then the tokens end, and then the engines take the player out of its
matches. Whatever fails in between, the order is still there, and every gateway looks for orders
that are due. A pass that is made twice does nothing twice. redislink.accounts has the queue.
"""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from redis.asyncio import Redis
from redislink import accounts
from redislink.accounts import DELETIONS
from telemetry.redaction import error_location

from gateway.auth.players import PlayerStore, redis_errors
from gateway.engine_client.client import EngineClient
from gateway.errors import Problem
from gateway.observability.metrics import Metrics
from gateway.tasks import cancel_and_wait

LOOK_S = 1.0
"""How often a gateway looks for passes that are due."""
LEASE_S = 30.0
"""How long a gateway has for a pass before another one makes it as well."""
BATCH = 10

log = logging.getLogger("gateway")


class Deletions:
    """Deletes players, and finishes what was left undone, between `start` and `stop`."""

    def __init__(
        self, redis: Redis, players: PlayerStore, engine: EngineClient, metrics: Metrics
    ) -> None:
        self._redis, self._players, self._engine = redis, players, engine
        self._passes = metrics.deletions
        self._wakeup = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        await cancel_and_wait(self._task)

    async def delete(self, player_id: str) -> None:
        """Delete the player: its tokens now, its name from a few matches now and the rest soon.

        Raise Problem unavailable; the player may be deleted all the same, soon.
        """
        due = accounts.passes(player_id, time.time())
        first, *_ = due
        with redis_errors():
            # The first pass is ours, unless we die.
            await accounts.order_deletion(self._redis, {**due, first: due[first] + LEASE_S})
        await self._players.end(player_id)
        try:
            if not await self._forget(player_id, ""):
                await self._end_pass(first)
                return
        except Problem:
            self._passes[("failed",)].inc()
        # What is left does not change the answer: the player is gone, and the order is kept.
        with suppress(Problem), redis_errors():
            await accounts.order_deletion(self._redis, {first: time.time()})
        self._wakeup.set()

    async def finish_due(self) -> int:
        """Make some passes that are due; return their number. Raise Problem unavailable."""
        now = time.time()
        with redis_errors():
            found: Any = await self._redis.zrangebyscore(DELETIONS, 0, now, start=0, num=BATCH)
            due = [member.decode() for member in found]
            if due:
                await accounts.order_deletion(self._redis, dict.fromkeys(due, now + LEASE_S))
        for member in due:
            await self._finish(member)
        return len(due)

    async def _finish(self, member: str) -> None:
        """Make a pass. One that fails stays due, and holds up no other."""
        player_id, _, _ = member.partition(" ")
        try:
            await self._players.end(player_id)
            place = await self._forget(player_id, "")
            while place:
                place = await self._forget(player_id, place)
            await self._end_pass(member)
        except Problem:  # an outage, which /readyz reports
            self._passes[("failed",)].inc()
        except Exception as error:
            self._passes[("failed",)].inc()
            log.error("a deletion failed: %s", error_location(error))

    async def _forget(self, player_id: str, place: str) -> str:
        """Have an engine deal with a few matches; return the place of the next, "" at the end."""
        request = pb.ForgetPlayerRequest(player_id=player_id, place=place)
        return (await self._engine.forget_player(request)).next_place

    async def _end_pass(self, member: str) -> None:
        with redis_errors():
            await self._redis.zrem(DELETIONS, member)
        self._passes[("done",)].inc()

    async def _run(self) -> None:
        while True:
            try:
                while await self.finish_due() == BATCH:
                    pass
            except Problem:
                pass  # the orders are kept
            except Exception as error:
                log.error("deletions failed: %s", error_location(error))
            await self._pause()

    async def _pause(self) -> None:
        """Wait for LOOK_S, or until woken."""
        try:
            async with asyncio.timeout(LOOK_S):
                await self._wakeup.wait()
        except TimeoutError:
            return
        self._wakeup.clear()
