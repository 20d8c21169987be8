"""What the streams of tournaments say, and those of players about tournaments."""

from typing import Annotated, Literal

from pydantic import Field

from gateway.contract.field_types import Id, Time
from gateway.contract.rating_models import Count
from gateway.contract.response_models import Answer
from gateway.contract.stream_models import NoVersion
from gateway.contract.tournament_models import Place

StartTime = Annotated[
    Time, Field(description="Who has not checked in by then does not play, and is named for it.")
]


class TournamentChange(Answer):
    """What is so at a version of the log, behind which a stream can go on."""

    version: Place


class Registrations(TournamentChange):
    players: Count
    checked_in: Count


class CheckInOpened(TournamentChange):
    start_time: StartTime


class TournamentStarted(TournamentChange):
    rounds: Count | None = Field(description="How many there will be; null in an arena.")


class Seat(Answer):
    """Where somebody plays in a round, if at all."""

    round: Place
    table: Place | None
    leg: Place | None
    match_id: Id | None = Field(description="The match, which may be there some seconds later.")
    bye: bool = Field(description="Whether you sit the round out, with its points.")


class RoundPaired(Seat, TournamentChange):
    """The seat of who follows the stream."""


class MatchResulted(TournamentChange):
    round: Place
    table: Place
    leg: Place


class TournamentHalted(TournamentChange):
    paused: bool
    held: bool


class TournamentOver(TournamentChange):
    reason: str


class RegisteredLine(Answer):
    """How many are there by now: at most once a second."""

    event: Literal["registered"]
    version: Place
    data: Registrations


class CheckInOpenedLine(Answer):
    """Registration is over: reveal the entropy of your seal."""

    event: Literal["checkInOpened"]
    version: Place
    data: CheckInOpened


class StartedLine(Answer):
    event: Literal["started"]
    version: Place
    data: TournamentStarted


class RoundPairedLine(Answer):
    """A round was paired, or the next match of your pairing begins."""

    event: Literal["roundPaired"]
    version: Place
    data: RoundPaired


class ResultLine(Answer):
    """A match of your own table has its result."""

    event: Literal["result"]
    version: Place
    data: MatchResulted


class StandingsLine(Answer):
    """Results or players have changed: at most once a second, less often if many follow."""

    event: Literal["standings"]
    version: Place
    data: TournamentChange


class HaltedLine(Answer):
    """The tournament was paused, or is held, or goes on."""

    event: Literal["halted"]
    version: Place
    data: TournamentHalted


class TournamentFinishedLine(Answer):
    """The tournament is over, and the stream with it."""

    event: Literal["finished"]
    version: Place
    data: TournamentOver


class TournamentAbortedLine(Answer):
    """The tournament was called off, and the stream ends."""

    event: Literal["aborted"]
    version: Place
    data: TournamentOver


class OwnCheckIn(Answer):
    tournament_id: Id
    start_time: StartTime


class OwnSeat(Seat):
    tournament_id: Id


class OwnEnd(Answer):
    tournament_id: Id
    status: Literal["finished", "aborted"]


class OwnCheckInOpenedLine(Answer):
    """A tournament that you have joined waits for your entropy."""

    event: Literal["checkInOpened"]
    version: NoVersion
    data: OwnCheckIn


class OwnRoundPairedLine(Answer):
    """You play, or have a bye, in a round of a tournament."""

    event: Literal["roundPaired"]
    version: NoVersion
    data: OwnSeat


class OwnTournamentFinishedLine(Answer):
    """A tournament of yours is over, in one way or another."""

    event: Literal["tournamentFinished"]
    version: NoVersion
    data: OwnEnd
