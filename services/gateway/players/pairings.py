"""Pairing codes: a player makes one, and another device takes a token of its own for it.

    pairing:{HASH}        string  {"player", "scopes"}: whose code has this hash
    player:{ID}:pairing   hash    the last code of the player, see redeem_pairing.lua

Both expire with the code, whose SHA-256 only is stored. The hash beside the player decides: a code
is good once, until the player makes another one, and as long as the token that asked for it is
valid. So the deletion of the player ends it.
"""

import hashlib
import json
from collections.abc import Sequence
from importlib.resources import files
from time import time
from typing import Any, NamedTuple

from redis.asyncio import Redis
from redislink.accounts import SCRIPTED, account, last_pairing
from redislink.script import Script, named
from redislink.typed_codes import ALPHABET, grouped, read

from gateway.errors import Problem, unauthenticated
from gateway.http import times
from gateway.players import tokens
from gateway.players.outages import redis_errors
from gateway.players.player import Player
from gateway.players.token_store import KEY_TTL, MAX_TOKENS
from gateway.players.tokens import Token, TokenIdempotency

LENGTH = 8
LIFE_S = 300
REPEATABLE = 22
"""The fewest characters of an Idempotency-Key under which a paired token is answered again: 128
bits in base64url. The token's secret follows from the code and the key, and the code has 40 bits
only, whose hash is stored: a shorter key could be tried along with all codes."""


class Offered(NamedTuple):
    """A code, when it expires, and whether the request for it was a repeat."""

    code: str
    expire_time: str
    replayed: bool


class Pairings:
    """The codes of all players. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._offer = Script(redis, files("gateway.players") / "offer_pairing.lua")
        self._redeem = Script(
            redis, files("gateway.players") / "redeem_pairing.lua", prelude=SCRIPTED
        )

    async def offer(
        self, player: Player, token: str, scopes: Sequence[str], key: TokenIdempotency | None
    ) -> Offered:
        """Store a code for a token with these scopes, in place of the player's last code.

        `token` is the one that asks. Raise Problem idempotency_mismatch if the key was used for
        another request, unauthenticated if the token has just been revoked.
        """
        salt, expires = tokens.random_id(), times.of_ms(int(time() * 1000) + LIFE_S * 1000)
        code = _code(key.secret(salt) if key else tokens.new_secret())
        mark = _digest(read(code))
        pointer = json.dumps({"player": player.id, "scopes": [*scopes]})
        keys = [account(player.id), last_pairing(player.id)]
        if key:
            keys.append(f"{account(player.id)}:key:{key.key}")
        offered = named(
            field=tokens.field_of_token(token),
            code=mark,
            code_s=LIFE_S,
            record=json.dumps({"mark": key.mark, "salt": salt, "expires": expires}) if key else "",
            record_s=int(KEY_TTL.total_seconds()),
        )
        with redis_errors():
            # First, so that no code is told that nobody finds.
            await self._redis.set(_pointer(mark), pointer, ex=LIFE_S)
            outcome, *known = await self._offer.one(keys, [offered])
        if outcome == b"gone":
            raise unauthenticated("This token is not valid, or was revoked.")
        return _repeated(known[0], key) if known and key else Offered(code, expires, False)

    async def redeem(self, text: str, name: str, key: str | None) -> tuple[Token, str, bool]:
        """Store a token of the player whose code this is; return it, its value, and whether this
        was a repeat.

        Without a key of REPEATABLE characters there are no repeats, and the secret is random.
        Raise Problem not_found for every code that is not good (any more), conflict if the
        player has MAX_TOKENS.
        """
        code = read(text)
        mark = _digest(code)
        with redis_errors():
            pointer: Any = await self._redis.get(_pointer(mark))
        # What is unknown takes the same steps, or the time would tell it from what was used.
        nobody = {"player": tokens.random_id(), "scopes": ()}
        whose: dict[str, Any] = json.loads(pointer) if pointer else nobody
        player_id = whose["player"]
        key = key if key and len(key) >= REPEATABLE else None
        once = TokenIdempotency(code, key or tokens.new_secret(), mark)
        salt, token = tokens.random_id(), Token.new(name, whose["scopes"])
        secret = once.secret(salt)
        keys = [account(player_id), last_pairing(player_id)]
        redeemed = named(
            code=mark,
            repeats=_repeat(once, name) if key else "",
            most=MAX_TOKENS,
            field=tokens.field_of(secret),
            token=token.dump(),
            salt=salt,
            now=times.now(),
        )
        with redis_errors():
            outcome, *known = await self._redeem.one(keys, [redeemed])
        if outcome == b"full":
            raise Problem(
                "conflict", f"A player has at most {MAX_TOKENS} tokens; revoke one first."
            )
        if outcome == b"none":
            raise Problem("not_found", "This code is not good (any more).")
        if known:
            salt, token = known[0].decode(), Token.load(known[1])
        return token, tokens.join(player_id, once.secret(salt)), bool(known)


def _code(secret: str) -> str:
    """Return a code that follows from a secret: 40 bits of its hash, in two groups."""
    symbols = [ALPHABET[byte % 32] for byte in hashlib.sha256(secret.encode()).digest()[:LENGTH]]
    return grouped("".join(symbols))


def _digest(code: str) -> str:
    return hashlib.sha256(f"croupier pairing {code}".encode()).hexdigest()


def _pointer(mark: str) -> str:
    return f"pairing:{{{mark}}}"


def _repeat(once: TokenIdempotency, name: str) -> str:
    """Return a hash that is equal for repeats, and cannot be found without the key."""
    return hashlib.sha256("\n".join((once.token, once.key, name)).encode()).hexdigest()


def _repeated(record: bytes, key: TokenIdempotency) -> Offered:
    """Return the code of an earlier request under the key. Raise idempotency_mismatch."""
    made = json.loads(record)
    if made["mark"] != key.mark or "expires" not in made:
        raise Problem("idempotency_mismatch", "This Idempotency-Key was used for another request.")
    return Offered(_code(key.secret(made["salt"])), made["expires"], True)
