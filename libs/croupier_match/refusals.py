"""Refusals of what is asked of a match, each with a stable code and a sentence.

`croupier_game.errors` has those of the rules.
"""

from enum import StrEnum
from typing import ClassVar

from croupier_game.errors import IllegalMove, InvalidMove, InvalidOptions


class Code(StrEnum):
    """The codes of refusals; all but the last ones are those of the public contract."""

    NOT_FOUND = "not_found"
    NOT_YOUR_MATCH = "not_your_match"
    FORBIDDEN = "forbidden"
    VERSION_MISMATCH = "version_mismatch"
    NOT_YOUR_TURN = "not_your_turn"
    MATCH_NOT_ACTIVE = "match_not_active"
    MATCH_ACTIVE = "match_active"
    MATCH_FULL = "match_full"
    UNDO_REFUSED = "undo_refused"
    CONFLICT = "conflict"
    INVALID_MOVE = "invalid_move"
    ILLEGAL_MOVE = "illegal_move"
    INVALID_OPTIONS = "invalid_options"
    GAME_FAILED = "game_failed"
    ROSTER_CHANGED = "roster_changed"
    NOT_PLAYED_HERE = "not_played_here"
    OVERDUE = "overdue"


OF_RULES: dict[type[BaseException], str] = {
    InvalidMove: Code.INVALID_MOVE,
    IllegalMove: Code.ILLEGAL_MOVE,
    InvalidOptions: Code.INVALID_OPTIONS,
}
"""The codes of what the rules of a game refuse."""


class Refusal(Exception):
    """A request that was refused, without any change."""

    code: ClassVar[str]


class NotFound(Refusal):
    """There is no such match or ticket, or the caller may not know of it."""

    code = Code.NOT_FOUND


class NotPlayedHere(Refusal):
    """This engine has not the game of the match, or not the rules with which it was made.

    `rules` are those, as ID@VERSION, or the ID of a game of which no version is here.
    """

    code = Code.NOT_PLAYED_HERE

    def __init__(self, rules: str) -> None:
        super().__init__("This engine has not the rules of this match.")
        self.rules = rules


class NotYourMatch(Refusal):
    """The caller has no seat in this match."""

    code = Code.NOT_YOUR_MATCH


class Forbidden(Refusal):
    """The caller may never do this, in any state of the match."""

    code = Code.FORBIDDEN


class RosterChanged(Refusal):
    """The caller no longer has the seat that the gateway named: its roster is out of date."""

    code = Code.ROSTER_CHANGED


class VersionMismatch(Refusal):
    """The match is not at the version that the caller expects."""

    code = Code.VERSION_MISMATCH

    def __init__(self, version: int) -> None:
        super().__init__(f"The match is at version {version}.")
        self.version = version


class Conflict(Refusal):
    """The current situation of the match does not allow the request."""

    code = Code.CONFLICT


class Revealing(Conflict):
    """Entropy is being revealed: until that is over, no player leaves or comes."""


class NotYourTurn(Conflict):
    """Another seat is to move."""

    code = Code.NOT_YOUR_TURN


class UndoRefused(Conflict):
    """This cannot be taken back; the message is the rule."""

    code = Code.UNDO_REFUSED


class MatchNotActive(Conflict):
    """The match has not begun, or has ended."""

    code = Code.MATCH_NOT_ACTIVE


class MatchActive(Conflict):
    """The match has begun, or has not ended yet."""

    code = Code.MATCH_ACTIVE


class MatchFull(Conflict):
    """Every seat is taken."""

    code = Code.MATCH_FULL


class Overdue(Refusal):
    """A deadline has passed. What follows from that comes first; no caller is told so."""

    code = Code.OVERDUE


class GameFailed(Refusal):
    """The game's own code has failed, in a function of its rules.

    Nothing was changed, unless it is a function that shows what was.
    """

    code = Code.GAME_FAILED

    def __init__(self, game: str, version: int, function: str) -> None:
        super().__init__(f"The rules of {game}, version {version}, have failed in {function}.")
        self.game, self.version, self.function = game, version, function


def code_of(error: BaseException) -> str:
    """The code of a refusal, also of one by the rules; "" for anything else."""
    # By its very type: the rules' classes may have some below them that are none of theirs.
    return error.code if isinstance(error, Refusal) else OF_RULES.get(type(error), "")
