"""Work that takes long: its lines come as they are told, and it ends with its client if it may."""

import asyncio
import json
from typing import Any

import pytest
from engine.admin.acts import Acts, Kind
from engine.admin.console.desk import Seat
from engine.admin.console.problems import Refused
from engine.admin.console.slow import MOST, Slow, Tell
from engine.config import Settings
from redis.asyncio import Redis

from tests.support.waiting import happens
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.service, pytest.mark.anyio]


class Waiting:
    """Work that tells one line, and then waits in its own loop until it is let go on."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.event: asyncio.Event | None = None
        self.ended = ""

    async def __call__(self, seat: Seat, tell: Tell) -> Any:
        self.loop, self.event = asyncio.get_running_loop(), asyncio.Event()
        try:
            async with seat.operator.doing(Kind.MATCHES_REINDEX):
                tell({"line": "first"})
                await self.event.wait()
            self.ended = "done"
        except asyncio.CancelledError:
            self.ended = "cancelled"
            raise
        return {"all": True}

    async def has_ended(self) -> str:
        return self.ended

    def go_on(self) -> None:
        assert self.loop
        assert self.event
        self.loop.call_soon_threadsafe(self.event.set)


@pytest.fixture
async def slow(own_server: RedisServer) -> Slow:
    return Slow(Settings(redis_url=own_server.url))


async def test_a_line_comes_before_the_end(slow: Slow) -> None:
    work = Waiting()
    lines = await slow.begin(work, "olga", ends_with_client=True)
    assert json.loads(await anext(lines)) == {"line": "first"}
    work.go_on()
    assert [json.loads(each) async for each in lines] == [{"done": {"all": True}}]
    assert work.ended == "done"


async def test_a_look_ends_with_its_client_and_an_act_goes_on(slow: Slow, own_redis: Redis) -> None:
    look, act = Waiting(), Waiting()
    for work, ends in ((look, True), (act, False)):
        lines = await slow.begin(work, "olga", ends_with_client=ends)
        await anext(lines)
        await lines.aclose()  # type: ignore[attr-defined]
    await happens(look.has_ended)
    assert (look.ended, act.ended) == ("cancelled", "")
    act.go_on()
    await happens(act.has_ended)
    assert act.ended == "done"
    assert [each.by for each in await Acts(own_redis).page()] == ["olga"] * 2


async def test_there_is_room_again_after_an_end(slow: Slow) -> None:
    works = [Waiting() for _ in range(MOST)]
    begun = [await slow.begin(each, "olga", ends_with_client=True) for each in works]
    later = []
    with pytest.raises(Refused, match="under way"):
        await slow.begin(Waiting(), "olga", ends_with_client=True)
    for each, lines in zip(works, begun, strict=True):
        await anext(lines)
        each.go_on()
        assert [line async for line in lines]
        later.append(await slow.begin(Waiting(), "olga", ends_with_client=True))
    for lines in later:
        await anext(lines)
        await lines.aclose()  # type: ignore[attr-defined]


async def test_what_fails_later_is_told_as_the_last_line_without_its_message(slow: Slow) -> None:
    async def work(seat: Seat, tell: Tell) -> Any:
        tell({"line": "first"})
        raise ZeroDivisionError("a card")

    lines = [json.loads(each) async for each in await slow.begin(work, "o", ends_with_client=True)]
    assert [*lines[1]] == ["problem"]
    assert lines[1]["problem"]["code"] == "internal"
    assert "a card" not in str(lines)


async def test_what_fails_at_once_is_a_refusal(slow: Slow, own_server: RedisServer) -> None:
    own_server.stop()
    with pytest.raises(Exception, match="store does not answer"):
        await slow.begin(Waiting(), "olga", ends_with_client=True)
