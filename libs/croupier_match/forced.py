"""Moves that the server makes, for a seat that has resigned, or whose time is over."""

import sys
from typing import Any, NamedTuple

from croupier_game.chance import Chance
from croupier_game.seeded import ChanceSource

from croupier_match.entries import Aborted, Entry, Moved
from croupier_match.games import Game
from croupier_match.match import CREATOR, AnyMatch, OnTimeout, Status


class Limits(NamedTuple):
    """What a server allows, which is no rule of a match.

    A match that has `most_versions`, and goes on, is aborted. So many moves as `most_forced` may
    follow one entry, while all other matches wait.
    """

    most_versions: int = sys.maxsize
    most_forced: int = sys.maxsize


NONE = Limits()


def is_forced(match: AnyMatch, seat: int) -> bool:
    """Whether the server moves for this seat: it has resigned, or its time is over."""
    return match.seats[seat].resigned or seat in match.late


def is_drawn(match: AnyMatch, seat: int) -> bool:
    """Whether chance makes the server's move for this seat: not where the rules say what a seat
    does that is late."""
    by_rules = match.clock and (
        match.clock.on_timeout == OnTimeout.RULES or match.phase_left_ms is not None
    )
    return match.seats[seat].resigned or (seat in match.late and not by_rules)


def forced_seat(game: Game, match: AnyMatch) -> int | None:
    """The seat that is to move, and for which the server must now; None if there is none."""
    if match.status != Status.ACTIVE:
        return None
    for seat in game.rules.to_move(match.state, len(match.seats)):
        if is_forced(match, seat):
            return seat
    return None


def forced_move(game: Game, match: AnyMatch, seat: int, source: ChanceSource) -> Any:
    """The server's move for the seat: if it is a random one, it is what its entry draws first."""
    if not is_drawn(match, seat):
        return game.rules.on_timeout(match.state, seat)
    return drawn(game, match, seat, step_chance(match, match.version + 1, source))


def step_chance(match: AnyMatch, version: int, source: ChanceSource) -> Chance:
    """The chance of the entry of a version."""
    entropy = [seat.entropy for seat in match.seats]
    return source(match.seed, entropy, version - match.dealt_at, match.chance_id)


def drawn(game: Game, match: AnyMatch, seat: int, chance: Chance) -> Any:
    """The move that chance makes for a seat."""
    legal = game.rules.legal_moves(match.state, seat)
    return legal[chance.below(len(legal))]


def own_entry(game: Game, match: AnyMatch, source: ChanceSource, limits: Limits) -> Entry | None:
    """The next entry if it is the server's: a move, or the end of a match too long.

    It takes no time, so it has that of the entry before.
    """
    # The moves of overdue seats must follow at once, whatever the length.
    if match.version < limits.most_versions or match.late:
        seat = forced_seat(game, match)
        if seat is None:
            return None
        move = forced_move(game, match, seat, source)
        return Moved(match.version + 1, seat, match.update_time, move)
    if match.ended:
        return None
    most = limits.most_versions
    note = f"The match has reached {most} versions, the most that this server allows."
    return Aborted(match.version + 1, CREATOR, match.update_time, note=note)
