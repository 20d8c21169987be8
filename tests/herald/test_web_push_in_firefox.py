"""Web Push from a move to a notice: a herald, a push service of ours, and Firefox that decrypts."""

import asyncio
import json
import uuid
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
import trustme
from herald import caller
from websockets.exceptions import ConnectionClosedError
from websockets.sync.server import Server, ServerConnection, serve

from tests.herald.test_push_services import SERVICE, key_file, push_of
from tests.herald.test_runner import do, happens
from tests.support import heralds
from tests.support.firefox import Marionette, firefox_with
from tests.support.heralds import herald
from tests.support.live import Live
from tests.support.players import Client, Json
from tests.support.receivers import OK, Received, receiving
from tests.support.requests import newcomer
from tools.stack import ROOT

__all__ = ["key_file"]
pytestmark = [pytest.mark.service, pytest.mark.anyio]

SUBSCRIBES = """(async () => {
  const found = async (element) => {
    for (;;) {
      const one = document.querySelector(element);
      if (one) return one;
      await new Promise((done) => setTimeout(done, 50));
    }
  };
  (await found(".gear")).click();
  (await found("notice-settings input")).click();
  return (await found("notice-settings fieldset input")).checked;
})()"""
KEEP = "(async (each) => localStorage.setItem('croupier:account', each))(arguments[0])"
WAITING = """navigator.serviceWorker.ready.then((each) => each.getNotifications()).then((all) =>
  all.map(({ title, tag }) => [title, tag]))"""


class PushService:
    """The part of a push service that a browser speaks to, by Mozilla's protocol."""

    def __init__(self) -> None:
        self._line: ServerConnection | None = None
        self._channel = ""
        self._server: Server = serve(
            self._serve,
            "127.0.0.1",
            0,
            subprotocols=["push-notification"],  # type: ignore[list-item]
        )
        self.url = f"ws://127.0.0.1:{self._server.socket.getsockname()[1]}/"
        self._thread = Thread(target=self._server.serve_forever)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()

    def deliver(self, body: bytes, headers: Json) -> None:
        assert self._line
        data = urlsafe_b64encode(body).decode().rstrip("=")
        encoding = {"encoding": headers["content-encoding"]}
        self._say("notification", version=uuid.uuid4().hex, data=data, headers=encoding)

    def _serve(self, line: ServerConnection) -> None:
        self._line = line
        for text in _said(line):
            asked = json.loads(text)
            kind = asked.get("messageType")
            if kind == "hello":
                answer = {"uaid": uuid.uuid4().hex, "status": 200, "use_webpush": True}
                line.send(json.dumps({"messageType": kind, "broadcasts": {}, **answer}))
            elif kind == "register":
                self._channel = asked["channelID"]
                self._say(kind, status=200, pushEndpoint=f"https://{SERVICE}/wpush/v2/x")

    def _say(self, kind: str, **more: Any) -> None:
        assert self._line
        self._line.send(json.dumps({"messageType": kind, "channelID": self._channel, **more}))


def _said(line: ServerConnection) -> Iterator[str | bytes]:
    """What a browser says until it is closed, without a goodbye."""
    with suppress(ConnectionClosedError):
        yield from line


@pytest.fixture
def push_service() -> Iterator[PushService]:
    service = PushService()
    yield service
    service.close()


@pytest.fixture
def firefox(push_service: PushService) -> Iterator[Marionette]:
    preferences = {
        "dom.push.serverURL": push_service.url,
        "dom.push.testing.allowInsecureServerURL": True,
        "dom.push.connection.enabled": True,
        "permissions.default.desktop-notification": 1,
        "alerts.useSystemBackend": False,  # there is no desktop
    }
    with firefox_with(preferences) as line:
        yield line


def subscribed(firefox: Marionette, url: str, player: Client) -> Any:
    """Have the page of a player be told, as its settings do."""
    firefox.ask("WebDriver:SetTimeouts", script=60_000)
    firefox.ask("WebDriver:Navigate", url=f"{url}/")
    account = json.dumps({"token": player.token, "name": player.player["displayName"]})
    firefox.run(KEEP, account)
    firefox.ask("WebDriver:Navigate", url=f"{url}/")
    firefox.run("navigator.serviceWorker.ready.then(() => true)")
    return firefox.run(SUBSCRIBES)


async def test_a_move_becomes_a_notice_in_firefox(
    redis_url: str,
    key_file: Path,
    push_service: PushService,
    firefox: Marionette,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    authority = trustme.CA()
    monkeypatch.setattr(heralds, "NAME", SERVICE)
    monkeypatch.setattr(caller, "LOOKING_MS", 1_000)
    said: Any = {"push_key_file": str(key_file), "push_contact": "mailto:ops@example.org"}

    async def handed_on(request: Received, writer: asyncio.StreamWriter) -> None:
        push_service.deliver(request.body, request.headers)
        writer.write(OK)

    with Live(redis_url, web=str(ROOT / "web")) as live:
        url = f"http://localhost:{urlsplit(live.url).port}"
        async with receiving(authority, SERVICE) as service:
            service.answer = handed_on
            async with herald(live, authority, heralds.Called(service), **said):
                ann, bob = await do(newcomer, live.url), await do(newcomer, live.url)
                await happens(push_of, lambda found: found["publicKey"], ann)
                assert await do(subscribed, firefox, url, ann) is True
                match_id = str((await do(lambda: ann.create(options={"startSeat": 0})))["id"])
                await do(bob.join, match_id)

                async def waiting() -> Any:
                    return await do(firefox.run, WAITING)

                told = [["It is your turn", f"croupier {match_id}"]]
                await happens(waiting, lambda found: found == told)
