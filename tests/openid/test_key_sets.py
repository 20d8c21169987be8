"""Keys of issuers as programs know them, while somebody sends thousands that there are not."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import redis as synchronous
from openid.key_sets import KeysAway, KeySets
from openid.verifying import BadToken
from redis.asyncio import Redis
from redislink.client import connect
from redislink.oidc import Issuer, keys_of, wanted
from redislink.tasks import cancel_and_wait

from tests.support.issuers import AUDIENCE, ISSUER, Signer, claims, publish
from tests.support.late_redis import late_redis
from tools.patience import patient

pytestmark = [pytest.mark.service, pytest.mark.anyio]

OURS = [Issuer(ISSUER, AUDIENCE)]
MANY, AT_ONCE = 10_240, 64
"""As many at once as a gateway works on."""
TIMEOUT_S = 0.5


@asynccontextmanager
async def fetching(
    redis: Redis, redis_url: str, *signers: Signer, age_s: float = 0
) -> AsyncIterator[list[bytes | str]]:
    """A herald that fetches keys whenever they are wanted; yield when they were."""
    fetched = list[bytes | str]()

    async def fetch() -> None:
        with synchronous.Redis.from_url(redis_url) as store:
            while True:
                asked = await redis.get(wanted(OURS[0].hash))
                if asked and asked not in fetched:
                    publish(store, *signers, age_s=age_s)
                    fetched.append(asked)
                await asyncio.sleep(0)

    herald = asyncio.create_task(fetch())
    yield fetched
    await cancel_and_wait(herald)


async def test_a_key_is_taken_from_a_herald_whose_clock_is_behind(
    redis: Redis, redis_url: str
) -> None:
    await redis.delete(keys_of(OURS[0].hash), wanted(OURS[0].hash))
    signer, sets = Signer(), KeySets(redis)
    async with fetching(redis, redis_url, signer, age_s=60):
        assert (await sets.verified(signer.access(), "access", OURS)).claims["iss"] == ISSUER


async def test_ten_thousand_unknown_keys_are_one_fetch_and_hold_up_nobody(
    redis: Redis, redis_url: str
) -> None:
    await redis.delete(keys_of(OURS[0].hash), wanted(OURS[0].hash))
    signer, liar, told = Signer(), Signer("liar"), list[str]()
    sets, good = KeySets(redis), signer.access()

    async def verify(token: str) -> None:
        try:
            await sets.verified(token, "access", OURS)
            told.append("good")
        except BadToken as bad:
            told.append(bad.why.name)
        except KeysAway:
            told.append("away")

    async with fetching(redis, redis_url, signer) as fetched:
        await verify(good)
        assert told == ["good"]
        await redis.delete(wanted(OURS[0].hash))  # a minute has passed
        for first in range(0, MANY, AT_ONCE):
            kids = range(first, first + AT_ONCE)
            tokens = [liar.token(claims(), kid=f"{kid}") for kid in kids]
            await asyncio.gather(*map(verify, tokens), verify(good))
    assert len(fetched) == 2, "the first, and one for all others"
    opening = told[1 : 2 + AT_ONCE]
    assert opening.index("good") < opening.index("KEY"), "who is known has not waited for the keys"
    found = Counter(told)
    assert found["good"] == 1 + MANY // AT_ONCE
    assert found["away"] < AT_ONCE, "only who came while keys were fetched"
    assert found["KEY"] + found["away"] == MANY


async def test_all_that_come_while_redis_hangs_wait_for_one_try_to_read_the_keys(
    redis_url: str,
) -> None:
    tokens = [Signer().access(f"{each}") for each in range(AT_ONCE)]
    with late_redis(redis_url) as late:
        late.late_s = 5 * TIMEOUT_S
        async with connect(late.url, TIMEOUT_S) as redis:
            sets, began = KeySets(redis), time.monotonic()
            verified = (sets.verified(token, "access", OURS) for token in tokens)
            found = await asyncio.gather(*verified, return_exceptions=True)
            assert all(isinstance(each, KeysAway) for each in found)
            assert time.monotonic() - began < patient(3 * TIMEOUT_S)
