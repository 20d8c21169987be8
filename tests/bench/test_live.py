"""The benchmark of streams runs; how fast they are is not tested here."""

import json

import pytest

from bench import live
from bench.live import Idle, Measured, Plan, Times

pytestmark = pytest.mark.full

TINY = Plan(streams=8, matches=2, rate=20.0, seconds=0.5, spectators=5, moves=3)


def test_a_short_run_makes_a_table_and_a_report() -> None:
    measured = live.run(TINY)
    assert measured.idle.streams == TINY.streams
    assert measured.idle.after > measured.idle.before > 0
    for times, moves in ((measured.moves, 10), (measured.fan_out, TINY.moves)):
        assert (len(times.answered), len(times.heard)) == (moves, moves)
        assert min(times.answered) > 0
        assert min(times.all_in_all) > 0, "nobody hears of a move before it is sent"
    assert live.table(measured).count("\n") == 8
    report = json.loads(json.dumps(live.report(measured, quick=True)))
    assert report["fanOut"]["spectators"] == TINY.spectators


def test_ratios_are_of_the_p99s_of_one_run() -> None:
    times = Times(answered=[0.001, 0.001, 0.010], heard=[0.0, 0.0, 0.005], per_s=7.0)
    measured = Measured(TINY, Idle(100, before=0, after=256 * live.MIB), times, times)
    assert [round(ratio, 2) for ratio, *_ in live.rows(measured)] == [0.5, 1, 0.5, 1.5, 1, 0.5]
    assert live.report(measured, quick=True)["moves"]["ratio"] == 0.5
    assert "2621 KiB each" in live.table(measured)
