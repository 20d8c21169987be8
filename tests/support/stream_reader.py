"""Readers of event streams, each in a thread of its own, so that a test can act meanwhile."""

import json
import queue
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.support.players import TLS, Client, Json

SSE, NDJSON = "text/event-stream", "application/x-ndjson"
PATIENCE_S = 120.0
QUIET = ("ping", "presence")
"""Events that come between others at any time."""


@dataclass(frozen=True)
class Event:
    """One event of a stream."""

    event: str
    version: int | None
    data: Any


@dataclass
class Reader:
    """The events of a stream, in order; `ended` is set once the server has closed it."""

    response: httpx.Response
    events: "queue.Queue[Event]" = field(default_factory=queue.Queue)
    ended: threading.Event = field(default_factory=threading.Event)

    def next(self, *names: str) -> Event:
        """Return the next event, which must have one of these names; skip QUIET unless named."""
        while True:
            event = self.events.get(timeout=PATIENCE_S)
            if event.event not in QUIET or event.event in names:
                assert not names or event.event in names, event
                return event

    def rest(self) -> list[Event]:
        """Return all events, without those of QUIET, until the server closes the stream."""
        assert self.ended.wait(PATIENCE_S), f"the stream goes on after {[*self.events.queue][-3:]}"
        return [event for event in [*self.events.queue] if event.event not in QUIET]

    def read(self, media_type: str) -> None:
        """Fill `events` until the stream ends or is cut."""
        try:
            parse = ndjson if media_type == NDJSON else sse
            for event in parse(self.response.iter_lines()):
                self.events.put(event)
            self.ended.set()
        except (httpx.HTTPError, httpx.StreamError):
            return


def refusal(client: Client, path: str) -> httpx.Response:
    """Ask for a stream that is to be refused; one that is not is left unread."""
    token = {"Authorization": f"Bearer {client.token}"} if client.token else {}
    http = httpx.Client(timeout=PATIENCE_S, trust_env=False, verify=TLS)
    with http, http.stream("GET", client.url + path, headers=token) as response:
        if response.status_code != 200:
            response.read()
        return response


@contextmanager
def following(
    client: Client, path: str, media_type: str = SSE, headers: Json | None = None, **query: Any
) -> Iterator[Reader]:
    """Open a stream, and cut it at the end of the block."""
    token = {"Authorization": f"Bearer {client.token}"} if client.token else {}
    own = {**token, "Accept": media_type, **(headers or {})}
    http = httpx.Client(timeout=PATIENCE_S, trust_env=False, verify=TLS)
    with http, http.stream("GET", client.url + path, headers=own, params=query) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"].startswith(media_type)
        reader = Reader(response)
        thread = threading.Thread(target=reader.read, args=(media_type,), daemon=True)
        thread.start()
        try:
            yield reader
        finally:
            cut(response)
            thread.join(PATIENCE_S)


def cut(response: httpx.Response) -> None:
    """Shut the connection down, which wakes the thread that reads from it."""
    stream = response.extensions["network_stream"]
    sock = stream.get_extra_info("socket")
    with suppress(OSError):  # the server has closed it
        sock.shutdown(2)


def sse(lines: Iterator[str]) -> Iterator[Event]:
    """Parse server-sent events as the standard demands."""
    event, version, data = "message", None, []
    for line in lines:
        name, _, value = line.partition(": ")
        if name == "event":
            event = value
        elif name == "id":
            version = int(value)
        elif name == "data":
            data.append(value)
        elif not line and data:
            yield Event(event, version, json.loads("\n".join(data)))
            event, version, data = "message", None, []


def ndjson(lines: Iterator[str]) -> Iterator[Event]:
    """Parse events that are a JSON object on a line each."""
    for line in lines:
        members = json.loads(line)
        assert list(members) == ["event", "version", "data"]
        yield Event(**members)


def events_path(match_id: str) -> str:
    """Return the path of the stream of a match."""
    return f"/v1/matches/{match_id}/events"


def versions(events: Iterable[Event]) -> list[int | None]:
    """Return the versions of the changes among these events."""
    return [event.version for event in events if event.event == "change"]
