"""Keys and small formats of ratings, which engines write and gateways read.

    {tally}:due            sorted set  match id -> ms since the epoch: when it is to be tallied;
                                       every match that was dealt enters it along with its end
    {tally}:sweep          sorted set  one member: when to look for matches that it lacks
    {tally}:pools          set         the pools that have a ledger, or are about to
    {tally}:unlisted       sorted set  players whom no board shows: who asked for it, or was hidden
                                       by an operator, with 0; who is deleted, with when, ms since
                                       the epoch, until no place could be left (DELETED_MS)
    {tally}:places         sorted set  player -> when to look at its places on the boards

All of a pool lies in one slot; croupier_rating says what a pool, a ledger and numbers are:

    {rating:POOL}:head     hash        seq, head, clock: those of the ledger after its last entry
    {rating:POOL}:players  hash        player -> Numbers.pack(), 20 bytes
    {rating:POOL}:order    sorted set  player -> points, of all whom the board shows
    {rating:POOL}:lapse    sorted set  of the same players -> the day, counted from 1970, on which
                                       each leaves the board unless it plays
    {rating:POOL}:ledger   stream      entries, with the ids SEQ-0 and the fields LINE and BACK
    {rating:POOL}:pairs    hash        key of Ledger.recent -> its marks, see `marks_text`
    {rating:POOL}:done     sorted set  match id -> seq of its entry, the newest DONE of them
    {rating:POOL}:seen     hash        seq, at: the last entry at a look, and when that was, ms
                                       since the epoch; what was there long ago can be archived

A ledger of which the first entries were dropped has what followed from them, in the same forms:
{rating:POOL}:base:head, :base:players and :base:pairs.

The field TALLIED of a match's hash has the public JSON of its `ratings`, or NOT_RATED once a match
that is not rated was tallied.

Only the tally of the engines writes boards. Whoever hides or shows a player calls `follow_listed`.
"""

import json
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from redis.asyncio import Redis

TALLY_DUE, TALLY_SWEEP = "{tally}:due", "{tally}:sweep"
POOLS, UNLISTED, PLACES = "{tally}:pools", "{tally}:unlisted", "{tally}:places"

LINE, BACK = "line", "back"
"""The fields of an entry: its line, and a JSON list that has for each player of the entry, in its
order, the seq of the entry before it that made the player's numbers what they were, or 0.
Numbers.seq names the last one, so all that have changed a player's numbers are found backwards."""
DELETED_MS = 30 * 7 * 24 * 60 * 60 * 1000
"""How long a deleted player is kept from boards: whoever has not played for 29 weeks is on none."""
DONE = 100_000
"""So many matches are remembered to have an entry, so that none gets two."""

TALLIED = "tallied"
NOT_RATED = "-"


def head(pool: str) -> str:
    return _of(pool, "head")


def players(pool: str) -> str:
    return _of(pool, "players")


def order(pool: str) -> str:
    return _of(pool, "order")


def lapse(pool: str) -> str:
    return _of(pool, "lapse")


def ledger(pool: str) -> str:
    return _of(pool, "ledger")


def pairs(pool: str) -> str:
    return _of(pool, "pairs")


def done(pool: str) -> str:
    return _of(pool, "done")


def seen(pool: str) -> str:
    return _of(pool, "seen")


def base_head(pool: str) -> str:
    return _of(pool, "base:head")


def base_players(pool: str) -> str:
    return _of(pool, "base:players")


def base_pairs(pool: str) -> str:
    return _of(pool, "base:pairs")


def _of(pool: str, name: str) -> str:
    return f"{{rating:{pool}}}:{name}"


def marks_text(marks: Iterable[tuple[int, int]]) -> str:
    """The marks of a key of Ledger.recent as they are stored: JSON, pairs of moment and seq."""
    return json.dumps([[at, seq] for at, seq in marks], separators=(",", ":"))


def marks_of(stored: bytes) -> list[tuple[int, int]]:
    """The marks of a stored text."""
    return [(at, seq) for at, seq in json.loads(stored)]


async def set_listed(redis: Redis, player_id: str, listed: bool, deleted_ms: int = 0) -> None:
    """Show a player on the boards, or on none; the tally does so within a second or two.

    A player stays unlisted while there is any reason for it, so the caller has to know that there
    is none; one that was deleted at `deleted_ms`, for DELETED_MS. It may be repeated. Raise
    RedisError or OSError.
    """
    client: Any = redis
    if listed:
        await client.zrem(UNLISTED, player_id)
    else:
        await client.zadd(UNLISTED, {player_id: deleted_ms})
    # Second: whoever looks at the places finds what holds now. The score is earlier than any lease
    # ends, so a look that is under way is followed by another one.
    await client.zadd(PLACES, {player_id: 0})


async def follow_listed(
    redis: Redis, player_id: str, is_listed: Callable[[], Awaitable[bool]]
) -> None:
    """Show a player on the boards if its account says so, and else on none.

    `is_listed` reads that in the account. It is read until it has not changed meanwhile: the player
    and an operator may both change it. Raise RedisError or OSError, and what `is_listed` raises.
    """
    told: bool | None = None
    while told is not (listed := await is_listed()):
        await set_listed(redis, player_id, listed)
        told = listed
