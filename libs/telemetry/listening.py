"""Where programs listen. `::` is every address: of IPv4 as well, also where there is no IPv6.

gRPC takes it so by itself. The event loops take it for IPv6 alone.
"""

import socket
from ipaddress import IPv6Address, ip_address

EVERYWHERE = "::"
BACKLOG = 2048
"""As uvicorn has it."""


def local(host: str) -> str:
    """Return the address to listen on here, for servers that listen on both kinds at `::`."""
    return "0.0.0.0" if host == EVERYWHERE and not socket.has_dualstack_ipv6() else host  # noqa: S104


def dialled(address: str) -> str:
    """Return HOST:PORT at which this machine reaches what listens at this address."""
    for everywhere in ("[::]:", "0.0.0.0:"):
        if address.startswith(everywhere):
            return "127.0.0.1:" + address.removeprefix(everywhere)
    return address


def listener(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raise OSError if it cannot."""
    host = local(host)
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, host != EVERYWHERE)
        listening.bind(address)
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def as_ipv4(host: str) -> str:
    """Return an address as it is, but that of IPv4 of which a socket for both kinds has made IPv6.

    Raise ValueError if it is none.
    """
    address = ip_address(host)
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped) if mapped else host
