"""Taking back: what a seat may ask for, which seats must agree, and what is restored.

Everything follows from the log, so that a verifier can check it (docs/fairness.md). What is taken
back are moves of at most one turn, of which the first is the asker's own, and none of which has
told anybody what was hidden: see croupier_match.undo.trial. Of what several seats choose at the
same time, a seat takes back only its own: see `without`.
"""

from collections.abc import Container, Sequence
from dataclasses import field
from itertools import pairwise
from typing import Any, TypeAlias

from croupier_game.chance import Chance
from croupier_game.errors import IllegalMove, InvalidMove, RulesError
from croupier_game.records import dataclass
from croupier_game.seeded import ChanceSource

from croupier_match import clock, decisions
from croupier_match.entries import Agreed, Asked, Entry, Moved, Refused
from croupier_match.forced import is_forced, step_chance
from croupier_match.games import Game
from croupier_match.match import AnyMatch, Restored, Undo, UndoRequest
from croupier_match.refusals import Conflict, NotYourTurn, UndoRefused
from croupier_match.undo import trial
from croupier_match.undo.trial import Steps

Version: TypeAlias = tuple[AnyMatch, Entry]
"""A match, and the entry of its log that made this version of it."""

MOST_ASKED = 3
"""How often a seat may ask until another seat has moved, which bounds the requests in a log."""
MOST_VERSIONS = 200
"""How far back a turn may begin: what is further back is not even read."""
LEAST_MS = 5_000
"""The least time that the seat which is to move again must have left: an agreement never makes the
asker lose by a deadline that is near."""
ONE_TURN = "Only your last turn can be taken back, with what followed it."
SEEN = "What was hidden has been seen since."
QUIET = (Asked, Agreed, Refused)
"""The entries that leave the table as it is."""


@dataclass(frozen=True, slots=True)
class Tried:
    """That a seat can go back to version `to` of a match, as `tried` has found.

    `needs` are the seats that have to agree. `kept` are the versions of moves that stay: see
    `kept`. It holds as long as the version of the match.
    """

    match_id: str
    version: int
    seat: int
    to: int
    needs: tuple[int, ...]
    restored: Restored[Any] = field(repr=False)  # secret
    kept: tuple[int, ...] = ()


def check_request(match: AnyMatch, seat: int, to: int) -> None:
    """Raise a refusal if the seat can never ask to go back to `to`."""
    undo = _mode(match)
    if undo.request:
        raise Conflict("Another request is open: it can be refused first.")
    if match.seats[seat].resigned:
        raise Conflict("You have resigned.")
    if undo.asks.count(seat) >= MOST_ASKED:
        raise Conflict(f"You have asked {MOST_ASKED} times since another player has moved.")
    if to > 0 and match.version - to > MOST_VERSIONS:
        raise UndoRefused(ONE_TURN)


def check_version(match: AnyMatch, to: int) -> None:
    """Raise InvalidMove unless `to` is an earlier version."""
    if not 0 < to < match.version:
        raise InvalidMove(f"toVersion must be an earlier version than {match.version}.")


def is_asked(match: AnyMatch, seat: int) -> bool:
    """Whether an open request waits for the seat, or has had its answer."""
    request = match.undo.request if match.undo else None
    return request is not None and request.seat != seat


def tried(game: Game, since: Sequence[Version], seat: int, source: ChanceSource) -> Steps[Tried]:
    """What a seat can take back of these versions, which end with the current one.

    Raise a refusal if it cannot. The first of them is the one to return to. What was asked was
    possible then, and nothing has changed since: an answer takes no trial.
    """
    match, to = since[-1][0], since[0][0].version
    if is_asked(match, seat):
        return Tried(match.id, match.version, seat, to, (), restored(since))
    check_turn(since, seat)
    if found := without(game, since, seat, source):
        # What others have chosen meanwhile is not asked: a refusal would tell of it.
        yield from check_moves(game, since, source, (seat,))
        return Tried(match.id, match.version, seat, to, (), found, kept(since, seat))
    yield from check_moves(game, since, source)
    must = needs(game, since, seat)
    return Tried(match.id, match.version, seat, to, must, restored(since))


def check_turn(since: Sequence[Version], seat: int) -> None:
    """Raise a refusal unless what came after the first of these versions is the seat's to take
    back, by what everybody knows of it."""
    (start, _), taken = since[0], since[1:]
    if start.state is None:
        raise InvalidMove("toVersion must be a version after the start.")
    first = taken[0][1]
    if not isinstance(first, Moved) or first.seat != seat:
        raise NotYourTurn(f"The move after version {start.version} is not your own.")
    if any(not isinstance(entry, (Moved, *QUIET)) for _, entry in taken):
        raise UndoRefused("Only moves can be taken back, and each of them once.")
    if not _is_one_turn([entry.seat for entry in _moves(since)]):
        raise UndoRefused(ONE_TURN)
    if start.clock and restored(since).left_ms[seat] < LEAST_MS:
        raise UndoRefused(f"You would have less than {LEAST_MS // 1000} s left.")


def check_moves(
    game: Game, since: Sequence[Version], source: ChanceSource, seats: Container[int] | None = None
) -> Steps[None]:
    """Raise UndoRefused unless the moves of these seats, by default of all, have left all that was
    hidden, and luck, as they were. It takes some 10 to 200 ms."""
    for (before, _), (_, entry) in pairwise(since):
        if isinstance(entry, Moved) and (seats is None or entry.seat in seats):
            yield from _check_move(game, before, entry, source)


def needs(game: Game, since: Sequence[Version], seat: int) -> tuple[int, ...]:
    """The seats that must agree: all others, unless none of these has moved since, nor has thought
    on its own time."""
    match = since[-1][0]
    movers = {entry.seat for entry in _moves(since)}
    own_turn = seat in game.rules.to_move(match.state)
    if movers == {seat} and (own_turn or not match.clock):
        return ()
    others = enumerate(match.seats)
    return tuple(index for index, place in others if index != seat and not place.resigned)


def restored(since: Sequence[Version]) -> Restored[Any]:
    """What is brought back: the first of these versions, with the time that is left of it.

    The clock of the seat that moved then goes on where its move has stopped it.
    """
    match, first = since[0][0], since[1][1]
    spent = clock.ms(first.time) - clock.ms(match.update_time)
    if match.phase_left_ms is not None:
        phase_ms = match.phase_left_ms - spent
        return Restored(match.state, match.left_ms, match.dealt_at, phase_ms)
    left = (rest - spent * (seat == first.seat) for seat, rest in enumerate(match.left_ms))
    return Restored(match.state, tuple(left), match.dealt_at)


def kept(since: Sequence[Version], seat: int) -> tuple[int, ...]:
    """The versions in which other seats than this one have moved since."""
    return tuple(entry.version for entry in _moves(since) if entry.seat != seat)


def without(
    game: Game, since: Sequence[Version], seat: int, source: ChanceSource
) -> Restored[Any] | None:
    """What is brought back if only the seat's own choice of an open phase is taken back, and what
    others have chosen beside it is kept; None if it is no such choice, or made a difference.

    The others' moves are made again, as if the seat had not chosen. It has made no difference if
    each of them is decided by the same and tells everybody the same as it did, and if who is still
    to move decides by the same: then nobody has to agree. They draw what they have drawn.
    """
    (start, _), match = since[0], since[-1][0]
    state, drew, stay = start.state, False, 0
    for (before, _), (after, entry) in pairwise(since):
        if not isinstance(entry, Moved) or entry.seat == seat:
            continue
        if is_forced(before, entry.seat) or not _alike(game, before, state, [entry.seat]):
            return None
        chance = trial.Counted(step_chance(before, entry.version, source))
        try:
            state = _made_again(game, state, entry, chance, after)
        except RulesError:
            return None
        drew, stay = drew or chance.draws > 0, stay + 1
    due = game.rules.to_move(match.state, len(match.seats))
    others = [each for each in due if each != seat]
    if not (stay or others) or not _alike(game, match, state, others):
        return None
    if seat not in game.rules.to_move(state, len(match.seats)):
        return None
    own = restored(since)
    left = (own.left_ms[each] if each == seat else rest for each, rest in enumerate(match.left_ms))
    # Nobody gets luck that another has had: after a move that drew, steps go on as they were.
    taken = len(_moves(since)) if drew else stay
    return Restored(state, tuple(left), start.dealt_at - taken, own.phase_left_ms)


def open_request(match: AnyMatch) -> UndoRequest:
    """The open request. Raise Conflict or UndoRefused if there is none."""
    request = _mode(match).request
    if request is None:
        raise Conflict("Nobody has asked to take anything back.")
    return request


def check_answer(match: AnyMatch, seat: int, to: int) -> bool:
    """Whether the seat is the last that had to agree to the open request for `to`. Raise Conflict
    if it is not asked."""
    request = open_request(match)
    if (request.to, seat in request.needs) != (to, True):
        raise Conflict("Another request is open, or you have answered it.")
    return request.needs == (seat,)


def check_refusal(match: AnyMatch, seat: int) -> None:
    """Raise Conflict unless the seat can refuse the open request, or withdraw its own."""
    request = open_request(match)
    if seat not in (request.seat, *request.needs, *request.agreed):
        raise Conflict("This request does not concern you.")


def _moves(since: Sequence[Version]) -> Sequence[Moved[Any]]:
    """The moves that led to these versions, without that of the first."""
    return [entry for _, entry in since[1:] if isinstance(entry, Moved)]


def _alike(game: Game, match: AnyMatch, state: Any, seats: list[int]) -> bool:
    """Whether these seats, which are to move in the match, are so in the state, by the same."""
    still = game.rules.to_move(state, len(match.seats))
    if not all(seat in still for seat in seats):
        return False
    return decisions.undisturbed(game.rules, match.state, state, seats) == seats


def _made_again(game: Game, state: Any, entry: Moved[Any], chance: Chance, made: AnyMatch) -> Any:
    """The state after a move that led to the match `made`, from a state in which another seat had
    not chosen. Raise RulesError if it cannot be made there, or tells anybody something else."""
    rules = game.rules
    rules.check(state, entry.seat, entry.move)
    after, events = rules.apply(state, entry.seat, entry.move, chance)
    for viewer in (*range(len(made.seats)), None):
        told = [rules.event_view(each, viewer) for each in made.events]
        if rules.over(after) or told != [rules.event_view(each, viewer) for each in events]:
            raise IllegalMove("It tells something else.")
    return after


def _mode(match: AnyMatch) -> Undo:
    if match.undo is None:
        raise UndoRefused("In this match, nothing is taken back.")
    return match.undo


def _is_one_turn(movers: Sequence[int]) -> bool:
    """Whether the first of them does not move again after another one has."""
    own = movers[0]
    others = next((place for place, seat in enumerate(movers) if seat != own), len(movers))
    return own not in movers[others:]


def _check_move(
    game: Game, before: AnyMatch, entry: Moved[Any], source: ChanceSource
) -> Steps[None]:
    """Raise UndoRefused if the move was the server's, has drawn from chance, or has told a player
    what was hidden."""
    if is_forced(before, entry.seat):
        raise UndoRefused("The server has made a move since.")
    counted = trial.Counted(step_chance(before, entry.version, source))
    what = trial.told(game.rules, before.state, entry, counted)
    if counted.draws:
        raise UndoRefused("Chance was asked since, and luck cannot be tried again.")
    if (yield from trial.tells(game, before, entry, what)):
        raise UndoRefused(SEEN)
