"""What the benchmark of moves makes of its numbers."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bench import goals, machine, plot, report
from bench.goal import NOT_THERE
from bench.meter import Measured, Meter, WrongAnswer, percentile
from bench.plan import NoSuchWorkload, Plan, Results, chosen, workloads
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
    assert verdicts["batches to move-64, moves/s"] == NOT_THERE
    assert verdicts["KiB of Redis, a match"] == "met"
    assert verdicts["KiB of a gateway, a stream"] == NOT_THERE


def test_a_seen_move_is_compared_with_a_stored_one_of_the_same_round() -> None:
    parts = {"answer": (2.0, 4.0), "opponent": (3.0, 5.0)}
    one = replace(measured(50.0, ms=6.0), parts=parts)
    made = results(seen_64=[one, one], watched=[one, one])
    told = {goal.name: goal.value for goal in goals.goals(made)}
    assert told["seen-64 to move-64, processor time"] == 2.0
    assert told["seen-64 to hello-64, moves/s"] == 0.5
    assert told["seen-64, the opponent's event to the answer, p99"] == 1.25
    assert told["watched, the last spectator's event to the answer, p50"] == 3.0
    assert told["seen-64 with limits to without, per s"] == 0.5
    rows = {row[0]: row[1:] for row in report.costs(made)}
    assert rows["seen-64"] == ["2.00", "2.00", "2.00", "2.00", "2.00, 4.00", "3.00, 5.00"]
    assert "move-64" not in rows
    assert ["seen-64", "2.00", "2.00", "2.00", "2.00"] in [*report.limits(made)]


def test_what_was_left_out_has_no_goal() -> None:
    made = results(batch_4=[None, None])
    named = {goal.name: goal.verdict for goal in report.measured_goals(made)}
    assert named["batches to move-64, moves/s"] == NOT_THERE
    made.only = True
    assert {goal.verdict for goal in report.measured_goals(made)} == {"met", "NOT MET"}


def test_words_choose_workloads_and_what_they_are_compared_with() -> None:
    def named(*words: str) -> list[str]:
        return [each.name for each in chosen(PLAN, words)]

    assert named("seen-socket-64") == ["seen-socket-64", "hello-64", "move-64"]
    assert named("watched") == ["watched", "hello-1", "hello-64", "move-64"]
    assert {"read-64", "read-64-unchanged", "read-64-limits-off"} < set(named("read-64"))
    assert named() == [each.name for each in workloads(PLAN)]
    with pytest.raises(NoSuchWorkload, match="There is no workload nothing;"):
        named("nothing")


def test_what_is_printed_and_written_has_everything(tmp_path: Path) -> None:
    made = results(batch_4=[None, None])
    said = report.text(made)
    for each in made.todo:
        assert each.name in said
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
    with pytest.raises(WrongAnswer, match="503 Away"):
        meter.result()


def test_a_wrong_answer_ends_the_measurement_and_spoils_it() -> None:
    meter = Meter({})
    meter.begin()
    meter.note(0.001, 1)
    meter.note_part("answer", 0.001)
    meter.refuse(429, b'{"detail": "Too many."}')
    assert meter.over
    with pytest.raises(WrongAnswer, match=r"^429 Too many\.$"):
        meter.result()


def test_further_times_are_summed_up_by_name() -> None:
    meter = Meter({})
    meter.note_part("answer", 9.0)
    meter.begin()
    meter.note(0.001, 0)
    meter.note(0.002, 1)
    meter.note_part("answer", 0.001)
    meter.note_part("answer", 0.003)
    meter.end()
    told = meter.result()
    assert told.answers == 1, "one of them was only on the way"
    assert told.parts == {"answer": pytest.approx((1.0, 3.0))}


def test_percentiles_are_numbers_that_were_measured() -> None:
    ordered = [float(n) for n in range(1, 101)]
    assert [percentile(ordered, share) for share in (1, 50, 99, 100)] == [1.0, 50.0, 99.0, 100.0]
    assert percentile([5.0], 50) == 5.0


def test_a_disk_takes_some_time(tmp_path: Path) -> None:
    assert machine.sync_ms(tmp_path) > 0
