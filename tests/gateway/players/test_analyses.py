"""Whose analysis is judged next: players take turns by moves, and no move is judged twice."""

import random
from collections.abc import AsyncIterator

import pytest
from gateway.errors import Problem
from gateway.players.analyses import (
    KEPT_S,
    LONGEST,
    SHARE,
    TRIES,
    UNREAD,
    Analyses,
    AnalysisOrder,
    Report,
    Task,
)
from gateway.players.tokens import random_id
from redis.asyncio import Redis

GAME = "lost-cities"
OTHER = "just4fun"
MOST = 10_000
GAMES = {GAME: "1", OTHER: "1"}
LONG, SHORT = 140, 6
SLOW, QUICK = 3, 10
"""How many moves of a match are judged in a turn."""


class House:
    """The players who ask, and a worker who takes turns at what waits."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.analyses = Analyses(redis, MOST)
        self.sizes = dict[str, int]()

    async def ask(self, player: str, moves: int, address: str = "", match: str = "") -> str:
        match = match or random_id()
        self.sizes[match] = moves
        await self.analyses.ask(match, GAME, AnalysisOrder(player, address, moves))
        return match

    async def take(self) -> Task | None:
        return await self.analyses.take(GAMES)

    async def turn(self, most: int = MOST) -> str:
        """Judge so many moves of the next match at most; return which one that was."""
        task = await self.take()
        assert task, "nothing waits"
        assert await self.judge(task, most)
        return task.match_id

    async def judge(self, task: Task, most: int) -> bool:
        moves, first = self.sizes[task.match_id], len(task.moves)
        upto = min(moves, first + most)
        said = {version: b'{"version":%d}' % version for version in range(first, upto)}
        report = Report("done" if upto == moves else "queued", moves, "points", said)
        return await self.analyses.report(task.match_id, task.game, task.lease, report)

    async def order(self, most: int = MOST) -> list[str]:
        """Return which match has each turn until none waits."""
        turns = list[str]()
        while task := await self.take():
            assert await self.judge(task, most)
            turns.append(task.match_id)
        return turns

    async def lose(self, match: str) -> None:
        """Make the worker of a match look silent for longer than it may be."""
        await self.redis.zadd("{analysis}:leases", {f"{GAME} {match}": 1})

    async def state(self, match: str) -> tuple[str, int]:
        found = await self.analyses.look(match, GAME)
        return found.state, len(found.moves)


@pytest.fixture
async def house(redis: Redis) -> AsyncIterator[House]:
    await forget(redis)
    house = House(redis)
    assert await house.take() is None
    yield house
    await forget(redis)  # else its line is that of tests of other files


async def forget(redis: Redis) -> None:
    async for key in redis.scan_iter("{analysis}:*"):
        await redis.delete(key)


async def test_who_asks_for_much_lets_others_go_first(house: House) -> None:
    many = [await house.ask("ann", LONG) for _ in range(20)]
    assert await house.turn(SLOW) == many[0]
    short = await house.ask("bob", SHORT)
    assert (await house.analyses.look(short, GAME)).place == 1
    assert (await house.analyses.look(many[-1], GAME)).place == 21
    long = await house.ask("cid", LONG)
    order = await house.order()
    assert order[:3] == [short, many[0], long]
    assert order[3:] == many[1:]


async def test_accounts_of_one_address_share_its_turns(house: House) -> None:
    crowd = [await house.ask(f"ann {number}", SHORT, "192.0.2.1") for number in range(60)]
    alone = await house.ask("bob", SHORT, "192.0.2.2")
    order = await house.order()
    assert order.index(alone) <= SHARE, "it has the share of a few players"
    assert sorted(order) == sorted([*crowd, alone])


async def test_a_long_match_does_not_wait_for_all_short_ones_that_come_later(house: House) -> None:
    long = await house.ask("ann", LONG)
    served = 0
    while served <= LONG:
        short = await house.ask(f"bob {served}", SHORT)
        if await house.turn() == long:
            break
        served += SHORT
        assert await house.state(short) == ("done", SHORT)
    assert LONG - 2 * SHORT <= served <= LONG


async def test_no_match_waits_for_more_than_its_own_moves_of_each_address(house: House) -> None:
    """Whatever others ask for, and whenever; but for those that began before it came."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")  # noqa: T201
    dice = random.Random(seed)
    addresses = 4
    waited = dict[str, dict[str, int]]()
    of = dict[str, str]()
    for _ in range(150):
        address = str(dice.randrange(addresses))
        moves = dice.choice((SHORT, 30, LONG))
        match = await house.ask(f"{dice.randrange(3)} of {address}", moves, address)
        of[match] = address
        waited[match] = dict.fromkeys(map(str, range(addresses)), 0)
        for _ in range(dice.randrange(2)):
            await serve(house, waited, of)
    while waited:
        await serve(house, waited, of)


async def serve(house: House, waited: dict[str, dict[str, int]], of: dict[str, str]) -> None:
    task = await house.take()
    if task is None:
        return
    before = len(task.moves)
    match = task.match_id
    assert await house.judge(task, QUICK)
    judged = min(house.sizes[match], before + QUICK) - before
    for other, by in waited.items():
        if of[other] != of[match]:
            by[of[match]] += judged
            assert by[of[match]] <= SHARE * house.sizes[other] + LONG + ahead_of(house, other, of)
    if before + judged == house.sizes[match]:
        del waited[match]


def ahead_of(house: House, match: str, of: dict[str, str]) -> int:
    """Return the moves for which its own player and address had asked before."""
    asked = [*house.sizes]
    earlier = asked[: asked.index(match)]
    return SHARE * sum(house.sizes[each] for each in earlier if of[each] == of[match])


async def test_what_was_judged_is_kept_whatever_ends_the_turn(house: House) -> None:
    match = await house.ask("ann", LONG)
    assert await house.turn(SLOW) == match
    assert await house.state(match) == ("queued", SLOW)
    task = await house.take()
    assert task
    assert [*task.moves] == [b'{"version":%d}' % version for version in range(SLOW)]
    anew = Report("running", LONG, "points", {0: b'{"version":0}'})
    assert await house.analyses.report(match, GAME, task.lease, anew)
    said = Report("running", LONG, "points", {SLOW: b'{"version":3}'})
    assert await house.analyses.report(match, GAME, task.lease, said)
    assert await house.state(match) == ("running", SLOW + 1)
    await house.lose(match)
    again = await house.take()
    assert again
    assert len(again.moves) == SLOW + 1
    assert not await house.judge(task, MOST), "the first one is heard no more"
    await house.analyses.report(match, GAME, again.lease, Report("failed", LONG, "points", {}))
    assert await house.state(match) == ("failed", SLOW + 1)
    assert await house.ask("bob", LONG, match=match) == match
    assert await house.order() == [match]
    assert await house.state(match) == ("done", LONG)
    assert house.analyses.counts == {"judged": LONG, "done": 1, "failed": 1}


async def test_what_was_judged_stays_in_order(house: House) -> None:
    """Also of a match for which Redis keeps no order any more."""
    match = await house.ask("ann", LONGEST)
    assert await house.turn(LONGEST - 1) == match
    whole = [b'{"version":%d}' % version for version in range(LONGEST - 1)]
    assert [*(await house.analyses.look(match, GAME)).moves] == whole
    task = await house.take()
    assert task
    assert [*task.moves] == whole


async def test_turns_without_a_judged_move_end_it(house: House) -> None:
    match = await house.ask("ann", LONG)
    for _ in range(TRIES):
        await house.take()
        await house.lose(match)
    assert await house.take() is None
    assert (await house.state(match))[0] == "failed"
    assert house.analyses.counts["failed"] == 1
    await house.ask("ann", LONG, match=match)
    for _ in range(TRIES + 1):
        assert await house.turn(1) == match  # slow, but it goes on


async def test_what_could_not_be_begun_is_tried_later_and_counts_as_no_try(house: House) -> None:
    match = await house.ask("ann", LONG)
    for _ in range(TRIES + 1):
        task = await house.take()
        assert task
        assert await house.analyses.report(match, GAME, task.lease, UNREAD)
        assert (await house.state(match))[0] == "queued"
        assert await house.take() is None  # not at once
        await house.lose(match)
    assert await house.turn() == match


async def test_it_ends_once_nobody_who_has_asked_wishes_it_any_more(house: House) -> None:
    match, next_one = await house.ask("ann", LONG), await house.ask("cid", LONG)
    await house.ask("bob", LONG, match=match)
    task = await house.take()
    assert task
    await house.analyses.cancel(match, GAME, "ann")
    assert (await house.state(match))[0] == "running"
    assert await house.judge(task, SLOW)
    await house.analyses.cancel(match, GAME, "bob")
    assert await house.state(match) == ("none", SLOW)
    assert await house.order() == [next_one]
    await house.ask("ann", LONG, match=match)
    task = await house.take()
    assert task
    assert len(task.moves) == SLOW
    await house.analyses.cancel(match, GAME, "ann")
    assert not await house.judge(task, SLOW), "whoever judges it is told so"
    await house.analyses.cancel(match, GAME, "ann")


async def test_a_match_comes_as_early_as_the_first_of_those_who_wish_it(house: House) -> None:
    """Else who plays against somebody who asks for much would wait for all of that, too."""
    many = [await house.ask("ann", LONG) for _ in range(20)]
    shared, next_one = many[-1], await house.ask("cid", LONG)
    await house.ask("bob", LONG, match=shared)
    own = await house.ask("bob", LONG)
    for _ in range(2):  # to ask again brings nothing
        await house.ask("bob", LONG, match=shared)
        await house.ask("ann", LONG, match=shared)
        await house.ask("ann", LONG, match=many[1])
    assert (await house.order())[:5] == [many[0], next_one, shared, many[1], own]


async def test_moves_are_paid_for_and_those_of_a_match_once(house: House) -> None:
    house.analyses = Analyses(house.redis, LONG + SHORT)
    match = await house.ask("ann", LONG, "192.0.2.1")
    await house.analyses.cancel(match, GAME, "ann")
    for _ in range(3):
        await house.ask("ann", LONG, "192.0.2.1", match)
    await house.ask("ann", SHORT, "192.0.2.1")
    with pytest.raises(Problem, match=f"player may ask for the analysis of {LONG + SHORT} moves"):
        await house.ask("ann", SHORT, "192.0.2.1")
    for number in range(SHARE - 1):
        await house.ask(f"bob {number}", LONG + SHORT, "192.0.2.1")
    with pytest.raises(Problem, match=f"address may ask for the analysis of {SHARE * 146} moves"):
        await house.ask("cid", SHORT, "192.0.2.1")
    await house.ask("cid", SHORT, "192.0.2.2")
    with pytest.raises(Problem, match=f"more than {LONGEST} moves"):
        await house.ask("dan", LONGEST + 1)


async def test_it_is_told_about_when_it_will_be_done(house: House) -> None:
    match, later = await house.ask("ann", LONG), await house.ask("bob", LONG)
    assert (await house.analyses.look(later, GAME))[-2:] == (2, None)
    await house.redis.hset("{analysis}:pace", GAME, "0.5")
    house.analyses = Analyses(house.redis, MOST)
    assert (await house.analyses.look(later, GAME))[-2:] == (2, LONG)
    assert (await house.take()) is not None
    house.analyses = Analyses(house.redis, MOST)
    assert (await house.analyses.look(match, GAME))[-2:] == (None, LONG // 2)
    assert (await house.analyses.look(later, GAME))[-2:] == (1, LONG)
    line = await house.analyses.line()
    assert [line.left[each].moves for each in (*line.waiting, *line.judged)] == [LONG] * 2


async def test_matches_of_games_without_a_worker_hold_up_no_others(house: House) -> None:
    waiting = [await house.ask(f"ann {number}", SHORT) for number in range(120)]
    match = random_id()
    house.sizes[match] = LONG
    await house.analyses.ask(match, OTHER, AnalysisOrder("bob", "", LONG))
    task = await house.analyses.take({OTHER: "1"})
    assert task
    assert (task.match_id, task.game) == (match, OTHER)
    assert await house.analyses.take({OTHER: "1"}) is None
    assert len(await house.order()) == len(waiting)


async def test_all_of_it_expires(house: House) -> None:
    await house.ask("ann", LONG, "192.0.2.1")
    await house.turn(SLOW)
    await house.take()
    async for key in house.redis.scan_iter("{analysis}:*"):
        assert 0 < await house.redis.ttl(key) <= KEPT_S, key
