"""The registry of match feeds: views that are shared, streams that begin anywhere, and no leaks."""

import asyncio
import json
import os
import random
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack
from typing import Any

import pytest
import redis as sync_redis
from croupier.v1 import engine_service_pb2 as pb
from gateway.errors import Problem
from gateway.players.player import Player
from gateway.streams import match_feeds, player_feed
from gateway.streams.event_queue import BUFFER_BYTES, EventQueue, StreamEvent
from gateway.streams.match_feed import MatchFeed
from gateway.streams.match_feeds import MatchFeeds
from redislink.channels import match_channel
from redislink.pubsub import Subscriber

from tests.support.at_peace import ALL_EARS
from tests.support.live import Live
from tests.support.memory_matches import (
    ANN,
    BOB,
    CHANNEL,
    EVE,
    MATCH_ID,
    MemoryMatch,
)
from tests.support.notifications import deaf, notice, publish, unconnected_subscriber
from tests.support.players import Client, Json, play_some, refused
from tests.support.requests import newcomer, table
from tests.support.socket_client import talking
from tests.support.stream_reader import (
    NDJSON,
    SSE,
    Event,
    events_path,
    following,
    versions,
)
from tests.support.waiting import until

SEED = 20261121
THIN: Json = {"view": "none"}
LOST = 0.1
"""The share of notifications that never arrive."""
LONG_S = 20.0


# --- by itself


class Untold:
    """Tells nobody who is here."""

    def join(self, *_: object) -> None: ...

    leave = join

    async def first(self, *_: object) -> AsyncIterator[StreamEvent]:
        events: list[StreamEvent] = []
        for event in events:
            yield event


class Hall:
    """The feeds of one match, and those that follow it."""

    def __init__(self) -> None:
        self.source = MemoryMatch()
        self.subscriber = unconnected_subscriber()
        tables: Any = Untold()
        self.feeds = MatchFeeds(self.source, self.subscriber, tables, ALL_EARS)
        self._stack = AsyncExitStack()

    async def follow(
        self, viewer: Player | None, after: int | None = None
    ) -> tuple[EventQueue, list[StreamEvent]]:
        """Return the reader's queue, and what its stream begins with."""
        queue = EventQueue()
        begin = await self._stack.enter_async_context(
            self.feeds.follow(MATCH_ID, viewer, after, queue)
        )
        return queue, [event async for event in begin]

    async def leave(self) -> None:
        await self._stack.aclose()


@pytest.mark.anyio
async def test_spectators_share_one_feed_and_each_player_has_one() -> None:
    hall = Hall()
    viewers = [ANN, ANN, BOB, EVE, None, None]
    queues = [(await hall.follow(viewer))[0] for viewer in viewers]
    hall.source.reads.clear()
    publish(hall.subscriber, CHANNEL, notice(hall.source.change()))
    events = [await queue.get(LONG_S) for queue in queues]
    assert [event.version for event in events if event] == [3] * len(viewers)
    assert hall.source.reads == [2, 2, 2]
    await hall.leave()


@pytest.mark.anyio
async def test_while_players_may_still_sit_down_strangers_have_feeds_of_their_own() -> None:
    hall = Hall()
    hall.source.settled = False
    queues = [(await hall.follow(viewer))[0] for viewer in (EVE, None)]
    hall.source.reads.clear()
    publish(hall.subscriber, CHANNEL, notice(hall.source.change()))
    for queue in queues:
        assert await queue.get(LONG_S)
    assert hall.source.reads == [2, 2]
    await hall.leave()


@pytest.mark.anyio
async def test_a_stream_may_begin_with_a_version_that_a_shared_refresh_does_not_know_yet() -> None:
    """The refresh under way was answered before that version was made."""
    hall = Hall()
    await hall.follow(ANN)
    hall.source.change()
    hall.source.answering.clear()
    first = asyncio.create_task(hall.follow(ANN))
    await hall.source.asked.acquire()
    known = hall.source.change()
    second = asyncio.create_task(hall.follow(ANN, after=known))
    await asyncio.sleep(0)
    hall.source.answering.set()
    await first
    assert (await second)[1] == []
    await hall.leave()


@pytest.mark.anyio
async def test_a_stream_cannot_begin_after_a_version_that_is_to_come() -> None:
    hall = Hall()
    with pytest.raises(Problem, match=r"must be at most 2\.") as refusal:
        await hall.follow(ANN, after=3)
    assert refusal.value.code == "malformed"
    assert not hall.feeds._feeds


@pytest.mark.anyio
async def test_a_feed_that_has_ended_is_not_used_again() -> None:
    """Though readers of the old one are slow to leave."""
    hall = Hall()
    gone, _ = await hall.follow(ANN)
    hall.source.match.version = 1
    publish(hall.subscriber, CHANNEL, notice(3))
    last = await gone.get(LONG_S)
    assert last
    assert json.loads(last.data)["reason"] == "version_mismatch"
    _, begin = await hall.follow(ANN)
    assert [event.version for event in begin] == [1]
    await hall.leave()
    assert not hall.feeds._feeds


@pytest.mark.anyio
async def test_a_sweep_makes_up_for_lost_notifications(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_feeds, "SWEEP_S", 0.001)
    hall = Hall()
    queue, _ = await hall.follow(ANN)
    hall.feeds.start()
    hall.source.change(pb.MATCH_STATUS_FINISHED)
    events = [await queue.get(LONG_S) for _ in range(2)]
    assert [event.event for event in events if event] == ["change", "finished"]
    await hall.feeds.stop()
    await hall.leave()


@pytest.mark.anyio
async def test_without_readers_no_feed_is_left() -> None:
    hall = Hall()
    for viewer in (ANN, ANN, None):
        await hall.follow(viewer)
    await hall.leave()
    assert not hall.feeds._feeds
    assert not hall.subscriber._listeners


# --- the whole service


@pytest.mark.parametrize("resume", ["after", "Last-Event-ID"])
def test_a_stream_is_resumed_where_it_was_left(live: Live, resume: str) -> None:
    match_id, seats = table(live.url)
    last = play_some(match_id, seats, 12, random.Random(SEED))["version"]
    for known in (0, 1, 7, last - 1, last):
        query: Json = {"after": known} if resume == "after" else {}
        headers: Json = {} if resume == "after" else {"Last-Event-ID": str(known)}
        with following(seats[0], events_path(match_id), headers=headers, **query) as reader:
            play_some(match_id, seats, 1, random.Random(SEED))
            last += 1
            events = [reader.next("change") for _ in range(known + 1, last + 1)]
            assert versions(events) == [*range(known + 1, last + 1)]
            for event in (events[0], events[-1]):
                assert event.data["match"] == seats[0].see(match_id, atVersion=event.version)


def test_without_the_match_a_stream_tells_the_rest_of_each_version(live: Live) -> None:
    """What stands in the match of a whole stream, also of versions that are taken up again."""
    match_id, seats = table(live.url, clock={"bank": "600s"})
    path = events_path(match_id)
    with ExitStack() as stack:
        pairs = [
            [stack.enter_context(following(viewer, path, **query)) for query in ({}, THIN)]
            for viewer in (*seats, Client(live.url))
        ]
        begin = [[reader.next("snapshot") for reader in pair] for pair in pairs]
        play_some(match_id, seats, 10, random.Random(SEED))
        seats[0].act(match_id, "resign")
        for (first, thin_first), (whole, thin) in zip(begin, pairs, strict=True):
            last, thin_last = whole.rest(), thin.rest()
            assert thin_first.data == outline(first.data, first.data["lastEvents"])
            assert [(each.event, each.version) for each in thin_last] == [
                (each.event, each.version) for each in last
            ]
            for change, shown in zip(last[:-1], thin_last[:-1], strict=True):
                assert shown.data == outline(change.data["match"], change.data["events"])
    with following(seats[1], path, NDJSON, after=2, **THIN) as again:
        assert again.rest() == pairs[1][1].rest()


def outline(match: Json, events: Any) -> Json:
    """What is told of a version without its match."""
    same = ("version", "game", "toMove", "yourDecision", "status", "clock", "undo")
    told = {name: match[name] for name in same}
    return {**told, "events": events, "logHead": match["fairness"]["logHead"]}


def test_legal_moves_come_along_with_every_version(live: Live) -> None:
    """Those of the reader alone, in the match or in its place; also of versions of the past."""
    match_id, seats = table(live.url)
    path = events_path(match_id)
    moves: Json = {"include": "legalMoves"}
    viewers = [*seats, Client(live.url)]
    with ExitStack() as stack:
        readers = [stack.enter_context(following(each, path, **moves)) for each in viewers]
        thin = stack.enter_context(following(seats[0], path, **THIN, **moves))
        for number in range(6):
            if number:
                play_some(match_id, seats, 1, random.Random(number))
            told = [reader.next("snapshot", "change").data for reader in readers]
            matches = [each.get("match", each) for each in told]
            assert matches == [each.see(match_id, **moves) for each in viewers]
            assert [bool(each["legalMoves"]["moves"]) for each in matches].count(True) == 1
            assert thin.next("snapshot", "change").data["legalMoves"] == matches[0]["legalMoves"]
    for viewer in viewers:
        with following(viewer, path, NDJSON, after=2, **moves) as again:
            for version in range(3, 8):
                change = again.next("change").data
                then = viewer.see(match_id, atVersion=version, **moves)
                assert (change["version"], change["match"]) == (version, then)


@pytest.mark.parametrize("query", [{"view": "thin"}, {"include": "moves"}])
def test_a_stream_of_what_there_is_not_is_refused(live: Live, query: Json) -> None:
    match_id, seats = table(live.url)
    refused(seats[0].get(events_path(match_id), **query), 400, "malformed")


def test_last_event_id_goes_before_the_query(live: Live) -> None:
    match_id, seats = table(live.url)
    play_some(match_id, seats, 4, random.Random(SEED))
    headers = {"Last-Event-ID": "5"}
    with following(seats[0], events_path(match_id), headers=headers, after=1) as reader:
        assert reader.next().version == 6


def test_the_stream_of_a_match_that_has_ended_is_closed(live: Live) -> None:
    match_id, seats = table(live.url)
    seats[0].act(match_id, "resign")
    endings: list[tuple[Json, list[str]]] = [
        ({}, ["snapshot", "finished"]),
        ({"after": 2}, ["change", "finished"]),
        ({"after": 3}, ["finished"]),
    ]
    for query, names in endings:
        with following(seats[1], events_path(match_id), **query) as reader:
            assert [event.event for event in reader.rest()] == names


def test_a_player_that_leaves_a_private_match_is_disconnected(live: Live) -> None:
    ann, bob = newcomer(live.url, "Ann"), newcomer(live.url, "Bob")
    match = ann.create(access="private", start="manual")
    bob.join(match["id"], inviteCode=match["inviteCode"])
    with following(bob, events_path(match["id"])) as reader:
        assert reader.next("snapshot").data["yourSeat"] == 1
        bob.act(match["id"], "leave")
        assert reader.next() == Event("goodbye", None, {"reason": "not_found", "retryAfter": 1})


def test_a_player_that_sits_down_sees_its_hand_in_the_open_stream(live: Live) -> None:
    ann, bob = newcomer(live.url, "Ann"), newcomer(live.url, "Bob")
    match_id = str(ann.create()["id"])
    with following(bob, events_path(match_id)) as reader:
        assert reader.next("snapshot").data["yourSeat"] is None
        bob.join(match_id)
        match = reader.next("change").data["match"]
        assert match["yourSeat"] == 1
        assert len(match["state"]["hand"]) == 8


# --- the whole service, with notifications that are lost, wrong or late


def test_lost_notifications_lose_no_version(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One in ten is dropped, and still every version comes once, in order."""
    dice, on_push = random.Random(SEED), Subscriber._on_push
    dropped: list[Any] = []

    def drop_some(self: Subscriber, kind: bytes, *message: Any) -> None:
        if kind == b"message" and dice.random() < LOST:
            dropped.append(message)
        else:
            on_push(self, kind, *message)

    monkeypatch.setattr(Subscriber, "_on_push", drop_some)
    monkeypatch.setattr(match_feeds, "SWEEP_S", 0.2)
    monkeypatch.setattr(player_feed, "RESYNC_S", 0.2)
    with Live(redis_url) as live, ExitStack() as stack:
        match_id, seats = table(live.url)
        readers = [
            stack.enter_context(following(viewer, events_path(match_id)))
            for viewer in (*seats, Client(live.url))
        ]
        turns = stack.enter_context(following(seats[0], "/v1/events"))
        play_some(match_id, seats, 60, random.Random(SEED))
        seats[0].act(match_id, "resign")
        for reader in readers:
            assert versions(reader.rest()) == [*range(3, 64)], f"seed {SEED}"
        until(lambda: [*turns.events.queue][-1].event == "matchFinished")
    assert dropped, "or nothing was proven"


def test_many_changes_at_once_disconnect_no_reader_that_reads(
    live: Live, channels: sync_redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than the buffer holds, in every kind of stream."""
    match_id, seats = table(live.url)
    with (
        following(seats[0], events_path(match_id)) as sse,
        following(seats[1], events_path(match_id), NDJSON) as ndjson,
        talking(Client(live.url)) as talk,
    ):
        sse.next("snapshot")
        ndjson.next("snapshot")
        talk.ask("subscribe", matchId=match_id)
        with deaf(monkeypatch, match_id):
            last = play_some(match_id, seats, 49, random.Random(SEED))["version"]
        channels.publish(match_channel(match_id), notice(last))
        expected = [*range(3, last + 1)]
        events = [sse.next("change") for _ in expected]
        assert sum(len(json.dumps(event.data)) for event in events) > BUFFER_BYTES
        assert versions(events) == expected
        assert versions([ndjson.next("change") for _ in expected]) == expected
        assert [talk.push(match_id)["data"]["version"] for _ in expected] == expected


def test_a_match_restored_from_a_backup_ends_its_streams_which_then_begin_anew(
    redis_url: str, channels: sync_redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though a reader is slow to leave."""
    leave, go_on = MatchFeeds._leave, threading.Event()

    async def leave_late(self: MatchFeeds, feed: MatchFeed) -> None:
        await asyncio.to_thread(go_on.wait, 10)
        await leave(self, feed)

    monkeypatch.setattr(match_feeds, "SWEEP_S", 0.1)
    monkeypatch.setattr(MatchFeeds, "_leave", leave_late)
    with Live(redis_url) as own:
        match_id, seats = table(own.url)
        backup = {key: channels.dump(key) or b"" for key in channels.scan_iter(f"*{match_id}*")}
        with following(seats[0], events_path(match_id)) as reader:
            reader.next("snapshot")
            known = play_some(match_id, seats, 3, random.Random(SEED))["version"]
            assert [reader.next("change").version for _ in range(3)] == [3, 4, known]
            for key, dump in backup.items():
                channels.restore(key, 0, dump, replace=True)
            (goodbye,) = reader.rest()
            assert goodbye.data == {"reason": "version_mismatch", "retryAfter": 1}
        with following(seats[0], events_path(match_id)) as reader:
            assert reader.next("snapshot").version == 2
            go_on.set()
        refused(seats[0].get(events_path(match_id), {"Accept": SSE}, after=known), 400, "malformed")


def test_streams_that_are_cut_leave_neither_subscription_nor_file_descriptor(
    live: Live, channels: sync_redis.Redis
) -> None:
    match_id, seats = table(live.url)

    def subscribers() -> int:
        return int(dict(channels.pubsub_numsub(f"match:{{{match_id}}}")).popitem()[1])

    with following(seats[0], events_path(match_id)) as reader:
        reader.next("snapshot")
    until(lambda: subscribers() == 0)
    before = open_files()
    for number in range(100):
        with following(seats[number % 2], events_path(match_id)):
            pass
    until(lambda: subscribers() == 0)
    until(lambda: open_files() <= before + 3)


def open_files() -> int:
    """Return the number of file descriptors of this process, in which the service runs too."""
    return len(os.listdir("/dev/fd"))
