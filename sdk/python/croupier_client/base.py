"""What the generated types have beyond their members."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from croupier_client.types import Fairness, MatchClock, Outcome, Seat


class Struct(msgspec.Struct, rename="camel", omit_defaults=True):
    """A JSON object. Members that this version does not know are ignored."""


class MatchBase(Struct):
    """What is true of a match of any game."""

    if TYPE_CHECKING:
        status: str
        your_seat: int | None
        to_move: list[int]
        clock: MatchClock | None
        fairness: Fairness
        outcome: Outcome | None
        seats: list[Seat]

    @property
    def my_turn(self) -> bool:
        """Whether the caller's seat must decide now."""
        return self.your_seat in self.to_move

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.status in ("finished", "aborted")

    @property
    def won(self) -> bool:
        """Whether the caller has won it."""
        return self.outcome is not None and self.your_seat in self.outcome.winners

    @property
    def deadline(self) -> float | None:
        """When the time of the player to move runs out, in seconds since 1970."""
        if self.clock is None or self.clock.deadline is None:
            return None
        return datetime.fromisoformat(self.clock.deadline).timestamp()
