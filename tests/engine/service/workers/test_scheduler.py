"""Tickers: time runs out whether anybody asks or not, and whichever engine is alive."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from croupier_game.installed import load
from croupier_match import clock
from croupier_match.clock import DAY_MS
from croupier_match.commands import Ask
from croupier_match.match import ClockOptions, Kind, OnTimeout, Status
from croupier_match.refusals import GameFailed
from croupier_match.settings import MatchSettings
from engine.domain.due import deadline
from engine.domain.errors import StoreUnavailable
from engine.domain.registry import GAMES, game_of
from engine.observability.metrics import Metrics
from engine.service.change_loop import FAILURES
from engine.service.matches import Matches
from engine.service.matchmaking import Matchmaking
from engine.service.workers.scheduler import (
    ELSEWHERE_MOST_MS,
    ELSEWHERE_MS,
    LOOK_S,
    PENDING_MS,
    SOON_MS,
    TICK_S,
    Scheduler,
)
from engine.store.indexes.due_matches import BATCH, KEY, LEASE_MS
from engine.store.matches import MatchStore
from engine.store.tickets import MAKING_MS, UNMADE
from redis.asyncio import Redis
from redislink.client import connect

from tests.croupier_match.games import windows
from tests.engine.conftest import PATIENT_S, TTL
from tests.support import heap
from tests.support.bad_game import failing
from tests.support.heap import Move
from tests.support.matches import Table, full_table, person, waiting_table
from tests.support.spoilt import spoilt
from tests.support.waiting import happens
from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio

DAY = timedelta(days=1)
PER_MOVE = ClockOptions(per_move_ms=DAY_MS)
WAIT_S = 20.0


@dataclass
class Time:
    """A time that passes when it is told to."""

    now: datetime = field(default_factory=lambda: datetime(2026, 5, 4, 12, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.now

    def passes(self, time: timedelta) -> None:
        self.now += time


@pytest.fixture(autouse=True)
def game_of_heap() -> Iterator[None]:
    with heap.installed():
        yield


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RedisServer]:
    """A Redis for this test alone, which need not survive a loss of power."""
    server = RedisServer(tmp_path / "redis", "--appendonly", "yes", "--appendfsync", "no")
    server.start()
    yield server
    server.close()


@pytest.fixture
def timed(own_redis: Redis, time: Time) -> Matches:
    return Matches(MatchStore(own_redis, TTL), now=time)


async def heap_table(
    matches: Matches, clock: ClockOptions, seats: int = 2, size: int = 90
) -> Table:
    table = await waiting_table(
        matches, game=heap.ID, seats=seats, options=heap.Options(size), clock=clock
    )
    for seat in range(1, seats):
        table = await table.join(person(f"P{seat}"))
    return table


async def look_ms(redis: Redis, table: Table) -> float | None:
    """When the match is to be looked at."""
    return await redis.zscore(KEY, table.match_id)


async def timeouts(table: Table) -> list[datetime]:
    """When time ran out in the match, as its log has it."""
    match = await table.match()
    log = await table.matches.store.log(match, match.version)
    assert [entry.version for entry in log] == [*range(1, match.version + 1)]
    return [datetime.fromisoformat(entry.time) for entry in log if entry.kind == Kind.TIMEOUT]


async def test_who_is_late_is_told_though_nobody_asks(
    timed: Matches, time: Time, own_redis: Redis
) -> None:
    table, ticker = await heap_table(timed, PER_MOVE), Scheduler(timed)
    time.passes(DAY - clock.MILLISECOND)
    await ticker.tick()
    assert (await table.match()).version == 2
    time.passes(clock.MILLISECOND)
    await ticker.tick()
    assert (await table.match()).status == Status.FINISHED
    assert await timeouts(table) == [time.now]
    assert await look_ms(own_redis, table) is None


async def test_the_next_tick_is_when_something_is_due(timed: Matches, time: Time) -> None:
    """Whichever engine has claimed it: the first may have died."""
    ticker, other = Scheduler(timed), Scheduler(timed)
    assert await ticker.tick() == LOOK_S
    await heap_table(timed, PER_MOVE)
    assert await ticker.tick() == LOOK_S
    time.passes(DAY - timedelta(milliseconds=400))
    assert await ticker.tick() == 0.4
    time.passes(timedelta(milliseconds=400))
    await timed.store.claim_due(clock.epoch_ms(time.now))
    assert await other.tick() == LEASE_MS / 1000
    time.passes(LEASE_MS * clock.MILLISECOND)
    assert await other.tick() == TICK_S
    assert await other.tick() == LOOK_S


async def test_a_match_that_moved_on_is_looked_at_later(
    timed: Matches, time: Time, own_redis: Redis
) -> None:
    table, ticker = await heap_table(timed, PER_MOVE), Scheduler(timed)
    time.passes(DAY / 2)
    await table.move(0, Move(1))
    time.passes(DAY / 2)
    await ticker.tick()
    assert (await table.match()).version == 3
    assert await look_ms(own_redis, table) == clock.epoch_ms(time.now + DAY / 2)


async def test_whose_bank_is_small_is_looked_after_while_another_thinks(
    timed: Matches, time: Time, own_redis: Redis
) -> None:
    """Seat 1 has one second left when seat 0, with a day, begins to think."""
    table, ticker = await heap_table(timed, ClockOptions(bank_ms=DAY_MS)), Scheduler(timed)
    await table.move(0, Move(1))
    time.passes(DAY - timedelta(seconds=1))
    await table.move(1, Move(1))
    time.passes(timedelta(seconds=1))
    await ticker.tick()
    assert await look_ms(own_redis, table) == clock.epoch_ms(time.now) + 1000
    await table.move(0, Move(1))
    time.passes(timedelta(seconds=1))
    await ticker.tick()
    assert (await table.match()).status == Status.FINISHED


async def test_an_empty_bank_is_not_looked_at_all_the_time(
    timed: Matches, time: Time, own_redis: Redis
) -> None:
    sudden = ClockOptions(bank_ms=DAY_MS, on_timeout=OnTimeout.RANDOM)
    table, ticker = await heap_table(timed, sudden), Scheduler(timed)
    time.passes(DAY)
    await ticker.tick()
    assert (await table.match()).version == 4
    assert await look_ms(own_redis, table) == clock.epoch_ms(time.now) + SOON_MS
    await table.move(1, Move(1))
    time.passes(SOON_MS * clock.MILLISECOND)
    await ticker.tick()
    assert (await table.match()).version == 7


async def test_a_phase_ends_in_time_though_the_clock_has_days(
    timed: Matches, time: Time, own_redis: Redis
) -> None:
    GAMES.add(game_of(load(windows)))
    wish = {"game": windows.ID, "seats": 3, "options": windows.Options()}
    table = await waiting_table(timed, clock=PER_MOVE, **wish)
    for name in ("Bob", "Cleo"):
        table = await table.join(person(name))
    ticker = Scheduler(timed)
    time.passes(timedelta(minutes=1))
    await ticker.tick()
    await table.move(0, windows.Move(1))
    assert await look_ms(own_redis, table) == clock.epoch_ms(time.now) + windows.WINDOW_MS
    time.passes(windows.WINDOW_MS * clock.MILLISECOND)
    await ticker.tick()
    match: Any = await table.match()
    GAMES.remove(windows.ID)
    assert (match.version, match.status, match.phase_left_ms) == (7, Status.ACTIVE, None)
    assert match.state.turn == 1


async def test_what_is_not_there_yet_is_looked_for_again(
    timed: Matches, time: Time, own_redis: Redis
) -> None:
    """Its engine may be about to store it, or to store its start."""
    waiting = await waiting_table(timed, clock=PER_MOVE)
    soon = {"of an engine that died": 1.0, waiting.match_id: 1.0}
    await own_redis.zadd(KEY, soon)
    await Scheduler(timed).tick()
    later = clock.epoch_ms(time.now) + PENDING_MS
    assert {match_id: await own_redis.zscore(KEY, match_id) for match_id in soon} == dict.fromkeys(
        soon, later
    )


async def test_what_needs_no_look_any_more_is_forgotten(timed: Matches, own_redis: Redis) -> None:
    ended = await heap_table(timed, PER_MOVE)
    await ended.resign(0)
    without = await full_table(timed)
    await own_redis.zadd(KEY, {ended.match_id: 1, without.match_id: 1})
    await Scheduler(timed).tick()
    assert await own_redis.exists(KEY) == 0


async def test_more_than_a_batch_is_dealt_with_in_one_tick(timed: Matches, time: Time) -> None:
    tables = [await heap_table(timed, PER_MOVE) for _ in range(2 * BATCH + 10)]
    time.passes(DAY)
    await Scheduler(timed).tick()
    assert {len(await timeouts(table)) for table in tables} == {1}


async def test_one_broken_match_stops_no_other(
    timed: Matches, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(Matches):
        async def apply_deadlines(self, match: object) -> object:  # type: ignore[override]
            if match == first:
                raise ZeroDivisionError
            return await timed.apply_deadlines(match)  # type: ignore[arg-type]

    tables = [await heap_table(timed, PER_MOVE) for _ in range(3)]
    first = await tables[0].match()
    time.passes(DAY)
    await Scheduler(Broken(timed.store, now=time)).tick()
    assert [len(await timeouts(table)) for table in tables] == [0, 1, 1]
    time.passes(PENDING_MS * clock.MILLISECOND)
    await Scheduler(timed).tick()
    assert len(await timeouts(tables[0])) == 1


@pytest.mark.parametrize("how", ["has other rules", "is of another game"])
async def test_the_deadline_of_what_others_play_is_left_to_them(
    timed: Matches, time: Time, own_redis: Redis, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = await full_table(timed, clock=PER_MOVE)
    async with spoilt(own_redis, table.match_id, how):
        time.passes(DAY)
        await Scheduler(timed).tick()
        at = await own_redis.zscore(KEY, table.match_id)
        assert at == clock.epoch_ms(time()) + ELSEWHERE_MS
        assert await timed.store.versions([table.match_id]) == [2]
        assert not caplog.messages


@pytest.mark.parametrize(
    ("late_ms", "wait_ms"),
    [
        (5_000, ELSEWHERE_MS),
        (100_000, 10_000),
        (DAY_MS, ELSEWHERE_MOST_MS),
    ],
)
async def test_what_no_engine_plays_is_checked_less_and_less(
    timed: Matches, time: Time, own_redis: Redis, late_ms: int, wait_ms: int
) -> None:
    table = await full_table(timed, clock=PER_MOVE)
    async with spoilt(own_redis, table.match_id, "has other rules"):
        time.passes(DAY + late_ms * clock.MILLISECOND)
        await Scheduler(timed).tick()
        assert await look_ms(own_redis, table) == clock.epoch_ms(time()) + wait_ms


class Hasty(Time):
    """A time in which all that was put off is due at each look."""

    def __call__(self) -> datetime:
        self.passes(2 * PENDING_MS * clock.MILLISECOND)
        return self.now


async def test_more_than_can_be_checked_does_not_stop_matchmaking(own_redis: Redis) -> None:
    await own_redis.zadd(KEY, {f"{number:022}": 1.0 for number in range(BATCH)})
    await own_redis.zadd(UNMADE, {"of a ticket that expired": 1.0})
    async with asyncio.timeout(WAIT_S):
        await Scheduler(Matches(MatchStore(own_redis, TTL), now=Hasty())).tick()
    assert not await own_redis.exists(UNMADE)


async def test_a_match_of_tickets_that_the_rules_cannot_deal_is_given_up(
    timed: Matches, time: Time, own_redis: Redis
) -> None:
    tickets, ada, wish = Matchmaking(timed), person(), MatchSettings(heap.ID)
    ticket = (await tickets.create(ada, wish, None)).ticket
    scheduler = Scheduler(timed)
    with failing(heap.ID, "new_game", "raises"):
        with pytest.raises(GameFailed):
            await tickets.create(person("Bob"), wish, None)
        for left in (*[1] * (FAILURES - 1), 0):
            time.passes(MAKING_MS * clock.MILLISECOND)
            await scheduler.tick()
            assert await own_redis.zcard(UNMADE) == left
    # By rules that have been mended, who reads the ticket has the match.
    match_id = (await tickets.get(ticket.id, ada.id)).match_id
    assert (await timed.store.load(match_id)).status == Status.ACTIVE


async def test_what_a_dead_engine_had_claimed_another_one_takes_up(
    timed: Matches, time: Time
) -> None:
    table = await heap_table(timed, PER_MOVE)
    time.passes(DAY)
    assert (await timed.store.claim_due(clock.epoch_ms(time.now))).ids == [table.match_id]
    await Scheduler(timed).tick()
    assert await timeouts(table) == []
    time.passes(LEASE_MS * clock.MILLISECOND)
    await Scheduler(timed).tick()
    assert await timeouts(table) == [time.now]


async def one_history(table: Table) -> None:
    """The log folds to what is stored; a late seat moves next, if there is a next version."""
    match = await table.match()
    pasts = await table.matches.queries.past.versions(match, 1, match.version)
    assert pasts[-1].match == match
    for past, following in pairwise(pasts):
        if past.entry.kind == Kind.TIMEOUT:
            assert (following.entry.kind, following.entry.seat) == (Kind.MOVE, past.entry.seat)


async def test_tickers_of_many_engines_apply_each_deadline_once(
    own_server: RedisServer, timed: Matches, time: Time
) -> None:
    """Those that died with what they had claimed among them; the real ones are killed in
    tests/e2e/test_clocks.py."""
    tables = await begin(timed, 200, DAY_MS)
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(connect(own_server.url, PATIENT_S)) for _ in range(4)
        ]
        stores = [MatchStore(client, TTL) for client in clients]
        tickers = [Scheduler(Matches(store, now=time)) for store in stores]
        time.passes(DAY)
        for round_ in range(3):
            claimed = await stores[round_].claim_due(clock.epoch_ms(time.now))
            assert bool(claimed.ids) == (round_ < 2)
        time.passes(LEASE_MS * clock.MILLISECOND)
        await asyncio.gather(*(ticker.tick() for ticker in tickers * 2))
    assert {len(await timeouts(table)) for table in tables} == {1}
    for table in tables:
        await one_history(table)


async def begin(matches: Matches, count: int, per_move_ms: int) -> list[Table]:
    """Matches of two and of three; half of them go on at random."""
    clocks = [ClockOptions(per_move_ms, on_timeout=each) for each in OnTimeout]
    return [
        await heap_table(matches, clocks[number % 2], 2 + number // 2 % 2)
        for number in range(count)
    ]


# Tickers that run, by the time of day.


@asynccontextmanager
async def ticking(url: str, engines: int) -> AsyncIterator[None]:
    """The tickers of engines that share their Redis only."""
    async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
        clients = [await stack.enter_async_context(connect(url, PATIENT_S)) for _ in range(engines)]
        tickers = [Scheduler(Matches(MatchStore(client, TTL))) for client in clients]
        for ticker in tickers:
            group.create_task(ticker.run())
        try:
            yield
        finally:
            for ticker in tickers:
                ticker.stop()


async def test_deadlines_that_pass_while_no_engine_runs_are_applied_when_one_does(
    own_server: RedisServer, own_redis: Redis
) -> None:
    matches = Matches(MatchStore(own_redis, TTL))
    tables = await begin(matches, 8, 1000)
    due = max([deadline(await table.match()) or 0 for table in tables])

    async def passed() -> bool:
        return clock.epoch_ms(datetime.now(UTC)) > due

    await happens(passed, WAIT_S)
    assert not any([await timeouts(table) for table in tables])
    async with ticking(own_server.url, engines=2):
        await happens(lambda: _all_late(tables), WAIT_S)


async def _all_late(tables: Sequence[Table]) -> bool:
    return all([await timeouts(table) for table in tables])


async def test_a_ticker_outlives_an_outage(
    own_server: RedisServer, own_redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    matches = Matches(MatchStore(own_redis, TTL))
    async with ticking(own_server.url, engines=1):
        (table,) = await begin(matches, 1, 1000)
        own_server.stop()
        with pytest.raises(StoreUnavailable):
            await Scheduler(matches).tick()
        await happens(partial(_told, caplog), WAIT_S)
        own_server.start()
        await happens(lambda: _all_late([table]), WAIT_S)
    assert _deadlines(caplog) == ["the store is unavailable; deadlines wait"]


def _deadlines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged of them: other engines of this process log what they know."""
    return [each for each in caplog.messages if "deadlines" in each]


async def _told(caplog: pytest.LogCaptureFixture) -> bool:
    return bool(_deadlines(caplog))


async def test_what_an_undo_leaves_to_a_seat_is_looked_at_in_time(
    timed: Matches, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, most in (("LOOK_S", 1000.0), ("MAKING_MS", 10**6)):
        monkeypatch.setattr(f"engine.service.workers.scheduler.{name}", most)
    table = await heap_table(timed, PER_MOVE)
    metrics = Metrics()
    ticker, begun = Scheduler(timed, metrics), metrics.ticked._value.get()
    task = asyncio.create_task(ticker.run())

    async def asleep() -> bool:
        return bool(metrics.ticked._value.get() != begun)

    await happens(asleep, WAIT_S)
    time.passes(DAY - timedelta(seconds=10))
    await table.move(0, Move(1))
    for seat in (0, 1):  # who asks, and who agrees
        await table.change(seat, partial(Ask, to=2))
    time.passes(timedelta(seconds=10))
    await happens(lambda: timeouts(table), WAIT_S)
    ticker.stop()
    await task


async def test_a_ticker_that_is_told_to_stop_ends(timed: Matches) -> None:
    ticker = Scheduler(timed)
    task = asyncio.create_task(ticker.run())
    ticker.stop()
    async with asyncio.timeout(WAIT_S):
        await task
