"""My Game by its rules: each clause, and each refusal."""

from typing import Any

import pytest
from croupier_game import IllegalMove, InvalidMove, InvalidOptions

import croupier_my_game as rules
from croupier_my_game import Move, Options, State


class InOrder:
    """Luck that leaves cards as they lie."""

    def shuffle(self, items: Any) -> Any:
        return tuple(items)

    def below(self, bound: int) -> int:
        return 0


LUCK = InOrder()


def position(*hands: tuple[int, ...], deck: tuple[int, ...] = ()) -> State:
    """Seat 0 begins a round."""
    return State(Options(), deck, hands, ((),) * len(hands))


def played(state: State, *cards: int) -> State:
    for card in cards:
        state, _ = rules.apply(state, state.turn, Move(card), LUCK)
    return state


def test_each_player_is_dealt_three_cards() -> None:
    state, events = rules.new_game(Options(), 2, LUCK)
    assert state.hands == ((1, 3, 5), (2, 4, 6))
    assert len(events) == 6


def test_the_highest_takes_the_round_and_begins_the_next() -> None:
    state = played(position((1, 2), (8, 9)), 2, 8)
    assert state.taken == ((), (2, 8))
    assert rules.to_move(state) == (1,)


def test_everybody_draws_after_a_round_if_all_can() -> None:
    drawn = played(position((1,), (8,), deck=(3, 4, 5)), 1, 8)
    assert (drawn.hands, drawn.deck) == (((3,), (4,)), (5,))
    assert played(drawn, 4, 3).hands == ((), ())


def test_it_is_over_when_all_cards_are_played() -> None:
    state = played(position((1,), (8,)), 1, 8)
    assert rules.to_move(state) == ()
    assert rules.scores(state) == (0, 2)


@pytest.mark.parametrize("cards", [11, 31])
def test_there_are_12_to_30_cards(cards: int) -> None:
    with pytest.raises(InvalidOptions):
        rules.check_options(Options(cards), 2)


def test_only_a_card_of_the_own_hand_can_be_played() -> None:
    with pytest.raises(IllegalMove):
        rules.check(position((1,), (8,)), 0, Move(8))
    with pytest.raises(InvalidMove):
        rules.check(position((1,), (8,)), 0, Move(21))
