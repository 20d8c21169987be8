"""What the generated types have beyond their members."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Literal as Word

    from croupier_client.types.protocol import ChooseMoves
else:

    class Word:
        """One of some words; a newer service may have others."""

        def __class_getitem__(cls, words: object) -> type:
            return type(words[0] if isinstance(words, tuple) else words)


__all__ = ["AnyTurn", "MatchBase", "Options", "Struct", "Word", "camel", "plain"]

SHOWN = ("state", "events", "moves", "choose")
LATER = (*SHOWN, "seen")
"""What a turn may make when it is first read: most bots do not look at all of it."""


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


class AnyTurn:
    """A decision to make: what the seat that must decide sees, and what it may do.

    Each game's own has, in its types, `options`, `state`: the table as the seat may see it;
    `events`: those of this version; and `moves`: the legal moves, of amounts the least and the
    most, and some of those that are described.
    """

    game: str
    seat: int
    """The seat that decides."""
    seats: int
    """How many seats the match has."""
    version: int
    decision: int
    """The version since which the seat has had this decision to make. While others choose at the
    same time, versions go on, and it stands."""
    rules_version: int
    to_move: Sequence[int]
    """The seats that must decide now."""
    choose: Sequence[ChooseMoves]
    """Descriptions of moves that are too many to list, of which `chosen` makes moves; else none."""
    seen: Sequence[Sequence[Any]]
    """The `events` of each version up to this one, as the seat has seen them, but for those
    that were taken back.

    They are fetched when they are first read, from a service by a request of its history. So a
    bot that joins late, or is started again, has seen no less than any other.
    """

    _later: Callable[[str], Any] | None = None

    def __init__(self, later: Callable[[str], Any] | None, **members: Any) -> None:
        """Have these members; of the others, `later` makes each when it is first read."""
        self.__dict__ = members
        self._later = later

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name not in LATER or self._later is None:
                raise AttributeError(f"This turn has no {name!r}.", name=name, obj=self)
            made = self.__dict__[name] = self._later(name)
            return made

    def __getstate__(self) -> dict[str, Any]:
        """Return all members but `seen`, which would have to be fetched: copies have no more."""
        made = vars(self) | {name: getattr(self, name) for name in SHOWN}
        return {name: each for name, each in made.items() if name not in ("seen", "_later")}

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__getstate__() == other.__getstate__()

    def __repr__(self) -> str:
        members = (f"{name}={each!r}" for name, each in self.__getstate__().items())
        return f"{type(self).__name__}({', '.join(members)})"
