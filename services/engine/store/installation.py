"""The installation: what all engines of one Redis share, made by whichever creates a match first.

    {tickets}:installation  hash  secret (64 hex digits), since (ms since the epoch: when it was
                                  made)

It lies in the slot of the tickets, where engines may write.
"""

import hashlib
import secrets
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis
from redislink.durability import Durability
from redislink.script import Script

from engine.store.errors import outage
from engine.store.scripts import SCRIPTS

KEY = "{tickets}:installation"


@dataclass(frozen=True, slots=True)
class Mark:
    """What tells an installation from others, without its secret: a hash of that, and the time of
    its creation in ms since the epoch."""

    digest: str
    since_ms: int


async def read_mark(redis: Redis) -> Mark | None:
    """Return the mark of the installation; None if there is none, and none is made then.

    Raise StoreUnavailable.
    """
    with outage():
        found: Any = await redis.hmget(KEY, ["secret", "since"])
    if None in found:
        return None
    secret, since = found
    return Mark(hashlib.sha256(secret).hexdigest(), int(since))


class InstallationStore:
    """The installation of a Redis."""

    def __init__(self, redis: Redis, durability: Durability | None = None) -> None:
        self._redis = redis
        self._make = Script(redis, SCRIPTS / "make_installation.lua", durability)

    async def secret(self) -> str:
        """Return the secret of the installation, which is made if there is none.

        It is read each time: after a restore, all engines must go by the same. Raise
        StoreUnavailable.
        """
        with outage():
            found: Any = await self._redis.hget(KEY, "secret")
            if found is None:
                found = await self._make.one([KEY], [secrets.token_hex(32)])
        return str(found.decode())
