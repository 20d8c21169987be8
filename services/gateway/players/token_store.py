"""The tokens of players, in Redis: `player_store` has the keys."""

import json
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from importlib.resources import files
from typing import Any, cast

from redis.asyncio import Redis
from redislink import recovery
from redislink.accounts import IDENTITY, RECOVERY, SCRIPTED, TOKEN, account, last_pairing
from redislink.channels import REVOCATIONS
from redislink.script import Script, named

from gateway.errors import Problem, unauthenticated
from gateway.http import times
from gateway.oidc.pointers import Pointers
from gateway.players import tokens
from gateway.players.identity import Identity
from gateway.players.outages import redis_errors
from gateway.players.player import Player
from gateway.players.token_cache import TokenCache
from gateway.players.tokens import Token, TokenIdempotency

PAGE = 256
"""The most fields of a player's hash that are sure to be read at once."""
MAX_TOKENS = 100
KEY_TTL = timedelta(days=1)
"""How long an Idempotency-Key is remembered."""


class TokenStore:
    """The tokens of all players. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis, cache: TokenCache[Identity]) -> None:
        self._redis = redis
        self._cache = cache
        self._create = Script(
            redis, files("gateway.players") / "create_token.lua", prelude=SCRIPTED
        )
        self._pointers = Pointers(redis)
        self._revoke_others = Script(redis, files("gateway.players") / "revoke_others.lua")

    async def add(
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

    async def page(self, player: Player, cursor: int = 0) -> tuple[list[Token], int]:
        """Return a page of the player's tokens, oldest first, and the next one's cursor or 0.

        Up to PAGE tokens come on one page. Of more, none is left out, but the pages are in no
        order, and a token may come twice while others are added.
        """
        found, cursor = await self._token_fields(player.id, cursor)
        return sorted(found.values(), key=lambda token: (token.createTime, token.id)), cursor

    async def has(self, player: Player, token_id: str) -> bool:
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

        These are the other tokens, passkeys, identities, the recovery code, and the pairing code,
        which a token has made. Raise Problem unauthenticated if this one has just ended; then
        nothing was done.
        """
        own, keys = tokens.field_of_token(value), [account(player.id)]
        with redis_errors():
            try:
                code: Any = await cast(Any, self._redis).hget(account(player.id), RECOVERY)
                known = await self._pointers.of(player.id)
                is_left = await self._revoke_others.one([*keys, last_pairing(player.id)], [own])
                if is_left and code:
                    await recovery.forget_stored(self._redis, code)
                for identity in known if is_left else ():
                    if f"{IDENTITY}{identity}" != own:
                        await self._pointers.forget(identity, player.id)
            finally:  # if only the answer was lost, the others are revoked
                self._cache.forget(player.id)
            await self._redis.publish(REVOCATIONS, player.id)
        if not is_left:
            raise unauthenticated("This token is not valid, or was revoked.")

    async def id_of(self, player: Player, value: str) -> str:
        """Return the id of a token of the player; "" if it has just ended, or is an issuer's."""
        field = tokens.field_of_token(value)
        if not field.startswith(TOKEN):
            return ""
        with redis_errors():
            found: Any = await cast(Awaitable[Any], self._redis.hget(account(player.id), field))
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
            outcome, *known = await self._create.one(keys, [stored])
        if outcome == b"full":
            raise Problem(
                "conflict", f"A player has at most {MAX_TOKENS} tokens; revoke one first."
            )
        if outcome == b"gone":
            raise unauthenticated("There is no such player.")
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


def _parse_record(record: bytes | str, idempotency: TokenIdempotency) -> Mapping[str, str]:
    """Return the record: `id`, `createTime` and `salt` of the token.

    Raise Problem idempotency_mismatch if the record is that of another request.
    """
    made: dict[str, str] = json.loads(record)
    if made["mark"] != idempotency.mark:
        raise Problem("idempotency_mismatch", "This Idempotency-Key was used for another request.")
    return made
