"""Numbers that all engines share, counted when the metrics are read."""

import asyncio

import pytest
from engine.domain.errors import StoreUnavailable
from engine.domain.registry import GAMES
from engine.observability.metrics import Metrics
from engine.observability.store_count import ENGINES, MATCHES, StoreCount
from engine.store import engines
from prometheus_client import generate_latest
from redis.asyncio import Redis

pytestmark = pytest.mark.anyio


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


async def exposition(metrics: Metrics) -> str:
    """As Prometheus reads it, from a thread."""
    return (await asyncio.to_thread(generate_latest, metrics.registry)).decode()


async def test_matches_are_counted_by_game_and_status(metrics: Metrics) -> None:
    async def count() -> dict[tuple[str, str], int]:
        return {("lost-cities", "active"): 7, ("livingstone", "waiting"): 0}

    metrics.registry.register(StoreCount(MATCHES, count, asyncio.get_running_loop()))
    text = await exposition(metrics)
    assert 'croupier_engine_matches{game="lost-cities",status="active"} 7.0' in text
    assert 'croupier_engine_matches{game="livingstone",status="waiting"} 0.0' in text


async def test_a_game_that_no_engine_plays_any_more_has_none(
    metrics: Metrics, own_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that are left tell of a group that is gone."""
    monkeypatch.setattr(engines, "FRESH_S", 0.0)
    ours, group = engines.Engines(own_redis), engines.Engines(own_redis, "beans")
    metrics.registry.register(StoreCount(ENGINES, ours.count, asyncio.get_running_loop()))
    await ours.beat("a")
    monkeypatch.setattr(type(GAMES), "played", {"nim@1", "nim@2"})
    await group.beat("b")
    text = await exposition(metrics)
    assert 'croupier_engine_engines{game="nim",group="beans"} 1.0' in text
    assert 'croupier_engine_engines{game="just4fun",group=""} 1.0' in text
    await group.leave("b")
    text = await exposition(metrics)
    assert 'croupier_engine_engines{game="nim",group=""} 0.0' in text
    assert 'group="beans"' not in text


async def test_what_cannot_be_counted_now_is_left_out(metrics: Metrics) -> None:
    """The other metrics are told though the loop is over or Redis is away."""

    async def away() -> dict[tuple[str, str], int]:
        raise StoreUnavailable("The store does not answer.")

    metrics.registry.register(StoreCount(MATCHES, away, asyncio.get_running_loop()))
    text = await exposition(metrics)
    assert "croupier_engine_matches{" not in text
    assert "croupier_engine_draining 0.0" in text
