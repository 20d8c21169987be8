"""Response bodies about ratings: leaderboards, histories, and how players fared."""

from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema

from gateway.contract.field_types import GameId, Id, PlayerKind, Sha256
from gateway.contract.response_models import Answer

POOL = "^[a-z0-9-]+[.](live|daily)[.](human|bot)[.](0|[1-9][0-9]{0,5})$"
PoolName = Annotated[
    str,
    Field(description="A pool: GAME.CLASS.KIND.SEASON."),
    WithJsonSchema({"type": "string", "pattern": POOL}),
]
Count = Annotated[int, WithJsonSchema({"type": "integer", "minimum": 0})]
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
    display_name: str | None = Field(description="null while that cannot be told.")
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
