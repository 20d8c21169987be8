"""Response bodies: pydantic models for the OpenAPI document; `serializers` makes the bodies."""

from typing import Annotated, Any, Literal

from croupier.v1 import engine_service_pb2 as pb
from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic.alias_generators import to_camel

from gateway.contract import json_schema
from gateway.contract.field_types import (
    Deal,
    Duration,
    MoveJson,
    OnTimeout,
    OptionsJson,
    PlayerKind,
    Scope,
)

ViewJson = Annotated[dict[str, Any], WithJsonSchema(json_schema.any_game(pb.View))]
EventJson = Annotated[dict[str, Any], WithJsonSchema(json_schema.any_game(pb.Event))]
Status = Literal["waiting", "active", "finished", "aborted"]
EntryKind = Literal[
    "created", "joined", "left", "started", "revealed", "move", "resigned", "timeout", "aborted"
]


class Answer(BaseModel):
    """A response body, or a part of one."""

    model_config = ConfigDict(alias_generator=to_camel)


class Player(Answer):
    id: str
    display_name: str
    kind: PlayerKind


class PlayerAndToken(Answer):
    player: Player
    token: str = Field(description="Shown this once. Send it as `Authorization: Bearer TOKEN`.")


class Token(Answer):
    id: str
    name: str
    scopes: list[Scope]
    create_time: str


class TokenAndValue(Answer):
    id: str
    name: str
    scopes: list[Scope]
    token: str = Field(description="Shown this once.")


class Tokens(Answer):
    tokens: list[Token]
    next_page_token: str | None = Field(description="For the next page; null on the last one.")


class SeatRange(Answer):
    min: int
    max: int


class GameOptions(Answer):
    schema_: dict[str, Any] = Field(alias="schema", description="JSON Schema 2020-12.")
    defaults: OptionsJson


class Game(Answer):
    id: str
    name: str
    seats: SeatRange
    options: GameOptions
    move_schema: dict[str, Any]
    state_schema: dict[str, Any]
    event_schema: dict[str, Any]
    rules_url: str


class Games(Answer):
    games: list[Game]


class Seat(Answer):
    index: int
    player: Player | None
    resigned: bool = Field(
        description="Whether the player resigned, or forfeited by the clock. While the match is "
        "active, the server makes random moves for the seat."
    )


class Outcome(Answer):
    reason: Literal["completed", "resigned", "timeout", "aborted"]
    ranking: list[list[int]] = Field(description="Every seat once, best first; ties share a rank.")
    scores: list[int]
    winners: list[int]


class MatchClock(Answer):
    """The clock's settings, null where they were left out, and its state."""

    per_move: Duration | None
    bank: Duration | None
    increment: Duration | None
    on_timeout: OnTimeout
    deadline: str | None = Field(
        description="When the time of the seat to move runs out; null while no time runs."
    )
    banks: list[Duration] | None = Field(
        description="What each seat has left, as of `updateTime`; null without banks."
    )


class Fairness(Answer):
    commitment: str = Field(description="SHA-256 of the server's seed, hex.")
    server_seed: str | None = Field(description="Hex; null until the match has ended.")
    log_head: str
    recipe: Literal[1, 2] = Field(
        description="How cards and dice follow from seed and entropy; docs/fairness.md has both."
    )
    reveal: Annotated[
        Duration,
        Field(default="", description="How long players have to reveal. Only in a sealed deal."),
    ]
    seals: Annotated[
        list[str | None],
        Field(default=[], description="By seat, null for a free one. Only in a sealed deal."),
    ]
    to_reveal: Annotated[
        list[int],
        Field(
            default=[],
            description="The seats that have to reveal their entropy now. Only in a sealed deal.",
        ),
    ]
    reveal_by: Annotated[
        str | None,
        Field(
            default=None,
            description="Until when; null while nothing is to be revealed. The match is aborted "
            "then. Only in a sealed deal.",
        ),
    ]


class Match(Answer):
    """A match as the caller may see it."""

    id: str
    game: str
    status: Status
    access: Literal["public", "private"]
    start: Literal["auto", "manual"]
    deal: Deal
    version: int
    rules_version: int
    options: OptionsJson
    create_time: str
    update_time: str
    seats: list[Seat]
    your_seat: int | None = Field(description="null for a spectator.")
    to_move: list[int]
    clock: MatchClock | None
    state: ViewJson | None
    last_events: list[EventJson]
    outcome: Outcome | None
    fairness: Fairness
    invite_code: Annotated[
        str, Field(default="", description="Only in a private match, and for its players.")
    ]


class LegalMove(Answer):
    move: MoveJson
    notation: str


class LegalMoves(Answer):
    version: int
    seat: int | None
    moves: list[LegalMove]


class MatchWithMoves(Match):
    legal_moves: Annotated[
        LegalMoves | None, Field(default=None, description="With ?include=legalMoves only.")
    ]


class Matches(Answer):
    matches: list[Match]
    next_page_token: str | None


class Moved(Answer):
    """`accepted` alone answers a dry run; the other members answer a move."""

    version: Annotated[int, Field(default=0)]
    events: Annotated[list[EventJson], Field(default=[])]
    match: Annotated[MatchWithMoves | None, Field(default=None, description="Not with ?view=none.")]
    legal_moves: Annotated[
        LegalMoves | None,
        Field(default=None, description="With ?view=none and ?include=legalMoves only."),
    ]
    accepted: Annotated[bool, Field(default=True, description="With ?dryRun=true only.")]


class Results(Answer):
    results: list[dict[str, Any]] = Field(
        description="One per move, in the same order: what `POST .../moves` answers, with "
        "`replayed: true` for a repeat; or `error`, a Problem."
    )


Note = Annotated[
    str,
    Field(
        default="",
        description="Why an operator, or the server, aborted the match; left out otherwise.",
    ),
]


Withheld = Annotated[
    list[int],
    Field(
        default=[],
        description="The seats for which a sealed deal was aborted, since they had not revealed "
        "their entropy in time; left out otherwise.",
    ),
]


class HistoryEntry(Answer):
    version: int
    kind: EntryKind
    seat: int
    move: MoveJson | None
    notation: str | None
    time: str
    events: list[EventJson]
    note: Note
    withheld: Withheld


class History(Answer):
    moves: list[HistoryEntry]
    next_after: int | None


class Rematch(Answer):
    asked: list[int]
    match_id: str | None


class Ticket(Answer):
    id: str
    status: Literal["searching", "matched", "cancelled", "expired"]
    match_id: str | None = Field(description="null until the ticket is matched.")
    expire_time: str = Field(description="When the ticket stops searching.")


class LogEntry(Answer):
    version: int
    kind: EntryKind
    seat: int
    move: MoveJson | None
    time: str
    prev: str
    hash: str
    seal: Annotated[
        str, Field(default="", description="That of the seat, in a sealed deal; else left out.")
    ]
    entropy: Annotated[
        str, Field(default="", description="What the seat revealed; left out of other kinds.")
    ]
    note: Note
    withheld: Withheld


class AuditEntry(Answer):
    """An act of an operator. `shown` and `exported` revealed what is hidden from players."""

    time: str
    version: int
    act: Literal["shown", "exported", "aborted", "imported"]
    reason: str


class Replay(Answer):
    match: Match
    options: OptionsJson
    server_seed: str
    entropy: list[str | None]
    log: list[LogEntry]
    audit: list[AuditEntry]


class Health(Answer):
    status: Literal["ok"]


class Problem(BaseModel):
    """A refusal, RFC 9457. Clients must ignore unknown members."""

    model_config = ConfigDict(alias_generator=to_camel, extra="allow")

    type: str
    title: str
    status: int
    detail: str
    code: str
    request_id: str
