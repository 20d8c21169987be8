"""The middleware of every request: its id, CORS, and unexpected errors."""

import json
from collections.abc import Sequence

import pytest
from gateway import context
from gateway.errors import Problem
from gateway.http.middleware import RequestContext
from gateway.http.request_slots import RequestSlots
from gateway.http.responses import json_response, problem_response
from gateway.observability.metrics import Metrics
from gateway.observability.requests import RequestObserver
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.support.asgi import Header, answer_of, scope_of
from tests.support.live import Live
from tests.support.players import Client
from tests.support.raw_http import Reply
from tests.support.requests import ROUTES, Route, listed, send

pytestmark = pytest.mark.anyio

EXPOSED = (
    "ETag, Location, Retry-After, RateLimit, Idempotency-Replayed, X-Request-Id, Date, X-Time, "
    "Ledger-Seq, Ledger-Head, Log-Version, Log-Head"
)
ORIGIN = ("Origin", "https://example.org")
PREFLIGHT = (ORIGIN, ("Access-Control-Request-Method", "POST"))


async def accept(scope: Scope, receive: Receive, send: Send) -> None:
    await json_response({"id": context.request_id.get()})(scope, receive, send)


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    await problem_response(Problem("not_found", "Nothing."))(scope, receive, send)


async def fail(scope: Scope, receive: Receive, send: Send) -> None:
    raise ValueError("Y7 is in hand 0")


async def fail_late(scope: Scope, receive: Receive, send: Send) -> None:
    await accept(scope, receive, send)
    await fail(scope, receive, send)


async def ask(app: ASGIApp, method: str, headers: Sequence[Header] = ()) -> Reply:
    context.request_id.set("of another request")
    wrapped = RequestContext(app, RequestObserver(Metrics()), RequestSlots(1, 1.0))
    return await answer_of(wrapped, scope_of(method, "/v1/matches", *headers))


# --- X-Request-Id


@pytest.mark.parametrize("app", [accept, refuse, fail])
@pytest.mark.parametrize("given", ["x", "a" * 128, "0af7651916cd43dd8448eb211c80319c", "!~<>\"'"])
async def test_a_request_id_is_adopted(app: ASGIApp, given: str) -> None:
    reply = await ask(app, "GET", [("X-Request-Id", given)])
    assert reply.headers["x-request-id"] == given
    assert given in (reply.json().get("id"), reply.json().get("requestId"))


@pytest.mark.parametrize("given", ["", "a" * 129, "two words", "\u00e9", "a\tb", "a, b"])
async def test_one_that_is_not_valid_is_replaced(given: str) -> None:
    reply = await ask(accept, "GET", [("X-Request-Id", given)])
    own = reply.headers["x-request-id"]
    assert own != given
    assert len(own) == 32
    assert own.isalnum()
    assert reply.json()["id"] == own


async def test_every_request_has_an_id_of_its_own() -> None:
    replies = [await ask(app, "GET") for app in (accept, refuse, fail) for _ in range(3)]
    assert len({reply.headers["x-request-id"] for reply in replies}) == len(replies)


async def test_the_id_of_a_preflight_is_adopted() -> None:
    reply = await ask(accept, "OPTIONS", [*PREFLIGHT, ("X-Request-Id", "mine")])
    assert reply.headers["x-request-id"] == "mine"


# --- CORS


@pytest.mark.parametrize("app", [accept, refuse, fail])
@pytest.mark.parametrize("headers", [[], [ORIGIN], [("Origin", "null"), ("Cookie", "a=b")]])
async def test_a_page_of_any_origin_may_read(app: ASGIApp, headers: Sequence[Header]) -> None:
    reply = await ask(app, "GET", headers)
    assert reply.headers["access-control-allow-origin"] == "*"
    assert reply.headers["access-control-expose-headers"] == EXPOSED
    assert "access-control-allow-credentials" not in reply.headers


async def test_a_preflight_allows_all_methods_and_the_headers_it_asks_for() -> None:
    wanted = ("Access-Control-Request-Headers", "authorization, if-match")
    reply = await ask(fail, "OPTIONS", [*PREFLIGHT, wanted])
    assert (reply.status, reply.body) == (204, b"")
    assert reply.headers["access-control-allow-origin"] == "*"
    assert reply.headers["access-control-allow-methods"] == "GET, POST, PUT, PATCH, DELETE"
    assert reply.headers["access-control-allow-headers"] == wanted[1]
    assert reply.headers["vary"] == "Access-Control-Request-Headers"


@pytest.mark.parametrize("headers", [[], [ORIGIN], PREFLIGHT[1:]])
async def test_any_other_options_is_the_applications(headers: Sequence[Header]) -> None:
    assert (await ask(refuse, "OPTIONS", headers)).status == 404


async def test_any_other_method_is_no_preflight() -> None:
    assert (await ask(refuse, "POST", PREFLIGHT)).status == 404


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_every_route_answers_a_preflight(live: Live, route: Route) -> None:
    path = route.at()
    answer = send(Client(live.url), "OPTIONS", path, *PREFLIGHT)
    assert answer.status_code == 204
    assert listed(answer, "access-control-allow-methods") >= {
        "GET",
        "POST",
        "PUT",
        "PATCH",
        "DELETE",
    }


# --- unexpected errors


async def test_an_unexpected_error_is_a_problem_without_its_cause(
    caplog: pytest.LogCaptureFixture,
) -> None:
    reply = await ask(fail, "GET")
    assert (reply.status, reply.headers["content-type"]) == (500, "application/problem+json")
    assert reply.json()["code"] == "internal"
    for text in (reply.body.decode(), caplog.text):
        assert "Y7" not in text
    assert "ValueError at " in caplog.text


async def test_an_error_after_the_answer_began_adds_nothing_to_it() -> None:
    reply = await ask(fail_late, "GET")
    assert (reply.status, list(json.loads(reply.body))) == (200, ["id"])


async def test_a_client_that_has_left_is_not_answered(caplog: pytest.LogCaptureFixture) -> None:
    async def leave(scope: Scope, receive: Receive, send: Send) -> None:
        raise ClientDisconnect

    assert (await ask(leave, "GET")).status == 0
    assert not caplog.records


# --- rate limits


async def test_a_charged_request_reports_its_limit() -> None:
    limit = {"RateLimit": '"reads";r=1;t=1', "RateLimit-Policy": '"reads";q=2;w=1'}

    async def charge(scope: Scope, receive: Receive, send: Send) -> None:
        context.rate_limit.set(limit)
        await accept(scope, receive, send)

    reply = await ask(charge, "GET")
    assert {name: reply.headers[name.lower()] for name in limit} == limit
    assert "ratelimit" not in (await ask(accept, "GET")).headers
