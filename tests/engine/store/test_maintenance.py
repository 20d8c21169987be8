"""Maintenance mode, as engines learn of it and as they are refused."""

import pytest
from engine.domain.errors import InMaintenance, StoreUnavailable
from engine.store import maintenance
from engine.store.maintenance import Maintenance, MaintenanceNotice
from redis.asyncio import Redis
from redislink.client import connect

pytestmark = pytest.mark.anyio

NOTICE = MaintenanceNotice("Back at nine.", 90, "2026-01-02T03:04:05Z", "olga")


async def test_a_notice_is_there_until_the_mode_is_switched_off(own_redis: Redis) -> None:
    mode = Maintenance(own_redis)
    assert await mode.notice() is None
    assert not await mode.end()
    await mode.begin(NOTICE)
    assert await Maintenance(own_redis).notice() == NOTICE
    assert await mode.end()
    assert await mode.notice() is None


async def test_an_engine_refuses_with_message_and_time(own_redis: Redis) -> None:
    await Maintenance(own_redis).begin(NOTICE)
    with pytest.raises(InMaintenance) as refused:
        await Maintenance(own_redis).check()
    assert (str(refused.value), refused.value.retry_after_s) == ("Back at nine.", 90)


async def test_an_engine_relies_on_what_it_has_read_for_a_moment(
    own_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "FRESH_S", 1_000.0)
    mode = Maintenance(own_redis)
    await mode.check()
    await Maintenance(own_redis).begin(NOTICE)
    await mode.check()
    monkeypatch.setattr(maintenance, "FRESH_S", 0.0)
    mode = Maintenance(own_redis)
    with pytest.raises(InMaintenance):
        await mode.check()
    await mode.end()
    await mode.check()


@pytest.mark.service
async def test_without_redis_it_is_unavailable() -> None:
    async with connect("redis://127.0.0.1:1", 0.8) as away:
        for call in (Maintenance(away).check, Maintenance(away).notice, Maintenance(away).end):
            with pytest.raises(StoreUnavailable):
                await call()
