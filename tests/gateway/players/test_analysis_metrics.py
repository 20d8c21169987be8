"""The line of the analyses is told to an operator: how long it is, and what came of it."""

import asyncio
import time

import pytest
from gateway.errors import unavailable
from gateway.players.analyses import Analyses, AnalysisOrder, Report
from gateway.players.analysis_line import LEFT, Line
from gateway.players.analysis_metrics import AnalysisMetrics
from gateway.players.tokens import random_id
from prometheus_client import CollectorRegistry, generate_latest
from redis.asyncio import Redis

pytestmark = pytest.mark.anyio

GAME = "lost-cities"


@pytest.fixture
async def fresh(redis: Redis) -> Redis:
    """The Redis of the tests, without analyses of others."""
    async for key in redis.scan_iter("{analysis}:*"):
        await redis.delete(key)
    return redis


async def told(analyses: Analyses, line: object = None) -> str:
    """As Prometheus reads it, from a thread."""
    registry, loop = CollectorRegistry(), asyncio.get_running_loop()
    registry.register(AnalysisMetrics(line or analyses.line, analyses.counts, loop))  # type: ignore[arg-type]
    return (await asyncio.to_thread(generate_latest, registry)).decode()


def value(text: str, name: str) -> float:
    (line,) = [each for each in text.splitlines() if each.startswith(f"croupier_gateway_{name} ")]
    return float(line.rpartition(" ")[2])


async def test_the_line_is_told_by_game_and_so_is_what_became_of_it(fresh: Redis) -> None:
    analyses = Analyses(fresh, 10_000)
    assert await analyses.take({GAME: "1"}) is None
    matches = [random_id() for _ in range(3)]
    for number, each in enumerate(matches):
        await analyses.ask(each, GAME, AnalysisOrder("p" * 22, "", 10 * (number + 1)))
    task = await analyses.take({GAME: "1"})
    assert task
    await fresh.hset(LEFT, f"{GAME} {matches[2]}", f"30 {int(time.time()) - 500}")
    said = dict.fromkeys(range(4), b"{}")
    assert await analyses.report(task.match_id, GAME, task.lease, Report("running", 10, "p", said))
    text = await told(Analyses(fresh, 10_000))
    assert value(text, f'analyses{{game="{GAME}",state="waiting"}}') == 2
    assert value(text, f'analyses{{game="{GAME}",state="judged"}}') == 1
    assert value(text, f'analysis_moves_left{{game="{GAME}"}}') == 6 + 20 + 30
    assert 500 <= value(text, f'analysis_oldest_seconds{{game="{GAME}"}}') < 600
    text = await told(analyses)
    assert value(text, "judged_moves_total") == 4
    assert value(text, 'analyses_ended_total{result="failed"}') == 0
    await analyses.report(task.match_id, GAME, task.lease, Report("failed", 10, "p", {}))
    assert value(await told(analyses), 'analyses_ended_total{result="failed"}') == 1


async def test_while_redis_is_away_the_counts_are_told_and_no_line(fresh: Redis) -> None:
    async def away() -> Line:
        raise unavailable()

    text = await told(Analyses(fresh, 1), away)
    assert value(text, "judged_moves_total") == 0
    assert "croupier_gateway_analyses{" not in text
