"""Where the rules get their luck from."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """Shuffles, draws and dice of one version of one match."""

    def below(self, bound: int) -> int:
        """A number from 0 to `bound - 1`, each equally likely."""

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """The same items in an order, each order equally likely."""
