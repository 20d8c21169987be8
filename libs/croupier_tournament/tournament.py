"""The state of a tournament after the last entry of its log."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from croupier_tournament import chain
from croupier_tournament.entries import Reason
from croupier_tournament.settings import Settings, System


class Status(StrEnum):
    """Where a tournament is in its life."""

    DRAFT = "draft"
    OPEN = "open"
    CHECK_IN = "checkIn"
    RUNNING = "running"
    FINISHED = "finished"
    ABORTED = "aborted"


OVER = (Status.FINISHED, Status.ABORTED)


class Presence(StrEnum):
    """Whether a player takes part. Who withheld entropy never does."""

    REGISTERED = "registered"
    LEFT = "left"
    PLAYING = "playing"
    WITHDRAWN = "withdrawn"
    WITHHELD = "withheld"


@dataclass(slots=True)
class Player:
    """A player, and what the pairings ask about one.

    `points` are those of all matches and byes, in 48ths; `met` has the rounds of all meetings with
    each opponent. `balance` and `free` are those of an Entrant, `waited` counts the pairings of an
    arena that left the player over. `no_shows` counts those without a match between. `tables` are
    the open ones at which the player sits, as round and table. `lost_in` is the round in which a
    knockout was lost, 0 for none. Who was `removed` cannot return. `since` is the version that the
    log had with the player's registration: the order of all.
    """

    id: str
    rating: int | None = None
    seal: str = ""
    entropy: str = ""
    presence: Presence = Presence.REGISTERED
    points: int = 0
    met: dict[str, list[int]] = field(default_factory=dict)
    last: tuple[str, ...] = ()
    balance: int = 0
    free: int = 0
    waited: int = 0
    no_shows: int = 0
    tables: set[tuple[int, int]] = field(default_factory=set)
    lost_in: int = 0
    removed: bool = False
    since: int = 0

    @property
    def takes_part(self) -> bool:
        """Whether the player is registered, or plays."""
        return self.presence in (Presence.REGISTERED, Presence.PLAYING)

    @property
    def took_part(self) -> bool:
        """Whether the player has played, or could have."""
        return self.presence in (Presence.PLAYING, Presence.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended, and why: the rank of each player of the table, by the seats of the first
    leg, 0 the best, and the seats that were absent."""

    ranks: tuple[int, ...]
    absent: tuple[int, ...] = ()
    reason: Reason = Reason.COMPLETED


@dataclass(slots=True)
class Table:
    """A table of a round: its players by their seats, and the results of its legs so far."""

    players: tuple[str, ...]
    results: list[Result] = field(default_factory=list)

    @property
    def leg(self) -> int:
        """The leg that is played as long as the table is open, from 1 on."""
        return len(self.results) + 1

    def seats(self, leg: int) -> tuple[str, ...]:
        """The players by their seats in a leg: in every second one they are turned around."""
        return self.players if leg % 2 else self.players[::-1]


@dataclass(slots=True)
class Round:
    """A round, of which `open_tables` have no result yet; a pairing of an arena is one as well."""

    number: int
    tables: list[Table]
    byes: tuple[str, ...]
    ends_by: int
    open_tables: set[int]

    def table(self, number: int) -> Table:
        return self.tables[number - 1]


@dataclass(slots=True)
class Tournament:
    """What follows from the log up to `version`, whose line has the hash `head`.

    It is changed in place: a copy of 10,000 players for each result would be most of the work. `at`
    is the time of the last entry, in milliseconds, `key` the key of the last draw, which is the
    `commitment` at first, and `draws` how many keys have been revealed. `joined` is how often each
    player has registered or returned, and `pauses` how often it was paused. `order` has the players
    by their starting numbers. `holds` has the times from and to when no engine could play, of which
    the last may be open, and `due_at` when the next round is paired. `ranked` is the number of
    rounds whose standings are in the log, and `first` who led them. `forfeited` are the open tables
    of two at which somebody will not sit any more, and `tired` are players who did not show up
    twice in a row. `reason` is why it is over.
    """

    id: str
    settings: Settings
    version: int = 0
    head: str = ""
    at: int = 0
    status: Status = Status.DRAFT
    commitment: str = ""
    key: str = ""
    draws: int = 0
    players: dict[str, Player] = field(default_factory=dict)
    joined: dict[str, int] = field(default_factory=dict)
    seals: set[str] = field(default_factory=set)
    starts_at: int = 0
    started_at: int = 0
    rounds_due: int = 0
    order: list[str] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    open_rounds: dict[int, Round] = field(default_factory=dict)
    ranked: int = 0
    first: str = ""
    reason: str = ""
    due_at: int = 0
    holds: list[tuple[int, int | None]] = field(default_factory=list)
    paused: bool = False
    pauses: int = 0
    forfeited: set[tuple[int, int]] = field(default_factory=set)
    tired: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.head = self.head or chain.genesis(self.id)

    @property
    def playing(self) -> list[Player]:
        """Those who take part now, in the order of registration."""
        return [each for each in self.players.values() if each.presence is Presence.PLAYING]

    @property
    def taking_part(self) -> int:
        """How many are registered, or play; once it is over, those included who had left."""
        if self.status is Status.OPEN:
            return len(self.players)
        over = self.is_over
        return sum(each.takes_part or (over and each.took_part) for each in self.players.values())

    @property
    def checked_in(self) -> int:
        """How many have revealed their entropy."""
        return sum(bool(each.entropy) for each in self.players.values())

    @property
    def entropies(self) -> Iterator[str]:
        """What was revealed, in the order of registration."""
        return (each.entropy for each in self.players.values() if each.entropy)

    @property
    def is_arena(self) -> bool:
        return self.settings.system is System.ARENA

    @property
    def is_over(self) -> bool:
        return self.status in OVER

    @property
    def is_held(self) -> bool:
        """Whether no engine can play its matches now."""
        return bool(self.holds) and self.holds[-1][1] is None

    @property
    def begins_at(self) -> int | None:
        """When the first round is or was paired; None while that is open."""
        return self.started_at or self.starts_at or self.settings.start

    @property
    def arena_ends_at(self) -> int:
        return self.started_at + 60_000 * self.settings.minutes

    def has_bye(self, player: str) -> bool:
        """Whether the player sits out the round that is played now."""
        running = self.status is Status.RUNNING
        return running and bool(self.rounds) and player in self.rounds[-1].byes

    def round(self, number: int) -> Round:
        return self.rounds[number - 1]
