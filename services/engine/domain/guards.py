"""What must hold before something is done to a match, each a sentence to its caller."""

import secrets
from dataclasses import dataclass

from engine.domain.errors import (
    Conflict,
    MatchActive,
    MatchFull,
    MatchNotActive,
    NotFound,
    NotYourMatch,
    NotYourTurn,
    RosterChanged,
    VersionMismatch,
)
from engine.domain.match import Access, Player, Status
from engine.domain.reducer import AnyMatch
from engine.domain.registry import GAMES
from engine.games.errors import InvalidOptions


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks; `seat` is None for a spectator, `player_id` "" without a token."""

    player_id: str = ""
    seat: int | None = None


def sight(match: AnyMatch, caller: Caller) -> int | None:
    """The seat through which the caller may look; None is a spectator.

    The gateway names the seat. That it is the caller's own is checked here once
    more, since somebody may have left and somebody else sat down in between.
    """
    if match.seat_of(caller.player_id) != caller.seat:
        raise RosterChanged("The caller sits elsewhere.")
    if caller.seat is None and match.access == Access.PRIVATE:
        raise NotFound("There is no such match.")
    return caller.seat


def seat(match: AnyMatch, caller: Caller) -> int:
    """The caller's seat, through which it may act."""
    own = sight(match, caller)
    if own is None:
        raise NotYourMatch("You have no seat in this match.")
    return own


def invitation(match: AnyMatch, player: Player, invite_code: str) -> None:
    """A private match opens to its code alone; its own players know of it anyway."""
    if match.access == Access.PUBLIC or match.seat_of(player.id) is not None:
        return
    if not secrets.compare_digest(invite_code.encode(), match.invite_code.encode()):
        raise NotFound("There is no such match.")


def version(match: AnyMatch, expected: int | None) -> None:
    if expected not in (None, match.version):
        raise VersionMismatch(match.version)


def waiting(match: AnyMatch) -> None:
    if match.status == Status.ACTIVE:
        raise MatchActive("The match has begun.")
    if match.ended:
        raise MatchNotActive("The match has ended.")


def active(match: AnyMatch) -> None:
    if match.status == Status.WAITING:
        raise MatchNotActive("The match has not begun yet.")
    if match.ended:
        raise MatchNotActive("The match has ended.")


def ended(match: AnyMatch) -> None:
    if not match.ended:
        raise MatchActive("The match has not ended yet.")


def turn(match: AnyMatch, own: int) -> None:
    if own not in GAMES[match.game].rules.to_move(match.state):
        raise NotYourTurn("It is not your turn.")


def free_seat(match: AnyMatch, player: Player, wished: int | None) -> int:
    """The seat that `player` may take: the wished one, or the lowest that is free."""
    if match.seat_of(player.id) is not None:
        raise Conflict("You have a seat in this match already.")
    if match.ended:
        raise MatchNotActive("The match has ended.")
    if match.full:
        raise MatchFull("Every seat of this match is taken.")
    if wished is None:
        return next(index for index, place in enumerate(match.seats) if not place.player)
    if wished >= len(match.seats):
        raise InvalidOptions(f"This match has the seats 0 to {len(match.seats) - 1}.")
    if match.seats[wished].player:
        raise Conflict("This seat is taken.")
    return wished
