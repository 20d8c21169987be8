"""What the reads of a socket are charged: each one, in as few calls as they come together."""

import asyncio
from typing import Any

import pytest
from gateway.errors import Problem
from gateway.limits.limit_table import LIMITS, Allowance, Limit
from gateway.limits.rate_limits import RateLimits
from gateway.websocket.read_charges import ReadCharges
from redis.asyncio import Redis
from starlette.requests import HTTPConnection

pytestmark = pytest.mark.anyio

ENOUGH = Limit(0.001, 10)
TABLE = {**LIMITS, "reads": Allowance(ENOUGH, ENOUGH)}


class Counted(RateLimits):
    """Rate limits that count how often they are asked."""

    calls = 0

    async def spend_up_to(self, *args: Any) -> tuple[int, Problem | None]:
        self.calls += 1
        return await super().spend_up_to(*args)


def caller(address: str) -> HTTPConnection:
    return HTTPConnection({"type": "websocket", "client": (address, 1), "headers": []})


@pytest.mark.parametrize(("address", "token"), [("127.77.0.1", ""), ("127.77.0.2", "one")])
async def test_reads_that_come_together_are_charged_in_one_call(
    redis: Redis, address: str, token: str
) -> None:
    limits = Counted(redis, 60.0, TABLE)
    charges = ReadCharges(limits, caller(address))
    told = await asyncio.gather(*(charges.spend(token) for _ in range(8)))
    assert told == [None] * 8
    assert limits.calls == 1


async def test_those_beyond_the_limit_are_refused(redis: Redis) -> None:
    charges = ReadCharges(Counted(redis, 60.0, TABLE), caller("127.77.0.3"))
    spent = (charges.spend("") for _ in range(15))
    told = await asyncio.gather(*spent, return_exceptions=True)
    assert told[:10] == [None] * 10
    assert all(isinstance(each, Problem) and each.code == "rate_limited" for each in told[10:])


class Broken(RateLimits):
    async def spend_up_to(self, *args: Any) -> tuple[int, Problem | None]:
        raise ValueError


async def test_an_unexpected_error_ends_each_and_not_the_next_ones(redis: Redis) -> None:
    charges = ReadCharges(Broken(redis, 60.0, TABLE), caller("127.77.0.5"))
    for _ in range(2):
        async with asyncio.timeout(10):
            spent = (charges.spend("") for _ in range(3))
            told = await asyncio.gather(*spent, return_exceptions=True)
        assert [type(each) for each in told] == [ValueError] * 3


async def test_one_that_is_given_up_leaves_the_others(redis: Redis) -> None:
    charges = ReadCharges(Counted(redis, 60.0, TABLE), caller("127.77.0.4"))
    tasks = [asyncio.create_task(charges.spend("")) for _ in range(3)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    told = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(told[0], asyncio.CancelledError)
    assert told[1:] == [None, None]
