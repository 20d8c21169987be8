"""Claims that a player has gone, leaving without a loss, and bots that are taken away."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from datetime import timedelta
from functools import partial
from typing import Any

import httpx
import pytest
from engine.verify import verify
from gateway.routes import match_list

from tests.support.absences import Shifted, left
from tests.support.live import Live
from tests.support.opponents import invite, offer, withdraw_offer
from tests.support.players import Client, Json, key, ok, refused, register
from tests.support.requests import newcomer, send, table
from tests.support.stream_reader import events_path, following

Match = tuple[str, list[Client]]


@pytest.fixture
def ahead() -> Shifted:
    return Shifted()


@pytest.fixture
def hall(redis_url: str, ahead: Shifted) -> Any:
    with Live(redis_url, now=ahead, ticking=False) as live:
        yield live


def waiting_for(hall: Live, seat: int, **settings: Any) -> tuple[str, Client, Client]:
    """A match that waits for a seat, whose player is gone after 60 s; that one, and the other."""
    wished = {"options": {"startSeat": seat, "rounds": 1}, "goneAfter": "60s", **settings}
    match_id, seats = table(hall.url, **wished)
    return match_id, seats[seat], seats[1 - seat]


def claim(claimant: Client, match_id: str, **body: Any) -> httpx.Response:
    return claimant.post(f"/v1/matches/{match_id}/claim", body)


def check_proven(viewer: Client, match_id: str) -> None:
    """The verifier finds nothing wrong with the replay."""
    assert verify(ok(viewer.get(f"/v1/matches/{match_id}/replay")))[-1] == "verified"


@pytest.mark.parametrize("clock", [None, {"perMove": "3600s"}])
@pytest.mark.parametrize("seat", [0, 1])
def test_who_waits_for_somebody_who_is_gone_wins(
    hall: Live, ahead: Shifted, seat: int, clock: Json | None
) -> None:
    match_id, ann, bob = waiting_for(hall, seat, **({"clock": clock} if clock else {}))
    left(hall, ann, 300)
    problem = refused(claim(bob, match_id), 409, "conflict")
    assert f"Seat {seat} is gone from " in problem["detail"]  # the match has just begun
    ahead.by = timedelta(seconds=61)
    once = key()
    path = f"/v1/matches/{match_id}/claim"
    match = ok(bob.post(path, {}, once))
    assert (match["status"], match["outcome"]["reason"]) == ("finished", "claimed")
    assert match["outcome"]["winners"] == [match["yourSeat"]] == [1 - seat]
    assert [each["resigned"] for each in match["seats"]] == [seat == 0, seat == 1]
    assert bob.post(path, {}, once).headers["Idempotency-Replayed"] == "true"
    entry = ok(ann.get(f"/v1/matches/{match_id}/moves"))["moves"][-1]
    assert (entry["kind"], entry["seat"], entry["gone"]) == ("claimed", 1 - seat, [seat])
    check_proven(ann, match_id)
    refused(claim(bob, match_id), 409, "match_not_active")


def test_who_waits_calls_the_match_off(hall: Live, ahead: Shifted) -> None:
    match_id, ann, bob = waiting_for(hall, 0)
    left(hall, ann, 300)
    ahead.by = timedelta(seconds=61)
    match = ok(claim(bob, match_id, result="abort"))
    assert (match["status"], match["yourSeat"], match["outcome"]["winners"]) == ("aborted", 1, [])
    assert all(each["player"] and not each["resigned"] for each in match["seats"])
    check_proven(bob, match_id)


def test_of_more_players_those_who_are_gone_rank_last(hall: Live, ahead: Shifted) -> None:
    seats = [newcomer(hall.url) for _ in range(3)]
    wish: Json = {"game": "livingstone", "seats": 3, "options": {"startSeat": 1}}
    match_id = seats[0].create(**wish, goneAfter="60s")["id"]
    for each in seats[1:]:
        each.join(match_id)
    left(hall, seats[1], 300)
    ahead.by = timedelta(seconds=61)
    problem = refused(claim(seats[2], match_id, result="abort"), 409, "conflict")
    assert problem["detail"].startswith("Not all others are gone")
    match = ok(claim(seats[2], match_id))
    assert (match["status"], match["seats"][1]["resigned"]) == ("active", True)
    assert match["toMove"] == [2]  # the server has played for the seat
    refused(claim(seats[1], match_id), 409, "conflict")
    seats[0].act(match_id, "resign")
    check_proven(seats[1], match_id)


@pytest.mark.parametrize(
    ("seat", "here", "settings", "why"),
    [
        (0, "", {"goneAfter": None}, "In this match nobody is ever gone."),
        (1, "", {}, "Only who is to move can be claimed to be gone."),
        (0, "follows", {}, "Seat 0 is here."),
        (0, "asks", {}, "Seat 0 is here."),
    ],
)
def test_a_claim_is_refused_with_the_reason(
    hall: Live, ahead: Shifted, seat: int, here: str, settings: Json, why: str
) -> None:
    """The match waits for that seat; Ann, who has seat 0, has left unless she is `here`."""
    match_id, mover, other = waiting_for(hall, seat, **settings)
    ann, bob = (mover, other) if seat == 0 else (other, mover)
    ahead.by = timedelta(seconds=100)
    with following(ann, "/v1/events") if here == "follows" else nullcontext():
        left(hall, ann, 300)
        if here == "asks":
            ann.see(match_id)
        assert refused(claim(bob, match_id), 409, "conflict")["detail"] == why
    refused(claim(newcomer(hall.url), match_id), 403, "not_your_match")


def both(*acts: Callable[[], httpx.Response]) -> list[int]:
    """Do these at the same time; return their statuses."""
    with ThreadPoolExecutor(len(acts)) as pool:
        return [each.result().status_code for each in [pool.submit(act) for act in acts]]


def test_of_a_claim_and_a_move_at_once_exactly_one_wins(hall: Live, ahead: Shifted) -> None:
    for _ in range(5):
        ahead.by = timedelta()
        match_id, ann, bob = waiting_for(hall, 0)
        left(hall, ann, 300)
        ahead.by = timedelta(seconds=61)
        move = {"notation": ann.legal_moves(match_id)[0]["notation"]}
        moved, claimed = both(
            partial(ann.post, f"/v1/matches/{match_id}/moves", move), partial(claim, bob, match_id)
        )
        assert {moved, claimed} == {200, 409}
        assert (bob.see(match_id)["status"] == "finished") == (claimed == 200)


def test_one_of_two_claims_at_once_counts(hall: Live, ahead: Shifted) -> None:
    match_id, ann, bob = waiting_for(hall, 0)
    left(hall, ann, 300)
    ahead.by = timedelta(seconds=61)
    assert sorted(both(*[lambda: claim(bob, match_id)] * 2)) == [200, 409]


# --- leaving without a loss


def test_who_has_not_moved_leaves_without_a_loss(live: Live) -> None:
    match_id, seats = table(live.url, options={"startSeat": 0})
    ann, bob = seats
    ann.move(match_id, ann.legal_moves(match_id)[0]["notation"])
    assert [each["moved"] for each in bob.see(match_id)["seats"]] == [True, False]
    problem = refused(ann.post(f"/v1/matches/{match_id}/leave"), 409, "match_active")
    assert problem["detail"] == "You have moved: resign instead."
    with following(ann, events_path(match_id)) as reader:
        match = ok(bob.post(f"/v1/matches/{match_id}/leave"))
        assert (match["status"], match["yourSeat"], match["outcome"]["winners"]) == (
            "aborted",
            1,
            [],
        )
        assert all(each["player"] for each in match["seats"])
        assert [event.event for event in reader.rest()] == ["snapshot", "change", "finished"]
    check_proven(ann, match_id)


# --- a bot is taken away


def test_the_creator_takes_a_bot_away(live: Live) -> None:
    ann, bob, bot = newcomer(live.url), newcomer(live.url), register(live.url, kind="bot")
    match_id = ann.create(game="livingstone", seats=3, access="public", start="manual")["id"]
    bot.join(match_id, seat=2)
    bob.join(match_id, seat=1)
    path = f"/v1/matches/{match_id}/seats"
    refused(bob.delete(f"{path}/2"), 403, "forbidden")
    stale = send(ann, "DELETE", f"{path}/1", ("If-Match", '"1"'))
    refused(stale, 412, "version_mismatch")
    refused(newcomer(live.url).delete(f"{path}/2"), 403, "not_your_match")
    refused(ann.delete(f"{path}/1"), 409, "conflict")
    refused(ann.delete(f"{path}/0"), 409, "conflict")
    for nobody in ("3", "-1", "x", "4294967296"):
        refused(ann.delete(f"{path}/{nobody}"), 404, "not_found")
    match = ok(ann.delete(f"{path}/2"))
    assert (match["yourSeat"], match["seats"][2]["player"]) == (0, None)
    refused(ann.delete(f"{path}/2"), 404, "not_found")
    refused(bot.post(f"/v1/matches/{match_id}/leave"), 403, "not_your_match")
    bot.join(match_id)
    own = bot.create(game="livingstone", seats=3)["id"]
    refused(bot.delete(f"/v1/matches/{own}/seats/0"), 409, "conflict")
    assert bot.see(own)["yourSeat"] == 0
    ann.act(match_id, "start")
    refused(ann.delete(f"{path}/2"), 409, "match_active")


def test_a_bot_that_was_taken_away_is_invited_no_more(live: Live) -> None:
    ann, bot = newcomer(live.url), register(live.url, kind="bot")
    offer(bot, "just4fun")
    match_id = ann.create(game="just4fun", seats=3, access="private")["id"]
    for _ in range(2):
        invite(ann, match_id, bot)
        bot.join(match_id)
        ok(ann.delete(f"/v1/matches/{match_id}/seats/1"))
        refused(bot.get(f"/v1/matches/{match_id}"), 404, "not_found")
        refused(bot.post(f"/v1/matches/{match_id}/join"), 404, "not_found")
    withdraw_offer(bot)


# --- the lobby


def tables_of(*hosts: Client, **settings: Any) -> list[str]:
    """Create a table of each of them."""
    return [str(each.create(game="just4fun", **settings)["id"]) for each in hosts]


def test_the_lobby_leaves_out_tables_that_were_left(live: Live) -> None:
    hosts = [newcomer(live.url) for _ in range(4)]
    there, gone, hosted = tables_of(*hosts[:3], seats=3)
    (slow,) = tables_of(hosts[3], clock={"perMove": "86400s"})
    bots = [register(live.url, kind="bot") for _ in range(3)]
    of_bots, of_gone_bots = tables_of(*bots[:2], seats=3)
    # A bot that waits at a table does not make it one at which somebody waits.
    for match_id in (there, hosted):
        bots[2].join(match_id)
    for each in (*hosts, bots[1]):
        left(live, each, 30)

    def listed(**query: Any) -> set[str]:
        answer = ok(Client(live.url).get("/v1/matches", status="waiting", pageSize=100, **query))
        found = {each["id"] for each in answer["matches"]}
        return found & {there, gone, hosted, slow, of_bots, of_gone_bots}

    with following(hosts[0], "/v1/events"), following(bots[0], "/v1/events"):
        assert listed(here="true") == {there, slow, of_bots}
        assert listed() == listed(here="false")
        assert len(listed()) == 6


def test_one_page_of_the_lobby_looks_past_those_that_were_left(live: Live) -> None:
    hosts = [newcomer(live.url) for _ in range(3)]
    wish: Json = {"game": "livingstone", "status": "waiting", "here": "true", "pageSize": 1}
    old = hosts[0].create(game="livingstone")["id"]
    newer = hosts[1].create(game="livingstone")["id"]
    for _ in range(match_list.PAGES - 1):
        hosts[2].create(game="livingstone")
    left(live, hosts[2], 30)

    def page(token: str | None = None) -> tuple[list[str], str | None]:
        answer = ok(Client(live.url).get("/v1/matches", **wish, pageToken=token or ""))
        return [each["id"] for each in answer["matches"]], answer["nextPageToken"]

    found, token = page()
    assert found == [newer]
    assert page(token)[0] == [old]
    # But not for ever.
    for _ in range(2):
        hosts[2].create(game="livingstone")
    left(live, hosts[2], 30)
    found, token = page()
    assert found == []
    assert page(token)[0] == [newer]


def test_here_tells_of_tables_that_wait_only(live: Live) -> None:
    """Or anybody could see whether a player is here: there is a match of it alone."""
    ann = newcomer(live.url)
    for status in ({}, {"status": "active"}, {"status": "finished"}, {"status": ""}):
        query: Json = {"player": ann.id, "here": "true", **status}
        refused(newcomer(live.url).get("/v1/matches", **query), 400, "malformed")
    refused(ann.get("/v1/matches", here="yes", status="waiting"), 400, "malformed")
