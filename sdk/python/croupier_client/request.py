"""Requests in the words of httpx2."""

import ssl
from functools import cache
from importlib.util import find_spec
from typing import TypedDict
from urllib.parse import urlsplit

import httpx2

from croupier_client.effects import Request
from croupier_client.errors import CroupierError

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


@cache
def tls() -> ssl.SSLContext:
    """The authorities that are trusted, for all clients of a program: to read them takes 20 ms."""
    return httpx2.create_ssl_context(trust_env=False)


def checked(url: str) -> str:
    """The address of a service. Raise CroupierError if it is none."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise CroupierError(f"{url!r} is not an address such as 'http://localhost:8080'.")
    return url


def check_sockets() -> None:
    """Raise CroupierError if what sockets need is not installed."""
    if find_spec("wsproto") is None:
        raise CroupierError("A socket needs more: pip install 'croupier-client[socket]'")


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
