"""Notes of the matches that players are invited to, in Redis.

    player:{ID}:invitations  hash  match -> when the note expires, seconds since the epoch

They are hints, written before the invitation is: whether somebody is invited, the match says.
"""

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from redis.asyncio import Redis
from redislink.accounts import account
from redislink.script import Script

from gateway.auth.players import Player, redis_errors

MAX_NOTES = 200
"""The most matches of a player that are noted; the oldest note goes first."""
LIFE_S = {"bot": 2 * 60, "human": 25 * 60 * 60}
"""How long a note is kept, by the kind of the player: longer than any invitation."""


class Invited:
    """The notes of all players. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._note = Script(redis, files("gateway.auth") / "note_invitation.lua")

    async def note(self, player: Player, match_id: str) -> None:
        """Note that the player is being invited, for as long as an invitation may be pending."""
        args = [match_id, LIFE_S[player.kind], MAX_NOTES, max(LIFE_S.values())]
        with redis_errors():
            await self._note.one([_notes(player.id)], args)

    async def to(self, player_id: str) -> list[str]:
        """Return the matches that the player may be invited to."""
        with redis_errors():
            found: Any = await self._redis.hgetall(_notes(player_id))
        return [match_id.decode() for match_id in found]

    async def forget(self, player_id: str, match_ids: Sequence[str]) -> None:
        """Remove the notes of these matches."""
        if match_ids:
            with redis_errors():
                await self._redis.hdel(_notes(player_id), *match_ids)


def _notes(player_id: str) -> str:
    return f"{account(player_id)}:invitations"
