"""The feed of all matches of a player."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager

import orjson
import pytest
import redis as sync_redis
from croupier.v1 import engine_service_pb2 as pb
from gateway.engine_client.client import EngineClient
from gateway.errors import Problem, unavailable
from gateway.players.pending_invitations import Invited
from gateway.players.player import Player
from gateway.players.visibility import Eyes
from gateway.streams import player_feed
from gateway.streams.event_queue import EventQueue
from gateway.streams.match_source import MatchSource
from gateway.streams.player_feed import PlayerFeed
from redislink.tasks import cancel_and_wait

from tests.support.at_peace import ALL_EARS, UNBLOCKED, Tournamentless
from tests.support.live import Live
from tests.support.memory_matches import ANN
from tests.support.notifications import deaf
from tests.support.players import play_some
from tests.support.requests import newcomer, table
from tests.support.stream_reader import NDJSON, Event, following
from tests.support.waiting import Stopwatch, until

SEED = 20261121


def notify(channels: sync_redis.Redis, player_id: str, message: str) -> None:
    channels.publish(f"player:{{{player_id}}}:notices", message)


def test_a_player_is_told_of_all_its_matches(live: Live) -> None:
    ann, bob = newcomer(live.url, "Ann"), newcomer(live.url, "Bob")
    mine = str(ann.create(options={"startSeat": 0})["id"])
    bob.join(mine)
    theirs = str(ann.create(options={"startSeat": 1})["id"])
    bob.join(theirs)
    with following(ann, "/v1/events", NDJSON) as reader:
        turn = {"matchId": mine, "version": 2, "decision": 2}
        assert reader.next() == Event("yourTurn", None, turn)
        ann.move(mine, ann.legal_moves(mine)[0]["notation"])
        bob.move(mine, bob.legal_moves(mine)[0]["notation"])
        turn = {"matchId": mine, "version": 4, "decision": 4}
        assert reader.next() == Event("yourTurn", None, turn)
        bob.act(theirs, "resign")
        assert reader.next() == Event("matchFinished", None, {"matchId": theirs, "version": 3})
        bob.act(theirs, "rematch")
        assert reader.next() == Event("rematchOffered", None, {"matchId": theirs, "version": 3})
        bob.act(theirs, "rematch")
        rematch = ann.act(theirs, "rematch")["matchId"]
        started = reader.next("matchStarted")
        assert started.data == {"matchId": rematch, "version": 2}


def test_a_player_is_told_of_no_other_matches(live: Live) -> None:
    ann, eve = newcomer(live.url, "Ann"), newcomer(live.url, "Eve")
    with following(eve, "/v1/events") as reader:
        table(live.url)
        mine = str(eve.create()["id"])
        ann.join(mine)
        assert reader.next().data["matchId"] == mine


def test_what_follows_the_matches_ends_with_its_reader(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    running, run = list[PlayerFeed](), PlayerFeed.run

    async def noted(feed: PlayerFeed) -> None:
        running.append(feed)
        try:
            await run(feed)
        finally:
            running.remove(feed)

    monkeypatch.setattr(PlayerFeed, "run", noted)
    with following(newcomer(live.url), "/v1/events"):
        until(lambda: running)
    until(lambda: not running)


def test_notifications_of_a_match_that_has_ended_are_ignored(
    live: Live, channels: sync_redis.Redis
) -> None:
    """Those of its last changes may come after its end was reported."""
    match_id, seats = table(live.url, options={"startSeat": 1})
    with following(seats[0], "/v1/events") as reader:
        seats[0].act(match_id, "resign")
        assert reader.next().event == "matchFinished"
        for version in (3, 2, 3, 4):
            notify(channels, seats[0].id, f"{match_id} {version}")
        notify(channels, seats[0].id, f"{match_id} 3 rematch")
        assert reader.next().event == "rematchOffered"


def test_a_lost_notification_is_made_up_for_while_another_match_is_busy(
    live: Live, channels: sync_redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_feed, "RESYNC_S", 1.0)
    lost, seats = table(live.url, options={"startSeat": 1})
    busy = str(seats[0].create()["id"])
    with following(seats[0], "/v1/events") as reader:
        notify(channels, seats[0].id, f"{busy} 1 rematch")
        reader.next("rematchOffered")
        with deaf(monkeypatch, lost):
            play_some(lost, seats, 1, random.Random(SEED))

        def told() -> bool:
            notify(channels, seats[0].id, f"{busy} 1")
            return reader.events.qsize() > 0

        until(told)
        assert reader.next("yourTurn").data == {"matchId": lost, "version": 3, "decision": 3}


# --- what a feed costs a player of many matches


class Uninvited(Invited):
    """Without Redis: there are no invitations."""

    def __init__(self) -> None:
        pass

    async def senders(self, player_id: str) -> dict[str, str]:
        return {}


UNINVITED = Uninvited()


def feed_of(engine: "ManyMatches", join_s: float = 60.0) -> PlayerFeed:
    return PlayerFeed(ANN, engine, engine, UNINVITED, UNBLOCKED, ALL_EARS, Tournamentless, join_s)


class ManyMatches(EngineClient, MatchSource):
    """An engine with many active matches of Ann, in each of which she is to move."""

    def __init__(self, many: int) -> None:
        self.current = {f"{number:022}": 2 for number in range(many)}
        self.revealing: list[str] = []
        self.unreadable = ""
        self.away = False
        self.ended = set[str]()
        self.decisions = dict[str, int]()
        """Those that are older than the version of their match."""
        self.go = asyncio.Event()
        self.go.set()
        self.held = asyncio.Semaphore(0)
        """Released when a listing is complete that is answered once `go` is set."""
        self.asked: list[str] = []

    async def list_matches(self, request: pb.ListMatchesRequest) -> pb.ListMatchesResponse:
        self.asked.append("ids" if request.ids_only else "page")
        await asyncio.sleep(0)
        if self.away:
            raise unavailable()
        if request.status == pb.MATCH_STATUS_WAITING:
            self.asked[-1] = "waiting"
            if not self.go.is_set():
                self.held.release()
                await self.go.wait()
            return pb.ListMatchesResponse(
                rosters=[
                    pb.Roster(match_id=each, version=2, player_ids=["", ANN.id], to_reveal=[1])
                    for each in self.revealing
                ]
            )
        start = int(request.page_token or 0)
        end = start + request.page_size
        rosters = [
            pb.Roster(match_id=match_id)
            if request.ids_only
            else pb.Roster(
                match_id=match_id,
                version=version,
                player_ids=[ANN.id],
                to_move=[0],
                decisions=[self.decisions.get(match_id, version)],
            )
            for match_id, version in [*self.current.items()][start:end]
        ]
        more = str(end) if end < len(self.current) else ""
        return pb.ListMatchesResponse(rosters=rosters, next_page_token=more)

    async def versions(self, match_ids: Iterable[str]) -> Sequence[int]:
        self.asked.append("versions")
        return [self.current.get(match_id, 0) for match_id in match_ids]

    async def see(
        self,
        match_id: str,
        viewer: Player | None,
        form: pb.Form.ValueType = pb.FORM_MATCH,
        eyes: Eyes | None = None,
    ) -> pb.Shown:
        self.asked.append("match")
        if match_id == self.unreadable:
            raise Problem("internal", "An error occurred.")
        version = self.current[match_id]
        over = match_id in self.ended
        status = pb.MATCH_STATUS_FINISHED if over else pb.MATCH_STATUS_ACTIVE
        decision = self.decisions.get(match_id, version)
        return pb.Shown(
            version=version, status=status, to_move=[0], your_seat=0, your_decision=decision
        )


@pytest.mark.anyio
@pytest.mark.parametrize("many", [0, 60, 1200, 5000])
async def test_a_feed_of_many_matches_has_bounds(many: int) -> None:
    engine = ManyMatches(many)
    feed = feed_of(engine)
    events = await feed.join(EventQueue())
    assert len(events) == min(many, player_feed.FOLLOWED)
    assert engine.asked == ["page"] * max(1, min(many // player_feed.PAGE, 10)) + ["waiting"]
    engine.asked.clear()
    await feed._resync()
    assert engine.asked[0] == "ids"
    assert engine.asked.count("match") == 0
    assert len(engine.asked) <= 4


@pytest.mark.anyio
async def test_a_resync_reads_what_has_changed() -> None:
    engine, queue = ManyMatches(300), EventQueue()
    feed = feed_of(engine)
    await feed.join(queue)
    engine.asked.clear()
    changed, new = f"{7:022}", "n" * 22
    engine.current[changed] = 3
    engine.current[new] = 2
    await feed._resync()
    assert engine.asked == ["ids", "versions", "match", "match", "waiting"]
    told = [await queue.get(1) for _ in range(3)]
    assert [(each.event, each.data) for each in told if each] == [
        ("yourTurn", b'{"matchId":"%s","version":3,"decision":3}' % changed.encode()),
        ("matchStarted", b'{"matchId":"%s","version":2}' % new.encode()),
        ("yourTurn", b'{"matchId":"%s","version":2,"decision":2}' % new.encode()),
    ]


@pytest.mark.anyio
async def test_a_match_that_cannot_be_read_does_not_hide_the_others() -> None:
    engine, queue = ManyMatches(2), EventQueue()
    engine.unreadable, changed = engine.current
    feed = feed_of(engine)
    await feed.join(queue)
    engine.current = dict.fromkeys(engine.current, 3)
    await feed._resync()
    event = await queue.get(1)
    assert event
    assert event.data == b'{"matchId":"%s","version":3,"decision":3}' % changed.encode()
    assert engine.asked[-1] == "waiting"


@pytest.mark.anyio
async def test_a_resync_asks_for_entropy_once() -> None:
    """Its notification was lost, and the deal waits for a few seconds only."""
    engine, queue = ManyMatches(0), EventQueue()
    feed = feed_of(engine)
    assert await feed.join(queue) == []
    engine.revealing = ["r" * 22]
    for _ in range(2):
        await feed._resync()
    event = await queue.get(1)
    assert event
    assert (event.event, event.data) == (
        "entropyNeeded",
        b'{"matchId":"%s","version":2}' % (b"r" * 22),
    )
    assert await queue.get(0) is None
    (first,) = await feed.join(EventQueue())
    assert first.event == "entropyNeeded"


# --- many readers of one player


@pytest.mark.anyio
async def test_those_who_join_at_once_share_a_listing() -> None:
    """The first has one of its own: later readers may know of something newer."""
    engine = ManyMatches(60)
    feed = feed_of(engine)
    begun = await asyncio.gather(*(feed.join(EventQueue()) for _ in range(20)))
    assert {len(events) for events in begun} == {60}
    assert engine.asked.count("page") == 2


@pytest.mark.anyio
async def test_those_who_join_at_once_share_a_refusal() -> None:
    """Each alone would wait for an engine that is away, one after the other."""
    engine = ManyMatches(60)
    engine.away = True
    feed = feed_of(engine)
    joining = (feed.join(EventQueue()) for _ in range(20))
    refused = await asyncio.gather(*joining, return_exceptions=True)
    assert [getattr(each, "code", None) for each in refused] == ["unavailable"] * 20
    assert engine.asked.count("page") == 2
    engine.away = False
    assert len(await feed.join(EventQueue())) == 60


@pytest.mark.anyio
async def test_a_reader_who_joins_hides_nothing_from_the_others() -> None:
    """Its listing brings what no notification has told yet: each is told of that once."""
    engine, queues = ManyMatches(3), [EventQueue(), EventQueue()]
    engine.revealing = ["r" * 22]
    feed = feed_of(engine)
    assert len(await feed.join(queues[0])) == 4
    changed, same, other = engine.current
    engine.current[changed] = 3
    engine.revealing.append("s" * 22)
    begin = await feed.join(queues[1])
    assert [orjson.loads(event.data)["matchId"] for event in begin] == [
        *(same, other, "r" * 22, "s" * 22)
    ]
    async with following_up(feed):
        for queue, waiting in zip(queues, ("s" * 22, None), strict=True):
            for match_id in filter(None, (waiting, changed)):
                event = await queue.get(5)
                assert event
                assert orjson.loads(event.data)["matchId"] == match_id
            assert await queue.get(0) is None


async def told(queue: EventQueue) -> list[tuple[str, int]]:
    """What waits for a reader: events and versions."""
    found = []
    while event := await queue.get(0.05):
        found.append((event.event, orjson.loads(event.data)["version"]))
    return found


@pytest.mark.anyio
async def test_a_turn_is_told_once_for_each_decision() -> None:
    """Others choose at versions 3 and 4; who joins before these are read is told as well."""
    engine, queues = ManyMatches(1), [EventQueue(), EventQueue()]
    (match_id,) = engine.current
    feed = feed_of(engine)
    await feed.join(queues[0])
    engine.current[match_id], engine.decisions[match_id] = 3, 2
    await feed._refresh(match_id)
    engine.current[match_id] = 4
    (begin,) = await feed.join(queues[1])
    assert orjson.loads(begin.data) == {"matchId": match_id, "version": 4, "decision": 2}
    async with following_up(feed):
        assert [await told(queue) for queue in queues] == [[], []]
        engine.current[match_id], engine.decisions[match_id] = 6, 5
        feed.wake(f"{match_id} 6")
        assert [await told(queue) for queue in queues] == [[("yourTurn", 6)]] * 2


@pytest.mark.anyio
async def test_a_change_during_a_listing_is_told_to_who_joins() -> None:
    engine, queue = ManyMatches(1), EventQueue()
    (match_id,) = engine.current
    feed = feed_of(engine)
    await feed.join(EventQueue())
    async with following_up(feed):
        engine.go.clear()
        joining = asyncio.create_task(feed.join(queue))
        await engine.held.acquire()
        engine.current[match_id] = 3
        feed.wake(f"{match_id} 3")
        await asyncio.sleep(0)
        engine.go.set()
        assert [orjson.loads(each.data)["version"] for each in await joining] == [2]
        assert await told(queue) == [("yourTurn", 3)]


@pytest.mark.anyio
async def test_a_listing_is_not_shared_beyond_a_notification() -> None:
    """It may have brought what the listing lacks, when the second was not yet a reader."""
    engine, queues = ManyMatches(1), [EventQueue(), EventQueue()]
    (match_id,) = engine.current
    feed = feed_of(engine)
    await feed.join(EventQueue())
    async with following_up(feed):
        engine.go.clear()
        blocking = asyncio.create_task(feed.join(EventQueue()))
        await engine.held.acquire()
        joining = [asyncio.create_task(feed.join(queues[0]))]
        await asyncio.sleep(0)
        feed.wake(f"{match_id} 3")
        for _ in range(5):
            await asyncio.sleep(0)
        joining.append(asyncio.create_task(feed.join(queues[1])))
        await asyncio.sleep(0)
        engine.go.set()
        await blocking
        engine.go.clear()
        await engine.held.acquire()
        engine.current[match_id] = 3
        engine.go.set()
        for queue, one in zip(queues, joining, strict=True):
            begun = [("yourTurn", orjson.loads(each.data)["version"]) for each in await one]
            assert [*begun, *await told(queue)][-1] == ("yourTurn", 3)


@pytest.mark.anyio
async def test_nobody_waits_long_for_an_engine_that_hangs() -> None:
    """Neither its reader nor the other ones."""
    engine = ManyMatches(1)
    feed = feed_of(engine, join_s=0.2)
    engine.go.clear()
    watch = Stopwatch()
    joining = (feed.join(EventQueue()) for _ in range(20))
    refused = await asyncio.gather(*joining, return_exceptions=True)
    assert [getattr(each, "code", None) for each in refused] == ["unavailable"] * 20
    assert not watch.exceeds(0.35)
    assert not feed.readers


@pytest.mark.anyio
async def test_a_match_that_goes_on_after_its_end_is_told_of_again() -> None:
    """As after a restore of Redis."""
    engine, queues = ManyMatches(1), [EventQueue(), EventQueue()]
    (match_id,) = engine.current
    feed = feed_of(engine)
    await feed.join(queues[0])
    engine.ended, engine.current[match_id] = {match_id}, 3
    await feed._refresh(match_id)
    engine.ended, engine.current[match_id] = set(), 2
    assert await told(queues[0]) == [("matchFinished", 3)]
    await feed.join(queues[1])
    async with following_up(feed):
        for queue in queues:
            assert await told(queue) == [("matchStarted", 2), ("yourTurn", 2)]
    engine.ended, engine.current[match_id] = {match_id}, 3
    await feed._refresh(match_id)
    engine.ended, engine.current[match_id] = set(), 2
    await feed._resync()
    for queue in queues:
        assert (await told(queue))[1:] == [("matchStarted", 2), ("yourTurn", 2)]


@pytest.mark.anyio
async def test_what_cannot_be_followed_keeps_nobody_from_what_comes_after() -> None:
    engine, queue = ManyMatches(1), EventQueue()
    (match_id,) = engine.current
    feed = feed_of(engine)
    await feed.join(queue)
    async with following_up(feed):
        feed.wake("of no known form, and so long")
        engine.current[match_id] = 3
        feed.wake(f"{match_id} 3")
        assert await told(queue) == [("yourTurn", 3)]


@asynccontextmanager
async def following_up(feed: PlayerFeed) -> AsyncIterator[None]:
    work = asyncio.create_task(feed.run())
    await asyncio.sleep(0)
    try:
        yield
    finally:
        await cancel_and_wait(work)
