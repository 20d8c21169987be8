"""Replays as newline-delimited JSON: everything but the log first, then an entry a line."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterable

from croupier.v1 import engine_service_pb2 as pb

from gateway.streams.line_stream import LineStream


class ReplayStream(LineStream):
    """A response that sends a replay page by page.

    The log is whole only when it ends with the version of the match.
    """

    def __init__(self, first: pb.Replay, following: AsyncIterator[pb.Replay]) -> None:
        super().__init__(_parts(first, following))


async def _parts(
    first: pb.Replay, following: AsyncIterator[pb.Replay]
) -> AsyncGenerator[bytes, None]:
    yield _lines([first.head, *first.log])
    async for page in following:
        yield _lines(page.log)


def _lines(rows: Iterable[bytes]) -> bytes:
    return b"".join(b"%s\n" % row for row in rows)
