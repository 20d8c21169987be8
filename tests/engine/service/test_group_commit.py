"""Moves of many callers at once: of each comes what would have come of it alone."""

import os
import random
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import product
from typing import Any

import pytest
from croupier_game.chance import Chance
from croupier_game.errors import RulesError
from croupier_game.seeded import seeded_chance
from croupier_lost_cities import rules as lost_cities
from croupier_match.admission import Expected
from croupier_match.commands import Move
from croupier_match.entries import Moved
from croupier_match.games import Game
from croupier_match.match import AnyMatch, Status
from croupier_match.refusals import GameFailed, NotFound, NotYourTurn, VersionMismatch
from croupier_match.settings import MatchSettings
from engine.domain.errors import IdempotencyMismatch, StoreUnavailable
from engine.domain.registry import GAMES
from engine.rpc import status
from engine.service.change_loop import FAILURES
from engine.service.changes import Change
from engine.service.group_commit import GroupCommit, PendingMove, Result
from engine.service.matches import Matches
from engine.store.idempotency import IdempotencyKey
from engine.store.matches import MatchStore
from redis.asyncio import Redis
from redislink.client import connect

from tests.e2e.test_outage import Outage, paused, stopped
from tests.engine.conftest import PATIENT_S, TIMEOUT_S, TTL
from tests.engine.service.test_change_loop import one_history
from tests.support.bad_game import failing
from tests.support.matches import SEED, Table, fresh_id, full_table, join, key, person, reading
from tests.support.waiting import Stopwatch
from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio

DICE = int(os.environ.get("FUZZ_SEED") or 20261206)
CACHED = 100
NOW = datetime(2126, 12, 6, tzinfo=UTC)
GREETING = ("HELLO", "CLIENT")
"""What is said first over a new connection, such as that of who looks on."""
LONG = lost_cities.Options(rounds=9, start_seat=0)


def same_for_all(seed: str, entropy: Sequence[str], step: int, match_id: str) -> Chance:
    """Chance that does not depend on the match, so that two of them are played alike."""
    return seeded_chance(seed, entropy, step, "")


@dataclass
class Engines:
    """Makes engines that share their Redis only."""

    stack: AsyncExitStack

    async def start(self, url: str, cached: int = CACHED, timeout_s: float = PATIENT_S) -> Matches:
        """One that remembers up to `cached` matches."""
        client = await self.stack.enter_async_context(connect(url, timeout_s))
        store = MatchStore(client, TTL, cached)
        return Matches(store, lambda: NOW, same_for_all, lambda: SEED)


@pytest.fixture
async def engines() -> AsyncIterator[Engines]:
    async with AsyncExitStack() as stack:
        yield Engines(stack)


@pytest.fixture
async def cached(engines: Engines, redis_url: str) -> Matches:
    return await engines.start(redis_url)


@pytest.fixture
async def other(engines: Engines, redis_url: str) -> Matches:
    """Another engine, which remembers as well."""
    return await engines.start(redis_url)


def ordered(
    table: Table,
    seat: int,
    move: Any,
    expected: int | None = None,
    key: IdempotencyKey | None = None,
) -> PendingMove:
    command = Move(seat, reading(move))
    return PendingMove(table.match_id, table.caller(seat), command, Expected(expected), key)


async def next_order(table: Table, key: IdempotencyKey | None = None) -> PendingMove:
    return ordered(table, *await table.turn(), key=key)


async def make(matches: Matches, *orders: PendingMove) -> list[Result]:
    return await GroupCommit(matches).move(orders)


async def made(matches: Matches, order: PendingMove) -> Change:
    (result,) = await make(matches, order)
    assert isinstance(result, Change), result
    return result


# --- many at once


async def test_moves_in_many_matches_are_each_answered_with_its_own(cached: Matches) -> None:
    tables = [await full_table(cached) for _ in range(40)]
    for version in (3, 4):
        results = await make(cached, *[await next_order(table) for table in tables])
        for table, result in zip(tables, results, strict=True):
            assert isinstance(result, Change)
            assert (result.match.id, result.match.version) == (table.match_id, version)
            assert await table.match() == result.match
            assert not result.replayed


async def test_what_redis_refuses_for_one_match_is_that_match_s_trouble(
    cached: Matches, redis: Redis
) -> None:
    tables = [await full_table(cached) for _ in range(3)]
    log = f"match:{{{tables[1].match_id}}}:log"
    await redis.set(log, "no list")
    results = await make(cached, *[await next_order(table) for table in tables])
    await redis.delete(f"match:{{{tables[1].match_id}}}", log)
    assert isinstance(results[1], StoreUnavailable)
    assert [result.match.version for result in results[::2] if isinstance(result, Change)] == [3, 3]


async def test_an_abort_that_is_not_stored_fails_no_move_of_another_match(
    cached: Matches, redis: Redis
) -> None:
    bad = await full_table(cached)
    good = await full_table(cached, game="just4fun", options=None)
    failing_move, move = await next_order(bad), await next_order(good)
    log = f"match:{{{bad.match_id}}}:log"
    with failing(lost_cities.ID, "apply", "raises"):
        failures = [(await make(cached, failing_move))[0] for _ in range(FAILURES - 1)]
        await redis.set(log, "no list")
        failed, change = await make(cached, failing_move, move)
    await redis.delete(f"match:{{{bad.match_id}}}", log)
    assert {type(each) for each in failures} == {GameFailed}
    assert isinstance(failed, StoreUnavailable)
    assert isinstance(change, Change)


async def test_there_may_be_none(cached: Matches) -> None:
    assert await make(cached) == []


async def test_moves_of_one_match_are_made_in_the_order_they_stand_in(cached: Matches) -> None:
    """Among those of another, and refusals."""
    one, copy, beside = [await full_table(cached, options=LONG) for _ in range(3)]
    orders = []
    for _ in range(12):
        seat, move = await copy.turn()
        await copy.move(seat, move)
        orders += [ordered(one, seat, move), ordered(one, seat, move)]
    orders.insert(9, await next_order(beside))
    results = await make(cached, *orders)
    assert isinstance(results.pop(9), Change)
    assert [each.match.version for each in results[::2] if isinstance(each, Change)] == [
        *range(3, 15)
    ]
    assert [type(each) for each in results[1::2]] == [NotYourTurn] * 12
    assert (await one.match()).state == (await copy.match()).state
    await one_history(one)


async def test_an_end_is_an_end_for_those_that_come_after_it(cached: Matches) -> None:
    """The last move has to be told to lists and deadlines, so it goes a longer way."""
    table, copy = [await full_table(cached) for _ in range(2)]
    orders = []
    while (await copy.match()).status == Status.ACTIVE:
        seat, move = await copy.turn()
        await copy.move(seat, move)
        orders.append(ordered(table, seat, move))
    results = await make(cached, *orders, orders[-1])
    assert isinstance(results[-2], Change)
    assert results[-2].match.status == Status.FINISHED
    assert not isinstance(results[-1], Change)
    assert (await table.match()).outcome == (await copy.match()).outcome
    await one_history(table)


async def test_what_nobody_expected_is_for_its_own_order_alone(cached: Matches) -> None:
    tables = [await full_table(cached) for _ in range(3)]
    orders = [await next_order(table) for table in tables]

    def breaks(_: Game) -> Any:
        raise RuntimeError("R7 is in the hand of Bob")

    orders[1] = replace(orders[1], command=Move(orders[1].command.seat, breaks))
    results = await make(cached, *orders)
    broken = results[1]
    assert isinstance(broken, RuntimeError)
    refusal = status.refusal(broken, "Moves", "id")
    assert (refusal.reason, refusal.message) == ("INTERNAL", "internal")
    assert [(await table.match()).version for table in tables] == [3, 2, 3]


# --- what it costs


@dataclass
class Monitor:
    """What Redis has been told, but for what its scripts tell it."""

    redis: Redis

    async def during(self, call: Callable[[], Awaitable[Any]]) -> list[str]:
        end = fresh_id()
        async with self.redis.monitor() as monitor:
            await call()
            await self.redis.echo(end)
            told = []
            while end not in (each := await monitor.next_command())["command"]:
                told += [each["command"].split()[0]] if each["client_type"] != "lua" else []
        return [name for name in told if name not in GREETING]


async def test_a_match_that_cannot_be_read_is_the_trouble_of_its_own_order(
    cached: Matches, other: Matches, redis: Redis
) -> None:
    """A later engine has stored it, for one."""
    good, bad = await full_table(other), await full_table(other)
    orders = [await next_order(bad), await next_order(good)]
    name = f"match:{{{bad.match_id}}}"
    stored = await redis.hget(name, "match")
    await redis.hset(name, "match", b"\x02later")
    try:
        failure, change = await make(cached, *orders)
    finally:  # others list what is in this Redis
        await redis.hset(name, "match", stored)
    assert isinstance(failure, ValueError)
    assert status.refusal(failure, "Moves", "").reason == "INTERNAL"
    assert isinstance(change, Change)


async def test_a_repeat_of_the_last_move_need_not_recompute_the_match(
    cached: Matches, redis: Redis
) -> None:
    table = await full_table(cached)
    order = await next_order(table, key(table.players[0]))
    first = await made(cached, order)
    await redis.delete(f"match:{{{table.match_id}}}:log")
    assert await made(cached, order) == replace(first, replayed=True)


async def test_a_move_in_a_match_that_is_remembered_is_one_call_of_a_script(
    own_server: RedisServer, engines: Engines
) -> None:
    matches = await engines.start(own_server.url)
    tables = [await full_table(matches) for _ in range(10)]
    await make(matches, *[await next_order(table) for table in tables])
    async with Redis.from_url(own_server.url) as redis:
        for count in (10, 1):
            orders = [
                await next_order(table, key(table.players[1 - count % 2]))
                for table in tables[:count]
            ]
            told = await Monitor(redis).during(partial(make, matches, *orders))
            assert told == ["EVALSHA"]
    assert {(await table.match()).version for table in tables} == {4, 5}


async def test_matches_that_are_not_remembered_are_read_together(
    own_server: RedisServer, engines: Engines
) -> None:
    matches, cold = await engines.start(own_server.url), await engines.start(own_server.url)
    tables = [await full_table(matches) for _ in range(10)]
    orders = [await next_order(table) for table in tables]
    async with Redis.from_url(own_server.url) as redis:
        await make(cold, await next_order(await full_table(matches)))  # connected, script loaded
        told = await Monitor(redis).during(partial(make, cold, *orders))
    assert told == ["HMGET"] * 10 + ["EVALSHA"]


# --- what is remembered decides nothing


@pytest.mark.parametrize("turns", [*product((0, 1), repeat=5)], ids=str)
async def test_engines_may_take_turns_in_any_order(
    cached: Matches, other: Matches, turns: Sequence[int]
) -> None:
    table = await full_table(cached, options=LONG)
    for version, turn in enumerate((0, 1, *turns, 0, 1), 3):
        engine = (cached, other)[turn]
        expected = Expected(version - 1 if version % 3 else None)
        change = await made(engine, replace(await next_order(table), expected=expected))
        assert change.match.version == version
        assert await table.match() == change.match
    await one_history(table)


@pytest.mark.parametrize("written", [1, 2, 3])
@pytest.mark.parametrize("size", [0, CACHED])
async def test_what_another_engine_has_written_counts(
    redis_url: str, engines: Engines, other: Matches, size: int, written: int
) -> None:
    """Every answer, as if the cache were empty."""
    matches = await engines.start(redis_url, size)
    table = await full_table(matches, options=LONG)
    own = await next_order(table, key(table.players[0], "own"))
    await made(matches, own)
    for number in range(written):
        player = table.players[(number + 1) % 2]
        last = await next_order(table, key(player, f"{number}"))
        await made(other, last)
    version = 3 + written
    seat, move = await table.turn()
    illegal = replace(move, card="P10")
    wrong: list[tuple[PendingMove, type[Exception]]] = [
        (ordered(table, 1 - seat, move), NotYourTurn),
        (ordered(table, seat, illegal), RulesError),
        (ordered(table, seat, move, version - 1), VersionMismatch),
        (ordered(table, seat, move, 3), VersionMismatch),
        (ordered(table, seat, move, version + 1), VersionMismatch),
        (replace(own, key=key(table.players[0], "own", "other")), IdempotencyMismatch),
        (replace(last, key=key(player, f"{written - 1}", "other")), IdempotencyMismatch),
    ]
    for order, error in wrong:
        (result,) = await make(matches, order)
        assert isinstance(result, error), (result, error)
    for again in (own, last):
        assert (await made(matches, again)).replayed
    assert (await table.match()).version == version
    assert (await made(matches, ordered(table, seat, move, version))).match.version == version + 1
    await one_history(table)


async def test_a_match_that_has_expired_is_not_found_and_not_brought_back(
    cached: Matches, redis: Redis
) -> None:
    table, beside = [await full_table(cached) for _ in range(2)]
    orders = [await next_order(each) for each in (table, beside)]
    await make(cached, *orders)
    assert cached.store.cache.get(table.match_id)
    orders = [await next_order(each) for each in (table, beside)]
    await redis.delete(*await keys_of(redis, table))
    results = await make(cached, *orders)
    assert isinstance(results[0], NotFound)
    assert isinstance(results[1], Change)
    assert await keys_of(redis, table) == []


async def keys_of(redis: Redis, table: Table) -> list[Any]:
    return list(await redis.keys(f"match:{{{table.match_id}}}*"))


async def test_what_redis_has_forgotten_is_not_written_over_what_came_instead(
    cached: Matches, other: Matches, redis: Redis
) -> None:
    """A Redis that was restored or promoted has lost a version, and another one took its number."""
    table = await full_table(cached, options=LONG)
    await made(cached, await next_order(table))
    before = {name: await redis.dump(name) or b"" for name in await keys_of(redis, table)}
    match = await table.match()
    rules = GAMES[match.game].rules
    lost, *_, instead = rules.legal_moves(match.state, 1)
    await made(cached, ordered(table, 1, lost))
    await redis.delete(*await keys_of(redis, table))
    for name, value in before.items():
        await redis.restore(name, 1_000_000, value)
    assert (await made(other, ordered(table, 1, instead))).match.version == 4
    remembered = cached.store.cache.get(table.match_id)
    assert remembered
    assert remembered.version == 4
    seat, move = await table.turn()
    change = await made(cached, ordered(table, seat, move, 4))
    assert change.match.version == 5
    log = await cached.store.log(change.match, 9)
    assert [entry.version for entry in log] == [1, 2, 3, 4, 5]
    assert isinstance(log[3], Moved)
    assert log[3].move == instead
    await one_history(table)


# --- Redis is away


@pytest.mark.parametrize("away", [stopped, paused])
async def test_without_redis_everybody_is_told_so_in_time(
    own_server: RedisServer, engines: Engines, away: Outage
) -> None:
    """Those of matches that are remembered, and those of others."""
    matches = await engines.start(own_server.url, CACHED, TIMEOUT_S)
    tables = [await full_table(matches) for _ in range(6)]
    for table in tables[:3]:
        await made(matches, await next_order(table))
    orders = [await next_order(table) for table in tables]
    for chosen in (orders, orders[:3], orders[3:]):
        with away(own_server):
            watch = Stopwatch()
            results = await make(matches, *chosen)
            assert not watch.exceeds(TIMEOUT_S + 0.5)
        assert {type(each) for each in results} == {StoreUnavailable}
    results = await make(matches, *orders)
    assert {type(each) for each in results} <= {Change, NotYourTurn}
    for table in tables:
        await one_history(table)


# --- at random


@dataclass
class Twins:
    """Two matches of the same seed and players: one for each way to make moves."""

    batched: Table
    alone: Table

    def both(
        self, seat: int, move: Any, expected: int | None, once: IdempotencyKey | None
    ) -> tuple[PendingMove, PendingMove]:
        return (
            ordered(self.batched, seat, move, expected, once),
            ordered(self.alone, seat, move, expected, once),
        )


async def twins(batched: Matches, alone: Matches) -> Twins:
    players = (person("Ada"), person("Bob"))
    tables = []
    for matches in (batched, alone):
        wish = MatchSettings(lost_cities.ID, LONG)
        match_id = (await matches.create(players[0], wish, None)).match.id
        await join(matches, match_id, players[1])
        tables.append(Table(matches, match_id, players))
    return Twins(*tables)


class Wishes:
    """Random orders: mostly of the player to move, and some of them odd or repeated."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self._sent: list[tuple[Twins, PendingMove, PendingMove]] = []

    async def next(self, pair: Twins) -> tuple[PendingMove, PendingMove]:
        """One for each of the twins, as the second of them is now."""
        dice = self._dice
        earlier = [orders for twins, *orders in self._sent if twins is pair]
        if earlier and dice.random() < 0.2:
            one, other = dice.choice(earlier)
            return one, other
        match = await pair.alone.match()
        seat, _ = await pair.alone.turn()
        moves = GAMES[match.game].rules.legal_moves(match.state, seat)
        move = dice.choice(moves)
        if dice.random() < 0.1:
            move = replace(move, card="P10", draw=dice.choice("*RWYBG"))
        if dice.random() < 0.1:
            seat = 1 - seat
        found = pair.both(seat, move, self._version(match.version), self._key(pair, seat))
        self._sent.append((pair, *found))
        return found

    def _version(self, current: int) -> int | None:
        return self._dice.choice([None, None, current, current, current, current - 1, current + 1])

    def _key(self, pair: Twins, seat: int) -> IdempotencyKey | None:
        """Of few, so that some are used twice."""
        player, dice = pair.alone.players[seat], self._dice
        chosen = key(player, str(dice.randrange(40)), str(dice.randrange(1000)))
        return dice.choice([None, chosen])


async def alone(matches: Matches, order: PendingMove) -> Result:
    try:
        return await matches.change(
            order.match_id, order.caller, order.command, order.expected, order.key
        )
    except Exception as error:
        return error


def told(result: Result) -> Any:
    """What there is to compare."""
    if not isinstance(result, Change):
        return type(result), str(result)
    return replace(result, match=bare(result.match))


def bare(match: AnyMatch) -> AnyMatch:
    """Without its id, and the hash that is of the id as well."""
    return replace(match, id="", log_head="")


async def test_at_random_it_makes_no_difference(
    cached: Matches, other: Matches, redis_url: str, engines: Engines
) -> None:
    sys.stdout.write(f"seed {DICE}\n")
    dice = random.Random(DICE)
    plain: Matches = await engines.start(redis_url, 0)
    pairs = [await twins(cached, plain) for _ in range(3)]
    wishes, met = Wishes(dice), set[Any]()
    for batch in range(120):
        orders, results = [], []
        for _ in range(dice.randint(1, 7)):
            batched, single = await wishes.next(dice.choice(pairs))
            orders.append(batched)
            results.append(await alone(plain, single))
        found = await make(dice.choice((cached, cached, other)), *orders)
        assert [*map(told, found)] == [*map(told, results)], f"seed {DICE}, batch {batch}"
        met |= {type(each) for each in results}
        met |= {"replayed" for each in results if isinstance(each, Change) and each.replayed}
    assert len(met) >= 6, met
    for pair in pairs:
        both = [await pair.batched.match(), await pair.alone.match()]
        assert bare(both[0]) == bare(both[1])
        await one_history(pair.batched)
