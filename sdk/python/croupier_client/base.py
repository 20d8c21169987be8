"""What the generated types have beyond their members."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Literal as Word

    from croupier_client.types.protocol import Fairness, MatchClock, Outcome, Seat
else:

    class Word:
        """One of some words; a newer service may have others."""

        def __class_getitem__(cls, words: object) -> type:
            return type(words[0] if isinstance(words, tuple) else words)


__all__ = ["AnyTurn", "MatchBase", "Options", "Struct", "Word"]


class Struct(msgspec.Struct, rename="camel", omit_defaults=True, gc=False):
    """A JSON object. Members that this version does not know are ignored."""


class Options(Struct):
    """The options of a match to create, of the game that they are of."""

    game: ClassVar[str]


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


class AnyTurn(Struct, kw_only=True, dict=True, gc=True):
    """A decision to make: what the seat that must decide sees, and what it may do.

    Each game's own has, in its types, `options`, `state`: the table as the seat may see it;
    `events`: those of this version; and `moves`: the legal moves, of amounts the least and the
    most.
    """

    seat: int
    """The seat that decides."""
    seats: int
    """How many seats the match has."""
    version: int
    rules_version: int
    to_move: list[int]
    """The seats that must decide now."""

    if TYPE_CHECKING:
        tell: Callable[[], Sequence[Sequence[Any]]]

    @cached_property
    def seen(self) -> Sequence[Sequence[Any]]:
        """The `events` of each version up to this one, as the seat has seen them, but for those
        that were taken back.

        They are fetched when they are first read, from a service by a request of its history. So a
        bot that joins late, or is started again, has seen no less than any other.
        """
        return self.tell()
