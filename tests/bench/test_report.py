"""What the benchmark of moves makes of its numbers."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from bench import goals, machine, plot, report
from bench.meter import Measured, Meter, percentile
from bench.plan import Plan, Results, workloads
from bench.storage import Commands, Memory

PLAN = Plan(rounds=2, clients=(1, 64), engines=(2,))
NAMES = ("gateway", "engine", "redis", "load", "idle", "elsewhere", "stolen")


def measured(per_s: float, ms: float = 1.0) -> Measured:
    done = round(per_s)
    return Measured(1.0, done, done, ms, 2 * ms, dict.fromkeys(NAMES, 0.5), done, False)


def results(**rounds: Sequence[Measured | None]) -> Results:
    """`rounds` are named with underscores for hyphens; all others have 100 a second."""
    todo = workloads(PLAN)
    made = Results(PLAN, 7, todo, {"python": "3"}, Memory(50, 2048.0, 8192.0), Commands(9, {}, {}))
    made.rounds = {each.name: [measured(100.0), measured(100.0)] for each in todo}
    made.rounds |= {name.replace("_", "-"): list(each) for name, each in rounds.items()}
    made.playouts = {"lost-cities, 2 seats": [10.0, 20.0]}
    return made


def test_a_ratio_is_of_two_numbers_of_the_same_round() -> None:
    fast = [measured(300.0), measured(10.0), measured(500.0)]
    slow = [measured(100.0), measured(10.0), measured(100.0)]
    made = results(move_64=fast, hello_64=slow)
    assert goals.ratio(made, "move-64", "hello-64") == 3.0
    assert goals.middle(made, "move-64", goals.per_s) == 300.0


def test_a_goal_is_met_not_met_or_not_there() -> None:
    made = results(move_64=[measured(200.0)] * 2, hello_64=[measured(100.0)] * 2, batch_4=[None])
    verdicts = {goal.name: goal.verdict for goal in goals.goals(made)}
    assert verdicts["move-64 to hello-64, moves/s"] == "met"
    assert verdicts["move-64 to naive-64, moves/s"] == "NOT MET"
    assert verdicts["batches to move-64, moves/s"] == goals.NOT_THERE
    assert verdicts["KiB of Redis, a match"] == "met"


def test_what_is_printed_and_written_has_everything(tmp_path: Path) -> None:
    made = results(batch_4=[None, None])
    made.refused = {"move-64: 503 No.": 3}
    said = report.text(made)
    for each in made.todo:
        assert each.name in said
    assert "REFUSED 3 times: move-64: 503 No." in said
    assert re.search(r"^batch-4 +not there$", said, re.MULTILINE)
    report.write(made, tmp_path, "moves")
    document = json.loads((tmp_path / "moves.json").read_text())
    assert document["workloads"]["move-64"]["toHello"] == 1.0
    assert document["workloads"]["batch-4"]["rounds"] == [None, None]
    assert (tmp_path / "moves.md").read_text().startswith("| goal |")


def test_it_is_drawn(tmp_path: Path) -> None:
    plot.draw(results(batch_4=[None, None]), tmp_path / "moves.png")
    assert (tmp_path / "moves.png").stat().st_size > 1000


def test_a_meter_notes_only_between_begin_and_end() -> None:
    meter = Meter({}, least=2)
    meter.note(9.0, 1)
    meter.begin()
    meter.note(0.001, 1)
    meter.end()
    assert not meter.over, "it wants one answer more"
    meter.note(0.003, 1)
    assert meter.over
    meter.note(9.0, 1)
    told = meter.result()
    assert (told.answers, told.done, told.all_done) == (2, 2, 4)
    assert (told.p50_ms, told.p99_ms) == pytest.approx((1.0, 3.0))


def test_a_meter_without_answers_has_no_result() -> None:
    meter = Meter({})
    meter.begin()
    meter.refuse(503, b'{"detail": "Away.", "requestId": "1"}')
    meter.exhausted()
    with pytest.raises(RuntimeError, match="503 Away"):
        meter.result()


def test_percentiles_are_numbers_that_were_measured() -> None:
    ordered = [float(n) for n in range(1, 101)]
    assert [percentile(ordered, share) for share in (1, 50, 99, 100)] == [1.0, 50.0, 99.0, 100.0]
    assert percentile([5.0], 50) == 5.0


def test_a_disk_takes_some_time(tmp_path: Path) -> None:
    assert machine.sync_ms(tmp_path) > 0
