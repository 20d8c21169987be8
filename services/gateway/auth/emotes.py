"""Emotes: a few words of a seat for those who follow its match now. They are kept nowhere.

    limit:{MATCH}:emote:SEAT  string  when the seat sent its last one, and under which key

What an emote says stands in the message to the gateways alone.
"""

import hashlib
from importlib.resources import files
from math import ceil
from typing import NamedTuple

from redis.asyncio import Redis
from redislink.channels import emote_message, heads_channel
from redislink.script import Script

from gateway.auth.players import redis_errors
from gateway.errors import Problem

PAUSE_MS = 3_000
"""Between two emotes of a seat."""
REPEATS_MS = 60_000
"""For so long a repeat of a seat's last emote is known as one."""
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

    async def tell(self, emote: Emote, refusal: Problem | None) -> bool:
        """Tell it, and return whether this was a repeat, of which nobody hears.

        Raise Problem idempotency_mismatch; then `refusal`, if there is one; rate_limited if the
        seat's last was a moment ago; or unavailable.
        """
        channel, message = heads_channel(emote.match_id), emote_message(emote.seat, emote.name)
        args = [int(refusal is None), emote.mark, emote.fingerprint, PAUSE_MS, REPEATS_MS]
        with redis_errors():
            outcome, *left = await self._tell.one([_last(emote)], [*args, channel, message])
        if outcome == b"other":
            raise Problem(
                "idempotency_mismatch", "This Idempotency-Key was used for another request."
            )
        if outcome == b"no" and refusal:
            raise refusal
        if outcome == b"soon":
            raise _too_soon(ceil(int(left[0]) / 1000))
        return bool(outcome == b"again")


def mark(key: str | None, player_id: str) -> str:
    """Return what marks repeats of a request of this player under its Idempotency-Key."""
    return hashlib.sha256(f"{player_id} {key}".encode()).hexdigest() if key else NO_KEY


def _last(emote: Emote) -> str:
    return f"limit:{{{emote.match_id}}}:emote:{emote.seat}"


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
