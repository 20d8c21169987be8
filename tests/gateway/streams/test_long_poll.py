"""Long polling: `If-None-Match` with `Prefer: wait=S`."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext

import httpx
import pytest
import redis as sync_redis
from gateway.errors import Problem, unavailable
from gateway.http.headers import wait_s
from gateway.streams import long_poll
from redislink.pubsub import Subscriber
from starlette.requests import Request
from starlette.types import Message, Receive

from tests.support.asgi import request_with
from tests.support.live import Live
from tests.support.notifications import publish, unconnected_subscriber, until_listening
from tests.support.players import Client, ok
from tests.support.requests import NOBODY, code, look, newcomer, send, table
from tests.support.waiting import Stopwatch, happens

SOON_S = 5.0
"""Far less than any request here is ready to wait, and more than a busy machine needs."""
Timed = tuple[httpx.Response, Stopwatch]


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as threads:
        yield threads


def waits(viewer: Client, match_id: str, preference: str, version: int = 2) -> Timed:
    """Return the answer to a request that waits, and a stopwatch started before it."""
    watch = Stopwatch()
    answer = look(viewer, match_id, ("If-None-Match", f'"{version}"'), ("Prefer", preference))
    return answer, watch


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


@pytest.mark.parametrize("preference", ["wait=61", 'wait="60"'])
def test_a_preference_for_more_than_a_minute_is_accepted(
    live: Live, pool: ThreadPoolExecutor, channels: sync_redis.Redis, preference: str
) -> None:
    ann = newcomer(live.url)
    match_id = ann.create()["id"]
    future = pool.submit(waits, ann, match_id, preference, 1)
    until_listening(channels, match_id)
    newcomer(live.url).join(match_id)
    answer, watch = future.result()
    assert not watch.exceeds(SOON_S)
    assert ok(answer)["version"] == 2
    assert answer.headers["preference-applied"] == "wait"


def test_waiting_ends_in_the_media_type_that_was_asked_for(
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


def test_a_malformed_preference_is_ignored(match: tuple[str, list[Client]]) -> None:
    watch = Stopwatch()
    request = [("If-None-Match", '"2"'), ("Prefer", "wait=30s")]
    answer = look(match[1][0], match[0], *request)
    assert answer.status_code == 304
    assert "preference-applied" not in answer.headers
    assert not watch.exceeds(SOON_S)


def test_only_a_request_that_knows_the_version_waits(match: tuple[str, list[Client]]) -> None:
    watch = Stopwatch()
    match_id, (ann, _) = match
    assert ok(look(ann, match_id, ("Prefer", "wait=30")))["version"] == 2
    assert ok(waits(ann, match_id, "wait=30", version=1)[0])["version"] == 2
    assert ok(waits(ann, match_id, "wait=30", version=3)[0])["version"] == 2
    past = [("If-None-Match", '"1"'), ("Prefer", "wait=30")]
    assert send(ann, "GET", f"/v1/matches/{match_id}?atVersion=1", *past).status_code == 304
    assert code(waits(ann, NOBODY, "wait=30")[0]) == (404, "not_found")
    assert not watch.exceeds(SOON_S)


def test_a_request_whose_token_is_revoked_meanwhile_is_refused(
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


# --- without a server


def seconds_of(*preferences: str) -> int | None:
    return wait_s(request_with(*(("Prefer", each) for each in preferences)))


@pytest.mark.parametrize(
    ("preference", "seconds"),
    [
        ("wait=0", 0),
        ("wait=49", 49),
        ("wait=50", 50),
        ("wait=60", 50),
        ("wait=" + "9" * 5000, 50),
        ("wait=" + "0" * 5000 + "7", 7),
    ],
)
def test_a_request_waits_for_less_than_proxies_do(preference: str, seconds: int) -> None:
    assert seconds_of(preference) == seconds


@pytest.mark.parametrize(
    "preference",
    ["wait=7", "Wait=7", 'wait="7"', "wait = 7", "wait=07", "respond-async, wait=7", "wait=7; x=y"],
)
def test_a_preference_may_be_written_as_in_rfc_7240(preference: str) -> None:
    assert seconds_of(preference) == 7


def test_preferences_may_have_headers_of_their_own() -> None:
    assert seconds_of("respond-async", "wait=7") == 7


@pytest.mark.parametrize(
    "preference",
    ["wait", "wait=", "wait=x", "wait=-1", "wait=30s", "wait=1.5", "wait=1e1", "wait:30", "w=30",
     'wait="30', "waiting=30", "wait=\xb2", ""],
)  # fmt: skip
def test_a_preference_that_is_malformed_gives_no_time(preference: str) -> None:
    assert seconds_of(preference) is None


class Counter:
    """A value that is read again and again, until an exception is due."""

    def __init__(self) -> None:
        self.value = 0
        self.reads = 0
        self.errors: list[Problem] = []

    async def read(self) -> int:
        self.reads += 1
        if self.errors:
            raise self.errors.pop()
        return self.value


async def stay_connected() -> Message:
    await asyncio.Event().wait()
    raise AssertionError


async def disconnect() -> Message:
    return {"type": "http.disconnect"}


def waiting(
    counter: Counter,
    subscriber: Subscriber,
    receive: Receive = stay_connected,
    pace_s: float = 0.0,
) -> "asyncio.Task[int]":
    """Wait for the counter to be more than 0."""
    request = Request({"type": "http", "headers": []}, receive)
    return asyncio.create_task(
        long_poll.until(
            subscriber,
            "c",
            request,
            60,
            counter.read,
            lambda value: value > 0,
            nullcontext,
            pace_s,
        )
    )


@pytest.mark.anyio
async def test_a_message_is_a_reason_to_read_again() -> None:
    counter, subscriber = Counter(), unconnected_subscriber()
    task = waiting(counter, subscriber)
    while counter.reads < 3:
        await turn()
        publish(subscriber, "c", "news")
    counter.value = 7
    publish(subscriber, "c", "news")
    assert await task == 7
    assert not subscriber._listeners


@pytest.mark.anyio
async def test_messages_that_come_together_are_one_reason() -> None:
    counter, subscriber = Counter(), unconnected_subscriber()
    task = waiting(counter, subscriber, pace_s=0.2)
    while not subscriber._listeners:
        await turn()
    for _ in range(20):
        publish(subscriber, "c", "news")
        await turn()
    counter.value = 7
    assert await task == 7
    assert counter.reads == 2


@pytest.mark.anyio
async def test_without_messages_the_value_is_read_at_every_heartbeat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(long_poll, "HEARTBEAT_S", 0.001)
    counter = Counter()
    task = waiting(counter, unconnected_subscriber())
    await happens(lambda: more_than(3, counter))
    counter.value = 7
    assert await task == 7


@pytest.mark.anyio
async def test_an_outage_while_waiting_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_poll, "HEARTBEAT_S", 0.001)
    counter = Counter()
    task = waiting(counter, unconnected_subscriber())
    await turn()
    counter.errors = [unavailable()] * 3
    await happens(lambda: more_than(5, counter))
    counter.value = 7
    assert await task == 7


@pytest.mark.anyio
async def test_another_refusal_while_waiting_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_poll, "HEARTBEAT_S", 0.001)
    counter = Counter()
    task = waiting(counter, unconnected_subscriber())
    await turn()
    counter.errors = [Problem("not_found", "Gone.")]
    with pytest.raises(Problem, match="Gone"):
        await task


@pytest.mark.anyio
async def test_a_process_that_stops_answers_at_once() -> None:
    counter, subscriber = Counter(), unconnected_subscriber()
    task = waiting(counter, subscriber)
    await turn()
    subscriber.release()
    assert await task == 0


@pytest.mark.anyio
async def test_a_caller_that_disconnects_is_not_waited_for() -> None:
    counter = Counter()
    assert await waiting(counter, unconnected_subscriber(), disconnect) == 0
    assert counter.reads == 1


async def more_than(reads: int, counter: Counter) -> bool:
    return counter.reads > reads


async def turn() -> None:
    """Let the event loop run all that can run."""
    for _ in range(10):
        await asyncio.sleep(0)
