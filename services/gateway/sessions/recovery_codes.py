"""Recovery codes as players make and use them; redislink.recovery has what is stored."""

import json
from contextlib import suppress
from typing import Any, NamedTuple, cast

from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink import recovery
from redislink.accounts import RECOVERY, account

from gateway.http import times
from gateway.players import tokens
from gateway.players.outages import redis_errors
from gateway.players.player import Player
from gateway.sessions import access_log
from gateway.sessions.access_changes import AccessChanges
from gateway.sessions.proof import Proof
from gateway.sessions.refused import Reason, Refused


class Made(NamedTuple):
    """A new code, which is shown once."""

    code: str
    create_time: str


class RecoveryCodes:
    """The codes of all players. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis: Any = redis
        self._changes = AccessChanges(redis)

    async def make(self, player: Player) -> Made:
        """Store a new code of the player, in place of the last one."""
        made = Made(recovery.new_code(), times.now())
        mark = recovery.hash_of(made.code)
        stored = {RECOVERY: recovery.stored(mark, made.create_time)}
        event = access_log.line("recoveryCodeMade")
        with redis_errors():
            last = await self._redis.hget(account(player.id), RECOVERY)
            # First, so that no code is told that nobody finds.
            await self._redis.set(recovery.pointer(mark), player.id)
        await self._changes.make(player.id, before={}, after=stored, event=event)
        if last:
            with redis_errors():
                await recovery.forget_stored(self._redis, last)
        return made

    async def prove(self, text: str) -> Proof:
        """Return whose account this code opens. Raise Refused."""
        mark = recovery.hash_of(text)
        with redis_errors():
            found = await self._redis.get(recovery.pointer(mark))
            # What is unknown takes the same steps, or the time would tell it from what was used.
            player_id = found.decode() if found else tokens.random_id()
            stored = await self._redis.hget(account(player_id), RECOVERY)
        code = cast(dict[str, str], json.loads(stored)) if stored else {}
        if code.get("hash") != mark or code.get("expireTime", "9") <= times.now():
            raise Refused(Reason.CODE)
        event = access_log.line("recovered")
        return Proof(player_id, RECOVERY, stored.decode(), "", event)

    async def forget(self, text: str) -> None:
        """Remove what leads to the account of a code that was used: it is no use any more."""
        with suppress(RedisError, OSError):
            await self._redis.getdel(recovery.pointer(recovery.hash_of(text)))
