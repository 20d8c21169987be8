"""Request bodies of the workers that analyse matches."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, FailFast, Field

from gateway.contract.request_models import MAX_GAMES, Body, Count, HouseKey, bounded
from gateway.contract.response_models import JudgedMove, Unit

MAX_JUDGED = 800
"""The most moves of an analysis."""


class TakeAnalysis(Body):
    house_key: HouseKey
    strategies: Annotated[
        dict[str, Annotated[str, Field(max_length=100)]],
        Field(min_length=1, max_length=MAX_GAMES, description="What judges, by game."),
        BeforeValidator(bounded),
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
