"""The download of a player's own data has all that is kept of it, and nothing of others."""

import json
from collections import defaultdict
from typing import Any

import pytest
from redis import Redis
from redislink import relations, reports, statistics
from redislink.reports import Report
from redislink.statistics import Met, Record

from tests.support.live import Live
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import newcomer, play_out, table, with_token
from tests.support.tournament_clients import join, make

SECRET = "s" * 22


def download(player: Client) -> dict[str, list[Json]]:
    answer = player.get("/v1/players/me/data")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert lines[-1] == {"what": "end"}
    found = defaultdict(list)
    for line in lines:
        found[line.pop("what")].append(line)
    return found


def test_all_that_is_kept_of_a_player_comes_at_once(live: Live, redis_url: str) -> None:
    match_id, (ann, bob) = table(live.url, options={"rounds": 1, "colors": 6})
    play_out(match_id, [ann, bob])
    private = str(ann.create(access="private")["id"])
    evenings = [make(ann, access="private"), make(bob)]
    join(ann, evenings[1])
    deal = ok(ann.post("/v1/deals", {"name": "Friday", "game": "lost-cities"}), 201)
    phone = with_token(ann, "read")
    with Redis.from_url(redis_url) as server:
        server.hset(relations.friends(ann.id), bob.id, relations.FRIEND)
        server.zadd(relations.blocks(ann.id), {SECRET: 1_700_000_000_000})
        for number, (by, about) in enumerate([(ann, bob), (bob, ann)]):
            made = Report(f"{number}{ann.id}", 1_700_000_000_000, by.id, about.id, "name", text="!")
            server.hset(reports.RECORDS, made.id, made.dump())
        counted: dict[Any, Any] = {
            "lost-cities people": Record(won=1).dump(),
            "lost-cities people private": Record(lost=1).dump(),
        }
        server.hset(statistics.counters(ann.id), mapping=counted)
        met = Met(1, 0, 0, 1_700_000_000_000, match_id)
        server.hset(statistics.met(ann.id), f"{bob.id} private", met.dump())
    text = phone.get("/v1/players/me/data").text
    found = download(phone)
    (account,) = found["account"]
    assert (account["id"], account["displayName"], account["listed"]) == (ann.id, "Ann", True)
    assert {each["name"] for each in found["token"]} == {"first", "other"}
    assert ann.token[-43:] not in text
    assert phone.token[-43:] not in text
    assert found["friend"] == [{"playerId": bob.id, "state": "friend"}]
    assert [each["playerId"] for each in found["block"]] == [SECRET]
    assert [(each["playerId"], each["text"]) for each in found["report"]] == [(bob.id, "!")]
    assert {each["access"] for each in found["statistics"]} >= {"public", "private"}
    assert [each["playerId"] for each in found["met"] if each["access"] == "private"] == [bob.id]
    assert {each["id"] for each in found["match"]} == {match_id, private}
    for each in found["match"]:
        assert ok(ann.get(each["path"]))["id"] == each["id"]
    assert [each["id"] for each in found["deal"]] == [deal["id"]]
    assert ok(ann.get(found["deal"][0]["path"])) == deal
    assert {each["id"] for each in found["tournament"]} == {each["id"] for each in evenings}
    for each in found["tournament"]:
        assert ok(ann.get(each["path"]))["id"] == each["id"]
    # What others have said of her is not hers.
    others = download(bob)
    assert [each["playerId"] for each in others["report"]] == [ann.id]
    assert others["friend"] == others["block"] == []
    assert SECRET not in json.dumps(others)
    assert private not in json.dumps(others)


def test_all_matches_are_named_however_many_there_are(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gateway.standings.own_data.MATCHES", 2)
    ann = newcomer(live.url)
    made = {str(ann.create()["id"]) for _ in range(5)}
    assert {each["id"] for each in download(ann)["match"]} == made


def test_a_match_that_has_expired_is_not_named(live: Live, redis_url: str) -> None:
    ann = newcomer(live.url)
    gone, kept = (str(ann.create()["id"]) for _ in range(2))
    with Redis.from_url(redis_url) as server:
        server.delete(*server.scan_iter(f"match:{{{gone}}}*", 10_000))
    assert [each["id"] for each in download(ann)["match"]] == [kept]


def test_it_is_for_the_player_alone(live: Live) -> None:
    path = "/v1/players/me/data"
    refused(Client(live.url).get(path), 401, "unauthenticated")
    refused(with_token(newcomer(live.url), "play").get(path), 403, "forbidden")
    refused(newcomer(live.url).get(path, {"Accept": "text/html"}), 406, "not_acceptable")
