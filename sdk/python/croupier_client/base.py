"""What the generated types have beyond their members."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal as Word

else:

    class Word:
        """One of some words; a newer service may have others."""

        def __class_getitem__(cls, words: object) -> type:
            return type(words[0] if isinstance(words, tuple) else words)


__all__ = ["MatchBase", "Options", "Struct", "Word", "camel", "plain"]


def camel(name: str) -> str:
    """Return the name in JSON, as structs make it by themselves."""
    return re.sub(r"(?<!^)_([a-z])", lambda found: found[1].upper(), name)


def plain(value: Any) -> Any:
    """Return structs and tuples as JSON has them: dicts and lists."""
    return msgspec.json.decode(msgspec.json.encode(value))


class Struct(msgspec.Struct, rename="camel", omit_defaults=True, gc=False, frozen=True):
    """A JSON object. Members that this version does not know are ignored."""


class Options(Struct, frozen=True):
    """The options of a match to create, of the game that they are of."""

    game: ClassVar[str]


class HasDeadline(Protocol):
    """The clock of a match."""

    @property
    def deadline(self) -> str | None: ...

    @property
    def deadlines(self) -> Sequence[str | None]: ...

    @property
    def banks(self) -> Sequence[str] | None: ...


class HasWinners(Protocol):
    """The outcome of a match."""

    @property
    def winners(self) -> Sequence[int]: ...


class MatchBase(Struct, frozen=True):
    """What is true of a match of any game. Its members are in the types of the protocol."""

    if TYPE_CHECKING:
        status: str
        your_seat: int | None
        to_move: tuple[int, ...]
        clock: HasDeadline | None
        outcome: HasWinners | None

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
