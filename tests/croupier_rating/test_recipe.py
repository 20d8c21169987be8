"""Recipe 1 is Plackett-Luce as openskill has it, and no seat, tie or order makes a difference."""

import math
import random
from collections.abc import Iterator
from fractions import Fraction

import pytest
from croupier_rating import recipe
from croupier_rating.recipe import MOST_MU, START, START_SIGMA, UNIT, Strength
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from tests.croupier_rating.playing import random_ranks

NEAR = 1e-9
MATCHES = 2_000
ALL_MATCHES = 100_000
ORACLE = PlackettLuce(gamma=lambda *_: 1.0)

strengths = st.builds(Strength, st.integers(-MOST_MU, MOST_MU), st.integers(1, START_SIGMA))
usual = st.builds(Strength, st.integers(-10 * UNIT, 60 * UNIT), st.integers(UNIT // 2, START_SIGMA))
matches = st.lists(st.tuples(usual, st.integers(0, 4)), min_size=2, max_size=6)
weights = st.sampled_from([50, 100])


def differences(count: int, seed: str) -> Iterator[float]:
    """How far each of so many random matches is from openskill's."""
    dice = random.Random(seed)
    for _ in range(count):
        seats = dice.randrange(2, 6)
        before = [(dice.gauss(25, 8), dice.uniform(0.6, 8.3)) for _ in range(seats)]
        ranks = random_ranks(dice, seats)
        teams = [[ORACLE.create_rating([mu, sigma])] for mu, sigma in before]
        theirs = ORACLE.rate(teams, ranks=[float(rank) for rank in ranks])
        for (mu, variance), (rating,) in zip(
            recipe.plackett_luce(before, ranks), theirs, strict=True
        ):
            yield max(abs(mu - rating.mu), abs(math.sqrt(variance) - rating.sigma))


def test_it_is_that_of_openskill() -> None:
    assert max(differences(MATCHES, "some")) < NEAR


@pytest.mark.full
def test_it_is_that_of_openskill_in_very_many_matches() -> None:
    assert max(differences(ALL_MATCHES, "many")) < NEAR


@settings(deadline=None)
@given(matches, weights, st.randoms(use_true_random=False))
def test_it_makes_no_difference_who_sits_where(
    seats: list[tuple[Strength, int]], weight: int, dice: random.Random
) -> None:
    """To the last millionth."""
    order = [*range(len(seats))]
    dice.shuffle(order)
    straight = recipe.rated(*_columns(seats), weight)
    shuffled = recipe.rated(*_columns([seats[seat] for seat in order]), weight)
    assert shuffled == [straight[seat] for seat in order]


@settings(deadline=None)
@given(usual, st.integers(2, 6), weights)
def test_equals_who_tie_stay_equal(each: Strength, seats: int, weight: int) -> None:
    (after, *others) = recipe.rated([each] * seats, [0] * seats, weight)
    assert {*others} == {after}
    assert abs(after.mu - each.mu) <= 1


@settings(deadline=None)
@given(matches)
def test_what_some_win_others_lose(seats: list[tuple[Strength, int]]) -> None:
    """In proportion to the variances: the sum of all gains, each by its variance, is nothing."""
    before, ranks = _columns(seats)
    pairs = [(mu / UNIT, sigma / UNIT) for mu, sigma in before]
    gains = [
        (new - mu) / (sigma * sigma + recipe.TAU_SQUARED)
        for (mu, sigma), (new, _) in zip(pairs, recipe.plackett_luce(pairs, ranks), strict=True)
    ]
    assert sum(gains) == pytest.approx(0, abs=1e-9)


@settings(deadline=None)
@given(usual, usual)
def test_the_winner_gains_and_the_loser_loses(one: Strength, other: Strength) -> None:
    winner, loser = recipe.rated([one, other], [0, 1])
    assert winner.mu >= one.mu
    assert loser.mu <= other.mu


@settings(deadline=None)
@given(st.lists(st.tuples(strengths, st.integers(0, 4)), min_size=2, max_size=6), weights)
def test_no_number_leaves_its_bounds(seats: list[tuple[Strength, int]], weight: int) -> None:
    for mu, sigma in recipe.rated(*_columns(seats), weight):
        assert -MOST_MU <= mu <= MOST_MU
        assert 1 <= sigma <= START_SIGMA


@settings(deadline=None)
@given(matches)
def test_a_weight_of_half_is_half_of_the_way(seats: list[tuple[Strength, int]]) -> None:
    before, ranks = _columns(seats)
    full, half = recipe.rated(before, ranks), recipe.rated(before, ranks, 50)
    for old, whole, part in zip(before, full, half, strict=True):
        assert abs(part.mu - (old.mu + whole.mu) / 2) <= 1
        if whole.sigma < START_SIGMA:  # it is not cut off there
            assert abs(part.sigma**2 - (old.sigma**2 + whole.sigma**2) / 2) <= 2 * START_SIGMA


@settings(deadline=None)
@given(usual, st.integers(0, 200))
def test_idle_weeks_add_their_variance_exactly(each: Strength, weeks: int) -> None:
    idle = recipe.idle(each, weeks)
    exact = math.isqrt(each.sigma**2 + weeks * 562_500_000_000)
    assert idle.mu == each.mu
    assert idle.sigma - min(exact, START_SIGMA) in (0, 1)


def test_a_season_brings_everybody_nearer_to_newcomers() -> None:
    assert recipe.next_season(Strength(41 * UNIT, 4 * UNIT)) == Strength(37 * UNIT, 5 * UNIT)
    assert recipe.next_season(START) == START


@settings(deadline=None)
@given(usual, usual)
def test_what_is_undone_at_once_is_as_it_was(one: Strength, other: Strength) -> None:
    for before, after in zip((one, other), recipe.rated([one, other], [0, 1]), strict=True):
        assert recipe.undone(after, before, after) == before


def test_what_is_undone_later_leaves_what_came_since() -> None:
    before, after = Strength(25 * UNIT, 4 * UNIT), Strength(27 * UNIT, 3 * UNIT)
    assert recipe.undone(Strength(30 * UNIT, 3 * UNIT), before, after) == (28 * UNIT, 4 * UNIT)


def test_halves_are_rounded_to_the_even_number() -> None:
    """A season's mu is the one place where halves come up: a quarter of an integer is exact."""
    for mu in (2, 6, -2, -6):
        exact = Fraction(3 * mu + 25 * UNIT, 4)
        assert exact.denominator == 2
        assert recipe.next_season(Strength(mu, UNIT)).mu == round(exact)


def _columns(seats: list[tuple[Strength, int]]) -> tuple[list[Strength], list[int]]:
    return [strength for strength, _ in seats], [rank for _, rank in seats]
