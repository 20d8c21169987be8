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
    """1 to 40 characters after NFC, no control, format or surrogate characters."""
    name = unicodedata.normalize("NFC", text)
    if not 1 <= len(name) <= NAME_LENGTH:
        raise ValueError(f"must have 1 to {NAME_LENGTH} characters")
    if any(unicodedata.category(char) in UNPRINTABLE for char in name):
        raise ValueError("must not have control or format characters")
    return name


Name = Annotated[
    str,
    AfterValidator(_name),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": NAME_LENGTH}),
]


class Body(BaseModel):
    """A request body: documented members only, of exactly their types."""

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
    """How long players may think: for each move, or out of a bank for the whole match."""

    per_move: Duration | None = Field(None, description="For each move: 1 s to 30 days.")
    bank: Duration | None = Field(None, description="For all moves of a seat: 1 s to 30 days.")
    increment: Duration | None = Field(
        None, description="Added to the bank after each move of the seat, up to a day."
    )
    on_timeout: OnTimeout = Field(
        "forfeit",
        description="forfeit: as if the seat had resigned; random: a random legal move is made.",
    )

    @model_validator(mode="after")
    def _one_of_two(self) -> "Clock":
        if (self.per_move is None) == (self.bank is None):
            raise ValueError("give either perMove or bank")
        if self.increment is not None and self.bank is None:
            raise ValueError("an increment needs a bank")
        return self


class MatchSettings(Body):
    game: str
    options: OptionsJson | None = None
    seats: Count | None = Field(None, description="How many; left out, the game's least.")
    clock: Clock | None = Field(None, description="Left out, everyone may think for ever.")


class NewTicket(MatchSettings):
    """A match that you would play with anybody who would, too."""


class NewMatch(MatchSettings):
    access: Literal["public", "private"] = "public"
    start: Literal["auto", "manual"] = "auto"
    entropy: Hex = Field("", description="Up to 32 bytes, hex; mixed into the shuffles.")


class Join(Body):
    seat: Count | None = Field(None, description="Left out, the lowest that is free.")
    invite_code: str = ""
    entropy: Hex = Field("", description="Up to 32 bytes, hex; mixed into the shuffles.")


class EmptyBody(Body):
    """An empty object, or no body at all."""


class RematchRequest(Body):
    keep_score: bool = Field(
        False, description="Carry the standings on, if all wish so and the game has any."
    )


class NewMove(Body):
    move: MoveJson | None = None
    notation: str | None = Field(None, description="The move in writing, such as Y7+*.")
    expected_version: Count | None = None

    @model_validator(mode="after")
    def _one_of_two(self) -> "NewMove":
        if (self.move is None) == (self.notation is None):
            raise ValueError("give either move or notation")
        return self


class MoveInMatch(NewMove):
    """A move among those for other matches."""

    match_id: str
    idempotency_key: str | None = None

    def as_posted(self) -> dict[str, Any]:
        """The body of a POST to the match that asks for the same move."""
        members = set(NewMove.model_fields)
        return self.model_dump(mode="json", exclude_unset=True, include=members)


class NewMoves(Body):
    """Each entry is checked on its own: one that is malformed keeps no other from being made."""

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
    """A response body, for the documentation."""

    model_config = ConfigDict(alias_generator=to_camel)


class Player(Answer):
    id: str
    display_name: str
    kind: PlayerKind


class PlayerAndToken(Answer):
    player: Player
    token: str = Field(description="Shown this once. Send it as Authorization: Bearer TOKEN.")


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
        description="Whether the player gave up, or forfeited by the clock. While the match goes "
        "on, the server moves for the seat, at random."
    )


class Outcome(Answer):
    reason: Literal["completed", "resigned", "timeout", "aborted"]
    ranking: list[list[int]] = Field(description="Every seat once, best first; ties share a rank.")
    scores: list[int]
    winners: list[int]


class MatchClock(Answer):
    """What was asked for, null where it was not, and how the clock stands."""

    per_move: Duration | None
    bank: Duration | None
    increment: Duration | None
    on_timeout: OnTimeout
    deadline: str | None = Field(
        description="When the time of who is to move runs out; null when nobody's does."
    )
    banks: list[Duration] | None = Field(
        description="What each seat has left, as of updateTime; null without banks."
    )


class Fairness(Answer):
    commitment: str = Field(description="SHA-256 of the server's seed.")
    server_seed: str | None = Field(description="null until the match has ended.")
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
    your_seat: int | None = Field(description="null: you are a spectator.")
    to_move: list[int]
    clock: MatchClock | None
    state: ViewJson | None
    last_events: list[EventJson]
    outcome: Outcome | None
    fairness: Fairness
    invite_code: Annotated[
        str, Field(default="", description="Of a private match, for its players.")
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
    """`accepted` alone is the answer to a dry run, the others are that to a move."""

    version: Annotated[int, Field(default=0)]
    events: Annotated[list[EventJson], Field(default=[])]
    match: Annotated[Match | None, Field(default=None, description="Not with ?view=none.")]
    accepted: Annotated[bool, Field(default=True, description="With ?dryRun=true only.")]


class Results(Answer):
    results: list[dict[str, Any]] = Field(
        description="One per move, in the same order: what POST .../moves answers, with "
        "`replayed: true` for a repeat, or `error`, a Problem."
    )


Note = Annotated[
    str,
    Field(default="", description="Why an operator aborted the match; only there if one did."),
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
    match_id: str | None = Field(description="null until it is matched.")
    expire_time: str = Field(description="When it stops searching.")


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
    """What an operator has done: `shown` and `exported` is to see what was hidden."""

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
    """RFC 9457. Unknown members are to be ignored."""

    model_config = ConfigDict(alias_generator=to_camel, extra="allow")

    type: str
    title: str
    status: int
    detail: str
    code: str
    request_id: str
