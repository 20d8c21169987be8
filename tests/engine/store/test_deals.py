"""Boards of deals: who has tried one to its end, and in which order."""

import random
from time import time
from typing import Any

import pytest
from croupier_match import clock
from engine.store.deals import DealBoards, result_of
from engine.store.tally.ended_matches import Ended
from redis.asyncio import Redis
from redislink import deals
from redislink.client import connect
from redislink.deals import Result

from tests.engine.conftest import PATIENT_S
from tests.support.matches import fresh_id

pytestmark = pytest.mark.anyio

NOW_MS = int(time() * 1000)
ENDED = clock.rfc3339_of(NOW_MS)


def tried(
    deal_id: str,
    player: str,
    points: int = 10,
    against: int = 5,
    over_ms: int = NOW_MS,
    **more: Any,
) -> Ended:
    """A try with these points against those of Hugo."""
    ranking = [[0], [1]] if points > against else [[1], [0]]
    outcome = {
        "reason": "completed",
        "ranking": [[0, 1]] if points == against else ranking,
        "scores": [points, against],
    }
    seats = [{"player": {"id": each}} for each in (player, "hugo")]
    match = {
        "deal_of": {"id": deal_id, "over_ms": over_ms},
        "status": "finished",
        "version": 42,
        "update_time": ENDED,
        "seats": seats,
        "outcome": outcome,
    }
    return Ended(fresh_id(), {**match, **more}, (), "")


async def _board(redis: Redis, deal_id: str) -> list[tuple[str, Result]]:
    found: Any = await redis.zrevrange(deals.board(deal_id), 0, -1, withscores=True)
    return [(player.decode(), Result.of(score)) for player, score in found]


async def test_who_has_won_comes_first_then_points_count_then_fewer_moves(redis_url: str) -> None:
    deal_id = fresh_id()
    over = {"over_ms": 2 * NOW_MS}
    tries = [
        tried(deal_id, "lost", 50, 60, **over),
        tried(deal_id, "won", 10, 5, **over),
        tried(deal_id, "well", 12, 5, **over),
        tried(deal_id, "soon", 12, 5, **over, version=40),
        tried(deal_id, "tied", 70, 70, **over),
    ]
    random.shuffle(tries)
    async with connect(redis_url, PATIENT_S) as redis:
        boards = DealBoards(redis)
        assert not await boards.count(tries)
        assert not await boards.count(tries)  # a worker that does not know repeats it
        assert await _board(redis, deal_id) == [
            ("tied", Result(0, 70, 40)),
            ("soon", Result(0, 12, 38)),
            ("well", Result(0, 12, 40)),
            ("won", Result(0, 10, 40)),
            ("lost", Result(1, 50, 40)),
        ]
        assert await redis.pttl(deals.board(deal_id)) > 0


async def test_what_was_given_up_or_late_is_on_no_board_nor_what_cannot_be_read(
    redis_url: str,
) -> None:
    deal_id = fresh_id()
    over = {"over_ms": 2 * NOW_MS}
    damaged = tried(deal_id, "damaged", **over)
    resigned = tried(deal_id, "resigned", **over)
    resigned.match["outcome"]["reason"] = "resigned"
    tries = [
        Ended(damaged.id, {**damaged.match, "outcome": None}, (), ""),
        resigned,
        tried(deal_id, "aborted", **over, status="aborted"),
        tried(deal_id, "late", over_ms=NOW_MS - 1),
        Ended(fresh_id(), {"status": "finished", "version": 4}, (), ""),
        tried(deal_id, "played", **over),
    ]
    async with connect(redis_url, PATIENT_S) as redis:
        assert not await DealBoards(redis).count(tries)
        assert [player for player, _ in await _board(redis, deal_id)] == ["played"]


def test_places_count_those_before() -> None:
    ended = tried("deal", "ada")
    ended.match["outcome"]["ranking"] = [[1, 2], [0], [3]]
    assert result_of(ended).place == 2
