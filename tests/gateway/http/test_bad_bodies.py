"""Bad bodies: refused before they are read once an address has sent too many of them."""

from functools import partial
from typing import Any

import pytest
from cachetools import TTLCache
from gateway import context
from gateway.http import bad_bodies, middleware
from gateway.http.bad_bodies import ADDRESS, KNOWN_S, NOTED_S, BadBodies
from gateway.http.budgets import Budget
from gateway.limits.limit_table import LIMITS
from gateway.observability.metrics import Metrics
from redis import Redis

from tests.support.asgi import scope_of
from tests.support.live import Live
from tests.support.players import Client, ok
from tests.support.raw_http import Connection, encode
from tests.support.requests import newcomer, post
from tests.support.waiting import until

pytestmark = pytest.mark.anyio

FEW, FEWER = 12, 4
BAD = b'{"game": '


@pytest.fixture
def strict(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> "Live":
    """A gateway, not yet started, with the budgets FEW and FEWER, which are not filled again."""
    monkeypatch.setattr(bad_bodies, "ADDRESS", Budget(FEW, 0.001))
    monkeypatch.setattr(bad_bodies, "TOKEN", Budget(FEWER, 0.001))
    monkeypatch.setattr(bad_bodies, "HOLD_S", 0.01)
    with Redis.from_url(redis_url) as redis:  # what other tests have asked for from here
        redis.delete("limit:{127.0.0.1}:day", *redis.scan_iter("limit:{127.0.0.1}:*"))
    return Live(redis_url, limits=LIMITS)


def statuses(caller: Client, count: int, body: bytes = BAD) -> list[int]:
    return [post(caller, "/v1/matches", body).status_code for _ in range(count)]


def test_too_many_bad_bodies_are_not_read_any_more(strict: Live) -> None:
    with strict as live:
        nobody = Client(live.url)
        assert statuses(nobody, FEW + 2) == [400] * FEW + [429] * 2
        refused = post(nobody, "/v1/matches", BAD)
        problem = refused.json()
        told = {name: problem[name] for name in ("code", "bucket", "per", "limit")}
        assert told == {
            "code": "rate_limited",
            "bucket": "bodies",
            "per": "address",
            "limit": FEW,
        }
        again_s = problem["retryAfter"]
        assert refused.headers["Retry-After"] == str(again_s)
        assert refused.headers["RateLimit"] == f'"bodies-address";r=0;t={again_s}'
        window_s = problem["window"]
        assert refused.headers["RateLimit-Policy"] == f'"bodies-address";q={FEW};w={window_s}'
        assert live.metrics
        count = live.metrics.registry.get_sample_value(
            "croupier_gateway_refused_bodies_total", {"bound": "address"}
        )
        assert count == 3


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [(b"x" * 70_000, "application/json", 413), (b"{}", "text/plain", 415)],
)
def test_what_is_refused_for_size_or_type_counts(
    strict: Live, body: bytes, kind: str, status: int
) -> None:
    with strict as live:
        nobody = Client(live.url)
        told = [post(nobody, "/v1/matches", body, kind).status_code for _ in range(FEW + 1)]
        assert told == [status] * FEW + [429]


def test_others_behind_the_address_go_on(strict: Live) -> None:
    with strict as live:
        ann, new = newcomer(live.url), newcomer(live.url)
        ok(ann.get("/v1/players/me"))
        assert statuses(Client(live.url), FEW + 1)[-1] == 429
        for _ in range(FEW):
            ann.create()
            ok(ann.get("/v1/games"))
        assert post(new, "/v1/matches", b"{}").status_code == 429  # it was not seen before
        # Their own bad bodies count as well.
        assert statuses(ann, FEWER + 1) == [400] * FEWER + [429]


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", path) for path in ("/healthz", "/readyz", "/openapi.json", "/problems/malformed")]
    + [("GET", "/assets/swagger-ui.css"), ("OPTIONS", "/v1/matches")],
)
async def test_what_looks_at_no_token_accepts_none(strict: Live, method: str, path: str) -> None:
    preflight = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}
    sent = {"Authorization": "Bearer invented", **(preflight if method == "OPTIONS" else {})}
    with strict as live:
        until(lambda: Client(live.url).get("/readyz").status_code == 200)
        connection = Connection(live.url)
        assert (await connection.ask(encode(method, path, sent))).status < 300
        assert statuses(Client(live.url), FEW) == [400] * FEW
        wire = encode("POST", "/v1/matches", sent, BAD)
        assert (await connection.ask(wire)).status == 429
        await connection.close()


def test_a_token_whose_request_was_refused_for_something_else_is_known(strict: Live) -> None:
    with strict as live:
        ann = newcomer(live.url)
        assert ann.get("/v1/matches/" + "A" * 22).status_code == 404
        assert statuses(Client(live.url), FEW + 1)[-1] == 429
        ann.create()


async def test_a_token_has_one_budget_however_it_is_written(strict: Live) -> None:
    with strict as live:
        ann = newcomer(live.url)
        connection = Connection(live.url)
        for scheme in ("Bearer", "bearer", "Bearer  "):
            sent = {"Authorization": f"{scheme} {ann.token}"}
            assert (await connection.ask(encode("GET", "/v1/games", sent))).status == 200
        assert statuses(Client(live.url), FEW + 1)[-1] == 429
        assert statuses(ann, FEWER + 1) == [400] * FEWER + [429]
        for scheme in ("Bearer", "bearer", "Bearer  "):
            wire = encode("POST", "/v1/matches", {"Authorization": f"{scheme} {ann.token}"}, BAD)
            assert (await connection.ask(wire)).status == 429
        await connection.close()


async def test_a_refusal_takes_a_while_and_leaves_the_connection_in_order(
    strict: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = []

    async def hold(receive: Any) -> None:
        await bad_bodies.hold(receive)
        held.append(receive)

    monkeypatch.setattr(middleware, "hold", hold)
    with strict as live:
        assert statuses(Client(live.url), FEW + 1)[-1] == 429
        connection = Connection(live.url)
        wire = encode("POST", "/v1/matches", {}, b"[" * 60_000)
        replies = [await connection.ask(each) for each in (wire, encode("GET", "/v1/games"), wire)]
        assert [reply.status for reply in replies] == [429, 200, 429]
        assert len(held) == 3, "each refusal of a body waits first, and nothing else does"
        await connection.close()


async def test_a_token_that_goes_on_being_accepted_stays_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Though that is not noted with each answer."""
    now = [1_000.0]
    monkeypatch.setattr(bad_bodies, "monotonic", lambda: now[0])
    monkeypatch.setattr(bad_bodies, "TTLCache", partial(TTLCache, timer=lambda: now[0]))
    bodies = BadBodies(Metrics())
    headers = {b"authorization": b"Bearer ann"}
    scope = scope_of("POST", "/v1/matches")

    def spend() -> None:
        for _ in range(ADDRESS.burst + 1):
            bodies.answered(scope, {}, 400)

    spend()
    assert bodies.refusal(scope, headers)
    for _ in range(6):
        now[0] += KNOWN_S / 5
        spend()
        context.verified.set(True)
        bodies.answered(scope, headers, 200)
        context.verified.set(False)
        assert bodies.refusal(scope, headers) is None
        assert bodies.refusal(scope, {})
    now[0] += KNOWN_S - NOTED_S
    spend()
    assert bodies.refusal(scope, headers) is None
    now[0] += NOTED_S + 1
    spend()
    assert bodies.refusal(scope, headers)
