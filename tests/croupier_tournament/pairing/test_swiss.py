"""A round of a Swiss: byes, seats, and meetings that must be repeated."""

from croupier_tournament.pairing.swiss import allowed, swiss

from tests.croupier_tournament.pairing.entrants import after_rounds, entrant, shown


def test_the_last_in_order_has_the_bye() -> None:
    paired = swiss([entrant(name) for name in "abcde"])
    assert paired.byes == ("e",)
    assert shown(paired.tables) == ["ac", "bd"]


def test_nobody_has_a_second_bye_before_all_have_one() -> None:
    order = [entrant("a"), entrant("b", free=1), entrant("c", free=1)]
    assert swiss(order).byes == ("a",)
    order = [entrant("a", free=1), entrant("b", free=2), entrant("c", free=1)]
    assert swiss(order).byes == ("c",)


def test_nobody_has_the_bye_without_whom_others_cannot_be_paired() -> None:
    """Without `c`, the two others would meet again."""
    order = after_rounds("abc", [["ab"]])
    paired = swiss([order[0], order[1], order[2]])
    assert paired.byes == ("b",)
    assert shown(paired.tables) == ["ac"]


def test_of_three_who_have_all_met_the_last_has_the_bye_and_two_meet_again() -> None:
    paired = swiss(after_rounds("abc", [["bc"], ["ac"], ["ab"]]))
    assert (paired.byes, shown(paired.tables), paired.repeats) == (("c",), ["ab"], (1,))


def test_first_sits_who_sat_first_least_often() -> None:
    paired = swiss([entrant("a", balance=1), entrant("b")])
    assert paired.tables == (("b", "a"),)
    assert swiss([entrant("a"), entrant("b")]).tables == (("a", "b"),)  # by lot


def test_of_those_who_have_all_met_the_meeting_longest_ago_is_repeated() -> None:
    order = after_rounds("abcd", [["ab", "cd"], ["ac", "bd"], ["ad", "bc"]])
    paired = swiss(order)
    assert shown(paired.tables) == ["ab", "cd"]
    assert paired.repeats == (1, 2)


def test_no_more_is_repeated_than_must_be() -> None:
    """`c` and `d` have not met, so only one table repeats a meeting."""
    order = after_rounds("abcd", [["ab"], ["ac", "bd"], ["ad", "bc"]])
    paired = swiss(order)
    assert shown(paired.tables) == ["ab", "cd"]
    assert paired.repeats == (1,)


def test_a_meeting_that_is_allowed_is_allowed_to_both() -> None:
    order = after_rounds("abcd", [["ab", "cd"], ["ac", "bd"], ["ad", "bc"]])
    everybody = [{*range(4)} - {at} for at in range(4)]
    assert allowed(order, range(4), everybody) == [{2, 3}, {2, 3}, {0, 1}, {0, 1}]


def test_two_who_are_left_play_on() -> None:
    order = after_rounds("ab", [["ab"], ["ab"]])
    assert swiss(order).repeats == (1,)


def test_somebody_met_who_has_left_is_no_matter() -> None:
    order = after_rounds("abcd", [["ac", "bd"]])
    assert shown(swiss(order[:2]).tables) == ["ab"]
