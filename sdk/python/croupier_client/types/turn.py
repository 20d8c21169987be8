"""What the turns of all games have, whichever types theirs have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier_client.types.protocol import ChooseMoves

SHOWN = ("state", "events", "moves", "choose")
LATER = (*SHOWN, "seen")
"""What a turn may make when it is first read: most bots do not look at all of it."""


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
