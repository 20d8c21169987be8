"""Tickets over HTTP: found, awaited, taken back; and a thousand of them at once."""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Any

import httpx
import pytest
import redis as sync_redis
from croupier_lost_cities import rules as lost_cities
from croupier_match.match import ClockOptions
from croupier_match.match import Player as Seated
from croupier_match.settings import MatchSettings
from engine.service.matchmaking import Matchmaking
from engine.store.matches import MatchStore
from redislink.client import connect

from tests.engine.service.test_matchmaking import DeadError, Dying
from tests.support.live import TTL, Live
from tests.support.players import Client, Json, key, ok, refused
from tests.support.requests import NOBODY, code, matched_ticket, newcomer, send, with_token
from tests.support.stream_reader import NDJSON, Reader, following
from tests.support.waiting import Stopwatch, until
from tools.redis_server import RedisServer

TICKETS = "/v1/tickets"
PAIR: Json = {"game": "lost-cities"}
THREE: Json = {"game": "livingstone", "seats": 3}
SOON_S = 5.0
"""Far less than anyone here is ready to wait, and more than a busy machine needs."""


@pytest.fixture(scope="module")
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A Redis without the tickets of other tests."""
    server = RedisServer(tmp_path_factory.mktemp("tickets"))
    server.start()
    yield server
    server.close()


@pytest.fixture(scope="module")
def urls(own_redis: RedisServer) -> Iterator[list[str]]:
    """Four gateways, each with an engine of its own, over that Redis."""
    with ExitStack() as stack:
        lives = [stack.enter_context(Live(own_redis.url)) for _ in range(4)]
        yield [live.url for live in lives]


@pytest.fixture
def url(urls: list[str]) -> str:
    return urls[0]


@pytest.fixture(scope="module")
def channels(own_redis: RedisServer) -> Iterator[sync_redis.Redis]:
    """For a look at the subscriptions."""
    with sync_redis.Redis.from_url(own_redis.url) as client:
        yield client


def search(player: Client, **wish: object) -> Json:
    return ok(player.post(TICKETS, {**PAIR, **wish}), 201)


def look(player: Client, ticket: Json) -> Json:
    return ok(player.get(f"{TICKETS}/{ticket['id']}"))


def cancel(player: Client, ticket: Json) -> httpx.Response:
    return send(player, "DELETE", f"{TICKETS}/{ticket['id']}")


def test_two_with_the_same_wish_find_each_other(url: str) -> None:
    ann, bob = newcomer(url, "Ann"), newcomer(url, "Bob")
    answer = ann.post(TICKETS, PAIR)
    ticket = ok(answer, 201)
    assert [*ticket] == ["id", "status", "matchId", "expireTime", "window"]
    assert (ticket["status"], ticket["matchId"]) == ("searching", None)
    assert ticket["window"] is None
    assert answer.headers["location"] == f"{TICKETS}/{ticket['id']}"
    assert datetime.fromisoformat(ticket["expireTime"]).utcoffset() == timedelta()
    assert look(ann, ticket) == ticket
    other = search(bob, seats=2, options={})
    assert other["status"] == "matched"
    assert look(ann, ticket) == {**ticket, "status": "matched", "matchId": other["matchId"]}
    match = ann.see(other["matchId"])
    assert (match["status"], match["version"], match["access"]) == ("active", 2, "public")
    assert {seat["player"]["id"] for seat in match["seats"]} == {ann.id, bob.id}
    assert bob.see(other["matchId"])["yourSeat"] != match["yourSeat"]


def listed(viewer: Client, **query: Any) -> list[Json]:
    """All that search, on however many pages of two."""
    page = ok(viewer.get(TICKETS, pageSize=2, **query))
    found: list[Json] = page["tickets"]
    while token := page["nextPageToken"]:
        page = ok(viewer.get(TICKETS, pageSize=2, pageToken=token, **query))
        found = [*found, *page["tickets"]]
    return found


def of(player: Client, tickets: list[Json]) -> list[Json]:
    return [each for each in tickets if each["player"]["id"] == player.id]


def test_who_searches_is_seen_until_somebody_sits_down(url: str) -> None:
    ann, bob = newcomer(url, "Ann"), newcomer(url, "Bob")
    wish = {"deal": "sealed", "reveal": "3600s", "clock": {"bank": "311s"}, "undo": "never"}
    ticket = search(ann, **wish, seal=token_hex(32))
    (seen,) = of(ann, listed(bob, game="lost-cities"))
    assert seen == {
        "game": "lost-cities",
        "options": ok(bob.get("/v1/games/lost-cities"))["options"]["defaults"],
        "seats": 2,
        "clock": {"perMove": None, "bank": "311s", "increment": "0s", "onTimeout": "forfeit"},
        "goneAfter": "120s",
        "deal": "sealed",
        "reveal": "3600s",
        "undo": "never",
        "rated": False,
        "player": ann.player,
        "createTime": seen["createTime"],
        "you": False,
    }
    assert datetime.fromisoformat(seen["createTime"]) < datetime.fromisoformat(ticket["expireTime"])
    assert [each["you"] for each in of(ann, listed(ann))] == [True]
    assert of(ann, listed(Client(url))) == [seen]
    assert ticket["id"] not in json.dumps(seen)
    same = {name: seen[name] for name in ("options", "seats", "deal", "reveal", "undo")}
    clock = {name: value for name, value in seen["clock"].items() if value is not None}
    assert search(bob, **same, clock=clock, seal=token_hex(32))["status"] == "matched"
    assert of(ann, listed(bob)) == []


def test_the_list_has_the_newest_first_and_leaves_out_who_wants_that(url: str) -> None:
    ann, shy = newcomer(url), newcomer(url)
    wishes = [{"clock": {"bank": f"{bank}s"}} for bank in range(320, 325)]
    tickets = [search(ann, **wish) for wish in wishes]
    hidden = search(shy, clock={"bank": "330s"}, listed=False)
    banks = [each["clock"]["bank"] for each in of(ann, listed(ann))]
    assert banks == ["324s", "323s", "322s", "321s", "320s"]
    assert of(shy, listed(shy)) == []
    assert of(ann, listed(ann, game="livingstone")) == []
    assert search(newcomer(url), clock={"bank": "330s"})["status"] == "matched"
    assert look(shy, hidden)["status"] == "matched"
    cancel(ann, tickets[2])
    assert "322s" not in [each["clock"]["bank"] for each in of(ann, listed(ann))]
    refused(ann.get(TICKETS, pageToken="x"), 400, "malformed")
    refused(ann.get(TICKETS, pageSize="x"), 400, "malformed")


def test_a_ticket_is_taken_back_once_or_more_often(url: str) -> None:
    ann = newcomer(url)
    ticket = search(ann)
    for _ in range(2):
        gone = cancel(ann, ticket)
        assert (gone.status_code, gone.content) == (204, b"")
        assert look(ann, ticket) == {**ticket, "status": "cancelled"}
    assert search(newcomer(url))["status"] == "searching"
    assert search(newcomer(url))["status"] == "matched"


def test_scopes_come_after_what_there_is(url: str) -> None:
    ann = newcomer(url)
    ticket, reader, actor = search(ann), with_token(ann, "read"), with_token(ann, "play")
    path = f"{TICKETS}/{ticket['id']}"
    assert code(send(actor, "GET", path)) == (403, "forbidden")
    assert code(send(reader, "DELETE", path)) == (403, "forbidden")
    assert code(send(reader, "DELETE", f"{TICKETS}/{NOBODY}")) == (404, "not_found")
    assert ok(send(reader, "GET", path)) == ticket
    assert send(actor, "DELETE", path).status_code == 204


def test_a_repeat_is_answered_as_then_whatever_has_happened_since(url: str) -> None:
    ann, bob = newcomer(url), newcomer(url)
    keys = [key(), key()]
    firsts = [ann.post(TICKETS, PAIR, keys[0]), bob.post(TICKETS, PAIR, keys[1])]
    assert [ok(first, 201)["status"] for first in firsts] == ["searching", "matched"]
    for first, player, once in zip(firsts, (ann, bob), keys, strict=True):
        again = player.post(TICKETS, PAIR, once)
        assert (again.status_code, again.content) == (201, first.content)
        assert again.headers["idempotency-replayed"] == "true"
        refused(player.post(TICKETS, THREE, once), 422, "idempotency_mismatch")


def test_a_key_is_for_a_ticket_or_for_a_match(url: str) -> None:
    """Where there is no match, its scope is the player alone."""
    ann, bob, cid = newcomer(url), newcomer(url), newcomer(url)
    wish, once = {"game": "lost-cities"}, key()
    match = ok(ann.post("/v1/matches", wish, once), 201)
    refused(ann.post(TICKETS, wish, once), 422, "idempotency_mismatch")
    ticket = ok(bob.post(TICKETS, THREE, once), 201)
    refused(bob.post("/v1/matches", wish, once), 422, "idempotency_mismatch")
    assert ok(ann.post("/v1/matches", wish, once), 201)["id"] == match["id"]
    assert ok(bob.post(TICKETS, THREE, once), 201)["id"] == ticket["id"]
    assert ok(cid.post("/v1/matches", wish, once), 201)["id"] != match["id"]
    cancel(bob, ticket)


# --- waiting


def until_awaited(channels: sync_redis.Redis, ticket: Json) -> None:
    """Return once a gateway listens to the ticket, because a request waits for it."""
    name = f"ticket:{ticket['id']}"
    until(lambda: dict(channels.pubsub_numsub(name))[name.encode()], SOON_S)


@pytest.mark.parametrize("end", ["matched", "cancelled"])
def test_waiting_ends_when_the_search_does(
    urls: list[str], channels: sync_redis.Redis, end: str
) -> None:
    ann, bob = newcomer(urls[0]), newcomer(urls[1])
    ticket = search(ann)
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(ann.get, f"{TICKETS}/{ticket['id']}", {"Prefer": "wait=30"})
        until_awaited(channels, ticket)
        assert not waiting.done()
        watch = Stopwatch()
        if end == "matched":
            search(bob)
        else:
            cancel(Client(urls[1], ann.token), ticket)
        answer = waiting.result()
    assert not watch.exceeds(SOON_S)
    assert ok(answer)["status"] == end
    assert answer.headers["preference-applied"] == "wait"
    if end == "matched":
        assert ann.see(ok(answer)["matchId"])["status"] == "active"


def test_waiting_in_vain_ends_in_time(url: str) -> None:
    ann = newcomer(url)
    ticket, watch = search(ann), Stopwatch()
    answer = ann.get(f"{TICKETS}/{ticket['id']}", {"Prefer": "wait=1"})
    assert ok(answer) == ticket
    assert watch.wall_s() >= 1.0
    assert not watch.exceeds(SOON_S)
    cancel(ann, ticket)


def test_nobody_waits_for_what_has_ended_or_is_not_there(url: str) -> None:
    ann, ticket = matched_ticket(url)
    watch, wish = Stopwatch(), {"Prefer": "wait=30"}
    assert ok(ann.get(f"{TICKETS}/{ticket['id']}", wish)) == ticket
    refused(ann.get(f"{TICKETS}/{NOBODY}", wish), 404, "not_found")
    assert not watch.exceeds(SOON_S)


def test_who_waits_with_a_token_that_is_revoked_is_told_nothing_more(
    url: str, channels: sync_redis.Redis
) -> None:
    ann = newcomer(url)
    made = ok(ann.post("/v1/players/me/tokens", {"name": "lost phone"}), 201)
    ticket = search(ann)
    with ThreadPoolExecutor() as pool:
        phone = Client(url, made["token"])
        waiting = pool.submit(phone.get, f"{TICKETS}/{ticket['id']}", {"Prefer": "wait=30"})
        until_awaited(channels, ticket)
        send(ann, "DELETE", f"/v1/players/me/tokens/{made['id']}")
        cancel(ann, ticket)
        assert code(waiting.result()) == (401, "unauthenticated")


# --- engines that die


def test_who_only_follows_its_matches_is_told_of_one_whose_engine_has_died(
    url: str, own_redis: RedisServer
) -> None:
    """The tickets are not read; another engine makes the match."""
    ann, bob = newcomer(url, "Ann"), newcomer(url, "Bob")
    with following(ann, "/v1/events", NDJSON) as hers, following(bob, "/v1/events") as his:
        search(ann, clock={"perMove": "12345s"})
        asyncio.run(search_and_die(own_redis.url, bob))
        until(lambda: started(hers) and started(his), 15.0)
        told = started(hers) + started(his)
    assert len(told) == 2
    assert told[0] == told[1]
    match = ann.see(told[0]["matchId"])
    assert (match["status"], match["clock"]["perMove"]) == ("active", "12345s")
    assert {seat["player"]["id"] for seat in match["seats"]} == {ann.id, bob.id}


def started(reader: Reader) -> list[Json]:
    """The matches that it was told of so far."""
    return [event.data for event in [*reader.events.queue] if event.event == "matchStarted"]


async def search_and_die(redis_url: str, player: Client) -> None:
    """What is done with the player's ticket by an engine that dies before it stores the match."""
    wish = MatchSettings(lost_cities.ID, clock=ClockOptions(per_move_ms=12_345_000))
    async with connect(redis_url, SOON_S) as redis:
        with pytest.raises(DeadError):
            await Matchmaking(Dying(MatchStore(redis, TTL))).create(
                Seated(player.id, "Bob", "human"), wish, None
            )


# --- a thousand at once
