"""The installation: what all engines of one Redis share, made by whichever comes first.

    {tickets}:installation  hash  secret (64 hex digits), since (ms since the epoch: when it was
                                  made)

It lies in the slot of the tickets, where engines of every release may write.
"""

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
class Installation:
    """The secret of an installation, and the time of its creation in ms since the epoch."""

    secret: str
    since_ms: int


class InstallationStore:
    """The installation of a Redis."""

    def __init__(self, redis: Redis, durability: Durability | None = None) -> None:
        self._redis = redis
        self._make = Script(redis, SCRIPTS / "make_installation.lua", durability)

    async def read(self) -> Installation:
        """The installation, made now if there is none. Raise StoreUnavailable.

        It is read each time: after a restore, all engines must go by the same.
        """
        with outage():
            found: Any = await self._redis.hmget(KEY, ["secret", "since"])
            if None in found:
                found = await self._make.one([KEY], [secrets.token_hex(32)])
        secret, since = found
        return Installation(secret.decode(), int(since))
