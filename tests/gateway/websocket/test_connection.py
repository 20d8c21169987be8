"""A socket's connection: the handshake, frames, requests in flight, and how it is closed."""

import asyncio
import hashlib
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from gateway.http.server.uvicorn_websocket import MAX_CONTROL_FRAMES
from gateway.limits.requester import Requester
from gateway.players import token_cache
from gateway.players.authentication import Authenticator
from gateway.players.player import Player
from gateway.websocket import connection as served
from gateway.websocket.session import Session
from redis import Redis
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import CloseCode

from tests.support.live import Live
from tests.support.players import Client, ok, refused
from tests.support.requests import NOBODY, exchange, newcomer, send, table, with_token
from tests.support.socket_client import PATIENCE_S, PROTOCOL, dialled, first_move, talking
from tools.stack import ROOT

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


def test_our_subprotocol_is_chosen_among_several(live: Live) -> None:
    offered = ["json", PROTOCOL]
    with dialled(live.url, subprotocols=offered) as talk:
        assert talk.socket.subprotocol == PROTOCOL
        assert talk.socket.response is not None
        assert talk.socket.response.headers["X-Request-Id"]


def test_a_request_that_is_no_handshake_is_refused(live: Live) -> None:
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


@pytest.mark.parametrize(
    ("lines", "status", "kind"),
    [
        (b"X: y\r\n" * 200, b"431", b"headers_too_large"),
        (b"X: " + b"y" * 10_000 + b"\r\n", b"400", b"malformed"),
    ],
)
def test_a_handshake_with_too_many_headers_is_refused(
    live: Live, lines: bytes, status: bytes, kind: bytes
) -> None:
    said = exchange(
        live.url,
        b"GET /v1/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        + lines
        + b"\r\n",
    )
    assert said.startswith(b"HTTP/1.1 %s " % status)
    assert b'"code":"%s"' % kind in said


def test_other_paths_have_no_websocket(live: Live) -> None:
    wish = {"Connection": "Upgrade", "Upgrade": "websocket"}
    ok(Client(live.url).get("/v1/games", wish))
    refused(Client(live.url).get("/v1/sockets", wish), 404, "not_found")


def test_a_client_that_does_not_say_hello_is_disconnected(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "HELLO_S", 0.2)
    with dialled(live.url) as talk:
        assert talk.refused("hello", token=NOBODY)["code"] == "unauthenticated"
        assert talk.closed() == (4408, "no_hello")


def test_a_client_that_has_said_hello_stays(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "HELLO_S", 0.2)
    with talking(Client(live.url)) as early, dialled(live.url) as late:
        assert late.closed() == (4408, "no_hello")
        assert early.ask("ping")["time"]


# --- frames


@pytest.mark.parametrize(
    "frame", ["no", '{"id": null, "op": "ping"}', '{"id": 1, "op": ' + "[" * 30_000]
)
def test_a_malformed_frame_is_refused_without_an_id(live: Live, frame: str) -> None:
    with talking(Client(live.url)) as talk:
        problem = talk.refusal_of(frame)
        assert (problem["status"], problem["code"]) == (400, "malformed")
        assert talk.ask("ping")["time"]


def test_a_frame_may_have_64_kib(live: Live) -> None:
    ping = '{"id": 1, "op": "ping"}'
    with talking(Client(live.url)) as talk:
        talk.socket.send(ping + " " * (64 * 1024 - len(ping)))
        assert talk.answer(1)["ok"].keys() == {"time"}


@pytest.mark.parametrize("size", [64 * 1024 + 1, 4 * 1024 * 1024])
def test_a_larger_frame_closes_the_socket(live: Live, size: int) -> None:
    with talking(Client(live.url)) as talk:
        with suppress(ConnectionClosed):  # before all of it has left, perhaps
            talk.socket.send(" " * size)
        assert talk.closed()[0] == 1009


def test_a_frame_in_parts_is_measured_as_a_whole(live: Live) -> None:
    with talking(Client(live.url)) as talk:
        talk.socket.send(['{"id": 1,', "", ' "op": ', '"ping"}'])
        assert talk.answer(1)["ok"].keys() == {"time"}
        with suppress(ConnectionClosed):  # before the last part has left, perhaps
            talk.socket.send([" " * 40_000] * 2)
        assert talk.closed()[0] == 1009


def test_a_frame_that_is_not_text_closes_the_socket(live: Live) -> None:
    with talking(Client(live.url)) as talk:
        talk.socket.send(b'{"id": 1, "op": "ping"}')
        assert talk.closed() == (1003, "binary")
    with talking(Client(live.url)) as talk:
        talk.socket.send(b"\xff", text=True)
        assert talk.closed()[0] == 1007


@pytest.mark.parametrize("frame", ["ping", "pong"])
def test_a_flood_of_control_frames_closes_the_socket(live: Live, frame: str) -> None:
    with talking(Client(live.url)) as talk:
        send = getattr(talk.socket, frame)
        for number in range(MAX_CONTROL_FRAMES):
            send(b"%d" % number)
        assert talk.ask("ping")["time"]
        with suppress(ConnectionClosed):
            send(b"too many")
        assert talk.closed()[0] == 1008


def test_request_ids_are_the_connections_with_a_number(live: Live) -> None:
    given = {"X-Request-Id": "mine"}
    with talking(Client(live.url), additional_headers=given) as talk:
        assert talk.refused("unsubscribe")["requestId"] == "mine.2"
        assert talk.refusal_of("no")["requestId"] == "mine.3"


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


def test_requests_wait_for_those_in_flight(live: Live) -> None:
    """Of 300 requests that are sent without reading an answer, none is lost."""
    match_id, seats = table(live.url)
    with talking(seats[0]) as talk:
        names = [talk.tell("legalMoves", matchId=match_id) for _ in range(300)]
        answers = [talk.answer(name)["ok"] for name in names]
    assert all(answer == answers[0] for answer in answers)


def test_no_more_requests_are_read_than_may_be_in_flight(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With room for one request, what needs no engine waits for what does."""
    monkeypatch.setattr(served, "IN_FLIGHT", 1)
    match_id, seats = table(live.url)
    with talking(seats[0]) as talk:
        ops = [("legalMoves", {"matchId": match_id}), ("ping", {})] * 10
        names = [talk.tell(op, **members) for op, members in ops]
        assert talk.order(len(names)) == names


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
        assert stays.ask("ping")["time"]


def test_a_token_that_is_revoked_during_hello_ends_its_socket(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket hears of no revocation until hello is answered, whose token was verified before."""
    monkeypatch.setattr(served, "PING_S", 3600)
    owner = newcomer(live.url)
    phone = with_token(owner, "read")
    verified, go_on = threading.Event(), threading.Event()
    find = Authenticator.player

    async def held(self: Authenticator, who: Requester, *args: Any, **how: Any) -> Player | None:
        player = await find(self, who, *args, **how)
        if who.token == phone.token:
            verified.set()
            await asyncio.to_thread(go_on.wait)
        return player

    with ThreadPoolExecutor() as at_once, talking(phone) as other, dialled(live.url) as late:
        monkeypatch.setattr(Authenticator, "player", held)
        answered = at_once.submit(late.ask, "hello", token=phone.token)
        assert verified.wait(PATIENCE_S)
        assert owner.delete("/v1/players/me/tokens").status_code == 204
        assert other.closed() == (4401, "unauthenticated")  # so the gateway has heard of it
        go_on.set()
        answered.result()
        assert late.closed() == (4401, "unauthenticated")


def test_a_revoked_token_is_refused_although_its_notification_was_lost(
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


def test_an_unexpected_error_closes_the_socket_with_a_reason(
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


def test_every_close_code_is_documented() -> None:
    """Ours, and those of the protocol: no text, too many control frames, too large."""
    page = (ROOT / "docs/api.md").read_text()
    rows = page[page.index("| closed with |") :].split("\n\n")[0]
    listed = {int(code) for code in re.findall(r"^\| (\d{4}) \|", rows, re.MULTILINE)}
    ours = {each.code for each in vars(served).values() if isinstance(each, served.CloseReason)}
    of_protocol = {
        CloseCode.INVALID_DATA,
        CloseCode.POLICY_VIOLATION,
        CloseCode.MESSAGE_TOO_BIG,
    }
    assert listed == ours - {None} | of_protocol


def test_a_gateway_that_stops_answers_everything_first(redis_url: str) -> None:
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
