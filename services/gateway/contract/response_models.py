"""Response bodies: pydantic models for the OpenAPI document; `serializers` makes the bodies.

A model with a part that depends on the game stands for one model of each game: see `by_game`. A
member with a default is one that may be left out; all others are always there.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic.alias_generators import to_camel

from gateway.contract.field_types import (
    AnyOptions,
    Id,
    OnTimeout,
    SeatNumber,
    Version,
)
from gateway.errors import KINDS


class Answer(BaseModel):
    """A response body, or a part of one."""

    model_config = ConfigDict(alias_generator=to_camel)


class OpenIdConnect(Answer):
    """An issuer with which people sign in here, as the client that pages are."""

    issuer: str
    client_id: str
    name: str = Field(description="For people to read.")


class About(Answer):
    """What the service is, and what is switched on."""

    name: str
    version: str
    features: list[str]
    oidc: list[OpenIdConnect] = Field(description="See `POST /v1/sessions`; perhaps none.")
    installation: str = Field(description="Its id, opaque: the same for ever, and in webhooks.")


class SeatRange(Answer):
    min: int
    max: int


class GameOptions(Answer):
    schema_: dict[str, Any] = Field(alias="schema", description="JSON Schema 2020-12.")
    defaults: AnyOptions


class GameWeb(Answer):
    """The files of a game for a web page, of which `docs/adding-a-board.md` tells."""

    files: str = Field(description="The path below which they are: `/t/…/`.")
    frame: str = Field(
        description="The address below which its board is as a document for a frame, by the "
        "language of the reader: `/board-frame/…/`, or that of another site."
    )
    own: bool = Field(
        description="Whether the operator trusts its code: else it runs in a frame alone."
    )
    board: int = Field(description="The version of the page's `board.js` for which it was made.")
    score: bool = Field(description="Whether there is a `score.js`, the standings.")
    options: bool = Field(description="Whether there is an `options.json`, of the form of options.")
    guide: bool = Field(description="Whether there is a `guide.js`: hints, warnings and sounds.")
    pictures: bool = Field(description="Whether there is a `pictures.js`, for the rules.")
    tile: bool = Field(description="Whether there is a `tile.svg`, the picture of the game.")
    verify: bool = Field(
        description="Whether there is a `verify.js`, which recomputes its matches."
    )
    keep_score: bool = Field(description="Whether a rematch can go on with the points.")
    texts: list[str] = Field(description="The languages of the board: `en` is in `en.js`.")
    rules: list[str] = Field(description="The languages of its rules: `en` is in `rules.en.md`.")
    lines: dict[str, str] = Field(description="A line about the game, by language.")
    minutes: list[int] = Field(
        description="How many minutes a match with the usual options takes, by the number of seats "
        "from the least up. The last one is for all further numbers; empty if the game says none."
    )
    difficulty: int | None = Field(
        description="How hard the rules are, from 1 (easy to learn) to 3 (demanding); null if the "
        "game does not say."
    )


class Preset(Answer):
    """A table at which matches can be rated."""

    name: Annotated[
        str, Field(default="", description="For people, such as `Three rounds`; left out if none.")
    ]
    options: AnyOptions
    seats: int


class Game(Answer):
    id: str
    name: str
    rules_version: int = Field(description="The rules by which a match that is made now is played.")
    seats: SeatRange
    on_timeout: list[OnTimeout] = Field(
        description="What a clock of its matches can have as `onTimeout`."
    )
    options: GameOptions
    rated: list[Preset] = Field(
        description="The options and seats that a rated match can have; empty where none can be."
    )
    move_schema: dict[str, Any] = Field(description="JSON Schema 2020-12 of a move.")
    state_schema: dict[str, Any] = Field(description="That of `state`.")
    event_schema: dict[str, Any] = Field(description="That of an event.")
    rules_url: str
    web: GameWeb | None = Field(
        description="The board of the game; null if it has none, or if there is no web table here."
    )


class Games(Answer):
    games: list[Game]


class Health(Answer):
    status: Literal["ok"]


Code = Annotated[str, WithJsonSchema({"type": "string", "x-extensible-enum": [*KINDS]})]


Unit = Literal["points", "victory"]


class MoveWorth(Answer):
    """A move, and what was to be expected of it, with the standard error; see `unit`."""

    notation: str = Field(max_length=200)
    move: dict[str, Any] = Field(description="The move itself, as the game's `Move` has it.")
    expected: float
    error: float


class JudgedMove(Answer):
    """A move against the best one that was tried, by what its seat knew when it was made."""

    version: Version
    seat: SeatNumber
    part: int = Field(description="The part of the match, such as a round, that is meant.")
    played: MoveWorth
    best: MoveWorth
    loss: float | None = Field(
        description="What the move cost: 0 if none was better; null if that cannot be "
        "told: the difference is below two standard errors."
    )
    low: float = Field(description="With 95 %, it cost at least this.")
    high: float = Field(description="With 95 %, it cost at most this.")
    luck: float | None = Field(
        description="What chance brought the seat until it was to move again, or until the part "
        "ended: by how much its expectation rose, without what the opponent's moves cost; null if "
        "there is nothing to go by, and with more than two seats."
    )


class Analysis(Answer):
    """What the moves of a match were worth. What has been judged stands in `moves` at once."""

    state: Literal["unavailable", "none", "queued", "running", "done", "failed"]
    done: int = Field(description="How many moves have been judged.")
    of: int = Field(description="How many there are, once that is known.")
    strategy: str = Field(description="What judges, with its version.")
    unit: Unit | None = Field(
        description="What is counted: `points` ahead of the opponent at the end of the part, or "
        "shares of the `victory`, 0 to 1. null until it is known."
    )
    place: int | None = Field(
        description="The place in the line, 1 for the next one; null unless it is `queued`."
    )
    seconds_left: int | None = Field(
        description="In about how many seconds it is done; null if nobody knows."
    )
    moves: list[JudgedMove]


class AnalysisTask(Answer):
    """An analysis for a worker of the operator's."""

    match_id: Id
    game: str
    lease: str = Field(description="To be sent with each report.")
    moves: list[JudgedMove] = Field(description="What was judged before, by the same strategy.")
    replay: dict[str, Any] = Field(description="As `GET .../replay` has it.")


class Taken(Answer):
    task: AnalysisTask | None = Field(description="null if nothing waits.")


class Problem(BaseModel):
    """A refusal, RFC 9457. Clients must ignore unknown members, and expect unknown codes."""

    model_config = ConfigDict(alias_generator=to_camel, extra="allow")

    type: str = Field(description="The address of a page about the code.")
    title: str
    status: int
    detail: str = Field(description="A sentence for people.")
    code: Code
    request_id: str = Field(description="Names the request in the service's logs.")
    rule: Annotated[str, Field(default="", description="The rule that forbids a move.")]
    version: Annotated[int, Field(default=0, description="The current version of the match.")]
    maintenance: Annotated[
        bool, Field(default=True, description="Whether the operator lets no new match begin.")
    ]
    bucket: Annotated[str, Field(default="", description="Which rate limit was used up.")]
    per: Annotated[str, Field(default="", description="Whose limit: of the token, the address.")]
    limit: Annotated[int, Field(default=0, description="How many requests it allows at once.")]
    retry_after: Annotated[int, Field(default=0, description="As the header Retry-After.")]
    reason: Annotated[
        str, Field(default="", description="Why you are suspended, or a passkey was refused.")
    ]
    player: Annotated[
        str, Field(default="", description="The id of the player whose account it opens already.")
    ]
    window: Annotated[int, Field(default=0, description="In how many seconds it is whole again.")]
