"""The benchmark of overload runs; how much is answered is not tested here."""

from collections import Counter
from pathlib import Path

import pytest

from bench import overload
from bench.bursts import Burst
from bench.overload import Measured, Plan, Step, all_met, goals

pytestmark = pytest.mark.full

TINY = Plan(seconds=0.4, flood_s=0.4, capacity_s=0.4, connections=100, players=(80,))


def test_a_short_run_makes_a_table_and_answers_all_of_a_burst(tmp_path: Path) -> None:
    measured = overload.run(TINY, tmp_path)
    assert all(step.accepted for step in measured.steps)
    assert [burst.answered for burst in measured.bursts] == [80] * 6
    lines = overload.table(measured).splitlines()
    assert len(lines) == 1 + 6 + 3 + len(overload.TIMES) + 4
    assert sum(line.endswith(("pass", "FAIL")) for line in lines) == 6 + 3


def test_a_burst_is_answered_if_all_are_and_in_time() -> None:
    assert Burst("create", 3, Counter({200: 1, 201: 2}), 2.4).met
    assert not Burst("create", 3, Counter({201: 2, 503: 1}), 2.4).met
    assert not Burst("create", 3, Counter({201: 3}), 2.6).met


def test_each_goal_is_met_or_not() -> None:
    good = Step(5.0, 10.0, accepted=[(0.5, float(at)) for at in range(100)])
    few = Step(5.0, 10.0, accepted=[(2.0, float(at)) for at in range(10)])
    after = Step(0.5, 3.0, accepted=[(0.01, 1.0)])
    well = Measured(10.0, [good, good], after, [])
    ill = Measured(10.0, [good, few], Step(0.5, 3.0), [])
    assert ([met for _, met in goals(well)], all_met(well)) == ([True] * 3, True)
    assert ([met for _, met in goals(ill)], all_met(ill)) == ([False] * 3, False)


def test_goodput_counts_good_answers_only() -> None:
    step = Step(5.0, 2.0, sent=10, accepted=[(0.1, 1.0), (0.9, 2.0)])
    step.answers.update({200: 2, 503: 7, 0: 1})
    assert (step.goodput, step.refused, step.p(0.5), step.p(0.99)) == (1.0, 7, 0.9, 0.9)


def test_the_flood_is_over_when_answers_are_as_fast_as_before() -> None:
    normal = Step(0.5, 3.0, accepted=[(0.01, 0.1 * n) for n in range(10)])
    after = Step(0.5, 3.0, accepted=[(0.4, 10.0), (0.3, 10.5), (0.01, 11.0)])
    assert overload.recovered_s(after, normal) == 0.5
    assert overload.recovered_s(normal, normal) == 0.0
    assert overload.recovered_s(Step(0.5, 3.0), normal) == 3.0
