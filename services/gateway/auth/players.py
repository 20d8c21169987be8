"""Players and their tokens.

A token is crp_PLAYER_SECRET, where SECRET is 32 random bytes in base64url. Redis
holds its SHA-256 only, in the player's own hash:

    player:{ID}  hash   player       -> {"id", "displayName", "kind"}
                        token:HASH   -> {"id", "name", "scopes", "createTime"}
    player:{ID}:key:KEY  string      {"mark", "salt", "token"}: what was made under KEY

So checking a token is one command, and revoking it another; a token that was checked
a moment ago needs none (`known_tokens`).
"""

import hashlib
import hmac
import json
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from typing import Any, TypeAlias, cast

from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink.channels import REVOCATIONS, player_channel
from redislink.commands import Command
from redislink.script import Script

from gateway.auth.token_cache import TokenCache
from gateway.errors import Problem, unavailable

PLAY = "play"
READ = "read"
SCOPES = (PLAY, READ)
TOKEN = re.compile(r"crp_(?P<player>[\w-]{22})_(?P<secret>[\w-]{43})", re.ASCII)
KEY_TTL = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Player:
    """An account, as everyone may see it."""

    id: str
    displayName: str  # noqa: N815
    kind: str


@dataclass(frozen=True, slots=True)
class Token:
    """A token without its secret."""

    id: str
    name: str
    scopes: tuple[str, ...]
    createTime: str  # noqa: N815


Holder: TypeAlias = tuple[Player, Token]


@dataclass(frozen=True, slots=True)
class Once:
    """An idempotency key, under the token that uses it."""

    token: str
    key: str
    fingerprint: str

    @property
    def mark(self) -> str:
        """Tells this use of the key from any other."""
        return _digest(f"{self.token} {self.fingerprint}")

    def secret(self, salt: str) -> str:
        """What the secret of a token made under this key is; unknown without the token in use.

        The salt is stored as long as the key is remembered: used again after
        that, the key gives another secret, and never one that was revoked.
        """
        message = f"{self.key} {salt}".encode()
        digest = hmac.digest(self.token.encode(), message, hashlib.sha256)
        return urlsafe_b64encode(digest).decode().rstrip("=")


class PlayerStore:
    """Players and tokens in Redis; its only reader and writer. Raises Problem unavailable."""

    def __init__(self, redis: Redis, cache: TokenCache[Holder]) -> None:
        self._redis = redis
        self._cache = cache
        self._create_token = Script(redis, files("gateway.auth") / "create_token.lua")

    async def create_player(self, display_name: str, kind: str) -> tuple[Player, str]:
        """A new player and its first token, which nobody is shown again."""
        player = Player(_random_id(), display_name, kind)
        secret = secrets.token_urlsafe(32)
        fields: dict[Any, Any] = {
            "player": json.dumps(asdict(player)),
            _field(secret): _dump(_new_token("first", SCOPES)),
        }
        with redis_errors():
            await self._redis.hset(_key(player.id), mapping=fields)
        return player, _join(player.id, secret)

    async def find(self, player_id: str) -> Player | None:
        with redis_errors():
            found = await cast(Awaitable[bytes | None], self._redis.hget(_key(player_id), "player"))
        return Player(**json.loads(found)) if found else None

    async def add_token(
        self, player: Player, name: str, scopes: Iterable[str], once: Once | None
    ) -> tuple[Token, str, bool]:
        """A further token, its value, and whether it had been made before under `once`.

        Only hashes are stored, so that a repeat can show the value again it is
        derived from the idempotency key, under the token that asks for it.
        Raise Problem idempotency_mismatch if the key was used otherwise.
        """
        new = _new_token(name, scopes)
        if once:
            token, secret, replayed = await self._store_once(player, new, once)
            return token, _join(player.id, secret), replayed
        secret = secrets.token_urlsafe(32)
        with redis_errors():
            await self._redis.hset(_key(player.id), _field(secret), _dump(new))
        return new, _join(player.id, secret), False

    async def tokens(self, player: Player) -> list[Token]:
        """All tokens of the player, oldest first."""
        found = await self._token_fields(player.id)
        return sorted(found.values(), key=lambda token: (token.createTime, token.id))

    async def revoke(self, player: Player, token_id: str) -> bool:
        """Whether there was such a token; from now on there is none."""
        found = await self._token_fields(player.id)
        fields = [field for field, token in found.items() if token.id == token_id]
        if not fields:
            return False
        with redis_errors():
            try:
                revoked = bool(await self._redis.hdel(_key(player.id), *fields))
            finally:  # even if the answer was lost, it may have been done
                self._cache.forget(player.id)
            await self._redis.publish(REVOCATIONS, player.id)
            await self._redis.publish(player_channel(player.id), "revoked")
        return revoked

    async def _store_once(self, player: Player, new: Token, once: Once) -> tuple[Token, str, bool]:
        """Store the token along with the record of its key, unless there is that record.

        So a repeat finds the token even after it was revoked, and does not revive it.
        """
        salt = _random_id()
        secret = once.secret(salt)
        record = json.dumps({"mark": once.mark, "salt": salt, "token": asdict(new)})
        keys = _key(player.id), f"{_key(player.id)}:key:{once.key}"
        args = _field(secret), _dump(new), record, int(KEY_TTL.total_seconds())
        with redis_errors():
            known = await self._create_token.one(keys, args)
        if known:
            token, salt = _made_before(known, once)
            return token, once.secret(salt), True
        return new, secret, False

    async def _token_fields(self, player_id: str) -> dict[bytes, Token]:
        with redis_errors():
            fields = await cast(Awaitable[dict[bytes, bytes]], self._redis.hgetall(_key(player_id)))
        return {
            field: _load(value) for field, value in fields.items() if field.startswith(b"token:")
        }


def lookup(token: str) -> Command | None:
    """The Redis command that reads a token and its player; None for what is no token at all."""
    match = TOKEN.fullmatch(token)
    return match and ("HMGET", _key(match["player"]), "player", _field(match["secret"]))


def found(reply: Any) -> Holder | None:
    """The player and the token that `lookup` found; None if the token is not valid."""
    player, token = reply
    if player is None or token is None:
        return None
    return Player(**json.loads(player)), _load(token)


@contextmanager
def redis_errors() -> Iterator[None]:
    """Turn errors of Redis into Problem unavailable."""
    try:
        yield
    except (RedisError, OSError) as error:
        raise unavailable() from error


def _new_token(name: str, scopes: Iterable[str]) -> Token:
    now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return Token(_random_id(), name, tuple(scopes), now)


def _dump(token: Token) -> str:
    return json.dumps(asdict(token))


def _load(value: bytes) -> Token:
    return _token(json.loads(value))


def _token(fields: dict[str, Any]) -> Token:
    return Token(**{**fields, "scopes": tuple(fields["scopes"])})


def _made_before(record: bytes | str, once: Once) -> tuple[Token, str]:
    """The token of the record and its salt; Problem idempotency_mismatch if of another request."""
    made = json.loads(record)
    if made["mark"] != once.mark:
        raise Problem("idempotency_mismatch", "This Idempotency-Key was used for another request.")
    return _token(made["token"]), made["salt"]


def _random_id() -> str:
    return secrets.token_urlsafe(16)


def _join(player_id: str, secret: str) -> str:
    return f"crp_{player_id}_{secret}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _field(secret: str) -> str:
    return f"token:{_digest(secret)}"


def _key(player_id: str) -> str:
    return f"player:{{{player_id}}}"
