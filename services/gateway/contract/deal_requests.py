"""Request bodies of deals that several play."""

from typing import Annotated

from pydantic import Field

from gateway.contract.field_types import OptionsInput
from gateway.contract.request_models import Body, Count, Name
from gateway.contract.tournament_requests import Moment, Title

MOST_OPPONENTS = 15


class NewDeal(Body):
    name: Title = Field(description="What others read of it.")
    game: str
    options: OptionsInput | None = Field(None, description="Default: those of the game.")
    seats: Count | None = Field(None, description="Of each table; default: the game's minimum.")
    opponents: Annotated[list[Name], Field(max_length=MOST_OPPONENTS)] = Field(
        [],
        description="The names of bots of the house, of level 1 or 2, one for each seat but the "
        "first; default: Hugo, Otto, Rosa and Lotte, as many as there are seats.",
    )
    start_time: Moment | None = Field(None, description="Default: now.")
    end_time: Moment | None = Field(None, description="Default: a day after `startTime`.")
