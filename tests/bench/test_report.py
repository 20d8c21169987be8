"""What the benchmark of moves makes of its numbers."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bench import goals, machine, report
from bench.meter import Measured, Meter, WrongAnswer, percentile
from bench.plan import NoSuchWorkload, Plan, Results, chosen, workloads

PLAN = Plan(rounds=2, large=False)
NAMES = ("gateway", "engine", "redis", "load", "idle", "elsewhere", "stolen")


def measured(per_s: float, ms: float = 1.0) -> Measured:
    done = round(per_s)
    return Measured(1.0, done, done, ms, 2 * ms, dict.fromkeys(NAMES, 0.5), done, False)


def results(**rounds: Sequence[Measured]) -> Results:
    """`rounds` are named with underscores for hyphens; all others have 100 a second."""
    todo = workloads(PLAN)
    made = Results(PLAN, 7, todo, {"python": "3"})
    named = {name.replace("_", "-"): each for name, each in rounds.items()}
    made.rounds = {each.name: [measured(100.0)] * 2 for each in todo} | named
    return made


def test_a_ratio_is_of_two_numbers_of_the_same_round() -> None:
    fast = [measured(300.0), measured(10.0), measured(500.0)]
    slow = [measured(100.0), measured(10.0), measured(100.0)]
    made = results(move_64=fast, hello_64=slow)
    assert goals.ratio(made.rounds, "move-64", "hello-64") == 3.0


def test_a_goal_of_what_was_measured_is_met_or_not() -> None:
    made = results(move_64=[measured(200.0)] * 2, hello_64=[measured(100.0)] * 2)
    verdicts = {goal.name: goal.verdict for goal in goals.goals(made)}
    assert verdicts["move-64 to hello-64, moves/s"] == "met"
    assert verdicts["move-64 to naive-64, moves/s"] == "NOT MET"
    assert verdicts["2 engines to one, their CPU a move"] == "NOT MET"
    assert not {"4 engines to one, their CPU a move", "KiB of a gateway, a stream"} & {*verdicts}
    made.stream = 1024.0
    assert [*goals.goals(made)][-1].verdict == "met"


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


def test_words_choose_workloads_and_what_they_are_compared_with() -> None:
    def named(*words: str) -> list[str]:
        return [each.name for each in chosen(PLAN, words)]

    assert named("seen-socket-64") == ["seen-socket-64", "hello-64", "move-64"]
    assert named("watched") == ["watched", "hello-1", "hello-64", "move-64"]
    assert {"read-64", "read-64-unchanged", "read-64-limits-off"} < set(named("read-64"))
    assert named() == [each.name for each in workloads(PLAN)]
    with pytest.raises(NoSuchWorkload, match="There is no workload nothing;"):
        named("nothing")


def test_what_is_printed_has_everything() -> None:
    made = results()
    made.stream = 20_480.0
    text = report.text(made)
    for each in made.todo:
        assert re.search(rf"^{each.name} +1\.00 ", text, re.MULTILINE), each.name
    assert "A stream takes 20,480 bytes of a gateway (of 1,000)." in text
    assert re.search(r"^KiB of a gateway, a stream +at most 24 +20.0 +met$", text, re.MULTILINE)


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
