"""The way of a tournament into PostgreSQL, out of Redis, and back."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from croupier_game.replace import replace
from croupier_match.match import GONE, Player
from croupier_match.refusals import NotFound
from croupier_tournament.commands import Abort
from croupier_tournament.refusals import Refusal
from croupier_tournament.verify import verify
from engine.domain.errors import StoreUnavailable
from engine.observability.metrics import Metrics
from engine.service.departures import Departures
from engine.service.matches import Matches
from engine.service.tournaments.wishes import Give, Join, Leave
from engine.service.withdrawals import Withdrawals
from engine.service.workers.tournament_archiver import TournamentArchiver
from engine.store.archive import archived_tournaments, tournament_queue, tournament_recall
from engine.store.archive.archived_matches import HURRIED_MS, RESTORED_MS
from engine.store.archive.archived_tournaments import ArchivedTournaments, StoredTournament
from engine.store.archive.postgres import Archive
from engine.store.archive.tournament_queue import BATCH, LEASE_MS, TournamentQueue
from engine.store.archive.tournament_recall import LISTED_MS, TournamentRecall
from engine.store.matches import MatchStore
from engine.store.observer import StoreObserver
from redis.asyncio import Redis
from redislink import tournaments
from redislink.tournament_logs import TournamentLogs

from tests.croupier_tournament.playing import player
from tests.engine.conftest import TTL
from tests.support.archives import Worker
from tests.support.matches import fresh_id
from tests.support.tournaments import Stored, lines, settings
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

MAKER = "maker" + 17 * "0"
DAY, WEEK = timedelta(days=1), timedelta(days=7)


class Evening:
    """A tournament that is over, in Redis, and an engine that archives at the time of a test."""

    def __init__(self, redis: Redis, archive: Archive | None, is_over: bool = True) -> None:
        self.redis: Any = redis
        maker = {"id": MAKER, "displayName": "Maia", "kind": "human"}
        self.stored = Stored.of(redis, settings(rounds=2), made={"maker": maker})
        self.playing = self.stored.playing.started(4)
        if is_over:
            self.playing.play()
        self.id = self.playing.id
        self.ended = datetime.fromtimestamp(self.playing.it.at / 1000, UTC)
        self.now = self.ended + DAY
        self.queue = TournamentQueue(redis, archive, WEEK)
        self.archived = TournamentRecall(redis, archive, StoreObserver())
        self.metrics = Metrics()
        self.archiver = TournamentArchiver(self.queue, archive, self.metrics, lambda: self.now)

    async def store(self) -> "Evening":
        await self.stored.save()
        await self.redis.execute_command(*tournaments.over(self.id, self.playing.it.at))
        return self

    async def work(self) -> None:
        """Archive what is due, without a look for what is missing."""
        await self.redis.zadd(tournaments.SWEEP, {"all": 10**15})
        await self.archiver.tick()

    def over(self, result: str) -> float:
        """How many came to this, by the metrics."""
        return float(self.metrics.tournaments_over[result,]._value.get())

    @property
    def behind_s(self) -> float:
        return float(self.metrics.unarchived_s._value.get())

    async def lose_log(self) -> None:
        """As when it expires."""
        for each in (tournaments.log(self.id), tournaments.players(self.id)):
            await self.redis.delete(each)

    async def is_due(self) -> bool:
        return await self.redis.zscore(tournaments.OVER, self.id) is not None

    async def life(self, key: str) -> int:
        return int(await self.redis.pttl(key))

    async def lines(self) -> list[bytes]:
        return await lines(self.redis, self.id)


@pytest.fixture
async def evening(redis: Redis, worker: Worker) -> Evening:
    return await Evening(redis, worker.archive).store()


async def test_a_tournament_is_archived_a_day_after_its_end_and_leaves_redis_in_time(
    evening: Evening,
) -> None:
    evening.now = evening.ended + DAY - timedelta(milliseconds=1)
    await evening.work()
    assert await evening.archived.find(evening.id) is None
    assert await evening.life(tournaments.log(evening.id)) == -1
    evening.now += timedelta(milliseconds=1)
    await evening.work()
    stored = await evening.archived.find(evening.id)
    assert stored
    assert [*stored.log] == evening.playing.lines
    assert stored.ended == evening.ended
    assert not await evening.is_due()
    in_six_days = (WEEK - DAY) // timedelta(milliseconds=1)
    for each in (tournaments.log(evening.id), tournaments.players(evening.id)):
        assert in_six_days - 60_000 < await evening.life(each) <= in_six_days
    assert not await evening.redis.exists(tournaments.secret(evening.id))
    assert await evening.life(tournaments.tournament(evening.id)) > LISTED_MS - 60_000


async def test_nobody_keeps_seals_of_what_is_over(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the players are called."""
    monkeypatch.setattr(tournament_queue, "SEALED", 3)
    own, removed = tournaments.players(evening.id), json.dumps({"removed": True})
    said = {key: json.loads(each) for key, each in (await evening.redis.hgetall(own)).items()}
    named = dict(zip(said, ('"seals": [1, "2"]', "]", "[", "Zoë"), strict=True))
    for each, name in named.items():
        await evening.redis.hset(own, each, json.dumps(said[each] | {"displayName": name}))
    await evening.redis.hset(own, "removed", removed)
    await evening.work()
    wanted = {
        key.decode(): each | {"displayName": named[key], "seals": []} for key, each in said.items()
    } | {"removed": json.loads(removed)}
    stored = await evening.archived.find(evening.id)
    assert stored
    assert {each: json.loads(says) for each, says in stored.players.items()} == wanted
    kept = await evening.redis.hgetall(own)
    assert {each.decode(): json.loads(says) for each, says in kept.items()} == wanted


async def test_one_that_goes_on_keeps_its_seals(redis: Redis, worker: Worker) -> None:
    """It may have gone back to that when Redis was restored."""
    evening = await Evening(redis, worker.archive, is_over=False).store()
    before = await evening.redis.hgetall(tournaments.players(evening.id))
    await evening.work()
    assert await evening.redis.hgetall(tournaments.players(evening.id)) == before


async def test_it_comes_back_as_it_was_for_whoever_asks(evening: Evening) -> None:
    await evening.work()
    said = await evening.redis.hgetall(tournaments.players(evening.id))
    await evening.lose_log()
    assert await TournamentLogs(evening.redis).read(evening.id) is None
    await evening.archived.bring_back(evening.id)
    assert await evening.lines() == evening.playing.lines
    assert await evening.redis.hgetall(tournaments.players(evening.id)) == said
    for each in (tournaments.log(evening.id), tournaments.players(evening.id)):
        assert 0 < await evening.life(each) <= RESTORED_MS
    assert await evening.life(tournaments.tournament(evening.id)) > LISTED_MS - 60_000
    known = await TournamentLogs(evening.redis).read(evening.id)
    assert known
    assert known.tournament == evening.playing.it
    assert verify(await evening.lines()).finding is None


async def test_a_tournament_that_no_list_has_any_more_comes_back_too(evening: Evening) -> None:
    await evening.work()
    for each in tournaments.all_of(evening.id):
        await evening.redis.delete(each)
    await evening.archived.bring_back(evening.id)
    known = await TournamentLogs(evening.redis).read(evening.id)
    assert known
    assert known.made["name"] == "Friday night"
    assert 0 < await evening.life(tournaments.tournament(evening.id)) <= LISTED_MS


async def test_two_who_recall_it_at_once_leave_one_log(
    evening: Evening, worker: Worker, redis: Redis
) -> None:
    await evening.work()
    stored = await evening.archived.find(evening.id)
    await evening.lose_log()
    assert stored
    other = TournamentRecall(redis, worker.archive, StoreObserver())
    assert await evening.archived.restore(stored)
    assert not await other.restore(stored)
    assert await evening.lines() == evening.playing.lines
    assert not [each async for each in redis.scan_iter("*:recalled:*")]


async def test_beyond_some_bytes_a_minute_it_is_brought_back_for_seconds_only(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.work()
    await evening.lose_log()
    monkeypatch.setattr(evening.archived.stays, "most", 0)
    await evening.archived.bring_back(evening.id)
    assert 0 < await evening.life(tournaments.log(evening.id)) <= HURRIED_MS


async def test_in_pages_of_any_size_it_is_the_same(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in (archived_tournaments, tournament_queue, tournament_recall):
        monkeypatch.setattr(each, "PAGE", 2)  # of four players, and of an odd number of lines
    assert len(evening.playing.lines) % 2
    await evening.work()
    said = await evening.redis.hgetall(tournaments.players(evening.id))
    await evening.lose_log()
    await evening.archived.bring_back(evening.id)
    assert await evening.lines() == evening.playing.lines
    assert await evening.redis.hgetall(tournaments.players(evening.id)) == said
    assert not [each async for each in evening.redis.scan_iter("*:recalled:*")]


async def test_pages_of_two_histories_are_never_mixed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The later one is stored between the reading of the log and of the players."""
    await evening.work()
    first = await evening.archived.find(evening.id)
    assert first
    fields = {**first.fields, b"version": b"3"}
    later = replace(first, ended=first.ended + DAY, fields=fields, log=first.log[:3])
    read = ArchivedTournaments._players

    async def late(self: ArchivedTournaments, tournament_id: str) -> dict[str, bytes]:
        monkeypatch.undo()
        await self.put(later)
        return await read(self, tournament_id)

    monkeypatch.setattr(ArchivedTournaments, "_players", late)
    assert await evening.archived.find(evening.id) == later


async def test_who_gives_up_leaves_it_to_be_found_by_the_next(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To bring back ten thousand players takes longer than a gateway waits."""
    await evening.work()
    await evening.lose_log()
    begun, goes_on, asked = asyncio.Event(), asyncio.Event(), list[str]()
    find = TournamentRecall.find

    async def slow(self: TournamentRecall, tournament_id: str) -> StoredTournament | None:
        asked.append(tournament_id)
        begun.set()
        await goes_on.wait()
        return await find(self, tournament_id)

    monkeypatch.setattr(TournamentRecall, "find", slow)
    impatient = asyncio.create_task(evening.archived.bring_back(evening.id))
    await begun.wait()
    impatient.cancel()
    with pytest.raises(asyncio.CancelledError):
        await impatient
    next_one = asyncio.create_task(evening.archived.bring_back(evening.id))
    goes_on.set()
    await next_one
    assert await evening.lines() == evening.playing.lines
    assert asked == [evening.id]


async def test_what_nobody_has_is_not_found(evening: Evening) -> None:
    with pytest.raises(NotFound):
        await evening.archived.bring_back(fresh_id())


async def test_a_name_that_is_removed_meanwhile_is_not_archived(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy was read with the name, and stored after the removal."""
    gone, put = player(1), ArchivedTournaments.put

    async def late(self: ArchivedTournaments, stored: StoredTournament) -> None:
        await Departures(Matches(MatchStore(evening.redis, TTL))).forget(gone, "")
        await evening.archived.remove_name(gone)
        await put(self, stored)

    monkeypatch.setattr(ArchivedTournaments, "put", late)
    await evening.work()
    assert await evening.is_due()
    assert await evening.life(tournaments.log(evening.id)) == -1
    monkeypatch.undo()
    evening.now += timedelta(milliseconds=LEASE_MS)
    await evening.work()
    assert not await evening.is_due()
    stored = await evening.archived.find(evening.id)
    assert stored
    assert json.loads(stored.players[gone])["displayName"] == GONE


async def test_who_was_in_an_archived_tournament_can_be_deleted_and_nobody_joins_it(
    evening: Evening,
) -> None:
    """Its log is still there, and its seed is not."""
    await evening.work()
    matches = Matches(MatchStore(evening.redis, TTL))
    await Withdrawals(matches).from_all(player(1))
    await Departures(matches).forget(player(1), "")
    stored = json.loads(await evening.redis.hget(tournaments.players(evening.id), player(1)))
    assert stored["displayName"] == GONE
    for wish in (
        Leave(player(2)),
        Give(Abort("rain")),
        Join(Player(fresh_id(), "Eve", "human"), "", []),
    ):
        with pytest.raises(Refusal):
            await matches.tournaments.change(evening.id, wish)
    assert await evening.lines() == evening.playing.lines


async def test_a_name_that_goes_while_a_tournament_is_brought_back_does_not_come_back(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.work()
    for each in tournaments.all_of(evening.id):
        await evening.redis.delete(each)
    gone, restore = player(1), TournamentRecall.restore

    async def late(self: TournamentRecall, stored: StoredTournament) -> bool:
        await evening.archived.remove_name(gone)
        return await restore(self, stored)

    monkeypatch.setattr(TournamentRecall, "restore", late)
    await evening.archived.bring_back(evening.id)
    names = await evening.redis.hgetall(tournaments.players(evening.id))
    assert {each.decode() for each in names} == {player(0), player(2), player(3)}
    assert await evening.lines() == evening.playing.lines


async def test_the_name_of_a_deleted_player_leaves_the_archive_and_its_id_stays(
    evening: Evening,
) -> None:
    await evening.work()
    for each in (player(2), MAKER):
        await evening.archived.remove_name(each)
    stored = await evening.archived.find(evening.id)
    assert stored
    assert {*stored.players} == {player(0), player(1), player(3)}
    assert [*stored.log] == evening.playing.lines
    made = json.loads(stored.fields[tournaments.MADE.encode()])
    assert made["maker"] == {"id": MAKER, "displayName": GONE, "kind": "human"}
    text = repr(stored)
    assert "Player 3" in text
    assert "Player 2" not in text
    assert "Maia" not in text


async def test_while_the_archive_is_away_it_stays_in_redis(redis: Redis) -> None:
    away = Archive("postgresql://localhost:1/none")
    evening = await Evening(redis, away).store()
    evening.now += timedelta(minutes=90)
    with pytest.raises(StoreUnavailable):
        await evening.work()
    assert evening.behind_s == 90 * 60
    assert await evening.lines() == evening.playing.lines
    assert await evening.life(tournaments.log(evening.id)) == -1
    assert await evening.is_due()


async def test_one_that_is_too_much_for_the_archive_holds_up_no_other(
    evening: Evening, redis: Redis, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [await Evening(redis, worker.archive).store() for _ in range(BATCH - 1)]
    large = min([evening, *others], key=lambda each: each.id)
    put = ArchivedTournaments.put

    async def too_late(self: ArchivedTournaments, stored: StoredTournament) -> None:
        if stored.id == large.id:
            raise StoreUnavailable("The archive does not answer: TimeoutError.", "archive")
        await put(self, stored)

    monkeypatch.setattr(ArchivedTournaments, "put", too_late)
    with pytest.raises(StoreUnavailable):
        await evening.work()
    assert [each for each in (evening, *others) if await each.is_due()] == [large]
    assert (evening.over("archived"), evening.over("failed")) == (BATCH - 1, 1)
    monkeypatch.undo()
    evening.now += timedelta(milliseconds=LEASE_MS)
    await evening.work()
    assert not await large.is_due()


async def test_without_an_archive_it_is_dropped_when_ended_matches_are(redis: Redis) -> None:
    evening = await Evening(redis, None).store()
    await evening.work()
    assert await evening.lines() == evening.playing.lines
    evening.now = evening.ended + WEEK
    await evening.work()
    for each in tournaments.all_of(evening.id):
        assert not await redis.exists(each)
    assert evening.over("dropped") == 1
    for who in (MAKER, player(0), player(3)):
        assert await redis.zscore(tournaments.of_player(who), evening.id) is None
    assert await redis.zscore(tournaments.in_status("finished"), evening.id) is None
    assert not await evening.is_due()
    with pytest.raises(NotFound):
        await evening.archived.bring_back(evening.id)


async def test_one_that_goes_on_is_not_archived(redis: Redis, worker: Worker) -> None:
    """Its end was lost in a restore of Redis."""
    evening = await Evening(redis, worker.archive, is_over=False).store()
    await evening.work()
    assert await evening.archived.find(evening.id) is None
    assert not await evening.is_due()
    assert await evening.life(tournaments.log(evening.id)) == -1


async def test_a_log_that_lacks_entries_stays_and_others_are_archived(
    evening: Evening, redis: Redis, worker: Worker
) -> None:
    other = await Evening(redis, worker.archive).store()
    await redis.xdel(tournaments.log(evening.id), "3-0")
    await evening.work()
    assert await evening.archived.find(evening.id) is None
    assert await evening.is_due()
    assert await other.archived.find(other.id)
    assert (evening.over("archived"), evening.over("failed")) == (1, 1)


async def test_a_later_history_replaces_an_earlier_one_and_not_the_other_way_round(
    evening: Evening,
) -> None:
    await evening.work()
    archived = await evening.archived.find(evening.id)
    assert archived
    assert evening.queue._archived
    for hours, kept in ((-1, archived.log), (1, archived.log[:3])):
        ended = archived.ended + timedelta(hours=hours)
        other = (archived.fields, archived.log[:3], archived.players)
        await evening.queue._archived.put(StoredTournament(evening.id, ended, *other))
        found = await evening.archived.find(evening.id)
        assert found
        assert found.log == kept


async def test_a_sweep_finds_those_that_are_over_and_not_due(
    evening: Evening, redis: Redis, worker: Worker
) -> None:
    running = await Evening(redis, worker.archive, is_over=False).store()
    await redis.delete(tournaments.OVER)
    await redis.zadd(tournaments.SWEEP, {"all": 0})
    await evening.archiver.tick()
    assert await evening.archived.find(evening.id)
    assert await evening.archived.find(running.id) is None
    await redis.delete(tournaments.OVER)
    now_ms = evening.playing.it.at
    await evening.queue.sweep(now_ms)
    assert not await evening.is_due()
    await evening.queue.sweep(now_ms, again=True)
    assert await evening.is_due()
    assert await evening.life(tournaments.log(evening.id)) > LISTED_MS - 60_000


async def test_lists_forget_what_is_older_than_two_years(evening: Evening, redis: Redis) -> None:
    old, young = fresh_id(), fresh_id()
    now_ms = evening.playing.it.at
    key = tournaments.of_player(player(1))
    await redis.zadd(key, {old: now_ms - 2 * LISTED_MS, young: now_ms - LISTED_MS})
    await evening.work()
    assert {*await redis.zrange(key, 0, -1)} >= {young.encode(), evening.id.encode()}
    assert await redis.zscore(key, old) is None


@pytest.fixture
async def redis(empty_server: RedisServer) -> AsyncIterator[Redis]:
    """One with no other tournaments: players are the same in all of them."""
    async with Redis.from_url(empty_server.url) as client:
        yield client
