"""What is due to be archived, and what it costs an engine to look for it."""

import asyncio
import gc
import time
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from croupier_match import clock
from croupier_match.match import Status
from engine.domain.steady_clock import utc_now
from engine.service.matches import Matches
from engine.store import keys
from engine.store.archive.archive_queue import ArchiveQueue, Claimed
from engine.store.archive.archived_matches import DUE, GRACE_MS, UNARCHIVED_MS
from engine.store.archive.postgres import Archive
from engine.store.audit import Act, AuditEntry
from engine.store.matches import MatchStore
from redis.asyncio import Redis

from tests.engine.conftest import TTL
from tests.support.matches import Table, fresh_id, full_table, waiting_table

pytestmark = pytest.mark.anyio

COPIES = 200


@pytest.fixture
def matches(redis: Redis, archive: Archive) -> Matches:
    return Matches(MatchStore(redis, replace(TTL, unarchived=UNARCHIVED_MS), archive=archive))


@pytest.fixture
def archive() -> Archive:
    """One that is away."""
    return Archive("postgresql://croupier@/none?host=/nowhere")


@pytest.fixture
def queue(redis: Redis, archive: Archive) -> ArchiveQueue:
    return ArchiveQueue(redis, archive, timedelta(days=7))


async def resigned(matches: Matches) -> Table:
    table = await full_table(matches)
    await table.resign(1)
    return table


async def test_a_match_that_was_called_off_before_it_began_is_not_archived(
    matches: Matches, queue: ArchiveQueue, redis: Redis
) -> None:
    table = await waiting_table(matches)
    await table.leave(0)
    assert (await table.match()).status == Status.ABORTED
    assert await redis.zscore(DUE, table.match_id) is None
    await queue.sweep(0)
    assert await redis.zscore(DUE, table.match_id) is None
    assert await redis.pttl(keys.match(table.match_id)) <= TTL.finished
    # An operator's look at it makes it due, and the worker passes over it.
    entry = AuditEntry("2026-01-01T00:00:00.000Z", Act.SHOWN, "ops", "a doubt")
    await matches.store.audit.add(table.match_id, entry)
    assert await queue.read(Claimed(table.match_id, 0)) is None
    assert await redis.pttl(keys.match(table.match_id)) <= TTL.finished


async def test_a_match_is_not_due_while_what_ends_or_changes_it_is_under_way(
    matches: Matches, redis: Redis
) -> None:
    """A worker that came first would pass over the end, or archive the match without the change."""
    table = await resigned(matches)
    ended = clock.ms((await table.match()).update_time)
    assert await redis.zscore(DUE, table.match_id) == ended + GRACE_MS
    before = clock.epoch_ms(utc_now())
    await matches.store.archiving.touch(table.match_id)
    assert (await redis.zscore(DUE, table.match_id) or 0) >= before + GRACE_MS


async def test_a_sweep_finds_a_changed_match_that_the_queue_has_lost(
    matches: Matches, queue: ArchiveQueue, redis: Redis
) -> None:
    table = await resigned(matches)
    await redis.hset(keys.match(table.match_id), "archived", "1")
    await matches.store.archiving.touch(table.match_id)
    await redis.zrem(DUE, table.match_id)
    await queue.sweep(0)
    assert await redis.zscore(DUE, table.match_id) == 0


async def test_a_sweep_gives_other_calls_their_turn(
    matches: Matches, queue: ArchiveQueue, redis: Redis
) -> None:
    """Its longest stop is a small part of all that it takes."""
    stored: Any = await redis.dump(keys.match((await resigned(matches)).match_id))
    for _ in range(COPIES):
        await redis.restore(keys.match(fresh_id()), 60_000, stored)
    gc.disable()
    try:
        began = time.thread_time()
        longest = await longest_stop(asyncio.create_task(queue.sweep(0)))
    finally:
        gc.enable()
    assert longest < (time.thread_time() - began) / 10


async def longest_stop(task: "asyncio.Task[int]") -> float:
    """Seconds of processor time that the task took at most before another had its turn."""
    longest = 0.0
    while not task.done():
        before = time.thread_time()
        await asyncio.sleep(0)
        longest = max(longest, time.thread_time() - before)
    assert await task >= COPIES
    return longest
