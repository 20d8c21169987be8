"""Tournaments over HTTP: names and shapes of answers, and who may do what."""

import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from croupier_match.clock import rfc3339_of
from croupier_tournament import Settings, lots
from croupier_tournament.settings import camel
from croupier_tournament.verify import verify
from gateway.contract.tournament_requests import NewTournament

from tests.support.live import Live
from tests.support.players import Client, Json, key, ok, refused, register
from tests.support.requests import send
from tests.support.stream_reader import following
from tests.support.tournament_clients import (
    PATH,
    check_in,
    entropy,
    join,
    join_body,
    joined,
    make,
    of,
    seals,
)
from tests.support.waiting import until

AT_ONCE = {"checkIn": "1s", "roundBreak": "0s"}
"""Of a tournament that is not waited for."""


@pytest.fixture
def maker(live: Live) -> Client:
    return register(live.url, "Maker")


def path(tournament: Json, rest: str = "") -> str:
    return f"{PATH}/{tournament['id']}{rest}"


def came(player: Client, tournament: Json) -> bool:
    """Whether the player has come in time to check in."""
    answer = player.post(path(tournament, "/checkIn"), {"entropy": entropy(player)})
    return answer.status_code == 200


def running(live: Live, maker: Client, **members: object) -> tuple[Json, list[Client]]:
    """A tournament of four whose first round is paired, and its players.

    Its check-in is a second; where somebody came too late to that, another one's is longer.
    """
    for check_in_s in (1, 5, 25):
        made = make(maker, **{**AT_ONCE, "checkIn": f"{check_in_s}s", **members})
        players = joined(live.url, made, 4)
        if all(came(each, made) for each in players):
            break
    until(lambda: of(maker, made)["round"] == 1)
    return made, [*players]


def test_a_tournament_is_made_joined_and_paired(live: Live, maker: Client) -> None:
    made, players = running(live, maker)
    seen = of(players[0], made)
    (table,) = seen["you"]["tables"]
    assert (seen["status"], seen["players"], seen["checkedIn"]) == ("running", 4, 4)
    assert (seen["rounds"], seen["tablesOpen"], seen["you"]["seals"]) == (2, 2, 3)
    assert (table["round"], table["leg"], table["seal"]) == (1, 1, 0)
    (opponent,) = table["opponents"]
    at = f"/v1/matches/{table['matchId']}"
    until(lambda: players[0].get(at).status_code == 200)
    match = ok(players[0].get(at))
    assert {opponent["id"], players[0].id} == {each["player"]["id"] for each in match["seats"]}
    assert match["tournament"] == {"id": made["id"], "round": 1, "table": table["table"]}


def test_rounds_standings_and_players_are_pages(live: Live, maker: Client) -> None:
    made, players = running(live, maker)
    found = ok(players[0].get(path(made, "/rounds/1"), pageSize=1))
    assert (found["size"], found["tablesOpen"], len(found["tables"])) == (2, 2, 1)
    rest = ok(players[0].get(path(made, "/rounds/1"), pageToken=found["nextPageToken"]))
    assert [each["table"] for each in rest["tables"]] == [2]
    assert (rest["nextPageToken"], rest["byes"]) == (None, [])
    begin = ok(players[0].get(path(made, "/standings"), pageSize=3))
    end = ok(players[0].get(path(made, "/standings"), pageToken=begin["nextPageToken"]))
    rows = [*begin["rows"], *end["rows"]]
    assert [each["rank"] for each in rows] == [1, 2, 3, 4]
    assert begin["you"] in rows
    assert begin["you"]["player"]["id"] == players[0].id
    around = ok(players[0].get(path(made, "/standings"), around="me", pageSize=1))
    assert around["rows"] == [begin["you"]]
    everybody = ok(maker.get(path(made, "/players"), pageSize=3))
    last = ok(maker.get(path(made, "/players"), pageToken=everybody["nextPageToken"]))
    ids = [each["player"]["id"] for each in (*everybody["players"], *last["players"])]
    assert ids == [each.id for each in players]


def test_the_log_is_what_a_verifier_takes(live: Live, maker: Client) -> None:
    made, _ = running(live, maker)
    answer = maker.get(path(made, "/log"))
    lines = answer.content.splitlines()
    assert answer.headers["Log-Version"] == str(len(lines))
    assert verify(lines, answer.headers["Log-Head"]).finding is None
    assert maker.get(path(made, "/log"), after=3).content.splitlines() == lines[3:]
    unchanged = maker.get(path(made, "/log"), {"If-None-Match": answer.headers["ETag"]})
    assert unchanged.status_code == 304


def test_the_etag_is_the_version(maker: Client) -> None:
    made = make(maker)
    answer = maker.get(path(made))
    assert answer.headers["ETag"] == f'"{made["version"]}"'
    assert maker.get(path(made), {"If-None-Match": '"2"'}).status_code == 304
    waited = maker.get(path(made), {"If-None-Match": '"2"', "Prefer": "wait=1"})
    assert (waited.status_code, waited.headers["Preference-Applied"]) == (304, "wait")


def test_who_waits_is_answered_by_the_next_change(live: Live, maker: Client) -> None:
    made, ann = make(maker), register(live.url)
    asked = {"If-None-Match": f'"{made["version"]}"', "Prefer": "wait=50"}
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(maker.get, path(made), asked)
        join(ann, made)
        assert ok(waiting.result())["players"] == 1


def test_a_private_one_is_unlisted_and_joined_with_its_code(live: Live, maker: Client) -> None:
    made = make(maker, access="private")
    ann, bob = register(live.url), register(live.url, "Bob")
    assert "inviteCode" not in of(ann, made)
    listed = ok(ann.get(PATH))["tournaments"]
    assert made["id"] not in [each["id"] for each in listed]
    body = join_body(ann, made["sealsNeeded"], inviteCode="00000-00000")
    refused(ann.post(path(made, "/join"), body), 403, "forbidden")
    typed = made["inviteCode"].lower().replace("-", " ")
    assert join(bob, made, inviteCode=typed)["inviteCode"] == made["inviteCode"]
    mine = ok(bob.get(PATH, mine="true"))["tournaments"]
    assert [each["id"] for each in mine] == [made["id"]]


def test_only_the_maker_directs(live: Live, maker: Client) -> None:
    made, (ann, bob, *_) = running(live, maker)
    for act, body in (
        ("start", {}),
        ("pause", {}),
        ("resume", {}),
        ("abort", {"reason": "no"}),
        ("remove", {"playerId": bob.id}),
    ):
        refused(ann.post(path(made, f"/{act}"), body), 403, "forbidden")
    assert ok(maker.post(path(made, "/pause")))["paused"]
    assert not ok(maker.post(path(made, "/resume")))["paused"]
    ok(maker.post(path(made, "/remove"), {"playerId": bob.id}))
    assert of(bob, made)["you"]["presence"] == "withdrawn"
    refused(bob.post(path(made, "/join"), join_body(bob, 3)), 403, "forbidden")
    over = ok(maker.post(path(made, "/abort"), {"reason": "It rains."}))
    assert (over["status"], over["reason"]) == ("aborted", "It rains.")


def test_a_condition_that_is_not_met_is_named(live: Live, maker: Client) -> None:
    ann = register(live.url)
    for condition, rule in (
        ({"minRating": 1500}, "Who joins has a rating of at least 1500."),
        ({"minMatches": 3}, "Who joins has played at least 3 matches that counted."),
        ({"kinds": ["bot"]}, "It is for players of the kind bot."),
    ):
        made = make(maker, conditions=condition)
        answer = ann.post(path(made, "/join"), join_body(ann, made["sealsNeeded"]))
        assert refused(answer, 403, "forbidden")["rule"] == rule
    made = make(maker, conditions={"maxRating": 1500, "minReliability": 90, "kinds": ["human"]})
    join(ann, made)


def test_a_deleted_player_is_gone_and_plays_no_more(live: Live, maker: Client) -> None:
    made, players = running(live, maker)
    ann = players[0]
    assert send(ann, "DELETE", "/v1/players/me").status_code == 204

    def row() -> Json:
        rows = ok(maker.get(path(made, "/standings")))["rows"]
        return next(each for each in rows if each["player"]["id"] == ann.id)

    until(lambda: row()["presence"] == "withdrawn")
    assert row()["player"] == {"id": ann.id, "displayName": "gone", "kind": None}
    assert "Player 0" not in maker.get(path(made, "/rounds/1")).text
    assert "Player 0" not in maker.get(path(made, "/players")).text


def test_who_has_too_many_joins_no_more(
    live: Live, maker: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that it only directs do not count."""
    monkeypatch.setattr("gateway.tournaments.lists.MOST_AT_ONCE", 2)
    ann = register(live.url)
    own, _ = make(ann), make(ann)
    first, second, third = (make(maker) for _ in range(3))
    join(ann, first)
    body, once = join_body(ann, second["sealsNeeded"]), key()
    ok(ann.post(path(second, "/join"), body, once))
    refused(ann.post(path(third, "/join"), join_body(ann, third["sealsNeeded"])), 409, "conflict")
    # Joined at the same time, there may be more: a repeat is a repeat nevertheless.
    monkeypatch.setattr("gateway.tournaments.lists.MOST_AT_ONCE", 1)
    assert ann.post(path(second, "/join"), body, once).headers["Idempotency-Replayed"] == "true"
    monkeypatch.setattr("gateway.tournaments.lists.MOST_AT_ONCE", 2)
    ok(maker.post(path(first, "/abort"), {"reason": "enough"}))
    join(ann, own)
    refused(ann.post(path(third, "/join"), join_body(ann, third["sealsNeeded"])), 409, "conflict")
    ok(ann.post(path(own, "/abort"), {"reason": "enough"}))
    join(ann, third)


def test_lists_go_by_status_and_game_and_have_pages(live: Live, maker: Client) -> None:
    made = [make(maker) for _ in range(3)]
    over = make(maker)
    ok(maker.post(path(over, "/abort"), {"reason": "enough"}))
    found, token = list[str](), None
    while token is not None or not found:
        query: Json = {"pageToken": token} if token else {}
        page = ok(maker.get(PATH, mine="true", status="open", pageSize=2, **query))
        found += [each["id"] for each in page["tournaments"]]
        token = page["nextPageToken"]
    assert found == [each["id"] for each in reversed(made)]
    aborted = ok(maker.get(PATH, status="aborted"))["tournaments"]
    assert over["id"] in [each["id"] for each in aborted]
    assert not ok(maker.get(PATH, mine="true", game="livingstone"))["tournaments"]
    refused(maker.get(PATH, game="chess"), 404, "not_found")
    refused(Client(live.url).get(PATH, mine="true"), 401, "unauthenticated")


def test_an_arena_takes_more_seals(live: Live, maker: Client) -> None:
    made, ann = make(maker, system="arena", rounds=None), register(live.url)
    own = join(ann, made)["you"]
    assert own["seals"] == made["sealsNeeded"] == 32
    assert own["seal"] == lots.seal_of(entropy(ann))
    more = ann.post(path(made, "/seals"), {"tableSeals": seals(ann, 8, begin=32)})
    assert ok(more)["you"]["seals"] == 40
    again = ann.post(path(made, "/seals"), {"tableSeals": seals(ann, 1)})
    refused(again, 422, "invalid_options")
    refused(maker.post(path(made, "/seals"), {"tableSeals": seals(ann, 1)}), 404, "not_found")


def test_streams_tell_of_a_tournament(live: Live, maker: Client) -> None:
    made = make(maker, **AT_ONCE, maxPlayers=2)
    ann, bob = register(live.url), register(live.url, "Bob")
    events = path(made, "/events")
    with following(ann, events) as reader, following(ann, "/v1/events") as own:
        assert reader.next().event == "registered"
        for each in (ann, bob):
            join(each, made)
        for each in (ann, bob):
            check_in(each, made)
        seat = reader.next("roundPaired", "registered", "checkInOpened", "started")
        while seat.event != "roundPaired":
            seat = reader.next("roundPaired", "registered", "checkInOpened", "started")
        assert own.next("checkInOpened").data["tournamentId"] == made["id"]
        told = own.next("roundPaired", "entropyNeeded")
        while told.event != "roundPaired":
            told = own.next("roundPaired", "entropyNeeded")
        assert told.data["matchId"] == seat.data["matchId"]
        assert seat.version == seat.data["version"]
        ok(maker.post(path(made, "/abort"), {"reason": "It rains."}))
        assert reader.rest()[-1].event == "aborted"
    with following(bob, events, headers={"Last-Event-ID": str(seat.version)}) as late:
        assert late.rest()[-1].data["reason"] == "It rains."
    refused(bob.get(events, after=10**6), 400, "malformed")


def test_a_repeat_joins_once(live: Live, maker: Client) -> None:
    made, ann = make(maker), register(live.url)
    body, once = join_body(ann, made["sealsNeeded"]), key()
    first = ann.post(path(made, "/join"), body, once)
    again = ann.post(path(made, "/join"), body, once)
    assert ok(again) == ok(first)
    assert again.headers["Idempotency-Replayed"] == "true"
    refused(ann.post(path(made, "/join"), body), 409, "conflict")


@pytest.mark.parametrize(
    "body",
    [
        {"startTime": "tomorrow"},
        {"startTime": "2030-01-31T19:00:00"},
        {"name": "a\tb"},
        {"name": "x" * 61},
        {"system": "ladder"},
        {"rounds": -1},
        {"clock": None},
        {"conditions": {"kinds": []}},
        {"access": "secret"},
    ],
)
def test_what_is_no_tournament_is_malformed(maker: Client, body: Json) -> None:
    usual = {"name": "Friday", "game": "lost-cities", "clock": {"bank": "300s"}}
    when = {"startWhenFull": True, "maxPlayers": 4}
    refused(maker.post(PATH, {**usual, **when, **body}), 400, "malformed")


SOON = rfc3339_of(time.time_ns() // 1_000_000 + 300_000)
"""Within the check-in of ten minutes that there is by default."""
IN_REQUESTS = {each.alias or name for name, each in NewTournament.model_fields.items()}
OF_LOGS = {*map(camel, Settings.__dataclass_fields__)} - IN_REQUESTS - {"match"}
"""Settings that have other names in requests, or are in none; a match is also a word."""
WORD = re.compile("[A-Za-z]+")


@pytest.mark.parametrize(
    "body",
    [
        {"rounds": 0},
        {"rounds": 101},
        {"maxPlayers": 1},
        {"maxPlayers": 10_001},
        {"minPlayers": 2**31},
        {"matchesPerPairing": 3},
        {"seats": 6},
        {"clock": {"perMove": "60s"}},
        {"startWhenFull": False},
        {"startTime": "2126-01-31T19:00:00Z"},
        {"startWhenFull": False, "startTime": "2026-02-31T19:00:00Z"},
        {"startWhenFull": False, "startTime": "2020-01-31T19:00:00Z"},
        {"startWhenFull": False, "startTime": "9999-01-31T19:00:00Z"},
        {"startWhenFull": False, "startTime": SOON},
        {"checkIn": "0s"},
        {"checkIn": "4320000s"},
        {"conditions": {"minRating": 1501, "maxRating": 1500}},
        {"system": "arena", "matchesPerPairing": 2},
        {"system": "knockout", "allAtOnce": True},
        {"game": "chess"},
        {"houseBots": 7},
    ],
)
def test_what_cannot_be_played_is_refused(maker: Client, body: Json) -> None:
    usual = {"name": "Friday", "game": "lost-cities", "clock": {"bank": "300s"}}
    when = {"startWhenFull": True, "maxPlayers": 4}
    answer = maker.post(PATH, {**usual, **when, **body})
    refused(answer, 422, "invalid_options")
    assert not OF_LOGS.intersection(WORD.findall(answer.json()["detail"]))


def test_there_is_no_other_tournament(live: Live, maker: Client) -> None:
    nobody = "A" * 22
    for rest in ("", "/standings", "/rounds/1", "/players", "/log", "/events"):
        refused(maker.get(f"{PATH}/{nobody}{rest}"), 404, "not_found")
    refused(maker.get(f"{PATH}/short"), 404, "not_found")
    made = make(maker)
    for number in ("1", "0", "x", "9999999999"):
        refused(maker.get(path(made, f"/rounds/{number}")), 404, "not_found")
    for rest in ("/standings", "/players", "/rounds/1"):
        refused(maker.get(path(made, rest), pageToken="?"), 400, "malformed")
