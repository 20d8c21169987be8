"""What is decided about the ends of a match: resigning, claiming, running out of time, aborting."""

import re

from croupier_game.errors import InvalidOptions

from croupier_match import absence, clock, deadlines, sealing
from croupier_match.commands import Abort, Claim, Expire, Resign
from croupier_match.decide.rule import Rule
from croupier_match.entries import Aborted, Claimed, Entry, Resigned, TimedOut
from croupier_match.games import Game
from croupier_match.match import CREATOR, AnyMatch
from croupier_match.refusals import Conflict
from croupier_match.situations import check_active, check_created, check_not_ended

NOTE = re.compile("[ -~]+")
"""It is hashed into a log that other programs verify."""


def may_resign(game: Game, match: AnyMatch, command: Resign, time: str) -> None:
    check_active(match)
    if match.seats[command.seat].resigned:
        raise Conflict("You have resigned already.")


def resigned(game: Game, match: AnyMatch, command: Resign, time: str) -> Entry:
    return Resigned(match.version + 1, command.seat, time)


def may_claim(game: Game, match: AnyMatch, command: Claim, time: str) -> None:
    check_active(match)
    gone = absence.claimable(game, match, command.seat, command.away, time)
    if command.abort and gone != absence.others_left(match, command.seat):
        raise Conflict("Not all others are gone and to move: only a win can be claimed.")


def claimed(game: Game, match: AnyMatch, command: Claim, time: str) -> Entry:
    version, seat = match.version + 1, command.seat
    gone = absence.claimable(game, match, seat, command.away, time)
    if command.abort:
        return Aborted(version, seat, time, gone=gone)
    return Claimed(version, seat, time, gone)


def may_expire(game: Game, match: AnyMatch, command: Expire, time: str) -> None:
    if not deadlines.overdue(game, match, time):
        raise Conflict("No time has run out.")


def expired(game: Game, match: AnyMatch, command: Expire, time: str) -> Entry:
    """A time-out, or the end of a sealed deal, which names who is late, or has not revealed."""
    version = match.version + 1
    if match.reveal_by:
        return Aborted(version, CREATOR, time, withheld=sealing.to_reveal(match))
    late = clock.overdue_seats(game, match)
    return TimedOut(version, late[0], time, late)


def may_abort(game: Game, match: AnyMatch, command: Abort, time: str) -> None:
    check_created(match)
    check_not_ended(match)


def aborted(game: Game, match: AnyMatch, command: Abort, time: str) -> Entry:
    """Every player stays seated."""
    if not NOTE.fullmatch(command.note):
        raise InvalidOptions("A note must say why, in printable ASCII.")
    return Aborted(match.version + 1, CREATOR, time, note=command.note)


ENDINGS: dict[type, Rule] = {
    Resign: Rule(may_resign, resigned),
    Claim: Rule(may_claim, claimed),
    Expire: Rule(may_expire, expired, of_seat=False),
    Abort: Rule(may_abort, aborted, of_seat=False),
}
