"""Credit: what is admitted before Redis is asked, and what is paid for it."""

import asyncio
import secrets
from collections.abc import Iterator

import pytest
from gateway import context
from gateway.digests import digest
from gateway.errors import Problem
from gateway.limits.credit import PART
from gateway.limits.limit_table import Allowance, Bucket, Limit, Table
from gateway.limits.rate_limits import RateLimits
from redis.asyncio import Redis
from redislink.commands import run
from starlette.requests import HTTPConnection

from tests.support.waiting import happens
from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio

SLOW = 1 / 60
"""Per second: a bucket does not refill while a test runs."""
BURST = 64
AMPLE = Limit(SLOW, 100_000)
TABLE: Table = {
    bucket: Allowance(Limit(SLOW, BURST), AMPLE)
    for bucket in ("moves", "reads", "creates", "streams")
}


class Caller:
    """A token at an address of its own, which may ask several gateways."""

    def __init__(self, *gateways: RateLimits) -> None:
        self.gateways = gateways
        self.token = secrets.token_hex(8)
        address = f"2001:db8:{secrets.randbits(16):x}:{secrets.randbits(16):x}::1"
        self._connection = HTTPConnection({"type": "http", "client": (address, 1)})
        self._asked = 0

    async def ask(self, bucket: Bucket = "moves", cost: int = 1) -> int:
        """Ask the next gateway, and return how many are told to be left. Raise Problem."""
        gateway = self.gateways[self._asked % len(self.gateways)]
        self._asked += 1
        await gateway.spend(bucket, self._connection, self.token, cost)
        told = context.rate_limit.get()
        assert told
        return int(told["RateLimit"].split(";")[1].removeprefix("r="))

    async def left(self) -> int:
        """What another gateway is told that is left, which takes one."""
        return await self.elsewhere().ask()

    def elsewhere(self) -> "Caller":
        """The same caller, which asks another gateway."""
        newcomer = Caller(RateLimits(self.gateways[0]._redis, 5.0, TABLE))
        newcomer.token, newcomer._connection = self.token, self._connection
        return newcomer

    async def use_up(self) -> int:
        """Return how many requests are admitted until one is refused."""
        for admitted in range(10 * BURST):
            try:
                await self.ask()
            except Problem:
                return admitted
        raise AssertionError("there was no end")


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis for this test alone, as its commands are counted."""
    server = RedisServer(tmp_path_factory.mktemp("credit") / "redis")
    server.start()
    yield server.url
    server.close()


@pytest.fixture
def limits(redis: Redis) -> RateLimits:
    return RateLimits(redis, 5.0, TABLE)


async def charges(redis: Redis) -> int:
    """How often the server was called for a script."""
    return int((await redis.info("commandstats"))["cmdstat_evalsha"]["calls"])


async def test_what_is_left_counts_down_with_credit_as_without(limits: RateLimits) -> None:
    caller = Caller(limits)
    assert [await caller.ask() for _ in range(BURST)] == [*reversed(range(BURST))]


async def test_redis_is_asked_for_few_of_many_requests(redis: Redis, limits: RateLimits) -> None:
    caller = Caller(limits)
    await caller.ask()
    before = await charges(redis)
    for _ in range(BURST // PART):
        await caller.ask()
    assert await charges(redis) == before
    await caller.ask()
    assert await charges(redis) == before + 1, "beyond an eighth, all is paid at once"


async def test_what_was_lent_is_paid_soon(limits: RateLimits) -> None:
    caller = Caller(limits)
    for _ in range(5):
        await caller.ask()
    await happens(lambda: _paid(caller, limits))
    assert await caller.left() == BURST - 6


async def test_what_is_owed_at_the_end_is_paid(limits: RateLimits) -> None:
    caller = Caller(limits)
    for _ in range(5):
        await caller.ask()
    await limits.stop()
    assert await _paid(caller, limits)
    assert await caller.elsewhere().left() == BURST - 6


async def _paid(caller: Caller, limits: RateLimits) -> bool:
    return limits._credit._paying is None


async def test_what_is_being_paid_is_lent_until_the_reply_has_come(limits: RateLimits) -> None:
    """However many come at once, no more than an eighth is admitted that Redis did not have."""
    caller = Caller(limits)
    await caller.ask()
    await caller.elsewhere().use_up()
    told = await asyncio.gather(*(caller.ask() for _ in range(BURST)), return_exceptions=True)
    assert len([left for left in told if isinstance(left, int)]) == BURST // PART


async def test_what_could_not_be_paid_is_unpaid_again(redis: Redis, limits: RateLimits) -> None:
    caller = Caller(limits)
    told = [await caller.ask() for _ in range(6)]
    key = limits.charge("moves", caller._connection, digest(caller.token)).sources[0].key
    bucket = await redis.get(key)
    assert bucket
    await redis.delete(key)
    await redis.rpush(key, "not a bucket")
    await happens(lambda: _failed(limits, key))
    await redis.delete(key)
    await redis.set(key, bucket)
    await happens(lambda: _paid(caller, limits))
    assert await caller.left() == told[-1] - 1


async def _failed(limits: RateLimits, key: str) -> bool:
    account = limits._credit._accounts.get(key)
    return account is not None and not account._known_us


async def test_one_gateway_admits_exactly_what_there_is(limits: RateLimits) -> None:
    assert await Caller(limits).use_up() == BURST


@pytest.mark.parametrize("gateways", [2, 5])
async def test_each_further_gateway_admits_an_eighth_more_at_most(
    redis: Redis, gateways: int
) -> None:
    caller = Caller(*(RateLimits(redis, 5.0, TABLE) for _ in range(gateways)))
    assert BURST <= await caller.use_up() <= BURST + (gateways - 1) * BURST // PART


async def test_a_bucket_that_is_half_empty_lends_nothing(redis: Redis, limits: RateLimits) -> None:
    caller = Caller(limits)
    await caller.ask(cost=BURST // 2)
    before = await charges(redis)
    assert [await caller.ask() for _ in range(3)] == [31 - each for each in range(3)]
    assert await charges(redis) == before + 3


@pytest.mark.parametrize("bucket", ["creates", "streams"])
async def test_creates_and_streams_are_never_lent(
    redis: Redis, limits: RateLimits, bucket: Bucket
) -> None:
    caller = Caller(limits)
    before = await charges(redis)
    for _ in range(5):
        await caller.ask(bucket)
    assert await charges(redis) == before + 5


async def test_an_address_lends_only_what_all_its_tokens_leave(redis: Redis) -> None:
    """Each token has enough, and the address has not."""
    table: Table = {**TABLE, "moves": Allowance(Limit(SLOW, 1000), Limit(SLOW, BURST))}
    limits = RateLimits(redis, 5.0, table)
    ann, bob = Caller(limits), Caller(limits)
    bob._connection = ann._connection
    told = [await caller.ask() for _ in range(BURST // 2) for caller in (ann, bob)]
    assert told == [*reversed(range(BURST))]


async def test_a_reading_beside_a_lookup_does_not_forget_what_is_unpaid(
    redis: Redis, limits: RateLimits
) -> None:
    caller = Caller(limits)
    assert [await caller.ask() for _ in range(3)] == [63, 62, 61]
    charge = limits.charge("moves", caller._connection, digest(caller.token))
    await limits.settle(charge, await run(redis, limits.commands(charge)))
    assert await caller.ask() == 59
