"""The deadline queue: matches ordered by the moment a player's time runs out.

    deadlines  sorted set  match id -> ms since the epoch

A match is added along with its start, or the first of its two phases if its deal is sealed, in a
cluster before it, and stays until it has ended, or a check finds that it has. Moves do not touch
its entry: that says only that no time runs out earlier (see `croupier_match.deadlines.next_check`),
and a check that comes too early moves it to later. So no engine that dies leaves a match without
an entry, and a move costs as much with a clock as without.

All of it can be rebuilt from the matches: `croupierctl reindex`.
"""

from collections.abc import Iterable, Mapping

from croupier_match import deadlines
from croupier_match.match import AnyMatch
from croupier_match.refusals import NotPlayedHere
from redis.asyncio import Redis
from redislink.commands import Command

from engine.domain.due import deadline
from engine.store.indexes.due_queue import Claims, DueQueue

KEY = "deadlines"
LEASE_MS = 300
"""How long a claim lasts: so short that two engines may die one after the other, and a third
still applies the deadline within a second."""
BATCH = 100
"""How many matches are claimed at once."""


class Deadlines:
    """The queue. Every call may raise RedisError or OSError."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._queue = DueQueue(redis, KEY, LEASE_MS, BATCH)

    async def claim(self, now_ms: int) -> Claims:
        """Up to BATCH matches that are due, which no other engine gets for LEASE_MS."""
        return await self._queue.claim(now_ms)

    async def put(self, due: Mapping[str, int | None]) -> None:
        """Set when to check matches again, in ms since the epoch; None removes a match."""
        later = {match_id: at for match_id, at in due.items() if at is not None}
        never = [match_id for match_id, at in due.items() if at is None]
        pipeline = self._redis.pipeline(transaction=False)
        if later:
            pipeline.zadd(KEY, later)
        if never:
            pipeline.zrem(KEY, *never)
        await pipeline.execute()

    async def all(self) -> set[str]:
        """The ids of all matches in the queue."""
        names: list[bytes] = await self._redis.zrange(KEY, 0, -1)  # type: ignore[assignment]
        return {name.decode() for name in names}

    async def restore(self, matches: Iterable[AnyMatch]) -> set[str]:
        """Add those with a deadline that are missing; the ids of all that have or will have one."""
        running = [match for match in matches if deadlines.may_have(match)]
        due = {match.id: at for match in running if (at := _due(match)) is not None}
        if due:
            # nx: running engines may just have entered a better time.
            await self._redis.zadd(KEY, due, nx=True)
        return {match.id for match in running}

    async def remove(self, match_ids: Iterable[str]) -> None:
        """Remove these matches from the queue."""
        for match_id in match_ids:
            await self._redis.zrem(KEY, match_id)


def _due(match: AnyMatch) -> int | None:
    """Return when to check the deadline, maybe too early if the match is not played here."""
    try:
        return deadline(match)
    except NotPlayedHere:  # a check that comes too early moves it to later
        return deadlines.earliest(match)


def entering(before: AnyMatch | None, after: AnyMatch) -> list[Command]:
    """The command that adds a match whose clock, or time to reveal, starts with this change, or
    whose deadline may be sooner by it."""
    due = deadline(after)
    # What was before the start is no bound for the clock: its first deadline may be earlier.
    goes_on = before is not None and before.status == after.status
    # Where moves are taken back, a seat may have less time than a move gives.
    sooner = before is not None and before.undo != after.undo
    # And a phase may have less than any seat.
    sooner = sooner or after.phase_left_ms is not None
    if due is None or (goes_on and not sooner and before and deadline(before) is not None):
        return []
    # LT: an earlier entry of an engine that died stays; a check too early does no harm.
    return [("ZADD", KEY, "LT", str(due), after.id)]


def leaving(after: AnyMatch) -> list[Command]:
    """The command that removes a match that has ended and may have had a deadline, if it is one."""
    had_one = after.clock or after.reveal_ms
    return [("ZREM", KEY, after.id)] if had_one and after.ended else []
