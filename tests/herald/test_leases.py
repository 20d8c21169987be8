"""Partitions, shared among heralds and taken over from those that have died."""

from collections.abc import AsyncIterator
from importlib.resources import files
from typing import Any

import pytest
from redis.asyncio import Redis
from redislink.client import connect
from redislink.hooks import PARTITIONS
from redislink.script import Script

pytestmark = [pytest.mark.service, pytest.mark.anyio]


class Heralds:
    """Heralds of a set of partitions of their own."""

    def __init__(self, redis: Redis, name: str) -> None:
        self.redis: Any = redis
        self._claim = Script(redis, files("herald.scripts") / "claim_parts.lua")
        self.keys = [f"{{{name}}}:parts", f"{{{name}}}:heralds"]

    async def ask(self, herald: str, life_ms: int = 60_000) -> set[int]:
        held: list[int] = await self._claim.one(self.keys, [herald, life_ms, PARTITIONS])
        assert len(held) == len({*held})
        return {*held}


@pytest.fixture
async def heralds(redis_url: str, request: pytest.FixtureRequest) -> AsyncIterator[Heralds]:
    redis = connect(redis_url, 60)
    yield Heralds(redis, request.node.name)
    await redis.aclose()


async def test_one_herald_has_all_and_two_have_half_each(heralds: Heralds) -> None:
    assert await heralds.ask("a") == {*range(PARTITIONS)}
    assert await heralds.ask("b") == set()
    first = await heralds.ask("a")
    second = await heralds.ask("b")
    assert len(first) == len(second) == PARTITIONS // 2
    assert first | second == {*range(PARTITIONS)}
    assert await heralds.ask("a") == first, "what is held stays"


async def test_what_one_has_given_back_others_take(heralds: Heralds) -> None:
    await heralds.ask("a")
    assert await heralds.ask("a", 0) == set()
    assert await heralds.ask("b") == {*range(PARTITIONS)}


async def test_a_herald_that_has_died_loses_its_partitions_after_its_time(heralds: Heralds) -> None:
    await heralds.ask("a", 50)
    taken = set[int]()
    while not taken:
        taken = await heralds.ask("b")
    assert taken == {*range(PARTITIONS)}
    stored = await heralds.redis.hgetall(heralds.keys[0])
    assert {each.split()[0] for each in stored.values()} == {b"b"}


async def test_three_have_all_of_them_together(heralds: Heralds) -> None:
    for _ in range(3):
        held = [await heralds.ask(each) for each in "abc"]
    assert [len(each) for each in held] == [86, 85, 85] or sum(map(len, held)) == PARTITIONS
    assert set().union(*held) == {*range(PARTITIONS)}
