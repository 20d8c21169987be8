"""The bounds of a head, and of what comes besides a body, counted as it arrives.

The parser keeps a field until it has ended, however long that is. So bytes are counted before
fields are complete, and fields when they are.
"""

import re
from collections.abc import Sequence

from gateway.errors import Problem

MAX_HEAD_BYTES = 32 * 1024
MAX_FIELDS = 100
MAX_TARGET_BYTES = 8 * 1024
MAX_FRAMING_BYTES = 2 * 1024 * 1024
"""What may come besides a body until it is complete: sizes of chunks, and trailers."""

TARGET = re.compile(rb"(?:/|https?://([^/?]+)/|\*$)[^#]*$", re.IGNORECASE)
HOST = re.compile(rb"(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+;=%-]*)(?::\d*)?", re.ASCII | re.IGNORECASE)
"""A name or an address as RFC 3986 has them, without a comma: those may be two in one."""


class BadHead(Exception):
    """Stops the parser: the head is answered with a refusal only."""


class HeadBounds:
    """Counts what comes of one request after the other. What is beyond a bound is a Problem."""

    __slots__ = ("_field_bytes", "_fields", "_framing_bytes", "begun", "bytes", "in_head")

    def __init__(self) -> None:
        self.begin()
        self._framing_bytes = 0

    def begin(self) -> None:
        """Forget the last request: what comes now is the head of the next one."""
        self.in_head = True
        self.begun = False
        self.bytes = self._field_bytes = self._fields = 0

    def end(self) -> None:
        """Take note that the head is complete: what comes now is the body."""
        self.in_head, self._framing_bytes = False, 0

    def add_bytes(self, count: int) -> Problem | None:
        """Count what has arrived of a head that is not complete."""
        self.bytes += count
        return _head_too_large() if self.bytes > MAX_HEAD_BYTES else None

    def add_field(self, name: bytes, value: bytes) -> Problem | None:
        """Count a complete field."""
        self._fields += 1
        self._field_bytes += len(name) + len(value)
        beyond = self._fields > MAX_FIELDS or self._field_bytes > MAX_HEAD_BYTES
        return _head_too_large() if beyond else None

    def add_framing(self, count: int) -> Problem | None:
        """Count what has arrived after the head, less the bytes of the body."""
        self._framing_bytes += count
        return _head_too_large() if self._framing_bytes > MAX_FRAMING_BYTES else None

    def take_body(self, count: int) -> None:
        """Take note that so many of the bytes that have arrived are of the body."""
        self._framing_bytes -= count


def check_target(url: bytes) -> Problem | None:
    """Return the refusal of a target that is too long."""
    if len(url) <= MAX_TARGET_BYTES:
        return None
    return Problem("target_too_long", f"The target may have up to {MAX_TARGET_BYTES} bytes.")


def check_head(url: bytes, headers: Sequence[tuple[bytes, bytes]], version: str) -> Problem | None:
    """Return the refusal of a complete head that others could understand in another way."""
    if not (target := TARGET.match(url)):
        return Problem("malformed", "The target must be a path, or a URL of http or https.")
    hosts = [value for name, value in headers if name == b"host"]
    if len(hosts) > 1 or not (hosts or version == "1.0"):
        return Problem("malformed", "A request must have one Host.")
    if not all(map(HOST.fullmatch, filter(None, (*hosts, target[1])))):
        return Problem("malformed", "Host must be a name or an address, and perhaps a port.")
    codings = b",".join(value for name, value in headers if name == b"transfer-encoding")
    if codings and version == "1.0":
        return Problem("malformed", "HTTP/1.0 has no Transfer-Encoding.")
    if codings.strip().lower() not in (b"", b"chunked"):
        return Problem("not_implemented", "Transfer-Encoding must be chunked.")
    return None


def name_host(url: bytes, headers: list[tuple[bytes, bytes]]) -> None:
    """Have Host be that of the target, if that has one: what Host says is ignored (RFC 9112)."""
    if (target := TARGET.match(url)) and target[1]:
        others = [each for each in headers if each[0] != b"host"]
        headers[:] = [(b"host", target[1]), *others]


def _head_too_large() -> Problem:
    most = f"{MAX_HEAD_BYTES // 1024} KiB and {MAX_FIELDS} fields"
    return Problem("headers_too_large", f"The head of a request may have up to {most}.")
