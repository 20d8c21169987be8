"""The demo beside engines that know no sealed deals: for a day, there are none."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from bots.player import Bot
from tools import demo

REFUSAL = {"code": "unavailable", "detail": "Sealed deals can be had later."}
MATCH = {"id": "m" * 22, "deal": "open", "fairness": {"commitment": "00" * 32}}


class Upgrading(BaseHTTPRequestHandler):
    """A server that refuses sealed deals for an hour."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        sealed = body.get("deal") == "sealed"
        self.send_response(503 if sealed else 201)
        if sealed:
            self.send_header("Retry-After", "3600")
        self.end_headers()
        made = {"token": "t"} if self.path == "/v1/players" else MATCH
        self.wfile.write(json.dumps(REFUSAL if sealed else made).encode())

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def url() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Upgrading) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.service
def test_without_sealed_deals_the_demo_plays_an_open_one(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = Bot(url, "Percy", 1)
    match = demo._create(bot, demo.Setting("lost-cities", "Lost Cities", 2))
    assert match["deal"] == "open"
    assert capsys.readouterr().out == "Sealed deals can be had later. This deal is open.\n"
    bot.close()


@pytest.mark.service
def test_a_replay_of_another_match_is_not_the_one_that_was_promised(url: str) -> None:
    bot = Bot(url, "Percy", 1)
    match = bot.create(game="lost-cities")
    assert bot.was_promised(match["id"], {"match": match})
    assert not bot.was_promised(match["id"], {"match": {**match, "id": "n" * 22}})
    other = {**match, "fairness": {"commitment": "11" * 32}}
    assert not bot.was_promised(match["id"], {"match": other})
    bot.close()
