"""The key of the house: a player that shows it is listed as the operator's.

It is read whenever one is shown, so it can be changed, or given, while the gateway runs. The
accounts of such players are like all others: without the key they are of the house no more.
"""

import hmac
from pathlib import Path

from gateway.errors import Problem

LENGTH = range(32, 257)
"""How many characters a key may have."""


class House:
    """The key in a file; an empty path if there is none."""

    def __init__(self, path: str) -> None:
        self._path = path

    def check(self, shown: str) -> None:
        """Raise Problem forbidden unless this is the key."""
        if not hmac.compare_digest(shown.encode(), self._key()) or len(shown) not in LENGTH:
            raise Problem("forbidden", "houseKey is not the key of this service.")

    def _key(self) -> bytes:
        """Return the key; empty if there is none."""
        try:
            return Path(self._path).read_bytes().strip() if self._path else b""
        except OSError:  # it may be given later
            return b""
