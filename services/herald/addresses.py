"""Which addresses may be called: public ones alone, by a list of our own.

`ipaddress.is_global` is not the test. It calls addresses global by which this network can be
reached, such as 64:ff9b::7f00:1 and 2002:7f00:1::, and says other things in other Pythons.
"""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

UNICAST = IPv6Network("2000::/3")
"""All of IPv6 that the Internet is made of; what is not in it is refused without a name."""
REFUSED: Sequence[Network] = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8",  # this host
            "10.0.0.0/8",
            "100.64.0.0/10",  # behind a provider; clouds have their metadata here, too
            "127.0.0.0/8",
            "168.63.129.16/32",  # a cloud's agent, at an address that is public elsewhere
            "169.254.0.0/16",  # metadata of clouds
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",  # relays to 2002::/16
            "192.168.0.0/16",
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
            "2001::/23",  # Teredo and others that have an address of IPv4 in them
            "2001:db8::/32",
            "2002::/16",  # an address of IPv4 in each
            "2620:4f:8000::/48",
            "3fff::/20",
        ),
    )
)


def networks(text: str) -> Sequence[Network]:
    """Return the networks of a text, separated by commas. Raise ValueError."""
    return [ip_network(each.strip()) for each in text.split(",") if each.strip()]


def is_public(text: str, denied: Iterable[Network] = ()) -> bool:
    """Return whether an address as name servers answer it may be called.

    `denied` are further networks that may not be. What is no address may not be either.
    """
    try:
        address = ip_address(text)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and (address not in UNICAST or address.scope_id):
        return False
    return not any(address in network for network in (*REFUSED, *denied))
