"""Compression by gzip: of pages that are the same for everybody, and of matches that have ended.

Nothing else is compressed, and nothing at all about a match that runs: names, which others choose,
would be compressed together with a hand, and the length tells what they have in common.
"""

import asyncio
import gzip
from collections.abc import Iterator
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response

from gateway.http.headers import takes_gzip

LEAST_BYTES = 1024
"""What is shorter fits into one packet anyway."""
LARGE_BYTES = 64 * 1024
"""What is longer is compressed by a thread: it takes more than a millisecond."""
PAGES = 100


async def compressed(request: Request, response: Response) -> Response:
    """Return a response about a match that has ended, as gzip if the caller takes that."""
    body = bytes(response.body)
    if not _is_worth_it(request, body):
        return response
    if len(body) > LARGE_BYTES:
        return _packed(response, await asyncio.to_thread(_gzip, body))
    return _packed(response, _gzip(body))


def compressed_page(request: Request, response: Response) -> Response:
    """Return a response that is the same for everybody, as gzip if the caller takes that."""
    body = bytes(response.body)
    return _packed(response, _gzip_once(body)) if _is_worth_it(request, body) else response


def _is_worth_it(request: Request, body: bytes) -> bool:
    return len(body) >= LEAST_BYTES and takes_gzip(request)


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


@lru_cache(PAGES)
def _gzip_once(body: bytes) -> bytes:
    return _gzip(body)


def _packed(response: Response, body: bytes) -> Response:
    packed = Response(body, response.status_code)
    packed.raw_headers = [*_headers(response), (b"content-length", b"%d" % len(body))]
    return packed


def _headers(response: Response) -> Iterator[tuple[bytes, bytes]]:
    vary = [b"Accept-Encoding"]
    for name, value in response.raw_headers:
        if name == b"vary":
            vary.insert(0, value)
        elif name not in (b"content-length", b"content-encoding"):
            yield name, value
    yield b"vary", b", ".join(vary)
    yield b"content-encoding", b"gzip"
