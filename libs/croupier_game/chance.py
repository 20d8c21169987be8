"""The source of luck of all rules; `croupier_game.seeded` implements it."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """Shuffles, draws and dice of one version of one match, the same in every replay."""

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound - 1`, each equally likely."""

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in an order, each order equally likely."""
