"""Livingstone by its rulebook: each numbered vector, then each clause, option and refusal.

Seat 0 is the vectors' A, seat 1 their B, and so on. A deck has its top at the end.
"""

from collections import Counter

import pytest
from croupier_game.seeded import seeded_chance

from croupier_livingstone.cards import deck
from croupier_livingstone.rules import new_game, private_view, to_move
from croupier_livingstone.tests.positions import FIRST, Script, dealt, dice
from croupier_livingstone.types import Options, RoundStarted


def test_vector_01_set_up() -> None:
    state = dealt(Options(), 3, Script(2, 5, 0, 2, 0, 3, 3))
    assert (state.starter, state.turn, to_move(state)) == (2, 2, (2,))
    assert state.pool == (1, 1, 3, 4, 4, 6)
    assert (state.coins, state.chests, state.points) == ((3,) * 3, (0,) * 3, (0,) * 3)
    assert (state.hands, state.tents) == (((),) * 3, ((),) * 3)
    assert (sum(state.bag) + 1, sum(state.aside), len(state.deck)) == (60, 0, 27)
    assert (state.round, state.boat) == (1, 1)
    assert [side.tents for side in private_view(state, None).sides] == [11] * 3
    assert (state.discard, state.out_of_game, state.gems) == ((), (), ((0, 0, 0),) * 3)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_dice_per_player(seats: int) -> None:
    assert len(dealt(Options(), seats).pool) == 2 * seats


def test_bag_is_29_black_15_clear_10_blue_5_red_and_a_white_stone() -> None:
    assert dealt(Options(), 2).bag == (29, 15, 10, 5)


def test_the_27_cards() -> None:
    assert Counter(deck(Options())) == {
        "NO_COST_TENT": 3,
        "ANY_ROW_TENT": 3,
        "SCORED_ROW_TENT": 2,
        "TWO_DICE": 3,
        "MARKET": 3,
        "THREE_STONES": 3,
        "FOUR_COINS": 3,
        "VP2": 2,
        "VP3": 2,
        "VP4": 1,
        "BOAT_BACK": 1,
        "MINE_CRASH": 1,
    }


def test_cards_are_shuffled_and_dice_are_rolled_by_chance() -> None:
    chances = [seeded_chance(f"{seed:064x}", (), 1, "") for seed in range(2)]
    one, other = (new_game(FIRST, 5, chance)[0] for chance in chances)
    assert one.deck != other.deck
    assert one.pool != other.pool
    assert Counter(one.deck) == Counter(deck(FIRST))


def test_start_is_told() -> None:
    _, events = new_game(FIRST, 2, dice(5, 2, 2, 6))
    assert events == (RoundStarted(1, 0, 1, (2, 2, 5, 6)),)
