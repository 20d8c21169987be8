"""The number of listed matches, counted when the metrics are read."""

import asyncio

import pytest
from engine.domain.errors import StoreUnavailable
from engine.observability.match_count import MatchCount
from engine.observability.metrics import Metrics
from prometheus_client import generate_latest

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

    metrics.registry.register(MatchCount(count, asyncio.get_running_loop()))
    text = await exposition(metrics)
    assert 'croupier_engine_matches{game="lost-cities",status="active"} 7.0' in text
    assert 'croupier_engine_matches{game="livingstone",status="waiting"} 0.0' in text


async def test_what_cannot_be_counted_now_is_left_out(metrics: Metrics) -> None:
    """The other metrics are told though the loop is over or Redis is away."""

    async def away() -> dict[tuple[str, str], int]:
        raise StoreUnavailable("The store does not answer.")

    metrics.registry.register(MatchCount(away, asyncio.get_running_loop()))
    text = await exposition(metrics)
    assert "croupier_engine_matches{" not in text
    assert "croupier_engine_draining 0.0" in text
