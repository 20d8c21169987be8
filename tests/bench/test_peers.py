"""What the benchmark beside other frameworks makes of its numbers; none of them runs here."""

import os
import re
from collections.abc import Sequence
from random import Random

import pytest

from bench import goals, idle, nodes, peers
from bench.meter import Measured, WrongAnswer
from bench.plan import Rounds
from bench.turns import MARGIN, Measure, take_turns

OURS = ("gateway", "engine", "redis", "idle", "load", "elsewhere", "stolen")
THEIRS = ("server", "load", "elsewhere", "stolen")


def measured(per_s: float, names: Sequence[str] = OURS) -> Measured:
    """Two seconds, in which each of the named used half a second."""
    done = round(2 * per_s)
    return Measured(2.0, done, done, 1.5, 3.0, dict.fromkeys(names, 0.5), done, False)


def rounds(**per_s: Sequence[float]) -> dict[str, list[Measured]]:
    """Of all, two rounds with 100 moves a second, but for those that are named.

    Ours take three times as much processor time in a round as the peers.
    """
    names = {"memory": peers.MEMORY}
    made = {own: [measured(100.0)] * 2 for own in peers.OURS}
    made |= {peer: [measured(100.0, THEIRS)] * 2 for peer in peers.PEERS}
    for name, rates in per_s.items():
        kinds = THEIRS if name in names else OURS
        made[names.get(name, name.replace("_", "-"))] = [measured(rate, kinds) for rate in rates]
    return made


def results(made: dict[str, list[Measured]]) -> peers.Results:
    return peers.Results(peers.QUICK, {"node": "v0"}, made)


def verdict(made: Rounds) -> str:
    (goal,) = peers.goals(made)
    return goal.verdict


def test_a_ratio_is_of_two_numbers_of_the_same_round() -> None:
    made = rounds(seen_64=[300.0, 10.0, 500.0], memory=[100.0, 10.0, 100.0])
    assert goals.ratio(made, "seen-64", peers.MEMORY) == 3.0
    assert goals.ratio(made, "seen-64", "nobody") is None


def test_a_goal_is_met_not_met_or_not_there() -> None:
    assert verdict(rounds(seen_64=[240.0, 240.0])) == "met"
    assert verdict(rounds(seen_64=[230.0, 230.0])) == "NOT MET"
    made = rounds()
    del made[peers.MEMORY]
    assert verdict(made) == "not there"


def test_the_table_has_a_row_for_each_with_ratios_and_costs() -> None:
    made = rounds(seen_64=[150.0, 150.0])
    heads, *lines = peers.rows(made)
    cells = {line[0]: dict(zip(heads, line, strict=True)) for line in lines}
    assert [*cells] == [*peers.OURS, *peers.PEERS]
    theirs = cells[peers.MEMORY]
    assert (theirs["seen-64 to it"], theirs["seen-sse-64 to it"]) == ("2.00", "3.00")
    assert (theirs["p50 ms"], theirs["p99 ms"]) == ("1.50", "3.00")
    assert theirs["servers s/1000"] == theirs["client s/1000"] == "2.500"
    assert cells["seen-sse-64"]["servers s/1000"] == "7.500", "gateway, engine and Redis"
    assert (theirs["servers of a core"], cells["seen-sse-64"]["servers of a core"]) == (
        "25%",
        "75%",
    )


def test_who_is_left_out_has_a_row_and_a_line_that_say_so() -> None:
    made = rounds()
    del made[peers.PER_MOVE]
    told = results(made)
    told.left_out = ["colyseus is left out: it needs Node and npm."]
    text = peers.text(told)
    assert re.search(rf"^{peers.PER_MOVE} +not there$", text, re.MULTILINE)
    assert told.left_out[0] in text


def test_matches_in_which_nobody_moves_are_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle, "REST_S", 0.0)
    kept = []
    weighed = idle.weigh([os.getpid()], lambda mib: kept.append(b"m" * mib * peers.MIB), 64, 0.0)
    assert weighed.after - weighed.before > 60 * peers.MIB
    told = results(rounds())
    told.idle = {peers.OBJECT: idle.Idle(54 * peers.MIB, 2000 * peers.MIB, 0.0123)}
    line = rf"^{peers.OBJECT} +54 +2,000 +12\.3$"
    assert re.search(line, peers.text(told), re.MULTILINE)


def test_all_take_turns_and_the_first_round_does_not_count() -> None:
    calls: list[tuple[str, float, float]] = []

    def contender(name: str, per_s: float) -> Measure:
        def play(expected: float, warm_up_s: float, seconds: float) -> Measured:
            calls.append((name, expected, seconds))
            return measured(per_s)

        return play

    pair = {"a": contender("a", 50.0), "b": contender("b", 70.0)}
    pace = peers.QUICK
    told = take_turns(pair, pace, Random(1))
    assert {name: len(each) for name, each in told.items()} == {"a": 3, "b": 3}
    assert [sorted(name for name, *_ in calls[turn : turn + 2]) for turn in (0, 2, 4, 6)] == [
        ["a", "b"]
    ] * 4
    assert {seconds for *_, seconds in calls[:2]} == {pace.first_s}
    assert set(calls[2:]) == {
        (name, rate * MARGIN, pace.seconds) for name, rate in (("a", 50.0), ("b", 70.0))
    }


def test_what_a_client_tells_is_read() -> None:
    cpu = dict.fromkeys(THEIRS, 0.25)
    told = {"seconds": 2.0, "answers": 500, "p50": 1.0, "p99": 4.0, "cpuS": cpu}
    told |= {"cutShort": False, "refused": {}}
    read = nodes.measured(told)
    assert (read.per_s, read.p99_ms, read.cpu_per_1000("server")) == (250.0, 4.0, 0.5)
    for refused in ({"not your turn": 1}, {}):
        with pytest.raises(WrongAnswer, match=r"not your turn|Answers: 0"):
            nodes.measured(told | {"answers": 500 if refused else 0, "refused": refused})


def test_versions_are_pinned() -> None:
    for folder in set(peers.PEERS.values()):
        for package in nodes.versions(folder).split(", "):
            assert package.rpartition(" ")[2].replace(".", "").isdigit()


def test_without_node_a_peer_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(nodes.NotHere, match=r"colyseus is left out: it needs Node and npm\."):
        nodes.install("colyseus")
    assert nodes.node_version() == "none"
