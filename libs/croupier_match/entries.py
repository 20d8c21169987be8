"""The entries of a log: a class for each kind, with the members that it has.

Members are stored, and shown, as they are named here: `Kind` has the names of the classes there.
"""

from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from croupier_game.records import dataclass

from croupier_match.match import Kind, Player, Restored

if TYPE_CHECKING:
    from croupier_match.games import Game

MoveT = TypeVar("MoveT")
StateT = TypeVar("StateT")
Public: TypeAlias = dict[str, Any]
"""An entry as a replay shows it and as it is hashed, without `prev` and `hash`."""

CACHED_MOVES = 10_000
"""Moves whose JSON is cached: most are made again and again."""


@dataclass(frozen=True, slots=True)
class Created:
    """The match was made by `player`, with entropy in an open deal, and a seal in a sealed one."""

    kind: ClassVar[Kind] = Kind.CREATED
    version: int
    seat: int
    time: str
    player: Player
    entropy: str = field(default="", repr=False)  # secret
    seal: str = ""

    def public(self, game: "Game") -> Public:
        return _seated(self)


@dataclass(frozen=True, slots=True)
class Joined:
    """A player took the seat, likewise."""

    kind: ClassVar[Kind] = Kind.JOINED
    version: int
    seat: int
    time: str
    player: Player
    entropy: str = field(default="", repr=False)  # secret
    seal: str = ""

    def public(self, game: "Game") -> Public:
        return _seated(self)


@dataclass(frozen=True, slots=True)
class Left:
    """The player of the seat left before the start."""

    kind: ClassVar[Kind] = Kind.LEFT
    version: int
    seat: int
    time: str

    def public(self, game: "Game") -> Public:
        return _plain(self)


@dataclass(frozen=True, slots=True)
class Started:
    """The creator started the match."""

    kind: ClassVar[Kind] = Kind.STARTED
    version: int
    seat: int
    time: str

    def public(self, game: "Game") -> Public:
        return _plain(self)


@dataclass(frozen=True, slots=True)
class Revealed:
    """The seat revealed the entropy of its seal."""

    kind: ClassVar[Kind] = Kind.REVEALED
    version: int
    seat: int
    time: str
    entropy: str = field(repr=False)  # secret until then

    def public(self, game: "Game") -> Public:
        return {"entropy": self.entropy, **_plain(self)}


@dataclass(frozen=True, slots=True)
class Moved(Generic[MoveT]):
    """The seat moved, or the server for it: that follows from the match before."""

    kind: ClassVar[Kind] = Kind.MOVE
    version: int
    seat: int
    time: str
    move: MoveT = field(repr=False)  # may be hidden from some

    def public(self, game: "Game") -> Public:
        return _plain(self, _move_json(game, self.move))


@dataclass(frozen=True, slots=True)
class Resigned:
    """The player of the seat resigned."""

    kind: ClassVar[Kind] = Kind.RESIGNED
    version: int
    seat: int
    time: str

    def public(self, game: "Game") -> Public:
        return _plain(self)


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The time of the seats `late` ran out, at the same moment; `seat` is the first of them."""

    kind: ClassVar[Kind] = Kind.TIMEOUT
    version: int
    seat: int
    time: str
    late: tuple[int, ...]

    def public(self, game: "Game") -> Public:
        return {"late": [*self.late], **_plain(self)}


@dataclass(frozen=True, slots=True)
class Claimed:
    """The seats `gone` are gone, as `seat` claimed."""

    kind: ClassVar[Kind] = Kind.CLAIMED
    version: int
    seat: int
    time: str
    gone: tuple[int, ...]

    def public(self, game: "Game") -> Public:
        return {"gone": [*self.gone], **_plain(self)}


@dataclass(frozen=True, slots=True)
class Aborted:
    """The match was called off.

    With a `note` by an operator or the server, who say why; with `withheld`, the seats that had
    not revealed their entropy in time; with `gone`, for the sake of `seat`, whose others had gone;
    with none of them by a player: the creator before the start, or one who had not moved yet.
    """

    kind: ClassVar[Kind] = Kind.ABORTED
    version: int
    seat: int
    time: str
    note: str = ""
    withheld: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()

    def public(self, game: "Game") -> Public:
        # Only what there is: docs/fairness.md names the members of each kind of entry.
        more: Public = {"note": self.note} if self.note else {}
        if self.gone:
            more["gone"] = [*self.gone]
        if self.withheld:
            more["withheld"] = [*self.withheld]
        return more | _plain(self)


@dataclass(frozen=True, slots=True)
class Asked:
    """The seat asked to return to version `to`; the seats in `needs` have to agree."""

    kind: ClassVar[Kind] = Kind.ASKED
    version: int
    seat: int
    time: str
    to: int
    needs: tuple[int, ...]

    def public(self, game: "Game") -> Public:
        return {"to": self.to, "needs": [*self.needs], **_plain(self)}


@dataclass(frozen=True, slots=True)
class Agreed:
    """The seat agreed, and was not the last."""

    kind: ClassVar[Kind] = Kind.AGREED
    version: int
    seat: int
    time: str

    def public(self, game: "Game") -> Public:
        return _plain(self)


@dataclass(frozen=True, slots=True)
class Refused:
    """The seat refused the open request, or withdrew its own."""

    kind: ClassVar[Kind] = Kind.REFUSED
    version: int
    seat: int
    time: str

    def public(self, game: "Game") -> Public:
        return _plain(self)


@dataclass(frozen=True, slots=True)
class Undone(Generic[StateT]):
    """The table of version `to` was brought back, as `seat` was the last to agree, or nobody had
    to. `kept` are the versions after it that stay: what others have chosen at the same time. What
    is `restored` follows from the log, like a snapshot, and no hash covers it."""

    kind: ClassVar[Kind] = Kind.UNDONE
    version: int
    seat: int
    time: str
    to: int
    restored: Restored[StateT] = field(repr=False)  # secret
    kept: tuple[int, ...] = ()

    def public(self, game: "Game") -> Public:
        kept: Public = {"kept": [*self.kept]} if self.kept else {}
        return {"to": self.to, **kept, **_plain(self)}

    def keeps(self, version: int) -> bool:
        """Whether what happened in an earlier version stays."""
        return version <= self.to or version in self.kept


Entry: TypeAlias = (
    Created
    | Joined
    | Left
    | Started
    | Revealed
    | Moved[Any]
    | Resigned
    | TimedOut
    | Claimed
    | Aborted
    | Asked
    | Agreed
    | Refused
    | Undone[Any]
)
"""All there are."""
CLASSES: tuple[type[Entry], ...] = (
    *(Created, Joined, Left, Started, Revealed, Moved, Resigned, TimedOut, Claimed, Aborted),
    *(Asked, Agreed, Refused, Undone),
)
BY_KIND: dict[Kind, Any] = {each.kind: each for each in CLASSES}


def _plain(entry: Entry, move: Any = None) -> Public:
    """What every entry shows; those without a move show that."""
    return {
        # No player, and no entropy of an open deal: who played is not in the hashed log.
        "version": entry.version,
        "kind": entry.kind.value,
        "seat": entry.seat,
        "move": move,
        "time": entry.time,
    }


def _seated(entry: Created | Joined) -> Public:
    return {"seal": entry.seal, **_plain(entry)} if entry.seal else _plain(entry)


@lru_cache(CACHED_MOVES)
def _move_json(game: "Game", move: Any) -> Public:
    """The move as JSON. All callers get the same object: it must not be changed."""
    shown: Public = game.wire.move_json(move)
    return shown
