"""Results of tries as numbers, by which boards are sorted, and the days of deals."""

import random
from datetime import date

import pytest
from redislink import deals
from redislink.deals import MOVES, OF_DAY, PLACES, POINTS, Result


@pytest.mark.parametrize("seed", range(3))
def test_numbers_are_in_the_order_of_results_and_say_what_they_were(seed: int) -> None:
    dice = random.Random(seed)
    results = [
        Result(dice.randrange(5), dice.randrange(-400, 400), dice.randrange(500))
        for _ in range(300)
    ]
    assert [Result.of(float(each.score())) for each in results] == results
    by_number = sorted(results, key=Result.score, reverse=True)
    assert by_number == sorted(results, key=lambda each: (each.place, -each.points, each.moves))


def test_results_beyond_all_bounds_are_the_nearest_that_a_number_can_say() -> None:
    worst = Result(PLACES + 3, -POINTS, MOVES + 1)
    assert Result.of(worst.score()) == Result(PLACES - 1, -POINTS // 2, MOVES - 1)
    best = Result(0, 2 * POINTS, 0)
    assert Result.of(best.score()).points == POINTS // 2 - 1
    assert float(best.score()) != float(best.score() - 1)


def test_a_day_begins_at_midnight_in_utc() -> None:
    day = date(2026, 11, 30)
    begin = deals.begin_ms(day)
    assert begin == 1_795_996_800_000
    assert [deals.day_of(begin + each) for each in (-1, 0, deals.DAY_MS - 1)] == [
        date(2026, 11, 29),
        day,
        day,
    ]


def test_the_id_of_a_day_says_its_game() -> None:
    found = OF_DAY.fullmatch(deals.id_of_day("lost-cities", date(2026, 11, 30)))
    assert found
    assert (found["game"], found.string) == ("lost-cities", "daily.lost-cities.2026-11-30")
