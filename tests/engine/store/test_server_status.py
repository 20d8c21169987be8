"""What the engine knows of the Redis servers, and what it does about a match that is damaged."""

import pytest
from engine.domain.errors import DamagedMatch, StoreUnavailable
from engine.service.matches import Matches
from engine.store import keys
from engine.store.matches import MatchStore
from engine.store.server_status import read_status, read_time, try_to_write
from redis.asyncio import Redis

from tests.support.matches import full_table

pytestmark = pytest.mark.anyio


async def test_the_status_is_that_of_the_server(own_redis: Redis) -> None:
    (told,) = await read_status(own_redis)
    assert told.used_bytes > 100_000
    assert (told.max_bytes, told.fullness, told.replicas) == (0, 0.0, 0)
    assert (told.appends, told.append_ok, told.snapshot_ok) == (True, True, True)
    assert told.faults == []
    await own_redis.config_set("maxmemory", told.used_bytes * 2)
    (bounded,) = await read_status(own_redis)
    assert 0.4 < bounded.fullness < 0.7


async def test_a_server_that_forgets_has_faults(own_redis: Redis) -> None:
    await own_redis.config_set("maxmemory-policy", "allkeys-lru")
    await own_redis.config_set("appendonly", "no")
    (told,) = await read_status(own_redis)
    assert [fault.split(" ")[0] for fault in told.faults] == ["maxmemory-policy", "appendonly"]
    assert "allkeys-lru" in told.faults[0]


async def test_a_try_stores_nothing(own_redis: Redis) -> None:
    before = await own_redis.info("persistence")
    await try_to_write(own_redis)
    assert await own_redis.dbsize() == 0
    after = await own_redis.info("persistence")
    assert after["aof_current_size"] == before["aof_current_size"]


async def test_a_server_that_is_full_can_be_read_and_not_written(own_redis: Redis) -> None:
    await own_redis.config_set("maxmemory", 1)
    assert await read_time(own_redis) > 0
    with pytest.raises(StoreUnavailable) as refused:
        await try_to_write(own_redis)
    assert refused.value.kind == "memory"


async def test_nothing_is_stored_over_a_log_that_is_incomplete(
    store: MatchStore, matches: Matches, redis: Redis
) -> None:
    """As when Redis has evicted it: what is stored now could never be verified."""
    table = await full_table(matches)
    await redis.rpop(keys.log(table.match_id))
    before = await redis.hgetall(keys.match(table.match_id))
    with pytest.raises(DamagedMatch):
        await table.resign(0)
    assert await redis.hgetall(keys.match(table.match_id)) == before
    assert await redis.llen(keys.log(table.match_id)) == (await table.match()).version - 1
