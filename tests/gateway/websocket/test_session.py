"""The requests of a socket: answered and refused as the same requests over HTTP are."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest
from gateway.http import times
from gateway.limits.limit_table import Allowance, Bucket, Limit, Table
from gateway.websocket import connection
from gateway.websocket.connection import IN_FLIGHT
from redis import Redis
from websockets.exceptions import InvalidStatus

from tests.support.live import Live
from tests.support.players import Client, Json, ok
from tests.support.requests import MOVE, NOBODY, newcomer, table, with_token
from tests.support.socket_client import (
    BothWays,
    Talk,
    dialled,
    first_move,
    talking,
    without_id,
)

OPS: dict[str, Json] = {
    "subscribe": {"matchId": NOBODY},
    "unsubscribe": {"matchId": NOBODY},
    "move": {"matchId": NOBODY, "notation": "Y7+*"},
    "legalMoves": {"matchId": NOBODY},
    "ping": {},
}


# --- hello


def test_hello_is_answered_with_the_player(live: Live) -> None:
    ann = newcomer(live.url)
    with dialled(live.url) as talk:
        answer = talk.ask("hello", token=ann.token)
        assert answer == {"player": ann.player, "time": answer["time"]}
    for nobody in ({}, {"token": None}):
        with dialled(live.url) as talk:
            assert talk.ask("hello", **nobody)["player"] is None


def test_hello_and_ping_tell_the_time(live: Live) -> None:
    """In the form of all times of the contract, and between two that are noted here."""
    began = times.now()
    with dialled(live.url) as talk:
        told = [talk.ask(op)["time"] for op in ("hello", "ping", "ping")]
    assert [began, *told] == sorted([began, *told])
    assert told[-1] <= times.now()
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", each) for each in told)


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


def test_a_second_hello_is_refused(live: Live) -> None:
    ann = newcomer(live.url)
    with talking(ann) as talk:
        assert talk.refused("hello", token=ann.token)["code"] == "conflict"
        assert [*talk.ask("ping")] == ["time"]


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


# --- the same as over HTTP


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
def test_a_move_is_refused_as_over_http(both: BothWays, name: str) -> None:
    status, body = MOVES[name]
    there, here = both.move(**body)
    assert here == there
    assert here["status"] == status


def test_players_and_situations_are_refused_as_over_http(live: Live, both: BothWays) -> None:
    move = {"notation": "nonsense"}
    bob, match_id = newcomer(live.url), both.match_id
    reader = with_token(both.player, "read")
    for player, status in ((bob, 403), (reader, 403), (Client(live.url), 401)):
        with talking(player) as talk:
            there, here = BothWays(player, talk, match_id).move(**move)
            assert (here, here["status"]) == (there, status)
    both.player.act(match_id, "resign")
    there, here = both.move(**move)
    assert (here, here["code"]) == (there, "match_not_active")


@pytest.mark.parametrize("match_id", [NOBODY, "", "x", "../../v1/games", "ä" * 22])
def test_an_unknown_match_is_refused_as_over_http(live: Live, match_id: str) -> None:
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


def test_reads_are_refused_as_over_http(live: Live, both: BothWays) -> None:
    player = with_token(both.player, "play")
    with talking(player) as talk:
        same = BothWays(player, talk, both.match_id)
        for op, path in (("subscribe", ""), ("legalMoves", "/legal-moves")):
            there, here = same.read(op, path)
            assert (here, here["code"]) == (there, "forbidden")
    there, here = both.read("subscribe", "/events", after=99)
    assert (here, here["code"]) == (there, "malformed")


def test_the_first_of_several_reasons_is_answered(both: BothWays) -> None:
    """400, then 401, 404, 403, 412, 409, 422; the table of HTTP itself is in test_order."""
    other = newcomer(both.player.url).create(access="private")["id"]
    reader = with_token(both.player, "read")
    with talking(Client(both.player.url)) as spectator, talking(reader) as limited:
        for talk, match_id, body, code in (
            (spectator, NOBODY, {"move": {"card": 7}}, "malformed"),
            (spectator, NOBODY, {"notation": "x"}, "unauthenticated"),
            (limited, other, {"notation": "x"}, "not_found"),
            (limited, both.match_id, {"notation": "x", "expectedVersion": 99}, "forbidden"),
            (both.talk, both.match_id, {"notation": "", "expectedVersion": 99}, "version_mismatch"),
        ):
            assert talk.refused("move", matchId=match_id, **body)["code"] == code


def test_answers_are_those_of_http(both: BothWays) -> None:
    path = f"/v1/matches/{both.match_id}"
    assert both.talk.ask("subscribe", matchId=both.match_id) == {"match": ok(both.player.get(path))}
    listed = both.talk.ask("legalMoves", matchId=both.match_id)
    assert listed == ok(both.player.get(f"{path}/legal-moves"))
    moved = both.talk.ask("move", matchId=both.match_id, move=listed["moves"][0]["move"])
    assert moved["match"] == ok(both.player.get(path))
    assert moved["events"] == moved["match"]["lastEvents"]
    assert both.talk.push() == {"matchId": both.match_id, "event": "change", "data": moved}


def test_the_match_may_be_left_out(both: BothWays) -> None:
    move = first_move(both.player, both.match_id)
    moved = both.talk.ask("move", matchId=both.match_id, notation=move, view="none")
    assert set(moved) == {"version", "game", "events"}


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


def test_rate_limits_refuse_as_over_http_and_the_socket_stays(redis_url: str) -> None:
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


def test_too_many_sockets_from_one_address_are_refused(redis_url: str) -> None:
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
def test_every_frame_counts_for_a_rate_limit(redis_url: str, frame: str) -> None:
    with limited_to(few(reads=10), redis_url) as limited, talking(Client(limited.url)) as talk:
        codes = [asked(talk, frame) for _ in range(15)]
        assert codes.count("rate_limited") == 5
        assert codes[10:] == ["rate_limited"] * 5


def test_who_ignores_refusals_is_answered_more_slowly(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "REFUSED_S", 600.0)
    with limited_to(few(reads=10), redis_url) as limited, talking(Client(limited.url)) as talk:
        for _ in range(10 + 2 * IN_FLIGHT):
            talk.tell("ping")
        answers: list[Json] = []
        with suppress(TimeoutError):
            while True:
                answers.append(json.loads(talk.socket.recv(1.0)))
        assert sum("error" in answer for answer in answers) == IN_FLIGHT


def asked(talk: Talk, frame: str) -> str:
    """The code of the refusal, if it is one."""
    talk.socket.send(frame)
    answer: Json = json.loads(talk.socket.recv(10))
    return str(answer.get("error", {}).get("code"))


@pytest.mark.parametrize("token", ["x", f"crp_{NOBODY}_{NOBODY}{NOBODY[1:]}"])
def test_a_client_that_tries_tokens_is_stopped(redis_url: str, token: str) -> None:
    with limited_to(few(reads=10), redis_url) as limited, dialled(limited.url) as talk:
        codes = [talk.refused("hello", token=token)["code"] for _ in range(15)]
        assert codes == ["unauthenticated"] * 10 + ["rate_limited"] * 5
