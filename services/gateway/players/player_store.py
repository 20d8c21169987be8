"""The accounts of players, in Redis, with what `token_store` keeps of tokens.

    player:{ID}  hash   player       -> {"id", "displayName", "kind", "since"}: when the account
                                        was made, by RFC 3339
                        unplayed     -> seconds since the epoch: when it was last seen in use
                        research     -> "1": its matches may be exported for research
                        listed, presence, emotes, suspended, hidden: see redislink.accounts
                        token:HASH   -> {"id", "name", "scopes", "createTime"}, of a session
                                        also "expireTime"
                        identity:HASH -> {"issuer", "createTime"}, see redislink.oidc
                        passkey:ID, recovery, access: see gateway.sessions
    player:{ID}:key:KEY  string      {"mark", "salt", "id", "createTime"}: of the token made under
                                     Idempotency-Key KEY, without its name, which a repeat brings

A player expires UNPLAYED_TTL after the last use of a token, until its first change of a match or
ticket has been stored: then the field `unplayed` goes, and the player is kept. If that is lost in
an outage, the next change does it.

So checking a token is one command, and revoking it another; a token that was checked
a moment ago needs none (`token_cache`).
"""

import json
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from importlib.resources import files
from time import time
from typing import Any, cast

from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink import recovery
from redislink.accounts import (
    LISTED,
    PLAYER,
    SCRIPTED,
    UNPLAYED,
    account,
    last_pairing,
)
from redislink.channels import REVOCATIONS
from redislink.commands import run
from redislink.ratings import follow_listed
from redislink.script import Script, named
from redislink.telling import Telling

from gateway.errors import Problem, unauthenticated
from gateway.http import times
from gateway.http.parameters import parse_id
from gateway.oidc.pointers import Pointers
from gateway.players import own_settings, tokens
from gateway.players.identity import UNPLAYED_S, Identity, keeping
from gateway.players.outages import redis_errors
from gateway.players.own_settings import OwnSettings
from gateway.players.player import Player
from gateway.players.token_cache import TokenCache
from gateway.players.tokens import SCOPES, Token


class PlayerStore:
    """The accounts of players in Redis. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis, cache: TokenCache[Identity]) -> None:
        self._redis = redis
        self._cache = cache
        self._change = Script(
            redis, files("gateway.players") / "change_player.lua", prelude=SCRIPTED
        )
        self._end = Script(redis, files("gateway.players") / "end_player.lua")
        self._telling = Telling(redis)
        self._pointers = Pointers(redis)

    async def create_player(self, display_name: str, kind: str) -> tuple[Player, str]:
        """Store a new player; return it and its first token, which is not shown again."""
        secret = tokens.new_secret()
        first = {tokens.field_of(secret): Token.new("first", SCOPES).dump()}
        player = await self.create_opened(display_name, kind, first)
        return player, tokens.join(player.id, secret)

    async def create_opened(self, display_name: str, kind: str, by: Mapping[str, str]) -> Player:
        """Store a new player, whose account the fields `by` open; return it."""
        player = Player(tokens.random_id(), display_name, kind)
        fields: dict[Any, Any] = {
            PLAYER: json.dumps({**asdict(player), "since": times.now()}),
            UNPLAYED: int(time()),
            **by,
        }
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.hset(account(player.id), mapping=fields)
        pipeline.expire(account(player.id), UNPLAYED_S)
        # First: of a player that could not be stored, nobody else hears anything more. Who comes
        # while that part of Redis is away is told to nobody.
        with suppress(RedisError, OSError):
            told = {"playerId": player.id, "kind": player.kind}
            await self._telling.tell([("player.created", told)])
        with redis_errors():
            await pipeline.execute()
        return player

    async def change(
        self, player: Player, display_name: str | None = None, **settings: object
    ) -> tuple[Player, OwnSettings]:
        """Store another name of the player, on all gateways, and settings by their fields.

        What is not named stays. Return the player and its settings now. Raise Problem
        unauthenticated if the player has just been deleted.
        """
        changed = replace(player, displayName=display_name or player.displayName)
        kept, dropped = own_settings.changes(settings)
        shown = asdict(changed) if display_name else {}
        change = named(player=shown, set=kept, drop=dropped)
        with redis_errors():
            try:
                exists, fields = await self._change.one(
                    [account(player.id)], [change, *own_settings.FIELDS]
                )
            finally:  # if only the answer was lost, the name is another one
                self._cache.forget(player.id)
            if not exists:
                raise unauthenticated("There is no such player.")
            now = OwnSettings.parse(fields)
            if LISTED in settings:
                await follow_listed(self._redis, player.id, partial(self._may_be_listed, player))
            # The token caches of all gateways have the player, too; its streams go on.
            await self._redis.publish(REVOCATIONS, player.id)
        return changed, now

    async def _may_be_listed(self, player: Player) -> bool:
        fields: Any = await cast(
            Awaitable[Any],
            self._redis.hmget(account(player.id), PLAYER, *own_settings.FIELDS),
        )
        exists, *rest = fields
        now = OwnSettings.parse(rest)
        return exists is not None and now.listed and not now.hidden

    async def settings(self, player: Player) -> OwnSettings:
        """Return what the player has said of itself."""
        with redis_errors():
            fields: Any = await cast(
                Awaitable[Any], self._redis.hmget(account(player.id), own_settings.FIELDS)
            )
        return OwnSettings.parse(fields)

    async def end(self, player_id: str) -> None:
        """Delete the player with all of its tokens, on all gateways."""
        with redis_errors():
            try:
                await recovery.forget_code(self._redis, player_id)
                await self._pointers.forget_all(player_id)
                await self._end.one([account(player_id), last_pairing(player_id)], [])
            finally:  # if only the answer was lost, the tokens have ended
                self._cache.forget(player_id)
            await self._redis.publish(REVOCATIONS, player_id)

    async def keep(self, player_id: str) -> None:
        """Keep a new player for good, as with a first move."""
        with redis_errors():
            await run(self._redis, keeping(player_id))

    async def find(self, player_id: str) -> Player | None:
        """Return the player of this id; None if there is none."""
        with redis_errors():
            found = await cast(
                Awaitable[bytes | None], self._redis.hget(account(player_id), PLAYER)
            )
        return Player.load(found) if found else None

    async def found(self, player_id: str) -> Player:
        """Return the player of this id. Raise Problem not_found if there is none."""
        player = await self.find(parse_id(player_id, "player"))
        if player is None:
            raise Problem("not_found", "There is no such player.")
        return player
