"""`make bench-steps` counts the same in each run, and fails where a step costs more or less."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bench.steps.callgrind import NotHere
from bench.steps.comparison import (
    REFERENCE,
    Costs,
    OtherMachine,
    Row,
    grown,
    rows,
    same_machine,
    with_others,
)
from bench.steps.processes import ROOT, Processes

ACCEPTED: Costs = {REFERENCE: 1000.0, "engine a move": 100_000.0, "engine a read": 20_000.0}


def verdicts(now: Costs) -> dict[str, str]:
    return {row.name: row.verdict for row in rows(ACCEPTED, now) if row.verdict}


def test_a_step_that_costs_four_per_cent_more_fails() -> None:
    now = {**ACCEPTED, "engine a move": 104_000.0}
    assert verdicts(now) == {"engine a move": "COSTS MORE"}
    assert [row.name for row in rows(ACCEPTED, now) if row.fails] == ["engine a move"]


def test_what_counts_scatter_by_is_no_loss() -> None:
    assert verdicts({name: cost * 1.005 for name, cost in ACCEPTED.items()}) == {}


def test_a_gain_fails_until_it_is_accepted() -> None:
    (row,) = [row for row in rows(ACCEPTED, {**ACCEPTED, "engine a read": 19_000.0}) if row.verdict]
    assert row.verdict == "costs less: accept it"
    assert row.fails


def test_a_step_that_is_new_or_gone_fails() -> None:
    now = {REFERENCE: 1000.0, "engine a move": 100_000.0, "engine a join": 5.0}
    assert verdicts(now) == {
        "engine a join": "new: accept it",
        "engine a read": "gone: accept that",
    }
    assert Row("engine a join", None, 5.0).fails
    assert Row("engine a read", 20_000.0, None).fails


def test_what_was_not_chosen_is_not_gone() -> None:
    now = {REFERENCE: 1000.0, "engine a move": 100_000.0}
    assert [row.name for row in rows(ACCEPTED, now, "move")] == [REFERENCE, "engine a move"]


def test_plain_python_tells_another_machine() -> None:
    assert same_machine(ACCEPTED, {**ACCEPTED, REFERENCE: 1005.0, "engine a move": 200_000.0})
    assert not same_machine(ACCEPTED, {**ACCEPTED, REFERENCE: 985.0})


def test_what_is_accepted_is_of_one_machine() -> None:
    now = {REFERENCE: 1005.0, "engine a move": 90_000.0}
    assert with_others(now, ACCEPTED, "move") == {**now, "engine a read": 20_000.0}
    elsewhere = {**now, REFERENCE: 900.0}
    with pytest.raises(OtherMachine):
        with_others(elsewhere, ACCEPTED, "move")
    assert with_others(elsewhere, ACCEPTED, "") == elsewhere


def test_the_functions_that_do_more_are_named_those_that_do_the_most_first() -> None:
    before = {"a.py f": 100.0, "b.py g": 50.0, "len (calls)": 3.0}
    now = {"a.py f": 90.0, "b.py g": 90.0, "c.py new": 700.0, "len (calls)": 3.1}
    assert [each.split(maxsplit=1) for each in grown(before, now)] == [
        ["+700.0", "c.py new"],
        ["+40.0", "b.py g"],
    ]


@pytest.mark.full
def test_what_functions_do_is_the_same_in_each_run() -> None:
    counts = [Processes().functions("local just4fun turn") for _ in range(2)]
    assert counts[0] == counts[1]
    assert counts[0]["sdk/python/croupier_client/local.py LocalMatch.turn"] > 10


@pytest.mark.full
def test_instructions_are_the_same_in_each_process() -> None:
    try:
        with Processes.counting() as processes, ThreadPoolExecutor() as at_once:
            first, second = at_once.map(processes.costs, ["reference"] * 2)
    except NotHere as why:
        pytest.skip(str(why))
    assert first[REFERENCE] > 1_000_000
    assert same_machine(first, second)


@pytest.mark.service
def test_where_nothing_can_be_counted_it_says_so_and_compares_nothing(tmp_path: Path) -> None:
    environment = {**os.environ, "PATH": str(tmp_path), "ONLY": "reference"}
    command = [sys.executable, "-m", "bench.steps"]
    told = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert "there is no valgrind" in told.stdout
    assert told.stdout.splitlines()[-1].split() == [*REFERENCE.split(), "1.000"]
