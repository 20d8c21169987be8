"""My Game by its rulebook: each clause, and each refusal."""

import pytest
from engine.domain.chance import seeded_chance
from engine.games.errors import IllegalMove, InvalidMove, InvalidOptions
from engine.games.my_game.rules import (
    PILES,
    Move,
    Options,
    State,
    apply,
    check,
    check_options,
    new_game,
    over,
    ranking,
    to_move,
)

LUCK = seeded_chance("00" * 32, (), 1, "")
HEAP, OWN = Move(own=False, count=1), Move(own=True, count=1)


def position(heap: int, *piles: int) -> State:
    """Seat 0 is to move."""
    return State(Options(heap), heap, piles, (), (0,) * len(piles))


def test_each_player_is_dealt_another_pile() -> None:
    state, _ = new_game(Options(), 4, LUCK)
    assert sorted((*state.piles, *state.aside)) == [*PILES]
    assert (len(state.piles), to_move(state)) == (4, (0,))


@pytest.mark.parametrize("heap", [0, 31])
def test_the_heap_is_1_to_30(heap: int) -> None:
    with pytest.raises(InvalidOptions):
        check_options(Options(heap), 2)


@pytest.mark.parametrize("count", [0, 4])
def test_one_to_three_are_taken(count: int) -> None:
    with pytest.raises(InvalidMove):
        check(position(9, 6, 6), 0, Move(own=True, count=count))


def test_no_more_is_taken_than_there_is() -> None:
    check(position(9, 2, 1), 0, Move(own=True, count=2))
    with pytest.raises(IllegalMove):
        check(position(9, 2, 1), 0, Move(own=True, count=3))


def test_a_player_who_has_nothing_to_take_from_is_skipped() -> None:
    state, _ = apply(position(1, 2, 0, 1), 0, HEAP, LUCK)
    assert to_move(state) == (2,)


def test_the_player_who_takes_the_last_bean_of_all_wins() -> None:
    state, _ = apply(position(0, 0, 1, 0), 1, OWN, LUCK)
    assert (over(state), to_move(state)) == (True, ())
    assert ranking(state) == ((1,), (0, 2))
