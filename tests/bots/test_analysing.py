"""The house judges matches: from the question to the answer, also after it was killed."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import active_children
from pathlib import Path
from queue import SimpleQueue

import pytest
import redis
from croupier_client import AsyncCroupier
from croupier_client.analyse import analysed

from bots import analysing
from tests.bots.test_house import house
from tests.support.live import Live
from tests.support.players import Client, Json, ok
from tests.support.requests import table
from tests.support.waiting import until
from tools.redis_server import RedisServer

GAME = "lost-cities"
KEY = "k" * 32
MOVES = 10
ROLLOUTS = 30
MANY = 10_000
"""So many that a move takes a while."""


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


def played(url: str, moves: int) -> tuple[str, Client, Client]:
    """Return a match with so many moves that has ended, and its players."""
    match_id, (ann, bob) = table(url, game=GAME, options={"rounds": 1, "startSeat": 0})
    for each in ((ann, bob) * moves)[:moves]:
        each.move(match_id, each.legal_moves(match_id)[0]["notation"])
    bob.act(match_id, "resign")
    return match_id, ann, bob


def ask(player: Client, match_id: str) -> None:
    """Ask for an analysis, once there is somebody who judges."""
    path = f"/v1/matches/{match_id}/analysis"
    until(lambda: player.post(path, {}).status_code == 202, 120)


@contextmanager
def lost(own_server: RedisServer, match_id: str) -> Iterator[redis.Redis]:
    """As if its worker had been silent for a minute."""
    with redis.Redis.from_url(own_server.url) as store:
        store.zadd("{analysis}:leases", {f"{GAME} {match_id}": 1})
        yield store


@contextmanager
def analyst(own: Live, worker: Client, rollouts: int) -> Iterator[analysing.Analyst]:
    """An analyst of this process at work."""
    found = SimpleQueue[analysing.Analyst]()
    stop = threading.Event()

    async def judge() -> None:
        async with AsyncCroupier(own.url, worker.token) as me:
            one = analysing.Analyst(me, own.url, lambda: KEY, rollouts)
            work = asyncio.create_task(one.work([GAME]))
            found.put(one)
            await asyncio.to_thread(stop.wait)
            work.cancel()
            with suppress(asyncio.CancelledError):
                await work

    thread = threading.Thread(target=asyncio.run, args=(judge(),))
    thread.start()
    try:
        yield found.get()
    finally:
        stop.set()
        thread.join()


def test_the_house_judges_a_match_move_by_move(own: Live, key_file: str, tmp_path: Path) -> None:
    match_id, ann, bob = played(own.url, 6)
    with house(own.url, tmp_path, BOTS_HOUSE_KEY_FILE=key_file, BOTS_JUDGING="20"):
        ask(ann, match_id)
        until(lambda: judged(bob, match_id)["state"] == "done", 120)
    found = judged(ann, match_id)["moves"]
    # Without a service, `croupier analyse` says the same.
    replay = ok(ann.get(f"/v1/matches/{match_id}/replay"))
    assert found == analysed(replay, 20, "numpy")["moves"]
    assert [(each["version"], each["seat"]) for each in found] == [
        (version, version % 2 == 0) for version in range(3, 9)
    ]
    for each in found:
        assert 0 <= each["low"] <= each["high"]
        if each["loss"]:
            assert each["best"]["notation"] != each["played"]["notation"]
            assert each["loss"] == pytest.approx(
                each["best"]["expected"] - each["played"]["expected"], abs=0.0002
            )
    # Of the last move of each seat but the very last, the other's last word tells.
    assert [each["luck"] is None for each in found] == [False] * 5 + [True]


@pytest.mark.full  # bots think for seconds
def test_what_is_judged_is_told_at_once_and_goes_on_where_it_was_killed(
    own: Live, own_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysing, "REPORT_S", 0.01)
    monkeypatch.setattr(analysing, "LOOK_S", 0.05)
    monkeypatch.setattr(analysing, "TURN_S", 600.0)
    monkeypatch.setattr(analysing, "LOT", 1)
    match_id, ann, bob = played(own.url, MOVES)
    before = {*active_children()}
    with analyst(own, bob, MANY) as first:
        ask(ann, match_id)
        until(lambda: judged(bob, match_id)["done"] > 0, 120)
        for process in {*active_children()} - before:
            process.kill()
        until(lambda: first.counts["lost"] == 1)
    known = judged(ann, match_id)
    assert known["state"] == "running"
    assert 0 < known["done"] == len(known["moves"]) < MOVES
    with lost(own_server, match_id), analyst(own, bob, MANY) as second:
        until(lambda: judged(bob, match_id)["state"] == "done", 120)
        assert second.counts == {"judged": MOVES - known["done"], "done": 1}
    found = judged(ann, match_id)["moves"]
    assert len(found) == MOVES
    for one, other in zip(known["moves"], found, strict=False):
        assert one == other | {"luck": one["luck"]}
        assert one["luck"] in (None, other["luck"])


@pytest.mark.full  # bots think for seconds
def test_a_turn_ends_and_a_short_match_does_not_wait_for_a_long_one(
    own: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysing, "TURN_S", 0.0)
    monkeypatch.setattr(analysing, "LOT", 1)
    long, ann, bob = played(own.url, 8)
    short, cid, _ = played(own.url, 2)
    with analyst(own, bob, ROLLOUTS) as one:
        ask(ann, long)
        ask(cid, short)
        until(lambda: judged(cid, short)["state"] == "done", 120)
        assert judged(ann, long)["done"] < 8
        until(lambda: judged(ann, long)["state"] == "done", 120)
        assert (one.counts["judged"], one.counts["queued"]) == (10, 8)


@pytest.mark.full  # bots think for seconds
def test_a_move_that_takes_long_keeps_the_match_and_ends_at_the_limit(
    own: Live, own_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A judgement that would take hours keeps the match meanwhile, and fails at the limit."""
    monkeypatch.setattr(analysing, "REPORT_S", 0.2)
    match_id, ann, bob = played(own.url, 1)
    before = {*active_children()}
    member = f"{GAME} {match_id}"
    with analyst(own, bob, 10_000_000):
        ask(ann, match_id)
        until(lambda: judged(ann, match_id)["of"] == 1, 120)
        with lost(own_server, match_id) as store:
            until(lambda: (store.zscore("{analysis}:leases", member) or 0) > time.time())
            assert judged(ann, match_id)["done"] == 0
            monkeypatch.setattr(analysing, "LIMIT_S", 0.5)
            store.hset(f"{{analysis}}:match:{match_id}", "lease", "of another")
        with lost(own_server, match_id):
            until(lambda: judged(ann, match_id)["state"] == "failed", 120)
        until(lambda: {*active_children()} <= before)
