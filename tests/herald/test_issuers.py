"""Keys of issuers: fetched, kept, renewed, and refused where an issuer misbehaves."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import trustme
from herald import issuers
from herald.config import Settings
from herald.issuers import MOST_BYTES, Issuers
from herald.metrics import Metrics
from herald.outgoing import TIMEOUT_S, Outgoing, Place
from herald.runner import Herald
from redis.asyncio import Redis
from redislink.oidc import KEPT_S, Issuer, keys_of, wanted

from tests.support.issuers import AUDIENCE, Signer
from tests.support.live import Live
from tests.support.receivers import Received, Receiver, receiving, trusting

pytestmark = [pytest.mark.service, pytest.mark.anyio]

NAME = "keys.example.com"
ISSUER = f"https://{NAME}"
OURS = Issuer(ISSUER, AUDIENCE)


class Provider:
    """An issuer's web server, and the herald's part that asks it."""

    def __init__(self, receiver: Receiver, redis: Any, authority: trustme.CA) -> None:
        self.receiver, self.redis = receiver, redis
        self.configuration: Any = {"issuer": ISSUER, "jwks_uri": f"{ISSUER}/jwks"}
        self.keys: Any = {"keys": []}
        self.head = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n"
        receiver.answer = self._answer
        places = {NAME: Place("127.0.0.1", receiver.port)}
        self.metrics = Metrics()
        outgoing = Outgoing(trusting(authority), own=places)
        self.issuers = Issuers(redis, outgoing, [OURS, OURS], self.metrics)

    async def _answer(self, asked: Received, writer: asyncio.StreamWriter) -> None:
        known = "/.well-known/" in asked.line
        body = self.configuration if known else self.keys
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        writer.write((self.head % len(content) if b"%d" in self.head else self.head) + content)
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    async def stored(self) -> Any:
        found = await self.redis.get(keys_of(OURS.hash))
        return json.loads(found) if found else None

    def away(self) -> float:
        return self.metrics.registry.get_sample_value("croupier_herald_issuers_away") or 0.0

    def failed(self) -> float:
        name = "croupier_herald_key_sets_total"
        return self.metrics.registry.get_sample_value(name, {"outcome": "failed"}) or 0.0


@pytest.fixture
async def provider(redis_url: str) -> AsyncIterator[Provider]:
    authority = trustme.CA()
    redis = Redis.from_url(redis_url)
    await redis.delete(keys_of(OURS.hash), wanted(OURS.hash))
    async with receiving(authority, NAME) as receiver:
        yield Provider(receiver, redis, authority)
    await redis.aclose()


async def test_keys_are_fetched_once_and_again_when_one_is_wanted(provider: Provider) -> None:
    first, second = Signer("k1"), Signer("k2", "RS256")
    provider.keys = {"keys": [{**first.public, "d": "secret", "x5c": ["x"]}]}
    await provider.issuers.look(ISSUER)
    kept = await provider.stored()
    assert kept["keys"] == [first.public], "nothing private, and nothing that nobody reads"
    assert 0 < await provider.redis.ttl(keys_of(OURS.hash)) <= KEPT_S
    await provider.issuers.look(ISSUER)
    assert len(provider.receiver.received) == 2, "one configuration, and one set of keys"
    provider.keys = {"keys": [first.public, second.public, {"kty": "oct", "k": "x"}]}
    await provider.redis.set(wanted(OURS.hash), kept["fetchTime"] + 60_000)
    await provider.issuers.look(ISSUER)
    assert [each["kid"] for each in (await provider.stored())["keys"]] == ["k1", "k2"]


async def test_what_was_fetched_an_hour_ago_is_fetched_again(provider: Provider) -> None:
    old = {"fetchTime": 1000, "keys": [Signer("old").public]}
    await provider.redis.set(keys_of(OURS.hash), json.dumps(old))
    provider.keys = {"keys": [Signer("new").public]}
    await provider.issuers.look(ISSUER)
    assert (await provider.stored())["keys"][0]["kid"] == "new"


async def test_an_issuer_that_is_away_is_asked_once_a_minute(provider: Provider) -> None:
    old = {"fetchTime": 1000, "keys": [Signer("old").public]}
    await provider.redis.set(keys_of(OURS.hash), json.dumps(old))
    provider.head = b"HTTP/1.1 503 Away\r\nContent-Length: %d\r\n\r\n"
    for _ in range(3):
        await provider.issuers.look(ISSUER)
    assert len(provider.receiver.received) == 1
    assert await provider.stored() == old, "what is known stays"
    assert provider.failed() == 1
    assert provider.away() == 1


async def test_an_issuer_is_away_until_some_herald_has_its_keys(
    provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider.head = b"HTTP/1.1 503 Away\r\nContent-Length: %d\r\n\r\n"
    await provider.issuers.look(ISSUER)
    assert provider.away() == 1
    elsewhere: dict[str, Any] = {"fetchTime": int(time.time() * 1000), "keys": [Signer("k").public]}
    await provider.redis.set(keys_of(OURS.hash), json.dumps(elsewhere))
    await provider.issuers.look(ISSUER)
    assert (provider.away(), provider.failed()) == (0, 1)
    # What is wanted and not had is tried again a minute later, not an hour.
    await provider.redis.set(wanted(OURS.hash), elsewhere["fetchTime"] + 60_000)
    await provider.issuers.look(ISSUER)
    assert (provider.away(), provider.failed()) == (1, 2)
    provider.head = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n"
    await provider.redis.delete(wanted(OURS.hash))
    half_an_hour_ago = {**elsewhere, "fetchTime": elsewhere["fetchTime"] - 30 * 60 * 1000}
    await provider.redis.set(keys_of(OURS.hash), json.dumps(half_an_hour_ago))
    monkeypatch.setattr(issuers, "AGAIN_MS", -1)  # a minute later
    await provider.issuers.look(ISSUER)
    assert provider.away() == 0


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


async def test_an_answer_may_come_in_chunks(provider: Provider) -> None:
    keys = json.dumps({"keys": [Signer("k1").public]}).encode()
    told = json.dumps(provider.configuration).encode()
    provider.head = CHUNKED
    provider.configuration = b"%x\r\n%b\r\n0\r\n\r\n" % (len(told), told)
    provider.keys = b"%x\r\n%b\r\n0\r\n\r\n" % (len(keys), keys)
    await provider.issuers.look(ISSUER)
    assert (await provider.stored())["keys"][0]["kid"] == "k1"


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("configuration", {"issuer": f"{ISSUER}/", "jwks_uri": f"{ISSUER}/jwks"}),
        ("configuration", {"issuer": ISSUER}),
        ("configuration", {"issuer": ISSUER, "jwks_uri": "http://keys.example.com/jwks"}),
        ("configuration", {"issuer": ISSUER, "jwks_uri": "https://169.254.169.254/latest"}),
        ("configuration", {"issuer": ISSUER, "jwks_uri": "https://localhost/jwks"}),
        ("configuration", {"issuer": ISSUER, "jwks_uri": "file:///etc/passwd"}),
        ("configuration", []),
        ("configuration", b"{"),
        ("configuration", b"[" * 100_000),
        ("keys", b"0" * (MOST_BYTES + 1)),
        ("keys", b"0" * (5 << 20)),
        ("keys", {"keys": [{}] * 33}),
        ("keys", {"keys": {}}),
        ("head", b"HTTP/1.1 302 Found\r\nLocation: https://keys.example.com/x\r\n\r\n"),
        ("head", b"SSH-2.0-x\r\n"),
        ("head", b""),
        ("head", b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n"),
    ],
)
async def test_what_an_issuer_must_not_answer_changes_nothing(
    provider: Provider, what: str, value: Any
) -> None:
    setattr(provider, what, value)
    await provider.issuers.look(ISSUER)
    assert await provider.stored() is None
    assert provider.failed() == 1


async def test_addresses_that_are_not_public_are_not_asked(provider: Provider) -> None:
    async def inside(_: str, __: int) -> list[str]:
        return ["127.0.0.1"]

    outgoing = Outgoing(trusting(trustme.CA()), resolve=inside)
    await Issuers(provider.redis, outgoing, [OURS], provider.metrics).look(ISSUER)
    assert provider.failed() == 1
    assert provider.receiver.connections == 0


async def test_an_issuer_that_hangs_does_not_hold_up_the_keys_of_others(
    provider: Provider, live: Live, tmp_path: Path
) -> None:
    hangs = "hangs.example.com"
    file = tmp_path / "issuers.json"
    named = [f"https://{hangs}", ISSUER]
    file.write_text(json.dumps([{"issuer": each, "audience": AUDIENCE} for each in named]))
    asked = asyncio.Event()

    async def never(_: Received, __: asyncio.StreamWriter) -> None:
        asked.set()
        await asyncio.Event().wait()

    authority = trustme.CA()
    async with receiving(authority, hangs) as other, receiving(authority, NAME) as answers:
        other.answer, answers.answer = never, provider.receiver.answer
        own = {hangs: Place("127.0.0.1", other.port), NAME: Place("127.0.0.1", answers.port)}
        settings = Settings(redis_url=live.redis_url, engines=live.engines, oidc=str(file))
        out = Outgoing(trusting(authority), own=own)
        herald = Herald(settings, provider.redis, Metrics(), out)
        herald.start()
        try:
            await asyncio.wait_for(asked.wait(), 60)
            await asyncio.wait_for(answers.came.wait(), TIMEOUT_S - 2)
        finally:
            await herald.stop()
