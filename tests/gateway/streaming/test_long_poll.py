"""`If-None-Match` with `Prefer: wait=S`."""

import json
import socket
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import httpx
import pytest
import redis as sync_redis
from gateway.transport.headers import wait_s
from starlette.requests import Request

from tests.support.live import Live
from tests.support.players import Client, ok
from tests.support.requests import NOBODY, code, look, newcomer, send, table
from tests.support.waiting import Stopwatch, until

SOON_S = 5.0
"""Far less than anyone here is ready to wait, and more than a busy machine needs."""
Timed = tuple[httpx.Response, Stopwatch]


@pytest.fixture(scope="module")
def match(live: Live) -> tuple[str, list[Client]]:
    """A running match at version 2, which no test changes."""
    return table(live.url)


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as threads:
        yield threads


@pytest.fixture(scope="module")
def channels(redis_url: str) -> Iterator[sync_redis.Redis]:
    """For a look at who listens."""
    client = sync_redis.Redis.from_url(redis_url)
    yield client
    client.close()


def waits(viewer: Client, match_id: str, wish: str, version: int = 2) -> Timed:
    """An answer to a wish to wait, and after how long."""
    watch = Stopwatch()
    answer = look(viewer, match_id, ("If-None-Match", f'"{version}"'), ("Prefer", wish))
    return answer, watch


def until_listening(channels: sync_redis.Redis, match_id: str) -> None:
    """Return once the gateway listens to the match, because somebody waits for it."""
    channel = f"match:{{{match_id}}}"
    until(lambda: dict(channels.pubsub_numsub(channel)) == {channel.encode(): 1})


def test_waiting_ends_when_the_version_changes(
    live: Live, pool: ThreadPoolExecutor, channels: sync_redis.Redis
) -> None:
    match_id, seats = table(live.url)
    futures: list[Future[Timed]] = [
        pool.submit(waits, viewer, match_id, "wait=30")
        for viewer in (*seats, Client(live.url), seats[0])
    ]
    until_listening(channels, match_id)
    assert not any(future.done() for future in futures)
    seats[0].act(match_id, "resign")
    for future, seat in zip(futures, (0, 1, None, 0), strict=True):
        answer, watch = future.result()
        assert not watch.exceeds(SOON_S)
        assert ok(answer)["version"] == 3
        assert answer.headers["etag"] == '"3"'
        assert answer.headers["preference-applied"] == "wait"
        assert ok(answer)["yourSeat"] == seat
        assert ok(answer) == (*seats, Client(live.url))[2 if seat is None else seat].see(match_id)


@pytest.mark.parametrize("wish", ["wait=61", "wait=3600", f"wait={'9' * 30}", 'wait="60"'])
def test_a_wish_for_more_than_a_minute_is_one(
    live: Live, pool: ThreadPoolExecutor, channels: sync_redis.Redis, wish: str
) -> None:
    ann = newcomer(live.url)
    match_id = ann.create()["id"]
    future = pool.submit(waits, ann, match_id, wish, 1)
    until_listening(channels, match_id)
    newcomer(live.url).join(match_id)
    answer, watch = future.result()
    assert not watch.exceeds(SOON_S)
    assert ok(answer)["version"] == 2
    assert answer.headers["preference-applied"] == "wait"


@pytest.mark.parametrize(
    ("wish", "seconds"),
    [
        ("wait=0", 0),
        ("wait=59", 59),
        ("wait=60", 60),
        ("wait=61", 60),
        ("wait=" + "9" * 5000, 60),
        ("wait=" + "0" * 5000 + "7", 7),
    ],
)
def test_nobody_waits_for_more_than_a_minute(wish: str, seconds: int) -> None:
    # What a test cannot wait for: the number that the route goes by.
    scope = {"type": "http", "headers": [(b"prefer", wish.encode())]}
    assert wait_s(Request(scope)) == seconds


def test_waiting_ends_in_the_form_that_was_asked_for(
    live: Live, pool: ThreadPoolExecutor, channels: sync_redis.Redis
) -> None:
    match_id, (ann, _) = table(live.url)
    headers = [("If-None-Match", '"2"'), ("Prefer", "wait=30"), ("Accept", "text/plain")]
    future = pool.submit(look, ann, match_id, *headers)
    until_listening(channels, match_id)
    ann.act(match_id, "resign")
    answer = future.result()
    assert answer.headers["content-type"].startswith("text/plain")
    assert "version 3" in answer.text


def test_waiting_in_vain_ends_in_time(match: tuple[str, list[Client]]) -> None:
    answer, watch = waits(match[1][0], match[0], "wait=1")
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["preference-applied"] == "wait"
    assert answer.headers["etag"] == '"2"'
    assert watch.wall_s() >= 1.0
    assert not watch.exceeds(SOON_S)


@pytest.mark.parametrize(
    "wish",
    ["wait=0", "Wait=0", 'wait="0"', "wait = 0", "wait=00", "respond-async, wait=0", "wait=0; x=y"],
)
def test_a_wish_may_be_written_as_rfc_7240_has_it(
    match: tuple[str, list[Client]], wish: str
) -> None:
    answer, _ = waits(match[1][0], match[0], wish)
    assert answer.status_code == 304
    assert answer.headers["preference-applied"] == "wait"


def test_wishes_may_stand_on_lines_of_their_own(match: tuple[str, list[Client]]) -> None:
    headers = [("If-None-Match", '"2"'), ("Prefer", "respond-async"), ("Prefer", "wait=0")]
    assert look(match[1][0], match[0], *headers).headers["preference-applied"] == "wait"


@pytest.mark.parametrize(
    "wish",
    ["wait", "wait=", "wait=x", "wait=-1", "wait=30s", "wait=1.5", "wait=1e1", "wait:30", "w=30",
     'wait="30', "waiting=30", "wait=\u0663", ""],
)  # fmt: skip
def test_a_wish_that_cannot_be_understood_is_ignored(
    match: tuple[str, list[Client]], wish: str
) -> None:
    watch = Stopwatch()
    request = [("If-None-Match", '"2"'), ("Prefer", wish)]
    answer = look(match[1][0], match[0], *request)
    assert answer.status_code == 304
    assert "preference-applied" not in answer.headers
    assert not watch.exceeds(SOON_S)


def test_only_who_knows_the_match_waits(match: tuple[str, list[Client]]) -> None:
    watch = Stopwatch()
    match_id, (ann, _) = match
    assert ok(look(ann, match_id, ("Prefer", "wait=30")))["version"] == 2
    assert ok(waits(ann, match_id, "wait=30", version=1)[0])["version"] == 2
    assert ok(waits(ann, match_id, "wait=30", version=3)[0])["version"] == 2
    past = [("If-None-Match", '"1"'), ("Prefer", "wait=30")]
    assert send(ann, "GET", f"/v1/matches/{match_id}?atVersion=1", *past).status_code == 304
    assert code(waits(ann, NOBODY, "wait=30")[0]) == (404, "not_found")
    assert not watch.exceeds(SOON_S)


def test_who_waits_with_a_token_that_is_revoked_is_told_nothing_more(
    live: Live, pool: ThreadPoolExecutor, channels: sync_redis.Redis
) -> None:
    match_id, seats = table(live.url)
    ann, bob = seats
    made = ok(ann.post("/v1/players/me/tokens", {"name": "lost phone"}), 201)
    waiting = pool.submit(waits, Client(live.url, made["token"]), match_id, "wait=30")
    until_listening(channels, match_id)
    send(ann, "DELETE", f"/v1/players/me/tokens/{made['id']}")
    mover = seats[ann.see(match_id)["toMove"][0]]
    mover.move(match_id, mover.legal_moves(match_id)[0]["notation"])
    answer, _ = waiting.result()
    assert code(answer) == (401, "unauthenticated")
    assert "hand" not in answer.text
    assert bob.see(match_id)["version"] == 3


def test_a_body_that_never_ends_is_refused_in_time(live: Live) -> None:
    address = httpx.URL(live.url)
    with socket.create_connection((address.host, address.port or 80), timeout=30) as line:
        line.sendall(b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{")
        answer = line.makefile("rb").read()
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert json.loads(body)["code"] == "malformed"
