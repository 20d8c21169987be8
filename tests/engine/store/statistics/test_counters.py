"""Counters in Redis: every match counts once, whatever becomes of those who count it."""

import asyncio
import random
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from engine.domain.errors import StoreUnavailable
from engine.store.statistics.counted import counted
from engine.store.statistics.counters import Counters
from engine.store.tally.ended_matches import Ended
from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.client import Pipeline
from redis.exceptions import ConnectionError as Lost
from redislink import statistics
from redislink.client import connect
from redislink.statistics import MOST_MET, Met, Opponents, Record, Reliability, kept

from tests.engine.conftest import PATIENT_S
from tests.engine.store.statistics.ends import BEGAN_MS, CLOCK, End
from tests.engine.store.statistics.expected import Expected
from tests.support import shipped_users

pytestmark = pytest.mark.anyio

PLAYERS, MATCHES, BATCH, MOST = 24, 360, 20, 16
GAMES = ("lost-cities", "livingstone", "just4fun")


class Mortal(Redis):
    """The connection of a worker that dies when it has sent some commands of a batch."""

    cut: int | None = None

    def pipeline(self, transaction: bool = True, shard_hint: Any = None) -> "Fatal":
        return Fatal(
            self.connection_pool, self.response_callbacks, transaction, shard_hint, self.cut
        )


class Fatal(Pipeline):
    def __init__(self, *args: Any) -> None:
        super().__init__(*args[:-1])
        self._cut: int | None = args[-1]

    async def execute(self, raise_on_error: bool = True) -> list[Any]:
        if self._cut is None or self._cut >= len(self.command_stack):
            return await super().execute(raise_on_error)
        del self.command_stack[self._cut :]
        await super().execute(raise_on_error)
        raise Lost("The worker is dead.")


@pytest.fixture
async def mortal(redis_url: str) -> AsyncIterator[Mortal]:
    pool = ConnectionPool.from_url(redis_url)
    yield Mortal(connection_pool=pool)
    await pool.disconnect()


@pytest.fixture
async def counters(redis_url: str) -> AsyncIterator[Counters]:
    """Those of an engine, with the rights that engines have."""
    async with connect(redis_url, PATIENT_S, *shipped_users.login(redis_url, "engine")) as client:
        yield Counters(client)


def fresh() -> str:
    return secrets.token_urlsafe(16)


async def read(redis: Any, player: str) -> dict[bytes, bytes]:
    return dict(await redis.hgetall(statistics.counters(player)))


async def record(redis: Any, player: str, name: str = "lost-cities people") -> Record:
    return Record.parse((await read(redis, player))[name.encode()])


def any_end(dice: random.Random, players: Sequence[str]) -> End:
    seats = dice.randint(2, 5)
    ranks = [dice.randrange(seats) for _ in range(seats)]
    groups = [[seat for seat in range(seats) if ranks[seat] == rank] for rank in range(seats)]
    gone = dice.sample(range(seats), dice.choice((0, 0, 0, 1)))
    more = {
        "game": dice.choice(GAMES),
        "access": dice.choice(("public", "public", "public", "private")),
        "clock": dice.choice((None, CLOCK)),
    }
    return End(
        players=dice.sample(players, seats),
        ranking=[group for group in groups if group],
        scores=[dice.randint(-40, 40) for _ in range(seats)],
        reason=dice.choice(("completed", "completed", "resigned")),
        kinds=[dice.choice(("human", "bot")) for _ in range(seats)],
        gone=gone,
        leaving=[{"kind": "timeout", "seat": seat, "late": [seat]} for seat in gone],
        more=more,
    )


async def test_workers_that_die_at_any_step_count_each_match_once(
    redis: Any, mortal: Mortal, counters: Counters, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistics, "MOST_MET", MOST)
    seed = secrets.randbelow(10**9)
    print("seed", seed)  # noqa: T201 - pytest shows it if this fails
    dice = random.Random(seed)
    players = [fresh() for _ in range(PLAYERS)]
    ends = [any_end(dice, players).ended(fresh(), BEGAN_MS + 1000 * n) for n in range(MATCHES)]
    expected = defaultdict[str, Expected](Expected)
    for end in ends:
        for each in counted(end):
            expected[each.player].add(each)

    dying, died = Counters(mortal), 0
    for start in range(0, MATCHES, BATCH):
        batch = dice.sample(ends[start : start + BATCH], BATCH)
        while dice.random() < 0.5:
            mortal.cut = dice.randrange(2 * BATCH)
            with pytest.raises(StoreUnavailable):
                await dying.count(batch)
            died += 1
        # Two workers whose leases overlap, and one that comes later.
        for failed in await asyncio.gather(counters.count(batch), counters.count(batch)):
            assert not failed
        assert not await counters.count(batch[: dice.randrange(BATCH)])
    assert died > 5

    crowded = 0
    for player, wanted in expected.items():
        fields = await read(redis, player)
        reliability = Reliability.parse(fields.pop(b"reliability", None))
        found = {name.decode(): Record.parse(value) for name, value in fields.items()}
        assert found == wanted.records
        assert reliability == wanted.reliability
        met = kept(await redis.hgetall(statistics.met(player)))
        for side, private in ((met.public, False), (met.private, True)):
            assert {each: Met.parse(value) for each, value in side.items()} == wanted.met[private]
            crowded += len(side) == MOST
    assert crowded > PLAYERS / 2


async def test_a_worker_that_is_late_takes_nobody_for_met_last(
    redis: Any, counters: Counters
) -> None:
    player, others = fresh(), [fresh() for _ in range(MOST_MET + 1)]
    for number, other in enumerate(others):
        await counters.count([End((player, other)).ended(fresh(), BEGAN_MS + number)])
    found = {name.decode() for name in await redis.hkeys(statistics.met(player))}
    assert found == {*others[1:]}
    await counters.count([End((player, others[0])).ended(fresh(), BEGAN_MS)])
    assert {name.decode() for name in await redis.hkeys(statistics.met(player))} == {*others[1:]}
    late = fresh()
    await counters.count([End((player, others[5])).ended(late, BEGAN_MS)])
    met = Met.parse(await redis.hget(statistics.met(player), others[5]))
    assert (met.won, met.time_ms) == (2, BEGAN_MS + 5)
    assert met.match != late


async def test_private_matches_leave_no_trace_in_what_others_see(
    redis: Any, counters: Counters
) -> None:
    """Two who play the same public matches, and one of them private ones besides, are alike."""
    dice = random.Random(4)
    plain, secretive = fresh(), fresh()
    others = [fresh() for _ in range(MOST_MET + 5)]
    for number, other in enumerate(others):
        now = BEGAN_MS + 1000 * number
        ids = [fresh() for _ in range(3)]
        won = dice.choice((((0,), (1,)), ((1,), (0,)), ((0, 1),)))
        for player in (plain, secretive):
            clocked = {"clock": CLOCK}
            await counters.count([End((player, other), won, more=clocked).ended(ids[0], now)])
        hidden = End(
            (secretive, dice.choice((other, ids[2]))),
            ((1,), (0,)),
            (99, 0),
            gone=dice.choice(((), (0,))),
            leaving=[{"kind": "timeout", "seat": 0, "late": [0]}],
            more={"access": "private", "clock": CLOCK},
        )
        await counters.count([hidden.ended(ids[1], now + 500)])
        assert await public(redis, plain) == await public(redis, secretive)
    assert len(kept(await redis.hgetall(statistics.met(secretive))).private) == MOST_MET
    assert kept(await read(redis, secretive)).private


async def public(redis: Any, player: str) -> tuple[Any, ...]:
    """What anybody may see of a player."""
    fields = await read(redis, player)
    met = kept(await redis.hgetall(statistics.met(player))).public
    return kept(fields).public, fields.get(b"reliability"), met


async def test_what_cannot_be_counted_is_logged_and_holds_nobody_up(
    redis: Any, counters: Counters, caplog: pytest.LogCaptureFixture
) -> None:
    player = fresh()
    good, broken = End((player, fresh())).ended(fresh()), End((player, fresh())).ended(fresh())
    match = {**broken.match, "outcome": {**broken.match["outcome"], "ranking": [[0]]}}
    assert not await counters.count([Ended(broken.id, match, broken.log, ""), good])
    assert (await record(redis, player)).won == 1
    ((told, said),) = ((each.getMessage(), vars(each)) for each in caplog.records)
    assert (told, said["match_id"]) == ("a match cannot be counted: NotAMatch", broken.id)


async def test_a_hash_of_another_type_is_the_failure_of_its_match(
    redis: Any, counters: Counters
) -> None:
    spoilt, player = fresh(), fresh()
    await redis.set(statistics.counters(spoilt), "no hash")
    ends = [End((spoilt, fresh())).ended(fresh()), End((player, fresh())).ended(fresh())]
    assert await counters.count(ends) == {ends[0].id}
    assert (await record(redis, player)).won == 1
    await redis.delete(statistics.counters(spoilt))


async def test_matches_are_remembered_for_ten_minutes_and_the_last_twenty(
    redis: Any, counters: Counters
) -> None:
    player, ends = fresh(), [End((fresh(), fresh())).ended(fresh()) for _ in range(30)]
    ends = [End((player, fresh())).ended(each.id, BEGAN_MS + n) for n, each in enumerate(ends)]
    await counters.count(ends)
    done = statistics.done(player)
    assert await redis.zcard(done) == 30
    for score, each in enumerate(ends):  # as if they were counted long ago
        await redis.zadd(done, {each.id: score})
    await counters.count([End((player, fresh())).ended(fresh(), BEGAN_MS + 100)])
    assert await redis.zcard(done) == 20
    # One that comes again is remembered anew, so that it may come for hours.
    assert not await counters.count([ends[12]])
    await counters.count(
        [End((player, fresh())).ended(fresh(), BEGAN_MS + 200 + n) for n in range(9)]
    )
    assert await redis.zscore(done, ends[12].id) is not None
    assert (await record(redis, player)).won == 40


async def test_of_equal_points_the_same_match_is_the_best_in_any_order(
    redis: Any, counters: Counters
) -> None:
    player, ids = fresh(), sorted(fresh() for _ in range(3))
    for each in (ids[1], ids[0], ids[2]):
        await counters.count([End((player, fresh())).ended(each)])
    found = await record(redis, player)
    assert (found.best, found.best_match, found.scored, found.points) == (7, ids[0], 3, 21)


async def test_engines_that_count_in_other_orders_count_the_same(
    redis: Any, counters: Counters
) -> None:
    """Two matches of a player may be tallied by two engines at once, so each is a batch here."""
    dice, player, orderly = random.Random(5), fresh(), fresh()
    wins = [dice.random() < 0.6 for _ in range(130)]
    left = [dice.random() < 0.3 for _ in wins]
    ids = [fresh() for _ in wins]

    def end(of: str, number: int) -> Ended:
        seats = ((0,), (1,)) if wins[number] else ((1,), (0,))
        leaving = [{"kind": "timeout", "seat": 0, "late": [0]}] if left[number] else []
        gone, more = [0] if left[number] else [], {"clock": CLOCK}
        played = End((of, fresh()), seats, gone=gone, leaving=leaving, more=more)
        # Of each two, both end in the same millisecond.
        return played.ended(ids[number], BEGAN_MS + number // 2)

    for start in range(0, len(wins), 5):
        mixed = dice.sample(range(start, start + 5), 5)
        for number in mixed:
            await counters.count([end(player, number)])
    for number in range(len(wins)):
        await counters.count([end(orderly, number)])
    assert await read(redis, player) == await read(redis, orderly)
    assert len(Reliability.parse((await read(redis, player))[b"reliability"]).stayed) == 100


async def test_points_below_zero_have_a_best_too(redis: Any, counters: Counters) -> None:
    player = fresh()
    for points in (-30, -10, -20):
        await counters.count([End((player, fresh()), scores=(points, -40)).ended(fresh())])
    found = await record(redis, player)
    assert (found.best, found.points) == (-10, -60)


async def test_ids_that_look_like_numbers_are_kept_as_they_are(
    redis: Any, counters: Counters
) -> None:
    player, match = fresh(), "0" * 20 + "1e"
    await counters.count([End((player, "9" * 22)).ended(match)])
    await counters.count([End((player, "9" * 22)).ended("-" * 22)])
    assert (await record(redis, player)).best_match == "-" * 22
    met = Met.parse(await redis.hget(statistics.met(player), "9" * 22))
    assert met == Met(2, 0, 0, BEGAN_MS, match)


async def test_the_counters_of_a_player_take_little(own_redis: Any) -> None:
    """Three games, people and bots, fifty opponents: some 6.3 KB, of which half are these."""
    dice, player, others = random.Random(1), fresh(), [fresh() for _ in range(MOST_MET)]
    counters = Counters(own_redis)
    for number in range(600):
        more = {"game": GAMES[number % 3], "clock": CLOCK}
        bot = ("human", dice.choice(("human", "bot")))
        end = End((player, dice.choice(others)), kinds=bot, more=more)
        await counters.count([end.ended(fresh(), BEGAN_MS + number * 1000)])
        await own_redis.zremrangebyrank(statistics.done(player), 0, -21)
    sizes = [await own_redis.memory_usage(key) for key in statistics.all_of(player)]
    print(sizes)  # noqa: T201 - for who changes it
    assert len(await own_redis.hkeys(statistics.met(player))) == MOST_MET
    assert sum(sizes) <= 6800, "of Redis 7.0; later ones take 400 bytes less"


async def test_opponents_are_of_their_kind(redis: Any, counters: Counters) -> None:
    player = fresh()
    await counters.count([End((player, fresh()), kinds=("human", "bot")).ended(fresh())])
    fields = await read(redis, player)
    assert [*statistics.records(kept(fields).public)] == [("lost-cities", Opponents.BOTS)]
