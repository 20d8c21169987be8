"""Following a match, and all matches of a player: server-sent events and NDJSON."""

import random
import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
import redis as sync_redis

from tests.support.live import Live
from tests.support.players import HTTP, Client, Json, ok, refused, register, start_match
from tests.support.stream_reader import NDJSON, SSE, Reader, Told, following

SEED = 20261121


def path(match_id: str) -> str:
    return f"/v1/matches/{match_id}/events"


def versions(told: list[Told]) -> list[int | None]:
    return [said.version for said in told if said.event == "change"]


def play_some(match_id: str, seats: list[Client], moves: int, dice: random.Random) -> Json:
    """Random moves; the match after them."""
    match = seats[0].see(match_id)
    for _ in range(moves):
        if match["status"] != "active":
            break
        mover = seats[match["toMove"][0]]
        match = mover.move(match_id, dice.choice(mover.legal_moves(match_id))["notation"])["match"]
    return match


@pytest.mark.parametrize("form", [SSE, NDJSON])
def test_a_stream_begins_with_a_snapshot_and_goes_on_with_every_change(
    live: Live, form: str
) -> None:
    match_id, seats = start_match(live.url)
    for watcher in (*seats, Client(live.url)):
        with following(watcher, path(match_id), form) as reader:
            seen = watcher.see(match_id)
            assert reader.next() == Told("snapshot", seen["version"], seen)
            mover = seats[seen["toMove"][0]]
            mover.move(match_id, mover.legal_moves(match_id)[0]["notation"])
            change, after = reader.next(), watcher.see(match_id)
            assert (change.event, change.version) == ("change", seen["version"] + 1)
            assert change.data == {
                "version": after["version"],
                "events": after["lastEvents"],
                "match": after,
            }


def test_a_match_is_followed_from_its_making_to_its_end(live: Live) -> None:
    """Each version once, in order, each as its reader could see it then; then the end."""
    ann, bob = register(live.url, "Ann"), register(live.url, "Bob")
    match_id = str(ann.create(options={"rounds": 1})["id"])
    with (
        following(ann, path(match_id)) as hers,
        following(Client(live.url), path(match_id), NDJSON) as everybodys,
    ):
        bob.join(match_id)
        play_some(match_id, [ann, bob], 30, random.Random(SEED))
        ann.act(match_id, "resign")
        last = ann.see(match_id)["version"]
        for reader, viewer in ((hers, ann), (everybodys, Client(live.url))):
            told = reader.rest()
            assert [said.event for said in (told[0], told[-1])] == ["snapshot", "finished"]
            assert versions(told) == [*range(2, last + 1)]
            assert told[-1] == Told("finished", None, {"version": last})
            middle = told[len(told) // 2]
            assert middle.data["match"] == viewer.see(match_id, atVersion=middle.version)
            assert told[-2].data["match"] == viewer.see(match_id)


@pytest.mark.parametrize("resume", ["after", "Last-Event-ID"])
def test_a_stream_is_taken_up_again_where_it_was_left(live: Live, resume: str) -> None:
    match_id, seats = start_match(live.url)
    last = play_some(match_id, seats, 12, random.Random(SEED))["version"]
    for known in (0, 1, 7, last - 1, last):
        query: Json = {"after": known} if resume == "after" else {}
        headers: Json = {} if resume == "after" else {"Last-Event-ID": str(known)}
        with following(seats[0], path(match_id), headers=headers, **query) as reader:
            play_some(match_id, seats, 1, random.Random(SEED))
            last += 1
            told = [reader.next("change") for _ in range(known + 1, last + 1)]
            assert versions(told) == [*range(known + 1, last + 1)]
            for said in (told[0], told[-1]):
                assert said.data["match"] == seats[0].see(match_id, atVersion=said.version)


def test_last_event_id_is_newer_than_the_address(live: Live) -> None:
    match_id, seats = start_match(live.url)
    play_some(match_id, seats, 4, random.Random(SEED))
    with following(seats[0], path(match_id), headers={"Last-Event-ID": "5"}, after=1) as reader:
        assert reader.next().version == 6


def test_a_match_that_has_ended_is_told_and_closed(live: Live) -> None:
    match_id, seats = start_match(live.url)
    seats[0].act(match_id, "resign")
    endings: list[tuple[Json, list[str]]] = [
        ({}, ["snapshot", "finished"]),
        ({"after": 2}, ["change", "finished"]),
        ({"after": 3}, ["finished"]),
    ]
    for query, told in endings:
        with following(seats[1], path(match_id), **query) as reader:
            assert [said.event for said in reader.rest()] == told


def test_what_keeps_a_stream_from_beginning_is_refused_like_anything_else(live: Live) -> None:
    match_id, seats = start_match(live.url)
    where, sse = path(match_id), {"Accept": SSE}
    refused(seats[0].get(where, sse, after=3), 400, "malformed")
    refused(seats[0].get(where, sse, after="x"), 400, "malformed")
    refused(seats[0].get(where, {**sse, "Last-Event-ID": "nine"}), 400, "malformed")
    refused(seats[0].get(where, {"Accept": "application/json"}), 406, "not_acceptable")
    refused(Client(live.url, "crp_x").get(where, sse), 401, "unauthenticated")
    refused(seats[0].get(path("A" * 22), sse), 404, "not_found")
    secret = seats[0].create(access="private")["id"]
    refused(seats[1].get(path(secret), sse), 404, "not_found")


def test_who_leaves_a_private_match_is_sent_away(live: Live) -> None:
    ann, bob = register(live.url, "Ann"), register(live.url, "Bob")
    match = ann.create(access="private", start="manual")
    bob.join(match["id"], inviteCode=match["inviteCode"])
    with following(bob, path(match["id"])) as reader:
        assert reader.next("snapshot").data["yourSeat"] == 1
        bob.act(match["id"], "leave")
        assert reader.next() == Told("goodbye", None, {"reason": "not_found", "retryAfter": 1})


def test_who_sits_down_sees_its_hand_in_the_stream_it_had(live: Live) -> None:
    ann, bob = register(live.url, "Ann"), register(live.url, "Bob")
    match_id = str(ann.create()["id"])
    with following(bob, path(match_id)) as reader:
        assert reader.next("snapshot").data["yourSeat"] is None
        bob.join(match_id)
        match = reader.next("change").data["match"]
        assert match["yourSeat"] == 1
        assert len(match["state"]["hand"]) == 8


@pytest.fixture
def noisy(redis_url: str) -> Iterator[sync_redis.Redis]:
    client = sync_redis.Redis.from_url(redis_url)
    yield client
    client.close()


def test_notices_that_are_wrong_or_too_many_change_nothing(
    live: Live, noisy: sync_redis.Redis
) -> None:
    match_id, seats = start_match(live.url)
    with following(seats[0], path(match_id)) as reader:
        assert reader.next("snapshot").version == 2
        for version in (1, 2, 99, 3, 100):
            noisy.publish(f"match:{{{match_id}}}", version)
        play_some(match_id, seats, 3, random.Random(SEED))
        assert versions([reader.next() for _ in range(3)]) == [3, 4, 5]


def test_many_readers_of_many_matches_each_hear_their_own(live: Live) -> None:
    dice = random.Random(SEED)
    tables = [start_match(live.url) for _ in range(4)]
    with ExitStack() as stack:
        readers: list[tuple[int, Reader]] = [
            (
                number,
                stack.enter_context(following(viewer, path(table[0]), dice.choice([SSE, NDJSON]))),
            )
            for number, table in enumerate(tables)
            for viewer in (*table[1], Client(live.url), Client(live.url))
        ]
        threads = [
            threading.Thread(target=play_some, args=(*table, 8, random.Random(number)))
            for number, table in enumerate(tables)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for number, reader in readers:
            told = [reader.next() for _ in range(9)]
            assert versions(told) == [*range(3, 11)], f"seed {SEED}"
            assert {said.data.get("match", said.data)["id"] for said in told} == {tables[number][0]}


# All matches of a player


def test_a_player_hears_of_all_its_matches(live: Live) -> None:
    ann, bob = register(live.url, "Ann"), register(live.url, "Bob")
    mine = str(ann.create(options={"startSeat": 0})["id"])
    bob.join(mine)
    theirs = str(ann.create(options={"startSeat": 1})["id"])
    bob.join(theirs)
    with following(ann, "/v1/events", NDJSON) as reader:
        assert reader.next() == Told("yourTurn", None, {"matchId": mine, "version": 2})
        ann.move(mine, ann.legal_moves(mine)[0]["notation"])
        bob.move(mine, bob.legal_moves(mine)[0]["notation"])
        assert reader.next() == Told("yourTurn", None, {"matchId": mine, "version": 4})
        bob.act(theirs, "resign")
        assert reader.next() == Told("matchFinished", None, {"matchId": theirs, "version": 3})
        bob.act(theirs, "rematch")
        assert reader.next() == Told("rematchOffered", None, {"matchId": theirs, "version": 3})
        bob.act(theirs, "rematch")
        rematch = ann.act(theirs, "rematch")["matchId"]
        started = reader.next("matchStarted")
        assert started.data == {"matchId": rematch, "version": 2}


def test_only_ones_own_matches_are_told(live: Live) -> None:
    ann, eve = register(live.url, "Ann"), register(live.url, "Eve")
    with following(eve, "/v1/events") as reader:
        start_match(live.url)
        mine = str(eve.create()["id"])
        ann.join(mine)
        assert reader.next().data["matchId"] == mine


def test_events_of_a_player_need_a_token(live: Live) -> None:
    refused(Client(live.url).get("/v1/events", {"Accept": SSE}), 401, "unauthenticated")


# Ends


@pytest.mark.parametrize("where", ["match", "player"])
def test_a_revoked_token_ends_its_streams_and_no_others(live: Live, where: str) -> None:
    match_id, seats = start_match(live.url)
    second = ok(seats[0].post("/v1/players/me/tokens", {"name": "phone"}), 201)
    phone = Client(live.url, second["token"], seats[0].player)
    target = path(match_id) if where == "match" else "/v1/events"
    with following(phone, target) as gone, following(seats[0], path(match_id)) as kept:
        kept.next("snapshot")
        own = {"Authorization": f"Bearer {seats[0].token}"}
        HTTP.delete(f"{live.url}/v1/players/me/tokens/{second['id']}", headers=own)
        last = gone.rest()[-1]
        assert last == Told("goodbye", None, {"reason": "unauthenticated", "retryAfter": 1})
        play_some(match_id, seats, 1, random.Random(SEED))
        assert kept.next().event == "change"


def test_a_gateway_that_stops_says_goodbye(redis_url: str) -> None:
    with ExitStack() as stack:
        with Live(redis_url) as stopping:
            match_id, seats = start_match(stopping.url)
            one = stack.enter_context(following(seats[0], path(match_id)))
            other = stack.enter_context(following(seats[0], "/v1/events", NDJSON))
            one.next("snapshot")
        for reader in (one, other):
            last = Told("goodbye", None, {"reason": "drain", "retryAfter": 1})
            assert reader.rest()[-1] == last
