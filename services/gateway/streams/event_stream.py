"""Event streams over HTTP: server-sent events and newline-delimited JSON."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, aclosing
from operator import attrgetter
from typing import TypeAlias

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gateway.errors import Problem
from gateway.http import times
from gateway.http.responses import UNKEPT, problem_response
from gateway.http.server.unwound import leave
from gateway.streams.drain import EventStreams
from gateway.streams.event_queue import EventQueue, StreamEvent, goodbye, stream_event

SSE, NDJSON = "text/event-stream", "application/x-ndjson"
ENCODERS: dict[str, Callable[[StreamEvent], bytes]] = {
    SSE: attrgetter("sse"),
    NDJSON: attrgetter("ndjson"),
}
KINDS = {SSE: "sse", NDJSON: "ndjson"}
# The contract promises a ping at least every 15 seconds.
PING_S = 12.0
TIME = b"x-time"
"""The header with the time at which a stream begins, which `Date` has in whole seconds only."""
STUCK_S = 20.0
"""How long a reader may take no bytes at all before the connection is cut."""

OpenStream: TypeAlias = Callable[
    [EventQueue], AbstractAsyncContextManager[AsyncIterator[StreamEvent]]
]
"""Enters a stream: yields the events it begins with, and fills the queue with what follows."""
CheckToken: TypeAlias = Callable[[], Awaitable[object]]
"""Raises Problem unauthenticated once the reader's token is not valid any more."""


class EventStream(Response):
    """A response that goes on until its queue is exhausted or the reader leaves.

    A Problem raised before the stream has begun is answered as for any other request.
    """

    def __init__(
        self, streams: EventStreams, open_stream: OpenStream, check: CheckToken, media_type: str
    ) -> None:
        super().__init__(media_type=media_type, headers=UNKEPT)
        self.headers["Vary"] = "Authorization, Accept"
        self.headers["X-Accel-Buffering"] = "no"  # nginx would hold events back
        del self.headers["Content-Length"]
        self._streams = streams
        self._open_stream = open_stream
        self._check = check
        self._kind = KINDS[media_type]
        self._encode = ENCODERS[media_type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not leave(self._run_all, scope):
            await self._run_all(scope, receive, send)

    async def _run_all(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._streams.queue(self._kind) as queue:
            try:
                async with self._open_stream(queue) as begin:
                    headers = [*self.raw_headers, (TIME, times.now().encode())]
                    await send({"type": "http.response.start", "status": 200, "headers": headers})
                    if (
                        scope.get("method") == "HEAD"
                    ):  # whose stream is over as soon as it has begun
                        await _send_body(send, b"", more=False)
                    else:
                        await self._run(scope, receive, send, begin, queue)
            except Problem as refusal:
                await problem_response(refusal)(scope, receive, send)

    async def _run(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        begin: AsyncIterator[StreamEvent],
        queue: EventQueue,
    ) -> None:
        """Send events until the queue is exhausted; cut a connection that takes none."""
        disconnect = asyncio.create_task(_hang_up_at_disconnect(receive, queue))
        # An extension of http.server.uvicorn_http, which ASGI has nothing like.
        if extension := scope.get("extensions", {}).get("croupier.write"):
            write = extension["write"]
            queue.write = lambda event: write(self._encode(event))
        try:
            async with aclosing(self._events(begin, queue)) as events:
                async for event in events:
                    async with asyncio.timeout(STUCK_S):
                        await _send_body(send, self._encode(event), more=True)
                    del event  # it may be the last one for long, and is large
            await _send_body(send, b"", more=False)
        except TimeoutError:
            # ASGI cannot cut a connection: this extension is that of http.server.uvicorn_http.
            scope["extensions"]["croupier.abort"]["abort"]()
        finally:
            queue.write = None
            disconnect.cancel()

    async def _events(
        self, begin: AsyncIterator[StreamEvent], queue: EventQueue
    ) -> AsyncGenerator[StreamEvent, None]:
        """Yield the first events and a ping, then those of the queue, and a ping every PING_S."""
        clock = asyncio.get_running_loop()
        ping_at = clock.time() + PING_S
        try:
            async with aclosing(_all(begin, queue, lambda: ping_at - clock.time())) as found:
                async for new in found:
                    silent = new is None
                    if new:
                        yield new
                    del new
                    # Pings are due by the clock, not by silence: they check the token, too.
                    if (silent or clock.time() >= ping_at) and not queue.exhausted:
                        await self._check_token()
                        ping_at = clock.time() + PING_S
                        yield _ping()
        except Problem as refusal:
            yield goodbye("unauthenticated" if refusal.status == 401 else refusal.code)

    async def _check_token(self) -> None:
        """Raise Problem unauthenticated if the token is not valid any more.

        While tokens cannot be looked up, the stream goes on: an outage says nothing about one.
        """
        try:
            await self._check()
        except Problem as refusal:
            if refusal.status == 401:
                raise


def _ping() -> StreamEvent:
    return stream_event("ping", {"time": times.now()})


async def _all(
    begin: AsyncIterator[StreamEvent], queue: EventQueue, left_s: Callable[[], float]
) -> AsyncGenerator[StreamEvent | None, None]:
    """Yield the first events, a ping, then those of the queue; None when a ping may be due."""
    async with aclosing(queue.catch_up(begin, left_s)) as first:
        async for event in first:
            yield event
            del event
    # Not 12 s later: Firefox settles fetch() with the first byte of the body, not with the
    # headers, and a stream that goes on after a version may have nothing else to begin with.
    if not queue.exhausted:
        yield _ping()
    while not queue.exhausted:
        yield await queue.get(left_s())


async def _hang_up_at_disconnect(receive: Receive, queue: EventQueue) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    queue.hang_up()


async def _send_body(send: Send, body: bytes, more: bool) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})
