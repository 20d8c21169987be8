"""Notes of the matches that players are invited to, in Redis.

    player:{ID}:invitations  hash  match -> "EXPIRES SENDER": who invites, and when the note
                                   expires, seconds since the epoch
                                   declined:SENDER -> "EXPIRES": until when the player takes no
                                   invitations of that sender
                                   inviting:MATCH -> "EXPIRES": the engine may not have stored the
                                   invitation of that note yet

They are hints, written before the invitation is: whether somebody is invited, the match says.
"""

import time
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from redis.asyncio import Redis
from redislink.accounts import account
from redislink.script import Script, named

from gateway.players.outages import redis_errors
from gateway.players.player import Player

MAX_NOTES = 200
"""The most matches of a player that are noted; one more takes the place of the oldest of the
sender who has most."""
MAX_OF_SENDER = 5
"""The most matches of a player that are noted of one sender."""
MAX_DECLINED = 200
"""The most senders whom a player has declined; the one declined first goes first."""
LIFE_S = {"bot": 2 * 60, "human": 25 * 60 * 60}
"""How long a note is kept, by the kind of the player: longer than any invitation."""
DECLINED_S = 24 * 60 * 60
"""How long a declined sender cannot invite the player."""
INVITING_S = 10
"""How long an invitation may be on its way to the engine, should its gateway not tell."""
DECLINED, INVITING = "declined:", "inviting:"


class SenderDeclined(Exception):
    """The player takes no invitations of the sender."""


class SenderFull(Exception):
    """The player has MAX_OF_SENDER notes of the sender; those of `match_ids` may be out of date."""

    def __init__(self, match_ids: Sequence[str]) -> None:
        super().__init__(match_ids)
        self.match_ids = match_ids


class Invited:
    """The notes of all players. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._note = Script(redis, files("gateway.players") / "note_invitation.lua")

    async def note(self, player: Player, sender_id: str, match_id: str) -> None:
        """Note that the player is being invited, for as long as an invitation may be pending.

        A note of the match that there is keeps its sender until `answered`, which is to be called
        afterwards. Raise SenderDeclined or SenderFull; then nothing was noted.
        """
        note = named(
            match=match_id,
            sender=sender_id,
            kept_s=LIFE_S[player.kind],
            most_of_sender=MAX_OF_SENDER,
            most=MAX_NOTES,
            all_kept_s=max(LIFE_S.values()),
            inviting_s=INVITING_S,
        )
        with redis_errors():
            outcome, *match_ids = await self._note.one([_notes(player.id)], [note])
        if outcome == b"declined":
            raise SenderDeclined
        if outcome == b"full":
            raise SenderFull([each.decode() for each in match_ids])

    async def answered(self, player: Player, match_id: str, sender_id: str | None) -> None:
        """Note that the engine has stored the invitation of this sender; None: has refused it."""
        notes = _notes(player.id)
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.hdel(notes, f"{INVITING}{match_id}")
        if sender_id:
            expires = time.time() + LIFE_S[player.kind]
            pipeline.hset(notes, match_id, f"{expires:.0f} {sender_id}")
        with redis_errors():
            await pipeline.execute()

    async def to(self, player_id: str) -> list[str]:
        """Return the matches that the player may be invited to."""
        return [*await self.senders(player_id)]

    async def of_sender(self, player_id: str, match_id: str) -> tuple[str, list[str]]:
        """Return the sender of the note of a match, and the matches of all its notes.

        Without a note of the match, that is "" and nothing.
        """
        senders = await self.senders(player_id)
        sender_id = senders.get(match_id, "")
        return sender_id, [match_id for match_id, each in senders.items() if each == sender_id]

    async def decline(self, player_id: str, sender_id: str) -> None:
        """Let the sender invite the player no more, for DECLINED_S."""
        notes, field = _notes(player_id), f"{DECLINED}{sender_id}"
        declined = {
            each: until
            for each, until in (await self._fields(player_id)).items()
            if each.startswith(DECLINED) and each != field
        }
        oldest = sorted(declined, key=lambda each: int(declined[each]))
        pipeline = self._redis.pipeline(transaction=False)
        if most := oldest[: max(len(oldest) - MAX_DECLINED + 1, 0)]:
            pipeline.hdel(notes, *most)
        pipeline.hset(notes, field, f"{time.time() + DECLINED_S:.0f}")
        pipeline.expire(notes, max(LIFE_S.values()))
        with redis_errors():
            await pipeline.execute()

    async def forget(self, player_id: str, match_ids: Sequence[str]) -> None:
        """Remove the notes of these matches."""
        if match_ids:
            with redis_errors():
                await self._redis.hdel(_notes(player_id), *match_ids)

    async def forget_declined(self, player_id: str) -> None:
        """Remove all senders that the player has declined."""
        fields = await self._fields(player_id)
        await self.forget(player_id, [each for each in fields if each.startswith(DECLINED)])

    async def senders(self, player_id: str) -> dict[str, str]:
        """Return the senders of all notes, by the match."""
        return {
            field: value.partition(" ")[2]
            for field, value in (await self._fields(player_id)).items()
            if not field.startswith((DECLINED, INVITING))
        }

    async def _fields(self, player_id: str) -> Mapping[str, str]:
        with redis_errors():
            found: Any = await self._redis.hgetall(_notes(player_id))
        return {field.decode(): value.decode() for field, value in found.items()}


def _notes(player_id: str) -> str:
    return f"{account(player_id)}:invitations"
