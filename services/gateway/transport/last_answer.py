"""The last answer on a connection that is not read any more, such as a refusal of its head.

To close a connection with something unread resets it, and the reset could overtake the answer.
So the server's side is closed first, and what still comes is read and dropped for a moment.
"""

import asyncio
from collections.abc import Iterable

from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from gateway import context
from gateway.errors import Problem
from gateway.transport.exchange import CLOSE
from gateway.transport.middleware import NOSNIFF
from gateway.transport.reading_timer import Timer
from gateway.transport.responses import problem_response

MAX_IGNORED_BYTES = 1024 * 1024
"""What is read and dropped after the last answer, so that it reaches the client."""
CLOSE_S = 1.0
"""How long a client may take to read the last answer before its connection is cut."""


class LastAnswer:
    """Ends one connection after its last answer; `begun` once no request is read any more."""

    __slots__ = ("_ignored_bytes", "begun")

    def __init__(self) -> None:
        self.begun = False
        self._ignored_bytes = 0

    def linger(self, transport: asyncio.Transport, timer: Timer) -> None:
        """End the connection when the client has had time to read what was written."""
        self.begun = True
        if transport.can_write_eof():
            transport.write_eof()
        timer.set(CLOSE_S, transport.abort)

    def ignore(self, data: bytes, transport: asyncio.Transport) -> None:
        """Drop what comes after the last answer; cut the connection if that is too much."""
        self._ignored_bytes += len(data)
        if self._ignored_bytes > MAX_IGNORED_BYTES:
            transport.abort()


def refusal_answer(problem: Problem, more_headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Return the bytes of a refusal that closes the connection.

    There may be no request yet, so no middleware: the headers that it adds are added here.
    """
    request_id = context.take_up({})
    refusal = problem_response(problem)
    own = (NOSNIFF, (b"x-request-id", request_id.encode()), CLOSE)
    headers = (*more_headers, *refusal.raw_headers, *own)
    lines = b"".join(b"%s: %s\r\n" % header for header in headers)
    return STATUS_LINE[refusal.status_code] + lines + b"\r\n" + bytes(refusal.body)
