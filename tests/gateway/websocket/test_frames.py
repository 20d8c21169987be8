"""Frames of a socket: parsing those of clients, and writing answers and pushes."""

import json
from typing import Any

import pytest
from gateway.errors import Problem
from gateway.streams.event_queue import stream_event
from gateway.websocket import frames

MATCH = "m" * 22


@pytest.mark.parametrize(
    ("op", "members"),
    [
        ("hello", {}),
        ("hello", {"token": "x"}),
        ("subscribe", {"matchId": MATCH, "after": -1}),
        ("unsubscribe", {"matchId": MATCH}),
        ("move", {"matchId": MATCH, "notation": "Y7+*", "view": "none"}),
        ("legalMoves", {"matchId": MATCH}),
        ("ping", {}),
    ],
)
def test_a_frame_is_parsed(op: str, members: dict[str, Any]) -> None:
    frame = frames.parse(json.dumps({"id": 1, "op": op, **members}))
    assert isinstance(frame.request, frames.OPS[op])
    assert frame.request.model_dump(by_alias=True, exclude_unset=True) == members
    assert (frame.id, frame.op, frame.match_id) == (1, op, members.get("matchId"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no",
        "[]",
        '"ping"',
        "null",
        '{"id": 1, "id": 1, "op": "ping"}',
        '{"id": NaN, "op": "ping"}',
        '{"id": 18446744073709551616, "op": "ping"}',
        '{"op": "ping"}',
        '{"id": null, "op": "ping"}',
        '{"id": true, "op": "ping"}',
        '{"id": 1.0, "op": "ping"}',
        '{"id": {}, "op": "ping"}',
        '{"id": "%s", "op": "ping"}' % ("x" * 101),
        '{"id": "\\ud800", "op": "ping"}',
        '{"id": 1, "op": ' + "[" * 64 + "]" * 64 + "}",
        '{"id": 1, "op": ' + "[" * 30_000,
    ],
)
def test_a_frame_without_a_valid_id_is_malformed(text: str) -> None:
    frame = frames.parse(text)
    assert (frame.id, frame.op, frame.match_id) == (None, "malformed", None)
    assert isinstance(frame.request, Problem)
    assert frame.request.code == "malformed"


@pytest.mark.parametrize(
    "members",
    [
        {"op": "pong"},
        {"op": 7},
        {},
        {"op": "ping", "nonsense": 1},
        {"op": "hello", "token": 7},
        {"op": "subscribe"},
        {"op": "subscribe", "matchId": 7},
        {"op": "subscribe", "matchId": MATCH, "after": "1"},
        {"op": "subscribe", "matchId": MATCH, "after": 1.5},
        {"op": "unsubscribe", "matchId": None},
        {"op": "legalMoves"},
        {"op": "move", "matchId": MATCH},
        {"op": "move", "matchId": MATCH, "move": {}, "notation": "Y7+*"},
        {"op": "move", "matchId": MATCH, "notation": "Y7+*", "dryRun": True},
    ],
)
def test_a_malformed_request_keeps_its_id(members: dict[str, Any]) -> None:
    frame = frames.parse(json.dumps({"id": "mine", **members}))
    assert (frame.id, frame.op) == ("mine", "malformed")
    assert isinstance(frame.request, Problem)
    assert frame.request.code == "malformed"


@pytest.mark.parametrize("name", ["", "ä \0 \n", 0, -1, 2**64 - 1, -(2**63), "x" * 100])
def test_an_id_comes_back_as_it_was(name: str | int) -> None:
    frame = frames.parse(json.dumps({"id": name, "op": "ping"}))
    assert json.loads(frames.ok(frame.id, {})) == {"id": name, "ok": {}}
    answer = json.loads(frames.error(frame.id, Problem("conflict", "Why."), "r"))
    assert answer["id"] == name
    assert answer["error"]["code"] == "conflict"
    assert answer["error"]["requestId"] == "r"


def test_content_may_be_json_already() -> None:
    assert frames.ok(1, b'{"match":7}') == b'{"id":1,"ok":{"match":7}}'
    assert frames.ok(None, {"match": 7}) == b'{"id":null,"ok":{"match":7}}'


def test_a_push_has_the_data_of_the_event() -> None:
    event = stream_event("change", {"version": 3}, 3)
    assert frames.push(MATCH, event) == (
        b'{"matchId":"%s","event":"change","data":%s}' % (MATCH.encode(), event.data)
    )
