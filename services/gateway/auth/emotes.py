"""Emotes: a few words of a seat for those who follow its match now. They are kept nowhere.

    limit:{MATCH}:emote:SEAT      string  when the seat sent its last one, and under which key
    limit:{MATCH}:emote:SEAT:KEY  string  the request that had this mark of an Idempotency-Key

What an emote says stands in the message to the gateways alone. Until a match ends, those hear it
who follow the match. Then its streams close, and for a few minutes its players hear it in theirs.
"""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from math import ceil
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from croupier.v1 import engine_service_pb2 as pb
from redis.asyncio import Redis
from redislink.channels import (
    emote_message,
    heads_channel,
    late_emote_message,
    player_channel,
)
from redislink.script import Script

from gateway.auth.players import redis_errors
from gateway.errors import Problem

PAUSE_MS = 3_000
"""Between two emotes of a seat."""
REPEATS_MS = 300_000
"""For so long a repeat of an emote under its key is known as one."""
AFTERWARDS = timedelta(minutes=5)
"""For so long after the end of a match something can still be said."""
EmoteName: TypeAlias = Literal["hello", "thanks", "nice", "oops", "thinking", "goodGame"]
NAMES = get_args(EmoteName)
"""Their order stays: their places are in `number_of`."""
NO_KEY = "-"


class Emote(NamedTuple):
    """An emote of a seat, and the mark and fingerprint by which its repeats are known."""

    match_id: str
    seat: int
    name: str
    mark: str
    fingerprint: str


class Emotes:
    """Sends emotes to all gateways."""

    def __init__(self, redis: Redis) -> None:
        self._tell = Script(redis, files("gateway.auth") / "tell_emote.lua")

    async def is_repeat(self, emote: Emote) -> bool:
        """Return whether it was told before, under its key.

        Raise Problem idempotency_mismatch; rate_limited if the seat's last was a moment ago; or
        unavailable.
        """
        return await self._call(emote)

    async def tell(self, emote: Emote, roster: pb.Roster) -> bool:
        """Tell it in the match of this roster; return whether it is a repeat, which nobody hears.

        Raise the Problems of `is_repeat`, and those of a match in which nobody can say anything.
        """
        if refusal := refusal_of(roster, datetime.now(UTC)):
            raise refusal
        return await self._call(emote, *_told(emote, roster))

    async def _call(self, emote: Emote, *told: str) -> bool:
        args: list[Any] = [emote.mark, emote.fingerprint, PAUSE_MS, REPEATS_MS, *told]
        last = f"limit:{{{emote.match_id}}}:emote:{emote.seat}"
        with redis_errors():
            outcome, *left = await self._tell.one([last, f"{last}:{emote.mark}"], args)
        if outcome == b"other":
            raise Problem(
                "idempotency_mismatch", "This Idempotency-Key was used for another request."
            )
        if outcome == b"soon":
            raise _too_soon(ceil(int(left[0]) / 1000))
        return bool(outcome == b"again")


def mark(key: str | None, player_id: str) -> str:
    """Return what marks repeats of a request of this player under its Idempotency-Key."""
    return hashlib.sha256(f"{player_id} {key}".encode()).hexdigest() if key else NO_KEY


def refusal_of(roster: pb.Roster, now: datetime) -> Problem | None:
    """Return why nobody can send an emote in this match now."""
    if roster.ended and not _has_just_ended(roster, now):
        return Problem("match_not_active", "The match has ended, some time ago.")
    if roster.silent:
        return Problem("conflict", "This match was made without emotes.")
    return None


def number_of(seat: int, name: str) -> int:
    """Return the number, above 0, for an emote of a seat in a player's channel."""
    return 1 + seat * 100 + NAMES.index(name)


def named(number: int) -> tuple[int, str] | None:
    """Return the seat and the emote of a number; None for one of a later release."""
    seat, place = divmod(number - 1, 100)
    return (seat, NAMES[place]) if place < len(NAMES) else None


def _has_just_ended(roster: pb.Roster, now: datetime) -> bool:
    # An engine of an earlier release does not say when.
    ended = roster.end_time
    return bool(ended) and now - datetime.fromisoformat(ended) < AFTERWARDS


def _told(emote: Emote, roster: pb.Roster) -> Sequence[str]:
    """Return the message, and the channels of those who are to hear it."""
    if not roster.ended:
        return emote_message(emote.seat, emote.name), heads_channel(emote.match_id)
    message = late_emote_message(emote.match_id, number_of(emote.seat, emote.name))
    return message, *(player_channel(each) for each in roster.player_ids if each)


def _too_soon(again_s: int) -> Problem:
    return Problem(
        "rate_limited",
        f"A seat may send one emote in {PAUSE_MS // 1000} seconds.",
        {"Retry-After": str(again_s)},
        bucket="emotes",
        per="seat",
        limit=1,
        window=PAUSE_MS // 1000,
        retryAfter=again_s,
    )
