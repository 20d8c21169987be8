"""Calls of a script that come together: one command, and to each caller its own answer."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink.client import connect
from redislink.gathered import MOST, GatheredCalls
from redislink.script import Script

from tests.redislink.test_script import ADD_ALL, script

pytestmark = pytest.mark.anyio


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[Redis]:
    async with connect(redis_url, 10.0) as client:
        yield client


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
    gathered, names = GatheredCalls(add), [f"{tmp_path}:{number}" for number in range(calls)]
    for turn in (1, 2):
        told = await asyncio.gather(
            *(sum_up(gathered, name, number) for number, name in enumerate(names))
        )
        assert told == [turn * number for number in range(calls)]
    first = [names[0], *names[MOST::MOST]]  # the script counts at the first key of each call
    counted = [int(await client.get(f"{name}:calls") or 0) for name in first]
    assert counted == [2] * commands


async def test_calls_of_one_key_are_taken_in_their_order(add: Script, tmp_path: Path) -> None:
    gathered = GatheredCalls(add)
    told = await asyncio.gather(*(sum_up(gathered, str(tmp_path), 1) for _ in range(9)))
    assert told == [*range(1, 10)]


async def test_who_gives_up_takes_no_answer_from_the_others(add: Script, tmp_path: Path) -> None:
    gathered = GatheredCalls(add)
    asking = [asyncio.create_task(sum_up(gathered, f"{tmp_path}:{n}", n)) for n in range(3)]
    await asyncio.sleep(0)  # all wait by now
    asking[1].cancel()
    told = await asyncio.gather(*asking, return_exceptions=True)
    assert (told[0], told[2]) == (0, 2)
    assert isinstance(told[1], asyncio.CancelledError)


@pytest.mark.service
async def test_without_redis_all_are_told_so(tmp_path: Path) -> None:
    async with connect("redis://127.0.0.1:1", 1.0) as nobody:
        gathered = GatheredCalls(script(nobody, tmp_path, ADD_ALL))
        told = await asyncio.gather(
            *(gathered.one((["a"], [1])) for _ in range(3)), return_exceptions=True
        )
    assert [isinstance(each, (RedisError, OSError)) for each in told] == [True] * 3
