"""The network address of a client, as rate limits count it."""

from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from telemetry.listening import as_ipv4

from gateway.http.headers import fields

FORWARDED = b"x-forwarded-for"
UNKNOWN = "nowhere"
"""Stands for all clients without a valid address; part of keys in Redis."""


def network_of(caller: HTTPConnection) -> str:
    """Return the client's address as `network` does."""
    client = caller.scope.get("client")
    return network(client[0] if client else "")


@lru_cache(10_000)
def network(host: str) -> str:
    """Return an IPv4 address as it is, and the /64 network of an IPv6 address.

    A /64 is what one subscriber is usually given: by address, one client would be 2^64.
    """
    try:
        address = ip_address(as_ipv4(host))
    except ValueError:
        return UNKNOWN
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(ip_network((int(address), 64), strict=False).network_address)


class ForwardedAddress:
    """Gives a request of a trusted proxy the address that X-Forwarded-For says it comes from.

    The last entry is what the nearest proxy has added. All before it may be the client's own
    invention, unless the last is a trusted proxy as well, which has added the one before; so it
    goes on for at most `hops` entries. Uvicorn's middleware goes on for as long as entries are
    those of trusted networks, in which there may be clients, too.
    """

    def __init__(
        self,
        app: ASGIApp,
        is_trusted: Callable[[str], bool],
        hops: int,
        on_untrusted: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`on_untrusted` is called with the address of who forwards others and is not trusted."""
        self._app = app
        self._is_trusted = is_trusted
        self._hops = hops
        self._on_untrusted = on_untrusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and scope.get("client"):
            forwarded = fields(scope).get(FORWARDED)
            if forwarded is not None:
                host, port = scope["client"]
                scope["client"] = (self._origin(host, forwarded.decode("latin-1")), port)
        await self._app(scope, receive, send)

    def _origin(self, peer: str, forwarded: str) -> str:
        """Return the nearest address that is no trusted proxy, or the last one that is believed."""
        if not self._is_trusted(peer):
            self._on_untrusted(peer)
            return peer
        entries = [entry.strip() for entry in forwarded.split(",") if entry.strip()]
        host = peer
        for entry in entries[: -self._hops - 1 : -1]:
            if not self._is_trusted(host):
                break
            host = _without_port(entry)
        return host


def _without_port(entry: str) -> str:
    """Return the address of an entry: `192.0.2.7:80`, `[2001:db8::1]:80`, or without a port."""
    if entry.startswith("["):
        return entry[1:].partition("]")[0]
    return entry.partition(":")[0] if entry.count(":") == 1 else entry
