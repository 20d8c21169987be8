"""Spans as a collector gets them: parents, names, fields, and calls to Redis."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from telemetry import tracing
from telemetry.metrics import release
from telemetry.spans import Tracing

from tests.telemetry.collector import Collector

pytestmark = pytest.mark.service

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
PARENT = "b" * 16


@contextmanager
def exported(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Tracing, Collector]]:
    """Spans, all of which the collector has once the block ends."""
    collector = Collector()
    with collector.serving():
        monkeypatch.setenv(ENDPOINT, collector.url)
        traces = tracing.start("engine")
        assert traces
        yield traces, collector
        traces.stop()


def test_a_span_continues_the_trace_of_its_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    with exported(monkeypatch) as (traces, collector):
        trace = traces.begin("ApplyMove", f"00-{'a' * 32}-{PARENT}-01", rpc="ApplyMove", hand="R5")
        trace.add_redis_call("save", 0.5, failed=True)
        trace.end(code="ok", match_id="not an id")
    redis, move = collector.spans
    assert (move.trace, move.parent) == ("a" * 32, PARENT)
    assert (redis.trace, redis.parent, redis.name) == (move.trace, move.id, "redis save")
    assert trace.traceparent == f"00-{move.trace}-{move.id}-01"
    assert move.fields == {"rpc.method": "ApplyMove", "croupier.code": "ok"}


def test_a_span_tells_of_which_release_and_pod_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pod as the manifests say it."""
    monkeypatch.setenv("OTEL_RESOURCE_ATTRIBUTES", "k8s.pod.name=engine-1,k8s.namespace.name=a")
    with exported(monkeypatch) as (traces, collector):
        traces.begin("GetMatch", "").end()
    (span,) = collector.spans
    assert span.resource["service.name"] == "croupier-engine"
    assert span.resource["service.version"] == release()
    assert (span.resource["k8s.pod.name"], span.resource["k8s.namespace.name"]) == ("engine-1", "a")


def test_without_a_caller_a_span_begins_a_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    with exported(monkeypatch) as (traces, collector):
        traces.begin("ApplyMove", "nonsense").end(name="GET /healthz")
        traces.begin("ApplyMove", f"00-{'d' * 32}-{PARENT}-00").end()  # its caller does not sample
    (span,) = collector.spans
    assert (span.parent, span.name) == ("", "GET /healthz")


def test_each_move_of_a_batch_has_its_span_and_its_call_to_redis(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ids = ["a" * 32, "c" * 32]
    with exported(monkeypatch) as (traces, collector):
        each = [(f"00-{trace_id}-{PARENT}-01", {"rpc": "ApplyMove"}) for trace_id in ids]
        batch = traces.begin_all("ApplyMove", each)
        batch.add_redis_call("save_all", 0.001, failed=False)
        batch.end_each([(False, {"code": "ok"}), (True, {"code": "internal"})])
    for trace_id, code in zip(ids, ("ok", "internal"), strict=True):
        spans = {span.name: span for span in collector.spans if span.trace == trace_id}
        assert spans.keys() == {"redis save_all", "ApplyMove"}
        assert spans["ApplyMove"].fields["croupier.code"] == code
        assert spans["redis save_all"].parent == spans["ApplyMove"].id
