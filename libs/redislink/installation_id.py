"""The id of an installation: what tells it from others, the same for all of its programs.

    installation:id  string  opaque, made by whichever gateway or herald asks first

It is data as all else, so a restore brings it back, and who begins with an empty Redis has another.
"""

import math
import secrets
import time
from typing import Any, Final

from redis.asyncio import Redis

KEY: Final = "installation:id"
SAID: Final = r"^[A-Za-z0-9._-]{0,64}$"
"""What settings may say it is; "" to have it made."""
BYTES = 16
FRESH_S = 5.0
"""For how long it is not read again."""


class InstallationId:
    """The id as the settings say it, or else as Redis has it."""

    def __init__(self, redis: Redis, said: str) -> None:
        self._redis: Any = redis
        self._id, self._fresh_until = said, math.inf if said else 0.0

    async def read(self) -> str:
        """Return the id, which is made if there is none. Raise RedisError or OSError.

        It is read again and again: after a restore, all programs must go by the same.
        """
        if time.monotonic() > self._fresh_until:
            self._id = await self._stored()
            self._fresh_until = time.monotonic() + FRESH_S
        return self._id

    async def _stored(self) -> str:
        while (found := await self._redis.get(KEY)) is None:
            await self._redis.set(KEY, secrets.token_urlsafe(BYTES), nx=True)
        return str(found.decode())
