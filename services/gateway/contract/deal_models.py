"""Response bodies about deals that several play."""

from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema

from gateway.contract.field_types import AnyOptions, GameId, Id, Time, Version
from gateway.contract.rating_models import Count, RatedPlayer
from gateway.contract.response_models import Answer

DEAL_ID = "^(daily[.][a-z0-9-]{1,64}[.][0-9]{4}-[0-9]{2}-[0-9]{2}|[A-Za-z0-9_-]{22})$"
DealId = Annotated[str, WithJsonSchema({"type": "string", "pattern": DEAL_ID})]
Points = Annotated[int, WithJsonSchema({"type": "integer"})]


class Tried(Answer):
    """How a try has ended that was played to its end, and was in time."""

    rank: Count = Field(description="1 and how many were better; who was as good has the same.")
    player: RatedPlayer
    place: Count = Field(description="At the table: 1 for who has won it, or has tied for that.")
    points: Points
    moves: Count = Field(description="Of the whole table, until the end.")


class BestTry(Tried):
    match_id: Id = Field(description="Its match, which all players may read now.")


class Deal(Answer):
    """A deal that all who try it have alike, each in a match of its own."""

    id: DealId
    name: str = Field(description="Empty of the deal of a day.")
    game: GameId
    rules_version: Version
    options: AnyOptions
    seats: Count
    opponents: list[str] = Field(description="The bots of the house in the seats from 1 on.")
    start_time: Time
    end_time: Time
    status: Literal["soon", "open", "over"]
    maker: RatedPlayer | None = Field(description="null of the deal of a day.")
    tries: Count = Field(description="How many have begun to play it.")
    finished: Count = Field(description="How many are on its board.")
    best: BestTry | None = Field(
        description="The first on the board whom leaderboards show, once the deal is over."
    )
    your_match_id: Id | None = Field(description="The match of your try.")


class Deals(Answer):
    deals: list[Deal]


class DealBoard(Answer):
    """Those who have played a deal to its end: who has won comes first, then who has more points,
    then who has needed fewer moves."""

    deal_id: DealId
    size: Count
    entries: list[Tried]
    you: Tried | None
