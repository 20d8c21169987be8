"""Responses: JSON, text and problems, with their headers."""

import json

from gateway import context
from gateway.contract.match_requests import Join
from gateway.contract.player_requests import NewToken
from gateway.errors import Problem
from gateway.http import responses
from gateway.http.responses import json_response, problem_response, text_response


def test_json_is_private_and_ends_with_a_newline() -> None:
    answer = json_response({"name": "\u00c5sa"})
    assert answer.body == '{"name":"\u00c5sa"}\n'.encode()
    assert dict(answer.headers) == {
        "vary": "Authorization, Accept",
        "cache-control": "private, no-cache, no-transform",
        "content-encoding": "identity",
        "content-type": "application/json",
        "content-length": str(len(answer.body)),
    }


def test_the_version_is_the_etag_and_a_repeat_is_marked() -> None:
    answer = json_response({}, 201, 17, True, {"Location": "/x", "Vary": "Origin"})
    assert answer.status_code == 201
    named = {name: answer.headers[name] for name in ("etag", "location", "vary")}
    assert named == {"etag": '"17"', "location": "/x", "vary": "Origin"}
    assert answer.headers["idempotency-replayed"] == "true"


def test_text_ends_with_one_newline() -> None:
    for text in ("a\nb", "a\nb\n"):
        answer = text_response(text)
        assert answer.body == b"a\nb\n"
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert answer.headers["cache-control"] == "private, no-cache, no-transform"
        assert answer.headers["content-encoding"] == "identity"


def test_a_problem_has_its_members_and_is_not_stored() -> None:
    context.request_id.set("mine")
    refusal = Problem("version_mismatch", "The match has changed.", {"Retry-After": "1"}, version=3)
    answer = problem_response(refusal)
    assert answer.status_code == 412
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["cache-control"] == "no-store, no-transform"
    assert answer.headers["content-encoding"] == "identity"
    assert answer.headers["retry-after"] == "1"
    assert bytes(answer.body).endswith(b"}\n")
    assert json.loads(bytes(answer.body)) == {
        "type": "/problems/version_mismatch",
        "title": "The match has changed",
        "status": 412,
        "detail": "The match has changed.",
        "code": "version_mismatch",
        "requestId": "mine",
        "version": 3,
    }


def test_documented_errors_are_grouped_by_status() -> None:
    documented = responses.error_responses("forbidden", "not_found", "not_your_match", "forbidden")
    assert list(documented) == [403, 404, 414, 431, 501, 503]
    assert documented[403]["description"] == (
        "`forbidden`: You may not do this; `not_your_match`: You have no seat in this match"
    )


def test_a_documented_body_is_required_if_a_member_is() -> None:
    body = responses.request_body(NewToken, a_phone={"name": "phone"})
    assert body["requestBody"]["required"]
    content = body["requestBody"]["content"]["application/json"]
    assert content["schema"] == {"$ref": "#/components/schemas/NewToken"}
    assert content["examples"] == {"a phone": {"value": {"name": "phone"}}}
    assert not responses.request_body(Join)["requestBody"]["required"]
