"""Budgets that a gateway counts for itself, since it is its own processor that is at stake."""

from dataclasses import dataclass
from math import ceil

from gateway.recent import Recent

OWNERS = 10_000
"""Owners whose pots are remembered."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much an owner may spend: `burst` at once, and `rate` more a second."""

    burst: int
    rate: float

    @property
    def window_s(self) -> int:
        """Seconds until an empty pot is full again."""
        return ceil(self.burst / self.rate)


class Pot:
    """What one owner has left of its budget; it may go below nothing."""

    __slots__ = ("_full_at", "_rate", "_window_s")

    def __init__(self, budget: Budget) -> None:
        self._rate, self._window_s = budget.rate, budget.burst / budget.rate
        self._full_at = 0.0

    def wait_s(self, wanted: float, now: float) -> float:
        """Seconds until so much is left; 0 or less if it is now, by `time.monotonic`."""
        return self._full_at - now - self._window_s + wanted / self._rate

    def take(self, spent: float, now: float) -> None:
        begun = self._full_at if self._full_at > now else now
        self._full_at = begun + spent / self._rate


class Pots:
    """The pots of all owners that were met lately."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._pots: Recent[object, Pot] = Recent(OWNERS)

    def of(self, owner: object) -> Pot:
        pot = self._pots.get(owner)
        if pot is None:
            pot = self._pots[owner] = Pot(self.budget)
        return pot
