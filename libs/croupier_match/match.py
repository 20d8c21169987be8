"""A match as it is stored.

Fields and values are stored as they are named here: renaming one breaks every stored match.
"""

import dataclasses
from collections.abc import Collection
from enum import StrEnum
from typing import Any, Generic, TypeAlias, TypeVar

from croupier_game.records import dataclass
from croupier_game.replace import replace

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
EventT = TypeVar("EventT")


CREATOR = 0
"""The seat of the player who creates a match."""
BOT = "bot"
"""The kind of a player that is a program."""
GONE = "gone"
"""The display name of a player whose account was deleted."""
RECIPE = 2
"""How chance follows from seed and entropy, as docs/fairness.md numbers it."""


class Status(StrEnum):
    WAITING = "waiting"
    ACTIVE = "active"
    FINISHED = "finished"
    ABORTED = "aborted"


class Access(StrEnum):
    PUBLIC = "public"
    PRIVATE = "private"


class StartMode(StrEnum):
    AUTO = "auto"
    MANUAL = "manual"


class Deal(StrEnum):
    """How entropy comes in: with the seats, or under seals until all seats are taken."""

    OPEN = "open"
    SEALED = "sealed"


class Kind(StrEnum):
    """What a log entry records."""

    CREATED = "created"
    JOINED = "joined"
    LEFT = "left"
    STARTED = "started"
    REVEALED = "revealed"
    MOVE = "move"
    RESIGNED = "resigned"
    TIMEOUT = "timeout"
    ABORTED = "aborted"
    ASKED = "asked"
    AGREED = "agreed"
    REFUSED = "refused"
    UNDONE = "undone"
    CLAIMED = "claimed"


class OnTimeout(StrEnum):
    """What happens to a seat that runs out of time."""

    FORFEIT = "forfeit"
    RANDOM = "random"
    RULES = "rules"


class UndoMode(StrEnum):
    """Whether moves can be taken back, if all seats agree that it concerns."""

    NEVER = "never"
    CONSENT = "consent"


class Reason(StrEnum):
    """Why a match ended."""

    COMPLETED = "completed"
    RESIGNED = "resigned"
    TIMEOUT = "timeout"
    CLAIMED = "claimed"
    ABORTED = "aborted"


# What every change stores has no slots: orjson raises and drops an error for each such record.
@dataclass(frozen=True)
class Player:
    """A player's account as of taking the seat; `kind` is "human" or "bot"."""

    id: str
    display_name: str
    kind: str

    @property
    def is_gone(self) -> bool:
        """Whether the name was removed, as the account was deleted."""
        return self.display_name == GONE

    def without_name(self) -> "Player":
        return dataclasses.replace(self, display_name=GONE)


# Seat and Match have no slots: `replace` copies their dict; see docs/decisions/speed.md.
@dataclass(frozen=True)
class Seat:
    """A seat; `entropy` is in hex, "" if its player gave none, or has not revealed it.

    `seal` is the SHA-256 that binds the seat to its entropy, in hex; "" in an open deal.
    """

    player: Player | None = None
    entropy: str = ""  # secret
    resigned: bool = False
    seal: str = ""


@dataclass(frozen=True, slots=True)
class ClockOptions:
    """The time control, in milliseconds: a limit for each move, or a bank for the whole match.

    Either `per_move_ms` or `bank_ms` is set; `increment_ms` is added to a bank
    after each move of its seat.
    """

    per_move_ms: int = 0
    bank_ms: int = 0
    increment_ms: int = 0
    on_timeout: OnTimeout = OnTimeout.FORFEIT

    @property
    def full_ms(self) -> int:
        """The time of a seat at the start."""
        return self.per_move_ms or self.bank_ms


@dataclass(frozen=True, slots=True)
class DealOf:
    """The deal that a match is a try of, whose cards all tries have: its id, from which chance
    follows in place of the match's, and when it is over, ms since the epoch."""

    id: str
    over_ms: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended; `ranking` is best first, tied seats share a rank."""

    reason: Reason
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A request of `seat` to go back to version `to`; the seats that have agreed, and that must."""

    seat: int
    to: int
    agreed: tuple[int, ...]
    needs: tuple[int, ...]


# Its members are those of stored matches; `match_json` leaves them out while they say nothing.
@dataclass(frozen=True, slots=True)
class Undo:
    """What a match in which moves can be taken back remembers of it.

    `request` is the open one. `asks` has a seat once for each of its requests since another seat
    has moved. `since` is the last version before a row of requests and answers: the table is still
    as it was then; 0 if the last version is none of these. `used` is whether there was any request.
    """

    request: UndoRequest | None = None
    asks: tuple[int, ...] = ()
    since: int = 0
    used: bool = False


@dataclass(frozen=True, slots=True)
class Restored(Generic[StateT]):
    """What an entry of kind undone brings back: the state, the time that each seat has left at
    most, () without a clock, the version from which steps counted then, and the time that was left
    of a phase with a time of its own, None in no such phase.

    It follows from the log, like a snapshot, and no hash covers it.
    """

    state: StateT  # secret
    left_ms: tuple[int, ...]
    dealt_at: int
    phase_left_ms: int | None = None


@dataclass(frozen=True)
class TournamentTable:
    """The table of a tournament at which a match is played; `round` and `table` count from 1."""

    id: str
    round: int
    table: int

    @property
    def shown(self) -> dict[str, Any]:
        return {"id": self.id, "round": self.round, "table": self.table}


@dataclass(frozen=True)
class Match(Generic[OptionsT, StateT, EventT]):
    """A match at one version. Times are RFC 3339 in UTC with milliseconds.

    The first block, `clock`, `gone_after_ms`, `deal`, `reveal_ms` and whether there is an `undo`
    never change; everything else follows from the log.
    `left_ms` is the time that each seat had left at `update_time`, () without a
    clock and before the start. `phase_left_ms` is the same of a phase with a time of its own, for
    all that are to move in it; None in no such phase. `late` are the seats whose time has run
    out, and for which the server has yet to move; there are none in any stored match, as all is
    stored at once.
    `undo` is None where nothing can be taken back.
    `dealt_at` is the version from which the steps of chance count: that of the start, and later
    as much as there were versions that count as no step. `reveal_ms` is how long
    a sealed deal takes at most, 0 in an open one. `reveal_by` is the end of that, while seats
    reveal their entropy, and "" at all other times; until then the match is waiting. `talk` is
    whether seats may send emotes, and `rated` whether it counts for ratings; neither ever changes.
    `tournament` is None for a match that is of none, and never changes, nor does `deal_of`, the
    deal that it is a try of, if any.
    `ratings` is the JSON of what a rated match has changed of ratings, and "" before that is known;
    it comes after the end, follows from no log, and is stored beside the match.
    `gone_after_ms` is after how long an absence a player counts as gone, 0 for never. `moved` are
    the seats that have moved, or for which the server has, also if it was taken back. `decisions`
    has the seats whose decision is older than the version, ascending, each with the version since
    which it stands: see `croupier_match.decisions`.
    """

    id: str
    game: str
    rules_version: int
    options: OptionsT
    access: Access
    start: StartMode
    invite_code: str  # secret
    seed: str  # secret
    seats: tuple[Seat, ...]
    version: int = 0
    status: Status = Status.WAITING
    create_time: str = ""
    update_time: str = ""
    state: StateT | None = None  # secret
    events: tuple[EventT, ...] = ()  # secret
    outcome: Outcome | None = None
    log_head: str = ""
    clock: ClockOptions | None = None
    gone_after_ms: int = 0
    left_ms: tuple[int, ...] = ()
    phase_left_ms: int | None = None
    moved: tuple[int, ...] = ()
    late: tuple[int, ...] = ()
    undo: Undo | None = None
    dealt_at: int = 0
    deal: Deal = Deal.OPEN
    reveal_ms: int = 0
    reveal_by: str = ""
    talk: bool = True
    rated: bool = False
    tournament: TournamentTable | None = None
    deal_of: DealOf | None = None
    ratings: str = ""
    decisions: tuple[tuple[int, int], ...] = ()

    @property
    def rules(self) -> str:
        """The rules with which it was made, as ID@VERSION."""
        return f"{self.game}@{self.rules_version}"

    @property
    def chance_id(self) -> str:
        """The id that chance is mixed with: all tries of a deal have the same cards."""
        return self.deal_of.id if self.deal_of else self.id

    @property
    def ended(self) -> bool:
        return self.status in (Status.FINISHED, Status.ABORTED)

    @property
    def was_dealt(self) -> bool:
        """Whether it has begun: before, there are no moves, views and proofs."""
        return self.state is not None

    @property
    def undo_mode(self) -> UndoMode:
        return UndoMode.CONSENT if self.undo else UndoMode.NEVER

    @property
    def full(self) -> bool:
        return all(seat.player for seat in self.seats)

    def seat_of(self, player_id: str) -> int | None:
        """The player's seat; None if there is none."""
        for index, seat in enumerate(self.seats):
            if seat.player and seat.player.id == player_id:
                return index
        return None

    def without_names(self, player_ids: Collection[str]) -> "Match[OptionsT, StateT, EventT]":
        """The match with GONE in place of these players' display names."""
        seats = tuple(_without_name(seat, player_ids) for seat in self.seats)
        return self if seats == self.seats else replace(self, seats=seats)


AnyMatch: TypeAlias = Match[Any, Any, Any]


def _without_name(seat: Seat, player_ids: Collection[str]) -> Seat:
    if seat.player is None or seat.player.id not in player_ids:
        return seat
    return replace(seat, player=seat.player.without_name())
