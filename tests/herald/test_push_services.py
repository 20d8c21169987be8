"""Browsers that are told: a service of theirs, which is a receiver of ours, and what they read."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import http_ece
import pytest
import trustme
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from herald import caller
from herald.push import CURVE, encoded
from herald.store import ASKED
from redislink.client import connect
from redislink.hooks import Delivery

from tests.herald.test_runner import ALL, do, happens
from tests.support import heralds
from tests.support.heralds import herald
from tests.support.live import Live
from tests.support.players import Client, Json, ok
from tests.support.receivers import receiving
from tests.support.requests import newcomer

pytestmark = [pytest.mark.service, pytest.mark.anyio]

SERVICE = "updates.push.services.mozilla.com"
PUSH = "/v1/players/me/push"
SECRET = bytes(range(16))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_bytes(serialization.Encoding.X962, form)


def opened(body: bytes, browser: ec.EllipticCurvePrivateKey) -> bytes:
    """What a browser reads, by another library for the encryption of RFC 8188 and 8291."""
    read: bytes = http_ece.decrypt(body, private_key=browser, auth_secret=SECRET)
    return read


def wish_of(browser: ec.EllipticCurvePrivateKey, *events: str) -> Json:
    keys = {"p256dh": encoded(point(browser.public_key())), "auth": encoded(SECRET)}
    return {"endpoint": f"https://{SERVICE}/x", "keys": keys, "events": events}


async def push_of(player: Client) -> object:
    return await do(lambda: ok(player.get(PUSH)))


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    pem = ec.generate_private_key(CURVE).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    (tmp_path / "push.pem").write_bytes(pem)
    return tmp_path / "push.pem"


async def test_a_browser_is_told_of_a_turn_and_one_that_is_gone_is_let_be(
    live: Live, key_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority, browser = trustme.CA(), ec.generate_private_key(CURVE)
    monkeypatch.setattr(heralds, "NAME", SERVICE)
    monkeypatch.setattr(caller, "LOOKING_MS", 2_000)
    said: Any = {"push_key_file": str(key_file), "push_contact": "mailto:ops@example.org"}
    async with receiving(authority, SERVICE) as service:
        called = heralds.Called(service)
        async with herald(live, authority, called, **said):
            ann, bob = await do(newcomer, live.url), await do(newcomer, live.url)
            await happens(push_of, lambda found: found["publicKey"], ann)
            await do(lambda: ok(ann.put(PUSH, wish_of(browser, "yourTurn"))))
            match_id = str((await do(lambda: ann.create(options={"startSeat": 0})))["id"])
            await do(bob.join, match_id)
            async with asyncio.timeout(90):  # she has just been here, and is told once she is not
                await service.came.wait()
            (sent,) = service.received
            read = json.loads(opened(sent.body, browser))
            assert read == {"type": "yourTurn", "matchId": match_id}
            assert sent.headers["topic"] == match_id
            assert sent.headers["authorization"].startswith("vapid t=")
            assert match_id.encode() not in sent.body


async def test_what_its_player_has_seen_on_an_open_page_is_not_told(
    live: Live, key_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A turn still waits once nobody looks; what was only news has been told by the page."""
    authority, browser = trustme.CA(), ec.generate_private_key(CURVE)
    monkeypatch.setattr(heralds, "NAME", SERVICE)
    said: Any = {"push_key_file": str(key_file), "push_contact": "mailto:ops@example.org"}
    async with (
        receiving(authority, SERVICE) as service,
        connect(live.redis_url, 60) as redis,
        herald(live, authority, heralds.Called(service), **said),
    ):
        ann, bob = await do(newcomer, live.url), await do(newcomer, live.url)
        await happens(push_of, lambda found: found["publicKey"], ann)
        made = await do(lambda: ok(ann.put(PUSH, wish_of(browser, *ALL))))
        await redis.zadd(ASKED, {ann.id: time.time() * 1000 + 3_600_000})
        match_id = str((await do(lambda: ann.create(options={"startSeat": 0})))["id"])
        await do(bob.join, match_id)

        async def left_out() -> set[str]:
            sent: Any = redis.hvals(f"{{hook:{made['id']}}}:sent")
            told = [Delivery.load(each) for each in await sent]
            return {each.type for each in told if each.state == "superseded"}

        await happens(left_out, lambda found: found == {"matchStarted"})
        await do(bob.act, match_id, "resign")
        await happens(
            left_out, lambda found: found == {"matchStarted", "yourTurn", "matchFinished"}
        )
        assert not service.received
