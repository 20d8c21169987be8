"""What a viewer, a seat or a spectator, may see of a state."""

from typing import Generic, TypeVar

from croupier_game.records import dataclass

Public = TypeVar("Public")
Private = TypeVar("Private")


@dataclass(frozen=True, slots=True)
class View(Generic[Public, Private]):
    """All of it: what everybody sees, and what only this viewer does."""

    public: Public
    private: Private


@dataclass(frozen=True, slots=True)
class Nothing:
    """What only one viewer sees in a game in which everybody sees the same."""
