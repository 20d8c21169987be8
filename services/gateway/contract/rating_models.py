"""Response bodies about ratings: leaderboards, histories, and how players fared."""

from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema

from gateway.contract.field_types import GameId, Id, PlayerKind, Sha256, Time
from gateway.contract.player_models import Player
from gateway.contract.response_models import Answer

POOL = "^[a-z0-9-]+[.](live|daily)[.](human|bot)[.](0|[1-9][0-9]{0,5})$"
PoolName = Annotated[
    str,
    Field(description="A pool: GAME.CLASS.KIND.SEASON."),
    WithJsonSchema({"type": "string", "pattern": POOL}),
]
Count = Annotated[int, WithJsonSchema({"type": "integer", "minimum": 0})]
# Enumerations are of strings alone: of others, openapi-generator makes no Kotlin that compiles.
Weight = Annotated[
    int, WithJsonSchema({"type": "integer", "minimum": 0, "maximum": 100, "multipleOf": 50})
]
NextPage = Annotated[str | None, Field(description="For the next page; null on the last one.")]


class Pool(Answer):
    """Who is compared with whom: players of one kind, in one game, at one pace, in one season."""

    pool: PoolName
    game: GameId
    time_class: Literal["live", "daily"]
    kind: PlayerKind
    season: Count
    current: bool = Field(description="Whether there is no later season of it.")
    size: Count | None = Field(
        description="How many players its board has; null while that cannot be told."
    )
    seq: Count | None = Field(
        description="The last entry of its ledger; null while that cannot be told."
    )


class Leaderboards(Answer):
    leaderboards: list[Pool]


class RatedPlayer(Answer):
    id: Id
    display_name: str | None = Field(
        description="`gone` of who was deleted; null where it is not told."
    )
    kind: PlayerKind


class LeaderboardEntry(Answer):
    rank: int = Field(description="1 and how many have more points: of equal points, equal ranks.")
    player: RatedPlayer
    rating: int
    deviation: Count = Field(
        description="How unsure the rating is, as of today: it grows while the player plays no "
        "match that counts."
    )
    points: int = Field(
        description="What the board is sorted by: the rating less twice its deviation, as they "
        "were after the last match that counted."
    )
    matches: Count = Field(description="How many have counted.")


class Leaderboard(Answer):
    """A page of a board: descending by points, and of equal points in an order of its own."""

    pool: PoolName
    size: Count = Field(
        description="How many players the list has; with `friends`, how many of them."
    )
    seq: Count = Field(description="The last entry of the ledger that it follows from.")
    head: Sha256 = Field(description="The SHA-256 of that entry's line.")
    entries: list[LeaderboardEntry]
    next_page_token: NextPage


class RatedOpponent(RatedPlayer):
    rating: int = Field(description="Before the match.")


class RatingPoint(Answer):
    """An entry of a ledger, as a player sees it."""

    seq: Count
    kind: Literal["match", "void", "season"] = Field(
        description="A match; one that an operator has taken out again; the beginning of a season, "
        "with what was carried over from the one before."
    )
    match_id: Id | None
    time: Time | None = Field(description="When the match ended, or was taken out.")
    rank: int | None = Field(description="In the match, from 1.")
    weight: Weight | None = Field(description="By how much the match counted, in percent.")
    rating: int = Field(description="After it, as all that follows.")
    deviation: Count
    points: int
    change: int = Field(description="Of the rating.")
    opponents: list[RatedOpponent]


class RatingHistory(Answer):
    points: list[RatingPoint]
    next_page_token: NextPage


class Rating(Answer):
    """How a player stands in a pool."""

    pool: PoolName
    rating: int
    deviation: Count = Field(description="As of today.")
    points: int = Field(description="What the board is sorted by.")
    matches: Count = Field(description="How many have counted.")
    provisional: bool = Field(
        description="Whether the deviation is too large for a place on the board."
    )
    rank: int | None = Field(description="null of who is not on the board.")
    size: Count = Field(description="How many are on it.")
    peak: int = Field(description="The most points after any match.")


class BestMatch(Answer):
    points: int
    match_id: Id


class LastMeeting(Answer):
    match_id: Id
    time: Time


Access = Annotated[
    Literal["public", "private"],
    Field(description="Of which matches. Only you are shown those that are private."),
]


class Statistics(Answer):
    """How a player fared in a game."""

    game: GameId
    opponents: Literal["people", "bots"] = Field(
        description="`bots` if at least one of the others at the table was one."
    )
    access: Access
    won: Count
    drawn: Count
    lost: Count
    scored: Count = Field(description="How many the player has played to the end.")
    points: int = Field(description="The sum of its points in these.")
    best: BestMatch | None = Field(description="The most points in one of these.")
    streak: int = Field(description="Won in a row by now; below 0, lost in a row.")
    longest: Count = Field(description="The most that were won in a row.")


class Meetings(Answer):
    """How a player fared against another one: at each table, the better rank has won."""

    won: Count
    drawn: Count
    lost: Count
    last: LastMeeting | None


class MetPlayer(Answer):
    id: Id
    display_name: str | None = Field(
        description="`gone` of who was deleted; null while it cannot be told."
    )
    kind: PlayerKind | None


class Met(Meetings):
    player: MetPlayer
    access: Access


class Profile(Player):
    since: Time | None = Field(description="When the account was made, if that is known.")
    ratings: list[Rating]
    complete: bool = Field(
        description="Whether no rating is missing: false while a part of the service does not "
        "answer that may have one."
    )
    reliability: int | None = Field(
        description="The percentage of the last 100 matches with a clock that the player did not "
        "leave; null of fewer than 10."
    )
    statistics: list[Statistics]
    met: list[Met] = Field(description="Those who were met last, up to 50.")
