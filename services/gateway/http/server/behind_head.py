"""The body of a request that asks for another protocol, and does not get it.

The parser takes what comes behind such a head for the other protocol, and the body for the next
request. Java's HttpClient, for one, asks for HTTP/2 with every request over plain HTTP.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import httptools

FRAMING = (b"content-length", b"transfer-encoding")


class BehindHead:
    """What a parser calls for a connection, but for its first head, which is known already."""

    def __init__(self, connection: Any) -> None:
        self._head_is_known = True
        self.on_message_begin = partial(self._unless_known, connection.on_message_begin)
        self.on_url = partial(self._unless_known, connection.on_url)
        self.on_header = partial(self._unless_known, connection.on_header)
        self.on_headers_complete = partial(self._end_head, connection.on_headers_complete)
        self.on_body = connection.on_body
        self.on_message_complete = connection.on_message_complete

    def _unless_known(self, call: Callable[..., None], *args: bytes) -> None:
        if not self._head_is_known:
            call(*args)

    def _end_head(self, call: Callable[[], None]) -> None:
        self._unless_known(call)
        self._head_is_known = False


def parser_behind(
    connection: Any, headers: Iterable[tuple[bytes, bytes]]
) -> httptools.HttpRequestParser:
    """Return a parser that goes on behind a head with these headers."""
    parser = httptools.HttpRequestParser(BehindHead(connection))
    parser.set_dangerous_leniencies(lenient_data_after_close=True)
    framing = [b"%s: %s\r\n" % header for header in headers if header[0] in FRAMING]
    parser.feed_data(b"POST / HTTP/1.1\r\n%s\r\n" % b"".join(framing))
    return parser
