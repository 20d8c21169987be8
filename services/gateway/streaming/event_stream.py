"""Streams over HTTP: server-sent events, and a JSON object a line."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from typing import TypeAlias

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gateway.errors import Problem
from gateway.observability.metrics import Metrics
from gateway.streaming.event_queue import EventQueue, StreamEvent, goodbye, stream_event
from gateway.transport.responses import problem_response

SSE, NDJSON = "text/event-stream", "application/x-ndjson"
FORMS: dict[str, Callable[[StreamEvent], bytes]] = {
    SSE: lambda each: each.sse,
    NDJSON: lambda each: each.ndjson,
}
KINDS = {SSE: "sse", NDJSON: "ndjson"}
PING_S = 12.0
STUCK_S = 20.0
"""How long a reader may take nothing at all before the connection is cut."""
PING = stream_event("ping", {})

Open: TypeAlias = Callable[[EventQueue], AbstractAsyncContextManager[AsyncIterator[StreamEvent]]]
"""Gives what a stream begins with, and fills the inbox with what follows."""
Check: TypeAlias = Callable[[], Awaitable[object]]
"""Raises Problem unauthenticated once the token is not valid any more."""


class EventStreams:
    """All open streams of this process, so that they can be told to go."""

    def __init__(self, metrics: Metrics | None = None) -> None:
        self._gauges = (metrics or Metrics()).streams
        self._open: set[EventQueue] = set()
        self._draining = False

    @contextlib.contextmanager
    def inbox(self, kind: str) -> Iterator[EventQueue]:
        """An inbox for a new stream: "sse", "ndjson", "socket", or "subscription" of a socket."""
        inbox = EventQueue()
        self._open.add(inbox)
        if self._draining:
            inbox.close(goodbye("drain"))
        try:
            with self._gauges[(kind,)].track_inprogress():
                yield inbox
        finally:
            self._open.discard(inbox)

    def release(self) -> None:
        """Send everyone away: the process is about to stop."""
        self._draining = True
        for inbox in self._open:
            inbox.close(goodbye("drain"))


class EventStream(Response):
    """An answer that goes on. What keeps it from beginning is refused as for any request."""

    def __init__(self, streams: EventStreams, open_stream: Open, check: Check, form: str) -> None:
        super().__init__(media_type=form, headers={"Cache-Control": "no-store"})
        self.headers["Vary"] = "Authorization, Accept"
        self.headers["X-Accel-Buffering"] = "no"
        del self.headers["Content-Length"]
        self._streams = streams
        self._open_stream = open_stream
        self._check = check
        self._kind = KINDS[form]
        self._encode = FORMS[form]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._streams.inbox(self._kind) as inbox:
            try:
                async with self._open_stream(inbox) as begin:
                    await send(
                        {
                            "type": "http.response.start",
                            "status": 200,
                            "headers": self.raw_headers,
                        }
                    )
                    await self._run(scope, receive, send, begin, inbox)
            except Problem as refusal:
                await problem_response(refusal)(scope, receive, send)

    async def _run(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        begin: AsyncIterator[StreamEvent],
        inbox: EventQueue,
    ) -> None:
        """Until the inbox ends, the reader leaves, or takes nothing any more."""
        gone = asyncio.create_task(_until_gone(receive, inbox))
        try:
            async for each in self._items(begin, inbox):
                async with asyncio.timeout(STUCK_S):
                    await _body(send, self._encode(each), more=True)
            await _body(send, b"", more=False)
        except TimeoutError:
            scope["extensions"]["croupier.abort"]["abort"]()
        finally:
            gone.cancel()

    async def _items(
        self, begin: AsyncIterator[StreamEvent], inbox: EventQueue
    ) -> AsyncIterator[StreamEvent]:
        """What it begins with and what follows, with a ping every PING_S whatever else there is."""
        clock = asyncio.get_running_loop()
        ping_at = clock.time() + PING_S
        try:
            async for each in begin:
                yield each
            while not inbox.over:
                new = await inbox.get(ping_at - clock.time())
                if new:
                    yield new
                if (new is None or clock.time() >= ping_at) and not inbox.over:
                    await self._still_valid()
                    ping_at = clock.time() + PING_S
                    yield PING
        except Problem as refusal:
            yield goodbye("unauthenticated" if refusal.status == 401 else refusal.code)

    async def _still_valid(self) -> None:
        """Raise Problem unauthenticated; that a token cannot be looked up just now is no reason."""
        try:
            await self._check()
        except Problem as refusal:
            if refusal.status == 401:
                raise


async def _until_gone(receive: Receive, inbox: EventQueue) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    inbox.hang_up()


async def _body(send: Send, body: bytes, more: bool) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})
