"""Livingstone: tents."""

from collections import Counter
from dataclasses import replace

import pytest

from croupier_livingstone.rules import check, legal_moves, private_view, scores
from croupier_livingstone.tests.positions import (
    DONE,
    NO_TENT_LEFT,
    NOT_SCORED,
    NOTHING_LEFT,
    OWN_FIELD,
    TOO_DEAR,
    after,
    at_the_end,
    events_of,
    legal,
    position,
    refusal,
    scored,
    turns,
)
from croupier_livingstone.types import (
    ANY_ROW_TENT,
    BOAT_BACK,
    NO_COST_TENT,
    SCORED_ROW_TENT,
    RoundScored,
    RoundStarted,
    TentPlaced,
)

# Tents


def test_vector_10_tent_costs_the_price_of_the_river() -> None:
    state, events = events_of(position(boat=4, die=4, coins=(3,)), "tent 4")
    assert (state.coins[0], state.points[0], state.tents[0]) == (0, 0, ("d4",))
    assert events == (TentPlaced(0, "d4", 3, (), ""),)
    assert scored(state) == (4, 0, 0)


def test_vector_11_and_a_coin_for_every_tent_on_the_field() -> None:
    """Also E3: own tents count."""
    state = position(boat=4, die=6, coins=(5,), tents=("d6 d5", "d6 c6"))
    assert after(state, "tent 6").coins[0] == 0


def test_vector_12_coins_must_suffice_and_gems_may_be_sold_first() -> None:
    state = position(boat=4, die=6, coins=(4,), tents=("d6", "d6"), gems=((0, 1, 0),))
    assert refusal(state, "tent 6") == TOO_DEAR
    assert after(state, "sell 1b", "tent 6").coins[0] == 2


def test_vector_13_no_cost_tent_pays_the_surcharge() -> None:
    state = position(boat=9, die=5, coins=(1,), tents=("", "i5"), hands=("NO_COST_TENT",))
    placed, events = events_of(state, "tent 5 free")
    assert (placed.coins[0], placed.hands[0], placed.discard) == (0, (), (NO_COST_TENT,))
    assert events == (TentPlaced(0, "i5", 1, (NO_COST_TENT,), ""),)
    assert not legal(replace(state, coins=(0, 3, 3)), "tent 5 free")


def test_vector_14_any_row_tent() -> None:
    state = position(boat=6, die=1, coins=(4,), hands=("ANY_ROW_TENT",))
    placed = after(state, "tent 6 any")
    assert (placed.coins[0], placed.tents[0], placed.discard) == (0, ("f6",), (ANY_ROW_TENT,))
    assert scored(placed) == (6, 0, 0)


def test_vector_15_both_cards_for_one_tent() -> None:
    hand = "NO_COST_TENT ANY_ROW_TENT VP2"
    state = position(boat=6, die=1, coins=(3,), tents=("f6", "f6", "f6"), hands=(hand,))
    placed, events = events_of(state, "tent 6 free any")
    assert (placed.coins[0], placed.hands[0]) == (0, ("VP2",))
    assert events == (TentPlaced(0, "f6", 3, (NO_COST_TENT, ANY_ROW_TENT), ""),)
    assert scored(placed) == (12, 6, 6)


def test_any_row_may_be_the_row_of_the_die() -> None:
    state = position(boat=1, die=3, hands=("ANY_ROW_TENT",))
    assert after(state, "tent 3 any").hands[0] == ()


@pytest.mark.parametrize("row", range(1, 7))
def test_any_row_tent_goes_to_every_row(row: int) -> None:
    state = after(position(die=3, hands=("ANY_ROW_TENT",)), f"tent {row} any")
    assert state.tents[0] == (f"a{row}",)


def test_vector_16_scored_row_tent() -> None:
    """Also E6: it goes to the boat's column."""
    state = position(boat=4, tents=("a2",), scored_rows=((2,),), hands=("SCORED_ROW_TENT",))
    placed, events = events_of(state, "play SCORED_ROW_TENT 2")
    assert (placed.coins[0], placed.tents[0], placed.owed) == (3, ("a2", "d2"), 1)
    assert (placed.hands[0], placed.discard) == ((), (SCORED_ROW_TENT,))
    assert events == (TentPlaced(0, "d2", 0, (SCORED_ROW_TENT,), ""),)
    assert scored(placed) == (0, 0, 0)


def test_vector_16_it_counts_for_the_row() -> None:
    ended = at_the_end(tents=("a2 j2", "a2"), unscored=("j2",))
    assert ended.final is not None
    assert ended.final.rows == (10, 0, 0)
    assert ended.points == (10, 0, 0)


def test_vector_17_not_to_a_row_never_scored() -> None:
    state = position(boat=4, tents=("d5",), scored_rows=((2,),), hands=("SCORED_ROW_TENT",))
    assert refusal(state, "play SCORED_ROW_TENT 5") == NOT_SCORED


def test_scored_row_tent_pays_the_surcharge_and_not_the_river() -> None:
    state = position(
        boat=10, tents=("j2", "j2"), coins=(2,), scored_rows=((2,),), hands=("SCORED_ROW_TENT",)
    )
    assert after(state, "play SCORED_ROW_TENT 2").coins[0] == 0
    assert refusal(replace(state, coins=(1, 3, 3)), "play SCORED_ROW_TENT 2") == TOO_DEAR


def test_scored_row_tent_leaves_other_tents_of_the_field_scoring() -> None:
    state = position(boat=4, tents=("d2 d2",), scored_rows=((2,),), hands=("SCORED_ROW_TENT",))
    assert scored(after(state, "play SCORED_ROW_TENT 2")) == (4, 0, 0)


def test_e8_tents_score_at_the_end_of_the_round_only() -> None:
    state = after(position("35", seats=2, die=2, coins=(9,)), "tent 2", "end")
    assert scores(state) == (0, 0)
    state = turns(state, (1, 5), (0, 3))
    assert scores(state) == (2, 0)


def test_vector_31_every_tent_of_the_column_scores() -> None:
    state = position(boat=3, tents=("c1 c4 c4 b6 d6", "c6"))
    assert scored(state) == (9, 6, 0)


def test_round_scoring_is_told_and_remembered() -> None:
    state = position(boat=3, pool="", tents=("c1 c4 c4", "c6"), points=(5,), **DONE)
    ended, events = events_of(state, "end")
    assert events[1] == RoundScored(3, (9, 6, 0))
    assert (ended.points, ended.scored_rows) == ((14, 6, 0), ((1, 4), (6,), ()))
    assert events[2] == RoundStarted(2, 1, 4, (1,) * 6)


def test_tents_of_other_columns_have_not_scored() -> None:
    ended = after(position(boat=3, pool="", tents=("c1 b2 d3",), **DONE), "end")
    assert ended.scored_rows[0] == (1,)


def test_marked_tent_has_not_scored_in_its_row() -> None:
    ended = after(position(boat=3, pool="", tents=("c1 c2",), unscored=("c2",), **DONE), "end")
    assert (ended.scored_rows[0], ended.points[0]) == ((1,), 1)


def test_scored_row_is_for_good() -> None:
    state = position(boat=5, pool="", tents=("a4",), scored_rows=((2,),), **DONE)
    assert after(state, "end").scored_rows[0] == (2,)


def test_vector_29_no_tent_left_with_three_players() -> None:
    hand = "NO_COST_TENT ANY_ROW_TENT SCORED_ROW_TENT"
    state = position(die=5, coins=(99,), tents=(NOTHING_LEFT,), scored_rows=((2,),), hands=(hand,))
    for text in ("tent 5", "tent 5 free", "tent 6 any", "play SCORED_ROW_TENT 2"):
        assert refusal(state, text) == NO_TENT_LEFT
        assert refusal(state, f"{text} from b1") == NO_TENT_LEFT


def test_eleventh_tent_is_the_last() -> None:
    state = position(die=5, coins=(99,), tents=(NOTHING_LEFT[3:],))
    assert private_view(after(state, "tent 5"), None).sides[0].tents == 0


# Relocation


def test_vector_28_moved_tent() -> None:
    state = position(seats=2, boat=9, die=5, coins=(5,), tents=(NOTHING_LEFT,))
    moved, events = events_of(state, "tent 5 from b1")
    assert moved.coins[0] == 0
    assert events == (TentPlaced(0, "i5", 5, (), "b1"),)
    rows = [Counter(field[1] for field in each.tents[0]) for each in (state, moved)]
    assert (rows[1]["1"] - rows[0]["1"], rows[1]["5"] - rows[0]["5"]) == (-1, 1)
    assert len(moved.tents[0]) == 11
    assert scored(moved) == (5, 0)


def test_moved_tent_pays_the_surcharge() -> None:
    state = position(seats=2, boat=3, die=5, coins=(4,), tents=(NOTHING_LEFT, "c5"))
    assert after(state, "tent 5 from b1").coins[0] == 0
    assert not legal(replace(state, coins=(3, 3)), "tent 5 from b1")


def test_cards_move_tents_too() -> None:
    hand = "NO_COST_TENT ANY_ROW_TENT SCORED_ROW_TENT"
    tents = (NOTHING_LEFT,)
    state = position(seats=2, boat=9, die=5, tents=tents, hands=(hand,), scored_rows=((2,),))
    moved = after(state, "tent 6 free any from b1", "play SCORED_ROW_TENT 2 from a3")
    assert " ".join(moved.tents[0]) == "a2 a4 a5 a6 c1 c2 c3 c4 c5 i6 i2"
    assert (moved.unscored[0], moved.coins[0], moved.hands[0]) == (("i2",), 3, ())


def test_tent_may_come_from_the_current_column_but_not_from_its_own_field() -> None:
    state = position(seats=2, boat=3, die=5, coins=(9,), tents=(NOTHING_LEFT,))
    assert legal(state, "tent 5 from c1")
    assert refusal(state, "tent 5 from c5") == OWN_FIELD


def test_all_tents_on_the_target_cannot_be_moved_to_it() -> None:
    state = position(seats=2, boat=3, die=5, coins=(99,), tents=(" ".join(["c5"] * 11),))
    assert refusal(state, "tent 5 from c5") == OWN_FIELD
    assert {move.action for move in legal_moves(state, 0)} & {"place_tent"} == set()


def test_places_and_tents_to_move_are_each_listed() -> None:
    hand = "NO_COST_TENT ANY_ROW_TENT SCORED_ROW_TENT"
    state = position(
        seats=2,
        boat=3,
        die=5,
        coins=(99,),
        tents=(NOTHING_LEFT,),
        hands=(hand,),
        scored_rows=((2,),),
    )
    listed = legal_moves(state, 0)
    for action, places in (("place_tent", 14), ("play_scored_row_tent", 1)):
        moves = [move for move in listed if move.action == action]
        assert len({replace(move, origin="") for move in moves}) == places
        targets = {f"c{move.number}" for move in moves}
        possible = {*state.tents[0]} - (targets if len(targets) == 1 else set())
        assert {move.origin for move in moves} == possible
        for move in moves:
            for origin in {other.origin for other in moves} - {f"c{move.number}"}:
                check(state, 0, replace(move, origin=origin))


MARKED = f"c2 {NOTHING_LEFT[3:]}"
"""Eleven tents, two of them on c2."""


def test_marked_tent_is_lifted_first() -> None:
    state = position(seats=2, boat=3, die=6, coins=(9,), tents=(MARKED,), unscored=("c2",))
    assert scored(state) == (1 + 2 + 3 + 4 + 5, 0)
    moved = after(state, "tent 6 from c2")
    assert moved.unscored[0] == ()
    assert scored(moved) == (1 + 2 + 3 + 4 + 5 + 6, 0)


def test_unmarked_tent_is_lifted_where_none_is_marked() -> None:
    state = position(seats=2, boat=3, die=6, coins=(9,), tents=(MARKED,), unscored=("c1",))
    moved = after(state, "tent 6 from c2")
    assert moved.unscored[0] == ("c1",)
    assert scored(moved) == (2 + 3 + 4 + 5 + 6, 0)


def test_scored_row_tent_marks_the_tent_that_is_moved() -> None:
    state = position(
        seats=2, boat=3, tents=(MARKED,), unscored=("c1",), scored_rows=((3,),),
        coins=(9,), hands=("SCORED_ROW_TENT",),
    )  # fmt: skip
    moved = after(state, "play SCORED_ROW_TENT 3 from c1")
    assert moved.unscored[0] == ("c3",)
    assert scored(moved) == (2 + 2 + 3 + 4 + 5, 0)


def test_tent_scored_before_it_was_moved_leaves_its_row_scored() -> None:
    state = position(
        seats=2, boat=9, die=5, coins=(9,), tents=(NOTHING_LEFT,), scored_rows=((1,),),
        hands=("SCORED_ROW_TENT",),
    )  # fmt: skip
    assert legal(after(state, "tent 5 from b1"), "play SCORED_ROW_TENT 1 from c1")


def test_mark_ends_with_the_round_whatever_column_is_scored() -> None:
    """Also E7: the tent scores when its column comes again."""
    state = position(boat=4, pool="", tents=("d2",), unscored=("d2",), hands=("BOAT_BACK",), **DONE)
    state, events = events_of(after(state, "play BOAT_BACK"), "end")
    assert events[1] == RoundScored(3, (0, 0, 0))
    assert (state.boat, state.unscored) == (4, ((), (), ()))
    assert scored(state) == (2, 0, 0)


def test_e7_marked_tent_scores_when_its_column_comes_back() -> None:
    state = position(boat=4, pool="", tents=("d2",), unscored=("d2",), **DONE)
    state = after(state, "end")
    assert (state.points, state.boat) == ((0, 0, 0), 5)
    state = replace(state, hands=((), (BOAT_BACK,), ()))
    assert scored(after(state, "play BOAT_BACK")) == (2, 0, 0)
