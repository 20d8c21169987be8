"""A proxy that nobody said to trust is told of: once in the log, and to `croupierctl doctor`."""

import logging
from functools import partial

import httpx
import pytest
from engine.admin.doctor import gateway_notes as doctor
from gateway.observability import untrusted_proxies
from gateway.observability.doctor_notes import KEPT_S, MOST
from gateway.observability.untrusted_proxies import UntrustedProxies
from gateway.web import frames
from redis.asyncio import Redis

from tests.support.live import Live
from tests.support.waiting import happens

PROXY = "127.0.77.1"

pytestmark = pytest.mark.anyio


async def test_a_proxy_without_trust_is_told_of_once(
    live: Live, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "gateway"):
        transport = httpx.AsyncHTTPTransport(local_address=PROXY)
        async with httpx.AsyncClient(transport=transport, base_url=live.url) as proxy:
            for _ in range(3):
                await proxy.get("/healthz", headers={"X-Forwarded-For": "192.0.2.7"})

        async def noted() -> bool:
            return any(PROXY in each.text for each in await doctor.of_proxies(redis))

        await happens(noted)
    told = [each.message for each in caplog.records if PROXY in each.message]
    assert len(told) == 1
    assert "GATEWAY_TRUSTED_PROXIES must name it" in told[0]
    assert "192.0.2.7" not in caplog.text
    assert await redis.ttl(doctor.PROXIES) > 0


async def test_whoever_invents_the_header_cannot_fill_the_log(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    told = UntrustedProxies(redis)
    for number in range(2 * MOST):
        told.seen(f"::ffff:127.0.78.{number}")
    told.seen("x")
    assert caplog.text.count("of 127.0.78.") == MOST
    await happens(lambda: all_noted(redis))


async def test_a_proxy_that_goes_on_is_told_of_again_before_the_note_of_it_has_gone(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    now = [1e9]
    told = UntrustedProxies(redis, lambda: now[0])
    for _ in range(2):
        for last in range(MOST):  # those of the first day are no bound for the second
            told.seen(f"127.0.79.{last}")
        await happens(partial(noted_at, redis, now[0]))
        now[0] += KEPT_S - 1
    assert caplog.text.count("of 127.0.79.1 ") == 2


async def noted_at(redis: Redis, now: float) -> bool:
    mine = [f"127.0.79.{last}" for last in range(MOST)]
    return set(await redis.hmget(doctor.PROXIES, mine)) == {b"%d" % now}


async def all_noted(redis: Redis) -> bool:
    (finding,) = await doctor.of_proxies(redis)
    assert finding.level == "note"
    return finding.text.count("127.0.78.") == MOST


def test_both_programs_mean_the_same_keys() -> None:
    assert untrusted_proxies.KEY == doctor.PROXIES
    assert frames.KEY == doctor.GUESTS
