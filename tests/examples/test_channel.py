"""A channel that is told how matches end: by a herald, and on a channel of ours on loopback."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest
import trustme
from redislink import hooks
from redislink.client import connect
from redislink.commands import run

from tests.support.heralds import NAME, PATIENCE_S, Called, herald, receiver
from tests.support.live import Live
from tests.support.players import Json
from tests.support.receivers import Received
from tests.support.requests import newcomer
from tests.support.waiting import until
from tools.stack import Process, free_port

pytestmark = [pytest.mark.service, pytest.mark.anyio]

CHANNEL = "examples.channel.channel"
SECRET = "whsec_" + "A" * 32


class Posted(ThreadingHTTPServer):
    """A channel that keeps what is posted to it, but for the first time, when it fails."""

    request_queue_size = 128

    def __init__(self) -> None:
        self.got: list[Json] = []
        self.fails = True
        super().__init__(("127.0.0.1", 0), Post)

    def of(self, *match_ids: str) -> list[str]:
        """What was posted of these matches: others may end meanwhile."""
        texts = [each["content"] for each in self.got]
        return [text for text in texts if text.rpartition("/")[2] in match_ids]


class Post(BaseHTTPRequestHandler):
    server: Posted

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        failing, self.server.fails = self.server.fails, False
        if not failing:
            self.server.got.append(body)
        self.send_response(500 if failing else 204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def posted() -> Iterator[Posted]:
    with Posted() as found:
        thread = Thread(target=found.serve_forever)
        thread.start()
        yield found
        found.shutdown()
        thread.join()


@pytest.fixture
def channel(live: Live, posted: Posted, tmp_path: Path) -> Iterator[str]:
    """The example; yield its address."""
    port = free_port()
    said = {
        "CROUPIER_URL": live.url,
        "WEBHOOK_SECRET": SECRET,
        "CHANNEL_URL": f"http://127.0.0.1:{posted.server_port}/",
        "PORT": str(port),
    }
    program = Process(CHANNEL, tmp_path / "channel.log", lambda: listens(port), **said)
    program.start()
    program.wait()
    yield f"http://127.0.0.1:{port}"
    program.stop()


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@asynccontextmanager
async def behind_tls(address: str) -> AsyncIterator[tuple[trustme.CA, Called, set[str]]]:
    """What has the certificate, hands on to the example, everything twice.

    The last is the matches whose messages the example has taken.
    """
    authority, taken = trustme.CA(), set[str]()

    async def handed_on(request: Received, writer: asyncio.StreamWriter) -> None:
        async with httpx.AsyncClient(timeout=PATIENCE_S) as client:
            for _ in range(2):
                answer = await client.post(address, content=request.body, headers=request.headers)
        if answer.is_success:
            taken.add(json.loads(request.body)["data"]["matchId"])
        writer.write(f"HTTP/1.1 {answer.status_code} X\r\n\r\n".encode())

    async with receiver(authority) as called:
        called.receiver.answer = handed_on
        yield authority, called, taken


def played(url: str, access: str) -> str:
    ann, bob = newcomer(url, "Ann @everyone"), newcomer(url, "Bob")
    made = ann.create(access=access)
    bob.join(made["id"], **({"inviteCode": made["inviteCode"]} if access == "private" else {}))
    ann.act(made["id"], "resign")
    return str(made["id"])


async def test_a_channel_hears_once_how_public_matches_end(
    live: Live, posted: Posted, channel: str
) -> None:
    async with (
        connect(live.redis_url, 60) as redis,
        behind_tls(channel) as (authority, called, taken),
        herald(live, authority, called),
    ):
        made = hooks.of_installation(f"https://{NAME}/channel", ["match.finished"], SECRET, 1)
        await run(redis, hooks.installing(made, ""))
        try:
            hidden = await asyncio.to_thread(played, live.url, "private")
            match_id = await asyncio.to_thread(played, live.url, "public")
            last = await asyncio.to_thread(played, live.url, "public")
            await asyncio.to_thread(until, lambda: taken >= {hidden, match_id, last})
        finally:
            await run(redis, hooks.uninstalling(made.id))
    told = f"lost-cities, Ann @everyone, Bob: won by Bob. {live.url}/m/"
    assert sorted(posted.of(match_id, last)) == sorted([f"{told}{match_id}", f"{told}{last}"])
    assert not posted.of(hidden)
    assert posted.got[0]["allowed_mentions"] == {"parse": []}


async def test_who_has_not_the_secret_is_not_heard(posted: Posted, channel: str) -> None:
    forged = {"webhook-id": "1", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA"}
    async with httpx.AsyncClient() as client:
        for headers in (forged, {}):
            answer = await client.post(channel, content=b"{}", headers=headers)
            assert answer.status_code == 401
    assert posted.fails
