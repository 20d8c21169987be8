"""The entries of a log: a class for each kind, whose members are those of its line."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, ClassVar

from croupier_tournament import chain
from croupier_tournament.settings import Settings, camel, settings_of


class Reason(StrEnum):
    """How a table came to its result."""

    COMPLETED = "completed"
    RESIGNED = "resigned"
    TIMEOUT = "timeout"
    CLAIMED = "claimed"
    LEFT = "left"
    """Somebody left before the own first move, which loses here."""
    ABORTED = "aborted"
    """Nobody's fault: all share the points."""
    NO_SHOW = "noShow"
    """Somebody did not reveal the entropy of the match's sealed deal."""
    WITHDREW = "withdrew"
    """Somebody has withdrawn from the tournament."""
    HELD = "held"
    """A time ran out while no engine could play: all share the points."""
    OVERDUE = "overdue"
    """There was no result when the round had to end: all share the points."""


class Withdrawal(StrEnum):
    """Why a player does not go on."""

    OWN = "own"
    REMOVED = "removed"
    DELETED = "deleted"
    NO_SHOW = "noShow"


BARRING = (Withdrawal.REMOVED, Withdrawal.DELETED)
"""The reasons after which nobody returns."""


class End(StrEnum):
    """Why a tournament is over."""

    COMPLETED = "completed"
    TOO_FEW = "tooFewPlayers"


@dataclass(frozen=True, slots=True)
class Entry:
    """What all entries have. `at` is in milliseconds since 1970."""

    kind: ClassVar[str]
    version: int
    at: int
    prev: str

    @property
    def line(self) -> bytes:
        """The entry as it is stored, shown and hashed."""
        return chain.canonical(self.shown)

    @property
    def shown(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"kind": self.kind}
        for name, shown_as, _ in MEMBERS[self.kind]:
            shown[shown_as] = _plain(getattr(self, name))
        return shown


@dataclass(frozen=True, slots=True)
class Created(Entry):
    """The tournament was made: its settings, by which recipe, and what binds its keys."""

    kind: ClassVar[str] = "created"
    tournament: str
    recipe: int
    settings: Settings
    commitment: str


@dataclass(frozen=True, slots=True)
class Opened(Entry):
    """Registration began."""

    kind: ClassVar[str] = "opened"


@dataclass(frozen=True, slots=True)
class Registered(Entry):
    """A player joined; late ones have no seal. `rating` is None for who has none."""

    kind: ClassVar[str] = "registered"
    player: str
    rating: int | None
    seal: str


@dataclass(frozen=True, slots=True)
class Left(Entry):
    """A player left before the first round."""

    kind: ClassVar[str] = "left"
    player: str


@dataclass(frozen=True, slots=True)
class CheckInOpened(Entry):
    """Registration closed, and entropy may be revealed until `starts_at`."""

    kind: ClassVar[str] = "checkInOpened"
    starts_at: int


@dataclass(frozen=True, slots=True)
class Revealed(Entry):
    """A player revealed the entropy of the own seal, and so is here."""

    kind: ClassVar[str] = "revealed"
    player: str
    entropy: str


@dataclass(frozen=True, slots=True)
class Started(Entry):
    """The tournament began, with `rounds` to play; who withheld entropy does not."""

    kind: ClassVar[str] = "started"
    key: str
    withheld: tuple[str, ...]
    rounds: int


@dataclass(frozen=True, slots=True)
class Paired(Entry):
    """A round began: its tables, each with its players by their seats; who has a bye; which tables
    repeat a meeting; and when all results will be there."""

    kind: ClassVar[str] = "paired"
    round: int
    key: str
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]
    repeats: tuple[int, ...]
    ends_by: int


@dataclass(frozen=True, slots=True)
class Resulted(Entry):
    """A match of a table ended: the ranks of its players, in the order of `paired`, 0 the best, and
    those who were `absent`. `log_head` is the last hash of its log, "" if it was not played."""

    kind: ClassVar[str] = "result"
    round: int
    table: int
    leg: int
    match: str
    ranks: tuple[int, ...]
    absent: tuple[int, ...]
    reason: Reason
    ended: int
    log_head: str


@dataclass(frozen=True, slots=True)
class Ranked(Entry):
    """The standings after a round: who is first, and the hash of all rows."""

    kind: ClassVar[str] = "standings"
    round: int
    key: str
    first: str
    digest: str


@dataclass(frozen=True, slots=True)
class Withdrew(Entry):
    """A player does not go on."""

    kind: ClassVar[str] = "withdrew"
    player: str
    reason: Withdrawal


@dataclass(frozen=True, slots=True)
class Returned(Entry):
    """A player who had withdrawn plays again, from the next round on."""

    kind: ClassVar[str] = "returned"
    player: str


@dataclass(frozen=True, slots=True)
class Held(Entry):
    """No engine can play the matches: no round begins, and those that run end later."""

    kind: ClassVar[str] = "held"


@dataclass(frozen=True, slots=True)
class Paused(Entry):
    """Its director lets no round begin."""

    kind: ClassVar[str] = "paused"


@dataclass(frozen=True, slots=True)
class Resumed(Entry):
    """It goes on; `after` is the kind of the entry that stopped it."""

    kind: ClassVar[str] = "resumed"
    after: str


@dataclass(frozen=True, slots=True)
class Ended(Entry):
    """The tournament is over."""

    kind: ClassVar[str] = "ended"
    reason: End


@dataclass(frozen=True, slots=True)
class Aborted(Entry):
    """It was called off, for a reason in ASCII."""

    kind: ClassVar[str] = "aborted"
    reason: str


CLASSES: tuple[type[Entry], ...] = (
    *(Created, Opened, Registered, Left, CheckInOpened, Revealed, Started, Paired, Resulted),
    *(Ranked, Withdrew, Returned, Held, Paused, Resumed, Ended, Aborted),
)
BY_KIND = {each.kind: each for each in CLASSES}
NAMES = {each.name: camel(each.name) for of_class in CLASSES for each in fields(of_class)}
"""The names of members in a line, by those of a class."""
_READERS: dict[tuple[str, str], Callable[[Any], Any]] = {
    ("created", "settings"): settings_of,
    ("result", "reason"): Reason,
    ("withdrew", "reason"): Withdrawal,
    ("ended", "reason"): End,
}


def entry_of(shown: Mapping[str, Any]) -> Entry:
    """The entry of a line's JSON, whose form is right. Raise InvalidSettings for a created one."""
    kind = shown["kind"]
    return BY_KIND[kind](*[read(shown[shown_as]) for _, shown_as, read in MEMBERS[kind]])


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


MEMBERS: Mapping[str, Sequence[tuple[str, str, Callable[[Any], Any]]]] = {
    kind: [
        (each.name, NAMES[each.name], _READERS.get((kind, each.name), _frozen))
        for each in fields(of_class)
    ]
    for kind, of_class in BY_KIND.items()
}
"""The members of each kind: the name of each, that in a line, and what reads it there."""


def _plain(value: Any) -> Any:
    return value.json if isinstance(value, Settings) else value
