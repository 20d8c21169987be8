"""The state of a ledger after its last entry, or as much of it as the next entry needs."""

from dataclasses import dataclass, field

from croupier_rating import chain
from croupier_rating.numbers import NEWCOMER, Numbers
from croupier_rating.recent import Key, Mark


@dataclass(slots=True)
class Ledger:
    """What follows from the entries of a pool up to `seq`, whose line has the hash `head`.

    `clock` is the latest end of a match so far, in milliseconds: a match that is entered late
    counts as ended then. `players` and `recent` may have just what the next entry concerns, as
    `concerning` lists it; who is not in `players` is a newcomer.

    It is changed in place: a copy of a million players for each entry would be most of the work.
    """

    pool: str
    seq: int = 0
    head: str = ""
    clock: int = 0
    players: dict[str, Numbers] = field(default_factory=dict)
    recent: dict[Key, tuple[Mark, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.head = self.head or chain.genesis(self.pool)

    def numbers(self, player: str) -> Numbers:
        return self.players.get(player, NEWCOMER)

    def at(self, moment: int) -> int:
        """The ledger's clock at an entry of this moment: it never goes back."""
        return max(self.clock, moment)
