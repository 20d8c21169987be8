"""Observations: a duration as a metric, a debug line, and calls to Redis with their failures."""

import logging
from contextlib import suppress

import pytest
from prometheus_client import CollectorRegistry, Counter, Histogram
from telemetry import tracing
from telemetry.metrics import Children
from telemetry.observe import Observation, RedisCalls, unobserved

LOG = logging.getLogger("tests.observe")


class Trace:
    """Keeps the calls to Redis that are added to it."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, bool]] = []

    def add_redis_call(self, operation: str, seconds: float, failed: bool) -> None:
        assert seconds >= 0
        self.calls.append((operation, failed))


@pytest.fixture
def registry() -> CollectorRegistry:
    return CollectorRegistry()


@pytest.fixture
def calls(registry: CollectorRegistry) -> RedisCalls:
    seconds = Children(Histogram("seconds", "x", ["operation"], registry=registry))
    failures = Children(Counter("failures", "x", ["operation"], registry=registry))
    return RedisCalls(seconds, failures, lambda answer: isinstance(answer, OSError))


def value(registry: CollectorRegistry, name: str, **labels: str) -> float:
    return registry.get_sample_value(name, labels) or 0


def test_a_duration_is_a_metric_and_a_line(
    registry: CollectorRegistry, caplog: pytest.LogCaptureFixture
) -> None:
    observation = Observation()
    seconds = Children(Histogram("request_seconds", "x", ["route"], registry=registry))
    observation.record(seconds["moves",])
    with caplog.at_level(logging.DEBUG, LOG.name):
        observation.debug(LOG, "answered", status=200)
    assert value(registry, "request_seconds_count", route="moves") == 1
    assert value(registry, "request_seconds_sum", route="moves") == observation.seconds > 0
    (record,) = caplog.records
    fields = record.__dict__
    assert (record.getMessage(), fields["status"]) == ("answered", 200)
    assert fields["milliseconds"] == round(observation.seconds * 1000, 3)


def test_a_call_is_timed_by_its_operation(registry: CollectorRegistry, calls: RedisCalls) -> None:
    for operation in ("load", "save", "save"):
        with calls.begin(operation):
            pass
    assert value(registry, "seconds_count", operation="load") == 1
    assert value(registry, "seconds_count", operation="save") == 2
    assert value(registry, "failures_total", operation="save") == 0


@pytest.mark.parametrize(
    ("error", "answer", "failed"),
    [
        (None, None, False),
        (None, [b"OK", None], False),
        (None, [b"OK", OSError()], True),
        (None, OSError(), False),
        (OSError(), None, True),
        (ValueError(), [OSError()], False),
    ],
)
def test_a_call_without_an_answer_is_a_failure(
    registry: CollectorRegistry,
    calls: RedisCalls,
    error: Exception | None,
    answer: object,
    failed: bool,
) -> None:
    """A refusal is an answer; several answers may have a failure among them."""
    trace = Trace()
    token = tracing.current.set(trace)  # type: ignore[arg-type]
    with suppress(OSError, ValueError), calls.begin("load") as call:
        call.answer = answer
        if error:
            raise error
    tracing.current.reset(token)
    assert value(registry, "failures_total", operation="load") == failed
    assert trace.calls == [("load", failed)]


def test_what_is_not_observed_records_nothing() -> None:
    with unobserved("load") as call:
        call.answer = [OSError()]
    with pytest.raises(ValueError, match="raised"), unobserved("load"):
        raise ValueError("raised")
