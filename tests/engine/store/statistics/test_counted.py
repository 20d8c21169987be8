"""What is counted of an ended match, and for whom."""

from typing import Any

import pytest
from croupier_rating import NotAMatch
from engine.store.statistics.counted import Counted, Fared, Result, counted
from redislink.statistics import Opponents

from tests.engine.store.statistics.ends import BEGAN_MS, CLOCK, End

WON, DRAWN, LOST = Result
CLOCKED: dict[str, Any] = {"clock": CLOCK}
ABORTED: dict[str, Any] = {"ranking": ((0, 1),), "scores": (0, 0), "reason": "aborted"}


def of(end: End) -> list[Counted]:
    return counted(end.ended("m"))


def fared(end: End) -> list[Fared]:
    found = [each.fared for each in of(end)]
    assert None not in found
    return [each for each in found if each]


def stayed(end: End) -> list[bool | None]:
    """Of each player for whom anything is counted."""
    return [each.stayed for each in of(end)]


def left(kind: str, *seats: int) -> tuple[dict[str, Any]]:
    """The entry by which seats leave."""
    named = {"timeout": "late", "claimed": "gone"}.get(kind)
    return ({"kind": kind, "seat": seats[0], **({named: [*seats]} if named else {})},)


def test_one_has_won_and_the_other_has_lost() -> None:
    one, two = of(End(("a", "b")))
    assert (one.player, one.match, one.ended_ms, one.private) == ("a", "m", BEGAN_MS, False)
    assert one.fared == Fared("lost-cities", Opponents.PEOPLE, WON, 7, {"b": WON})
    assert two.fared == Fared("lost-cities", Opponents.PEOPLE, LOST, 5, {"a": LOST})


def test_who_wins_with_others_has_drawn_and_each_pair_is_looked_at() -> None:
    end = End(("a", "b", "c", "d"), ((0, 2), (3,), (1,)), (9, 1, 9, 4))
    found = fared(end)
    assert [each.result for each in found] == [DRAWN, LOST, DRAWN, LOST]
    assert found[0].met == {"b": WON, "c": DRAWN, "d": WON}
    assert found[3].met == {"a": LOST, "b": WON, "c": LOST}


def test_nobody_has_won_where_all_are_eliminated() -> None:
    end = End(("a", "b"), ((0, 1),))
    ended = end.ended("m")
    outcome = {**ended.match["outcome"], "winners": ()}
    match = {**ended.match, "outcome": outcome}
    found = counted(type(ended)("m", match, ended.log, ""))
    assert [each.fared and each.fared.result for each in found] == [LOST, LOST]
    assert found[0].fared is not None
    assert found[0].fared.met == {"b": DRAWN}


def test_one_bot_among_the_others_makes_them_bots() -> None:
    end = End(("a", "b", "c"), ((0,), (1,), (2,)), (3, 2, 1), kinds=("human", "human", "bot"))
    bots, people = Opponents.BOTS, Opponents.PEOPLE
    assert [each.opponents for each in fared(end)] == [bots, bots, people]


@pytest.mark.parametrize("reason", ["resigned", "timeout", "claimed"])
def test_points_are_of_matches_that_were_played_to_their_end(reason: str) -> None:
    assert [each.points for each in fared(End(("a", "b"), reason=reason))] == [None, None]


def test_who_left_has_no_points_in_what_others_ended() -> None:
    end = End(
        ("a", "b", "c"), ((0,), (1,), (2,)), (3, 2, 1), gone=(2,), leaving=left("resigned", 2)
    )
    assert [each.points for each in fared(end)] == [3, 2, None]


def test_points_that_nobody_adds_up_are_left_out() -> None:
    end = End(("a", "b"), scores=(10**9, 10**9 + 1))
    assert [each.points for each in fared(end)] == [10**9, None]


def test_nothing_is_for_those_who_are_gone_and_others_have_met_them() -> None:
    (one,) = of(End(("a", "b"), names=("gone", "Bob")))
    assert (one.player, one.fared and one.fared.met) == ("b", {"a": LOST})


def test_one_alone_fares_against_nobody() -> None:
    assert not of(End(("a",), ((0,),), (7,)))


def test_a_match_without_a_clock_says_nothing_of_who_stays() -> None:
    assert stayed(End(("a", "b"), gone=(1,), leaving=left("timeout", 1))) == [None, None]


def test_nor_does_a_private_one() -> None:
    end = End(
        ("a", "b"), gone=(1,), leaving=left("timeout", 1), more={**CLOCKED, "access": "private"}
    )
    assert [(each.private, each.stayed) for each in of(end)] == [(True, None)] * 2


def test_all_stay_in_a_match_that_is_played_to_its_end() -> None:
    assert stayed(End(("a", "b"), more=CLOCKED)) == [True, True]


@pytest.mark.parametrize("kind", ["timeout", "claimed"])
def test_who_stays_away_has_left(kind: str) -> None:
    end = End(("a", "b"), reason=kind, gone=(1,), leaving=left(kind, 1), more=CLOCKED)
    assert stayed(end) == [True, False]


def test_time_that_runs_out_and_costs_a_move_is_no_leaving() -> None:
    assert stayed(End(("a", "b"), leaving=left("timeout", 1), more=CLOCKED)) == [True, True]


@pytest.mark.parametrize(("moves", "stays"), [(2, True), (1, False)])
def test_who_resigns_has_left_only_before_it_counts(moves: int, stays: bool) -> None:
    resigned = left("resigned", 1)
    end = End(("a", "b"), reason="resigned", gone=(1,), leaving=resigned, moves=moves, more=CLOCKED)
    assert stayed(end) == [True, stays]


def test_who_is_late_in_a_match_in_which_it_has_resigned_before() -> None:
    """It is the last entry that says how it left."""
    leaving = (*left("timeout", 1), *left("resigned", 1))
    assert stayed(End(("a", "b"), gone=(1,), leaving=leaving, more=CLOCKED)) == [True, True]


@pytest.mark.parametrize(
    ("last", "leavers"),
    [
        ({"seat": 1}, ["b"]),
        ({"seat": 0, "withheld": [1]}, ["b"]),
        ({"seat": 0, "withheld": [0, 1]}, ["a", "b"]),
        ({"seat": 0, "gone": [1]}, ["b"]),
        ({"seat": 0, "note": "maintenance"}, []),
    ],
)
def test_of_an_aborted_match_only_leaving_is_counted(
    last: dict[str, Any], leavers: list[str]
) -> None:
    leaving = ({"kind": "aborted", **last},)
    found = of(End(("a", "b"), **ABORTED, leaving=leaving, moves=0, more=CLOCKED))
    assert [each.player for each in found] == leavers
    assert all(each.stayed is False and each.fared is None for each in found)


def test_a_creator_who_thinks_better_of_it_before_the_deal_leaves_nobody() -> None:
    leaving = ({"kind": "aborted", "seat": 0},)
    more = {**CLOCKED, "state": None}
    assert not of(End(("a", "b"), **ABORTED, leaving=leaving, moves=0, more=more))


@pytest.mark.parametrize(
    "more",
    [
        {"outcome": None},
        {"outcome": {"ranking": [[0]], "winners": [0], "scores": [1, 2], "reason": "completed"}},
        {"outcome": {"ranking": [[0], [1]], "winners": [0], "scores": [], "reason": "completed"}},
    ],
)
def test_what_is_no_end_is_said(more: dict[str, Any]) -> None:
    with pytest.raises((LookupError, TypeError, ValueError, NotAMatch)):
        of(End(("a", "b"), more=more))
