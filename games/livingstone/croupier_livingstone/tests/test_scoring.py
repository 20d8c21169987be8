"""Livingstone: the scoring."""

from dataclasses import replace
from typing import Any

import pytest

from croupier_livingstone.rules import (
    eliminated,
    public_view,
    ranking,
    rematch_options,
    scores,
    to_move,
)
from croupier_livingstone.tests.positions import (
    FIRST,
    LAST,
    PASSING,
    after,
    at_the_end,
    dice,
    events_of,
    position,
)
from croupier_livingstone.types import Final, MatchScored, RoundScored


def test_vector_24_row_majorities() -> None:
    ended = at_the_end(
        tents=(
            "a1 b1 c1 a3 b3 a5 a6",
            "d1 e1 c3 d3 b5 b6",
            "e3 c5 c6 a2 b2 c2 d2",
        )
    )
    assert ended.final is not None
    assert ended.final.rows == (12 + 4 + 1, 4 + 1, 1 + 10)
    assert ended.points == ended.final.rows


def test_vector_25_who_gave_least_is_out() -> None:
    chests = (7, 4, 4, 9)
    ended = at_the_end(seats=4, chests=chests, points=(10, 99, 50, 8))
    assert eliminated(ended) == (1, 2)
    assert ranking(ended) == ((0,), (3,), (1, 2))


def test_vector_26_tie_goes_to_the_higher_donation() -> None:
    ended = at_the_end(seats=4, chests=(7, 4, 4, 9), points=(50, 99, 50, 50))
    assert ranking(ended) == ((3,), (0,), (1, 2))


def test_vector_26_donation_comes_before_tents() -> None:
    options = replace(FIRST, row_bonus=(0,) * 6)
    ended = at_the_end(options=options, chests=(7, 4, 9), points=(50, 0, 50), tents=("a1 a2",))
    assert ranking(ended) == ((2,), (0,), (1,))


def test_vector_26_then_to_more_tents() -> None:
    rows = " ".join(["a1"] * 8)
    more = " ".join(["a1"] * 10)
    options = replace(FIRST, row_bonus=(0,) * 6)
    ended = at_the_end(
        seats=4, options=options, chests=(9, 4, 4, 9), points=(50, 0, 0, 50),
        tents=(rows, "", "", more),
    )  # fmt: skip
    assert ranking(ended) == ((3,), (0,), (1, 2))


def test_tie_in_everything_is_shared() -> None:
    ended = at_the_end(seats=4, chests=(9, 4, 9, 9), points=(50, 0, 50, 30))
    assert ranking(ended) == ((0, 2), (3,), (1,))


@pytest.mark.parametrize(
    ("chests", "out", "ranks"),
    [
        ((13, 15), (0,), ((1,), (0,))),
        ((14, 14), (), ((0,), (1,))),
        ((10, 12), (0, 1), ((0, 1),)),
        ((14, 13), (1,), ((0,), (1,))),
    ],
)
def test_vector_27_two_players_and_four_dice(chests: Any, out: Any, ranks: Any) -> None:
    ended = at_the_end(dice(3, 5, 2, 4), seats=2, chests=chests, points=(99, 1))
    assert ended.final is not None
    assert sorted(ended.final.dice) == [2, 3, 4, 5]
    assert eliminated(ended) == out
    assert ranking(ended) == ranks


def test_vector_27_least_and_most_of_four_dice() -> None:
    assert eliminated(at_the_end(dice(1, 1, 1, 1), seats=2, chests=(4, 3))) == (1,)
    assert eliminated(at_the_end(dice(6, 6, 6, 6), seats=2, chests=(23, 24))) == (0,)


def test_four_dice_are_not_for_more_than_two_players() -> None:
    ended = at_the_end(dice(6, 6, 6, 6), chests=(2, 1, 3))
    assert ended.final is not None
    assert (ended.final.dice, eliminated(ended)) == ((), (1,))


def test_vector_30_gems_and_cards_in_hand() -> None:
    ended = at_the_end(gems=((1, 1, 1),), hands=("VP2 VP4 FOUR_COINS MARKET",))
    assert ended.final is not None
    assert (ended.final.gems, ended.final.cards) == ((3, 0, 0), (6, 0, 0))
    assert ended.points == (9, 0, 0)
    assert ended.coins == (3, 3, 3)


@pytest.mark.parametrize("given", [0, 5])
def test_e10_all_out_and_nobody_has_won(given: int) -> None:
    ended = at_the_end(chests=(given,) * 3, points=(9, 8, 7))
    assert eliminated(ended) == (0, 1, 2)
    assert ranking(ended) == ((0, 1, 2),)
    assert scores(ended) == (9, 8, 7)


def test_e13_the_eliminated_count_for_row_majorities() -> None:
    ended = at_the_end(chests=(0, 1, 1), tents=("a1 b1", "c1", "d6"))
    assert ended.final is not None
    assert ended.final.rows == (12, 0, 2)
    assert eliminated(ended) == (0,)


def test_e14_last_donation_is_in_the_own_last_turn() -> None:
    state = position(**LAST, coins=(3,), chests=(0, 1, 2))
    assert eliminated(after(state, "end")) == (0,)
    assert eliminated(after(state, "donate 2", "end")) == (1,)
    assert to_move(after(state, "end")) == ()


def test_last_column_is_scored_before_the_end() -> None:
    state, events = events_of(position(**LAST, tents=("j3",), chests=(1,)), "end")
    assert [event.kind for event in events] == ["turn_ended", "round_scored", "match_scored"]
    assert events[1] == RoundScored(10, (3, 0, 0))
    assert events[2] == MatchScored(Final((8, 0, 0), (0, 0, 0), (0, 0, 0), (), (1, 2)))
    assert state.points == (3 + 8, 0, 0)


def test_while_the_match_goes_on_nobody_is_out_and_chests_do_not_count() -> None:
    state = position(points=(4, 9, 4), chests=(1, 0, 8), tents=("a1",))
    assert eliminated(state) == ()
    assert ranking(state) == ((1,), (0, 2))


def test_nothing_is_left_to_take_at_the_end() -> None:
    """Also where the last turn was a pass."""
    for state in (
        at_the_end(),
        after(position(boat=10, passed=(0, 1, 1), options=PASSING), "pass"),
    ):
        shown = public_view(state)
        assert (shown.pool, shown.die, shown.dice_to_take) == ((), 0, 0)


def test_rematch_is_the_same_again() -> None:
    ended = at_the_end(options=PASSING)
    for keep in (False, True):
        assert rematch_options(ended, keep_score=keep) == PASSING
