"""Tasks that end for certain, although redis-py may lose a cancellation."""

import asyncio
import random
from contextlib import closing
from typing import Any

import pytest
from gateway.engine_client.batch_stream_pool import BatchStreamPool
from gateway.streams.match_feed import MatchFeed
from gateway.streams.match_feeds import MatchFeeds
from gateway.streams.player_feed import PlayerFeed
from gateway.websocket.connection import Connection
from gateway.websocket.subscriptions import Subscription
from redislink import tasks
from redislink.tasks import cancel_and_wait, first_to_end

from tests.support.live import Live
from tests.support.notifications import unconnected_subscriber
from tests.support.players import play_some
from tests.support.requests import table
from tests.support.socket_client import talking
from tests.support.stream_reader import events_path, following
from tests.support.waiting import until

SEED = 20261121
NOTHING: Any = None


class Forgetful:
    """Work that never ends by itself and loses two cancellations; counts its runs."""

    def __init__(self) -> None:
        self.begun = 0
        self.ended = 0
        self._loses = 2

    async def __call__(self) -> None:
        self.begun += 1
        lost = 0
        try:
            while lost <= self._loses:
                try:
                    await asyncio.Event().wait()
                except asyncio.CancelledError:
                    lost += 1
        finally:
            self.ended += 1

    def close(self) -> None:
        """Lose no more of them, so that a test that fails ends all the same."""
        self._loses = 0


@pytest.fixture(autouse=True)
def soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "AGAIN_S", 0.05)


# --- by themselves


@pytest.mark.anyio
async def test_tasks_are_cancelled_until_they_have_ended() -> None:
    work = Forgetful()
    running = [asyncio.create_task(work()) for _ in range(3)]
    await asyncio.sleep(0)
    await cancel_and_wait(*running, None)
    assert (work.begun, work.ended) == (3, 3)


@pytest.mark.anyio
async def test_tasks_end_although_the_caller_is_cancelled() -> None:
    work = Forgetful()
    running = asyncio.create_task(work())
    ending = asyncio.create_task(cancel_and_wait(running))
    await asyncio.sleep(0)
    ending.cancel()
    await asyncio.wait([ending, running])
    assert ending.cancelled()
    assert work.ended == 1


@pytest.mark.anyio
async def test_the_first_to_end_ends_the_others() -> None:
    work = Forgetful()

    async def soon() -> None:
        await asyncio.sleep(0)

    await first_to_end(work(), soon())
    assert (work.begun, work.ended) == (1, 1)


@pytest.mark.anyio
async def test_what_the_first_to_end_raises_is_raised() -> None:
    work = Forgetful()

    async def fail() -> None:
        await asyncio.sleep(0)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await first_to_end(work(), fail())
    assert work.ended == 1


# --- wherever tasks are held


@pytest.mark.parametrize(
    ("held_by", "name"),
    [
        (MatchFeed, "_until_current"),
        (PlayerFeed, "run"),
        (Connection, "_check_token"),
        (Subscription, "_run"),
    ],
)
def test_a_task_of_a_reader_ends_with_it(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, held_by: type, name: str
) -> None:
    work = Forgetful()
    monkeypatch.setattr(held_by, name, lambda _: work())
    with Live(redis_url) as live, closing(work):
        match_id, seats = table(live.url)
        with (
            following(seats[0], events_path(match_id)),
            following(seats[0], "/v1/events"),
            talking(seats[1]) as talk,
        ):
            talk.ask("subscribe", matchId=match_id)
            play_some(match_id, seats, 1, random.Random(SEED))
            until(lambda: work.begun)
            assert not work.ended
        until(lambda: work.ended == work.begun)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("held_by", "name"),
    [
        (MatchFeeds(NOTHING, NOTHING, NOTHING, NOTHING), "_sweep"),
        (unconnected_subscriber(), "_run"),
        (BatchStreamPool(NOTHING, NOTHING), "_keep_stream"),
    ],
)
async def test_a_task_of_the_process_ends_with_it(
    monkeypatch: pytest.MonkeyPatch, held_by: Any, name: str
) -> None:
    """Its work is replaced here, so it needs no engine and no Redis."""
    work = Forgetful()
    monkeypatch.setattr(held_by, name, work)
    with closing(work):
        held_by.start()
        await asyncio.sleep(0)
        assert work.begun
        await held_by.stop()
        assert work.ended == work.begun
