"""Challenges: what an authenticator must sign, made for one purpose, used up by the first answer.

    challenge:{HASH}  string  "PURPOSE PLAYER": what the challenge with this SHA-256 is for

It is used up before anything else of an answer is looked at, so that each has one try.
"""

import hashlib
import secrets
from typing import Any, Literal, TypeAlias

from redis.asyncio import Redis

from gateway.players.outages import redis_errors
from gateway.sessions.refused import Reason, Refused

Purpose: TypeAlias = Literal["create", "get"]
LIFE_S = 300
BYTES = 32


class Challenges:
    """The challenges of all gateways. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def make(self, purpose: Purpose, player_id: str = "") -> bytes:
        """Return a challenge that is good for LIFE_S, for this purpose of this player."""
        challenge = secrets.token_bytes(BYTES)
        with redis_errors():
            await self._redis.set(_key(challenge), f"{purpose} {player_id}", ex=LIFE_S)
        return challenge

    async def use_up(self, challenge: bytes, purpose: Purpose, player_id: str = "") -> None:
        """Raise Refused unless the challenge was good for this; it is not any more."""
        with redis_errors():
            found: Any = await self._redis.getdel(_key(challenge))
        if found is None or found.decode() != f"{purpose} {player_id}":
            raise Refused(Reason.CHALLENGE)


def _key(challenge: bytes) -> str:
    return f"challenge:{{{hashlib.sha256(challenge).hexdigest()}}}"
