"""Reports of players over HTTP: what is stored for operators, and how many there may be."""

import json
from typing import Any

import pytest
from redis import Redis
from redislink import accounts
from redislink.reports import CHEAP, OPEN, RECORDS, Report

from tests.support.live import Live
from tests.support.players import Client, Json, key, ok, refused
from tests.support.requests import NOBODY, newcomer, table


def path(player: Client) -> str:
    return f"/v1/players/{player.id}/reports"


def reports_by(server: Redis, reporter: Client) -> list[Report]:
    found = [Report.load(each) for each in server.hvals(RECORDS)]
    return [each for each in found if each.by == reporter.id]


def test_a_report_is_stored_for_operators(live: Live, server: Redis) -> None:
    match_id, (ann, bob) = table(live.url)
    body: Json = {"reason": "stalling", "matchId": match_id, "text": "<b>zzz</b>\nagain \U0001f62c"}
    made = ok(ann.post(path(bob), body), 202)
    (report,) = reports_by(server, ann)
    assert set(made) == {"id"}
    assert (report.id, report.player, report.reason) == (made["id"], bob.id, "stalling")
    assert (report.match_id, report.text, report.closing) == (match_id, body["text"], None)
    assert server.zscore(OPEN, report.id) == report.at


def test_a_repeat_is_one_report(live: Live, server: Redis) -> None:
    ann, bob, once = newcomer(live.url), newcomer(live.url), key()
    told = [ok(ann.post(path(bob), {"reason": "name"}, once), 202) for _ in range(3)]
    assert told[0] == told[1] == told[2]
    assert len(reports_by(server, ann)) == 1
    refused(ann.post(path(bob), {"reason": "other"}, once), 422, "idempotency_mismatch")


def test_a_player_reports_ten_times_a_day(live: Live, server: Redis) -> None:
    """Whatever the token."""
    ann, bob = newcomer(live.url), newcomer(live.url)
    for _ in range(10):
        ok(ann.post(path(bob), {"reason": "other"}), 202)
    problem = refused(ann.post(path(bob), {"reason": "other"}), 429, "rate_limited")
    assert (problem["bucket"], problem["per"], problem["limit"]) == ("reports", "player", 10)
    assert 0 < problem["retryAfter"] <= 86_400
    assert len(reports_by(server, ann)) == 10


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"reason": "ugly"},
        {"reason": "other", "text": "x" * 501},
        {"reason": "other", "text": "\x1b[2J"},
        {"reason": "other", "text": "\u202eolleh"},
        {"reason": "other", "text": ["x"]},
        {"reason": "other", "matchId": 7},
        {"reason": "other", "until": "then"},
    ],
    ids=json.dumps,
)
def test_what_is_no_report(live: Live, body: Json) -> None:
    refused(newcomer(live.url).post(path(newcomer(live.url)), body), 400, "malformed")


def test_of_whom_and_what_there_is_no_report(live: Live) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url)
    body = {"reason": "other"}
    refused(ann.post(path(ann), body), 409, "conflict")
    refused(ann.post(f"/v1/players/{NOBODY}/reports", body), 404, "not_found")
    refused(ann.post("/v1/players/x/reports", body), 404, "not_found")
    refused(Client(live.url).post(path(bob), body), 401, "unauthenticated")
    private = newcomer(live.url).create(access="private")["id"]
    for match_id in (NOBODY, "x", private):
        refused(ann.post(path(bob), {**body, "matchId": match_id}), 404, "not_found")
    ok(ann.post(path(bob), {**body, "text": "x" * 500}), 202)


def test_who_is_reported_is_shown_nothing_of_it(live: Live) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url)
    before = [bob.get(each).content for each in ("/v1/players/me", f"/v1/players/{bob.id}")]
    ok(ann.post(path(bob), {"reason": "cheating"}), 202)
    assert before == [bob.get(each).content for each in ("/v1/players/me", f"/v1/players/{bob.id}")]


def test_reports_of_new_accounts_make_room_for_others(
    live: Live, server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest first. A box that is full of others takes no more."""
    server.delete(RECORDS, OPEN, CHEAP)
    monkeypatch.setattr("gateway.players.report_box.MAX_OPEN", 3)
    ann, bob, cleo = (newcomer(live.url) for _ in range(3))
    account = json.loads(server.hget(accounts.account(cleo.id), accounts.PLAYER) or "")
    old = json.dumps({**account, "since": "2026-01-01T00:00:00.000Z"})
    server.hset(accounts.account(cleo.id), accounts.PLAYER, old)

    def report(by: Client, times: int) -> list[str]:
        made = [by.post(path(bob), {"reason": "other"}) for _ in range(times)]
        return [ok(each, 202)["id"] for each in made]

    def opened() -> list[str]:
        return [each.decode() for each in server.zrange(OPEN, 0, -1)]

    kept = report(cleo, 1)
    filled = report(ann, 4)
    assert opened() == kept + filled[2:]
    kept += report(cleo, 2)
    assert opened() == kept
    assert {each.decode() for each in server.hkeys(RECORDS)} == {*kept}
    assert refused(ann.post(path(bob), {"reason": "other"}), 429, "rate_limited")["per"] == "server"
