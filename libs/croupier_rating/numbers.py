"""What a pool keeps of a player: 20 bytes."""

import struct
from dataclasses import dataclass

from croupier_rating import recipe, shown
from croupier_rating.recipe import Strength

PACKED = struct.Struct(">iIIIHh")
"""mu, sigma, matches, seq, counted, peak."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The strength, and what it came from.

    `matches` counts those that counted, `seq` is the entry of the ledger that made the strength
    what it is (0: none), `counted` the day of UTC of the last match that counted (0: none, as
    ledgers begin after 1970), and `peak` the most points after any match.
    """

    strength: Strength
    matches: int
    seq: int
    counted: int
    peak: int

    def on(self, day: int) -> Strength:
        """The strength as it stands on a day: it is less sure with each whole week without play."""
        weeks = (day - self.counted) // shown.WEEK if self.counted else 0
        return recipe.idle(self.strength, max(weeks, 0))

    @property
    def lapse(self) -> int | None:
        """The day on which the player leaves the board; None for who is not on it."""
        return shown.lapse(self.strength, self.counted) if self.matches else None

    def pack(self) -> bytes:
        return PACKED.pack(*self.strength, self.matches, self.seq, self.counted, self.peak)


NEWCOMER = Numbers(recipe.START, 0, 0, 0, shown.points(recipe.START))


def unpack(packed: bytes) -> Numbers:
    mu, sigma, *others = PACKED.unpack(packed)
    return Numbers(Strength(mu, sigma), *others)
