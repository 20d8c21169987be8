"""Moves that the server makes, at random: for a seat that has resigned, or whose time is over."""

from typing import Any

from croupier_game.chance import Chance
from croupier_game.seeded import ChanceSource

from croupier_match.games import Game
from croupier_match.match import AnyMatch, Status


def is_forced(match: AnyMatch, seat: int) -> bool:
    """Whether the server moves for this seat, at random: it has resigned, or its time is over."""
    return match.seats[seat].resigned or seat == match.late


def forced_seat(game: Game, match: AnyMatch) -> int | None:
    """The seat that is to move, and for which the server must now; None if there is none."""
    if match.status != Status.ACTIVE:
        return None
    for seat in game.rules.to_move(match.state, len(match.seats)):
        if is_forced(match, seat):
            return seat
    return None


def forced_move(game: Game, match: AnyMatch, seat: int, source: ChanceSource) -> Any:
    """The random move of the seat: the first thing that its entry draws."""
    return drawn(game, match, seat, step_chance(match, match.version + 1, source))


def step_chance(match: AnyMatch, version: int, source: ChanceSource) -> Chance:
    """The chance of the entry of a version."""
    entropy = [seat.entropy for seat in match.seats]
    return source(match.seed, entropy, version - match.dealt_at, match.id)


def drawn(game: Game, match: AnyMatch, seat: int, chance: Chance) -> Any:
    """The move that chance makes for a seat."""
    legal = game.rules.legal_moves(match.state, seat)
    return legal[chance.below(len(legal))]
