"""The house judges matches: from the question to the answer, also after it was killed."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import active_children
from pathlib import Path

import pytest
import redis
from croupier_client import AsyncCroupier

from bots import analysing
from tests.bots.test_house import house
from tests.support.live import Live
from tests.support.players import Client, Json, ok
from tests.support.requests import table
from tests.support.waiting import until
from tools.redis_server import RedisServer

GAME = "lost-cities"
KEY = "k" * 32


@pytest.fixture
def key_file(tmp_path: Path) -> str:
    path = tmp_path / "key"
    path.write_text(KEY)
    return str(path)


@pytest.fixture
def own(own_server: RedisServer, key_file: str) -> Iterator[Live]:
    with Live(own_server.url, house_key_file=key_file) as running:
        yield running


def judged(player: Client, match_id: str) -> Json:
    return ok(player.get(f"/v1/matches/{match_id}/analysis"))


def test_a_match_is_judged_move_by_move_and_begun_anew_where_the_house_was_killed(
    own: Live, own_server: RedisServer, key_file: str, tmp_path: Path
) -> None:
    match_id, (ann, bob) = table(own.url, game=GAME, options={"rounds": 1, "startSeat": 0})
    for each in (ann, bob) * 5:
        each.move(match_id, each.legal_moves(match_id)[0]["notation"])
    bob.act(match_id, "resign")
    path = f"/v1/matches/{match_id}/analysis"
    # The first house needs seconds a move, so that it dies amid the match on any machine.
    with house(own.url, tmp_path, BOTS_HOUSE_KEY_FILE=key_file, BOTS_JUDGING="4000") as process:
        until(lambda: ann.post(path, {}).status_code == 202, 120)
        until(lambda: judged(ann, match_id)["done"] > 0, 120)
        process.kill()
    assert judged(bob, match_id)["state"] == "running"
    with redis.Redis.from_url(own_server.url) as store:  # as if a minute were over
        store.zadd(f"{{analysis}}:queue:{GAME}", {match_id: 1})
    with house(own.url, tmp_path, BOTS_HOUSE_KEY_FILE=key_file, BOTS_JUDGING="40"):
        until(lambda: judged(bob, match_id)["state"] == "done", 240)
    found = judged(ann, match_id)["moves"]
    assert [(each["version"], each["seat"]) for each in found] == [
        (version, version % 2 == 0) for version in range(3, 13)
    ]
    for each in found:
        assert 0 <= each["low"] <= each["high"]
        if each["loss"]:
            assert each["best"]["notation"] != each["played"]["notation"]
            assert each["loss"] == pytest.approx(
                each["best"]["expected"] - each["played"]["expected"], abs=0.0002
            )
    # Of the last move of each seat but the very last, the other's last word tells.
    assert [each["luck"] is None for each in found] == [False] * 9 + [True]


def test_a_move_that_takes_long_keeps_the_match_and_ends_at_the_limit(
    own: Live, own_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A judgement that would take hours keeps the match meanwhile, and fails at the limit."""
    monkeypatch.setattr(analysing, "REPORT_S", 0.2)
    match_id, (ann, bob) = table(own.url, game=GAME, options={"rounds": 1, "startSeat": 0})
    ann.move(match_id, ann.legal_moves(match_id)[0]["notation"])
    bob.act(match_id, "resign")
    path, queue = f"/v1/matches/{match_id}/analysis", f"{{analysis}}:queue:{GAME}"
    before = {*active_children()}

    def kept(store: redis.Redis) -> bool:
        return (store.zscore(queue, match_id) or 0) > time.time()

    def look() -> None:
        until(lambda: ann.post(path, {}).status_code == 202)
        until(lambda: judged(ann, match_id)["of"] == 1, 120)
        with redis.Redis.from_url(own_server.url) as store:
            store.zadd(queue, {match_id: 1})  # as if a minute were over
            until(lambda: kept(store))
            assert judged(ann, match_id)["done"] == 0
            monkeypatch.setattr(analysing, "LIMIT_S", 0.5)
            store.hset(f"{{analysis}}:match:{match_id}", "lease", "of another")
            store.zadd(queue, {match_id: 1})
            until(lambda: judged(ann, match_id)["state"] == "failed")
        until(lambda: {*active_children()} <= before)

    async def judge() -> None:
        async with AsyncCroupier(own.url, bob.token) as me:
            analyst = analysing.Analyst(me, own.url, lambda: KEY, 10_000_000)
            work = asyncio.create_task(analyst.work([GAME]))
            await asyncio.to_thread(look)
            work.cancel()
            with suppress(asyncio.CancelledError):
                await work

    asyncio.run(judge())
