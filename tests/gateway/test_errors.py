"""What every refusal has."""

import httpx
import pytest

from tests.support.live import Live
from tests.support.players import Client
from tests.support.requests import code, exchange, post

CODES = {
    "malformed": 400,
    "unauthenticated": 401,
    "not_your_match": 403,
    "forbidden": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    "not_your_turn": 409,
    "match_not_active": 409,
    "match_active": 409,
    "match_full": 409,
    "conflict": 409,
    "version_mismatch": 412,
    "too_large": 413,
    "unsupported_media_type": 415,
    "invalid_move": 422,
    "illegal_move": 422,
    "idempotency_mismatch": 422,
    "invalid_options": 422,
    "rate_limited": 429,
    "internal": 500,
    "unavailable": 503,
}


@pytest.mark.parametrize("name", CODES)
def test_every_type_is_a_page(live: Live, name: str) -> None:
    page = Client(live.url).get(f"/problems/{name}")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert f"<code>{name}</code>" in page.text
    assert f"status {CODES[name]}" in page.text


@pytest.mark.parametrize("name", ["x", "Malformed", "rate_limited_", "%3Cscript%3E"])
def test_there_is_no_page_of_another_type(live: Live, name: str) -> None:
    assert code(Client(live.url).get(f"/problems/{name}")) == (404, "not_found")


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
