"""Players as others may know them."""

import json
from dataclasses import dataclass

ONESELF = "This is you."
"""Why a player is no friend of itself, and nobody whom it blocks or reports."""


@dataclass(frozen=True, slots=True)
class Player:
    """An account: the part of it that is public. Its fields are named as in JSON."""

    id: str
    displayName: str  # noqa: N815
    kind: str

    @classmethod
    def load(cls, stored: bytes | str) -> "Player":
        """Return the player of the field PLAYER, which says more than this."""
        told = json.loads(stored)
        return cls(told["id"], told["displayName"], told["kind"])
