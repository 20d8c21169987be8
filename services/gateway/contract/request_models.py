"""Request bodies: the pydantic models that they are validated against."""

import re
import unicodedata
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    FailFast,
    Field,
    JsonValue,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)
from pydantic.alias_generators import to_camel
from redislink.display_names import (
    DESCRIPTION_LENGTH,
    NAME_LENGTH,
    check_description,
    check_name,
)
from redislink.reports import MAX_TEXT

from gateway.contract.document import json_schema
from gateway.contract.field_types import (
    AnyMoveInput,
    Deal,
    Duration,
    Heard,
    Id,
    Key,
    OnTimeout,
    OptionsInput,
    PlayerKind,
    Scope,
    Shown,
)
from gateway.contract.response_models import JudgedMove, Unit
from gateway.players.emotes import EmoteName

EITHER = "x-either"
BATCH = 256
"""The most moves of one POST /v1/moves."""

MOST = 2**32 - 1
"""More than any version or seat: the service takes larger numbers for this one."""
Count = Annotated[
    int, Field(ge=0), WithJsonSchema({"type": "integer", "minimum": 0, "maximum": MOST})
]
UNSEEN = frozenset({"Cc", "Cs"})
"""The categories of Unicode with control characters, and with halves of characters."""
REORDERING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
PLAIN = r"^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$"
"""What `_plain` takes, for the document; halves of characters are nothing that JSON should have."""
ReportReason = Literal["cheating", "stalling", "collusion", "name", "emotes", "other"]
MAX_GAMES = 32
"""The most games of an offer."""
MAX_KEY = 1000
MAX_JUDGED = 800
"""The most moves of an analysis."""
Clocks = Literal["any", "none", "short"]
HEX = "([0-9a-fA-F]{2}){0,32}"
Hex = Annotated[
    str,
    StringConstraints(pattern=re.compile(rf"^{HEX}\Z")),
    WithJsonSchema({"type": "string", "pattern": f"^{HEX}$"}),
]


Seal = Annotated[
    str,
    StringConstraints(pattern=re.compile(r"^([0-9a-fA-F]{64})?\Z")),
    WithJsonSchema({"type": "string", "pattern": "^([0-9a-fA-F]{64})?$"}),
]
ENTROPY = Field("", description="Up to 32 bytes, hex; mixed into the chance of an open deal.")
SEAL = Field(
    "",
    description="In a sealed deal: SHA-256 of `croupier seal v1` and 32 random bytes, hex. Keep "
    "the bytes: you reveal them once every seat is taken.",
)


Name = Annotated[
    str,
    AfterValidator(check_name),
    # Which characters can be seen is beyond a pattern: docs/api.md says it.
    WithJsonSchema({"type": "string", "format": "name", "minLength": 1, "maxLength": NAME_LENGTH}),
]


class Body(BaseModel):
    """A request body: documented members only, each of exactly its type."""

    # The regex engine of Python, since its \Z allows no newline at the end of a text.
    model_config = ConfigDict(
        extra="forbid", strict=True, alias_generator=to_camel, regex_engine="python-re"
    )

    def as_posted(self) -> dict[str, Any]:
        """Return the members that were sent, as a fingerprint of the request has them."""
        return self.model_dump(mode="json", exclude_unset=True)


def exactly_one(**arms: tuple[str, list[JsonValue]]) -> ConfigDict:
    """Return the configuration of a model that the document describes as a choice.

    Each arm is named by its keyword, and has the member that it must have and those it cannot.
    """
    return ConfigDict(json_schema_extra={EITHER: {name: [*arm] for name, arm in arms.items()}})


def without_default(schema: dict[str, Any]) -> None:
    """Take the default out of the schema of a member: what is left out stays as it is."""
    schema.pop("default", None)


HouseKey = Annotated[str, Field(max_length=MAX_KEY)]


class NewPlayer(Body):
    display_name: Name
    kind: PlayerKind
    house_key: HouseKey | None = Field(
        None, description="For a name of the house: the key that the service was given."
    )


class PlayerChange(Body):
    """What is to be another way; the rest stays as it is."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})
    display_name: Name = Field("", json_schema_extra=without_default)
    research: bool = Field(
        False,
        description="Whether your matches may be exported for research, without your name and id.",
        json_schema_extra=without_default,
    )
    listed: bool = Field(
        True,
        description="Whether leaderboards show you. Who is not listed cannot play rated matches.",
        json_schema_extra=without_default,
    )
    presence: Shown = Field(
        "friends",
        description="Who may see whether you are here: your friends, or nobody. Those at the same "
        "table are always told.",
        json_schema_extra=without_default,
    )
    emotes: Heard = Field(
        "all", description="Whose emotes reach you.", json_schema_extra=without_default
    )

    @model_validator(mode="after")
    def _not_empty(self) -> "PlayerChange":
        if not self.model_fields_set:
            raise ValueError("must have displayName or a setting")
        return self


class OfferedGame(Body):
    max_matches: Annotated[int, Field(ge=1, le=1000)] = Field(
        1, description="You are listed while you play in fewer running matches, of any game."
    )
    clocks: Clocks = Field(
        "any",
        description="`none`: matches without a clock. `short`: with at most 60 s for a move, or a "
        "bank of at most 900 s and an increment of at most 30 s.",
    )


def _bounded(games: object) -> object:
    """Return the games. Raise ValueError for more than pydantic should describe the errors of."""
    if isinstance(games, dict):
        if not 1 <= len(games) <= MAX_GAMES:
            raise ValueError(f"must have 1 to {MAX_GAMES} games")
        if any(isinstance(each, dict) and len(each) > MAX_GAMES for each in games.values()):
            raise ValueError("the members of a game are maxMatches and clocks")
    return games


class Availability(Body):
    games: Annotated[
        dict[str, OfferedGame],
        Field(min_length=1, max_length=MAX_GAMES, description="By the `id` of the game."),
        BeforeValidator(_bounded),
    ]
    description: Annotated[
        str,
        AfterValidator(check_description),
        WithJsonSchema({"type": "string", "format": "name", "maxLength": DESCRIPTION_LENGTH}),
    ] = Field("", description="What others should know, such as how a bot plays.")
    level: Annotated[int, Field(ge=1, le=4)] | None = Field(
        None,
        description="How strong you play, as you say yourself: 1 easy, 2 medium, 3 strong, "
        "4 expert.",
    )
    house_key: HouseKey | None = Field(
        None, description="For the operator's own bots: the key that the service was given."
    )


class NewInvitation(Body):
    player_id: Id


class NewToken(Body):
    name: Name
    scopes: Annotated[list[Scope], Field(min_length=1), FailFast()] = ["play", "read"]


class NewPairing(Body):
    scopes: Annotated[list[Scope], Field(min_length=1), FailFast()] = ["play", "read"]


class Paired(Body):
    code: Annotated[str, Field(max_length=64, description="Such as `K7QF-2M9P`.")]
    name: Name = Field("paired", description="The name of the token, such as that of the device.")


class Code(Body):
    code: Annotated[str, Field(max_length=64, description="Such as `K7QF2-M9PTX`.")]


class Clock(Body):
    """How long players may think: per move, or from a bank for the whole match."""

    model_config = exactly_one(
        PerMove=("perMove", ["bank", "increment"]), Bank=("bank", ["perMove"])
    )
    per_move: Duration | None = Field(None, description="Time for each move: 1 s to 30 days.")
    bank: Duration | None = Field(None, description="Time for all moves of a seat: 1 s to 30 days.")
    increment: Duration | None = Field(
        None, description="Added to a seat's bank after each of its moves: up to 1 day."
    )
    on_timeout: OnTimeout = Field(
        "forfeit",
        description="What happens to a seat whose time runs out: `forfeit` resigns it, `random` "
        "makes a random legal move for it, `rules` the move that the game says for it, where its "
        "`onTimeout` has that.",
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
    options: OptionsInput | None = None
    seats: Count | None = Field(None, description="How many seats; default: the game's minimum.")
    clock: Clock | None = Field(None, description="Default: none, so players may take any time.")
    gone_after: Duration | None = Field(
        None,
        description="After how long an absence a player counts as gone: 60 s to 1 day; null for "
        "never. Left out, it follows from the clock and the access: docs/api.md has the table.",
        json_schema_extra=without_default,
    )
    deal: Deal = Field(
        "open",
        description="`open`: players may give entropy with the seat. `sealed`: they give seals, "
        "and reveal their entropy once every seat is taken, so that nobody can choose the deal.",
    )
    reveal: Duration | None = Field(
        None, description="How long players have to reveal: 5 s to 1 day; default 20 s."
    )
    entropy: Hex = ENTROPY
    seal: Seal = SEAL
    undo: Literal["never", "consent"] | None = Field(
        None,
        description="Whether moves can be taken back: `consent`, the default, if the others agree "
        "and nobody has seen what was hidden.",
    )
    rated: bool = Field(
        False,
        description="Whether the match counts for the ratings of its players. docs/ratings.md has "
        "the conditions of that.",
    )


class NewTicket(MatchSettings):
    """The settings of the match that you would like to play."""

    listed: bool = Field(True, description="Whether `GET /v1/tickets` shows that you search.")


class NewMatch(MatchSettings):
    access: Literal["public", "private"] = "public"
    start: Literal["auto", "manual"] = "auto"
    talk: bool = Field(True, description="Whether seats may send emotes, also in rematches.")


class Join(Body):
    seat: Count | None = Field(None, description="Default: the lowest free seat.")
    invite_code: str = ""
    entropy: Hex = ENTROPY
    seal: Seal = SEAL


class Entropy(Body):
    entropy: Hex = Field(description="The 32 bytes of your seal, hex.")


class NewEmote(Body):
    emote: EmoteName


def _plain(text: str) -> str:
    """Return the text. Raise ValueError for what could change how it is shown to an operator."""
    if any(char != "\n" and unicodedata.category(char) in UNSEEN for char in text):
        raise ValueError("must not contain control characters, but for line breaks")
    if any(char in REORDERING for char in text):
        raise ValueError("must not contain characters that change the order of others")
    return text


class NewReport(Body):
    reason: ReportReason
    match_id: Id | None = Field(
        None, description="The match that it is about.", json_schema_extra=without_default
    )
    text: Annotated[str, Field(max_length=MAX_TEXT), AfterValidator(_plain)] = Field(
        "",
        description="What has happened, for the operator, in plain text.",
        json_schema_extra={"pattern": PLAIN},
    )


class WantUndo(Body):
    to_version: Count = Field(
        description="The version to return to. The move after it must be your own."
    )


class Nothing(Body):
    """An empty object, or no body at all."""


class Claim(Body):
    result: Literal["win", "abort"] = Field(
        "win", description="`abort` calls the match off: nobody has lost it then."
    )


class TakeAnalysis(Body):
    house_key: HouseKey
    strategies: Annotated[
        dict[str, Annotated[str, Field(max_length=100)]],
        Field(min_length=1, max_length=MAX_GAMES, description="What judges, by game."),
        BeforeValidator(_bounded),
    ]


class AnalysisReport(Body):
    house_key: HouseKey
    game: Annotated[str, Field(max_length=100)]
    lease: Annotated[str, Field(max_length=100)]
    state: Literal["running", "queued", "done", "failed"] = Field(
        description="`queued` if the turn is over, and it goes on from here with the next one."
    )
    of: Count = Field(description="How many moves there are to judge; 0 if that is not known.")
    unit: Unit
    moves: Annotated[list[JudgedMove], Field(max_length=MAX_JUDGED), FailFast()] = Field(
        [], description="What was judged since the last report, or is said anew."
    )


class WantRematch(Body):
    keep_score: bool = Field(
        False,
        description="Carry the scores on, if all players ask so and the game has scores to carry.",
    )
    entropy: Hex = ENTROPY
    seal: Seal = SEAL


class NewMove(Body):
    model_config = exactly_one(AsJson=("move", ["notation"]), AsText=("notation", ["move"]))
    move: AnyMoveInput | None = None
    notation: str | None = Field(None, description="The move as text, such as `Y7+*`.")
    expected_version: Count | None = Field(
        None, description="The version that the match must have: nothing must have happened since."
    )
    expected_decision: Count | None = Field(
        None,
        description="The decision that your seat must have, as `yourDecision` shows it: others may "
        "have chosen since, but nothing has changed that you choose by.",
    )

    @model_validator(mode="after")
    def _one_of_two(self) -> "NewMove":
        if (self.move is None) == (self.notation is None):
            raise ValueError("must have exactly one of move and notation")
        return self


NOTATED = re.compile(
    rb'[ \t\n\r]*\{[ \t\n\r]*"notation"[ \t\n\r]*:[ \t\n\r]*"[ !#-\[\]-~]*"[ \t\n\r]*'
    rb'(?:,[ \t\n\r]*"expected(?:Version|Decision)"[ \t\n\r]*:'
    rb"[ \t\n\r]*(?:0|[1-9][0-9]{0,17})[ \t\n\r]*)?"
    rb"\}[ \t\n\r]*"
)
"""The usual JSON of a NewMove: a notation without escapes, each member once."""


class MoveInMatch(NewMove):
    """A move with the match that it is for, in a batch or on a socket."""

    match_id: Id
    idempotency_key: Key | None = None

    def as_posted(self) -> dict[str, Any]:
        """Return the members of a POST to the match for the same move.

        Two Idempotency-Keys of one move, here and there, must have equal fingerprints.
        """
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
