"""The answer to a request that would have no slot in time, at a tenth of what the others cost.

A flood is mostly refusals: what each of them costs is taken from the requests that are answered.
"""

from collections.abc import Iterable, Mapping
from itertools import cycle
from typing import Any

import orjson

from gateway.errors import AGAIN_S, overloaded
from gateway.http.middleware import ANY_ORIGIN, IN_SLOT, NOSNIFF
from gateway.http.responses import problem_response

_REQUEST_ID = b'"@"'
_BODY = orjson.dumps(overloaded().body("@")) + b"\n"


def _head(seconds: str) -> bytes:
    own = (b"retry-after", seconds.encode())
    left_out = (b"content-length", own[0])
    usual = [each for each in problem_response(overloaded()).raw_headers if each[0] not in left_out]
    headers = (*usual, own, *ANY_ORIGIN, NOSNIFF)
    return b"HTTP/1.1 503 Service Unavailable\r\n" + b"".join(
        b"%s: %s\r\n" % header for header in headers
    )


_HEADS = cycle([_head(seconds) for seconds in AGAIN_S])


def busy_answer(request_id: str, more_headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Return the bytes of the response: what the middleware would answer in the end."""
    body = _BODY.replace(_REQUEST_ID, orjson.dumps(request_id))
    more = b"".join(b"%s: %s\r\n" % header for header in more_headers)
    own = b"content-length: %d\r\nx-request-id: %s\r\n" % (len(body), request_id.encode())
    return b"%s%s%s\r\n%s" % (next(_HEADS), own, more, body)


def needs_slot(scope: Mapping[str, Any], root: str) -> bool:
    """Return whether a request can be refused for want of one; `root` is the gateway's path."""
    path = scope["path"].removeprefix(root)
    return path.startswith(IN_SLOT) and scope["method"] not in ("HEAD", "OPTIONS")
