"""Invite codes tell anybody who has one the terms of a table, until the last seat is taken."""

import json
import logging
import re
from collections.abc import Iterator

import pytest
from gateway.limits.limit_table import LIMITS
from redislink.typed_codes import ALPHABET

from tests.support.live import Live
from tests.support.players import Client, Json, key, ok, refused
from tests.support.requests import code, newcomer, problem

OPEN = "/v1/invitations"
LIVINGSTONE: Json = {"game": "livingstone", "seats": 3, "access": "private"}


def opened(caller: Client, text: str) -> Json:
    return ok(caller.post(OPEN, {"code": text}))


def refusal(caller: Client, text: str) -> tuple[int, Json]:
    """The refusal of a code, without what tells one request from another."""
    answer = caller.post(OPEN, {"code": text})
    body = problem(answer)
    del body["requestId"]
    return answer.status_code, body


def test_a_code_tells_the_terms_to_whoever_has_it(live: Live) -> None:
    ann, bob = newcomer(live.url, "Ann"), newcomer(live.url, "Bob")
    match = ann.create(**LIVINGSTONE, clock={"perMove": "60s"}, undo="never")
    assert re.fullmatch(f"[{ALPHABET}]{{5}}-[{ALPHABET}]{{5}}", match["inviteCode"])
    bob.join(match["id"], seat=2, inviteCode=match["inviteCode"])
    terms = opened(Client(live.url), match["inviteCode"])
    assert terms == {
        "matchId": match["id"],
        "game": "livingstone",
        "host": "Ann",
        "seats": ["Ann", None, "Bob"],
        "yourSeat": None,
        "options": match["options"],
        "clock": {"perMove": "60s", "bank": None, "increment": None, "onTimeout": "forfeit"},
        "goneAfter": "120s",
        "deal": "open",
        "undoMode": "never",
        "status": "waiting",
    }
    typed = match["inviteCode"].replace("-", " ").replace("0", "o").replace("1", "l").lower()
    assert opened(newcomer(live.url), typed) == terms


def test_a_code_with_which_nobody_can_join_is_as_a_wrong_one(live: Live) -> None:
    ann, bob, stranger = newcomer(live.url), newcomer(live.url), newcomer(live.url)
    wrong = refusal(stranger, "K7QF2-M9PTX")
    assert wrong[0] == 404
    full, gone = (ann.create(access="private", start="manual") for _ in range(2))
    bob.join(full["id"], inviteCode=full["inviteCode"])
    ann.act(gone["id"], "leave")
    again = ann.create(access="private")
    bob.join(again["id"], inviteCode=again["inviteCode"])
    ann.act(again["id"], "resign")
    for caller in (stranger, Client(live.url)):
        for match in (full, gone, again):
            assert refusal(caller, match["inviteCode"]) == wrong
    for text in ("", "x", "\u00e9", full["inviteCode"][:-1], full["id"]):
        assert refusal(stranger, text) == wrong


def test_a_code_is_good_for_its_players_and_when_a_seat_is_free_again(live: Live) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url)
    match = ann.create(access="private", start="manual")
    bob.join(match["id"], inviteCode=match["inviteCode"])
    terms = opened(bob, match["inviteCode"])
    assert (terms["matchId"], terms["yourSeat"]) == (match["id"], 1)
    bob.act(match["id"], "leave")
    assert opened(newcomer(live.url), match["inviteCode"])["seats"][1] is None


def test_what_is_made_under_a_key_has_the_same_code_each_time(live: Live) -> None:
    ann, once = newcomer(live.url), key()
    wish = {"game": "lost-cities", "access": "private"}
    first, again = (ok(ann.post("/v1/matches", wish, once), 201) for _ in range(2))
    assert (first["id"], first["inviteCode"]) == (again["id"], again["inviteCode"])
    other = ok(newcomer(live.url).post("/v1/matches", wish, once), 201)
    assert other["inviteCode"] != first["inviteCode"]


@pytest.mark.parametrize("access", ["private", "public"])
def test_a_key_is_for_one_access(live: Live, access: str) -> None:
    ann, once, other = newcomer(live.url), key(), {"private": "public", "public": "private"}
    ok(ann.post("/v1/matches", {"game": "lost-cities", "access": access}, once), 201)
    for path, wish in (
        ("/v1/matches", {"game": "lost-cities", "access": other[access]}),
        ("/v1/tickets", {"game": "lost-cities"}),
    ):
        refused(ann.post(path, wish, once), 422, "idempotency_mismatch")


def test_no_line_of_the_log_has_a_code(live: Live, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    ann = newcomer(live.url)
    text = ann.create(access="private")["inviteCode"]
    opened(ann, text)
    refusal(ann, text[::-1])
    ann.post(OPEN, {"code": text, "more": text})
    said = json.dumps([record.getMessage() for record in caplog.records])
    for secret in (text, text.replace("-", ""), text[::-1]):
        assert secret not in said


@pytest.fixture(scope="module")
def limited(redis_url: str) -> Iterator[Live]:
    with Live(redis_url, limits=LIMITS, trusted_proxies="127.0.0.1") as live:
        yield live


def test_wrong_tries_of_an_address_are_few_and_good_ones_are_none(limited: Live) -> None:
    nobody, here = Client(limited.url), {"X-Forwarded-For": "203.0.113.91"}
    text = newcomer(limited.url).create(access="private")["inviteCode"]
    for _ in range(11):
        ok(nobody.post(OPEN, {"code": text}, here))
    wrong = [code(nobody.post(OPEN, {"code": "x"}, here))[1] for _ in range(11)]
    assert wrong == ["not_found"] * 10 + ["rate_limited"]
    assert code(nobody.post("/v1/pairings", {"code": "x"}, here))[1] == "rate_limited"
    refused(nobody.post(OPEN, {"code": text}, here), 429, "rate_limited")
