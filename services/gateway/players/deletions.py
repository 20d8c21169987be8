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
from redislink.tasks import cancel_and_wait
from telemetry.redaction import error_location

from gateway.engine_client.client import EngineClient
from gateway.errors import Problem
from gateway.observability.metrics import Metrics
from gateway.players import counters
from gateway.players.availability import Availability
from gateway.players.blocks import Blocks
from gateway.players.friends import Friends
from gateway.players.hooks import Hooks
from gateway.players.outages import redis_errors
from gateway.players.pending_invitations import Invited
from gateway.players.player_store import PlayerStore
from gateway.players.presence import Presence

LOOK_S = 30.0
"""How often a gateway looks for passes at least. It knows when the next one is due, and is told of
orders; a telling may be lost."""
AGAIN_S = 1.0
"""When it looks again after it could not."""
LEASE_S = 30.0
"""How long a gateway has for a few matches before another one makes the pass as well."""
BATCH = 10
"""The most passes that a gateway makes at the same time."""
ATTEMPTS = 3
"""How often an engine is asked to go on from one place, before the pass is begun again."""
RETRY_S = 0.5
LATER_S = 24 * 60 * 60
"""When a pass is made again that has left a seat in a match whose rules no engine had."""

DONE = pb.ForgetPlayerResponse()
"""The answer of an engine that has finished."""

log = logging.getLogger("gateway")


class Deletions:
    """Deletes players, and finishes what was left undone, between `start` and `stop`."""

    def __init__(
        self,
        redis: Redis,
        players: PlayerStore,
        availability: Availability,
        invited: Invited,
        friends: Friends,
        blocks: Blocks,
        hooks: Hooks,
        presence: Presence,
        engine: EngineClient,
        metrics: Metrics,
    ) -> None:
        self._redis, self._players, self._engine = redis, players, engine
        self._availability, self._invited, self._presence = availability, invited, presence
        self._friends, self._blocks, self._hooks = friends, blocks, hooks
        self._passes = metrics.deletions
        for outcome in ("done", "failed"):  # one that begins with its first has no rate yet
            self._passes[(outcome,)].inc(0)
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
            if await self._forget(player_id, "") == DONE:
                await self._end_pass(first)
                return
        except Problem:
            self._passes[("failed",)].inc()
        # What is left does not change the answer: the player is gone, and the order is kept.
        with suppress(Problem), redis_errors():
            await accounts.order_deletion(self._redis, {first: time.time()})
        self._wakeup.set()

    def on_revocation(self, player_id: str | None) -> None:
        """Look for orders at once: this may be one. None says that some may have been missed."""
        self._wakeup.set()

    async def finish_due(self) -> float:
        """Make some passes that are due; return in how many seconds the next ones may be.

        Raise Problem unavailable.
        """
        now = time.time()
        with redis_errors():
            found: Any = await self._redis.zrangebyscore(
                DELETIONS, "-inf", "+inf", start=0, num=BATCH, withscores=True
            )
        due = [member.decode() for member, at in found if at <= now]
        if due:
            await self._lease(due)
        await asyncio.gather(*map(self._finish, due))
        left_s: list[float] = [max(at - now, 0) for _, at in found]
        return min([LOOK_S, *left_s])

    async def _lease(self, members: list[str]) -> None:
        """Put passes off while they are made."""
        await self._put_off(members, LEASE_S)

    async def _put_off(self, members: list[str], wait_s: float) -> None:
        """Make passes due after `wait_s`, unless others have ended them."""
        with redis_errors():
            until = dict.fromkeys(members, time.time() + wait_s)
            await self._redis.zadd(DELETIONS, until, xx=True)

    async def _finish(self, member: str) -> None:
        """Make a pass. One that fails stays due, and holds up no other."""
        player_id, _, _ = member.partition(" ")
        try:
            await self._players.end(player_id)
            left = await self._forget(player_id, "")
            elsewhere = left.elsewhere
            while left.next_place:
                await self._lease([member])
                left = await self._go_on(player_id, left.next_place)
                elsewhere |= left.elsewhere
            await (self._put_off([member], LATER_S) if elsewhere else self._end_pass(member))
        except Problem as refusal:
            self._passes[("failed",)].inc()
            log.warning("a pass of a deletion failed and is made again: %s", refusal.code)
        except Exception as error:
            self._passes[("failed",)].inc()
            log.error("a deletion failed: %s", error_location(error))

    async def _forget(self, player_id: str, place: str) -> pb.ForgetPlayerResponse:
        """Have an engine deal with a few matches; return what is left, or DONE."""
        request = pb.ForgetPlayerRequest(player_id=player_id, place=place)
        if not place:
            # Before its matches are left, which are rated then.
            await counters.forget(self._redis, player_id)
            await self._availability.end(player_id)
            await self._friends.forget(player_id)
            await self._blocks.forget(player_id)
            await self._hooks.forget(player_id)
            await self._invited.forget_declined(player_id)
            request.invited_to.extend(await self._invited.to(player_id))
        left = await self._engine.forget_player(request)
        await self._invited.forget(player_id, request.invited_to)
        if not left.next_place:
            # Last: tables look again at who has an account when they hear of another absence.
            await self._presence.forget(player_id)
        return left

    async def _go_on(self, player_id: str, place: str) -> pb.ForgetPlayerResponse:
        """Do as `_forget`, if need be several times: a long pass is not begun again for one."""
        for _ in range(ATTEMPTS - 1):
            with suppress(Problem):
                return await self._forget(player_id, place)
            await asyncio.sleep(RETRY_S)
        return await self._forget(player_id, place)

    async def _end_pass(self, member: str) -> None:
        with redis_errors():
            await self._redis.zrem(DELETIONS, member)
        self._passes[("done",)].inc()

    async def _run(self) -> None:
        while True:
            wait_s = AGAIN_S
            self._wakeup.clear()
            try:
                wait_s = await self.finish_due()
            except Problem:
                pass  # the orders are kept
            except Exception as error:
                log.error("deletions failed: %s", error_location(error))
            with suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    await self._wakeup.wait()
