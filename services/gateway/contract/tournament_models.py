"""Response bodies about tournaments; docs/pairings.md says what the numbers are."""

from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema

from gateway.contract.field_types import GameId, Id, PlayerKind, Sha256, Time
from gateway.contract.response_models import Answer

Count = Annotated[int, WithJsonSchema({"type": "integer", "minimum": 0})]
TournamentStatus = Literal["open", "checkIn", "running", "finished", "aborted"]
Presence = Literal["registered", "left", "playing", "withdrawn", "withheld"]


class Entrant(Answer):
    id: Id
    display_name: str = Field(description="As of joining; `gone` of who was deleted.")
    kind: PlayerKind


class OwnPlace(Answer):
    """What the tournament is to you. `matchId` is your open table's."""

    presence: Presence
    checked_in: bool
    rank: Count | None
    points: str
    round: Count | None
    table: Count | None
    match_id: Id | None
    opponents: list[Entrant]
    bye: bool = Field(description="Whether you sit the round out, with its points.")
    seals_left: Count


class Tournament(Answer):
    id: Id
    name: str
    game: GameId
    rules_version: Count
    options: dict[str, Any]
    clock: dict[str, Any]
    system: Literal["swiss", "roundRobin", "knockout", "arena"]
    rounds: Count | None = Field(
        description="How many; null before that is known, and in an arena."
    )
    minutes: Count | None
    seats: Count
    matches_per_pairing: Count
    min_players: Count
    max_players: Count
    start_time: Time | None
    check_in: str
    break_s: Count
    reveal: str
    all_at_once: bool
    access: Literal["public", "private"]
    rated: bool
    conditions: dict[str, Any] | None
    house_bots: Count = Field(description="How many bots of the house may join.")
    seals_needed: Count
    maker: Entrant
    invite_code: str | None = Field(description="Of a private one, to who made or joined it.")
    create_time: Time
    status: TournamentStatus
    reason: str | None = Field(description="Why it has ended.")
    version: Count
    head: Sha256
    commitment: Sha256
    players: Count = Field(description="Who is registered, or plays.")
    checked_in: Count
    check_in_time: Time | None = Field(description="When the check-in opens, or has opened.")
    starts_time: Time | None = Field(description="When the first round is paired.")
    round: Count = Field(description="The last that was paired; 0 before the first.")
    round_ends_by: Time | None
    next_round_time: Time | None
    ends_time: Time | None = Field(description="Of an arena.")
    tables_open: Count
    paused: bool
    held: bool = Field(description="Whether no engine plays the game now.")
    winner: Entrant | None
    you: OwnPlace | None


class Row(Answer):
    """A row of the standings. Points and tie-breaks are texts such as `3`, `2.5` or `1.25`."""

    rank: Count
    player: Entrant
    presence: Presence
    stage: Count
    points: str
    buchholz_cut1: str
    buchholz: str
    direct: str
    wins: Count
    sonneborn_berger: str


class Standings(Answer):
    version: Count
    round: Count
    size: Count
    final: bool
    rows: list[Row]
    you: Row | None
    next_page_token: str | None


class TableResult(Answer):
    match_id: Id
    ranks: list[Count]
    absent: list[Count]
    reason: str


class RoundTable(Answer):
    table: Count
    players: list[Entrant]
    match_ids: list[Id] = Field(description="One for each leg that has begun.")
    results: list[TableResult]
    open: bool
    repeat: bool


class Round(Answer):
    round: Count
    ends_by: Time
    tables: list[RoundTable]
    byes: list[Entrant]
    next_page_token: str | None
