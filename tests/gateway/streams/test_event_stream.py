"""Event streams over HTTP: both formats, refusals, pings, and how a stream ends."""

import asyncio
import json
import random
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager

import pytest
from gateway.errors import Problem
from gateway.http import times
from gateway.limits import history_cost
from gateway.streams import event_stream
from gateway.streams.drain import EventStreams
from gateway.streams.event_queue import EventQueue, StreamEvent, stream_event
from gateway.streams.event_stream import CheckToken, EventStream
from gateway.streams.player_feed import PlayerFeed
from starlette.types import Message, Receive, Scope, Send

from tests.support.live import Live
from tests.support.players import HTTP, Client, ok, play_some, refused
from tests.support.requests import newcomer, table, with_token
from tests.support.socket_client import talking
from tests.support.stream_reader import NDJSON, PATIENCE_S, SSE, Event, events_path, following

SEED = 20261121
CHANGE = stream_event("change", {"version": 1}, 1)


@pytest.mark.parametrize("media_type", [SSE, NDJSON])
def test_a_stream_begins_with_a_snapshot_and_goes_on_with_every_change(
    live: Live, media_type: str
) -> None:
    match_id, seats = table(live.url)
    for viewer in (*seats, Client(live.url)):
        with following(viewer, events_path(match_id), media_type) as reader:
            before = viewer.see(match_id)
            assert reader.next() == Event("snapshot", before["version"], before)
            mover = seats[before["toMove"][0]]
            mover.move(match_id, mover.legal_moves(match_id)[0]["notation"])
            change, after = reader.next(), viewer.see(match_id)
            assert (change.event, change.version) == ("change", before["version"] + 1)
            assert change.data == {
                "version": after["version"],
                "game": after["game"],
                "events": after["lastEvents"],
                "match": after,
            }


@pytest.mark.parametrize("media_type", [SSE, NDJSON])
def test_every_stream_has_a_ping_at_once_behind_its_first_events(
    live: Live, media_type: str
) -> None:
    """Without a first byte of the body, a page in Firefox does not learn that it was answered."""
    match_id, seats = table(live.url)
    version = seats[0].see(match_id)["version"]
    mover = seats[seats[0].see(match_id)["toMove"][0]]
    for path, query, first in (
        (events_path(match_id), {}, ["snapshot", "presence"]),
        (events_path(match_id), {"after": version - 1}, ["change", "presence"]),
        (events_path(match_id), {"after": version}, ["presence"]),  # nothing else comes
        ("/v1/events", {}, ["yourTurn"]),
    ):
        before = times.now()
        with following(mover, path, media_type, **query) as reader:
            *found, ping = [
                reader.events.get(timeout=event_stream.PING_S / 2) for _ in (*first, "ping")
            ]
            assert [event.event for event in found] == first
            assert (ping.event, ping.version, [*ping.data]) == ("ping", None, ["time"])
            assert before <= ping.data["time"] <= times.now()


def test_a_stream_tells_the_time_at_which_it_begins(live: Live) -> None:
    match_id, _ = table(live.url)
    before = times.now()
    with HTTP.stream("GET", live.url + events_path(match_id), headers={"Accept": NDJSON}) as answer:
        assert before <= answer.headers["x-time"] <= times.now()


def test_a_stream_that_cannot_begin_is_refused_like_any_request(live: Live) -> None:
    match_id, seats = table(live.url)
    path, sse = events_path(match_id), {"Accept": SSE}
    refused(seats[0].get(path, sse, after=3), 400, "malformed")
    refused(seats[0].get(path, sse, after="x"), 400, "malformed")
    refused(seats[0].get(path, {**sse, "Last-Event-ID": "nine"}), 400, "malformed")
    refused(seats[0].get(path, {"Accept": "application/json"}), 406, "not_acceptable")
    refused(Client(live.url, "crp_x").get(path, sse), 401, "unauthenticated")
    refused(seats[0].get(events_path("A" * 22), sse), 404, "not_found")
    private = seats[0].create(access="private")["id"]
    refused(seats[1].get(events_path(private), sse), 404, "not_found")
    refused(Client(live.url).get("/v1/events", sse), 401, "unauthenticated")


# --- ends


@pytest.mark.parametrize("of", ["match", "player"])
def test_a_revoked_token_ends_its_streams_and_no_others(live: Live, of: str) -> None:
    match_id, seats = table(live.url)
    second = ok(seats[0].post("/v1/players/me/tokens", {"name": "phone"}), 201)
    phone = Client(live.url, second["token"], seats[0].player)
    path = events_path(match_id) if of == "match" else "/v1/events"
    with following(phone, path) as ended, following(seats[0], events_path(match_id)) as kept:
        kept.next("snapshot")
        own = {"Authorization": f"Bearer {seats[0].token}"}
        HTTP.delete(f"{live.url}/v1/players/me/tokens/{second['id']}", headers=own)
        last = ended.rest()[-1]
        assert last == Event("goodbye", None, {"reason": "unauthenticated", "retryAfter": 1})
        play_some(match_id, seats, 1, random.Random(SEED))
        assert kept.next().event == "change"


@pytest.mark.parametrize("of", ["match", "player"])
def test_a_token_that_is_revoked_before_its_stream_begins_opens_none(
    live: Live, monkeypatch: pytest.MonkeyPatch, of: str
) -> None:
    """A stream whose token was verified before that would hear of nothing afterwards."""
    match_id, seats = table(live.url)
    phone = with_token(seats[0], "read")
    verified, go_on = threading.Event(), threading.Event()
    answer = EventStream.__call__

    async def held(self: EventStream, scope: Scope, receive: Receive, send: Send) -> None:
        verified.set()
        await asyncio.to_thread(go_on.wait)
        await answer(self, scope, receive, send)

    monkeypatch.setattr(EventStream, "__call__", held)
    path = events_path(match_id) if of == "match" else "/v1/events"
    with ThreadPoolExecutor() as at_once, talking(phone) as socket:
        stream = at_once.submit(phone.get, path, {"Accept": NDJSON})
        assert verified.wait(PATIENCE_S)
        assert seats[0].delete("/v1/players/me/tokens").status_code == 204
        assert socket.closed() == (4401, "unauthenticated")  # so the gateway has heard of it
        go_on.set()
        refused(stream.result(), 401, "unauthenticated")


def test_a_token_that_is_revoked_while_its_stream_begins_ends_it(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It hears of that before it has the matches that it begins with."""
    ann = newcomer(live.url)
    second = ok(ann.post("/v1/players/me/tokens", {"name": "phone"}), 201)
    phone = Client(live.url, second["token"], ann.player)
    asked, go_on = threading.Event(), threading.Event()
    join = PlayerFeed.join

    async def held(self: PlayerFeed, reader: EventQueue) -> list[StreamEvent]:
        asked.set()
        await asyncio.to_thread(go_on.wait)
        return await join(self, reader)

    def follow() -> list[Event]:
        with following(phone, "/v1/events") as reader:
            return reader.rest()

    monkeypatch.setattr(event_stream, "PING_S", 3600)
    monkeypatch.setattr(PlayerFeed, "join", held)
    with ThreadPoolExecutor() as at_once, talking(phone) as socket:
        stream = at_once.submit(follow)
        assert asked.wait(PATIENCE_S)
        assert ann.delete(f"/v1/players/me/tokens/{second['id']}").status_code == 204
        assert socket.closed() == (4401, "unauthenticated")  # so the gateway has heard of it
        go_on.set()
        last = stream.result()[-1]
    assert last == Event("goodbye", None, {"reason": "unauthenticated", "retryAfter": 1})


def test_a_gateway_that_stops_says_goodbye(redis_url: str) -> None:
    with ExitStack() as stack:
        with Live(redis_url) as stopping:
            match_id, seats = table(stopping.url)
            one = stack.enter_context(following(seats[0], events_path(match_id)))
            other = stack.enter_context(following(seats[0], "/v1/events", NDJSON))
            one.next("snapshot")
        for reader in (one, other):
            goodbye = Event("goodbye", None, {"reason": "drain", "retryAfter": 1})
            assert reader.rest()[-1] == goodbye


def test_streams_opened_while_the_process_stops_end_at_once() -> None:
    streams = EventStreams()
    with streams.queue("sse") as before:
        streams.release()
        with streams.queue("sse") as after:
            for queue in (before, after):
                event = asyncio.run(queue.get(1.0))
                assert event
                assert (event.event, queue.exhausted) == ("goodbye", True)


# --- streams that catch up


class CatchingUp:
    """A stream that begins with one event, and then waits for ever for the next."""

    def __init__(self, check: CheckToken) -> None:
        self.queue = EventQueue()
        self.streams = EventStreams()
        self.sent = b""
        self.waiting, self.ended = asyncio.Event(), asyncio.Event()
        self.left = asyncio.Event()
        self._stream = EventStream(self.streams, self._open, check, NDJSON)

    async def run(self) -> None:
        async with asyncio.timeout(10):
            await self._stream({"type": "http"}, self._receive, self._send)
        assert self.ended.is_set(), "what it waited for goes on without it"

    @asynccontextmanager
    async def _open(self, queue: EventQueue) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        self.queue = queue
        yield self._begin()

    async def _begin(self) -> AsyncIterator[StreamEvent]:
        yield CHANGE
        self.waiting.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.ended.set()

    async def _receive(self) -> Message:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self.sent += message.get("body", b"")


async def valid() -> None:
    """Any token is."""


async def revoked() -> None:
    raise Problem("unauthenticated", "x")


@pytest.mark.anyio
@pytest.mark.parametrize("end", ["reader", "drain", "token"])
async def test_a_stream_that_catches_up_ends_as_any_other(end: str) -> None:
    stream = CatchingUp(revoked if end == "token" else valid)
    run = asyncio.create_task(stream.run())
    await stream.waiting.wait()
    stream.queue.put(stream_event("change", {"version": 9}, 9))
    {"reader": stream.left.set, "drain": stream.streams.release, "token": stream.queue.wake}[end]()
    await run
    reasons = {"reader": b"", "drain": b'"drain"', "token": b'"unauthenticated"'}
    assert reasons[end] in stream.sent
    assert b'"version":9' not in stream.sent, "the reader would never ask for what is between"


@pytest.mark.anyio
async def test_a_stream_that_catches_up_has_its_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "PING_S", 0.01)
    checks = asyncio.Semaphore(0)

    async def check() -> None:
        checks.release()

    stream = CatchingUp(check)
    run = asyncio.create_task(stream.run())
    for _ in range(3):
        await checks.acquire()
    stream.left.set()
    await run
    assert stream.sent.count(b'"ping"') >= 2
    pings = [each for each in stream.sent.splitlines() if b'"ping"' in each]
    told = [json.loads(each)["data"]["time"] for each in pings]
    assert told == sorted(told)
    assert told[-1] <= times.now()


@pytest.mark.parametrize("kind", ["stream", "socket"])
def test_a_gateway_that_stops_does_not_wait_for_readers_that_catch_up(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    async def never(_: int) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(history_cost, "pace", lambda *_: never)
    with ExitStack() as stack:
        with Live(redis_url) as stopping:
            match_id, seats = table(stopping.url)
            if kind == "stream":
                reader = following(seats[0], events_path(match_id), after=0)
                last = stack.enter_context(reader).rest
            else:
                talk = stack.enter_context(talking(seats[0]))
                talk.ask("subscribe", matchId=match_id, after=0)
                last = None
        if last:
            assert last()[-1].data == {"reason": "drain", "retryAfter": 1}
        else:
            assert talk.push(match_id)["data"]["reason"] == "drain"


# --- pings, and readers that take nothing, without a server


async def receive_nothing() -> Message:
    await asyncio.Event().wait()
    raise AssertionError


async def events(*found: StreamEvent) -> AsyncIterator[StreamEvent]:
    for event in found:
        yield event


@pytest.mark.anyio
async def test_a_ping_comes_in_time_however_many_events_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The token is checked with each ping, though the stream is never idle."""
    monkeypatch.setattr(event_stream, "PING_S", 0.02)
    checks, pings = [], 0
    queue = EventQueue()

    @asynccontextmanager
    async def open_stream(given: EventQueue) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        nonlocal queue
        queue = given
        queue.put(CHANGE)
        yield events()

    async def send(message: Message) -> None:
        nonlocal pings
        await asyncio.sleep(0)
        pings += b'"ping"' in message.get("body", b"")
        if pings < 4:
            queue.put(CHANGE)
        else:
            queue.hang_up()

    async def check() -> None:
        checks.append(pings)

    stream = EventStream(EventStreams(), open_stream, check, NDJSON)
    async with asyncio.timeout(10):
        await stream({"type": "http"}, receive_nothing, send)
    assert checks == [1, 2, 3]  # not with the first: the token was checked just before


@pytest.mark.anyio
async def test_a_reader_that_takes_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "STUCK_S", 0.05)
    cut = asyncio.Event()
    sent: list[Message] = []

    @asynccontextmanager
    async def open_stream(queue: EventQueue) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        yield events(CHANGE, CHANGE)

    async def send(message: Message) -> None:
        sent.append(message)
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    async def check() -> None:
        return None

    stream = EventStream(EventStreams(), open_stream, check, NDJSON)
    abort: dict[str, Callable[[], None]] = {"abort": cut.set}
    scope = {"type": "http", "extensions": {"croupier.abort": abort}}
    await stream(scope, receive_nothing, send)
    assert cut.is_set()
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
