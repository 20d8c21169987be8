"""Emotes: a few words of a seat for all followers of its match now. They are kept nowhere.

    limit:{MATCH}:emote:SEAT      string  when the seat sent its last one
    limit:{MATCH}:emote:SEAT:KEY  string  the request that had this mark of an Idempotency-Key

What an emote says stands in the message to the gateways alone. Until a match ends, those hear it
who follow the match. Then its streams close, and for a few minutes its players hear it in theirs.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from math import ceil
from typing import Literal, NamedTuple, TypeAlias, get_args

from croupier.v1 import engine_service_pb2 as pb
from redis.asyncio import Redis
from redislink import channels
from redislink.script import Script, named

from gateway.errors import Problem
from gateway.players.outages import redis_errors

PAUSE_MS = 3_000
"""Between two emotes of a seat."""
REPEATS_MS = 300_000
"""For so long a repeat of an emote under its key is known as one."""
AFTERWARDS = timedelta(minutes=5)
"""For so long after the end of a match something can still be said."""
EmoteName: TypeAlias = Literal["hello", "thanks", "nice", "oops", "thinking", "goodGame"]
NAMES = get_args(EmoteName)
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
        self._tell = Script(redis, files("gateway.players") / "tell_emote.lua")

    async def is_repeat(self, emote: Emote) -> bool:
        """Return whether it was told before, under its key.

        Raise Problem idempotency_mismatch; rate_limited if the seat's last was a moment ago; or
        unavailable.
        """
        return await self._call(emote, {})

    async def tell(self, emote: Emote, roster: pb.Roster) -> bool:
        """Tell it in the match of this roster; return whether it is a repeat, which is not told.

        Raise the Problems of `is_repeat`, and those of a match in which nobody can say anything.
        """
        if refusal := refusal_of(roster, datetime.now(UTC)):
            raise refusal
        return await self._call(emote, _told(emote, roster))

    async def _call(self, emote: Emote, told: Mapping[str, object]) -> bool:
        asked = named(
            mark=emote.mark,
            fingerprint=emote.fingerprint,
            pause_ms=PAUSE_MS,
            known_ms=REPEATS_MS,
            **told,
        )
        last = f"limit:{{{emote.match_id}}}:emote:{emote.seat}"
        with redis_errors():
            outcome, *left = await self._tell.one([last, f"{last}:{emote.mark}"], [asked])
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
    """Return why no seat can send an emote in this match now; None if seats can."""
    if roster.ended and not _has_just_ended(roster, now):
        return Problem("match_not_active", "The match has ended, some time ago.")
    if roster.silent:
        return Problem("conflict", "This match was made without emotes.")
    return None


def _has_just_ended(roster: pb.Roster, now: datetime) -> bool:
    return now - datetime.fromisoformat(roster.end_time) < AFTERWARDS


def _told(emote: Emote, roster: pb.Roster) -> Mapping[str, object]:
    """Return the message of an emote, and the channels to tell it in."""
    player_id = roster.player_ids[emote.seat]
    message = channels.Emote(emote.seat, emote.name, player_id).message()
    if not roster.ended:
        return {"message": message, "channels": [channels.match_channel(emote.match_id)]}
    players = [channels.player_channel(each) for each in roster.player_ids if each]
    return {"message": f"{emote.match_id} {message}", "channels": players}


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
