"""Types of a game whose annotations are texts until they are asked for."""

from __future__ import annotations

from typing import Literal

from croupier_game import Secret, dataclass


@dataclass(frozen=True)
class Move:
    card: Card
    """It is played."""
    to: Literal["left", "right"] | None = None


@dataclass(frozen=True, slots=True)
class Card:
    rank: int


@dataclass(frozen=True, slots=True)
class Event:
    card: Secret[Card]


@dataclass(frozen=True)
class DrawFromPile2:
    pass
