"""The network address of a client, as rate limits count it."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.requests import HTTPConnection

UNKNOWN = "nowhere"
"""Stands for all clients without a valid address; part of keys in Redis."""


def network_of(caller: HTTPConnection) -> str:
    """Return the client's address as `network` does."""
    return network(caller.client.host if caller.client else "")


@lru_cache(10_000)
def network(host: str) -> str:
    """Return an IPv4 address as it is, and the /64 network of an IPv6 address.

    A /64 is what one subscriber is usually given: by address, one client would be 2^64.
    """
    try:
        address = ip_address(host)
    except ValueError:
        return UNKNOWN
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:  # how a dual-stack socket sees IPv4 clients
        return str(address.ipv4_mapped)
    return str(ip_network((int(address), 64), strict=False).network_address)
