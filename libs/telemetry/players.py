"""How logs tell of players: by a hash of the id, by the id, or not at all."""

import hashlib
from typing import Literal, TypeAlias

Form: TypeAlias = Literal["hashed", "plain", "none"]

DIGITS = 16


def told_as(player_id: str, form: Form = "hashed") -> str:
    """What a log has in place of the id; "" if there is none.

    Whoever knows an id can make its hash, and nobody can make the id from the hash: ids have 128
    bits.
    """
    if form == "hashed" and player_id:
        return hashlib.sha256(f"croupier player {player_id}".encode()).hexdigest()[:DIGITS]
    return player_id if form == "plain" else ""
