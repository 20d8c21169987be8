"""The RP ids for which passkeys are, for `croupierctl doctor`: with another one, keys are lost.

limit:{passkey-rps-made}  hash  RP id -> when a key was last made for it, s since the epoch
limit:{passkey-rps}       hash  RP id -> when a gateway was last using it, kept for a day
"""

import asyncio
import time
from typing import Any, cast

from redis.asyncio import Redis
from redis.exceptions import RedisError

from gateway.observability.doctor_notes import DoctorNotes

MADE = "limit:{passkey-rps-made}"
USED = "limit:{passkey-rps}"


class PasskeyRps:
    """Notes the RP id of this gateway, by the way."""

    def __init__(self, redis: Redis, rp_id: str) -> None:
        self._redis, self._rp_id = redis, rp_id
        self._used = DoctorNotes(redis, USED)
        self._noting: asyncio.Task[None] | None = None

    def used(self) -> None:
        """Note that this gateway asks for keys of its RP id."""
        self._used.note_once(self._rp_id)

    def made(self) -> None:
        """Note that a key was made for it."""
        self._noting = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            redis = cast(Any, self._redis)
            await redis.hset(MADE, self._rp_id, str(int(time.time())))
        except (RedisError, OSError):  # the next key is noted
            return
