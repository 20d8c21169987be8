"""Requests in the words of httpx2."""

from typing import TypedDict

import httpx2

from croupier_client.effects import Request

FAILURES = (
    httpx2.NetworkError,
    httpx2.TimeoutException,
    httpx2.RemoteProtocolError,
    httpx2.DecodingError,
)
"""What says that no whole answer has come."""
LIMITS = httpx2.Limits(max_connections=None)
"""Each stream has a connection of its own."""
PROTOCOL = "croupier.v1.json"


class Arguments(TypedDict):
    method: str
    url: str
    params: dict[str, str] | None
    headers: dict[str, str]
    content: bytes | None
    timeout: float


def arguments(request: Request) -> Arguments:
    """The arguments of `request` and `stream` of a client."""
    return {
        "method": request.method,
        "url": request.path,
        "params": dict(request.query) or None,
        "headers": dict(request.headers),
        "content": request.body,
        "timeout": request.timeout_s,
    }
