"""Knockouts: where seeds stand in the bracket, and who meets whom."""

from croupier_tournament.pairing.bracket import bracket, rounds_of, seeds_by_line
from croupier_tournament.pairing.entrants import Entrant

from tests.croupier_tournament.pairing.entrants import entrant, shown


def test_the_two_best_meet_in_the_last_round_only() -> None:
    assert seeds_by_line(3) == [0, 7, 3, 4, 1, 6, 2, 5]


def test_byes_are_the_best_seeds_and_come_in_the_first_round_only() -> None:
    paired = bracket([entrant(name) for name in "abcde"], 1)
    assert sorted(paired.byes) == ["a", "b", "c"]
    assert shown(paired.tables) == ["de"]


def test_winners_of_neighbouring_tables_meet() -> None:
    seeds: list[Entrant | None] = [entrant(name) for name in "abcdefgh"]
    assert shown(bracket(seeds, 1).tables) == ["ah", "de", "bg", "cf"]
    for lost in "hebf":
        seeds["abcdefgh".index(lost)] = None
    assert shown(bracket(seeds, 2).tables) == ["ad", "cg"]


def test_who_has_lost_the_opponent_has_a_bye() -> None:
    seeds: list[Entrant | None] = [entrant(name) for name in "abcd"]
    seeds[0] = None
    paired = bracket(seeds, 1)
    assert (shown(paired.tables), paired.byes) == (["bc"], ("d",))


def test_as_many_rounds_as_halve_the_players_down_to_one() -> None:
    assert [rounds_of(players) for players in (2, 3, 4, 5, 8, 9, 64)] == [1, 2, 2, 3, 3, 4, 6]
