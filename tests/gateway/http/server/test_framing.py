"""Where a request ends, and what its head says, has one meaning for whoever reads it.

A proxy that sees the end of a request elsewhere would take a part of one client's request for the
next one, perhaps another client's: request smuggling. So what can be read in two ways is refused.
"""

import re
import socket
from urllib.parse import urlsplit

import pytest

from tests.support.live import Live
from tests.support.players import register
from tests.support.waiting import Stopwatch

pytestmark = pytest.mark.service

AT_ONCE_S = 4.0
"""Less than the time that a body may take."""
STATUS = re.compile(rb"HTTP/1.1 (\d+)")
BODY = b'{"displayName":"Ann","kind":"human"}'
CHUNKS = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)
LENGTH = b"Content-Length: %d\r\n" % len(BODY)
CHUNKED = b"Transfer-Encoding: chunked\r\n"
H2C = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"
NEXT = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
"""What comes behind each request. If that is answered, its end was where it should be."""


def get(
    lines: bytes = b"Host: x\r\n", target: bytes = b"/healthz", version: bytes = b"1.1"
) -> bytes:
    return b"GET %s HTTP/%s\r\n%s\r\n" % (target, version, lines)


def post(lines: bytes, body: bytes = b"", version: bytes = b"1.1") -> bytes:
    head = b"POST /v1/players HTTP/%s\r\nHost: x\r\nContent-Type: application/json\r\n" % version
    return head + lines + b"\r\n" + body


def coded(coding: bytes) -> bytes:
    return post(b"Transfer-Encoding: %s\r\n" % coding, CHUNKS)


TAKEN = {
    "a length": post(LENGTH, BODY),
    "chunks": post(CHUNKED, CHUNKS),
    "chunks in capitals": coded(b"CHUNKED"),
    "extensions of chunks": post(CHUNKED, CHUNKS.replace(b"\r\n{", b";a=b\r\n{")),
    "a trailer": post(CHUNKED, CHUNKS[:-2] + b"X: y\r\n\r\n"),
    "a trailer without use": post(CHUNKED, CHUNKS[:-2] + H2C + b"Host: y\r\n\r\n"),
    "another protocol": get(b"Host: x\r\n" + H2C),
    "another protocol with a length": post(LENGTH + H2C, BODY),
    "another protocol with chunks": post(CHUNKED + H2C, CHUNKS),
    "a GET with a body": get(b"Host: x\r\nContent-Length: %d\r\n" % len(NEXT)) + NEXT,
    "absolute form": get(target=b"http://x/healthz"),
    "absolute form of another host": get(target=b"HTTPS://y:443/healthz"),
    "a host of IPv6": get(b"Host: [::1]:8080\r\n"),
    "a host without a name": get(b"Host:\r\n"),
}
REFUSED = {
    "gzip": (501, coded(b"gzip")),
    "gzip in chunks": (501, coded(b"gzip, chunked")),
    "gzip in chunks, in two lines": (501, post(b"Transfer-Encoding: gzip\r\n" + CHUNKED, CHUNKS)),
    "identity": (501, coded(b"identity")),
    "nearly chunked": (501, coded(b"xchunked")),
    "a coding in quotes": (501, coded(b'"chunked"')),
    "chunks in gzip": (400, coded(b"chunked, gzip")),
    "chunked twice": (400, coded(b"chunked, chunked")),
    "chunked in two lines": (400, post(CHUNKED + CHUNKED, CHUNKS)),
    "no coding": (400, coded(b"")),
    "a control character": (400, coded(b"\x0bchunked")),
    "chunks in HTTP/1.0": (400, post(CHUNKED, CHUNKS, b"1.0")),
    "chunks and a length": (400, post(CHUNKED + LENGTH, CHUNKS)),
    "a length and chunks": (400, post(LENGTH + CHUNKED, CHUNKS)),
    "a length and gzip": (400, post(LENGTH + b"Transfer-Encoding: gzip\r\n", BODY)),
    "a length twice": (400, post(LENGTH + LENGTH, BODY)),
    "two lengths": (400, post(LENGTH + b"Content-Length: 3\r\n", BODY)),
    "a list of lengths": (400, post(b"Content-Length: 36, 36\r\n", BODY)),
    "a length with a sign": (400, post(b"Content-Length: +36\r\n", BODY)),
    "a negative length": (400, post(b"Content-Length: -1\r\n", BODY)),
    "a hexadecimal length": (400, post(b"Content-Length: 0x24\r\n", BODY)),
    "a length beyond all": (400, post(b"Content-Length: 9%s\r\n" % (b"9" * 30), BODY)),
    "a length with a space": (400, post(b"Content-Length: 3 6\r\n", BODY)),
    "an empty length": (400, post(b"Content-Length:\r\n", BODY)),
    "a space before the colon": (400, post(b"Content-Length : 36\r\n", BODY)),
    "a folded line": (400, post(LENGTH + b"X: a\r\n b\r\n", BODY)),
    "a folded coding": (400, post(b"Transfer-Encoding:\r\n chunked\r\n", CHUNKS)),
    "a space before the first field": (400, get(b" Host: x\r\n")),
    "lines without CR": (400, get().replace(b"\r\n", b"\n")),
    "lines without LF": (400, get(b"Host: x\rX: y\r\n")),
    "a NUL": (400, get(b"Host: x\r\nX: a\0b\r\n")),
    "a name with a space": (400, get(b"Host: x\r\nX Y: z\r\n")),
    "no name": (400, get(b"Host: x\r\n: z\r\n")),
    "no colon": (400, get(b"Host: x\r\nX\r\n")),
    "no size of a chunk": (400, post(CHUNKED, b"\r\n")),
    "a size that is no number": (400, post(CHUNKED, b"zz\r\n")),
    "a negative size": (400, post(CHUNKED, b"-2\r\nab\r\n")),
    "a size beyond all": (400, post(CHUNKED, b"f" * 17 + b"\r\n")),
    "a size and a space": (400, post(CHUNKED, CHUNKS.replace(b"\r\n{", b" \r\n{"))),
    "a size without CR": (400, post(CHUNKED, CHUNKS.replace(b"\r\n{", b"\n{"))),
    "a chunk that goes on": (400, post(CHUNKED, b"2\r\nabcd\r\n0\r\n\r\n")),
    "a length in the trailer": (400, post(CHUNKED, CHUNKS[:-2] + b"Content-Length: 5\r\n\r\n")),
    "a coding in the trailer": (400, post(CHUNKED, CHUNKS[:-2] + CHUNKED + b"\r\n")),
    "a broken trailer": (400, post(CHUNKED, CHUNKS[:-2] + b"X Y: z\r\n\r\n")),
    "no host": (400, get(b"")),
    "two hosts": (400, get(b"Host: x\r\nHost: x\r\n")),
    "a list of hosts": (400, get(b"Host: x, y\r\n")),
    "a host with a space": (400, get(b"Host: x y\r\n")),
    "a host with a path": (400, get(b"Host: x/y\r\n")),
    "a host with a user": (400, get(b"Host: x@y\r\n")),
    "a port that is no number": (400, get(b"Host: x:y\r\n")),
    "half an address": (400, get(b"Host: [::1\r\n")),
    "no host, but a body": (400, post(LENGTH, BODY).replace(b"Host: x\r\n", b"")),
    "a fragment": (400, get(target=b"/healthz#/v1")),
    "another scheme": (400, get(target=b"ftp://x/healthz")),
    "absolute form with a name before the host": (400, get(target=b"http://x@y/healthz")),
    "absolute form without a path": (400, get(target=b"http://x")),
    "no path": (400, get(target=b"healthz")),
    "authority form": (400, get(target=b"x:80").replace(b"GET", b"CONNECT")),
    "a target that is not ASCII": (400, get(target=b"/\xc3\xa4")),
    "HTTP/0.9": (400, b"GET /healthz\r\n\r\n"),
    "HTTP/1.2": (400, get(version=b"1.2")),
    "HTTP/2": (400, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    "no method": (400, get().removeprefix(b"GET")),
}


def said(live: Live, *parts: bytes) -> bytes:
    """Return all that is answered until the connection is closed, which must be soon."""
    watch = Stopwatch()
    with socket.create_connection(("127.0.0.1", urlsplit(live.url).port)) as line:
        line.settimeout(60)
        for part in parts:
            line.sendall(part)
        answer = b"".join(iter(lambda: line.recv(1 << 16), b""))
    assert not watch.exceeds(AT_ONCE_S)
    return answer


def statuses(answer: bytes) -> list[int]:
    return [int(status) for status in STATUS.findall(answer)]


@pytest.mark.parametrize("name", TAKEN)
def test_a_request_ends_where_it_says(live: Live, name: str) -> None:
    done = 200 if TAKEN[name].startswith(b"GET") else 201
    assert statuses(said(live, TAKEN[name] + NEXT)) == [done, 200]


@pytest.mark.parametrize("name", REFUSED)
def test_what_can_be_read_in_two_ways_is_refused_at_once(live: Live, name: str) -> None:
    status, request = REFUSED[name]
    answer = said(live, request + NEXT)
    assert statuses(answer) == [status]
    assert b'"code":"%s"' % {400: b"malformed", 501: b"not_implemented"}[status] in answer


def test_a_broken_body_waits_for_the_answers_before_it(live: Live) -> None:
    ok, wrong = post(LENGTH, BODY), post(CHUNKED, b"zz\r\n")
    assert statuses(said(live, ok + ok + wrong + NEXT)) == [201, 201, 400]


@pytest.mark.parametrize("split", [1, 26, 40, 60])
def test_what_comes_behind_the_body_is_no_header(live: Live, split: int) -> None:
    """Neither a token nor an id, for this request or the next one, however they arrive."""
    token = register(live.url).token.encode()
    head = post(CHUNKED).replace(b"players", b"matches")
    chunks = b'16\r\n{"game":"lost-cities"}\r\n0\r\n'
    chunks += b"X-Request-Id: mine\r\nAuthorization: Bearer %s\r\n\r\n" % token
    answer = said(live, head + chunks[:split], chunks[split:] + NEXT)
    assert statuses(answer) == [401, 200]
    assert b"mine" not in answer
