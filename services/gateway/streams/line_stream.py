"""Newline-delimited JSON of any length, sent part by part, so that it takes the memory of one."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gateway.errors import Problem
from gateway.http.responses import PRIVATE
from gateway.standings.ledgers import Lines
from gateway.streams.event_stream import NDJSON, STUCK_S


class LineStream(Response):
    """A response that sends parts of whole lines, none of them empty.

    If there cannot be another part, or the reader takes nothing for STUCK_S, the connection is cut:
    how a reader knows that it has all lines is for them to say.
    """

    def __init__(
        self, parts: AsyncGenerator[bytes, None], headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(media_type=NDJSON, headers={**PRIVATE, **(headers or {})})
        del self.headers["Content-Length"]
        self._parts = parts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        gone = asyncio.create_task(_until_disconnect(receive))
        try:
            async with aclosing(self._parts) as parts:
                # Of HEAD, only the headers are wanted: see HeadRequests.
                while scope["method"] != "HEAD" and (part := await anext(parts, b"")):
                    async with asyncio.timeout(STUCK_S):
                        await send({"type": "http.response.body", "body": part, "more_body": True})
                    if gone.done():
                        return
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except (Problem, TimeoutError):
            scope["extensions"]["croupier.abort"]["abort"]()
        finally:
            gone.cancel()


async def paced(
    lines: AsyncIterator[Lines], wait: Callable[[int], Awaitable[None]]
) -> AsyncGenerator[bytes, None]:
    """Yield the lines, and `wait` for as many as were yielded."""
    async for some in lines:
        if some.text:
            yield some.text
        await wait(some.number)


async def begun(parts: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """Return the same parts once the first one is there. Raise what hinders that."""
    first = await anext(parts, b"")
    return _after(first, parts)


async def _after(
    first: bytes, following: AsyncGenerator[bytes, None]
) -> AsyncGenerator[bytes, None]:
    async with aclosing(following):
        if first:
            yield first
        async for part in following:
            yield part


async def _until_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
