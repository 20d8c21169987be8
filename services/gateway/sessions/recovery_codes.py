"""Recovery codes as players make and use them; redislink.recovery has what is stored."""

import json
from contextlib import suppress
from importlib.resources import files
from typing import Any, NamedTuple, cast

from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink import recovery
from redislink.accounts import ACCESS_KEPT, PASSKEY, RECOVERY, SCRIPTED, account
from redislink.script import Script, named

from gateway.errors import unauthenticated
from gateway.http import times
from gateway.players import tokens
from gateway.players.outages import redis_errors
from gateway.players.player import Player
from gateway.sessions import access_log
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
        self._change = Script(
            redis, files("gateway.sessions") / "change_access.lua", prelude=SCRIPTED
        )

    async def make(self, player: Player) -> Made:
        """Store a new code of the player, in place of the last one."""
        made = Made(recovery.new_code(), times.now())
        mark = recovery.hash_of(made.code)
        change = named(
            before={},
            set={RECOVERY: recovery.stored(mark, made.create_time)},
            drop=[],
            prefix=PASSKEY,
            most=0,
            event=access_log.line("recoveryCodeMade"),
            kept=ACCESS_KEPT,
        )
        with redis_errors():
            last = await self._redis.hget(account(player.id), RECOVERY)
            # First, so that no code is told that nobody finds.
            await self._redis.set(recovery.pointer(mark), player.id)
            outcome = await self._change.one([account(player.id)], [change])
            if last:
                await recovery.forget_stored(self._redis, last)
        if outcome == b"gone":
            raise unauthenticated("There is no such player.")
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
