"""The benchmark of overload runs; how much is answered is not tested here."""

from pathlib import Path

import pytest

from bench import overload
from bench.overload import Plan, Step

pytestmark = pytest.mark.full

TINY = Plan(seconds=0.4, capacity_s=0.4, connections=100)


def test_a_short_run_makes_a_table(tmp_path: Path) -> None:
    lines = overload.run(TINY, tmp_path).splitlines()
    assert len(lines) == 2 + len(overload.TIMES) + 3
    assert all(int(line.split()[2].replace(",", "")) > 0 for line in lines[2:6]), lines


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
