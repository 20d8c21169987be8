"""Claims that a player has gone, leaving without a loss, and bots that are taken away."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import httpx
import pytest
from engine.verify import verify

from tests.support.absences import left
from tests.support.live import Live
from tests.support.players import HTTP, Client, Json, key, ok, refused, register
from tests.support.requests import newcomer, table
from tests.support.stream_reader import events_path, following
from tests.support.waiting import until

Match = tuple[str, list[Client]]


class Ahead:
    """The time of the engines, which a test puts forward; players were away all that time."""

    def __init__(self) -> None:
        self.by = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.by


@pytest.fixture
def ahead() -> Ahead:
    return Ahead()


@pytest.fixture
def hall(redis_url: str, ahead: Ahead) -> Any:
    with Live(redis_url, now=ahead, ticking=False) as live:
        yield live


def waiting_for(hall: Live, seat: int, **settings: Any) -> tuple[str, Client, Client]:
    """A match with an hour of time that waits for a seat; its player, and the other one."""
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
    hall: Live, ahead: Ahead, redis_url: str, seat: int, clock: Json | None
) -> None:
    match_id, ann, bob = waiting_for(hall, seat, **({"clock": clock} if clock else {}))
    left(redis_url, ann, 300)
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


def test_who_waits_calls_the_match_off(hall: Live, ahead: Ahead, redis_url: str) -> None:
    match_id, ann, bob = waiting_for(hall, 0)
    left(redis_url, ann, 300)
    ahead.by = timedelta(seconds=61)
    match = ok(claim(bob, match_id, result="abort"))
    assert (match["status"], match["yourSeat"], match["outcome"]["winners"]) == ("aborted", 1, [])
    assert all(each["player"] and not each["resigned"] for each in match["seats"])
    check_proven(bob, match_id)


def test_of_more_players_those_who_are_gone_rank_last(
    hall: Live, ahead: Ahead, redis_url: str
) -> None:
    seats = [newcomer(hall.url) for _ in range(3)]
    wish: Json = {"game": "livingstone", "seats": 3, "options": {"startSeat": 1}}
    match_id = seats[0].create(**wish, goneAfter="60s")["id"]
    for each in seats[1:]:
        each.join(match_id)
    left(redis_url, seats[1], 300)
    ahead.by = timedelta(seconds=61)
    problem = refused(claim(seats[2], match_id, result="abort"), 409, "conflict")
    assert problem["detail"].startswith("Others are still playing")
    match = ok(claim(seats[2], match_id))
    assert (match["status"], match["seats"][1]["resigned"]) == ("active", True)
    assert match["toMove"] == [2]  # the server has played for the seat
    refused(claim(seats[1], match_id), 409, "conflict")
    seats[0].act(match_id, "resign")
    check_proven(seats[1], match_id)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"goneAfter": None}, "In this match nobody is ever gone."),
        ({"seat": 1}, "Only who is to move can be claimed to be gone."),
        ({"here": True}, "Seat 0 is here."),
    ],
    ids=str,
)
def test_a_claim_is_refused_with_the_reason(
    hall: Live, ahead: Ahead, redis_url: str, settings: Json, why: str
) -> None:
    settings = dict(settings)
    here, seat = settings.pop("here", False), settings.pop("seat", 0)
    match_id, mover, other = waiting_for(hall, seat, **settings)
    ann, bob = (mover, other) if seat == 0 else (other, mover)
    left(redis_url, ann, 300)
    ahead.by = timedelta(seconds=100)
    if not here:
        assert refused(claim(bob, match_id), 409, "conflict")["detail"] == why
        return
    with following(ann, "/v1/events"):
        path = f"/v1/matches/{match_id}/presence"
        until(lambda: ok(bob.get(path))["seats"][0]["presence"] == "here")
        assert refused(claim(bob, match_id), 409, "conflict")["detail"] == why
    refused(claim(newcomer(hall.url), match_id), 403, "not_your_match")


def both(*acts: Callable[[], httpx.Response]) -> list[int]:
    """Do these at the same time; return their statuses."""
    found = [0] * len(acts)

    def run(place: int) -> None:
        found[place] = acts[place]().status_code

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return found


def test_of_a_claim_and_a_move_at_once_exactly_one_wins(
    hall: Live, ahead: Ahead, redis_url: str
) -> None:
    for _ in range(5):
        ahead.by = timedelta()
        match_id, ann, bob = waiting_for(hall, 0)
        left(redis_url, ann, 300)
        ahead.by = timedelta(seconds=61)
        move = {"notation": ann.legal_moves(match_id)[0]["notation"]}
        moved, claimed = both(
            partial(ann.post, f"/v1/matches/{match_id}/moves", move), partial(claim, bob, match_id)
        )
        assert {moved, claimed} == {200, 409}
        assert (bob.see(match_id)["status"] == "finished") == (claimed == 200)


def test_one_of_two_claims_at_once_counts(hall: Live, ahead: Ahead, redis_url: str) -> None:
    match_id, ann, bob = waiting_for(hall, 0)
    left(redis_url, ann, 300)
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


def delete(caller: Client, path: str) -> httpx.Response:
    return HTTP.delete(caller.url + path, headers={"Authorization": f"Bearer {caller.token}"})


def test_the_creator_takes_a_bot_away(live: Live) -> None:
    ann, bob, bot = newcomer(live.url), newcomer(live.url), register(live.url, kind="bot")
    match_id = ann.create(game="livingstone", seats=3, access="public", start="manual")["id"]
    bot.join(match_id, seat=2)
    bob.join(match_id, seat=1)
    path = f"/v1/matches/{match_id}/seats"
    refused(delete(bob, f"{path}/2"), 403, "forbidden")
    refused(delete(newcomer(live.url), f"{path}/2"), 403, "not_your_match")
    refused(delete(ann, f"{path}/1"), 409, "conflict")
    refused(delete(ann, f"{path}/0"), 409, "conflict")
    for nobody in ("3", "-1", "x", "4294967296"):
        refused(delete(ann, f"{path}/{nobody}"), 404, "not_found")
    match = ok(delete(ann, f"{path}/2"))
    assert (match["yourSeat"], match["seats"][2]["player"]) == (0, None)
    refused(delete(ann, f"{path}/2"), 404, "not_found")
    refused(bot.post(f"/v1/matches/{match_id}/leave"), 403, "not_your_match")
    bot.join(match_id)
    ann.act(match_id, "start")
    refused(delete(ann, f"{path}/2"), 409, "match_active")


# --- the lobby


def test_the_lobby_leaves_out_tables_that_were_left(live: Live) -> None:
    hosts = [newcomer(live.url) for _ in range(3)]
    there, gone = (each.create(game="just4fun")["id"] for each in hosts[:2])
    slow = hosts[2].create(game="just4fun", clock={"perMove": "86400s"})["id"]

    def listed(**query: Any) -> set[str]:
        answer = ok(hosts[0].get("/v1/matches", status="waiting", game="just4fun", **query))
        return {each["id"] for each in answer["matches"]} & {there, gone, slow}

    with following(hosts[0], "/v1/events"):
        until(lambda: listed(here="true") == {there, slow})
        assert listed() == listed(here="false") == {there, gone, slow}
    refused(hosts[0].get("/v1/matches", here="yes"), 400, "malformed")
