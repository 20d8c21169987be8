"""What sockets say: pydantic models of their frames, for the document."""

from typing import Annotated, Literal

from pydantic import Field

from gateway.contract.field_types import Id, Time
from gateway.contract.match_models import (
    Change,
    LegalMoves,
    Match,
    Moved,
    Outline,
    TablePresence,
)
from gateway.contract.player_models import Player
from gateway.contract.response_models import Answer, Problem
from gateway.contract.stream_models import Beat, Ended, Farewell, Rated, Said, Warned


class ChangePush(Answer):
    match_id: Id
    event: Literal["change"]
    data: Change


class OutlinePush(Answer):
    """A version of a match that was subscribed with `"view": "none"`."""

    match_id: Id
    event: Literal["change"]
    data: Outline


class ClockWarningPush(Answer):
    match_id: Id
    event: Literal["clockWarning"]
    data: Warned


class PresencePush(Answer):
    match_id: Id
    event: Literal["presence"]
    data: TablePresence


class EmotePush(Answer):
    match_id: Id
    event: Literal["emote"]
    data: Said


class RatingsPush(Answer):
    match_id: Id
    event: Literal["ratings"]
    data: Rated


class FinishedPush(Answer):
    match_id: Id
    event: Literal["finished"]
    data: Ended


class GoodbyePush(Answer):
    match_id: Id
    event: Literal["goodbye"]
    data: Farewell


class Greeted(Answer):
    """The answer to `hello`."""

    player: Player | None = Field(description="null for a spectator.")
    time: Annotated[Time, Field(default="", description="The server's time.")]


class Subscribed(Answer):
    """The answer to `subscribe`; with `"view": "none"` it is an Outline instead."""

    match: Match


class SocketOk(Answer):
    """The answer to a request of this `id`."""

    id: int | str
    ok: Greeted | Subscribed | Moved | LegalMoves | Beat


class SocketError(Answer):
    """The refusal of a request of this `id`; null if it had no valid one."""

    id: int | str | None
    error: Problem


PUSHES = (ClockWarningPush, PresencePush, EmotePush, RatingsPush, FinishedPush, GoodbyePush)
"""What a socket pushes besides versions."""
