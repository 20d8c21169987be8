"""Friends in Redis: both sides, gateways that die between them, and requests at the same time."""

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, cast

import pytest
from gateway.errors import Problem
from gateway.observability.metrics import Metrics
from gateway.players.blocks import Blocks
from gateway.players.friends import Friends
from gateway.players.identity import Identity
from gateway.players.player_store import PlayerStore
from gateway.players.token_cache import TokenCache
from redis.asyncio import Redis
from redislink import relations
from redislink.relations import ASKED, ASKS, FRIEND, MAX_FRIENDS

pytestmark = pytest.mark.anyio

STEPS = 8
"""More than any act takes."""


class Dying(Redis):
    """A client whose gateway dies before its command of this number; the first one is 0."""

    left = 10**9

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        if not self.left:
            raise ConnectionError
        self.left -= 1
        return await super().execute_command(*args, **options)  # type: ignore[no-untyped-call]


class Interrupted(Redis):
    """A client before whose command of this number something else is done; the first one is 0."""

    left = -1
    do: Callable[[], Awaitable[object]]

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        self.left -= 1
        if self.left == -1:
            await self.do()
        return await super().execute_command(*args, **options)  # type: ignore[no-untyped-call]


@pytest.fixture
async def interrupted(redis_url: str) -> AsyncIterator[Interrupted]:
    client = cast(Interrupted, Interrupted.from_url(redis_url))
    yield client
    await client.aclose()


@pytest.fixture
async def dying(redis_url: str) -> AsyncIterator[Dying]:
    client = cast(Dying, Dying.from_url(redis_url))
    yield client
    client.left = 10**9
    await client.aclose()


@pytest.fixture
async def two(redis: Redis) -> tuple[str, str]:
    """The ids of two new players."""
    cache: TokenCache[Identity] = TokenCache(10, Metrics())
    store = PlayerStore(redis, cache)
    (ann, _), (bob, _) = [await store.create_player(name, "human") for name in ("Ann", "Bob")]
    return ann.id, bob.id


async def states(redis: Redis, ann: str, bob: str) -> tuple[str | None, str | None]:
    """What Bob is to Ann, and Ann to Bob."""
    friends = Friends(redis)
    return (await friends.of(ann)).get(bob), (await friends.of(bob)).get(ann)


async def made(redis: Redis, ann: str, bob: str, before: tuple[str | None, str | None]) -> None:
    for player, other, state in ((ann, bob, before[0]), (bob, ann, before[1])):
        key = relations.friends(player)
        await (redis.hset(key, other, state) if state else redis.hdel(key, other))


Act = Callable[[Redis, str, str], Awaitable[object]]


async def ask(redis: Redis, player: str, other: str) -> object:
    return await Friends(redis).ask(player, other)


async def end(redis: Redis, player: str, other: str) -> None:
    await Friends(redis).end(player, other)


async def block(redis: Redis, player: str, other: str) -> None:
    await Blocks(redis).add(player, other)


async def outcome(act: Act, redis: Redis, player: str, other: str) -> object:
    """What comes of an act, be it a refusal."""
    (made,) = await asyncio.gather(act(redis, player, other), return_exceptions=True)
    return made


def refusal_of(made: object) -> str:
    """The code of a refusal; "" for a success."""
    if isinstance(made, Problem):
        return made.code
    assert not isinstance(made, BaseException), made
    return ""


NOTHING = (None, None)
FRIENDS = (FRIEND, FRIEND)
WAITING = (ASKED, ASKS)
ASKING = (ASKS, ASKED)
ACTS = [
    (ask, NOTHING, WAITING),
    (ask, WAITING, WAITING),
    (ask, ASKING, FRIENDS),
    (ask, FRIENDS, FRIENDS),
    (end, FRIENDS, NOTHING),
    (end, WAITING, NOTHING),
    (end, ASKING, NOTHING),
    (end, NOTHING, NOTHING),
    (block, FRIENDS, NOTHING),
    (block, WAITING, NOTHING),
    (block, ASKING, (None, ASKED)),
    (block, NOTHING, NOTHING),
]


@pytest.mark.parametrize(("act", "before", "after"), ACTS)
async def test_an_act_and_its_repeat_leave_both_sides_alike(
    redis: Redis, two: tuple[str, str], act: Act, before: Any, after: Any
) -> None:
    await made(redis, *two, before)
    for _ in range(2):
        await act(redis, *two)
        assert await states(redis, *two) == after


@pytest.mark.parametrize(("act", "before", "after"), ACTS)
async def test_a_gateway_that_dies_on_the_way_is_made_up_for_by_a_repeat(
    redis: Redis, dying: Dying, two: tuple[str, str], act: Act, before: Any, after: Any
) -> None:
    died = 0
    for step in range(STEPS):
        await redis.zrem(relations.blocks(two[0]), two[1])
        await made(redis, *two, before)
        dying.left = step
        died += refusal_of(await outcome(act, dying, *two)) == "unavailable"
        between = await states(redis, *two)
        # Who ends it loses nothing of the own first; who begins it shows the other nothing.
        if act is ask:
            assert between[1] == before[1] or between == after
        else:
            assert not (between[1] == FRIEND and between[0] is None)
        await act(redis, *two)
        assert await states(redis, *two) == after, f"died before command {step}"
    assert died


@pytest.mark.parametrize("ends", [end, block])
async def test_an_end_that_was_answered_holds_whatever_the_other_did_meanwhile(
    redis: Redis, two: tuple[str, str], ends: Act
) -> None:
    """The other asks and accepts at the same time, in every order that comes about."""
    ann, bob = two
    seed = secrets.randbits(32)
    dice = random.Random(seed)
    for _ in range(60):
        await redis.zrem(relations.blocks(ann), bob)
        await made(redis, ann, bob, dice.choice([FRIENDS, WAITING, ASKING, NOTHING]))

        async def late(act: Act, player: str, other: str) -> None:
            for _ in range(dice.randrange(4)):
                await asyncio.sleep(0)
            assert refusal_of(await outcome(act, redis, player, other)) in ("", "conflict")

        await asyncio.gather(late(ends, ann, bob), late(ask, bob, ann), late(ask, bob, ann))
        assert FRIEND not in await states(redis, ann, bob), f"seed {seed}"


@pytest.mark.parametrize("ends", [end, block])
async def test_who_asks_twice_stores_nothing_that_was_before_an_end(
    redis: Redis, interrupted: Interrupted, two: tuple[str, str], ends: Act
) -> None:
    """Between two steps of the one request, the other player ends it, and the second one begins."""
    ann, bob = two
    for step in range(STEPS):
        await redis.zrem(relations.blocks(ann), bob)
        await made(redis, ann, bob, FRIENDS)

        async def do() -> None:
            await ends(redis, ann, bob)
            await ask(redis, bob, ann)

        interrupted.left, interrupted.do = step, do
        await outcome(ask, interrupted, bob, ann)
        assert FRIEND not in await states(redis, ann, bob) or interrupted.left >= 0, step


@pytest.mark.parametrize("before", [NOTHING, WAITING, ASKING, FRIENDS])
@pytest.mark.parametrize("ends", [end, block])
@pytest.mark.parametrize("first", ["asks", "ends"])
async def test_who_asks_and_ends_at_the_same_time_leaves_the_other_nothing_of_its_own(
    redis: Redis,
    interrupted: Interrupted,
    two: tuple[str, str],
    before: Any,
    ends: Act,
    first: str,
) -> None:
    """The same player, over two devices: one does all of it between two steps of the other."""
    acts = (ask, ends) if first == "asks" else (ends, ask)
    for step in range(STEPS):
        await redis.zrem(relations.blocks(two[0]), two[1])
        await made(redis, *two, before)

        async def do() -> None:
            assert refusal_of(await outcome(acts[1], redis, *two)) in ("", "conflict")

        interrupted.left, interrupted.do = step, do
        assert refusal_of(await outcome(acts[0], interrupted, *two)) in ("", "conflict")
        own, others = await states(redis, *two)
        where = f"before command {step}"
        blocked = await Blocks(redis).has_any([two[0]], two[1])
        if interrupted.left < 0:
            assert blocked is (ends is block), where
        assert not (blocked and own), where
        assert own or others in (None, ASKED), where


async def test_two_who_ask_at_the_same_time_are_friends(redis: Redis, two: tuple[str, str]) -> None:
    ann, bob = two
    for _ in range(20):
        await made(redis, ann, bob, NOTHING)
        await asyncio.gather(ask(redis, ann, bob), ask(redis, bob, ann))
        assert await states(redis, ann, bob) == FRIENDS


async def test_a_side_that_was_lost_is_asked_for_anew(redis: Redis, two: tuple[str, str]) -> None:
    """As after a Redis of which one part was restored older: nobody is a friend unasked."""
    ann, bob = two
    await made(redis, ann, bob, (FRIEND, None))
    assert await Friends(redis).ask(ann, bob) == ASKED
    assert await states(redis, ann, bob) == WAITING


async def test_a_player_has_so_many_friends(redis: Redis, two: tuple[str, str]) -> None:
    """Acceptance counts as well; the requests of others do not."""
    ann, bob = two
    rows: Any = {f"{number:022}": FRIEND for number in range(MAX_FRIENDS)}
    await redis.hset(relations.friends(ann), mapping=rows)
    await Friends(redis).ask(bob, ann)
    assert await states(redis, ann, bob) == ASKING
    with pytest.raises(Problem, match=str(MAX_FRIENDS)):
        await Friends(redis).ask(ann, bob)
    assert await states(redis, ann, bob) == ASKING


async def test_a_player_blocks_so_many(redis: Redis, two: tuple[str, str]) -> None:
    ann, bob = two
    rows: Any = {f"{number:022}": number for number in range(relations.MAX_BLOCKS)}
    await redis.zadd(relations.blocks(ann), rows)
    await made(redis, ann, bob, FRIENDS)
    with pytest.raises(Problem, match=str(relations.MAX_BLOCKS)):
        await Blocks(redis).add(ann, bob)
    assert await states(redis, ann, bob) == FRIENDS


async def test_what_others_ask_expires_with_an_account_that_is_never_used(
    redis: Redis, two: tuple[str, str]
) -> None:
    ann, bob = two
    await Friends(redis).ask(ann, bob)
    assert 0 < await redis.ttl(relations.friends(bob)) <= await redis.ttl(f"player:{{{bob}}}")
