"""Calls of a script that come together: one command, and to each caller its own answer."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink import gathered
from redislink.client import connect
from redislink.gathered import MOST, GatheredCalls
from redislink.script import Call, Script

from tests.redislink.test_script import ADD_ALL, script

pytestmark = pytest.mark.anyio


@pytest.fixture
def add(client: Redis, tmp_path: Path) -> Script:
    return script(client, tmp_path, ADD_ALL)


async def sum_up(gathered: GatheredCalls, key: str, number: int) -> int:
    total, _ = await gathered.one(([key], [number]))
    return int(total)


@pytest.mark.parametrize(("calls", "commands"), [(1, 1), (3, 1), (MOST, 1), (MOST + 1, 2)])
async def test_what_comes_together_is_one_call_and_each_has_its_own_answer(
    client: Redis, add: Script, tmp_path: Path, calls: int, commands: int
) -> None:
    calls_of, names = GatheredCalls(add), [f"{tmp_path}:{number}" for number in range(calls)]
    for turn in (1, 2):
        told = await asyncio.gather(
            *(sum_up(calls_of, name, number) for number, name in enumerate(names))
        )
        assert told == [turn * number for number in range(calls)]
    first = [names[0], *names[MOST::MOST]]  # the script counts at the first key of each call
    counted = [int(await client.get(f"{name}:calls") or 0) for name in first]
    assert counted == [2] * commands


async def test_calls_of_one_key_are_taken_in_their_order(add: Script, tmp_path: Path) -> None:
    calls = GatheredCalls(add)
    told = await asyncio.gather(*(sum_up(calls, str(tmp_path), 1) for _ in range(9)))
    assert told == [*range(1, 10)]


class Held(Script):
    """Has its calls wait for `go`; counts the items of each."""

    takes_all_at_once = True

    def __init__(self) -> None:
        self.items: list[int] = []
        self.go = asyncio.Event()

    async def all(self, calls: Sequence[Call], *shared: str) -> list[int]:
        self.items.append(len(calls))
        await self.go.wait()
        return [0] * len(calls)


async def test_what_comes_while_a_call_is_under_way_is_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gathered, "WAIT_S", 600.0)
    held = Held()
    calls = GatheredCalls(held)
    asking = []
    for _ in range(3):
        asking += [asyncio.create_task(calls.one(([], []))) for _ in range(4)]
        await settled()
    assert held.items == [4]
    held.go.set()
    assert await asyncio.gather(*asking) == [0] * 12
    assert held.items == [4, 8]
    await calls.one(([], []))
    assert held.items == [4, 8, 1], "a lone call waits for nothing"


async def test_a_call_that_is_not_answered_holds_the_next_one_up_for_a_moment_only() -> None:
    held = Held()
    calls = GatheredCalls(held)
    asking = []
    while len(held.items) < 3:  # none of which is answered
        asking.append(asyncio.create_task(calls.one(([], []))))
        await settled()
    held.go.set()
    assert await asyncio.gather(*asking) == [0] * len(asking)
    assert held.items[0] == 1


async def settled() -> None:
    """Return once all that can be done at once is done."""
    for _ in range(9):
        await asyncio.sleep(0)


async def test_who_gives_up_takes_no_answer_from_the_others(add: Script, tmp_path: Path) -> None:
    calls = GatheredCalls(add)
    asking = [asyncio.create_task(sum_up(calls, f"{tmp_path}:{n}", n)) for n in range(3)]
    await asyncio.sleep(0)  # all wait by now
    asking[1].cancel()
    told = await asyncio.gather(*asking, return_exceptions=True)
    assert (told[0], told[2]) == (0, 2)
    assert isinstance(told[1], asyncio.CancelledError)


@pytest.mark.service
async def test_without_redis_all_are_told_so(tmp_path: Path) -> None:
    async with connect("redis://127.0.0.1:1", 1.0) as nobody:
        calls = GatheredCalls(script(nobody, tmp_path, ADD_ALL))
        told = await asyncio.gather(
            *(calls.one((["a"], [1])) for _ in range(3)), return_exceptions=True
        )
    assert [isinstance(each, (RedisError, OSError)) for each in told] == [True] * 3


async def test_in_a_cluster_each_call_is_sent_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a node which does not answer holds up the calls for its own keys only."""
    held = Held()
    monkeypatch.setattr(Held, "takes_all_at_once", False)
    calls = GatheredCalls(held)
    asking = [asyncio.create_task(calls.one(([], []))) for _ in range(3)]
    await settled()
    assert held.items == [1, 1, 1]
    held.go.set()
    assert await asyncio.gather(*asking) == [0, 0, 0]
