"""Guards: what must hold before a request is carried out; each raises the refusal."""

import hmac

from croupier_game.errors import InvalidOptions
from croupier_game.records import dataclass

from croupier_match import sealing
from croupier_match.games import Game
from croupier_match.match import BOT, CREATOR, Access, AnyMatch, Deal, Player, Status
from croupier_match.refusals import (
    Conflict,
    MatchActive,
    MatchFull,
    MatchNotActive,
    NotFound,
    NotYourMatch,
    NotYourTurn,
    Revealing,
    RosterChanged,
    VersionMismatch,
)


@dataclass(frozen=True, slots=True)
class Eyes:
    """The viewpoint from which an ended match is shown: that of a seat, or of a spectator."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller of a request: `seat` is None for a spectator, `player_id` "" without a token.

    With `eyes`, it asks to look through these instead of its own. `invited` is set only once its
    invitation has been looked up: the engine does so.
    """

    player_id: str = ""
    seat: int | None = None
    eyes: Eyes | None = None
    invited: bool = False

    @property
    def looks_from(self) -> int | None:
        """The seat whose view the caller asks for; None for a spectator's."""
        return self.eyes.seat if self.eyes else self.seat


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


def check_visible(match: AnyMatch, seat: int | None, invited: bool = False) -> None:
    """Raise NotFound for a private match of which the caller has no seat.

    Unless it waits for players, of whom the caller is `invited` to be one.
    """
    if seat is not None or match.access == Access.PUBLIC:
        return
    # Not forbidden but not found: whether a private match exists is secret, too.
    if not (invited and match.status == Status.WAITING):
        raise NotFound("There is no such match.")


def acting_seat(match: AnyMatch, caller: Caller) -> int:
    """The seat for which the caller may act. Raise NotYourMatch, and what `viewing_seat` does."""
    own = viewing_seat(match, caller)
    if own is None:
        raise NotYourMatch("You have no seat in this match.")
    return own


def check_joining(match: AnyMatch, player: Player, invite_code: str, invited: bool) -> None:
    """Raise NotFound for a private match without its invite code, or being `invited`.

    Unless the player is in it.
    """
    if invited:
        check_visible(match, match.seat_of(player.id), invited)
        return
    if match.access == Access.PUBLIC or match.seat_of(player.id) is not None:
        return
    # In constant time, so that the code cannot be guessed character by character.
    if not hmac.compare_digest(invite_code.encode(), match.invite_code.encode()):
        raise NotFound("There is no such match.")


def check_version(match: AnyMatch, expected: int | None) -> None:
    """Raise VersionMismatch if another version than the current one is expected."""
    if expected not in (None, match.version):
        raise VersionMismatch(match.version)


def check_table(match: AnyMatch, expected: int | None) -> None:
    """Raise VersionMismatch if the table may be another one than at the expected version.

    A request to take something back, and an answer to it, leave it as it is.
    """
    since = match.undo.since if match.undo else 0
    if not (since and expected is not None and since <= expected < match.version):
        check_version(match, expected)


def check_waiting(match: AnyMatch) -> None:
    """Raise MatchActive or MatchNotActive if the match has begun."""
    if match.status == Status.ACTIVE:
        raise MatchActive("The match has begun.")
    if match.ended:
        raise MatchNotActive("The match has ended.")


def check_not_moved(match: AnyMatch, seat: int) -> None:
    """Raise MatchActive if the seat of a running match has moved, or resigned."""
    if match.seats[seat].resigned:
        raise MatchActive("You have resigned.")
    if seat in match.moved:
        raise MatchActive("You have moved: resign instead.")


def seated_bot(match: AnyMatch, seat: int) -> Player:
    """The bot that the creator takes away from its seat.

    Raise NotFound for a seat that is free, or that there is not; Conflict for a person's.
    """
    player = match.seats[seat].player if seat < len(match.seats) else None
    if player is None:
        raise NotFound("Nobody sits there.")
    if seat == CREATOR:
        raise Conflict("The creator's seat cannot be freed.")
    if player.kind != BOT:
        raise Conflict("Only a bot can be taken away.")
    return player


def check_not_revealing(match: AnyMatch) -> None:
    """Raise Revealing while entropy is revealed: those players are bound to the deal."""
    if match.reveal_by:
        raise Revealing("Every seat is taken, and the deal has begun: reveal your entropy.")


def check_reveal(match: AnyMatch, seat: int, entropy: str) -> None:
    """Raise Conflict, MatchActive, MatchNotActive, or InvalidOptions unless the entropy fits."""
    if match.deal == Deal.OPEN:
        raise Conflict("The deal of this match is open: entropy comes with the seat.")
    check_waiting(match)
    if not match.reveal_by:
        raise Conflict("Entropy is revealed once every seat is taken, and the match is started.")
    if not sealing.fits(match, seat, entropy):
        raise InvalidOptions("This is not the entropy of your seal.")


def check_active(match: AnyMatch) -> None:
    """Raise MatchNotActive before the match has begun and after it has ended."""
    if match.status == Status.WAITING:
        raise MatchNotActive("The match has not begun yet.")
    if match.ended:
        raise MatchNotActive("The match has ended.")


def check_ended(match: AnyMatch) -> None:
    """Raise MatchActive until the match has ended."""
    if not match.ended:
        raise MatchActive("The match has not ended yet.")


def check_turn(game: Game, match: AnyMatch, seat: int) -> None:
    """Raise NotYourTurn if another seat is to move."""
    if seat not in game.rules.to_move(match.state, len(match.seats)):
        raise NotYourTurn("It is not your turn.")


def free_seat(match: AnyMatch, player: Player, requested: int | None) -> int:
    """The seat that `player` may take: the requested one, or the lowest free one.

    Raise Conflict, MatchNotActive, MatchFull, or InvalidOptions if there is no such seat.
    """
    if match.seat_of(player.id) is not None:
        raise Conflict("You have a seat in this match already.")
    if match.ended:
        raise MatchNotActive("The match has ended.")
    if match.full:
        raise MatchFull("Every seat of this match is taken.")
    if requested is None:
        return next(index for index, place in enumerate(match.seats) if not place.player)
    if requested >= len(match.seats):
        raise InvalidOptions(f"seat must be 0 to {len(match.seats) - 1} in this match.")
    if match.seats[requested].player:
        raise Conflict("This seat is taken.")
    return requested
