"""Response bodies: pydantic models for the OpenAPI document; `serializers` makes the bodies.

A model with a part that depends on the game stands for one model of each game: see `by_game`. A
member with a default is one that may be left out; all others are always there.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic.alias_generators import to_camel

from gateway.contract.field_types import (
    AnyOptions,
    Deal,
    Duration,
    EventJson,
    GameId,
    Id,
    MoveJson,
    OnTimeout,
    OptionsJson,
    PlayerKind,
    Scope,
    SeatNumber,
    Sha256,
    Time,
    Version,
    ViewJson,
)
from gateway.errors import KINDS

Status = Literal["waiting", "active", "finished", "aborted"]


class Answer(BaseModel):
    """A response body, or a part of one."""

    model_config = ConfigDict(alias_generator=to_camel)


class Player(Answer):
    id: Id
    display_name: str
    kind: PlayerKind


class OwnPlayer(Player):
    """You, with what only you are shown."""

    research: bool = Field(description="Whether your matches may be exported for research.")


class PlayerAndToken(Answer):
    player: Player
    token: str = Field(description="Shown this once. Send it as `Authorization: Bearer TOKEN`.")


class GameOffer(Answer):
    max_matches: int
    clocks: Literal["any", "none", "short"]


Level = Annotated[
    Literal[1, 2, 3, 4] | None,
    Field(
        description="How strong the player plays, as it says itself: 1 easy, 2 medium, 3 strong, "
        "4 expert; null if it does not say."
    ),
]


class Offered(Answer):
    """What you offer, until it expires."""

    games: dict[str, GameOffer]
    description: str
    level: Level
    house: bool
    expire_time: Time


class AvailablePlayer(Answer):
    id: Id
    display_name: str
    kind: PlayerKind
    description: str
    level: Level
    rating: float | None = Field(description="null for now.")
    house: bool = Field(description="Whether the operator provides this player.")


class AvailablePlayers(Answer):
    players: list[AvailablePlayer]
    next_page_token: str | None = Field(description="For the next page; null on the last one.")


class Invitation(Answer):
    id: Id
    match_id: Id
    player_id: Id
    status: Literal["pending", "accepted", "declined", "expired"]
    expire_time: Time


class Invitations(Answer):
    invitations: list[Invitation]


class OpenIdConnect(Answer):
    issuer: str
    client_id: str


class About(Answer):
    """What the service is, and what is switched on."""

    name: str
    version: str
    features: list[str]
    oidc: OpenIdConnect | None


class Token(Answer):
    id: str
    name: str
    scopes: list[Scope]
    create_time: Time


class ListedToken(Token):
    current: bool = Field(description="Whether it is the one that you send.")


class TokenAndValue(Answer):
    id: str
    name: str
    scopes: list[Scope]
    token: str = Field(description="Shown this once.")


class Pairing(Answer):
    code: str = Field(description="Shown this once. It is good for one token.")
    expire_time: Time


class Tokens(Answer):
    tokens: list[ListedToken]
    next_page_token: str | None = Field(description="For the next page; null on the last one.")


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


class Game(Answer):
    id: str
    name: str
    rules_version: int = Field(description="The rules by which a match that is made now is played.")
    seats: SeatRange
    on_timeout: list[OnTimeout] = Field(
        description="What a clock of its matches can have as `onTimeout`."
    )
    options: GameOptions
    move_schema: dict[str, Any] = Field(description="JSON Schema 2020-12 of a move.")
    state_schema: dict[str, Any] = Field(description="That of `state`.")
    event_schema: dict[str, Any] = Field(description="That of an event.")
    rules_url: str
    web: GameWeb | None = Field(
        description="The board of the game; null if it has none, or if there is no web table here."
    )


class Games(Answer):
    games: list[Game]


GoneAfter = Annotated[
    Duration | None,
    Field(description="After how long an absence a player counts as gone; null for never."),
]


class Seat(Answer):
    index: SeatNumber
    player: Player | None
    resigned: bool = Field(
        description="Whether the player resigned, or forfeited by the clock. While the match is "
        "active, the server makes random moves for the seat."
    )
    moved: bool = Field(
        description="Whether the seat has moved: before, its player may leave without a loss."
    )


class Outcome(Answer):
    reason: Literal["completed", "resigned", "timeout", "claimed", "aborted"]
    ranking: list[list[SeatNumber]] = Field(
        description="Every seat once, best first; ties share a rank."
    )
    scores: list[int]
    winners: list[SeatNumber]


class ClockSettings(Answer):
    """The clock's settings, null where they were left out."""

    per_move: Duration | None
    bank: Duration | None
    increment: Duration | None
    on_timeout: OnTimeout


class MatchClock(ClockSettings):
    """The clock's settings, null where they were left out, and its state."""

    deadline: Time | None = Field(
        description="When the time of the seat to move runs out, or the first of them; null while "
        "no time runs."
    )
    deadlines: list[Time | None] = Field(
        description="The same of each seat; null where its time does not run."
    )
    banks: list[Duration] | None = Field(
        description="What each seat has left, as of `updateTime`; null without banks."
    )


class Fairness(Answer):
    commitment: Sha256 = Field(description="SHA-256 of the server's seed, hex.")
    server_seed: Sha256 | None = Field(description="Hex; null until the match has ended.")
    log_head: Sha256 = Field(description="The hash of the latest log entry.")
    recipe: Literal[2] = Field(
        description="How cards and dice follow from seed and entropy: docs/fairness.md numbers it."
    )
    terms: Sha256 = Field(
        description="The hash of all that was agreed: id, game, options, clock, and so on."
    )
    reveal: Annotated[
        Duration,
        Field(default="", description="How long players have to reveal. Only in a sealed deal."),
    ]
    seals: Annotated[
        list[Sha256 | None],
        Field(default=[], description="By seat, null for a free one. Only in a sealed deal."),
    ]
    to_reveal: Annotated[
        list[SeatNumber],
        Field(
            default=[],
            description="The seats that have to reveal their entropy now. Only in a sealed deal.",
        ),
    ]
    reveal_by: Annotated[
        Time | None,
        Field(
            default=None,
            description="Until when; null while nothing is to be revealed. The match is aborted "
            "then. Only in a sealed deal.",
        ),
    ]


YourDecision = Annotated[
    Version | None,
    Field(
        description="Since which version nothing has changed that your seat chooses by: send it as "
        "`expectedDecision` of a move. null unless your seat is to move."
    ),
]


class LegalMove(Answer):
    move: MoveJson
    notation: str


class Choosable(Answer):
    """What can be chosen for a move."""

    value: Any = Field(description="As the move has it.")
    text: str = Field(description="As people read it.")
    count: int = Field(description="How often it can be chosen.")


class ChooseMoves(Answer):
    """The moves that choose `least` to `most` of some things, in their order, equal ones together.

    Such a move is `move` with what is chosen as its `member`.
    """

    move: dict[str, Any]
    member: str = Field(
        description="Where in `move` the list of what is chosen stands: `cards`, or `pass.cards` "
        "for the member `cards` of the member `pass`."
    )
    of: list[Choosable]
    least: int
    most: int
    conditions: list[str] = Field(description="Each a rule that the choice must fulfil.")


class LegalMoves(Answer):
    version: Version
    game: GameId
    seat: SeatNumber | None = Field(description="null for a spectator.")
    decision: Version | None = Field(description="The Match's `yourDecision`.")
    moves: list[LegalMove] = Field(description="Empty while the seat is not to move.")
    choose: Annotated[
        list[ChooseMoves],
        Field(
            default=None,
            description="Only where a game describes moves: of those that are described, `moves` "
            "has all if there are no more than 100 legal moves, else 100 that are legal.",
        ),
    ]


class UndoRequest(Answer):
    """An open request to take back what was played after a version."""

    seat: SeatNumber = Field(description="Who asks.")
    to_version: Version
    agreed: list[SeatNumber]
    needs: list[SeatNumber] = Field(description="Who still has to agree.")


class Match(Answer):
    """A match as the caller may see it."""

    id: Id
    game: GameId
    status: Status
    access: Literal["public", "private"]
    start: Literal["auto", "manual"]
    deal: Deal
    version: Version
    rules_version: int
    options: OptionsJson
    create_time: Time
    update_time: Time
    seats: list[Seat]
    your_seat: SeatNumber | None = Field(description="null for a spectator.")
    your_decision: YourDecision
    to_move: list[SeatNumber] = Field(description="The seats that must decide now.")
    clock: MatchClock | None
    state: ViewJson | None
    last_events: list[EventJson]
    gone_after: GoneAfter
    undo_mode: Literal["never", "consent"] = Field(
        description="Whether moves can be taken back with the consent of the others."
    )
    undo: UndoRequest | None = Field(description="null while nobody asks.")
    outcome: Outcome | None
    fairness: Fairness
    invite_code: Annotated[
        str, Field(default="", description="Only in a private match, and for its players.")
    ]
    talk: Annotated[
        bool,
        Field(default=True, description="Whether seats may send emotes. Only where they may not."),
    ]
    legal_moves: Annotated[
        LegalMoves, Field(default=None, description="With ?include=legalMoves only.")
    ]


class Matches(Answer):
    matches: list[Match]
    next_page_token: str | None


class Change(Answer):
    """One version of a match, as the caller may see it."""

    version: Version
    game: GameId
    events: list[EventJson]
    match: Match


class Outline(Answer):
    """One version of a match without the match, for a reader with ?view=none."""

    version: Version
    game: GameId
    events: list[EventJson]
    to_move: list[SeatNumber]
    your_decision: YourDecision
    status: Status
    clock: MatchClock | None
    undo: UndoRequest | None
    log_head: Sha256
    legal_moves: Annotated[
        LegalMoves, Field(default=None, description="With ?include=legalMoves only.")
    ]


class Moved(Answer):
    """What a move has led to; of a dry run the version that the match has, and no events."""

    version: Version
    game: GameId
    events: list[EventJson]
    match: Annotated[
        Match, Field(default=None, description="Not with ?view=none, nor of a dry run.")
    ]
    legal_moves: Annotated[
        LegalMoves,
        Field(default=None, description="With ?include=legalMoves, where there is no match."),
    ]
    accepted: Annotated[Literal[True], Field(default=True, description="Of a dry run only.")]
    replayed: Annotated[
        bool,
        Field(
            default=True,
            description="In a batch and on a socket, for a repeat only: elsewhere, the header "
            "Idempotency-Replayed says so.",
        ),
    ]


class Refused(Answer):
    error: "Problem"


class Results(Answer):
    results: list[Moved | Refused] = Field(
        description="One per move, in the same order: what `POST .../moves` answers, with "
        "`replayed: true` for a repeat; or `error`, a Problem."
    )


class Rematch(Answer):
    asked: list[SeatNumber]
    match_id: Id | None = Field(description="null until all have asked.")


class Ticket(Answer):
    id: Id
    status: Literal["searching", "matched", "cancelled", "expired"]
    match_id: Id | None = Field(description="null until the ticket is matched.")
    expire_time: Time = Field(description="When the ticket stops searching.")


class Terms(Answer):
    """What an invite code invites to."""

    match_id: Id
    game: GameId
    host: str = Field(description="The name of who has created the match.")
    seats: list[str | None] = Field(description="The name at each seat; null for a free one.")
    your_seat: SeatNumber | None = Field(description="null for who has no seat.")
    options: OptionsJson
    clock: ClockSettings | None
    gone_after: GoneAfter
    deal: Deal
    undo_mode: Literal["never", "consent"]
    status: Status


class ListedTicket(Answer):
    """Who searches, and the settings of the match: a ticket with the same ones meets this one."""

    game: GameId
    options: OptionsJson
    seats: int
    clock: ClockSettings | None
    gone_after: GoneAfter
    deal: Deal
    reveal: Duration | None = Field(description="null in an open deal.")
    undo: Literal["never", "consent"]
    player: Player
    create_time: Time
    you: bool = Field(description="Whether it is your own.")


class Tickets(Answer):
    tickets: list[ListedTicket]
    next_page_token: str | None = Field(description="For the next page; null on the last one.")


class SeatPresence(Answer):
    """Whether the player of a seat follows anything now, and since when not."""

    seat: SeatNumber
    presence: Literal["here", "away", "gone"] = Field(
        description="`gone`: away for the match's `goneAfter`."
    )
    since: Time | None = Field(
        description="null for who is here. Who is away may be for longer than that can be told."
    )


class TablePresence(Answer):
    """A line for each seat whose player has an account."""

    seats: list[SeatPresence]


class Presence(Answer):
    people: int
    bots: int


class Health(Answer):
    status: Literal["ok"]


Code = Annotated[str, WithJsonSchema({"type": "string", "x-extensible-enum": [*KINDS]})]


Unit = Literal["points", "victory"]


class MoveWorth(Answer):
    """A move, and what was to be expected of it, with the standard error; see `unit`."""

    notation: str = Field(max_length=200)
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
    window: Annotated[int, Field(default=0, description="In how many seconds it is whole again.")]
