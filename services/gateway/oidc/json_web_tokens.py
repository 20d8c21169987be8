"""Tokens of issuers: each is verified once, and remembered for a minute by its SHA-256."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from cachetools import FIFOCache
from openid import verifying
from openid.key_sets import KeysAway, KeySets
from openid.verifying import BadToken, Kind, Verified, Why
from redis.asyncio import Redis
from redislink.oidc import Issuer

from gateway.digests import Digest
from gateway.digests import digest as digest_of
from gateway.errors import unavailable

REMEMBERED_S = 60.0
REMEMBERED = 10_000


@dataclass(slots=True)
class Remembered:
    """A token that was good, and `player_id`, whose it was; "" until that was looked for."""

    token: Verified
    identity: Digest
    until: float
    player_id: str = ""


class JsonWebTokens:
    """The tokens of the issuers that the operator names; without any, all are refused."""

    def __init__(self, redis: Redis, issuers: Sequence[Issuer]) -> None:
        self.issuers = issuers
        self._keys = KeySets(redis)
        self._remembered: FIFOCache[Digest, Remembered] = FIFOCache(REMEMBERED)

    async def access(self, token: str) -> Remembered:
        """Return what an access token proves. Raise BadToken, or Problem unavailable."""
        digest, now = digest_of(token), time.time()
        known = self._remembered.get(digest)
        if known and now < known.until:
            return known
        found = await self._verified(token, "access")
        until = min(now + REMEMBERED_S, found.until)
        made = self._remembered[digest] = Remembered(found, Digest(found.identity), until)
        return made

    async def id_token(self, token: str, nonce: str | None) -> Verified:
        """Return what an ID token proves. Raise BadToken, or Problem unavailable."""
        found = await self._verified(token, "id")
        verifying.check_nonce(found, nonce)
        return found

    async def _verified(self, token: str, kind: Kind) -> Verified:
        if not self.issuers:
            raise BadToken(Why.ISSUER)
        try:
            return await self._keys.verified(token, kind, self.issuers)
        except KeysAway as away:
            raise unavailable(str(away)) from None
