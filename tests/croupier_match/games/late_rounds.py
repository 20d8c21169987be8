"""Rounds in which a seat that is late bids by itself, and whose last round is a phase."""

from tests.croupier_match.games.rounds import *  # noqa: F403 - all of it is the same
from tests.croupier_match.games.rounds import MOST, Move, State

ID, NAME = "late-rounds", "Late rounds"
PHASE_MS = 60_000


def on_timeout(state: State, seat: int) -> Move:
    return Move(MOST)


def phase_ms(state: State) -> int | None:
    return PHASE_MS if state.rounds == 1 else None
