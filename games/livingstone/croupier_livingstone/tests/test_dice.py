"""Livingstone: dice and turns."""

from dataclasses import replace

import pytest
from croupier_game.errors import InvalidMove

from croupier_livingstone.rules import check, legal_moves, over, parse, public_view, to_move
from croupier_livingstone.tests.positions import (
    CHAIN_BROKEN,
    DIE_OWED,
    DIE_UNUSED,
    DONE,
    FIRST,
    NOT_HIGHER,
    TOO_FEW_DICE,
    after,
    dealt,
    dice,
    events_of,
    legal,
    position,
    refusal,
    turns,
)
from croupier_livingstone.types import TWO_DICE, CoinsTaken, DieTaken, Options, TurnEnded

# Dice and turns


def test_vector_02_die_is_taken_from_the_pool() -> None:
    state = after(position("113446"), "die 3")
    assert (state.pool, state.last[0], state.die) == ((1, 1, 4, 4, 6), 3, 3)


def test_vector_03_no_higher_die_and_so_skipped() -> None:
    state = position("113", seats=2, last=(3, 0))
    for die in (1, 3):
        assert not legal(state, f"die {die}")
    state = after(position("113", seats=2, turn=1, last=(3, 0), **DONE), "end")
    assert (state.turn, state.round) == (1, 1)


def test_vector_04_round_ends_with_a_die_left_over() -> None:
    state = turns(dealt(FIRST, 2, dice(2, 2, 5, 5)), (0, 2), (1, 5))
    assert state.pool == (2, 5)
    state = after(state, "die 5", "coins")
    assert (state.pool, state.round) == ((2,), 1)
    state, events = events_of(state, "end", dice(1, 2, 3, 4))
    assert [event.kind for event in events] == ["turn_ended", "round_scored", "round_started"]
    assert (state.round, state.pool) == (2, (1, 2, 3, 4))


def test_vector_05_one_player_takes_three_dice() -> None:
    state = dealt(FIRST, 3, dice(1, 2, 3, 3, 5, 6))
    state = turns(state, (0, 1), (1, 5), (2, 6), (0, 2), (0, 3))
    assert (state.round, state.boat, state.coins) == (2, 2, (3 + 6, 3 + 5, 3 + 6))


def test_vector_06_take_coins() -> None:
    state, events = events_of(position(die=4, coins=(3,)), "coins")
    assert (state.coins[0], state.die) == (7, 0)
    assert events == (CoinsTaken(0, 4),)


def test_turns_go_clockwise() -> None:
    state = dealt(Options(start_seat=2), 4, dice(1, 1, 1, 1, 2, 2, 2, 2))
    state = turns(state, (2, 1), (3, 1), (0, 1), (1, 1), (2, 2), (3, 2), (0, 2), (1, 2))
    assert state.round == 2


def test_skipped_player_is_out_for_the_round_and_in_the_next() -> None:
    state = dealt(FIRST, 3, dice(1, 2, 3, 4, 5, 6))
    state = turns(state, (0, 6), (1, 1), (2, 2), (1, 3), (2, 4), (1, 5))
    assert (state.round, state.last) == (2, (0, 0, 0))
    assert to_move(state) == (1,)


def test_e5_skipped_player_has_no_turn_and_no_free_action() -> None:
    state = position("4", last=(2, 5, 3), gems=((0, 0, 0), (2, 0, 0)), **DONE)
    assert to_move(after(state, "end")) == (2,)


@pytest.mark.parametrize("starter", range(3))
def test_next_round_is_begun_by_the_left_neighbour_of_who_began(starter: int) -> None:
    state = dealt(Options(start_seat=starter), 3)
    ended = turns(state, (starter, 1), ((starter + 1) % 3, 1), ((starter + 2) % 3, 1))
    assert (ended.starter, ended.turn) == ((starter + 1) % 3,) * 2
    assert (ended.round, ended.boat) == (2, 2)


def test_match_has_ten_rounds() -> None:
    state = dealt(FIRST, 2)
    for played in range(10):
        assert not over(state)
        assert (state.round, state.boat) == (played + 1, played + 1)
        state = turns(state, (state.turn, 1), (1 - state.turn, 1))
    assert over(state)
    assert to_move(state) == ()
    assert public_view(state).round == 10


def test_e2_taking_a_die_is_obligatory() -> None:
    state = position()
    assert parse("pass") not in legal_moves(state, 0)
    with pytest.raises(InvalidMove, match=r"^Nobody may pass in this match\.$"):
        check(state, 0, parse("pass"))
    assert not legal(state, "end")


def test_e4_free_actions_before_between_and_after() -> None:
    state = position(hands=("VP2 VP3 VP4",), gems=((1, 1, 1),), coins=(9,))
    state = after(state, "play VP2", "sell 1c", "donate 1", "die 4")
    state = after(state, "play VP3", "sell 1b", "donate 1", "coins")
    state = after(state, "play VP4", "sell 1r", "donate 1", "end")
    assert (state.points[0], state.coins[0], state.chests[0]) == (9, 9 + 9 + 4 - 3, 3)


def test_turn_is_told() -> None:
    state, events = events_of(position(), "die 4")
    assert events == (DieTaken(0, 4),)
    _, events = events_of(after(state, "coins"), "end")
    assert events == (TurnEnded(0),)


# TWO_DICE


def test_vector_21_two_dice() -> None:
    state = after(position("356", last=(2,), hands=("TWO_DICE",)), "play TWO_DICE")
    assert state.owed == 2
    for first in (3, 5):
        assert legal(state, f"die {first}")
    assert refusal(state, "die 6") == CHAIN_BROKEN
    for second in (5, 6):
        assert legal(after(state, "die 3", "coins"), f"die {second}")
    assert refusal(after(state, "die 5", "coins"), "die 3") == NOT_HIGHER


def test_vector_21_two_cards() -> None:
    state = position("356", last=(2,), hands=("TWO_DICE TWO_DICE",))
    state = after(state, "play TWO_DICE", "play TWO_DICE")
    assert state.owed == 3
    for first in (5, 6):
        assert refusal(state, f"die {first}") == CHAIN_BROKEN
    state = after(state, "die 3", "coins")
    assert not legal(state, "die 6")
    state = after(state, "die 5", "dig", "die 6", "coins")
    assert (state.pool, state.owed, state.coins[0]) == ((), 0, 3 + 3 + 6)
    assert legal(state, "end")


def test_vector_21_equal_dice_are_no_chain() -> None:
    state = position("66", last=(2,), hands=("TWO_DICE",))
    assert refusal(state, "play TWO_DICE") == TOO_FEW_DICE


def test_third_die_needs_a_third_value() -> None:
    state = after(position("3566", hands=("TWO_DICE " * 3,)), "play TWO_DICE", "play TWO_DICE")
    assert refusal(state, "play TWO_DICE") == TOO_FEW_DICE


def test_two_dice_after_the_first_die() -> None:
    state = position("36", last=(5,), hands=("TWO_DICE TWO_DICE",), **DONE)
    state = after(state, "play TWO_DICE")
    assert state.owed == 1
    assert refusal(state, "play TWO_DICE") == TOO_FEW_DICE
    assert refusal(state, "end") == DIE_OWED
    assert after(state, "die 6", "coins").coins[0] == 9
    none = replace(state, hands=((TWO_DICE,), (), ()), pool=(3, 5), owed=0)
    assert refusal(none, "play TWO_DICE") == TOO_FEW_DICE


def test_two_dice_while_a_die_is_in_hand() -> None:
    state = after(position("46", die=3, hands=("TWO_DICE",)), "play TWO_DICE")
    assert refusal(state, "die 4") == DIE_UNUSED
    assert after(state, "coins", "die 4").die == 4


def test_further_die_exceeds_the_last_and_not_the_first_one() -> None:
    state = turns(dealt(FIRST, 2, dice(1, 3, 2, 6)), (0, 3), (1, 1))
    assert refusal(state, "die 2") == NOT_HIGHER
    state = position("46", last=(2, 9, 9), hands=("TWO_DICE",))
    state = after(state, "play TWO_DICE", "die 4", "coins", "die 6", "coins", "end")
    assert state.round == 2
