"""Taking back over HTTP: asked for, agreed to and refused, and how all others hear of it."""

import json
from typing import Any

import pytest

from tests.support.live import Live
from tests.support.players import HTTP, Client, Json, key, ok, refused
from tests.support.requests import newcomer, table

Table = tuple[str, list[Client], str]


@pytest.fixture
def played(live: Live) -> Table:
    """A match of Livingstone after a turn of seat 0 and a move of seat 1, and its undo's path."""
    match_id, seats = table(live.url, game="livingstone", options={"startSeat": 0})
    for mover, notation in ((0, "die"), (0, "coins"), (0, "end"), (1, "die")):
        move(match_id, seats[mover], notation)
    return match_id, seats, f"/v1/matches/{match_id}/undo"


def move(match_id: str, mover: Client, word: str) -> Json:
    moves = [each["notation"] for each in mover.legal_moves(match_id)]
    return mover.move(match_id, next(each for each in moves if each.startswith(word)))


def test_an_own_move_is_taken_back_at_once(played: Table) -> None:
    match_id, seats, path = played
    once = key()
    match = ok(seats[1].post(path, {"toVersion": 5}, once))
    assert (match["version"], match["undo"], match["undoMode"]) == (7, None, "consent")
    assert match["state"] == seats[1].see(match_id, atVersion=5)["state"]
    again = seats[1].post(path, {"toVersion": 5}, once)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json() == match
    last = ok(seats[0].get(f"/v1/matches/{match_id}/moves"))["moves"][-1]
    told = {"kind": "undone", "seat": 1, "to": 5, "events": [], "move": None}
    assert {name: last[name] for name in told} == told


def test_the_other_is_asked_and_agrees(played: Table) -> None:
    match_id, seats, path = played
    asked = ok(seats[0].post(path, {"toVersion": 4}))
    request = {"seat": 0, "toVersion": 4, "agreed": [], "needs": [1]}
    assert (asked["version"], asked["undo"]) == (7, request)
    for viewer in (seats[1], newcomer(seats[0].url)):
        assert viewer.see(match_id)["undo"] == request
    text = seats[1].get(f"/v1/matches/{match_id}", {"Accept": "text/plain"}).text
    assert "\nAnn asks to go back to version 4: Bob to agree\n" in text
    entry = ok(seats[1].get(f"/v1/matches/{match_id}/moves"))["moves"][-1]
    assert (entry["kind"], entry["to"], entry["needs"]) == ("asked", 4, [1])
    match = ok(seats[1].post(path, {"toVersion": 4}))
    assert (match["version"], match["undo"], match["toMove"]) == (8, None, [0])


def test_a_request_is_refused_and_withdrawn(played: Table) -> None:
    match_id, seats, path = played
    for by in (1, 0):
        ok(seats[0].post(path, {"toVersion": 4}))
        assert ok(seats[by].delete(path))["undo"] is None
    refused(seats[1].delete(path), 409, "conflict")
    ok(seats[0].post(path, {"toVersion": 4}))
    move(match_id, seats[1], "coins")
    refused(seats[1].post(path, {"toVersion": 4}), 409, "not_your_turn")


def test_what_cannot_be_taken_back_is_refused(played: Table) -> None:
    match_id, seats, path = played
    assert refused(seats[0].post(path, {"toVersion": 6}), 422, "invalid_move")
    refused(seats[0].post(path, {"toVersion": 5}), 409, "not_your_turn")
    refused(newcomer(seats[0].url).post(path, {"toVersion": 4}), 403, "not_your_match")
    refused(seats[0].post(path, {"toVersion": "4"}), 400, "malformed")
    refused(seats[0].post(path, {"toVersion": 4}, {"If-Match": '"5"'}), 412, "version_mismatch")
    move(match_id, seats[1], "card")
    problem = refused(seats[1].post(path, {"toVersion": 6}), 409, "undo_refused")
    assert problem["rule"] == problem["detail"] == "What was hidden has been seen since."


def test_a_match_can_be_made_without(live: Live) -> None:
    match_id, seats = table(live.url, options={"startSeat": 0}, undo="never")
    match = seats[0].see(match_id)
    assert (match["undoMode"], match["undo"]) == ("never", None)
    path = f"/v1/matches/{match_id}/undo"
    assert refused(seats[0].post(path, {"toVersion": 1}), 409, "undo_refused")["rule"]


def test_streams_and_those_who_wait_hear_of_a_request(played: Table) -> None:
    match_id, seats, path = played
    etag = seats[1].get(f"/v1/matches/{match_id}").headers["ETag"]
    asked = ok(seats[0].post(path, {"toVersion": 4}))
    waited = (
        seats[1].get(f"/v1/matches/{match_id}", {"If-None-Match": etag, "Prefer": "wait=10"}).json()
    )
    assert waited["undo"] == asked["undo"]
    ok(seats[1].post(path, {"toVersion": 4}))
    for view in ("full", "none"):
        lines = list(stream(seats[1], match_id, 2, after=6, view=view))
        told = [each["data"].get("match", each["data"])["undo"] for each in lines]
        assert told == [asked["undo"], None]


def test_who_is_asked_is_told_of_it(played: Table) -> None:
    match_id, seats, path = played
    with events(seats[1], "/v1/events") as lines:
        assert json.loads(next(lines))["event"] == "yourTurn"
        version = ok(seats[0].post(path, {"toVersion": 4}))["version"]
        told = {"matchId": match_id, "version": version}
        event = next(each for each in map(json.loads, lines) if each["event"] == "undoOffered")
        assert event["data"] == told


def test_who_is_asked_is_told_once_whoever_else_agrees(live: Live) -> None:
    seats = [newcomer(live.url) for _ in range(3)]
    settings = {"game": "livingstone", "options": {"startSeat": 0}, "seats": 3}
    match_id = str(seats[0].create(**settings)["id"])
    for seat in seats[1:]:
        seat.join(match_id)
    for mover, word in ((0, "die"), (0, "coins"), (0, "end"), (1, "die")):
        move(match_id, seats[mover], word)
    path = f"/v1/matches/{match_id}/undo"
    with events(seats[2], "/v1/events") as lines:
        told = (json.loads(line) for line in lines)
        offers = (each["data"]["version"] for each in told if each["event"] == "undoOffered")
        assert ok(seats[0].post(path, {"toVersion": 5}))["version"] == next(offers)
        ok(seats[1].post(path, {"toVersion": 5}))
        ok(seats[2].delete(path))
        assert ok(seats[0].post(path, {"toVersion": 5}))["version"] == next(offers)


def stream(reader: Client, match_id: str, count: int, **query: Any) -> list[Json]:
    with events(reader, f"/v1/matches/{match_id}/events", **query) as lines:
        return [json.loads(next(lines)) for _ in range(count)]


class events:  # noqa: N801
    """The lines of a stream but its pings, as long as it is open."""

    def __init__(self, reader: Client, path: str, **query: Any) -> None:
        own = {"Authorization": f"Bearer {reader.token}", "Accept": "application/x-ndjson"}
        self._open = HTTP.stream("GET", reader.url + path, headers=own, params=query)

    def __enter__(self) -> Any:
        lines = self._open.__enter__().iter_lines()
        return (line for line in lines if json.loads(line)["event"] != "ping")

    def __exit__(self, *error: Any) -> None:
        self._open.__exit__(*error)
