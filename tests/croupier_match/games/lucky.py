"""Rounds in which a bid of the most draws a lot, which nobody sees."""

from croupier_game import Chance

from tests.croupier_match.games import rounds
from tests.croupier_match.games.rounds import *  # noqa: F403 - it is that game
from tests.croupier_match.games.rounds import MOST, Event, Move, State

ID, NAME = "lucky", "Lucky"


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    if move.count == MOST:
        chance.below(6)
    return rounds.apply(state, seat, move, chance)
