"""Readers of streams, each in a thread of its own, so that a test can act meanwhile."""

import json
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.support.players import Client, Json

SSE, NDJSON = "text/event-stream", "application/x-ndjson"
PATIENCE_S = 120.0


@dataclass(frozen=True)
class Told:
    """One thing that a stream said."""

    event: str
    version: int | None
    data: Any


@dataclass
class Reader:
    """What a stream says, in order; `ended` is set once the server has closed it."""

    response: httpx.Response
    told: "queue.Queue[Told]" = field(default_factory=queue.Queue)
    ended: threading.Event = field(default_factory=threading.Event)

    def next(self, *events: str) -> Told:
        """The next thing; pings are passed over unless asked for."""
        while True:
            said = self.told.get(timeout=PATIENCE_S)
            if said.event != "ping" or "ping" in events:
                assert not events or said.event in events, said
                return said

    def rest(self) -> list[Told]:
        """All that comes until the server closes the stream."""
        assert self.ended.wait(PATIENCE_S), f"the stream goes on after {[*self.told.queue][-3:]}"
        return [said for said in [*self.told.queue] if said.event != "ping"]

    def read(self, form: str) -> None:
        try:
            for said in (ndjson if form == NDJSON else sse)(self.response.iter_lines()):
                self.told.put(said)
            self.ended.set()
        except (httpx.HTTPError, httpx.StreamError):
            return


@contextmanager
def following(
    client: Client, path: str, form: str = SSE, headers: Json | None = None, **query: Any
) -> Iterator[Reader]:
    """A stream that has begun; it is cut at the end."""
    token = {"Authorization": f"Bearer {client.token}"} if client.token else {}
    own = {**token, "Accept": form, **(headers or {})}
    http = httpx.Client(timeout=PATIENCE_S, trust_env=False)
    with http, http.stream("GET", client.url + path, headers=own, params=query) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"].startswith(form)
        reader = Reader(response)
        thread = threading.Thread(target=reader.read, args=(form,), daemon=True)
        thread.start()
        try:
            yield reader
        finally:
            cut(response)
            thread.join(PATIENCE_S)


def cut(response: httpx.Response) -> None:
    """Shut the connection down, so that a thread that reads from it wakes up."""
    stream = response.extensions["network_stream"]
    sock = stream.get_extra_info("socket")
    with suppress(OSError):  # the service was first
        sock.shutdown(2)


def sse(lines: Iterator[str]) -> Iterator[Told]:
    """Server-sent events, as the standard reads them."""
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
            yield Told(event, version, json.loads("\n".join(data)))
            event, version, data = "message", None, []


def ndjson(lines: Iterator[str]) -> Iterator[Told]:
    for line in lines:
        said = json.loads(line)
        assert list(said) == ["event", "version", "data"]
        yield Told(**said)
