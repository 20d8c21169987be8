"""What the gateway records of the requests it gets."""

import asyncio

import pytest
from gateway.engine_client.errors import in_maintenance
from gateway.errors import KINDS, Problem, unavailable
from gateway.http.responses import problem_response
from gateway.observability.metrics import Metrics
from gateway.observability.requests import ObservedRequest, RequestObserver, route_of
from gateway.streams.drain import EventStreams
from starlette.routing import Route
from starlette.types import Message

from tests.support.live import Live
from tests.support.players import Client

pytestmark = pytest.mark.anyio

PROBLEMS = "croupier_gateway_problems_total"
RETRY = {"retryAfter": "60"}


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


def value(metrics: Metrics, name: str, **labels: str) -> float:
    """Of a sample; 0 if there is none."""
    return metrics.registry.get_sample_value(f"croupier_gateway_{name}", labels) or 0


@pytest.mark.parametrize(
    "path", ["", "/", "/v1", "/v1/matches", "/v1/matches/x/y/z", "/v1/moves/x", "/x" * 50, "*"]
)
def test_what_is_no_route_has_one_name(path: str) -> None:
    assert route_of({"path": path}) == "other"


def test_methods_that_nobody_knows_have_one_name(metrics: Metrics) -> None:
    for method in ("BREW", "PROPFIND", "X" * 40):
        request = RequestObserver(metrics).begin({"path": "/", "method": method}, {}, "r")
        assert value(metrics, "requests_in_flight") == 1
        request.answered(405)
        request.end()
    assert value(metrics, "requests_in_flight") == 0
    labels = {"method": "other", "route": "other", "status": "4xx", "waited": "no"}
    assert value(metrics, "request_seconds_count", **labels) == 3


def test_who_asked_to_wait_is_counted_apart(metrics: Metrics) -> None:
    route = Route("/v1/matches/{match_id}", print)
    scope = {"path": "/v1/matches/x", "method": "GET", "route": route}
    RequestObserver(metrics).begin(scope, {b"prefer": b"wait=30"}, "r").answered(304)
    labels = {"method": "GET", "route": "/v1/matches/{match_id}", "status": "3xx"}
    assert value(metrics, "request_seconds_count", **labels, waited="yes") == 1
    assert value(metrics, "request_seconds_count", **labels, waited="no") == 0


def test_who_leaves_unanswered_is_counted_too(metrics: Metrics) -> None:
    RequestObserver(metrics).begin({"path": "/v1/moves", "method": "POST"}, {}, "r").end()
    labels = {"method": "POST", "route": "other", "status": "0", "waited": "no"}
    assert value(metrics, "request_seconds_count", **labels) == 1


def test_codes_are_there_before_their_first_problem(metrics: Metrics) -> None:
    for code in (*KINDS, "maintenance"):
        assert metrics.registry.get_sample_value(PROBLEMS, {"code": code}) == 0


async def test_problems_are_counted_by_code(metrics: Metrics) -> None:
    """Maintenance apart: it is 503 as an outage is, and should raise no alert."""
    observer = RequestObserver(metrics)
    for problem in (Problem("illegal_move", "x"), unavailable(), in_maintenance("x", RETRY)):
        scope = {"path": "/v1/matches", "method": "POST", "type": "http"}
        observed = observer.begin(scope, {}, "r")

        async def send(message: Message, observed: ObservedRequest = observed) -> None:
            if message["type"] == "http.response.start":
                observed.answered(message["status"])

        await problem_response(problem)(scope, receive, send)
        observer.begin_frame("move", None).end(problem.status, problem.label)
    for code in ("illegal_move", "unavailable", "maintenance"):
        assert value(metrics, "problems_total", code=code) == 2
    assert value(metrics, "problems_total", code="internal") == 0


async def receive() -> Message:
    return {"type": "http.disconnect"}


async def test_streams_are_counted_while_they_are_open(metrics: Metrics) -> None:
    streams = EventStreams(metrics)
    with streams.queue("sse"), streams.queue("sse"), streams.queue("socket"):
        assert value(metrics, "streams", kind="sse") == 2
        assert value(metrics, "streams", kind="socket") == 1
    assert value(metrics, "streams", kind="sse") == 0


async def test_metrics_are_not_to_be_had_where_players_ask(live: Live) -> None:
    answer = await asyncio.to_thread(Client(live.url).get, "/metrics")
    assert answer.status_code == 404
