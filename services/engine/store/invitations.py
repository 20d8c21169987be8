"""Invitations in Redis: fields of the match's own hash.

    match:{ID}  hash  invited:PLAYER -> "ID SENT UNTIL", or "ID SENT UNTIL declined"

Times are milliseconds since the epoch. So an invitation expires with its match, is read with one
command whether or not there is such a match, and makes no version.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from croupier_match.match import AnyMatch
from croupier_match.refusals import Conflict
from redis.asyncio import Redis
from redislink.channels import player_channel
from redislink.durability import Durability
from redislink.script import Script, named

from engine.domain.invitations import Invitation
from engine.store import keys
from engine.store.errors import outage
from engine.store.idempotency import IdempotencyKey, recorded
from engine.store.scripts import SCRIPTS

PREFIX = "invited:"
MAX_PENDING = 20
"""The most invitations of a match that are pending."""
MAX_INVITATIONS = 100
"""The most invitations of a match, whatever has become of them."""
REFUSALS = {
    b"pending": "This player is invited already.",
    b"declined": "This player has declined an invitation to this match.",
}
FULL = {
    b"pending": f"A match has at most {MAX_PENDING} pending invitations; withdraw one first.",
    b"all": f"A match has at most {MAX_INVITATIONS} invitations; withdraw some first.",
}


class MatchChanged(Exception):
    """The match has another version than the one that was read."""


class InvitationStore:
    """The invitations of all matches. Every call may raise StoreUnavailable."""

    def __init__(self, redis: Redis, durability: Durability | None = None) -> None:
        """With a `durability`, a change counts as made once it is as durable."""
        self._redis = redis
        self._invite = Script(redis, SCRIPTS / "invite.lua", durability)
        self._end = Script(redis, SCRIPTS / "end_invitation.lua", durability)
        self._rewrite_record = Script(redis, SCRIPTS / "rewrite_record.lua", durability)

    async def of(self, match_id: str, player_id: str) -> Invitation | None:
        """The invitation of a player into a match, which may have expired; None without one."""
        (found,) = await self.of_many([match_id], player_id)
        return found

    async def of_many(self, match_ids: Sequence[str], player_id: str) -> list[Invitation | None]:
        """The invitations of a player into these matches, in their order."""
        pipeline = self._redis.pipeline(transaction=False)
        for match_id in match_ids:
            pipeline.hget(keys.match(match_id), _field(player_id))
        with outage():
            found = await pipeline.execute()
        return [_parsed(player_id, text.decode()) if text else None for text in found]

    async def all(self, match_id: str) -> list[Invitation]:
        """All invitations of a match, in the order in which they were sent."""
        with outage():
            found: Any = await self._redis.hgetall(keys.match(match_id))
        prefix = PREFIX.encode()
        invitations = (
            _parsed(field.decode()[len(PREFIX) :], text.decode())
            for field, text in found.items()
            if field.startswith(prefix)
        )
        return sorted(invitations, key=lambda each: (each.sent_ms, each.id))

    async def made_under(self, match_id: str, key: IdempotencyKey | None) -> Invitation | None:
        """The invitation that was made under a key, as it was. Raise IdempotencyMismatch."""
        if not key:
            return None
        with outage():
            record = await self._rewrite_record.one([keys.records(match_id)], [key.field])
        return _recorded(record, key) if record else None

    async def add(
        self, match: AnyMatch, invitation: Invitation, key: IdempotencyKey | None
    ) -> Invitation:
        """Store the invitation and notify its player; that of before, if the key was used.

        Raise Conflict, IdempotencyMismatch, or MatchChanged if the match has another version.
        """
        seated = (seat.player.id for seat in match.seats if seat.player)
        invited = named(
            version=str(match.version),
            prefix=PREFIX,
            field=_field(invitation.player_id),
            invitation=_written(invitation),
            now=invitation.sent_ms,
            most_pending=MAX_PENDING,
            most=MAX_INVITATIONS,
            key=key.field if key else "",
            record=_record(key, invitation) if key else "",
            notification=f"{match.id} {match.version}",
            channel=player_channel(invitation.player_id),
            seated=[*map(_field, seated)],
        )
        with outage():
            outcome, *details = await self._invite.one(
                [keys.match(match.id), keys.records(match.id)], [invited]
            )
        if outcome == b"known" and key:
            return _recorded(details[0], key)
        if outcome == b"changed":
            raise MatchChanged
        if outcome != b"invited":
            raise Conflict(FULL[details[0]] if details else REFUSALS[outcome])
        return invitation

    async def decline(self, match_id: str, invitation: Invitation) -> bool:
        """Note that the player has declined; whether the invitation was still there."""
        return await self._replace(
            match_id, invitation, _written(replace(invitation, declined=True))
        )

    async def withdraw(self, match_id: str, invitation: Invitation) -> bool:
        """Forget the invitation; whether it was still there."""
        return await self._replace(match_id, invitation, "")

    async def forget(self, match_ids: Sequence[str], player_id: str) -> None:
        """Forget all invitations of a player into these matches."""
        pipeline = self._redis.pipeline(transaction=False)
        for match_id in match_ids:
            pipeline.hdel(keys.match(match_id), _field(player_id))
        with outage():
            await pipeline.execute()

    async def _replace(self, match_id: str, invitation: Invitation, by: str) -> bool:
        args = [_field(invitation.player_id), _written(invitation), by]
        with outage():
            return bool(await self._end.one([keys.match(match_id)], args))


def _field(player_id: str) -> str:
    return f"{PREFIX}{player_id}"


def _written(invitation: Invitation) -> str:
    times = f"{invitation.id} {invitation.sent_ms} {invitation.until_ms}"
    return f"{times} declined" if invitation.declined else times


def _parsed(player_id: str, text: str) -> Invitation:
    invitation_id, sent, until, *declined = text.split(" ")
    return Invitation(invitation_id, player_id, int(sent), int(until), bool(declined))


def _record(key: IdempotencyKey, invitation: Invitation) -> str:
    return json.dumps([key.mark, invitation.player_id, _written(invitation)])


def _recorded(record: bytes, key: IdempotencyKey) -> Invitation:
    """The invitation of a record. Raise IdempotencyMismatch."""
    player_id, text = recorded(record, key)
    return _parsed(player_id, text)
