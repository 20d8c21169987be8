"""What streams say: pydantic models of their lines, for the document."""

from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema

from gateway.contract.field_types import Id, SeatNumber, Time, Version
from gateway.contract.match_models import (
    Change,
    Match,
    MatchRatings,
    Outline,
    TablePresence,
)
from gateway.contract.response_models import Answer
from gateway.players.emotes import NAMES

NoVersion = Annotated[
    # Null and no more, but a type that is only null is one that no language of phones has.
    None, WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "null"}]})
]


class Beat(Answer):
    """The answer to `ping`, and to `unsubscribe`; and the sign of life of streams."""

    time: Annotated[Time, Field(default="", description="The server's time.")]


class Warned(Answer):
    version: Version
    to_move: list[SeatNumber]
    deadline: Time


class Said(Answer):
    """What a seat says to all who follow the match now."""

    seat: SeatNumber
    emote: Annotated[str, WithJsonSchema({"type": "string", "x-extensible-enum": [*NAMES]})]


class SaidAfterwards(Said):
    """What a seat says after the end of the match."""

    match_id: Id


class Ended(Answer):
    version: Version


class Rated(Ended):
    """What a rated match that has ended has changed of ratings; it is no new version."""

    ratings: MatchRatings


class Farewell(Answer):
    """Why the service closes the stream; docs/api.md says what to do for each reason."""

    reason: Annotated[
        str,
        WithJsonSchema(
            {
                "type": "string",
                "x-extensible-enum": [
                    "drain",
                    "slow_reader",
                    "unavailable",
                    "version_mismatch",
                    "unauthenticated",
                    "not_found",
                    "binary",
                    "internal",
                ],
            }
        ),
    ]
    retry_after: int = Field(description="In how many seconds to connect again.")


class InMatch(Answer):
    """Something about one of the player's matches."""

    match_id: Id
    version: Version


class RematchEnded(InMatch):
    """The end of a request for a rematch, by who has asked, or by who does not want one."""

    seat: SeatNumber
    declined: bool = Field(description="Whether all requests are gone, as this seat declines.")


class ToMatch(InMatch):
    """An invitation to a match, which the player may see and join."""

    invitation_id: Id


class FromPlayer(Answer):
    player_id: Id


class SnapshotLine(Answer):
    """The match: first, unless the stream continues from a version."""

    event: Literal["snapshot"]
    version: Version
    data: Match


class ChangeLine(Answer):
    """A version: each once, in order, without gaps."""

    event: Literal["change"]
    version: Version
    data: Change


class OutlineSnapshotLine(Answer):
    """The first line with ?view=none."""

    event: Literal["snapshot"]
    version: Version
    data: Outline


class OutlineChangeLine(Answer):
    """A version, with ?view=none."""

    event: Literal["change"]
    version: Version
    data: Outline


class ClockWarningLine(Answer):
    """The time of a player is about to run out."""

    event: Literal["clockWarning"]
    version: NoVersion
    data: Warned


class PresenceLine(Answer):
    """Who is here: told to those with a seat, at first and whenever it changes."""

    event: Literal["presence"]
    version: NoVersion
    data: TablePresence


class EmoteLine(Answer):
    """An emote of a seat: it is told once, and kept nowhere."""

    event: Literal["emote"]
    version: NoVersion
    data: Said


class PingLine(Answer):
    """Sent at least every 15 seconds: a line silent for 30 is dead."""

    event: Literal["ping"]
    version: NoVersion
    data: Beat


class RatingsLine(Answer):
    """What a rated match has changed of ratings: told once that is known, before `finished`."""

    event: Literal["ratings"]
    version: NoVersion
    data: Rated


class FinishedLine(Answer):
    """The match has ended, and the stream with it."""

    event: Literal["finished"]
    version: NoVersion
    data: Ended


class GoodbyeLine(Answer):
    """The service closes the stream: it can be opened again."""

    event: Literal["goodbye"]
    version: NoVersion
    data: Farewell


class InvitedLine(Answer):
    event: Literal["invited"]
    version: NoVersion
    data: ToMatch


class EntropyNeededLine(Answer):
    event: Literal["entropyNeeded"]
    version: NoVersion
    data: InMatch


class MatchStartedLine(Answer):
    event: Literal["matchStarted"]
    version: NoVersion
    data: InMatch


class ToDecide(InMatch):
    decision: Version = Field(description="What to send as `expectedDecision` of a move.")


class YourTurnLine(Answer):
    """Your seat is to move; told once for each decision."""

    event: Literal["yourTurn"]
    version: NoVersion
    data: ToDecide


class MatchFinishedLine(Answer):
    event: Literal["matchFinished"]
    version: NoVersion
    data: InMatch


class UndoOfferedLine(Answer):
    """Another player asks to take moves back, and you have to agree or to refuse."""

    event: Literal["undoOffered"]
    version: NoVersion
    data: InMatch


class RematchOfferedLine(Answer):
    event: Literal["rematchOffered"]
    version: NoVersion
    data: InMatch


class RematchEndedLine(Answer):
    """Nobody asks for a rematch any more, or one player less does."""

    event: Literal["rematchEnded"]
    version: NoVersion
    data: RematchEnded


class LateEmoteLine(Answer):
    """An emote of a seat in a match of yours that has just ended."""

    event: Literal["emote"]
    version: NoVersion
    data: SaidAfterwards


class FriendAskedLine(Answer):
    """A player asks to be your friend; the list of friends has its name."""

    event: Literal["friendAsked"]
    version: NoVersion
    data: FromPlayer


class FriendAcceptedLine(Answer):
    """A player whom you have asked is your friend now."""

    event: Literal["friendAccepted"]
    version: NoVersion
    data: FromPlayer
