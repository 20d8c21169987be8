"""Players and their tokens, in Redis.

    player:{ID}  hash   player       -> {"id", "displayName", "kind", "since"}: when the account
                                        was made, by RFC 3339
                        unplayed     -> seconds since the epoch: when it was last seen in use
                        research     -> "1": its matches may be exported for research
                        listed, presence, emotes, suspended, hidden: see redislink.accounts
                        token:HASH   -> {"id", "name", "scopes", "createTime"}, of a session
                                        also "expireTime"
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
from collections.abc import Awaitable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from functools import partial
from importlib.resources import files
from time import time
from typing import Any, NamedTuple, cast

from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink import recovery
from redislink.accounts import (
    LISTED,
    PLAYER,
    PRESENCE,
    RECOVERY,
    SUSPENDED,
    TOKEN,
    UNPLAYED,
    Suspension,
    account,
    last_pairing,
)
from redislink.channels import REVOCATIONS
from redislink.commands import Command
from redislink.ratings import follow_listed
from redislink.relations import friends
from redislink.script import Script, named
from redislink.telling import Telling

from gateway.errors import Problem, unavailable
from gateway.http import times
from gateway.http.parameters import parse_id
from gateway.players import own_settings, tokens
from gateway.players.own_settings import OwnSettings
from gateway.players.token_cache import TokenCache
from gateway.players.tokens import SCOPES, Token, TokenIdempotency

PAGE = 256
"""The most fields of a player's hash that are sure to be read at once."""
UNPLAYED_TTL = timedelta(days=30)
UNPLAYED_S = int(UNPLAYED_TTL.total_seconds())
RENEW = (files("gateway.players") / "renew_player.lua").read_text()
RENEW_SESSION = (files("gateway.players") / "renew_session.lua").read_text()
RENEW_S = 24 * 60 * 60
"""How often at most the use of a player that has not played is noted."""
MAX_TOKENS = 100
ONESELF = "This is you."
"""Why a player is no friend of itself, and nobody whom it blocks or reports."""
BEARER = {"WWW-Authenticate": "Bearer"}
KEY_TTL = timedelta(days=1)
"""How long an Idempotency-Key is remembered."""


@dataclass(frozen=True, slots=True)
class Player:
    """An account: the part of it that is public. Its fields are named as in JSON."""

    id: str
    displayName: str  # noqa: N815
    kind: str

    @classmethod
    def load(cls, stored: bytes | str) -> "Player":
        """Return the player of the field PLAYER, which says more than this."""
        told = json.loads(stored)
        return cls(told["id"], told["displayName"], told["kind"])


class Identity(NamedTuple):
    """What a valid token proves: its player, and what the token allows.

    `unplayed` is when a player that has not played yet was last seen, in seconds since the
    epoch; None once it has played. `hidden` says whether nobody may see that the player is here.
    """

    player: Player
    token: Token
    unplayed: int | None = None
    hidden: bool = False
    suspension: Suspension | None = None


class PlayerStore:
    """Players and tokens in Redis. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis, cache: TokenCache[Identity]) -> None:
        self._redis = redis
        self._cache = cache
        self._create_token = Script(redis, files("gateway.players") / "create_token.lua")
        self._change = Script(redis, files("gateway.players") / "change_player.lua")
        self._revoke_others = Script(redis, files("gateway.players") / "revoke_others.lua")
        self._end = Script(redis, files("gateway.players") / "end_player.lua")
        self._telling = Telling(redis)

    async def create_player(self, display_name: str, kind: str) -> tuple[Player, str]:
        """Store a new player; return it and its first token, which is not shown again."""
        player = Player(tokens.random_id(), display_name, kind)
        secret = tokens.new_secret()
        fields: dict[Any, Any] = {
            PLAYER: json.dumps({**asdict(player), "since": times.now()}),
            tokens.field_of(secret): Token.new("first", SCOPES).dump(),
            UNPLAYED: int(time()),
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
        return player, tokens.join(player.id, secret)

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
                raise Problem("unauthenticated", "There is no such player.", BEARER)
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
                await self._end.one([account(player_id), last_pairing(player_id)], [])
            finally:  # if only the answer was lost, the tokens have ended
                self._cache.forget(player_id)
            await self._redis.publish(REVOCATIONS, player_id)

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

    async def add_token(
        self,
        player: Player,
        name: str,
        scopes: Iterable[str],
        idempotency: TokenIdempotency | None,
    ) -> tuple[Token, str, bool]:
        """Store a further token; return it, its value, and whether this was a repeat.

        Raise Problem idempotency_mismatch if the key was used for another request, conflict
        beyond MAX_TOKENS.
        """
        new = Token.new(name, scopes)
        if idempotency:
            token, secret, replayed = await self._add_once(player, new, idempotency)
            return token, tokens.join(player.id, secret), replayed
        secret = tokens.new_secret()
        await self._store_token([account(player.id)], tokens.field_of(secret), new)
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
                revoked = bool(await self._redis.hdel(account(player.id), *fields))
            finally:  # if only the answer was lost, the token is revoked
                self._cache.forget(player.id)
            await self._redis.publish(REVOCATIONS, player.id)
        return revoked

    async def revoke_others(self, player: Player, value: str) -> None:
        """End every way into the account but this token, on all gateways, in one step.

        These are the other tokens, passkeys, the recovery code, and the pairing code, which a token
        has made. Raise Problem unauthenticated if this one has just ended; then nothing was done.
        """
        own, keys = tokens.field_of_token(value), [account(player.id)]
        with redis_errors():
            try:
                code: Any = await cast(Any, self._redis).hget(account(player.id), RECOVERY)
                is_left = await self._revoke_others.one([*keys, last_pairing(player.id)], [own])
                if is_left and code:
                    await recovery.forget_stored(self._redis, code)
            finally:  # if only the answer was lost, the others are revoked
                self._cache.forget(player.id)
            await self._redis.publish(REVOCATIONS, player.id)
        if not is_left:
            raise Problem("unauthenticated", "This token is not valid, or was revoked.", BEARER)

    async def id_of(self, player: Player, value: str) -> str:
        """Return the id of a token of the player; "" if it has just ended."""
        with redis_errors():
            found: Any = await cast(
                Awaitable[Any],
                self._redis.hget(account(player.id), tokens.field_of_token(value)),
            )
        return Token.load(found).id if found else ""

    async def _add_once(
        self, player: Player, new: Token, idempotency: TokenIdempotency
    ) -> tuple[Token, str, bool]:
        """Store the token and the record of its key, unless the key has a record already.

        A repeat returns the token even after it was revoked, without making it valid again. The
        record has no name: it outlives the player, and the mark is that of a request with the same.
        """
        salt = tokens.random_id()
        secret = idempotency.secret(salt)
        told = {"id": new.id, "createTime": new.createTime}
        record = json.dumps({"mark": idempotency.mark, "salt": salt, **told})
        keys = account(player.id), f"{account(player.id)}:key:{idempotency.key}"
        if known := await self._store_token(keys, tokens.field_of(secret), new, record):
            made = _parse_record(known, idempotency)
            token = replace(new, id=made["id"], createTime=made["createTime"])
            return token, idempotency.secret(made["salt"]), True
        return new, secret, False

    async def _store_token(
        self, keys: Sequence[str], field: str, token: Token, record: str = ""
    ) -> bytes | None:
        """Run create_token.lua; return the earlier record of the key, if there is one."""
        stored = named(
            most=MAX_TOKENS,
            field=field,
            token=token.dump(),
            record=record,
            record_s=int(KEY_TTL.total_seconds()),
            now=times.now(),
        )
        with redis_errors():
            outcome, *known = await self._create_token.one(keys, [stored])
        if outcome == b"full":
            raise Problem(
                "conflict", f"A player has at most {MAX_TOKENS} tokens; revoke one first."
            )
        if outcome == b"gone":
            raise Problem("unauthenticated", "There is no such player.", BEARER)
        return known[0] if known else None

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
            page: Any = await self._redis.hscan(account(player_id), cursor, count=PAGE)
        cursor, fields = page
        tokens = {
            field: Token.load(value)
            for field, value in fields.items()
            if field.startswith(TOKEN.encode())
        }
        valid = {field: token for field, token in tokens.items() if not token.has_expired()}
        return valid, int(cursor)


def lookup_command(token: str) -> Command | None:
    """Return the Redis command that reads a token and its player; None for what is not a token."""
    parts = tokens.split(token)
    if parts is None:
        return None
    player_id, secret = parts
    field = tokens.field_of(secret)
    return "HMGET", account(player_id), PLAYER, field, UNPLAYED, PRESENCE, SUSPENDED


def parse_lookup(reply: Any) -> Identity | None:
    """Return what the answer to `lookup_command` says; None if the token is not valid."""
    player, token, unplayed, presence, suspended = reply
    if player is None or token is None:
        return None
    found = Token.load(token)
    if found.has_expired():
        return None
    return Identity(
        Player.load(player),
        found,
        None if unplayed is None else int(unplayed),
        presence is not None,
        own_settings.suspension_of(suspended),
    )


def keeping(identity: Identity) -> list[Command]:
    """Return the commands that keep a player for good."""
    key = account(identity.player.id)
    # Its friends as well: requests of others expire with an account that is never used.
    return [
        ("PERSIST", key),
        ("PERSIST", friends(identity.player.id)),
        ("HDEL", key, UNPLAYED),
    ]


def renewal(identity: Identity) -> list[Command]:
    """Return the commands that keep an unplayed player for UNPLAYED_TTL from now.

    There are none if it was seen in use less than RENEW_S ago.
    """
    key, now = account(identity.player.id), int(time())
    if identity.unplayed is None or now - identity.unplayed < RENEW_S:
        return []
    return [("EVAL", RENEW, 1, key, UNPLAYED, now, UNPLAYED_S)]


def session_renewal(token: str, identity: Identity) -> list[Command]:
    """Return the commands by which a session that is in use goes on, unless it was just ended.

    There are none for other tokens, and within a day of the last time.
    """
    renewed = identity.token.renewed()
    if renewed is None:
        return []
    key, field = account(identity.player.id), tokens.field_of_token(token)
    return [("EVAL", RENEW_SESSION, 1, key, field, identity.token.dump(), renewed.dump())]


@contextmanager
def redis_errors(*detail: str) -> Iterator[None]:
    """Raise Problem unavailable, with this detail, in place of errors of Redis."""
    try:
        yield
    except (RedisError, OSError) as error:
        raise unavailable(*detail) from error


def _parse_record(record: bytes | str, idempotency: TokenIdempotency) -> Mapping[str, str]:
    """Return the record: `id`, `createTime` and `salt` of the token.

    Raise Problem idempotency_mismatch if the record is that of another request.
    """
    made: dict[str, str] = json.loads(record)
    if made["mark"] != idempotency.mark:
        raise Problem("idempotency_mismatch", "This Idempotency-Key was used for another request.")
    return made
