"""Exchanges: a body that is taken at once, and an answer that is written whole.

ASGI has messages for both, which uvicorn handles one by one; for an answer it looks through each
header with two regular expressions. What is known to be well-formed goes past that, with the same
bytes. Where that cannot be, the messages do it. Neither way writes an access log: there is none.
"""

from functools import lru_cache

from starlette.types import Message
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

CLOSE = (b"connection", b"close")
END, CLOSING_END = b"\r\n", b"connection: close\r\n\r\n"


class WholeReceive:
    """The `receive` that ASGI gives to a request, which can also take the whole body at once."""

    async def __call__(self) -> Message:
        raise NotImplementedError

    async def whole(self) -> bytes | None:
        """Return and consume the whole body; None while a part is missing: then all is left."""
        raise NotImplementedError


class WholeSend:
    """The `send` that ASGI gives to a request, which can also write the whole answer at once."""

    async def __call__(self, message: Message) -> None:
        raise NotImplementedError

    @property
    def ready(self) -> bool:
        """Whether `whole` can write the answer now."""
        raise NotImplementedError

    def whole(self, status: int, lines: bytes, body: bytes) -> None:
        """Write an answer: its headers are `lines`, each with its end, names in lower case.

        They must be well-formed, have the length of the body, and no Connection.
        """
        raise NotImplementedError


class Receiving(WholeReceive):
    """Receives the body of a request from its connection."""

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self._cycle = cycle

    async def __call__(self) -> Message:
        return await self._cycle.receive()  # type: ignore[return-value]

    async def whole(self) -> bytes | None:
        cycle = self._cycle
        if cycle.more_body or cycle.waiting_for_100_continue or cycle.response_complete:
            return None
        if cycle.disconnected:
            return None
        cycle.flow.resume_reading()
        cycle.message_event.clear()  # what comes next is the end of the connection
        body, cycle.body = cycle.body, bytearray()
        return bytes(body)


class Sending(WholeSend):
    """Sends the answer to a request over its connection."""

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self._cycle = cycle

    async def __call__(self, message: Message) -> None:
        await self._cycle.send(message)  # type: ignore[arg-type]

    @property
    def ready(self) -> bool:
        """Whether the answer can be written whole: none has begun, and the client reads."""
        cycle = self._cycle
        begun = cycle.response_started or cycle.disconnected or cycle.flow.write_paused
        return not (begun or cycle.scope["method"] == "HEAD")

    def whole(self, status: int, lines: bytes, body: bytes) -> None:
        cycle = self._cycle
        common, closes = _common(tuple(cycle.default_headers))
        end = END if cycle.keep_alive or closes else CLOSING_END
        cycle.keep_alive &= not closes
        cycle.transport.write(b"".join((STATUS_LINE[status], common, lines, end, body)))
        cycle.response_started = cycle.response_complete = True
        cycle.waiting_for_100_continue = False
        cycle.message_event.set()
        if not cycle.keep_alive:
            cycle.transport.close()
        cycle.on_response()


@lru_cache(8)
def _common(headers: tuple[tuple[bytes, bytes], ...]) -> tuple[bytes, bool]:
    """Return the lines of headers of every answer, and whether they close the connection."""
    return b"".join(b"%s: %s\r\n" % header for header in headers), CLOSE in headers
