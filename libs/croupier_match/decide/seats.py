"""What is decided about seats, until the match is dealt."""

from croupier_game.errors import InvalidOptions

from croupier_match import sealing
from croupier_match.commands import Create, Free, Join, Leave, Reveal, Start
from croupier_match.decide.rule import Rule
from croupier_match.entries import Aborted, Created, Entry, Joined, Left, Revealed, Started
from croupier_match.games import Game
from croupier_match.match import BOT, CREATOR, AnyMatch, Deal, Player, Status
from croupier_match.refusals import Conflict, MatchActive, MatchFull, NotFound
from croupier_match.situations import (
    check_created,
    check_not_ended,
    check_not_revealing,
    check_waiting,
)


def may_create(game: Game, match: AnyMatch, command: Create, time: str) -> None:
    if match.version:
        raise Conflict("The match has been created.")


def created(game: Game, match: AnyMatch, command: Create, time: str) -> Entry:
    given = command.given
    sealing.check_given(match.deal, given)
    return Created(1, CREATOR, time, command.player, given.entropy, given.seal)


def may_join(game: Game, match: AnyMatch, command: Join, time: str) -> None:
    check_created(match)
    if match.seat_of(command.player.id) is not None:
        raise Conflict("You have a seat in this match already.")
    check_not_ended(match)
    if match.full:
        raise MatchFull("Every seat of this match is taken.")
    if command.seat is not None and _player_at(match, command.seat):
        raise Conflict("This seat is taken.")
    sealing.check_new(match, command.given.seal)


def joined(game: Game, match: AnyMatch, command: Join, time: str) -> Entry:
    seat, given = command.seat, command.given
    if seat is None:
        seat = next(index for index, place in enumerate(match.seats) if not place.player)
    if not 0 <= seat < len(match.seats):
        raise InvalidOptions(f"seat must be 0 to {len(match.seats) - 1} in this match.")
    sealing.check_given(match.deal, given)
    return Joined(match.version + 1, seat, time, command.player, given.entropy, given.seal)


def may_leave(game: Game, match: AnyMatch, command: Leave, time: str) -> None:
    if match.status != Status.ACTIVE:
        check_waiting(match)
        check_not_revealing(match)
    elif match.seats[command.seat].resigned:
        raise MatchActive("You have resigned.")
    elif command.seat in match.moved:
        raise MatchActive("You have moved: resign instead.")


def left(game: Game, match: AnyMatch, command: Leave, time: str) -> Entry:
    """Without its creator there is no match, and a running one needs all its players."""
    version, seat = match.version + 1, command.seat
    if match.status == Status.ACTIVE or seat == CREATOR:
        return Aborted(version, seat, time)
    return Left(version, seat, time)


def may_free(game: Game, match: AnyMatch, command: Free, time: str) -> None:
    player = _player_at(match, command.seat)
    if player is None:
        raise NotFound("Nobody sits there.")
    if command.seat == CREATOR:
        raise Conflict("The creator's seat cannot be freed.")
    if player.kind != BOT:
        raise Conflict("Only a bot can be taken away.")
    check_waiting(match)
    check_not_revealing(match)


def freed(game: Game, match: AnyMatch, command: Free, time: str) -> Entry:
    return Left(match.version + 1, command.seat, time)


def may_start(game: Game, match: AnyMatch, command: Start, time: str) -> None:
    check_waiting(match)
    check_not_revealing(match)
    if not match.full:
        raise Conflict("Every seat must be taken before the match starts.")


def started(game: Game, match: AnyMatch, command: Start, time: str) -> Entry:
    return Started(match.version + 1, CREATOR, time)


def may_reveal(game: Game, match: AnyMatch, command: Reveal, time: str) -> None:
    if match.deal == Deal.OPEN:
        raise Conflict("The deal of this match is open: entropy comes with the seat.")
    check_waiting(match)
    if not match.reveal_by:
        raise Conflict("Entropy is revealed once every seat is taken, and the match is started.")


def revealed(game: Game, match: AnyMatch, command: Reveal, time: str) -> Entry:
    if not sealing.fits(match, command.seat, command.entropy):
        raise InvalidOptions("This is not the entropy of your seal.")
    return Revealed(match.version + 1, command.seat, time, command.entropy)


def is_revealed(match: AnyMatch, command: Reveal) -> bool:
    """Whether the seat has revealed this already. What it has given to an open deal is no such."""
    revealed = match.seats[command.seat].entropy if match.deal == Deal.SEALED else ""
    return bool(revealed) and revealed == command.entropy


def _player_at(match: AnyMatch, seat: int) -> Player | None:
    """The player at a seat, of which there may be none."""
    return match.seats[seat].player if 0 <= seat < len(match.seats) else None


SEATS: dict[type, Rule] = {
    Create: Rule(may_create, created, of_seat=False),
    Join: Rule(may_join, joined, of_seat=False),
    Leave: Rule(may_leave, left),
    Free: Rule(may_free, freed, of_seat=False),
    Start: Rule(may_start, started),
    Reveal: Rule(may_reveal, revealed, is_done=is_revealed),
}
