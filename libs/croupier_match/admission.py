"""Admission: who may see a match, and who may give which command, whatever its situation.

That is no part of `decide`: who somebody is, what they were invited to and what version they
expect is in no log.
"""

import hmac

from croupier_game.records import dataclass

from croupier_match.commands import Command, Free, Join, Move, Resign, Start
from croupier_match.decisions import decision_of
from croupier_match.games import Games
from croupier_match.match import CREATOR, Access, AnyMatch, Status
from croupier_match.refusals import (
    Forbidden,
    NotFound,
    NotYourMatch,
    RosterChanged,
    VersionMismatch,
)
from croupier_match.situations import check_ended

NOBODY = -1
"""The seat of who has none. No command of it is admitted."""
OF_CREATOR = {
    Start: "Only the creator of a match starts it.",
    Free: "Only the creator of a match takes a bot away.",
}
"""The commands that only the creator may give."""
AT_THE_TABLE = (Move, Resign)
"""The commands that are about the table: talk about taking back does not change that."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What a caller has decided by: a version of the match, or the decision of its own seat.

    None stands for any. Only a move can expect a decision.
    """

    version: int | None = None
    decision: int | None = None


ANY = Expected()


@dataclass(frozen=True, slots=True)
class Eyes:
    """The viewpoint from which an ended match is shown: that of a seat, or of a spectator."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller of a request: `seat` is None for a spectator, `player_id` "" without a token.

    With `eyes`, it asks to look through these instead of its own. `invited` is set only once its
    invitation has been looked up: engine.service.invitations does so. `invite_code` is that of a
    private match which it would join.
    """

    player_id: str = ""
    seat: int | None = None
    eyes: Eyes | None = None
    invited: bool = False
    invite_code: str = ""

    @property
    def looks_from(self) -> int | None:
        """The seat whose view the caller asks for; None for a spectator's."""
        return self.eyes.seat if self.eyes else self.seat

    @property
    def place(self) -> int:
        """The seat for which the caller gives commands: its own, or NOBODY."""
        return NOBODY if self.seat is None else self.seat


def admit(match: AnyMatch, caller: Caller, command: Command) -> None:
    """Raise a refusal unless the caller may give such a command, in whatever situation.

    It is NotFound, RosterChanged, NotYourMatch or Forbidden.
    """
    if isinstance(command, Join):
        _admit_to_join(match, caller)
        return
    seat = acting_seat(match, caller)
    if seat != CREATOR and (why := OF_CREATOR.get(type(command))):
        raise Forbidden(why)


def check_expected(games: Games, match: AnyMatch, command: Command, expected: Expected) -> None:
    """Raise VersionMismatch unless the match, and the seat's decision, are as expected.

    A request to take something back, and an answer to it, leave the table as it is: what is meant
    for the table of an earlier version is for this one, too.
    """
    if expected.version not in (None, match.version):
        _check_untouched_since(match, command, expected.version)
    if expected.decision is None or not isinstance(command, Move):
        return
    # The same refusal for whatever has changed it: it must not tell what others chose.
    if decision_of(games.of(match), match, command.seat) != expected.decision:
        raise VersionMismatch(match.version)


def _check_untouched_since(match: AnyMatch, command: Command, version: int | None) -> None:
    """Raise VersionMismatch unless nothing but talk has come since the version."""
    since = match.undo.since if match.undo and isinstance(command, AT_THE_TABLE) else 0
    if version is None or not (since and since <= version < match.version):
        raise VersionMismatch(match.version)


def viewing_seat(match: AnyMatch, caller: Caller) -> int | None:
    """The seat through which the caller may view the match; None is a spectator.

    The gateway names the seat. That it is the caller's own is checked here once more: the seat
    may have been freed and taken by another player since. Raise RosterChanged, or NotFound for
    a private match in which the caller has no seat, and to which it is not invited.
    """
    if match.seat_of(caller.player_id) != caller.seat:
        raise RosterChanged("The caller's seat is another one.")
    check_visible(match, caller.seat, caller.invited)
    return caller.seat


def shown_seat(match: AnyMatch, caller: Caller) -> int | None:
    """The seat whose view the caller is shown; None is a spectator.

    It is the caller's own, unless it asks for other eyes. Raise what `viewing_seat` does, NotFound
    for eyes of a seat that there is not, and MatchActive for any before the end of the match.
    """
    own, seat = viewing_seat(match, caller), caller.looks_from
    if caller.eyes is None:
        return own
    if seat is not None and seat >= len(match.seats):
        raise NotFound(f"as must be spectator, or 0 to {len(match.seats) - 1} in this match.")
    check_ended(match)
    return seat


def acting_seat(match: AnyMatch, caller: Caller) -> int:
    """The seat for which the caller may act. Raise NotYourMatch, and what `viewing_seat` does."""
    own = viewing_seat(match, caller)
    if own is None:
        raise NotYourMatch("You have no seat in this match.")
    return own


def check_visible(match: AnyMatch, seat: int | None, invited: bool = False) -> None:
    """Raise NotFound for a private match of which the caller has no seat.

    Unless it waits for players, of whom the caller is `invited` to be one, or has ended and is a
    try of a deal that is over, to which all are `invited`.
    """
    if seat is not None or match.access == Access.PUBLIC:
        return
    # Not forbidden but not found: whether a private match exists is secret, too.
    if not (invited and (match.status == Status.WAITING or (match.deal_of and match.ended))):
        raise NotFound("There is no such match.")


def _admit_to_join(match: AnyMatch, caller: Caller) -> None:
    """Raise NotFound for a private match without its invite code, or being invited.

    Unless the player is in it.
    """
    seat = match.seat_of(caller.player_id)
    if caller.invited:
        check_visible(match, seat, invited=True)
        return
    if match.access == Access.PUBLIC or seat is not None:
        return
    # In constant time, so that the code cannot be guessed character by character.
    if not hmac.compare_digest(caller.invite_code.encode(), match.invite_code.encode()):
        raise NotFound("There is no such match.")
