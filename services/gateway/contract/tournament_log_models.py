"""Lines of logs of tournaments, as docs/pairings.md has them."""

from typing import Annotated, Any, Literal

from croupier_tournament.entries import End, Reason, Withdrawal
from pydantic import Field, WithJsonSchema

from gateway.contract.field_types import Id, Recipe, Sha256
from gateway.contract.rating_models import Count
from gateway.contract.response_models import Answer
from gateway.contract.tournament_models import Place


def _words(*known: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "x-extensible-enum": [*known]})


Key = Annotated[Sha256, Field(description="The next key of those that were bound.")]


class TournamentEntry(Answer):
    version: Place
    at: Count = Field(description="Milliseconds since 1970.")
    prev: Sha256 = Field(description="The hash of the line before.")


class EntryCreated(TournamentEntry):
    kind: Literal["created"]
    tournament: Id
    recipe: Recipe
    settings: dict[str, Any]
    commitment: Sha256


class EntryOpened(TournamentEntry):
    kind: Literal["opened"]


class EntryRegistered(TournamentEntry):
    kind: Literal["registered"]
    player: Id
    rating: Count | None
    seal: str = Field(description="Empty of who joined late.")


class EntryLeft(TournamentEntry):
    kind: Literal["left"]
    player: Id


class EntryCheckInOpened(TournamentEntry):
    kind: Literal["checkInOpened"]
    starts_at: Count


class EntryRevealed(TournamentEntry):
    kind: Literal["revealed"]
    player: Id
    entropy: Sha256


class EntryStarted(TournamentEntry):
    kind: Literal["started"]
    key: Key
    withheld: list[Id]
    rounds: Count


class EntryPaired(TournamentEntry):
    kind: Literal["paired"]
    round: Place
    key: Key
    tables: list[list[Id]]
    byes: list[Id]
    repeats: list[Place]
    ends_by: Count


class EntryResult(TournamentEntry):
    kind: Literal["result"]
    round: Place
    table: Place
    leg: Place
    match: Id
    ranks: list[Count]
    absent: list[Count]
    reason: Annotated[str, _words(*Reason)]
    ended: Count
    log_head: str = Field(description="The last hash of the match; empty if it was not played.")


class EntryStandings(TournamentEntry):
    kind: Literal["standings"]
    round: Place
    key: Key
    first: Id
    digest: Sha256 = Field(description="The hash of all rows.")


class EntryWithdrew(TournamentEntry):
    kind: Literal["withdrew"]
    player: Id
    reason: Annotated[str, _words(*Withdrawal)]


class EntryReturned(TournamentEntry):
    kind: Literal["returned"]
    player: Id


class EntryHeld(TournamentEntry):
    kind: Literal["held"]


class EntryPaused(TournamentEntry):
    kind: Literal["paused"]


class EntryResumed(TournamentEntry):
    kind: Literal["resumed"]
    after: Literal["held", "paused"]


class EntryEnded(TournamentEntry):
    kind: Literal["ended"]
    reason: Annotated[str, _words(*End)]


class EntryAborted(TournamentEntry):
    kind: Literal["aborted"]
    reason: str


LINES = (
    *(EntryCreated, EntryOpened, EntryRegistered, EntryLeft, EntryCheckInOpened, EntryRevealed),
    *(EntryStarted, EntryPaired, EntryResult, EntryStandings, EntryWithdrew, EntryReturned),
    *(EntryHeld, EntryPaused, EntryResumed, EntryEnded, EntryAborted),
)
