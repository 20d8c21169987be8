"""Who of a table is here, over HTTP: told to those with a seat, and to nobody else."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest
from redis import Redis

from tests.support.absences import left
from tests.support.live import Live
from tests.support.notifications import until_listening
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import newcomer, play_out, table
from tests.support.socket_client import dialled
from tests.support.stream_reader import NDJSON, Reader, events_path, following
from tests.support.waiting import until


def seats_of(told: Json) -> dict[int, str]:
    return {each["seat"]: each["presence"] for each in told["seats"]}


def presence(viewer: Client, match_id: str) -> Json:
    return ok(viewer.get(f"/v1/matches/{match_id}/presence"))


def told(reader: Reader) -> dict[int, str]:
    """What the reader is told next of who is here."""
    return seats_of(reader.next("presence", "change", "snapshot").data)


@pytest.mark.parametrize(
    ("settings", "due"),
    [
        ({}, "600s"),
        ({"access": "private"}, "3600s"),
        ({"clock": {"perMove": "3600s"}}, "120s"),
        ({"clock": {"bank": "3600s", "increment": "10s"}, "access": "private"}, "120s"),
        ({"clock": {"bank": "3600.001s"}}, None),
        ({"clock": {"perMove": "60s"}, "goneAfter": None}, None),
        ({"goneAfter": None}, None),
        ({"clock": {"perMove": "86400s"}, "goneAfter": "60.0s"}, "60s"),
    ],
    ids=str,
)
def test_a_match_says_when_a_player_is_gone(live: Live, settings: Json, due: str | None) -> None:
    ann = newcomer(live.url)
    assert ann.create(**settings)["goneAfter"] == due


def test_a_ticket_meets_one_with_the_same_time_only(live: Live) -> None:
    body: Json = {"game": "lost-cities", "options": {"rounds": 2, "colors": 6}}
    ann, bob, eve = (newcomer(live.url) for _ in range(3))
    ok(ann.post("/v1/tickets", {**body, "goneAfter": "61s"}), 201)
    assert ok(bob.post("/v1/tickets", {**body, "goneAfter": "600s"}), 201)["matchId"] is None
    shown = ok(ann.get("/v1/tickets", game="lost-cities"))["tickets"]
    assert {each["goneAfter"] for each in shown if each["you"]} == {"61s"}
    made = ok(eve.post("/v1/tickets", body), 201)["matchId"]
    assert bob.see(made)["goneAfter"] == "600s"


@pytest.mark.parametrize("time", ["0s", "59.999s", "86400.001s"])
def test_other_times_are_refused(live: Live, time: str) -> None:
    body = {"game": "lost-cities", "goneAfter": time}
    refused(newcomer(live.url).post("/v1/matches", body), 422, "invalid_options")


def test_those_with_a_seat_learn_who_is_here(live: Live) -> None:
    match_id, (ann, bob) = table(live.url, goneAfter="60s")
    left(live, ann, 50)
    left(live, bob, 100)
    # Who asks is here.
    assert seats_of(presence(ann, match_id)) == {0: "here", 1: "gone"}
    left(live, ann, 50)
    away, here = presence(bob, match_id)["seats"]
    assert (away["presence"], here["presence"]) == ("away", "here")
    assert away["since"]
    assert here["since"] is None
    with following(ann, "/v1/events"):
        left(live, ann, 50)
        assert seats_of(presence(bob, match_id)) == {0: "here", 1: "here"}


def test_who_plays_by_requests_alone_is_here(live: Live) -> None:
    match_id, (ann, bob) = table(live.url, options={"startSeat": 0}, goneAfter="60s")
    for each in (ann, bob):
        left(live, each, 100)
    ann.move(match_id, ann.legal_moves(match_id)[0]["notation"])
    assert seats_of(presence(bob, match_id)) == {0: "here", 1: "here"}
    left(live, bob, 100)
    # Any request will do, also one that is refused.
    refused(bob.get("/v1/games/nothing"), 404, "not_found")
    assert seats_of(presence(ann, match_id))[1] == "here"


def test_where_nobody_is_ever_gone_the_others_are_away(live: Live) -> None:
    match_id, (ann, bob) = table(live.url, goneAfter=None)
    left(live, bob, 90_000)
    assert seats_of(presence(ann, match_id))[1] == "away"


def test_others_learn_nothing(live: Live) -> None:
    match_id, (ann, _) = table(live.url)
    path, stranger = f"/v1/matches/{match_id}/presence", newcomer(live.url)
    refused(stranger.get(path), 403, "not_your_match")
    refused(Client(live.url).get(path), 403, "not_your_match")
    private = ann.create(access="private")["id"]
    invited = ok(ann.post(f"/v1/matches/{private}/invitations", {"playerId": stranger.id}), 201)
    hidden = f"/v1/matches/{private}/presence"
    refused(stranger.get(hidden), 403, "not_your_match")
    assert stranger.delete(f"/v1/matches/{private}/invitations/{invited['id']}").status_code == 204
    refused(stranger.get(hidden), 404, "not_found")
    assert seats_of(presence(ann, private)).keys() == {0}
    with ExitStack() as opened:
        readers = [
            opened.enter_context(following(viewer, events_path(match_id)))
            for viewer in (stranger, Client(live.url), ann)
        ]
        assert readers[2].next("snapshot")
        assert readers[2].next("presence")
        ann.act(match_id, "resign")
        for reader in readers[:2]:
            events = [reader.events.get(timeout=120).event for _ in range(4)]
            assert events == ["snapshot", "ping", "change", "finished"]


def test_readers_of_a_seat_are_told_at_first_and_of_each_change(live: Live) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url)
    match_id = ann.create(start="manual", goneAfter=None)["id"]
    with ExitStack() as opened:
        reader = opened.enter_context(following(ann, events_path(match_id), NDJSON, view="none"))
        assert reader.next("snapshot")
        assert told(reader) == {0: "here"}
        bob.join(match_id)
        assert reader.next("change")
        # Who joins is here, and so is the reader: both were just heard of.
        look(live)
        assert told(reader) == {0: "here", 1: "here"}
        left(live, bob, 30)
        look(live)
        assert told(reader) == {0: "here", 1: "away"}
        talk = opened.enter_context(dialled(live.url))
        talk.ask("hello", token=bob.token)
        left(live, bob, 30)
        look(live)
        assert told(reader) == {0: "here", 1: "here"}
        talk.ask("subscribe", matchId=match_id)
        push = talk.presence()
        assert (push["matchId"], push["event"]) == (match_id, "presence")
        assert seats_of(push["data"]) == {0: "here", 1: "here"}
        again = opened.enter_context(following(ann, events_path(match_id), after=2))
        assert told(again) == {0: "here", 1: "here"}


def test_nobody_is_told_twice_and_no_reader_misses_what_another_begins_with(live: Live) -> None:
    match_id, (ann, bob) = table(live.url)
    with ExitStack() as opened:

        def opens() -> Reader:
            reader = opened.enter_context(following(ann, events_path(match_id)))
            assert reader.next("snapshot")
            return reader

        one = opens()
        assert told(one) == {0: "here", 1: "here"}
        two = opens()
        assert told(two) == {0: "here", 1: "here"}
        left(live, bob, 30)
        three = opens()
        for reader in (one, two, three):
            assert told(reader) == {0: "here", 1: "away"}
        look(live)
        ann.act(match_id, "resign")
        for reader in (one, two, three):
            reader.rest()
            assert "presence" not in [event.event for event in reader.events.queue]


def test_streams_leave_out_who_has_no_account_any_more(live: Live) -> None:
    ann, bob, cid = (newcomer(live.url) for _ in range(3))
    match_id = ann.create(game="livingstone", seats=3)["id"]
    for each in (bob, cid):
        each.join(match_id)
    with ExitStack() as opened:
        reader = opened.enter_context(following(ann, events_path(match_id)))
        assert reader.next("snapshot")
        assert told(reader) == {0: "here", 1: "here", 2: "here"}
        left(live, bob, 30)
        look(live)
        assert told(reader) == {0: "here", 1: "away", 2: "here"}
        assert bob.delete("/v1/players/me").status_code == 204
        until(lambda: seats_of(presence(ann, match_id)).keys() == {0, 2})
        look(live)
        while (event := reader.next("presence", "change")).event == "change":
            pass
        assert seats_of(event.data).keys() == {0, 2}
        again = opened.enter_context(following(ann, events_path(match_id)))
        assert again.next("snapshot")
        assert told(again).keys() == {0, 2}


def look(live: Live) -> None:
    """Have the gateway look who is here, and tell it."""
    assert live.app
    assert live.loop
    tables = live.app.state.dependencies.match_feeds._tables
    asyncio.run_coroutine_threadsafe(tables.look(), live.loop).result(120)


def test_who_waits_for_an_answer_is_here(live: Live, channels: Redis) -> None:
    match_id, (ann, bob) = table(live.url)
    with ThreadPoolExecutor(1) as pool:
        headers = {"If-None-Match": '"2"', "Prefer": "wait=60"}
        waits = pool.submit(bob.get, f"/v1/matches/{match_id}", headers)
        until_listening(channels, match_id)
        left(live, bob, 30)
        assert seats_of(presence(ann, match_id))[1] == "here"
        ann.act(match_id, "resign")
        assert ok(waits.result())["status"] == "finished"


# --- rematches


@pytest.fixture
def ended(live: Live) -> tuple[str, list[Client]]:
    match_id, seats = table(live.url, goneAfter="60s", options={"rounds": 1})
    play_out(match_id, seats)
    return match_id, seats


def asked(viewer: Client, match_id: str) -> list[int]:
    answer = ok(viewer.get(f"/v1/matches/{match_id}/rematch"))
    assert answer["matchId"] is None
    seats: list[int] = answer["asked"]
    return seats


@pytest.mark.parametrize("declined", [False, True])
def test_a_rematch_is_withdrawn_or_declined(ended: Any, declined: bool) -> None:
    match_id, seats = ended
    path = f"/v1/matches/{match_id}/rematch"
    with ExitStack() as opened:
        readers = [opened.enter_context(following(each, "/v1/events")) for each in seats]
        seats[0].act(match_id, "rematch")
        assert readers[1].next("rematchOffered")
        assert asked(seats[1], match_id) == [0]
        ender = 1 if declined else 0
        assert seats[ender].delete(path).status_code == 204
        for reader in readers:
            event = reader.next("rematchEnded")
            assert event.data["matchId"] == match_id
            assert (event.data["seat"], event.data["declined"]) == (ender, declined)
        assert asked(seats[0], match_id) == []
        # Nothing is left to end, and who has declined may ask after all.
        assert seats[ender].delete(path).status_code == 204
        seats[1].act(match_id, "rematch")
        made = seats[0].act(match_id, "rematch")["matchId"]
        assert ok(seats[1].get(path)) == {"asked": [0, 1], "matchId": made}
        assert seats[1].delete(path).status_code == 409
        assert seats[0].see(made)["goneAfter"] == "60s"


def test_a_request_of_who_is_gone_has_ended(ended: Any, live: Live) -> None:
    match_id, (ann, bob) = ended
    ann.act(match_id, "rematch")
    left(live, ann, 40)
    assert asked(bob, match_id) == [0]
    left(live, ann, 100)
    assert asked(bob, match_id) == []
    assert bob.act(match_id, "rematch") == {"asked": [1], "matchId": None}
    left(live, bob, 40)
    assert ann.act(match_id, "rematch")["matchId"]


def test_others_neither_see_nor_end_a_rematch(ended: Any, live: Live) -> None:
    match_id, seats = ended
    path, stranger = f"/v1/matches/{match_id}/rematch", newcomer(live.url)
    refused(stranger.get(path), 403, "not_your_match")
    assert stranger.delete(path).status_code == 403
    open_id, (ann, _) = table(live.url)
    refused(stranger.get(f"/v1/matches/{open_id}/rematch"), 403, "not_your_match")
    refused(ann.get(f"/v1/matches/{open_id}/rematch"), 409, "match_active")
    assert ann.delete(f"/v1/matches/{open_id}/rematch").status_code == 409
    assert asked(seats[0], match_id) == []
