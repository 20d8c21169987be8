"""Rounds in which a bid of the most draws a lot, which nobody sees."""

from croupier_game import Chance

from tests.croupier_match.games import rounds
from tests.croupier_match.games.rounds import MAX_SEATS as MAX_SEATS
from tests.croupier_match.games.rounds import MIN_SEATS as MIN_SEATS
from tests.croupier_match.games.rounds import MOST
from tests.croupier_match.games.rounds import VERSION as VERSION
from tests.croupier_match.games.rounds import Event as Event
from tests.croupier_match.games.rounds import Move as Move
from tests.croupier_match.games.rounds import Options as Options
from tests.croupier_match.games.rounds import PrivateView as PrivateView
from tests.croupier_match.games.rounds import PublicView as PublicView
from tests.croupier_match.games.rounds import State as State
from tests.croupier_match.games.rounds import check_options as check_options
from tests.croupier_match.games.rounds import decision_view as decision_view
from tests.croupier_match.games.rounds import event_view as event_view
from tests.croupier_match.games.rounds import legal_moves as legal_moves
from tests.croupier_match.games.rounds import move_view as move_view
from tests.croupier_match.games.rounds import new_game as new_game
from tests.croupier_match.games.rounds import private_view as private_view
from tests.croupier_match.games.rounds import public_view as public_view
from tests.croupier_match.games.rounds import scores as scores
from tests.croupier_match.games.rounds import to_move as to_move

ID, NAME = "lucky", "Lucky"


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    if move.count == MOST:
        chance.below(6)
    return rounds.apply(state, seat, move, chance)
