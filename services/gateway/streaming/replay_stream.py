"""Replays as newline-delimited JSON: everything but the log first, then an entry a line."""

import asyncio
from collections.abc import AsyncIterator, Iterable

from croupier.v1 import engine_service_pb2 as pb
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gateway.errors import Problem
from gateway.streaming.event_stream import NDJSON, STUCK_S
from gateway.transport.responses import PRIVATE


class ReplayStream(Response):
    """A response that sends a replay page by page, so that it takes the memory of one page.

    If the engine fails, or the reader takes nothing for STUCK_S, the connection is cut: the log
    is whole only when it ends with the version of the match.
    """

    def __init__(self, first: pb.Replay, following: AsyncIterator[pb.Replay]) -> None:
        super().__init__(media_type=NDJSON, headers=PRIVATE)
        del self.headers["Content-Length"]
        self._first = first
        self._following = following

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        gone = asyncio.create_task(_until_disconnect(receive))
        try:
            async for part in self._parts():
                async with asyncio.timeout(STUCK_S):
                    await send({"type": "http.response.body", "body": part, "more_body": True})
                if gone.done():
                    return
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except (Problem, TimeoutError):
            scope["extensions"]["croupier.abort"]["abort"]()
        finally:
            gone.cancel()

    async def _parts(self) -> AsyncIterator[bytes]:
        yield _lines([self._first.head, *self._first.log])
        async for page in self._following:
            yield _lines(page.log)


async def _until_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _lines(rows: Iterable[bytes]) -> bytes:
    return b"".join(b"%s\n" % row for row in rows)
