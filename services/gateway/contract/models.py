"""The shapes of requests, which are checked against them, and of answers, to document them."""

import re
import unicodedata
from typing import Annotated, Any, Literal

from croupier.v1 import engine_service_pb2 as pb
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)
from pydantic.alias_generators import to_camel

from gateway.contract import json_schema

NAME_LENGTH = 40
BATCH = 256
"""The most moves of one POST /v1/moves."""
UNPRINTABLE = ("Cc", "Cf", "Cs")
"""Unicode categories: control, format, surrogate."""

MoveJson = Annotated[dict[str, Any], WithJsonSchema(json_schema.any_game(pb.Move))]
ViewJson = Annotated[dict[str, Any], WithJsonSchema(json_schema.any_game(pb.View))]
EventJson = Annotated[dict[str, Any], WithJsonSchema(json_schema.any_game(pb.Event))]
OptionsJson = Annotated[dict[str, Any], WithJsonSchema(json_schema.any_game(pb.Options))]
Count = Annotated[int, Field(ge=0)]
HEX = "([0-9a-fA-F]{2}){0,32}"
Hex = Annotated[
    str,
    StringConstraints(pattern=re.compile(rf"^{HEX}\Z")),
    WithJsonSchema({"type": "string", "pattern": f"^{HEX}$"}),
]
DURATION = "(0|[1-9][0-9]{0,17})([.][0-9]{1,3})?s"
Duration = Annotated[
    str,
    StringConstraints(pattern=re.compile(rf"^{DURATION}\Z")),
    WithJsonSchema({"type": "string", "pattern": f"^{DURATION}$"}),
]
OnTimeout = Literal["forfeit", "random"]
Scope = Literal["play", "read"]
PlayerKind = Literal["human", "bot"]
Status = Literal["waiting", "active", "finished", "aborted"]
EntryKind = Literal[
    "created", "joined", "left", "started", "move", "resigned", "timeout", "aborted"
]


def _name(text: str) -> str:
    """Return a display name in NFC. Raise ValueError if it is not 1 to 40 printable characters."""
    name = unicodedata.normalize("NFC", text)
    if not 1 <= len(name) <= NAME_LENGTH:
        raise ValueError(f"must be 1 to {NAME_LENGTH} characters")
    if any(unicodedata.category(char) in UNPRINTABLE for char in name):
        raise ValueError("must not contain control or format characters")
    return name


Name = Annotated[
    str,
    AfterValidator(_name),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": NAME_LENGTH}),
]


class Body(BaseModel):
    """A request body: documented members only, each of exactly its type."""

    model_config = ConfigDict(
        extra="forbid", strict=True, alias_generator=to_camel, regex_engine="python-re"
    )


class NewPlayer(Body):
    display_name: Name
    kind: PlayerKind


class NewToken(Body):
    name: Name
    scopes: Annotated[list[Scope], Field(min_length=1)] = ["play", "read"]


class Clock(Body):
    """How long players may think: per move, or from a bank for the whole match."""

    per_move: Duration | None = Field(None, description="Time for each move: 1 s to 30 days.")
    bank: Duration | None = Field(None, description="Time for all moves of a seat: 1 s to 30 days.")
    increment: Duration | None = Field(
        None, description="Added to a seat's bank after each of its moves: up to 1 day."
    )
    on_timeout: OnTimeout = Field(
        "forfeit",
        description="What happens to a seat whose time runs out: `forfeit` resigns it, `random` "
        "makes a random legal move for it.",
    )

    @model_validator(mode="after")
    def _one_of_two(self) -> "Clock":
        if (self.per_move is None) == (self.bank is None):
            raise ValueError("must have exactly one of perMove and bank")
        if self.increment is not None and self.bank is None:
            raise ValueError("increment is accepted with bank only")
        return self


class MatchSettings(Body):
    game: str
    options: OptionsJson | None = None
    seats: Count | None = Field(None, description="How many seats; default: the game's minimum.")
    clock: Clock | None = Field(None, description="Default: none, so players may take any time.")


class NewTicket(MatchSettings):
    """The settings of the match that you would like to play."""


class NewMatch(MatchSettings):
    access: Literal["public", "private"] = "public"
    start: Literal["auto", "manual"] = "auto"
    entropy: Hex = Field("", description="Up to 32 bytes, hex; mixed into the match's chance.")


class Join(Body):
    seat: Count | None = Field(None, description="Default: the lowest free seat.")
    invite_code: str = ""
    entropy: Hex = Field("", description="Up to 32 bytes, hex; mixed into the match's chance.")


class EmptyBody(Body):
    """An empty object, or no body at all."""


class RematchRequest(Body):
    keep_score: bool = Field(
        False, description="Carry the standings on, if all wish so and the game has any."
    )


class NewMove(Body):
    move: MoveJson | None = None
    notation: str | None = Field(None, description="The move as text, such as `Y7+*`.")
    expected_version: Count | None = None

    @model_validator(mode="after")
    def _one_of_two(self) -> "NewMove":
        if (self.move is None) == (self.notation is None):
            raise ValueError("must have exactly one of move and notation")
        return self


class MoveInMatch(NewMove):
    """A move with the match that it is for, in a batch or on a socket."""

    match_id: str
    idempotency_key: str | None = None

    def as_posted(self) -> dict[str, Any]:
        """Return the body of a POST to the match for the same move, as its fingerprint has it."""
        members = set(NewMove.model_fields)
        return self.model_dump(mode="json", exclude_unset=True, include=members)


class NewMoves(Body):
    """Each entry is validated on its own: a malformed entry is refused alone."""

    moves: Annotated[
        list[Any],
        Field(max_length=BATCH),
        WithJsonSchema(
            {
                "type": "array",
                "items": {"$ref": f"{json_schema.REFERENCE}MoveInMatch"},
                "maxItems": BATCH,
            }
        ),
    ]


class Answer(BaseModel):
    """A response body. For the OpenAPI document only: `serializers` makes the bodies."""

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


class Match(Answer):
    """A match as the caller may see it."""

    id: str
    game: str
    status: Status
    access: Literal["public", "private"]
    start: Literal["auto", "manual"]
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
    match: Annotated[Match | None, Field(default=None, description="Not with ?view=none.")]
    accepted: Annotated[bool, Field(default=True, description="With ?dryRun=true only.")]


class Results(Answer):
    results: list[dict[str, Any]] = Field(
        description="One per move, in the same order: what `POST .../moves` answers, with "
        "`replayed: true` for a repeat; or `error`, a Problem."
    )


Note = Annotated[
    str,
    Field(default="", description="Why an operator aborted the match; left out otherwise."),
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
    note: Note


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
