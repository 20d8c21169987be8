"""Response bodies about matches, and the tickets that lead to them."""

from typing import Annotated, Any, Literal

from pydantic import Field

from gateway.contract.field_types import (
    Deal,
    Duration,
    EventJson,
    GameId,
    Id,
    MoveJson,
    OnTimeout,
    OptionsJson,
    Recipe,
    SeatNumber,
    Sha256,
    Time,
    Version,
    ViewJson,
)
from gateway.contract.player_models import Player
from gateway.contract.response_models import Answer, Problem

Status = Literal["waiting", "active", "finished", "aborted"]


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
    recipe: Recipe = Field(
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


class RatingChange(Answer):
    """What a match has changed for the player of a seat."""

    seat: SeatNumber
    before: int = Field(description="The rating before the match.")
    after: int
    deviation: int = Field(description="That of the rating after the match.")


class MatchRatings(Answer):
    """What a rated match has changed of ratings, some moments after its end."""

    pool: str | None = Field(description="null if no ledger has an entry of the match.")
    seq: int | None = Field(description="The number of its entry in the ledger of the pool.")
    counted: bool
    reason: str | None = Field(
        description="Why it does not count: `aborted`, `mixedKinds`, `oneSeat`, `tooShort`, "
        "`pairLimit`, or `void`: an operator has taken it out of the ledger; null if it does."
    )
    weight: int = Field(description="How much it counts, in percent.")
    changes: list[RatingChange] = Field(description="By seat; empty without an entry.")


class OfTournament(Answer):
    """The table of a tournament at which a match is played."""

    id: Id = Field(description="That of the tournament.")
    round: int
    table: int


class DealOf(Answer):
    """A deal whose cards all have who try it, each in a match of its own."""

    id: str
    end_time: Time = Field(description="When it is over.")


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
    rated: Annotated[
        bool,
        Field(
            default=True,
            description="Whether it counts for the ratings of its players. Only where it does.",
        ),
    ]
    tournament: Annotated[
        OfTournament, Field(default=None, description="Only in a match of a tournament.")
    ]
    deal_of: Annotated[
        DealOf, Field(default=None, description="Only in a try of a deal that several play.")
    ]
    ratings: Annotated[
        MatchRatings | None,
        Field(
            default=None,
            description="Only in a rated match; null until some moments after its end.",
        ),
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
    accepted: Annotated[bool, Field(default=True, description="True. Of a dry run only.")]
    replayed: Annotated[
        bool,
        Field(
            default=True,
            description="In a batch and on a socket, for a repeat only: elsewhere, the header "
            "Idempotency-Replayed says so.",
        ),
    ]


class Refused(Answer):
    error: Problem


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
    window: int | None = Field(
        description="Within how many points of your rating those of others have to be by now: 200 "
        "at first, and 100 more every 5 seconds. null unless a rated match is searched for."
    )


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
    rated: bool
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
