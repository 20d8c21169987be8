"""Streams while the engine or Redis does not answer."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from gateway.streams import event_stream

from tests.e2e.test_outage import PATIENCE_S, paused, paused_process
from tests.support.live import Live
from tests.support.players import play_some, start_match
from tests.support.raw_http import at_once, connected, get
from tests.support.stream_reader import events_path, following
from tests.support.waiting import Stopwatch, until
from tools.redis_server import RedisServer
from tools.stack import Stack

SEED = 20261121
CROWD = 20


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Real processes: an engine that can be stopped for a while."""
    with Stack(tmp_path_factory.mktemp("feeds"), GATEWAY_RATE_LIMITS="off") as stack:
        yield stack


@pytest.mark.anyio
@pytest.mark.parametrize("of", ["match", "player"])
@pytest.mark.parametrize("followed", [False, True])
async def test_a_crowd_waits_for_an_engine_that_hangs_no_longer_than_one_does(
    stack: Stack, followed: bool, of: str
) -> None:
    begun = partial(start_match, stack.url, options={"startSeat": 0})
    match_id, seats = await asyncio.to_thread(begun)
    path = events_path(match_id) if of == "match" else "/v1/events"
    with ExitStack() as before:
        if followed:
            before.enter_context(following(seats[0], path)).next("snapshot", "yourTurn")
        async with connected([stack.url] * CROWD) as lines:
            watch = Stopwatch()
            with paused_process(stack.engines[0].pid):
                asked = [get(path, seats[0].token)] * CROWD
                answers = await at_once(lines, asked)
                late = watch.exceeds(PATIENCE_S)
            assert {answer.status for answer in answers} == {503}
            assert not late


@pytest.mark.service
def test_an_outage_of_redis_ends_no_stream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A token that cannot be looked up for a moment is still believed."""
    monkeypatch.setattr(event_stream, "PING_S", 0.2)
    server = RedisServer(tmp_path / "redis")
    server.start()
    try:
        with Live(server.url, hurried=True, cached_tokens=0) as own:
            match_id, seats = start_match(own.url)
            with (
                following(seats[0], events_path(match_id)) as one,
                following(seats[1], "/v1/events") as other,
            ):
                with paused(server):
                    for reader in (one, other):
                        for _ in range(reader.events.qsize() + 2):
                            reader.next("snapshot", "ping", "yourTurn")
                until(lambda: seats[0].get(f"/v1/matches/{match_id}").status_code == 200)
                play_some(match_id, seats, 2, random.Random(SEED))
                assert [one.next("change").version for _ in range(2)] == [3, 4]
                assert not other.ended.is_set()
    finally:
        server.close()
