"""The network of a client: what rate limits count as one address."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from gateway.config import Settings
from gateway.http.client_address import ForwardedAddress, network_of
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("x" * 300, "nowhere"),
        ("", "nowhere"),
    ],
)
def test_an_address_counts_as_its_network(host: str, network: str) -> None:
    assert network_of(HTTPConnection({"type": "http", "client": (host, 1)})) == network


def test_all_clients_without_an_address_count_as_one() -> None:
    assert network_of(HTTPConnection({"type": "websocket", "client": None})) == "nowhere"


def test_a_proxy_is_trusted_by_either_name() -> None:
    """A socket for both kinds of addresses sees those of IPv4 as IPv6."""
    settings = Settings(engines="x", redis_url="redis://x", trusted_proxies="10.0.0.0/8,fd00::/8")
    for host in ("10.1.2.3", "::ffff:10.1.2.3", "fd00::1"):
        assert settings.is_trusted_proxy(host)
    for host in ("192.0.2.1", "::ffff:192.0.2.1", "2001:db8::1", "x"):
        assert not settings.is_trusted_proxy(host)


def origin(
    peer: str, hops: int, *lines: str, on_untrusted: Callable[[str], None] = lambda _: None
) -> str:
    """The address that a request counts for; 10.x.x.x are trusted proxies."""
    found: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        found.append(scope["client"][0])

    forwarded = ForwardedAddress(app, lambda host: host.startswith("10."), hops, on_untrusted)
    headers = [(b"x-forwarded-for", line.encode()) for line in lines]
    scope = {"type": "http", "client": (peer, 1), "headers": headers}
    nothing: Any = None
    asyncio.run(forwarded(scope, nothing, nothing))
    return found[0]


@pytest.mark.parametrize(
    ("peer", "lines", "told"),
    [
        ("192.0.2.1", ["198.51.100.1"], ["192.0.2.1"]),
        ("192.0.2.1", [""], ["192.0.2.1"]),
        ("192.0.2.1", [], []),
        ("10.0.0.1", ["198.51.100.1"], []),
        ("10.0.0.1", ["198.51.100.1, 192.0.2.1"], []),
    ],
)
def test_who_forwards_without_being_trusted_is_told_of(
    peer: str, lines: list[str], told: list[str]
) -> None:
    found: list[str] = []
    origin(peer, 2, *lines, on_untrusted=found.append)
    assert found == told


@pytest.mark.parametrize(
    ("peer", "hops", "lines", "address"),
    [
        ("192.0.2.1", 1, ["198.51.100.1"], "192.0.2.1"),
        ("10.0.0.1", 1, [], "10.0.0.1"),
        ("10.0.0.1", 1, [""], "10.0.0.1"),
        ("10.0.0.1", 1, ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", 1, ["192.0.2.66, 198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", 1, ["192.0.2.66", "198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", 1, ["192.0.2.66, 10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", 2, ["192.0.2.66, 198.51.100.1, 10.0.0.2"], "198.51.100.1"),
        ("10.0.0.1", 2, ["192.0.2.66, 198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", 9, ["10.0.0.4, 10.0.0.3"], "10.0.0.4"),
        ("10.0.0.1", 1, ["198.51.100.1:4711"], "198.51.100.1"),
        ("10.0.0.1", 1, ["[2001:db8::1]:4711"], "2001:db8::1"),
        ("10.0.0.1", 1, ["2001:db8::1"], "2001:db8::1"),
    ],
)
def test_only_what_the_nearest_proxies_have_added_is_believed(
    peer: str, hops: int, lines: list[str], address: str
) -> None:
    assert origin(peer, hops, *lines) == address
