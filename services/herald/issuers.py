"""Keys of issuers of OpenID Connect, fetched for gateways, which reach nothing outside.

Once an hour, within a second of a token whose key no gateway knows, and a minute after a try that
failed. Which issuers there are is in a file of the operator's alone.
"""

import json
import logging
import time
from collections.abc import Mapping, Sequence
from typing import Any

from redis.asyncio import Redis
from redislink import oidc
from redislink.hook_urls import parse
from redislink.oidc import KEPT_S, Issuer

from herald.metrics import Metrics
from herald.outgoing import Outgoing, Unfetched

EVERY_MS = 60 * 60 * 1000
AGAIN_MS = 60 * 1000
MOST_BYTES = 256 * 1024
MOST_KEYS = 32
PUBLIC = ("kty", "crv", "n", "e", "x", "y", "kid", "alg", "use")
"""What is kept of a key: never what an issuer has published of its private half by mistake."""
DISCOVERY = "/.well-known/openid-configuration"

log = logging.getLogger("herald")


class Issuers:
    """The issuers of the file. `look` may raise RedisError or OSError."""

    def __init__(
        self, redis: Redis, outgoing: Outgoing, issuers: Sequence[Issuer], metrics: Metrics
    ) -> None:
        self._redis, self._outgoing, self._metrics = redis, outgoing, metrics
        self.names = [*dict.fromkeys(each.issuer for each in issuers)]
        self._tried_ms: dict[str, int] = {}
        self._away: dict[str, bool] = {}

    async def look(self, issuer: str) -> None:
        """Fetch the keys of an issuer if they are due, and tell how many issuers are away."""
        self._away[issuer] = await self._is_away(issuer)
        self._metrics.issuers_away.set(sum(self._away.values()))

    async def _is_away(self, issuer: str) -> bool:
        """Fetch the keys of an issuer if they are due; return whether the last try has failed."""
        issuer_hash, now = Issuer(issuer).hash, int(time.time() * 1000)
        kept: Any = await self._redis.get(oidc.keys_of(issuer_hash))
        wanted: Any = await self._redis.get(oidc.wanted(issuer_hash))
        fetched = json.loads(kept)["fetchTime"] if kept else 0
        tried = self._tried_ms.get(issuer, 0)
        has_failed = tried > fetched  # another herald may have fetched them since
        is_wanted = wanted is not None and int(wanted) > max(fetched, tried)
        is_due = has_failed or now > fetched + EVERY_MS
        if not is_wanted and not (is_due and now > tried + AGAIN_MS):
            return has_failed
        self._tried_ms[issuer] = now
        return not await self._fetch(issuer, issuer_hash)

    async def _fetch(self, issuer: str, issuer_hash: str) -> bool:
        """Fetch and keep the keys of an issuer; return whether that was done."""
        try:
            keys = await self._keys(issuer)
        except (Unfetched, ValueError) as error:
            self._metrics.key_sets["failed",].inc()
            log.warning("the keys of %s cannot be fetched: %s", issuer, error)
            return False
        stored = {"fetchTime": int(time.time() * 1000), "keys": keys}
        await self._redis.set(oidc.keys_of(issuer_hash), json.dumps(stored), ex=KEPT_S)
        self._metrics.key_sets["fetched",].inc()
        return True

    async def _keys(self, issuer: str) -> list[dict[str, Any]]:
        """Return the public keys of an issuer. Raise Unfetched, or ValueError with a sentence."""
        told = await self._json(issuer.rstrip("/") + DISCOVERY)
        if told.get("issuer") != issuer:
            raise ValueError("its configuration is that of another issuer")
        found = (await self._json(str(told.get("jwks_uri", "")))).get("keys")
        if not isinstance(found, list) or len(found) > MOST_KEYS:
            raise ValueError(f"it has no list of up to {MOST_KEYS} keys")
        return [
            {name: each[name] for name in PUBLIC if name in each}
            for each in found
            if isinstance(each, dict) and each.get("kty") != "oct"
        ]

    async def _json(self, url: str) -> Mapping[str, Any]:
        body = await self._outgoing.get(parse(url, local=True), MOST_BYTES)
        try:
            found = json.loads(body)
        except (ValueError, RecursionError):
            raise ValueError("it answers what is no JSON") from None
        if not isinstance(found, dict):
            raise ValueError("it answers what is no object")
        return found
