"""Traces are made when somebody wants them, and nothing fails when they cannot be."""

import logging
import subprocess
import sys

import pytest
from telemetry import tracing

from tests.telemetry.collector import Collector
from tools.stack import ROOT

pytestmark = pytest.mark.service

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
LOADED = "import sys, {module}; print(sorted(name for name in sys.modules if 'telemetry' in name))"


@pytest.fixture(autouse=True)
def _nobody_wants_any(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in tracing.ENDPOINTS:
        monkeypatch.delenv(name, raising=False)


def test_without_an_endpoint_there_are_none() -> None:
    assert tracing.start("engine") is None


@pytest.mark.parametrize("module", ["engine.__main__", "gateway.__main__"])
def test_without_an_endpoint_nothing_that_sends_is_imported(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(module=module)],
        cwd=ROOT / "services",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "'telemetry.tracing'" in done.stdout
    assert "telemetry.spans" not in done.stdout
    assert "opentelemetry.exporter" not in done.stdout


def test_without_the_extra_that_is_told_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(ENDPOINT, "http://127.0.0.1:1")
    monkeypatch.setitem(sys.modules, "telemetry.spans", None)
    with caplog.at_level(logging.ERROR):
        assert tracing.start("engine") is None
    assert caplog.messages == ["there are no traces: the extra otel of croupier is not installed"]


def test_spans_carry_on_what_was_begun_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    collector = Collector()
    with collector.serving():
        monkeypatch.setenv(ENDPOINT, collector.url)
        traces = tracing.start("engine")
        assert traces
        trace = traces.begin(
            "ApplyMove", f"00-{'a' * 32}-{'b' * 16}-01", rpc="ApplyMove", hand="R5"
        )
        trace.add_redis_call("save", 0.5, failed=True)
        trace.end(code="ok", match_id="not an id")
        traces.begin("ApplyMove", "nonsense").end()
        traces.begin("ApplyMove", f"00-{'d' * 32}-{'b' * 16}-00").end()  # not to be kept
        traces.stop()
    redis, move, other = collector.spans
    assert (move.trace, move.parent) == ("a" * 32, "b" * 16)
    assert (redis.trace, redis.parent, redis.name) == (move.trace, move.id, "redis save")
    assert trace.traceparent == f"00-{move.trace}-{move.id}-01"
    assert move.fields == {"rpc.method": "ApplyMove", "croupier.code": "ok"}
    assert other.parent == ""
