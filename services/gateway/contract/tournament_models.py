"""Response bodies about tournaments; docs/pairings.md says what the numbers are."""

from typing import Annotated, Literal

from croupier_tournament.entries import Reason
from pydantic import Field, WithJsonSchema

from gateway.contract.field_types import AnyOptions, Duration, GameId, Id, PlayerKind, Sha256, Time
from gateway.contract.match_models import ClockSettings
from gateway.contract.rating_models import Count, NextPage
from gateway.contract.response_models import Answer

System = Literal["swiss", "roundRobin", "knockout", "arena"]
Status = Literal["open", "checkIn", "running", "finished", "aborted"]
Presence = Annotated[
    Literal["registered", "left", "playing", "withdrawn", "withheld"],
    Field(
        description="`registered` before the first round, then `playing`; `left` before it, or "
        "`withdrawn` later; `withheld`: did not check in, and does not play."
    ),
]
Access = Literal["public", "private"]
Place = Annotated[int, WithJsonSchema({"type": "integer", "minimum": 1})]
Points = Annotated[
    float,
    WithJsonSchema({"type": "number", "minimum": 0}),
]
TableReason = Annotated[
    str, WithJsonSchema({"type": "string", "x-extensible-enum": [each.value for each in Reason]})
]


class Entrant(Answer):
    """Somebody who takes part."""

    id: Id
    display_name: str | None = Field(
        description="`gone` of who was deleted; null while it cannot be told."
    )
    kind: PlayerKind | None = Field(description="null where it is not known.")


class Conditions(Answer):
    """Who may join; null where it does not matter."""

    min_rating: Count | None
    max_rating: Count | None
    min_matches: Count | None
    min_reliability: Count | None
    kinds: list[PlayerKind] | None


class OwnTable(Answer):
    """A table at which you play now."""

    round: Place
    table: Place
    leg: Place = Field(description="Which match of the pairing is played.")
    match_id: Id = Field(description="The match, which may be there some seconds later only.")
    seal: Count = Field(
        description="Which of your `tableSeals` it has, from 0: its entropy is what to reveal."
    )
    opponents: list[Entrant]


class OwnPart(Answer):
    """What you are in the tournament."""

    presence: Presence
    checked_in: bool
    bye: bool = Field(description="Whether you sit the last round out, with its points.")
    seal: Sha256 | None = Field(
        description="The seal with which you have joined, whose entropy the check-in takes; null "
        "if you joined late, without one."
    )
    seals: Count = Field(description="How many seals of tables you have given.")
    tables: list[OwnTable] = Field(
        description="Where you play now; several only if all rounds are open at once."
    )


class TournamentCore(Answer):
    id: Id
    name: str
    game: GameId
    system: System
    rounds: Count | None = Field(description="How many; null before that is known, or in an arena.")
    minutes: Count | None = Field(description="How long an arena lasts.")
    seats: Count = Field(description="Of a table.")
    access: Access
    rated: bool
    house_bots: Count = Field(description="How many bots of the house may join.")
    maker: Entrant = Field(description="Who made it, and directs it.")
    create_time: Time
    status: Status
    start_time: Time | None = Field(
        description="When the first round begins, or has begun; null while that is open."
    )
    players: Count = Field(
        description="How many are registered, or play; once over, those included who had left."
    )
    max_players: Count
    round: Count = Field(description="The last one that was paired; 0 before the first.")
    winner: Entrant | None = Field(description="Once it is finished.")


class ListedTournament(TournamentCore):
    """What lists tell of a tournament."""


class Tournaments(Answer):
    tournaments: list[ListedTournament]
    next_page_token: NextPage


class Tournament(TournamentCore):
    rules_version: Count
    options: AnyOptions
    clock: ClockSettings
    matches_per_pairing: Count
    min_players: Count
    start_when_full: bool
    check_in: Duration
    round_break: Duration
    reveal: Duration
    all_at_once: bool
    conditions: Conditions
    seals_needed: Count = Field(description="How many `tableSeals` to join with.")
    invite_code: Annotated[
        str, Field(default="", description="Of a private one; only for who made or joined it.")
    ]
    version: Place = Field(description="That of its log: how many entries it has.")
    head: Sha256 = Field(description="The hash of its log's last line.")
    commitment: Sha256 = Field(description="What binds the lots: docs/pairings.md tells of it.")
    checked_in: Count = Field(description="How many have checked in.")
    check_in_time: Time | None = Field(
        description="When the check-in opens, or has opened; null while that is open."
    )
    round_ends_by: Time | None = Field(
        description="When all results of the open rounds will be there; null if none is open."
    )
    next_round_time: Time | None = Field(
        description="When the next round is paired; null while that depends on results."
    )
    end_time: Time | None = Field(description="When it has ended; of an arena, when it will.")
    tables_open: Count = Field(description="How many tables have no result yet.")
    paused: bool = Field(description="Whether its maker lets no round begin.")
    held: bool = Field(description="Whether it waits until the game can be played again.")
    reason: str | None = Field(description="Why it has ended.")
    you: OwnPart | None = Field(description="null of who has never joined.")


class TournamentRow(Answer):
    """A row of the standings. A point is 1; parts of it are multiples of 1/48."""

    rank: Place
    player: Entrant
    presence: Presence
    stage: Count = Field(description="The last round that was reached in a knockout, else 0.")
    points: Points
    buchholz_cut1: Points = Field(
        description="The opponents' points, without the least. What counts after the points comes "
        "in this order; last of all the lot."
    )
    buchholz: Points = Field(description="The opponents' points.")
    direct: Points = Field(description="Points against those who are equal so far.")
    wins: Count
    sonneborn_berger: Points = Field(
        description="The points of those beaten, and half of those with a tie."
    )


class TournamentStandings(Answer):
    """A page of the standings as of `version`, which may be two seconds old if many play."""

    version: Place
    round: Count
    size: Count = Field(description="How many rows there are.")
    final: bool = Field(description="Whether the tournament is over.")
    digest: Sha256 = Field(
        description="The hash of all rows; after each round the log has that of its standings."
    )
    rows: list[TournamentRow]
    you: TournamentRow | None
    next_page_token: NextPage


class TableResult(Answer):
    """How a match of a table ended."""

    match_id: Id
    ranks: list[Count] = Field(description="By `players` of the table; 0 is the best.")
    absent: list[Count] = Field(description="Which of them were not there.")
    reason: TableReason


class TournamentTable(Answer):
    table: Place
    players: list[Entrant] = Field(description="By their seats in the first match.")
    match_id: Id | None = Field(description="The match that is open; null if none is.")
    results: list[TableResult]
    repeat: bool = Field(description="Whether two of them have met before.")


class TournamentRound(Answer):
    """A page of the tables of a round."""

    version: Place
    round: Place
    ends_by: Time
    tables: list[TournamentTable]
    size: Count = Field(description="How many tables there are.")
    tables_open: Count
    byes: list[Entrant] = Field(
        description="Who sits it out, with its points: they come behind all tables."
    )
    next_page_token: NextPage


class TournamentPlayer(Answer):
    player: Entrant
    presence: Presence
    rating: Count | None = Field(description="As of joining.")
    checked_in: bool


class TournamentPlayers(Answer):
    """A page of who has joined, in that order."""

    version: Place
    size: Count
    players: list[TournamentPlayer]
    next_page_token: NextPage
