"""Round robins by the Berger tables of FIDE's handbook."""

from collections import Counter

import pytest
from croupier_tournament.pairing.berger import berger, rounds_of

FIDE = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / "
    "3-8 4-2 5-1 6-7 / 8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1",
}


@pytest.mark.parametrize("players", FIDE)
def test_they_are_those_of_the_handbook(players: int) -> None:
    numbers = [str(number) for number in range(1, players + 1)]
    rounds = [berger(numbers, turn).tables for turn in range(1, rounds_of(players) + 1)]
    assert " / ".join(" ".join(map("-".join, each)) for each in rounds) == FIDE[players]


@pytest.mark.parametrize("players", range(2, 41))
def test_everybody_meets_everybody_once(players: int) -> None:
    numbers = [f"{number}" for number in range(players)]
    rounds = [berger(numbers, turn) for turn in range(1, rounds_of(players) + 1)]
    met = Counter(frozenset(table) for each in rounds for table in each.tables)
    assert len(met) == players * (players - 1) // 2
    assert {*met.values()} == {1}
    for each in rounds:
        named = [*each.byes, *(player for table in each.tables for player in table)]
        assert sorted(named) == sorted(numbers)


@pytest.mark.parametrize("players", range(2, 41))
def test_nobody_sits_first_more_than_once_too_often(players: int) -> None:
    numbers = [f"{number}" for number in range(players)]
    firsts, seconds = Counter[str](), Counter[str]()
    for turn in range(1, rounds_of(players) + 1):
        for one, two in berger(numbers, turn).tables:
            firsts[one] += 1
            seconds[two] += 1
    assert all(abs(firsts[each] - seconds[each]) <= 1 for each in numbers)


def test_of_an_odd_number_each_has_one_bye() -> None:
    numbers = [*"abcde"]
    byes = [berger(numbers, turn).byes for turn in range(1, 6)]
    assert sorted(byes) == [(each,) for each in numbers]
