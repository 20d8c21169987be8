"""Players and their tokens, in Redis.

    player:{ID}  hash   player       -> {"id", "displayName", "kind"}
                        token:HASH   -> {"id", "name", "scopes", "createTime"}
    player:{ID}:key:KEY  string      {"mark", "salt", "token"}: made under Idempotency-Key KEY

So checking a token is one command, and revoking it another; a token that was checked
a moment ago needs none (`token_cache`).
"""

import json
from collections.abc import Awaitable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import timedelta
from importlib.resources import files
from typing import Any, NamedTuple, cast

from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink.channels import REVOCATIONS, player_channel
from redislink.commands import Command
from redislink.script import Script

from gateway.auth import tokens
from gateway.auth.token_cache import TokenCache
from gateway.auth.tokens import SCOPES, Token, TokenIdempotency
from gateway.errors import Problem, unavailable

PAGE = 256
"""The most fields of a player's hash that are sure to be read at once."""
KEY_TTL = timedelta(days=1)
"""How long an Idempotency-Key is remembered."""


@dataclass(frozen=True, slots=True)
class Player:
    """An account: the part of it that is public. Its fields are named as in JSON."""

    id: str
    displayName: str  # noqa: N815
    kind: str


class Identity(NamedTuple):
    """What a valid token proves: its player, and what the token allows."""

    player: Player
    token: Token


class PlayerStore:
    """Players and tokens in Redis. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis, cache: TokenCache[Identity]) -> None:
        self._redis = redis
        self._cache = cache
        self._create_token = Script(redis, files("gateway.auth") / "create_token.lua")

    async def create_player(self, display_name: str, kind: str) -> tuple[Player, str]:
        """Store a new player; return it and its first token, which is not shown again."""
        player = Player(tokens.random_id(), display_name, kind)
        secret = tokens.new_secret()
        fields: dict[Any, Any] = {
            "player": json.dumps(asdict(player)),
            tokens.field_of(secret): Token.new("first", SCOPES).dump(),
        }
        with redis_errors():
            await self._redis.hset(_key(player.id), mapping=fields)
        return player, tokens.join(player.id, secret)

    async def find(self, player_id: str) -> Player | None:
        """Return the player of this id; None if there is none."""
        with redis_errors():
            found = await cast(Awaitable[bytes | None], self._redis.hget(_key(player_id), "player"))
        return Player(**json.loads(found)) if found else None

    async def add_token(
        self,
        player: Player,
        name: str,
        scopes: Iterable[str],
        idempotency: TokenIdempotency | None,
    ) -> tuple[Token, str, bool]:
        """Store a further token; return it, its value, and whether this was a repeat.

        Raise Problem idempotency_mismatch if the key was used for another request.
        """
        new = Token.new(name, scopes)
        if idempotency:
            token, secret, replayed = await self._add_once(player, new, idempotency)
            return token, tokens.join(player.id, secret), replayed
        secret = tokens.new_secret()
        with redis_errors():
            await self._redis.hset(_key(player.id), tokens.field_of(secret), new.dump())
        return new, tokens.join(player.id, secret), False

    async def tokens(self, player: Player, cursor: int = 0) -> tuple[list[Token], int]:
        """Return a page of the player's tokens, oldest first, and the next one's cursor or 0.

        Up to PAGE tokens come on one page. Of more, none is left out, but the pages are in no
        order, and a token may come twice while others are added.
        """
        found, cursor = await self._token_fields(player.id, cursor)
        return sorted(found.values(), key=lambda token: (token.createTime, token.id)), cursor

    async def has_token(self, player: Player, token_id: str) -> bool:
        """Return whether the player has a valid token of this id."""
        return bool(await self._fields_of(player.id, token_id))

    async def revoke(self, player: Player, token_id: str) -> bool:
        """Revoke a token, on all gateways; return whether it existed."""
        fields = await self._fields_of(player.id, token_id)
        if not fields:
            return False
        with redis_errors():
            try:
                revoked = bool(await self._redis.hdel(_key(player.id), *fields))
            finally:  # if only the answer was lost, the token is revoked
                self._cache.forget(player.id)
            # In this order: a stream that is told looks its token up, and must not find it cached.
            # To the token caches of all gateways; then to the streams of this player.
            await self._redis.publish(REVOCATIONS, player.id)
            await self._redis.publish(player_channel(player.id), "revoked")
        return revoked

    async def _add_once(
        self, player: Player, new: Token, idempotency: TokenIdempotency
    ) -> tuple[Token, str, bool]:
        """Store the token and the record of its key, unless the key has a record already.

        The record holds the token: a repeat returns it even after it was revoked, without
        making it valid again.
        """
        salt = tokens.random_id()
        secret = idempotency.secret(salt)
        record = json.dumps({"mark": idempotency.mark, "salt": salt, "token": asdict(new)})
        keys = _key(player.id), f"{_key(player.id)}:key:{idempotency.key}"
        args = tokens.field_of(secret), new.dump(), record, int(KEY_TTL.total_seconds())
        with redis_errors():
            known = await self._create_token.one(keys, args)
        if known:
            token, salt = _parse_record(known, idempotency)
            return token, idempotency.secret(salt), True
        return new, secret, False

    async def _fields_of(self, player_id: str, token_id: str) -> list[bytes]:
        """Return the fields of the tokens with this id: one, or none."""
        cursor, first = 0, True
        while cursor or first:
            found, cursor = await self._token_fields(player_id, cursor)
            if fields := [field for field, token in found.items() if token.id == token_id]:
                return fields
            first = False
        return []

    async def _token_fields(self, player_id: str, cursor: int) -> tuple[dict[bytes, Token], int]:
        """Return the tokens of a page by their fields, and the cursor of the next one or 0."""
        with redis_errors():
            page: Any = await self._redis.hscan(_key(player_id), cursor, count=PAGE)
        cursor, fields = page
        tokens = {
            field: Token.load(value)
            for field, value in fields.items()
            if field.startswith(b"token:")
        }
        return tokens, int(cursor)


def lookup_command(token: str) -> Command | None:
    """Return the Redis command that reads a token and its player; None for what is not a token."""
    parts = tokens.split(token)
    if parts is None:
        return None
    player_id, secret = parts
    return "HMGET", _key(player_id), "player", tokens.field_of(secret)


def parse_lookup(reply: Any) -> Identity | None:
    """Return what the answer to `lookup_command` says; None if the token is not valid."""
    player, token = reply
    if player is None or token is None:
        return None
    return Identity(Player(**json.loads(player)), Token.load(token))


@contextmanager
def redis_errors() -> Iterator[None]:
    """Raise Problem unavailable in place of errors of Redis."""
    try:
        yield
    except (RedisError, OSError) as error:
        raise unavailable() from error


def _parse_record(record: bytes | str, idempotency: TokenIdempotency) -> tuple[Token, str]:
    """Return the record's token and salt.

    Raise Problem idempotency_mismatch if the record is that of another request.
    """
    made = json.loads(record)
    if made["mark"] != idempotency.mark:
        raise Problem("idempotency_mismatch", "This Idempotency-Key was used for another request.")
    return Token.of(made["token"]), made["salt"]


def _key(player_id: str) -> str:
    return f"player:{{{player_id}}}"
