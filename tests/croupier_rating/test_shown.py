"""What players see of a strength, when a rating lapses, and what is packed of it."""

import pytest
from croupier_rating import NEWCOMER, Numbers, Strength, recipe, shown, unpack
from croupier_rating.moments import day_of, milliseconds
from croupier_rating.recipe import MOST_MU, START, START_SIGMA, UNIT
from hypothesis import given
from hypothesis import strategies as st

strengths = st.builds(Strength, st.integers(-MOST_MU, MOST_MU), st.integers(1, START_SIGMA))


def deviation_of(points: int) -> Strength:
    return Strength(25 * UNIT, points * shown.UNIT)


def test_a_newcomer_is_1500_and_provisional() -> None:
    assert (shown.rating(START), shown.deviation(START), shown.points(START)) == (1500, 333, 834)
    assert shown.provisional(START)
    assert NEWCOMER.lapse is None


def test_40_points_are_1_of_mu() -> None:
    of = Strength(26 * UNIT, 2 * UNIT)
    assert (shown.rating(of), shown.deviation(of), shown.points(of)) == (1540, 80, 1380)


def test_160_is_the_largest_deviation_that_is_not_provisional() -> None:
    assert not shown.provisional(deviation_of(160))
    assert shown.provisional(deviation_of(161))


@pytest.mark.parametrize(("deviation", "weeks"), [(120, 13), (80, 22), (160, 1)])
def test_a_rating_lapses_after_weeks_without_play(deviation: int, weeks: int) -> None:
    assert shown.lapse(deviation_of(deviation), 20_000) == 20_000 + 7 * weeks


@given(strengths, st.integers(1, 60_000))
def test_it_is_not_provisional_on_the_day_before(of: Strength, counted: int) -> None:
    numbers = Numbers(of, 1, 1, counted, 0)
    if (lapse := numbers.lapse) is None:
        assert shown.provisional(numbers.on(counted))
    else:
        assert not shown.provisional(numbers.on(lapse - 1))
        assert shown.provisional(numbers.on(lapse))


def test_only_whole_weeks_of_days_count() -> None:
    numbers = Numbers(Strength(25 * UNIT, 3 * UNIT), 5, 5, 20_000, 0)
    assert numbers.on(20_006) == numbers.strength
    assert numbers.on(20_007) == recipe.idle(numbers.strength, 1)
    assert numbers.on(19_000) == numbers.strength


counts = st.integers(0, 2**32 - 1)


@given(
    st.builds(
        Numbers, strengths, counts, counts, st.integers(0, 2**16 - 1), st.integers(-(2**15), 32_500)
    )
)
def test_numbers_take_20_bytes(numbers: Numbers) -> None:
    assert len(numbers.pack()) == 20
    assert unpack(numbers.pack()) == numbers


@given(strengths)
def test_points_of_anybody_have_room(of: Strength) -> None:
    assert -(2**15) <= shown.points(of) < 2**15


def test_a_moment_is_of_the_day_of_utc() -> None:
    assert day_of(milliseconds("1970-01-01T23:59:59.999Z")) == 0
    assert day_of(milliseconds("2026-03-01T00:00:00.000Z")) == 20_513
    assert milliseconds("2149-06-06T23:59:59.999Z") == 2**16 * 86_400_000 - 1


@pytest.mark.parametrize(
    "time",
    [
        "1969-12-31T23:59:59.999Z",
        "2149-06-07T00:00:00.000Z",
        "2026-02-30T00:00:00.000Z",
        "2026-03-01T00:00:00Z",
        "2026-03-01T00:00:00.000+00:00",
        "٢026-03-01T00:00:00.000Z",
    ],
)
def test_other_times_are_refused(time: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 -- whatever it says
        milliseconds(time)
