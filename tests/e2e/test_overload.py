"""More than a gateway works on at a time: others are answered late or refused, never worked on
in vain. Redis is stopped here to make a request take as long as the test likes."""

import json
import os
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.live import Live
from tests.support.players import Client, ok, refused
from tests.support.requests import newcomer
from tests.support.stream_reader import following
from tests.support.waiting import until
from tools.redis_server import RedisServer

NEW = {"game": "lost-cities"}


class Busy:
    """A service that works on one request at a time, and its Redis."""

    def __init__(self, live: Live, redis: RedisServer) -> None:
        self.url = live.url
        self._live, self._redis = live, redis

    def metric(self, name: str, **labels: str) -> float:
        assert self._live.metrics
        found = self._live.metrics.registry.get_sample_value(f"croupier_gateway_{name}", labels)
        return found or 0.0

    @contextmanager
    def held(self) -> Iterator[None]:
        """Stop Redis for the block, so that what is worked on goes on afterwards."""
        assert self._redis.process
        os.kill(self._redis.process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self._redis.process.pid, signal.SIGCONT)


@pytest.fixture(params=[60.0, 0.05], ids=["patient", "hurried"])
def busy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Busy]:
    redis = RedisServer(tmp_path / "redis")
    redis.start()
    try:
        with Live(redis.url, ticking=False, working=1, queue_s=request.param) as live:
            yield Busy(live, redis)
    finally:
        redis.close()


def hang_up(client: Client, busy: Busy) -> None:
    """Ask for a match, wait in the line, and leave without the answer."""
    address, body = urlsplit(client.url), json.dumps(NEW).encode()
    head = (
        "POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {client.token}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    waiting = busy.metric("requests_waiting")
    with socket.create_connection((address.hostname, address.port)) as connection:
        connection.sendall(head.encode() + body)
        until(lambda: busy.metric("requests_waiting") > waiting)


@pytest.mark.parametrize("busy", [60.0], indirect=True)
def test_who_has_hung_up_is_not_worked_for(busy: Busy) -> None:
    ann, bob = newcomer(busy.url, "Ann"), newcomer(busy.url, "Bob")
    with ThreadPoolExecutor() as threads:
        with busy.held():
            working = threads.submit(ann.post, "/v1/matches", NEW)
            until(lambda: busy.metric("requests_in_flight") == 1)
            hang_up(bob, busy)
            asked = threads.submit(bob.get, "/v1/players/me")
            until(lambda: busy.metric("requests_waiting") == 2)
        ok(working.result(), 201)
        ok(asked.result())
    assert busy.metric("refused_total", kind="gone") == 1
    assert ok(bob.get("/v1/matches", player="me"))["matches"] == []


@pytest.mark.parametrize("busy", [0.05], indirect=True)
def test_who_would_wait_too_long_is_refused_and_nothing_was_done(busy: Busy) -> None:
    ann, bob = newcomer(busy.url, "Ann"), newcomer(busy.url, "Bob")
    with ThreadPoolExecutor() as threads:
        with busy.held():
            working = threads.submit(ann.post, "/v1/matches", NEW)
            until(lambda: busy.metric("requests_in_flight") == 1)
            answer = bob.post("/v1/matches", NEW)
            refused(answer, 503, "unavailable")
            assert answer.headers["retry-after"] == "1"
            assert Client(busy.url).get("/healthz").status_code == 200
        ok(working.result(), 201)
    assert busy.metric("refused_total", kind="late") == 1
    assert ok(bob.get("/v1/matches", player="me"))["matches"] == []


@pytest.mark.parametrize("busy", [60.0], indirect=True)
def test_who_waits_for_a_change_holds_nobody_up(busy: Busy) -> None:
    """A long poll and a stream, though one request is worked on at a time."""
    ann = newcomer(busy.url, "Ann")
    match_id = ann.create()["id"]
    path = f"/v1/matches/{match_id}"
    with ThreadPoolExecutor() as threads:
        waits = {"If-None-Match": '"1"', "Prefer": "wait=60"}
        poll = threads.submit(ann.get, path, waits)
        with following(ann, f"{path}/events") as reader:
            assert reader.next().event == "snapshot"
            newcomer(busy.url, "Bob").join(match_id)
            assert reader.next().event == "change"
        assert ok(poll.result())["version"] == 2


@pytest.mark.parametrize("route", ["POST /v1/matches", "PATCH /v1/players/me"])
@pytest.mark.parametrize("busy", [0.05], indirect=True)
def test_who_sends_no_body_holds_nobody_up(busy: Busy, route: str) -> None:
    address, ann = urlsplit(busy.url), newcomer(busy.url, "Ann")
    with socket.create_connection((address.hostname, address.port)) as connection:
        head = f"{route} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"
        connection.sendall(head.encode())
        until(lambda: busy.metric("requests_in_flight") == 1)
        assert ok(ann.get("/v1/players/me"))["displayName"] == "Ann"
