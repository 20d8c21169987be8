"""The installation: what all engines of one Redis share, made by whichever comes first.

    {tickets}:installation  hash  secret (64 hex digits), since (ms since the epoch: when it was
                                  made), recipe2 (ms since the epoch: from when new matches are
                                  of recipe 2; 0 if no engine without it has played here),
                                  undo (the same of matches in which moves can be taken back)

It lies in the slot of the tickets, where engines of every release may write.
"""

import asyncio
import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from redis.asyncio import Redis
from redislink.durability import Durability
from redislink.script import Script

from engine.store import keys
from engine.store.errors import outage
from engine.store.scripts import SCRIPTS

KEY = "{tickets}:installation"
SIDE_BY_SIDE = timedelta(days=1)
"""How long engines of the release before may run, from when the first of this one has written
here."""
LOOK_S = 0.3
"""How long one of the matches of a Redis is looked for."""


@dataclass(frozen=True, slots=True)
class Installation:
    """The secret of an installation, the time of its creation, and those of the first matches of
    recipe 2 and with undo, all in ms since the epoch."""

    secret: str
    since_ms: int
    recipe_2_ms: int
    undo_ms: int


@dataclass(frozen=True, slots=True)
class Mark:
    """What tells an installation from others, without its secret: a hash of that, and the time of
    its creation in ms since the epoch, None if it is unknown."""

    digest: str
    since_ms: int | None


async def read_mark(redis: Redis) -> Mark | None:
    """The mark of the installation; None if there is none, and none is made then.

    Raise StoreUnavailable.
    """
    with outage():
        found: Any = await redis.hmget(KEY, ["secret", "since"])
    secret, since = found
    if secret is None:
        return None
    return Mark(hashlib.sha256(secret).hexdigest(), int(since) if since else None)


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
            found: Any = await self._redis.hmget(KEY, ["secret", "since", "recipe2", "undo"])
            if None in found:
                new = found[0] is None and not await self._has_matches()
                wait_ms = 0 if new else SIDE_BY_SIDE // timedelta(milliseconds=1)
                found = await self._make.one([KEY], [secrets.token_hex(32), wait_ms])
        secret, since, recipe_2, undo = found
        return Installation(secret.decode(), int(since), int(recipe_2), int(undo))

    async def _has_matches(self) -> bool:
        """Whether any match is stored: then some engine has played here, of any release.

        It may be so where many other keys are: looking through them is given up, since it would be
        begun anew by each caller, and never end in time.
        """
        try:
            async with asyncio.timeout(LOOK_S):
                async for _ in self._redis.scan_iter(match=keys.match("*"), count=1000):
                    return True
        except TimeoutError:
            return True
        return False
