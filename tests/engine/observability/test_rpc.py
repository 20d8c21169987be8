"""What is recorded of calls and batches: metrics and debug logs; spans are in tests/telemetry."""

import logging
import threading

import pytest
from croupier.v1 import engine_service_pb2 as pb
from engine.observability.metrics import Metrics
from engine.observability.rpc import RpcObserver
from telemetry import logs

TRACE, PARENT = "a" * 32, "b" * 16


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture(autouse=True)
def _debugging(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "engine")


def written(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """What this test has written: the engine of other tests runs in a thread of its own."""
    return [each for each in caplog.records if each.thread == threading.get_ident()]


def value(metrics: Metrics, name: str, **labels: str) -> float:
    """Of a sample; 0 if there is none."""
    return metrics.registry.get_sample_value(f"croupier_engine_{name}", labels) or 0


def test_a_call_is_timed_by_its_status(metrics: Metrics, caplog: pytest.LogCaptureFixture) -> None:
    headers = (("traceparent", f"00-{TRACE}-{PARENT}-01"), ("x-request-id", "id"))
    request = pb.GetMatchRequest(match_id="m" * 22)
    RpcObserver(metrics).begin("GetMatch", request, headers).end("NOT_FOUND")
    assert value(metrics, "rpc_seconds_count", method="GetMatch", code="NOT_FOUND") == 1
    assert logs.about.get() == {
        "rpc": "GetMatch",
        "request_id": "id",
        "match_id": "m" * 22,
        "trace_id": TRACE,
    }
    (record,) = written(caplog)
    assert (record.getMessage(), record.__dict__["code"]) == ("called", "NOT_FOUND")
    assert record.__dict__["milliseconds"] >= 0


def test_a_call_without_headers_is_a_call_too(metrics: Metrics) -> None:
    RpcObserver(metrics).begin("ListGames", pb.ListGamesRequest(), None).end("OK")
    assert value(metrics, "rpc_seconds_count", method="ListGames", code="OK") == 1
    about = logs.about.get()
    assert about
    assert (about["request_id"], about["match_id"]) == ("-", "")


def test_a_batch_is_one_call_and_a_line_for_each_move(
    metrics: Metrics, caplog: pytest.LogCaptureFixture
) -> None:
    moves = [
        pb.ApplyMoveRequest(
            match_id=each * 22, request_id=each, traceparent=f"00-{each * 32}-{PARENT}-01"
        )
        for each in ("a", "b")
    ]
    RpcObserver(metrics).begin_batch(moves).end_batch(moves, ["ok", "not_your_turn"])
    assert value(metrics, "rpc_seconds_count", method="Moves", code="OK") == 1
    assert value(metrics, "batch_moves_sum") == 2
    lines = [
        (line.getMessage(), *(line.__dict__[name] for name in ("match_id", "trace_id", "code")))
        for line in written(caplog)
    ]
    assert lines == [
        ("moved", "a" * 22, "a" * 32, "ok"),
        ("moved", "b" * 22, "b" * 32, "not_your_turn"),
    ]


def test_a_refused_move_is_counted_under_its_game_if_that_is_known(metrics: Metrics) -> None:
    games = {"known": "lost-cities"}
    observer = RpcObserver(metrics, game_of=games.get)
    observer.refused("known", "illegal_move")
    observer.refused("other", "illegal_move")
    observer.moved("lost-cities", "ok")
    for game, result in (("lost-cities", "illegal_move"), ("unknown", "illegal_move")):
        assert value(metrics, "moves_total", game=game, result=result) == 1
    assert value(metrics, "moves_total", game="lost-cities", result="ok") == 1
