"""The entries of a ledger: a class for each kind.

An entry says what happened, and the numbers of each player before and after. So a reader sees a
history without computing anything, and whoever does compute finds the place of a difference.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeAlias

from croupier_rating import chain
from croupier_rating.ended import Reason
from croupier_rating.recipe import Strength

Json: TypeAlias = dict[str, Any]


class Change(NamedTuple):
    """The numbers of a player before and after an entry."""

    player: str
    before: Strength
    after: Strength

    @property
    def changed(self) -> bool:
        """Whether the entry counts for this player."""
        return self.before != self.after

    @property
    def row(self) -> list[Any]:
        return [self.player, *self.before, *self.after]


@dataclass(frozen=True, slots=True)
class Entry:
    """What all entries have."""

    kind: ClassVar[str]
    seq: int
    recipe: int
    prev: str

    @property
    def line(self) -> bytes:
        """The entry as it is stored, shown and hashed."""
        head = {"seq": self.seq, "recipe": self.recipe, "prev": self.prev, "kind": self.kind}
        return chain.line(head | self._members())

    def _members(self) -> Json:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Played(Entry):
    """A match that ended. A `weight` of 0 leaves all numbers; `short` is that of EndedMatch.

    It counts for those whose numbers it changes."""

    kind: ClassVar[str] = "match"
    match: str
    rules_version: int
    log_head: str
    ended: str
    weight: int
    short: tuple[int, ...] | None
    ranks: tuple[int, ...]
    seats: tuple[Change, ...]

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.player for seat in self.seats)

    @property
    def reason(self) -> Reason | None:
        """Why it changes no number; None if it does."""
        if self.weight:
            return None
        return Reason.PAIR_LIMIT if self.short is None else Reason.TOO_SHORT

    def _members(self) -> Json:
        seats = [
            [player, rank, *before, *after]
            for rank, (player, before, after) in zip(self.ranks, self.seats, strict=True)
        ]
        return {
            "match": self.match,
            "rulesVersion": self.rules_version,
            "logHead": self.log_head,
            "ended": self.ended,
            "weight": self.weight,
            "short": None if self.short is None else [*self.short],
            "seats": seats,
        }


@dataclass(frozen=True, slots=True)
class Voided(Entry):
    """An operator took the match of the entry `of` out of the ledger, for a reason.

    `seats` has all of its players, also those whose numbers it had left as they were."""

    kind: ClassVar[str] = "void"
    of: int
    match: str
    time: str
    reason: str
    seats: tuple[Change, ...]

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.player for seat in self.seats)

    def _members(self) -> Json:
        return {
            "of": self.of,
            "match": self.match,
            "time": self.time,
            "reason": self.reason,
            "seats": [seat.row for seat in self.seats],
        }


@dataclass(frozen=True, slots=True)
class Carried(Entry):
    """A player brings a strength along from an earlier season: that which the entry `of` of its
    ledger made, and the day of the last match that counted there."""

    kind: ClassVar[str] = "season"
    season: int
    of: int
    counted: int
    seat: Change

    @property
    def players(self) -> tuple[str, ...]:
        return (self.seat.player,)

    def _members(self) -> Json:
        return {
            "from": {"season": self.season, "seq": self.of, "counted": self.counted},
            "seats": [self.seat.row],
        }


AnyEntry: TypeAlias = Played | Voided | Carried


def entry_of(shown: Json) -> AnyEntry:
    """The entry of a line's JSON, whose form is right."""
    return _READERS[shown["kind"]](shown)


def _played(of: Json) -> Played:
    return Played(
        *_head(of),
        match=of["match"],
        rules_version=of["rulesVersion"],
        log_head=of["logHead"],
        ended=of["ended"],
        weight=of["weight"],
        short=None if of["short"] is None else tuple(of["short"]),
        ranks=tuple(rank for _, rank, *_ in of["seats"]),
        seats=tuple(_change(player, *numbers) for player, _, *numbers in of["seats"]),
    )


def _voided(of: Json) -> Voided:
    seats = tuple(_change(*row) for row in of["seats"])
    return Voided(*_head(of), of["of"], of["match"], of["time"], of["reason"], seats)


def _carried(of: Json) -> Carried:
    origin, (row,) = of["from"], of["seats"]
    return Carried(*_head(of), origin["season"], origin["seq"], origin["counted"], _change(*row))


def _head(of: Json) -> tuple[int, int, str]:
    return of["seq"], of["recipe"], of["prev"]


def _change(player: str, mu: int, sigma: int, new_mu: int, new_sigma: int) -> Change:
    return Change(player, Strength(mu, sigma), Strength(new_mu, new_sigma))


_READERS: dict[str, Callable[[Json], AnyEntry]] = {
    "match": _played,
    "void": _voided,
    "season": _carried,
}
