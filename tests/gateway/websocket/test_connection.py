"""The socket: every request and refusal, what is pushed, and how it ends."""

import hashlib
import json
import random
import re
import socket as sockets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from gateway.auth import token_cache
from gateway.auth.limit_table import Allowance, Bucket, Limit, Table
from gateway.websocket import connection as served
from gateway.websocket import subscriptions
from gateway.websocket.session import Session
from redis import Redis
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import CloseCode

from tests.support.live import Live
from tests.support.players import Client, Json, key, ok, refused
from tests.support.requests import (
    MOVE,
    NOBODY,
    exchange,
    newcomer,
    play_out,
    send,
    table,
    with_token,
)
from tests.support.socket_client import PROTOCOL, Talk, dialled, talking
from tools.stack import ROOT

SEED = 20261121
SHORT = {"rounds": 1}
MOVES_MISSED = 50
FLOOD = 50
LITTLE = 4096
"""The buffers on the way to a peer that shall not take much before it reads."""


def without_id(problem: Json) -> Json:
    return {name: value for name, value in problem.items() if name != "requestId"}


def first_move(player: Client, match_id: str) -> str:
    return str(player.legal_moves(match_id)[0]["notation"])


# --- opening


@pytest.mark.parametrize("offered", [None, ["soap"], ["croupier.v2.json", "json"]])
def test_another_subprotocol_is_refused(live: Live, offered: list[str] | None) -> None:
    with pytest.raises(InvalidStatus) as refusal, dialled(live.url, subprotocols=offered):
        pass
    response = refusal.value.response
    body = json.loads(response.body)
    assert (response.status_code, body["code"]) == (400, "malformed")
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.headers["X-Request-Id"] == body["requestId"]


def test_ours_is_chosen_among_those_that_are_offered(live: Live) -> None:
    offered = ["json", PROTOCOL]
    with dialled(live.url, subprotocols=offered) as talk:
        assert talk.socket.subprotocol == PROTOCOL
        assert talk.socket.response is not None
        assert talk.socket.response.headers["X-Request-Id"]


def test_what_is_no_websocket_is_refused(live: Live) -> None:
    refused(Client(live.url).get("/v1/socket"), 400, "malformed")
    for wrong in ({"Sec-WebSocket-Version": "12"}, {"Sec-WebSocket-Key": "short"}):
        handshake = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Protocol": PROTOCOL,
            **wrong,
        }
        refused(Client(live.url).get("/v1/socket", handshake), 400, "malformed")


@pytest.mark.parametrize("lines", [b"X: y\r\n" * 200, b"X: " + b"y" * 10_000 + b"\r\n"])
def test_a_handshake_with_too_much_in_it_is_refused(live: Live, lines: bytes) -> None:
    said = exchange(
        live.url,
        b"GET /v1/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        + lines
        + b"\r\n",
    )
    assert said.startswith(b"HTTP/1.1 400 ")
    assert b'"code":"malformed"' in said


def test_elsewhere_there_is_no_websocket(live: Live) -> None:
    wish = {"Connection": "Upgrade", "Upgrade": "websocket"}
    ok(Client(live.url).get("/v1/games", wish))
    refused(Client(live.url).get("/v1/sockets", wish), 404, "not_found")


# --- hello


def test_hello_tells_who_one_is(live: Live) -> None:
    ann = newcomer(live.url)
    with dialled(live.url) as talk:
        assert talk.ask("hello", token=ann.token) == {"player": ann.player}
    for nobody in ({}, {"token": None}):
        with dialled(live.url) as talk:
            assert talk.ask("hello", **nobody) == {"player": None}


OPS: dict[str, Json] = {
    "subscribe": {"matchId": NOBODY},
    "unsubscribe": {"matchId": NOBODY},
    "move": {"matchId": NOBODY, "notation": "Y7+*"},
    "legalMoves": {"matchId": NOBODY},
    "ping": {},
}


@pytest.mark.parametrize("op", OPS)
def test_hello_comes_first(live: Live, op: str) -> None:
    with dialled(live.url) as talk:
        assert talk.refused(op, **OPS[op])["code"] == "unauthenticated"
        assert talk.refused(op, nonsense=1)["code"] == "malformed"
        talk.ask("hello")
        assert talk.answer(talk.tell(op, **OPS[op])).get("error", {}).get("status") != 400


@pytest.mark.parametrize("token", ["x", f"crp_{NOBODY}_{NOBODY}{NOBODY[1:]}"])
def test_a_wrong_token_is_never_a_spectator(live: Live, token: str) -> None:
    with dialled(live.url) as talk:
        there = Client(live.url).get("/v1/games", {"Authorization": f"Bearer {token}"})
        assert without_id(talk.refused("hello", token=token)) == without_id(there.json())
        assert talk.refused("ping")["code"] == "unauthenticated"
        assert talk.ask("hello")["player"] is None


def test_hello_is_said_once(live: Live) -> None:
    ann = newcomer(live.url)
    with talking(ann) as talk:
        assert talk.refused("hello", token=ann.token)["code"] == "conflict"
        assert talk.ask("ping") == {}


def test_requests_may_be_sent_along_with_hello(live: Live) -> None:
    match_id, seats = table(live.url)
    with dialled(live.url) as talk:
        names = [
            talk.tell("hello", token=seats[1].token),
            talk.tell("legalMoves", matchId=match_id),
            talk.tell("ping"),
        ]
        answers = [talk.answer(name)["ok"] for name in names]
        assert answers[0]["player"] == seats[1].player
        assert answers[1] == ok(seats[1].get(f"/v1/matches/{match_id}/legal-moves"))


def test_who_does_not_say_hello_is_sent_away(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "HELLO_S", 0.2)
    with dialled(live.url) as talk:
        assert talk.refused("hello", token=NOBODY)["code"] == "unauthenticated"
        assert talk.closed() == (4408, "no_hello")


def test_who_has_said_hello_may_stay(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "HELLO_S", 0.2)
    with talking(Client(live.url)) as early, dialled(live.url) as late:
        assert late.closed() == (4408, "no_hello")
        assert early.ask("ping") == {}


# --- frames


@pytest.mark.parametrize(
    "frame",
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
def test_a_frame_that_makes_no_sense_is_refused_without_an_id(live: Live, frame: str) -> None:
    with talking(Client(live.url)) as talk:
        problem = talk.refusal_of(frame)
        assert (problem["status"], problem["code"]) == (400, "malformed")
        assert talk.ask("ping") == {}


@pytest.mark.parametrize("name", ["", "ä \0 \n", 0, -1, 2**64 - 1, -(2**63), "x" * 100])
def test_an_id_comes_back_as_it_was(live: Live, name: Any) -> None:
    with talking(Client(live.url)) as talk:
        for op, kind in (("ping", "ok"), ("pong", "error")):
            talk.socket.send(json.dumps({"id": name, "op": op}))
            assert kind in talk.answer(name)


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
        {"op": "subscribe", "matchId": NOBODY, "after": "1"},
        {"op": "subscribe", "matchId": NOBODY, "after": 1.5},
        {"op": "unsubscribe", "matchId": None},
        {"op": "legalMoves"},
        {"op": "move", "matchId": NOBODY},
        {"op": "move", "matchId": NOBODY, "move": {}, "notation": "Y7+*"},
        {"op": "move", "matchId": NOBODY, "notation": "Y7+*", "view": "some"},
        {"op": "move", "matchId": NOBODY, "notation": "Y7+*", "idempotencyKey": "a b"},
        {"op": "move", "matchId": NOBODY, "notation": "Y7+*", "idempotencyKey": ""},
        {"op": "move", "matchId": NOBODY, "notation": "Y7+*", "expectedVersion": -1},
        {"op": "move", "matchId": NOBODY, "notation": "Y7+*", "dryRun": True},
    ],
)
def test_a_request_that_makes_no_sense_is_refused(live: Live, members: Json) -> None:
    with talking(newcomer(live.url)) as talk:
        talk.socket.send(json.dumps({"id": "mine", **members}))
        problem = talk.answer("mine")["error"]
        assert (problem["status"], problem["code"]) == (400, "malformed")


def test_a_frame_may_have_64_kib(live: Live) -> None:
    ping = '{"id": 1, "op": "ping"}'
    with talking(Client(live.url)) as talk:
        talk.socket.send(ping + " " * (64 * 1024 - len(ping)))
        assert talk.answer(1)["ok"] == {}


@pytest.mark.parametrize("size", [64 * 1024 + 1, 4 * 1024 * 1024])
def test_a_larger_frame_closes_the_socket(live: Live, size: int) -> None:
    with talking(Client(live.url)) as talk:
        with suppress(ConnectionClosed):  # before all of it has left, perhaps
            talk.socket.send(" " * size)
        assert talk.closed()[0] == 1009


def test_a_frame_in_parts_is_measured_as_a_whole(live: Live) -> None:
    with talking(Client(live.url)) as talk:
        talk.socket.send(['{"id": 1,', "", ' "op": ', '"ping"}'])
        assert talk.answer(1)["ok"] == {}
        with suppress(ConnectionClosed):  # before the last part has left, perhaps
            talk.socket.send([" " * 40_000] * 2)
        assert talk.closed()[0] == 1009


def test_what_is_not_text_closes_the_socket(live: Live) -> None:
    with talking(Client(live.url)) as talk:
        talk.socket.send(b'{"id": 1, "op": "ping"}')
        assert talk.closed() == (1003, "binary")
    with talking(Client(live.url)) as talk:
        talk.socket.send(b"\xff", text=True)
        assert talk.closed()[0] == 1007


def test_the_request_id_is_that_of_the_socket_and_a_number(live: Live) -> None:
    given = {"X-Request-Id": "mine"}
    with talking(Client(live.url), additional_headers=given) as talk:
        assert talk.refused("move", **OPS["move"])["requestId"] == "mine.2"
        assert talk.refusal_of("no")["requestId"] == "mine.3"


# --- the same as over HTTP


@dataclass
class Door:
    """A player who asks for the same thing over HTTP and over its socket."""

    player: Client
    talk: Talk
    match_id: str

    def move(self, **body: Any) -> tuple[Json, Json]:
        """What either says of a move that is refused."""
        there = self.player.post(f"/v1/matches/{self.match_id}/moves", body)
        here = self.talk.refused("move", matchId=self.match_id, **body)
        return without_id(there.json()), without_id(here)

    def look(self, op: str, path: str, **members: Any) -> tuple[Json, Json]:
        there = self.player.get(f"/v1/matches/{self.match_id}{path}", **members)
        here = self.talk.refused(op, matchId=self.match_id, **members)
        return without_id(there.json()), without_id(here)


@pytest.fixture
def door(live: Live) -> Iterator[Door]:
    match_id, seats = table(live.url, options={"startSeat": 0})
    with talking(seats[0]) as talk:
        yield Door(seats[0], talk, match_id)


def of_another(door: Door, player: Client) -> Door:
    return Door(player, door.talk, door.match_id)


MOVES: dict[str, tuple[int, Json]] = {
    "neither": (400, {}),
    "both": (400, {"move": {}, "notation": "Y7+*"}),
    "unknown member": (400, {"notation": "Y7+*", "nonsense": 1}),
    "wrong type": (400, {"notation": 7}),
    "no such move": (400, {"move": {"card": 7}}),
    "negative version": (400, {"notation": "Y7+*", "expectedVersion": -1}),
    "another version": (412, {"notation": "Y7+*", "expectedVersion": 99}),
    "far version": (412, {"notation": "Y7+*", "expectedVersion": 2**60}),
    "invalid": (422, {"notation": "nonsense"}),
    "illegal": (422, {"notation": "R2-R"}),
}


@pytest.mark.parametrize("name", MOVES)
def test_a_move_is_refused_as_over_http(door: Door, name: str) -> None:
    status, body = MOVES[name]
    there, here = door.move(**body)
    assert here == there
    assert here["status"] == status


def test_the_situation_and_the_person_are_refused_as_over_http(live: Live, door: Door) -> None:
    move = {"notation": "nonsense"}
    bob, match_id = newcomer(live.url), door.match_id
    reader = with_token(door.player, "read")
    for player, status in ((bob, 403), (reader, 403), (Client(live.url), 401)):
        with talking(player) as talk:
            there, here = Door(player, talk, match_id).move(**move)
            assert (here, here["status"]) == (there, status)
    door.player.act(match_id, "resign")
    there, here = door.move(**move)
    assert (here, here["code"]) == (there, "match_not_active")


@pytest.mark.parametrize("match_id", [NOBODY, "", "x", "../../v1/games", "ä" * 22])
def test_a_match_that_there_is_not_is_refused_as_over_http(live: Live, match_id: str) -> None:
    private = newcomer(live.url).create(access="private")["id"]
    for player in (newcomer(live.url), Client(live.url)):
        with talking(player) as talk:
            unknown = without_id(player.get(f"/v1/matches/{private}").json())
            assert unknown["code"] == "not_found"
            for asked in (match_id, private):
                for op in ("subscribe", "legalMoves"):
                    assert without_id(talk.refused(op, matchId=asked)) == unknown
                if player.token:
                    body = {"notation": "Y7+*"}
                    assert without_id(talk.refused("move", matchId=asked, **body)) == unknown


def test_looking_is_refused_as_over_http(live: Live, door: Door) -> None:
    player = with_token(door.player, "play")
    with talking(player) as talk:
        same = Door(player, talk, door.match_id)
        for op, path in (("subscribe", ""), ("legalMoves", "/legal-moves")):
            there, here = same.look(op, path)
            assert (here, here["code"]) == (there, "forbidden")
    there, here = door.look("subscribe", "/events", after=99)
    assert (here, here["code"]) == (there, "malformed")


def test_the_first_reason_is_told(door: Door) -> None:
    """400, then 401, 404, 403, 412, 409, 422; the table of HTTP itself is in test_order."""
    other = newcomer(door.player.url).create(access="private")["id"]
    reader = with_token(door.player, "read")
    with talking(Client(door.player.url)) as spectator, talking(reader) as limited:
        for talk, match_id, body, code in (
            (spectator, NOBODY, {"move": {"card": 7}}, "malformed"),
            (spectator, NOBODY, {"notation": "x"}, "unauthenticated"),
            (limited, other, {"notation": "x"}, "not_found"),
            (limited, door.match_id, {"notation": "x", "expectedVersion": 99}, "forbidden"),
            (door.talk, door.match_id, {"notation": "", "expectedVersion": 99}, "version_mismatch"),
        ):
            assert talk.refused("move", matchId=match_id, **body)["code"] == code


def test_answers_are_those_of_http(door: Door) -> None:
    path = f"/v1/matches/{door.match_id}"
    assert door.talk.ask("subscribe", matchId=door.match_id) == {"match": ok(door.player.get(path))}
    listed = door.talk.ask("legalMoves", matchId=door.match_id)
    assert listed == ok(door.player.get(f"{path}/legal-moves"))
    moved = door.talk.ask("move", matchId=door.match_id, move=listed["moves"][0]["move"])
    assert moved["match"] == ok(door.player.get(path))
    assert moved["events"] == moved["match"]["lastEvents"]
    assert door.talk.push() == {"matchId": door.match_id, "event": "change", "data": moved}


def test_the_match_may_be_left_out(door: Door) -> None:
    move = first_move(door.player, door.match_id)
    moved = door.talk.ask("move", matchId=door.match_id, notation=move, view="none")
    assert set(moved) == {"version", "events"}


@pytest.mark.parametrize("socket_first", [True, False])
@pytest.mark.parametrize("view", [None, "full", "none"])
def test_a_repeat_over_the_other_door_changes_nothing(
    door: Door, view: str | None, socket_first: bool
) -> None:
    """The same key, move, version and view are the same request, whichever way it comes."""
    version = door.player.see(door.match_id)["version"]
    body = {"notation": first_move(door.player, door.match_id), "expectedVersion": version}
    once = key()
    shape = {} if view is None else {"view": view}

    def over_socket() -> Json:
        more = {"idempotencyKey": once["Idempotency-Key"], **shape}
        return door.talk.ask("move", matchId=door.match_id, **body, **more)

    def over_http() -> Json:
        answer = door.player.post(f"/v1/matches/{door.match_id}/moves", body, once, **shape)
        return {**ok(answer), "replayed": "Idempotency-Replayed" in answer.headers}

    ways = (over_socket, over_http) if socket_first else (over_http, over_socket)
    first, second = ways[0](), ways[1]()
    assert not first.pop("replayed", False)
    assert second.pop("replayed")
    assert first == second
    assert door.player.see(door.match_id)["version"] == version + 1
    other = door.talk.refused(
        "move",
        matchId=door.match_id,
        notation="Y7+*",
        idempotencyKey=once["Idempotency-Key"],
    )
    assert other["code"] == "idempotency_mismatch"


# --- following


def test_a_whole_match_over_two_sockets(live: Live) -> None:
    """Both follow it and move as it is pushed; each sees each version once, in order."""
    match_id, seats = table(live.url, options=SHORT)
    dice = random.Random(SEED)
    with ExitStack() as stack:
        talks = [stack.enter_context(talking(seat)) for seat in seats]
        matches = [talk.ask("subscribe", matchId=match_id)["match"] for talk in talks]
        start, seen = matches[0]["version"], [[], []]  # type: ignore[var-annotated]
        while matches[0]["status"] == "active":
            mover = talks[matches[0]["toMove"][0]]
            moves = mover.ask("legalMoves", matchId=match_id)["moves"]
            deck = [each["move"] for each in moves if each["notation"].endswith("*")]
            mover.ask("move", matchId=match_id, move=dice.choice(deck), view="none")
            for number, talk in enumerate(talks):
                push = talk.push()
                matches[number] = push["data"]["match"]
                seen[number].append(push["data"]["version"])
        for talk, versions in zip(talks, seen, strict=True):
            assert versions == list(range(start + 1, matches[0]["version"] + 1)), SEED
            last = talk.push()
            assert (last["event"], last["data"]["version"]) == ("finished", versions[-1])
            assert talk.ask("ping") == {}
            assert not talk.pushes
        assert [seat.see(match_id) for seat in seats] == matches


def test_a_subscription_goes_on_from_a_version(door: Door) -> None:
    """The answer is the match as it is now; all changes after the version follow, and then on."""
    match_id, seats = door.match_id, door.player
    for _ in range(2):
        seen = seats.see(match_id)
        if seen["toMove"] == [0]:
            seats.move(match_id, first_move(seats, match_id))
    now = seats.see(match_id)
    assert door.talk.ask("subscribe", matchId=match_id, after=1) == {"match": now}
    versions = [door.talk.push()["data"]["version"] for _ in range(now["version"] - 1)]
    assert versions == list(range(2, now["version"] + 1))
    assert door.talk.ask("subscribe", matchId=match_id, after=now["version"]) == {"match": now}
    seats.act(match_id, "resign")
    told = door.talk.until(match_id, "finished")
    assert [push["data"]["version"] for push in told] == [now["version"] + 1] * 2
    assert door.talk.ask("subscribe", matchId=match_id, after=-1)["match"]["status"] == "finished"
    again = door.talk.until(match_id, "finished")[:-1]
    assert [push["data"]["version"] for push in again] == list(range(1, now["version"] + 2))


def test_a_finished_match_is_over_at_once(live: Live) -> None:
    match_id, seats = table(live.url, options=SHORT)
    match = play_out(match_id, seats)
    with talking(seats[0]) as talk:
        assert talk.ask("subscribe", matchId=match_id) == {"match": match}
        assert talk.push() == {
            "matchId": match_id,
            "event": "finished",
            "data": {"version": match["version"]},
        }


def test_nothing_is_pushed_after_unsubscribing(live: Live) -> None:
    match_id, seats = table(live.url)
    with talking(seats[0]) as talk:
        assert talk.ask("unsubscribe", matchId=match_id) == {}
        talk.ask("subscribe", matchId=match_id)
        assert talk.ask("unsubscribe", matchId=match_id) == {}
        seats[0].act(match_id, "resign")
        assert talk.ask("subscribe", matchId=match_id)["match"]["status"] == "finished"
        assert talk.push()["event"] == "finished"
        assert not talk.pushes


def test_subscribing_again_begins_anew_and_a_refusal_changes_nothing(door: Door) -> None:
    match_id = door.match_id
    for _ in range(3):
        door.talk.ask("subscribe", matchId=match_id)
    assert door.talk.refused("subscribe", matchId=match_id, after=99)["code"] == "malformed"
    moved = door.player.move(match_id, first_move(door.player, match_id))
    assert door.talk.push()["data"] == moved
    door.player.act(match_id, "resign")
    assert [push["event"] for push in door.talk.until(match_id, "finished")] == [
        "change",
        "finished",
    ]
    assert door.talk.ask("ping") == {}
    assert not door.talk.pushes


def test_there_are_only_so_many_subscriptions(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscriptions, "MAX_SUBSCRIPTIONS", 2)
    ann = newcomer(live.url)
    ids = [ann.create()["id"] for _ in range(3)]
    with talking(ann) as talk:
        for match_id in ids[:2]:
            talk.ask("subscribe", matchId=match_id)
        assert talk.refused("subscribe", matchId=ids[2])["code"] == "conflict"
        talk.ask("subscribe", matchId=ids[1])
        talk.ask("unsubscribe", matchId=ids[0])
        talk.ask("subscribe", matchId=ids[2])


# --- many at once


def test_one_socket_plays_many_matches_without_waiting(live: Live) -> None:
    """100 requests at once: in each match in the order that they were sent, each answered once."""
    ann = newcomer(live.url)
    ids = []
    for _ in range(10):
        ids.append(ann.create(options={"startSeat": 0})["id"])
        newcomer(live.url, "Bob").join(ids[-1])
    with talking(ann) as talk:
        asked: dict[str, list[int]] = {match_id: [] for match_id in ids}
        moves = {match_id: ann.legal_moves(match_id)[0]["move"] for match_id in ids}
        for match_id in ids:
            asked[match_id] = [
                talk.tell("subscribe", matchId=match_id),
                *(talk.tell("legalMoves", matchId=match_id) for _ in range(3)),
                talk.tell("move", matchId=match_id, move=moves[match_id]),
                *(talk.tell("legalMoves", matchId=match_id) for _ in range(3)),
                talk.tell("move", matchId=match_id, move=moves[match_id]),
                talk.tell("unsubscribe", matchId=match_id),
            ]
        for names in asked.values():
            answers = [talk.answer(name) for name in names]
            first = answers[0]["ok"]["match"]["version"]
            before = [answer["ok"]["version"] for answer in answers[1:4]]
            after = [answer["ok"]["version"] for answer in answers[5:8]]
            assert (before, after) == ([first] * 3, [first + 1] * 3)
            assert answers[4]["ok"]["version"] == first + 1
            assert answers[8]["error"]["code"] == "not_your_turn"
            assert answers[9]["ok"] == {}
        assert sorted(push["matchId"] for push in talk.pushes) == sorted(ids)


def test_more_requests_than_are_carried_out_at_once_wait(live: Live) -> None:
    """Nothing is lost of 1,000 requests that are sent without reading an answer."""
    match_id, seats = table(live.url)
    with talking(seats[0]) as talk:
        names = [talk.tell("legalMoves", matchId=match_id) for _ in range(1000)]
        answers = [talk.answer(name)["ok"] for name in names]
    assert all(answer == answers[0] for answer in answers)


def test_no_more_is_read_than_can_be_carried_out(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With room for one request, what needs no engine waits for what does."""
    monkeypatch.setattr(served, "IN_FLIGHT", 1)
    match_id, seats = table(live.url)
    with talking(seats[0]) as talk:
        ops = [("legalMoves", {"matchId": match_id}), ("ping", {})] * 10
        names = [talk.tell(op, **members) for op, members in ops]
        assert talk.order(len(names)) == names


# --- limits

BUCKETS: tuple[Bucket, ...] = ("moves", "reads", "creates", "streams")
SMALL = {name: Allowance(Limit(1 / 60, 2), Limit(100, 1000)) for name in BUCKETS}
"""Two of everything in two minutes, for each token."""


@contextmanager
def limited_to(table: Table, redis_url: str) -> Iterator[Live]:
    """A gateway with these limits. What other tests have asked for from here does not count."""
    with Redis.from_url(redis_url) as redis, Live(redis_url, limits=table) as live:
        redis.delete(*(f"limit:{{127.0.0.1}}:{bucket}" for bucket in table))
        yield live


def test_too_much_is_refused_as_over_http_and_the_socket_stays(redis_url: str) -> None:
    with limited_to(SMALL, redis_url) as limited:
        for bucket, op, other in (
            ("moves", "move", "ping"),
            ("reads", "legalMoves", "move"),
            ("reads", "subscribe", "move"),
        ):
            ann = newcomer(limited.url)
            with talking(ann) as talk:
                asked = [talk.tell(op, **{**OPS["legalMoves"], **OPS[op]}) for _ in range(9)]
                told = [talk.answer(name)["error"] for name in asked]
                codes = [problem["code"] for problem in told]
                assert sorted(codes) == ["not_found"] * 2 + ["rate_limited"] * 7
                problem = next(one for one in told if one["code"] == "rate_limited")
                assert (problem["bucket"], problem["per"]) == (bucket, "token")
                path = f"/v1/matches/{NOBODY}"
                there = ann.get(path) if bucket == "reads" else ann.post(f"{path}/moves", MOVE.body)
                later = {"retryAfter": problem["retryAfter"]}
                assert without_id(problem) == without_id(there.json()) | later
                answer = talk.answer(talk.tell(other, **OPS[other]))
                assert answer.get("error", {}).get("code") != "rate_limited"


def test_opening_a_socket_counts_as_a_stream(redis_url: str) -> None:
    with limited_to(SMALL, redis_url) as limited, ExitStack() as sockets:
        ann = newcomer(limited.url)
        for _ in range(2):
            sockets.enter_context(talking(ann))
        talk = sockets.enter_context(dialled(limited.url))
        refusal = talk.refused("hello", token=ann.token)
        assert (refusal["code"], refusal["bucket"]) == ("rate_limited", "streams")
        assert talk.refused("ping")["code"] == "unauthenticated"


def few(**of_an_address: int) -> Table:
    """So many from one address, and much from each token."""
    much, slow = Limit(100, 1000), 1 / 60
    return {name: Allowance(much, Limit(slow, of_an_address.get(name, 1000))) for name in BUCKETS}


def test_too_many_sockets_from_one_address_are_refused_whatever_they_say(redis_url: str) -> None:
    """Once each: it is the token that hello counts for."""
    with limited_to(few(streams=5), redis_url) as limited, ExitStack() as sockets:
        for _ in range(2):
            sockets.enter_context(talking(newcomer(limited.url)))
        sockets.enter_context(talking(Client(limited.url)))
        for _ in range(2):
            sockets.enter_context(dialled(limited.url))
        with pytest.raises(InvalidStatus) as refusal, dialled(limited.url):
            pass
        answer = refusal.value.response
        problem = json.loads(answer.body)
        assert (answer.status_code, problem["code"]) == (429, "rate_limited")
        assert (problem["bucket"], problem["per"]) == ("streams", "address")
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.headers["Retry-After"] == str(problem["retryAfter"])
        assert answer.headers["RateLimit"].startswith('"streams-address";r=0')
        assert answer.headers["RateLimit-Policy"].startswith('"streams-address";q=5')
        assert answer.headers["X-Request-Id"] == problem["requestId"]


@pytest.mark.parametrize(
    "frame",
    [
        '{"id": null, "op": "ping"}',
        '{"id": 1, "op": "ping"}',
        '{"id": 1, "op": "unsubscribe", "matchId": "x"}',
        '{"id": 1, "op": "hello"}',
        '{"id": 1, "op": "nonsense"}',
        '{"id": 1, "op": "move", "matchId": "x"}',
        '{"id": 1, "op": "move", "matchId": "x", "notation": "y", "view": "z"}',
        "no",
    ],
)
def test_whatever_is_sent_is_counted(redis_url: str, frame: str) -> None:
    with limited_to(few(reads=10), redis_url) as limited, talking(Client(limited.url)) as talk:
        codes = [asked(talk, frame) for _ in range(15)]
        assert codes.count("rate_limited") == 5
        assert codes[10:] == ["rate_limited"] * 5


@pytest.mark.parametrize("token", ["x", f"crp_{NOBODY}_{NOBODY}{NOBODY[1:]}"])
def test_whoever_tries_tokens_is_stopped(redis_url: str, token: str) -> None:
    with limited_to(few(reads=10), redis_url) as limited, dialled(limited.url) as talk:
        codes = [talk.refused("hello", token=token)["code"] for _ in range(15)]
        assert codes == ["unauthenticated"] * 10 + ["rate_limited"] * 5


def asked(talk: Talk, frame: str) -> str:
    """The code of the refusal, if it is one."""
    talk.socket.send(frame)
    answer: Json = json.loads(talk.socket.recv(10))
    return str(answer.get("error", {}).get("code"))


# --- endings


def test_a_revoked_token_ends_its_sockets(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, and not only when all tokens are looked at again."""
    monkeypatch.setattr(served, "PING_S", 3600)
    match_id, seats = table(live.url)
    other = with_token(seats[0], "play", "read")
    (token_id,) = [
        token["id"]
        for token in ok(seats[0].get("/v1/players/me/tokens"))["tokens"]
        if token["name"] == "other"
    ]
    with talking(other) as gone, talking(seats[0]) as stays:
        for talk in (gone, stays):
            talk.ask("subscribe", matchId=match_id)
        path = f"/v1/players/me/tokens/{token_id}"
        assert send(seats[0], "DELETE", path).status_code == 204
        assert gone.closed() == (4401, "unauthenticated")
        assert [push["event"] for push in gone.pushes] == ["goodbye"]
        assert gone.pushes[0]["data"]["reason"] == "unauthenticated"
        assert stays.ask("ping") == {}


def test_a_revoked_token_is_refused_although_nobody_heard_of_it(
    live: Live, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once it is looked up again, which takes FRESH_S at the most."""
    monkeypatch.setattr(served, "PING_S", 3600)
    monkeypatch.setattr(token_cache, "FRESH_S", 0.0)
    match_id, seats = table(live.url)
    with talking(seats[0]) as talk, Redis.from_url(redis_url) as redis:
        talk.ask("subscribe", matchId=match_id)
        secret = seats[0].token.removeprefix(f"crp_{seats[0].id}_")
        mark = hashlib.sha256(secret.encode()).hexdigest()
        assert redis.hdel(f"player:{{{seats[0].id}}}", f"token:{mark}")
        assert talk.refused("move", matchId=match_id, notation="x")["code"] == "unauthenticated"
        assert talk.closed() == (4401, "unauthenticated")
        assert [push["data"]["reason"] for push in talk.pushes] == ["unauthenticated"]


def test_what_is_broken_here_ends_a_socket_with_a_word(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(self: Session) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(served, "PING_S", 0.2)
    match_id, seats = table(live.url)
    with talking(seats[0]) as talk:
        talk.ask("subscribe", matchId=match_id)
        monkeypatch.setattr(Session, "verify", broken)
        assert talk.closed() == (1011, "internal")
        assert [push["data"]["reason"] for push in talk.pushes] == ["internal"]


def test_every_code_that_a_socket_is_closed_with_is_in_the_page() -> None:
    """Ours, and those of the protocol for what is no text, and for what is too large."""
    page = (ROOT / "docs/api.md").read_text()
    rows = page[page.index("| closed with |") :].split("\n\n")[0]
    listed = {int(code) for code in re.findall(r"^\| (\d{4}) \|", rows, re.MULTILINE)}
    ours = {each.code for each in vars(served).values() if isinstance(each, served.CloseReason)}
    assert listed == ours - {None} | {CloseCode.INVALID_DATA, CloseCode.MESSAGE_TOO_BIG}


def test_before_the_gateway_stops_everything_is_answered(redis_url: str) -> None:
    """Subscriptions get goodbye, and of the moves those that are answered are made."""
    with ExitStack() as sockets, Live(redis_url) as after:
        with Live(redis_url) as own:
            ann, ids = newcomer(own.url), []
            for _ in range(20):
                ids.append(ann.create(options={"startSeat": 0})["id"])
                newcomer(own.url, "Bob").join(ids[-1])
            moves = {match_id: first_move(ann, match_id) for match_id in ids}
            talk = sockets.enter_context(talking(ann))
            others = [sockets.enter_context(how) for how in (talking(ann), dialled(own.url))]
            for match_id in ids:
                talk.ask("subscribe", matchId=match_id)
            names = {each: talk.tell("move", matchId=each, notation=moves[each]) for each in ids}
            talk.answer(names.pop(ids[0]))
        for each in (talk, *others):
            assert each.closed() == (1012, "drain")
        last = {push["matchId"]: push for push in talk.pushes}
        assert [last[each]["event"] for each in ids] == ["goodbye"] * len(ids)
        assert {last[each]["data"]["reason"] for each in ids} == {"drain"}
        again = Client(after.url, ann.token)
        for match_id, name in names.items():
            made = again.see(match_id)["version"] == 3
            assert made == (name in talk.answers), f"{talk.answers.get(name)}"


def test_whoever_is_too_slow_loses_the_subscription_and_not_the_socket(redis_url: str) -> None:
    """The peer reads nothing for a while; then it goes on from the version it knows."""
    with Live(redis_url, send_buffer=LITTLE) as narrow, sockets.socket() as line:
        match_id, seats = table(narrow.url)
        others = [table(narrow.url) for _ in range(4)]
        address = urlsplit(narrow.url)
        line.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, LITTLE)
        line.connect((address.hostname, address.port))
        with talking(Client(narrow.url), sock=line, max_queue=1) as talk:
            version = talk.ask("subscribe", matchId=match_id)["match"]["version"]
            asked = [talk.tell("subscribe", matchId=other) for other, _ in others * FLOOD]
            for _ in range(MOVES_MISSED):
                mover = seats[seats[0].see(match_id)["toMove"][0]]
                mover.move(match_id, first_move(mover, match_id))
            told = talk.until(match_id, "goodbye")
            assert told.pop()["data"]["reason"] == "slow_reader"
            assert all("ok" in talk.answer(name) for name in asked)
            known = version + len(told)
            now = talk.ask("subscribe", matchId=match_id, after=known)["match"]["version"]
            told += [talk.push(match_id) for _ in range(now - known)]
    versions = [push["data"]["version"] for push in told]
    assert versions == list(range(version + 1, version + MOVES_MISSED + 1))
