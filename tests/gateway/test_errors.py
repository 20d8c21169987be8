"""What every refusal has."""

import httpx
import pytest
from gateway.errors import KINDS, Problem, internal, overloaded, unavailable

from tests.support.live import Live
from tests.support.players import Client
from tests.support.requests import code, exchange, post

CODES = {
    "malformed": 400,
    "unauthenticated": 401,
    "not_your_match": 403,
    "forbidden": 403,
    "name_reserved": 403,
    "suspended": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    "timeout": 408,
    "not_your_turn": 409,
    "match_not_active": 409,
    "match_active": 409,
    "match_full": 409,
    "undo_refused": 409,
    "conflict": 409,
    "tournament_not_open": 409,
    "tournament_full": 409,
    "tournament_not_running": 409,
    "version_mismatch": 412,
    "too_large": 413,
    "target_too_long": 414,
    "unsupported_media_type": 415,
    "invalid_move": 422,
    "illegal_move": 422,
    "idempotency_mismatch": 422,
    "invalid_options": 422,
    "not_analysed": 422,
    "passkey_refused": 422,
    "rate_limited": 429,
    "headers_too_large": 431,
    "internal": 500,
    "game_failed": 500,
    "not_implemented": 501,
    "unavailable": 503,
}


def test_codes_and_statuses_are_those_of_the_contract() -> None:
    assert {code: kind.status for code, kind in KINDS.items()} == CODES


@pytest.mark.parametrize("name", CODES)
def test_every_code_has_a_title_and_advice(name: str) -> None:
    kind = KINDS[name]
    assert kind.title
    assert not kind.title.endswith(".")
    assert kind.advice.endswith(".")


def test_a_problem_has_the_members_of_rfc_9457_and_its_own() -> None:
    body = Problem("rate_limited", "Too many.", retryAfter=3).body("mine")
    assert body == {
        "type": "/problems/rate_limited",
        "title": KINDS["rate_limited"].title,
        "status": 429,
        "detail": "Too many.",
        "code": "rate_limited",
        "requestId": "mine",
        "retryAfter": 3,
    }


def test_while_something_is_unavailable_a_client_may_try_again_soon() -> None:
    assert (unavailable().status, unavailable().headers) == (503, {"Retry-After": "1"})
    assert internal().status == 500


def test_who_is_refused_together_is_not_told_to_come_back_together() -> None:
    told = {overloaded().headers["Retry-After"] for _ in range(100)}
    assert told == {"1", "2", "3"}
    assert overloaded().detail == unavailable().detail


@pytest.mark.parametrize(
    "text",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
        b"BREW /v1/games HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n",
        b"GET /v1/games HTTP/1.1\r\nHost: x\r\nX: a\x00b\r\n\r\n",
    ],
)
def test_what_is_not_http_is_refused_in_the_same_form(live: Live, text: bytes) -> None:
    head, _, body = exchange(live.url, text).partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    headers = httpx.Headers(
        [(name, value) for name, _, value in (x.partition(": ") for x in lines)]
    )
    assert status.startswith("HTTP/1.1 400")
    assert code(httpx.Response(400, headers=headers, content=body)) == (400, "malformed")


def test_a_refusal_tells_nothing_of_what_was_sent(live: Live) -> None:
    secret = "c0ffee" * 6
    bodies: list[bytes] = [
        f'{{"displayName": "{secret}", "kind": "{secret}"}}'.encode(),
        f'{{"displayName": "{secret}", "displayName": "{secret}"}}'.encode(),
        f'{{"displayName": "{secret}'.encode(),
        f'"{secret}"'.encode(),
    ]
    for body in bodies:
        answer = post(Client(live.url), "/v1/players", body)
        assert code(answer) == (400, "malformed")
        assert secret not in answer.text
