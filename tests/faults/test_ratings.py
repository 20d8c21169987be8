"""The campaign of ratings itself, in small, and that it sees what is wrong."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redislink import ratings
from redislink.client import connect

from tests.faults.ratings import PATIENCE_S, Played, Verdict, campaign, judge, report
from tests.support.patience import PATIENT
from tools.stack import Stack

SEED = 20261129
POOL = "nim.live.human.0"


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with Stack(tmp_path, engines=2, GATEWAY_RATE_LIMITS="off", **PATIENT) as stack:
        yield stack


def test_whatever_is_killed_each_match_is_rated_once(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    sys.stdout.write(f"seed {SEED}\n")
    monkeypatch.setattr("tests.faults.ratings.REDIS_EVERY", 3)
    played, verdict = asyncio.run(campaign(stack, 3, SEED, 20.0))
    assert report(played, verdict) == 0
    assert verdict.matches >= 20
    assert played.outages

    server: Any = Redis.from_url(stack.redis_url)
    with server:
        one, packed = next(iter(server.hgetall(ratings.players(POOL)).items()))
        server.hset(ratings.players(POOL), one, packed[:-1] + bytes([packed[-1] ^ 1]))
    again = asyncio.run(_judged(stack, played))
    assert again.different == [f"{POOL} players"]
    assert not again.good


async def _judged(stack: Stack, played: Played) -> Verdict:
    async with connect(stack.redis_url, PATIENCE_S) as client:
        return await judge(client, played)
