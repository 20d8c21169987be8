"""Sites, as browsers know them: by the name of a host, and perhaps its port."""

import re
from urllib.parse import urlsplit

PORTS = {"http": 80, "https": 443}
PARTS = re.compile(r"(.*?)\.?(?::(\d*))?", re.ASCII)
DIGITS = 5
"""How many digits a port has: zeros before them mean nothing."""


class Site:
    """A name, with and without the dot that ends it, and whatever scheme and port lead to it.

    Only where the origin has a port is another one another site: that of the page may be.
    """

    def __init__(self, origin: str) -> None:
        scheme, host = urlsplit(origin)[:2]
        self._name, port = _parts(host)
        self._port = _number(port) if port else None
        self._usual = PORTS[scheme]

    def has(self, host: str) -> bool:
        """Return whether a host, as the header `Host` and origins have it, is at the site."""
        name, port = _parts(host)
        if name != self._name:
            return False
        return self._port in (None, _number(port) if port else self._usual)


def _parts(host: str) -> tuple[str, str]:
    """Return the name, in small letters and without the dot at its end, and the port, if any."""
    found = PARTS.fullmatch(host.lower())
    return (found[1], found[2] or "") if found else (host, "")


def _number(port: str) -> int:
    return int(port[-DIGITS:])
