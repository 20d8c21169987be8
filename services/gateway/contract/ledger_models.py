"""The lines of a ledger of ratings, as `docs/ratings.md` has them: what croupier_rating writes."""

from typing import Annotated, Literal

from pydantic import Field

from gateway.contract.field_types import Id, Recipe, Sha256, Time
from gateway.contract.rating_models import Count, PoolName, Weight
from gateway.contract.response_models import Answer

Seats = Annotated[
    list[list[str | int]],
    Field(
        description="Of each seat: the player; in a match its rank, 0 for the best; mu and sigma "
        "before and after, in millionths."
    ),
]


class LedgerBase(Answer):
    """What the file is of, and where it begins: the first line."""

    kind: Literal["base"]
    pool: PoolName
    seq: Count
    head: Sha256
    clock: Count


class LedgerNumbers(Answer):
    """What had followed for a player from the entries before the first one of the file."""

    kind: Literal["numbers"]
    player: Id
    numbers: list[int]


class LedgerRecent(Answer):
    """What the last 24 hours before the first entry of the file had seen of one or two players."""

    kind: Literal["recent"]
    of: list[Id]
    marks: list[list[int]]


class LedgerEntry(Answer):
    seq: Count
    recipe: Recipe
    prev: Sha256


class LedgerMatch(LedgerEntry):
    kind: Literal["match"]
    match: Id
    rules_version: Count
    log_head: Sha256
    ended: Time
    weight: Weight
    short: list[int] | None
    seats: Seats


class LedgerVoid(LedgerEntry):
    kind: Literal["void"]
    of: Count
    match: Id
    time: Time
    reason: str
    seats: Seats


class LedgerOrigin(Answer):
    season: Count
    seq: Count
    counted: Count


class LedgerSeason(LedgerEntry):
    kind: Literal["season"]
    from_: LedgerOrigin = Field(alias="from")
    seats: Seats
