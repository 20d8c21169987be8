"""Refusals of what is asked of a tournament, each with a stable code and a sentence."""

from enum import StrEnum
from typing import ClassVar


class Code(StrEnum):
    """Why something was refused."""

    INVALID_OPTIONS = "invalid_options"
    CONFLICT = "conflict"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    NOT_OPEN = "tournament_not_open"
    FULL = "tournament_full"
    NOT_RUNNING = "tournament_not_running"


class Refusal(Exception):
    """A request that was refused, without any change."""

    code: ClassVar[Code]


class InvalidSettings(Refusal):
    """There is no tournament of such settings, or nothing of such a form."""

    code = Code.INVALID_OPTIONS


class OutOfBounds(InvalidSettings):
    """A number of the settings, by its name in Settings, is not one of those from `least` to
    `most`."""

    def __init__(self, name: str, told: str, least: int, most: int) -> None:
        """`told` is the name in the log."""
        super().__init__(f"{told} has to be {least} to {most}.")
        self.name, self.least, self.most = name, least, most


class Conflict(Refusal):
    """The situation of the tournament does not allow it."""

    code = Code.CONFLICT


class Forbidden(Refusal):
    """The player may never do this in this tournament."""

    code = Code.FORBIDDEN


class NotFound(Refusal):
    """There is no such player, or no such table."""

    code = Code.NOT_FOUND


class NotOpen(Conflict):
    """Registration has not begun, or is over."""

    code = Code.NOT_OPEN


class Full(Conflict):
    """As many have registered as may."""

    code = Code.FULL


class TooOften(Conflict):
    """It was done as often as it may be: without a bound, one could fill the log."""


class NotRunning(Conflict):
    """The tournament has not begun, or is over."""

    code = Code.NOT_RUNNING
