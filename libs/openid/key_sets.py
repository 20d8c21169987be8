"""Keys of issuers, as a herald has fetched them: see redislink.oidc.

What a program knows goes on being good while Redis, the heralds or the issuer are away, for a day.
Of a key that it does not know it tells the heralds, at most once a minute, and waits a moment: an
issuer may have begun to sign with it just now.
"""

import asyncio
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import jwt
from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink import oidc
from redislink.oidc import KEPT_S, WANTED_S, Issuer

from openid import verifying
from openid.verifying import BadToken, Claimed, Kind, Verified, Why, chosen, usable

READ_S = 30.0
"""How old what was read may be."""
AGAIN_S = 1.0
"""How often keys are read again at most, whatever names tokens have for them."""
WAIT_S = 1.5
"""How long a request waits for keys to be fetched: it is answered within two seconds."""
LOOK_S = 0.1
MOST_WAITING = 16
"""The most requests that wait at the same time; others are refused at once."""
AWAY = "The service is temporarily unavailable."
UNKNOWN = "The keys of this token's issuer cannot be had now."


class KeysAway(Exception):
    """Keys cannot be had now; the message says so to whoever has sent a token."""


@dataclass(slots=True)
class KeySet:
    """The keys of one issuer, and when they were fetched (since the epoch), read, and not read."""

    keys: Sequence[tuple[Mapping[str, Any], jwt.PyJWK]] = ()
    fetched_ms: int = 0
    read_at: float = -READ_S
    failed_at: float = -READ_S
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)

    def is_good(self) -> bool:
        return time.time() * 1000 < self.fetched_ms + KEPT_S * 1000


class KeySets:
    """The keys of all issuers. Methods may raise KeysAway."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._sets: dict[str, KeySet] = {}
        self._waiting = 0

    async def verified(self, token: str, kind: Kind, issuers: Iterable[Issuer]) -> Verified:
        """Return what a token of one of these issuers proves. Raise BadToken."""
        claimed = verifying.claimed(token, kind, issuers)
        return verifying.verified(claimed, await self.key_of(claimed))

    async def key_of(self, it: Claimed) -> jwt.PyJWK:
        """Return the key that a token says to be signed with. Raise BadToken if there is none."""
        known = self._sets.setdefault(it.issuer.hash, KeySet())
        await self._read(it.issuer, known, READ_S)
        if key := _found(known, it):
            return key
        await self._read(it.issuer, known, AGAIN_S)
        if key := _found(known, it):
            return key
        return await self._awaited(it, known)

    async def _awaited(self, it: Claimed, known: KeySet) -> jwt.PyJWK:
        asked_ms = await self._ask(it.issuer)
        if known.fetched_ms >= asked_ms:
            raise BadToken(Why.KEY)  # it was looked for within the last minute
        if self._waiting >= MOST_WAITING:
            raise KeysAway(UNKNOWN)
        self._waiting += 1
        try:
            async with asyncio.timeout(WAIT_S):
                while known.fetched_ms < asked_ms:
                    await asyncio.sleep(LOOK_S)
                    await self._read(it.issuer, known, LOOK_S / 2)
                    if key := _found(known, it):  # whatever the herald's clock says of it
                        return key
        except TimeoutError:
            raise KeysAway(UNKNOWN) from None
        finally:
            self._waiting -= 1
        if key := _found(known, it):
            return key
        raise BadToken(Why.KEY)

    async def _ask(self, issuer: Issuer) -> int:
        """Have the keys fetched, unless that was asked for a minute ago; return when it was."""
        key, now = oidc.wanted(issuer.hash), int(time.time() * 1000)
        try:
            if await self._redis.set(key, now, nx=True, ex=WANTED_S):
                return now
            earlier: Any = await self._redis.get(key)
        except (RedisError, OSError):
            raise KeysAway(UNKNOWN) from None
        return int(earlier) if earlier else now  # it has expired in between

    async def _read(self, issuer: Issuer, known: KeySet, age_s: float) -> None:
        """Read the keys unless that was done within `age_s`. Known ones stay if it cannot be."""
        came = time.monotonic()
        async with known.reading:
            if time.monotonic() < known.read_at + age_s:
                return
            if came < known.failed_at:  # one try for all that waited: each takes Redis's timeout
                raise KeysAway(AWAY)
            try:
                stored: Any = await self._redis.get(oidc.keys_of(issuer.hash))
            except (RedisError, OSError):
                if known.keys:
                    known.read_at = time.monotonic()
                    return
                known.failed_at = time.monotonic()
                raise KeysAway(AWAY) from None
            known.read_at = time.monotonic()
            if stored:
                found = json.loads(stored)
                if found["fetchTime"] != known.fetched_ms:
                    made = [(each, usable(each)) for each in found["keys"]]
                    known.keys = [(each, key) for each, key in made if key]
                    known.fetched_ms = found["fetchTime"]


def _found(known: KeySet, it: Claimed) -> jwt.PyJWK | None:
    return chosen(it, known.keys) if known.is_good() else None
