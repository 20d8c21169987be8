"""The benchmark of leaderboards runs; how fast pages are is not tested here."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench import boards
from bench.boards import Pages, Plan, Results, goals
from bench.meter import Measured

TINY = Plan(players=2000, asked=20)


@pytest.mark.full
def test_a_short_run_makes_a_table_with_all_kinds_of_pages(tmp_path: Path) -> None:
    results = boards.run_plan(TINY, tmp_path)
    assert [each.answers for each in results.pages.values()] == [20] * 5
    assert all(each.cpu_s["gateway"] > 0 for each in results.pages.values())
    assert 200 < results.bytes < 400
    lines = boards.table(results, TINY).splitlines()
    assert sum(line.endswith(("pass", "FAIL")) for line in lines) == 2


def test_each_goal_is_met_or_not() -> None:
    fast = Measured(1.0, 100, 100, 2.0, 19.0, {}, 100, False)
    slow = replace(fast, p99_ms=21.0)
    well, ill = Results({"a": fast}, 290.0, {}), Results({"a": fast, "b": slow}, 301.0, {})
    assert [met for _, met in goals(well)] == [True, True]
    assert [met for _, met in goals(ill)] == [False, False]


def test_a_page_without_anybody_is_a_wrong_answer() -> None:
    pages = Pages([b"one", b"two"], asked=3)
    assert {pages.ask(), pages.ask(), pages.ask()} == {b"one", b"two"}
    assert pages.ask() is None
    assert pages.hear(b'{"entries":[{"rank":1}]}') == 1
    with pytest.raises(ValueError, match="nobody"):
        pages.hear(b'{"entries":[]}')
