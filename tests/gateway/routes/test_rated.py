"""Rated matches and tickets over HTTP: who may play, what is told, and what shows no block."""

from collections.abc import Iterator
from datetime import timedelta
from secrets import token_hex
from typing import Any

import pytest
from croupier_match.clock import epoch_ms
from engine.domain.steady_clock import utc_now
from redis import Redis
from redislink import statistics
from redislink.statistics import RELIABILITY, Reliability

from tests.support.live import Live
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import newcomer
from tests.support.sealed import ENTROPY, SEALS

RATED: Json = {
    "game": "lost-cities",
    "clock": {"bank": "600s"},
    "deal": "sealed",
    "undo": "never",
    "rated": True,
}
LATER = timedelta(minutes=10, seconds=5)


@pytest.fixture(scope="module")
def later(redis_url: str) -> Iterator[Live]:
    """Served by engines to which each account is ten minutes old at once."""
    with Live(redis_url, now=lambda: utc_now() + LATER, ticking=False) as running:
        yield running


@pytest.fixture(scope="module")
def kept(redis_url: str) -> Iterator[Redis]:
    with Redis.from_url(redis_url) as client:
        yield client


def rated(**others: Any) -> Json:
    return {**RATED, "seal": token_hex(32), **others}


def search(player: Client, **others: Any) -> Json:
    return ok(player.post("/v1/tickets", rated(**others)), 201)


def test_each_condition_that_fails_is_named(live: Live) -> None:
    """The clock of the service says how young an account is, whoever sends what."""
    ann = newcomer(live.url)
    ok(ann.patch("/v1/players/me", {"listed": False}))
    body = {"game": "livingstone", "seats": 3, "options": {"allowPass": True}, "rated": True}
    for path, wrong in [
        ("/v1/matches", {**body, "access": "private", "start": "manual"}),
        ("/v1/tickets", body),
    ]:
        said = refused(ann.post(path, wrong), 422, "invalid_options")["detail"]
        named = ["options and seats", "clock", "deal", "undo", "10 minutes old", "leaderboards"]
        for each in named + ["access", "start"] * (path == "/v1/matches"):
            assert each in said
    assert "rated" not in ann.create(game="livingstone", seats=3)
    refused(ann.post("/v1/matches", {**RATED, "rated": "yes"}), 400, "malformed")


def test_who_is_not_listed_any_more_begins_nothing_rated(later: Live) -> None:
    ann, bob = newcomer(later.url), newcomer(later.url)
    match, ticket = ann.create(**rated()), search(ann)
    plain = ok(ann.post("/v1/tickets", {"game": "lost-cities", "clock": {"bank": "601s"}}), 201)
    ok(ann.patch("/v1/players/me", {"listed": False}))
    assert ok(ann.get(f"/v1/tickets/{ticket['id']}"))["status"] == "cancelled"
    assert ok(ann.get(f"/v1/tickets/{plain['id']}"))["status"] == "searching"
    assert search(bob)["status"] == "searching"
    assert ok(bob.get(f"/v1/matches/{match['id']}"))["status"] == "aborted"


def test_a_rated_match_is_played_and_so_is_its_rematch(later: Live) -> None:
    ann, bob = newcomer(later.url), newcomer(later.url)
    match = ann.create(**{**RATED, "seal": SEALS[0]})
    assert match["rated"] is True
    refused(
        newcomer(later.url, kind="bot").post(
            f"/v1/matches/{match['id']}/join", {"seal": token_hex(32)}
        ),
        422,
        "invalid_options",
    )
    bob.join(match["id"], seal=SEALS[1])
    for player, entropy in zip((ann, bob), ENTROPY, strict=True):
        shown = player.act(match["id"], "entropy", entropy=entropy)
    assert (shown["status"], shown["rated"]) == ("active", True)
    bob.act(match["id"], "resign")
    said = refused(
        ann.post(f"/v1/matches/{match['id']}/rematch", {"keepScore": True, "seal": token_hex(32)}),
        422,
        "invalid_options",
    )
    assert said["detail"] == "The scores of a rated match are not carried on."
    for player in (ann, bob):
        again = player.act(match["id"], "rematch", seal=token_hex(32))
    assert ann.see(again["matchId"])["rated"] is True


def test_who_is_not_listed_joins_no_rated_match(later: Live) -> None:
    ann, bob = newcomer(later.url), newcomer(later.url)
    match = ann.create(**rated())
    ok(bob.patch("/v1/players/me", {"listed": False}))
    join = f"/v1/matches/{match['id']}/join"
    said = refused(bob.post(join, {"seal": token_hex(32)}), 422, "invalid_options")["detail"]
    assert "leaderboards" in said
    ok(bob.patch("/v1/players/me", {"listed": True}))
    ok(bob.post(join, {"seal": token_hex(32)}))


def test_who_has_left_too_many_waits_and_is_told_until_when(later: Live, kept: Redis) -> None:
    ann, bob = newcomer(later.url), newcomer(later.url)
    match, left_ms = bob.create(**rated()), epoch_ms(utc_now() + LATER)
    left = Reliability("1" * 10 + "0" * 10, (left_ms,))
    kept.hset(statistics.counters(ann.id), RELIABILITY, left.dump())
    for path, body in [
        ("/v1/matches", rated()),
        ("/v1/tickets", rated()),
        (f"/v1/matches/{match['id']}/join", {"seal": token_hex(32)}),
    ]:
        problem = refused(ann.post(path, body), 403, "suspended")
        assert problem["until"] in problem["detail"]
        assert problem["reason"]
    ok(ann.post("/v1/matches", rated(clock={"perMove": "86400s"})), 201)
    ann.create()


def test_rated_tickets_meet_and_say_how_wide_they_search(later: Live) -> None:
    ann, bob, cleo = (newcomer(later.url) for _ in range(3))
    clock = {"clock": {"bank": "601s"}}
    ticket = search(ann, **clock)
    assert (ticket["status"], ticket["window"]) == ("searching", 200)
    plain = ok(cleo.post("/v1/tickets", {**rated(**clock), "rated": False}), 201)
    assert (plain["status"], plain["window"]) == ("searching", None)
    seen = [each["rated"] for each in ok(bob.get("/v1/tickets", pageSize=2))["tickets"]]
    assert seen == [False, True]
    met = search(bob, **clock)
    assert (met["status"], met["window"]) == ("matched", None)
    assert ann.see(met["matchId"])["rated"] is True


def test_a_block_shows_in_no_ticket(later: Live) -> None:
    """Two search for the same as somebody who has blocked one of them: both just search on."""
    ann, bob, cleo = (newcomer(later.url) for _ in range(3))
    ok(ann.put(f"/v1/players/me/blocks/{bob.id}", {}))
    for wish in (rated(clock={"bank": "602s"}), {"game": "lost-cities", "clock": {"bank": "603s"}}):
        of_ann = ok(ann.post("/v1/tickets", wish), 201)
        answer = ann_blocks = bob.post("/v1/tickets", {**wish, **new_seal(wish)})
        blocked = ok(answer, 201)
        nobody = {**wish, **new_seal(wish), "goneAfter": "70s"}
        alone_answer = cleo.post("/v1/tickets", nobody)
        alone = ok(alone_answer, 201)
        assert blocked.keys() == alone.keys()
        assert [blocked[each] for each in ("status", "matchId", "window")] == [
            alone[each] for each in ("status", "matchId", "window")
        ]
        assert ann_blocks.headers.keys() == alone_answer.headers.keys()
        assert ok(ann.get(f"/v1/tickets/{of_ann['id']}"))["status"] == "searching"
        assert ok(cleo.post("/v1/tickets", {**wish, **new_seal(wish)}), 201)["status"] == "matched"


def new_seal(wish: Json) -> Json:
    return {"seal": token_hex(32)} if "seal" in wish else {}
