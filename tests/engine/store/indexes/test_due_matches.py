"""The index of deadlines: no match that is played by the clock is ever missing from it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from croupier_match import clock
from croupier_match.clock import DAY_MS
from croupier_match.match import ClockOptions, StartMode
from engine.service.matches import Matches
from engine.store.indexes.due_matches import BATCH, KEY, LEASE_MS, entering
from engine.store.indexes.reindex import reindex
from engine.store.matches import MatchStore
from engine.store.types import Saving
from redis.asyncio import Redis
from redislink.commands import run

from tests.engine.conftest import TTL
from tests.support.matches import Table, full_table, waiting_table

pytestmark = pytest.mark.anyio

PER_MOVE = ClockOptions(per_move_ms=DAY_MS)
NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
NOW_MS = clock.epoch_ms(NOW)


@pytest.fixture
def matches(own_redis: Redis) -> Matches:
    return Matches(MatchStore(own_redis, TTL), now=lambda: NOW)


async def entered(redis: Redis) -> dict[str, float]:
    rows: Any = await redis.zrange(KEY, 0, -1, withscores=True)
    return {match_id.decode(): due for match_id, due in rows}


async def test_a_match_is_entered_when_it_starts(matches: Matches, own_redis: Redis) -> None:
    waiting = await waiting_table(matches, clock=PER_MOVE)
    by_hand = await full_table(matches, clock=PER_MOVE, start=StartMode.MANUAL)
    await full_table(matches)
    assert await entered(own_redis) == {}
    await by_hand.start()
    full = await waiting.join(waiting.players[0].__class__("bob", "Bob", "human"))
    due = {by_hand.match_id: NOW_MS + DAY_MS, full.match_id: NOW_MS + DAY_MS}
    assert await entered(own_redis) == due


async def test_a_rematch_begins_with_its_deadline(matches: Matches, own_redis: Redis) -> None:
    table = await full_table(matches, clock=PER_MOVE)
    await table.resign(0)
    assert await entered(own_redis) == {}
    await table.rematch(0)
    again = (await table.rematch(1)).match_id
    assert await entered(own_redis) == {again: NOW_MS + DAY_MS}


async def test_moves_leave_the_index_alone(matches: Matches, own_redis: Redis) -> None:
    table = await full_table(matches, clock=PER_MOVE)
    before = await entered(own_redis)
    await table.through(Matches(matches.store, now=lambda: NOW + timedelta(hours=1))).play(3)
    assert await entered(own_redis) == before


class Dying(MatchStore):
    """An engine of a cluster that dies after so many words with Redis."""

    async def save(self, saving: Saving) -> None:
        await run(self._redis, entering(saving.before, saving.after))
        raise ConnectionError


async def test_an_engine_that_dies_before_it_stores_leaves_an_entry_too_many(
    matches: Matches, own_redis: Redis
) -> None:
    table = await full_table(matches, clock=PER_MOVE, start=StartMode.MANUAL)
    dying = Matches(Dying(own_redis, TTL), now=lambda: NOW)
    with pytest.raises(ConnectionError):
        await table.through(dying).start()
    assert await entered(own_redis) == {table.match_id: NOW_MS + DAY_MS}
    later = Matches(matches.store, now=lambda: NOW + timedelta(hours=1))
    await table.through(later).start()
    assert await entered(own_redis) == {table.match_id: NOW_MS + DAY_MS}, "earlier, never later"


async def running(matches: Matches, count: int) -> list[Table]:
    return [await full_table(matches, clock=PER_MOVE) for _ in range(count)]


async def claimed(matches: Matches, now_ms: int) -> list[str]:
    return (await matches.store.claim_due(now_ms)).ids


async def test_what_is_claimed_is_nobody_else_s_until_the_lease_is_over(matches: Matches) -> None:
    (table,) = await running(matches, 1)
    due_ms = NOW_MS + DAY_MS
    assert await claimed(matches, due_ms - 1) == []
    assert await claimed(matches, due_ms) == [table.match_id]
    assert await claimed(matches, due_ms + LEASE_MS - 1) == []
    assert await claimed(matches, due_ms + LEASE_MS) == [table.match_id]


async def test_at_once_so_many_are_claimed_the_longest_due_first(
    matches: Matches, own_redis: Redis
) -> None:
    names = {f"match {number}": number for number in range(BATCH + 1)}
    await own_redis.zadd(KEY, names)
    assert await claimed(matches, NOW_MS) == [*names][:-1]
    assert await claimed(matches, NOW_MS) == [[*names][-1]]
    assert await claimed(matches, NOW_MS) == []


async def test_a_claim_tells_when_the_next_one_is_due(matches: Matches, own_redis: Redis) -> None:
    assert (await matches.store.claim_due(NOW_MS)).next_ms == float("inf")
    await own_redis.zadd(KEY, {"now": NOW_MS, "later": NOW_MS + 2 * LEASE_MS})
    assert await matches.store.claim_due(NOW_MS) == (["now"], NOW_MS + LEASE_MS)
    await matches.store.reschedule({"now": None})
    assert await matches.store.claim_due(NOW_MS) == ([], NOW_MS + 2 * LEASE_MS)


async def test_when_to_look_again_is_told_for_all_at_once(
    matches: Matches, own_redis: Redis
) -> None:
    first, second, third = [table.match_id for table in await running(matches, 3)]
    await matches.store.reschedule({first: 7, second: None})
    assert await entered(own_redis) == {first: 7, third: NOW_MS + DAY_MS}
    await matches.store.reschedule({})


async def test_deadlines_made_again_are_what_they_must_be(
    matches: Matches, own_redis: Redis
) -> None:
    """Those that are there stay as they are; those that no match has go."""
    kept, lost = await running(matches, 2)
    started = await full_table(matches, clock=PER_MOVE, start=StartMode.MANUAL)
    (ended,) = await running(matches, 1)
    await ended.resign(0)
    without = await full_table(matches)
    waiting = await waiting_table(matches, clock=PER_MOVE)
    await own_redis.zrem(KEY, lost.match_id)
    strays = [ended.match_id, without.match_id, "never made", waiting.match_id]
    await own_redis.zadd(KEY, dict.fromkeys([kept.match_id, *strays], 5))
    await reindex(own_redis, settle_s=0)
    assert await entered(own_redis) == {
        kept.match_id: 5,
        waiting.match_id: 5,
        lost.match_id: NOW_MS + DAY_MS,
    }
    await started.start()
    await reindex(own_redis, settle_s=0)
    assert (await entered(own_redis))[started.match_id] == NOW_MS + DAY_MS
