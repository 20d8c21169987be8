"""Under which names the server may be called over HTTP.

A page that a browser shows may have its own name lead to this machine (DNS rebinding), and then
calls it as its own origin. So the headers Host and Origin have to name this server.
"""

from collections.abc import Iterator, Sequence
from ipaddress import ip_address

from mcp.server.transport_security import TransportSecuritySettings

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def is_everywhere(host: str) -> bool:
    """Whether an address to listen at is all of a machine's, and so no name to call it by."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def checks(host: str, names: Sequence[str]) -> TransportSecuritySettings:
    """Return what refuses requests whose Host or Origin is not this server.

    `host` is where it listens; `names` are others by which it is called, at any port.
    """
    own = () if is_everywhere(host) else (host,)
    hosts = [*_at_any_port([*LOOPBACK, *own, *names])]
    origins = [f"{scheme}://{each}" for scheme in ("http", "https") for each in hosts]
    return TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=origins)


def _at_any_port(names: Sequence[str]) -> Iterator[str]:
    for each in names:
        bare = each.strip("[]").lower()
        name = f"[{bare}]" if ":" in bare else bare
        yield from (name, f"{name}:*")
