"""When which match must be looked at, since somebody's time may have run out.

    deadlines  sorted set  match id -> ms since the epoch

A match is entered before its start is stored and stays until somebody looks and
finds that it has ended. In between, moves touch nothing here: the entry says no
more than that nobody's time runs out before (see `engine.clock.next_look`), and
whoever looks too early enters it for later. So no engine that dies leaves a
match without its entry, and a move by the clock costs as much as one without.

Nothing here cannot be made again from the matches: `croupierctl reindex`.
"""

from collections.abc import Iterable, Mapping

from redis.asyncio import Redis
from redislink.script import Script

from engine.domain import clock
from engine.domain.reducer import AnyMatch
from engine.store.scripts import SCRIPTS

KEY = "deadlines"
LEASE_MS = 300
"""How long whoever has claimed a match has for it: so short that a second engine may die
with it, and the deadline is still applied within a second by a third."""
BATCH = 100


class Deadlines:
    """Where matches are found by when they are due."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._claim = Script(redis, SCRIPTS / "claim_due.lua")

    async def add(self, before: AnyMatch | None, after: AnyMatch) -> None:
        """Enter a match that begins to have deadlines."""
        due = clock.deadline(after)
        if due is not None and (before is None or clock.deadline(before) is None):
            await self._redis.zadd(KEY, {after.id: due}, lt=True)

    async def tidy(self, after: AnyMatch) -> None:
        """Take out a match that has ended."""
        if after.clock and after.ended:
            await self._redis.zrem(KEY, after.id)

    async def claim(self, now_ms: int) -> list[str]:
        """Up to BATCH matches that are due, for LEASE_MS nobody else's."""
        found = await self._claim.one([KEY], [now_ms, LEASE_MS, BATCH])
        return [match_id.decode() for match_id in found]

    async def put(self, looks: Mapping[str, int | None]) -> None:
        """When to look at these again; None is never."""
        later = {match_id: at for match_id, at in looks.items() if at is not None}
        never = [match_id for match_id, at in looks.items() if at is None]
        pipeline = self._redis.pipeline(transaction=False)
        if later:
            pipeline.zadd(KEY, later)
        if never:
            pipeline.zrem(KEY, *never)
        await pipeline.execute()

    async def all(self) -> set[str]:
        """The matches that are entered."""
        names: list[bytes] = await self._redis.zrange(KEY, 0, -1)  # type: ignore[assignment]
        return {name.decode() for name in names}

    async def restore(self, matches: Iterable[AnyMatch]) -> set[str]:
        """Enter matches that have a deadline and are not entered; those that have, or will have."""
        going_on = [match for match in matches if match.clock and not match.ended]
        due = {match.id: at for match in going_on if (at := clock.deadline(match)) is not None}
        if due:
            await self._redis.zadd(KEY, due, nx=True)
        return {match.id for match in going_on}

    async def remove(self, match_ids: Iterable[str]) -> None:
        for match_id in match_ids:
            await self._redis.zrem(KEY, match_id)
