"""What a player gives to the lots and the deals of a tournament: all of it follows from one secret,
so that little is kept for many matches.

Secrets, entropies and seals are 32 bytes in hex.
"""

import hashlib
import secrets
from dataclasses import dataclass, field, replace
from functools import cached_property

LOTS_SEAL, TABLE_SEAL = b"croupier tournament seal v1", b"croupier seal v1"
"""What is hashed before an entropy: the lots have seals of their own, matches those of any."""


@dataclass(frozen=True)
class TournamentSeals:
    """The seals of a player in one tournament; `tables` is for how many matches there are some."""

    secret: str = field(repr=False)
    tables: int = 0

    @classmethod
    def drawn(cls) -> "TournamentSeals":
        """Those of a new secret."""
        return cls(secrets.token_hex(32))

    def up_to(self, tables: int) -> "TournamentSeals":
        """The same with seals for so many matches at least."""
        return replace(self, tables=max(tables, self.tables))

    @cached_property
    def lots_entropy(self) -> str:
        """What is revealed in the check-in."""
        return _hashed(b"croupier tournament lots v1", self.secret)

    @property
    def lots_seal(self) -> str:
        """What binds the player to the entropy of the lots."""
        return _hashed(LOTS_SEAL, self.lots_entropy)

    @cached_property
    def entropies(self) -> dict[str, str]:
        """The entropy of each match by its seal, in the order of the matches."""
        drawn = (self._table(place) for place in range(self.tables))
        return {_hashed(TABLE_SEAL, entropy): entropy for entropy in drawn}

    @property
    def table_seals(self) -> list[str]:
        """The seals of the matches, in their order."""
        return [*self.entropies]

    def _table(self, place: int) -> str:
        return _hashed(b"croupier tournament table v1", self.secret + place.to_bytes(4).hex())


def _hashed(label: bytes, value: str) -> str:
    return hashlib.sha256(label + bytes.fromhex(value)).hexdigest()
