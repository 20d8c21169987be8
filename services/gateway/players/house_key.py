"""The key of the house: a player that shows it is listed as the operator's, and may have its names.

It is read whenever one is shown, so it can be changed, or given, while the gateway runs. The
accounts of such players are like all others: without the key they are of the house no more, and
those with its names cannot offer themselves.
"""

import hmac
from pathlib import Path

from gateway.errors import Problem
from gateway.players.look_alikes import look, reads_as

LENGTH = range(32, 257)
"""How many characters a key may have."""
NAMES = ("Rosa", "Hugo", "Lotte", "Otto", "Ida", "Emil")
"""The players of bots/characters.py who can be invited. Pages show them with faces of their own."""
CLUB = ("Balduin", "Odette", "Kasimir", "Wendelin")
"""Those who only play rated with the others."""
WORDS = ("Croupier", "gone")
"""What the service calls itself, and those who have deleted their account."""
RESERVED = frozenset(map(look, (*NAMES, *CLUB, *WORDS)))


class House:
    """The key in a file; an empty path if there is none."""

    def __init__(self, path: str) -> None:
        self._path = path

    def check(self, shown: str) -> None:
        """Raise Problem forbidden unless this is the key."""
        if not hmac.compare_digest(shown.encode(), self._key()) or len(shown) not in LENGTH:
            raise Problem("forbidden", "houseKey is not the key of this service.")

    def check_name(self, name: str, shown: str | None = None) -> None:
        """Raise Problem name_reserved for a name of the house, or one that looks like it.

        Whoever shows the key may have it. Raise Problem forbidden if another key is shown.
        """
        if shown is not None:
            self.check(shown)
        elif any(reads_as(name, each) for each in RESERVED):
            raise Problem("name_reserved", f"{name!r} is kept for the house, or looks like it.")

    def _key(self) -> bytes:
        """Return the key; empty if there is none."""
        try:
            return Path(self._path).read_bytes().strip() if self._path else b""
        except OSError:  # it may be given later
            return b""
