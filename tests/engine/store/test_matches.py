"""The store against a real Redis: one winner, one effect, one notice, and no long waits."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any, cast

import anyio
import pytest
from anyio import to_thread
from croupier_game.replace import replace
from croupier_match.match import AnyMatch, Status
from croupier_match.refusals import Conflict, GameFailed, NotFound, VersionMismatch
from croupier_match.sealing import Given
from engine.domain.errors import IdempotencyMismatch, StoreUnavailable
from engine.store.idempotency import AlreadyDone, Answer, IdempotencyKey
from engine.store.indexes.match_index import member, scope_of
from engine.store.matches import MatchStore
from engine.store.saves import head_of
from engine.store.types import RematchRequests, Saving
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redislink.channels import Notice
from redislink.client import connect
from telemetry.observe import Observation

from tests.engine.conftest import PATIENT_S, TIMEOUT_S, TTL
from tests.support.matches import (
    Step,
    created,
    fresh_id,
    key,
    moved,
    outcomes,
    person,
    resigned,
    seated,
)
from tests.support.waiting import Stopwatch
from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio

PATIENCE_S = 2.0
HEARD_S = 60.0
"""How long anyone may wait for a store that is away."""


async def save(
    store: MatchStore, before: AnyMatch | None, after: Step, key: IdempotencyKey | None = None
) -> AnyMatch:
    """Store one step; the match after it."""
    await store.save(saving(before, after, key))
    return after[0]


def saving(before: AnyMatch | None, after: Step, key: IdempotencyKey | None = None) -> Saving:
    match, entry = after
    version = before.version if before else 0
    return Saving(before, match, [entry], key, Answer(version, match.version, entry.seat))


async def waiting(store: MatchStore) -> AnyMatch:
    return await save(store, None, created())


async def running(store: MatchStore) -> AnyMatch:
    match = await waiting(store)
    return await save(store, match, seated(match, 1))


def log_key(match: AnyMatch) -> str:
    return f"match:{{{match.id}}}:log"


async def stored_version(redis: Redis, match: AnyMatch) -> int:
    version = await cast(Awaitable[Any], redis.hget(f"match:{{{match.id}}}", "version"))
    return int(version)


async def log_length(redis: Redis, match: AnyMatch) -> int:
    return await redis.llen(log_key(match))


async def test_what_is_saved_is_what_is_loaded_at_every_version(store: MatchStore) -> None:
    log = []
    after = created()
    match = await save(store, None, after)
    while True:
        log.append(after[1])
        assert await store.load(match.id) == match
        if match.ended:
            break
        after = seated(match, 1) if match.version == 1 else moved(match)
        match = await save(store, match, after)
    assert match.version > 40
    assert await store.log(match, match.version) == log


async def test_the_log_can_be_read_up_to_any_version(store: MatchStore) -> None:
    match = await running(store)
    for _ in range(5):
        match = await save(store, match, moved(match))
    for last in range(1, match.version + 1):
        entries = await store.log(match, last)
        assert [entry.version for entry in entries] == list(range(1, last + 1))


async def test_many_are_loaded_in_order_with_gaps_for_those_that_are_not(store: MatchStore) -> None:
    first, second = await waiting(store), await running(store)
    found = await store.load_many([second.id, fresh_id(), first.id])
    assert found == [second, None, first]
    assert await store.load_many([]) == []


async def test_a_deal_that_could_not_be_read_again_is_not_stored(store: MatchStore) -> None:
    match = await waiting(store)
    after, entry = seated(match, 1)
    state: Any = after.state
    unreadable = replace(after, state=replace(state, turn=None))
    with pytest.raises(GameFailed) as failed:
        await save(store, match, (unreadable, entry))
    assert failed.value.function == "new_game"
    assert await store.load(match.id) == match


async def test_an_unknown_id_is_not_found(store: MatchStore) -> None:
    for match_id in (fresh_id(), "", "}", "{", "a b", "ü" * 30):
        with pytest.raises(NotFound):
            await store.load(match_id)


async def test_a_save_over_an_old_version_is_refused_and_changes_nothing(
    store: MatchStore, redis: Redis
) -> None:
    first = await running(store)
    second = await save(store, first, moved(first))
    with pytest.raises(VersionMismatch) as refused:
        await save(store, first, resigned(first, 0))
    assert refused.value.version == second.version
    assert await store.load(first.id) == second
    assert await log_length(redis, first) == second.version


async def test_of_fifty_saves_at_once_one_wins(store: MatchStore, redis: Redis) -> None:
    before = await running(store)
    after = moved(before)
    found = await outcomes([lambda: save(store, before, after)] * 50)
    assert [result for result in found if not isinstance(result, Exception)] == [after[0]]
    lost = [result for result in found if isinstance(result, VersionMismatch)]
    assert len(lost) == 49
    assert {result.version for result in lost} == {before.version + 1}
    assert await log_length(redis, before) == before.version + 1


async def test_of_fifty_that_create_one_match_at_once_one_wins(
    store: MatchStore, redis: Redis
) -> None:
    match, entry = created()
    found = await outcomes([lambda: save(store, None, (match, entry))] * 50)
    assert found.count(match) == 1
    assert sum(isinstance(result, VersionMismatch) for result in found) == 49
    assert await log_length(redis, match) == 1


async def test_an_end_and_the_moves_beside_it_take_one_round_trip(redis_url: str) -> None:
    trips = list[str]()

    def observed(name: str) -> Observation:
        trips.append(name)
        return Observation()

    async with connect(redis_url, PATIENT_S, observer=observed) as client:
        store = MatchStore(client, TTL)
        ends, goes_on = await running(store), await running(store)
        trips.clear()
        changes = [(ends, resigned(ends, 0)), (goes_on, moved(goes_on))]
        failures = await store.save_all([saving(*each) for each in changes])
        assert failures == [None, None]
        assert trips == ["EVALSHA"]
        scopes = [scope_of(seat.player.id) for seat in ends.seats if seat.player]
        for status, names in ((Status.ACTIVE, []), (Status.FINISHED, [member(ends)])):
            assert await store.lists.page(scopes, "", status, "", 9) == names


async def test_a_taken_key_is_told_before_a_version_that_has_gone_by(store: MatchStore) -> None:
    match, player = await running(store), person()
    after = moved(match)
    await save(store, match, after, key(player))
    with pytest.raises(AlreadyDone) as done:
        await save(store, match, after, key(player))
    assert done.value.answer == Answer(match.version, match.version + 1, 0)


async def test_a_refused_save_does_not_use_up_its_key(store: MatchStore) -> None:
    match, player = await running(store), person()
    later = await save(store, match, moved(match))
    with pytest.raises(VersionMismatch):
        await save(store, match, moved(match), key(player))
    last = await save(store, later, moved(later), key(player))
    assert await store.load(match.id) == last


async def test_everything_of_a_match_expires_together(store: MatchStore, redis: Redis) -> None:
    match = await save(store, None, created(), key(person()))
    match = await save(store, match, seated(match, 1))
    await store.request_rematch(match, 0, False, None)
    match = await save(store, match, moved(match))
    await expires(redis, match, TTL.abandoned)
    for name in await redis.keys(f"match:{{{match.id}}}*"):  # as if much of its life had passed
        await redis.pexpire(name, TTL.abandoned // 2)
    await redis.hincrby(f"match:{{{match.id}}}", "until", -TTL.abandoned // 2)
    match = await save(store, match, moved(match))
    await expires(redis, match, TTL.abandoned)
    match = await save(store, match, resigned(match, 0))
    assert match.ended
    await expires(redis, match, TTL.finished)


async def expires(redis: Redis, match: AnyMatch, milliseconds: int) -> None:
    names = [name async for name in redis.scan_iter(match=f"match:{{{match.id}}}*", count=1000)]
    assert len(names) == 4
    for name in names:
        assert milliseconds * 31 // 32 - 10_000 < await redis.pttl(name) <= milliseconds


async def test_every_save_is_announced_once_it_can_be_read(store: MatchStore, redis: Redis) -> None:
    match = await running(store)
    async with notices(redis, match) as heard:
        async with anyio.create_task_group() as group:
            group.start_soon(play, store, match, 30)
            for version in range(match.version + 1, match.version + 31):
                assert (await next_notice(heard)).version == version
                assert await stored_version(redis, match) >= version
        assert await stored_version(redis, match) == match.version + 30


async def play(store: MatchStore, match: AnyMatch, moves: int) -> None:
    for _ in range(moves):
        match = await save(store, match, moved(match))


async def test_nothing_is_announced_when_nothing_was_stored(
    store: MatchStore, redis: Redis
) -> None:
    first, player = await running(store), person()
    second = await save(store, first, moved(first), key(player))
    async with notices(redis, first) as heard:
        for refused in (None, key(player), key(player, fingerprint="other")):
            with pytest.raises((VersionMismatch, AlreadyDone, IdempotencyMismatch)):
                await save(store, first, moved(first), refused)
        await store.request_rematch(first, 0, True, None)
        third = await save(store, second, moved(second))
        assert (await next_notice(heard)).version == third.version


@asynccontextmanager
async def notices(redis: Redis, match: AnyMatch) -> AsyncIterator[PubSub]:
    async with redis.pubsub() as heard:
        await heard.subscribe(f"match:{{{match.id}}}")
        assert await heard.get_message(timeout=HEARD_S)
        yield heard


async def next_notice(heard: PubSub) -> Notice:
    message = await heard.get_message(timeout=HEARD_S)
    assert message
    return Notice.parse(message["data"].decode())


async def test_a_notice_has_the_heads_after_and_before(store: MatchStore, redis: Redis) -> None:
    first = await running(store)
    async with notices(redis, first) as heard:
        second = await save(store, first, moved(first))
        told = second.version, head_of(second), first.version, head_of(first)
        assert await next_notice(heard) == told
        third = await save(store, second, moved(second))
        assert (await next_notice(heard)).version == third.version, "there is one of each version"


async def test_wishes_for_a_rematch_add_up(store: MatchStore) -> None:
    match = await running(store)
    first = await store.request_rematch(match, 1, True, None)
    assert (first.asked, first.by_seat, first.replayed) == ((1,), {1: True}, False)
    again = await store.request_rematch(match, 1, False, None)
    assert (again.asked, again.by_seat) == ((1,), {1: False})
    both = await store.request_rematch(match, 0, True, None)
    assert (both.asked, both.by_seat) == ((0, 1), {0: True, 1: False})


async def test_a_wish_under_a_key_gives_the_first_answer_again(store: MatchStore) -> None:
    match, player = await running(store), person()
    first = await store.request_rematch(match, 0, True, key(player))
    await store.request_rematch(match, 1, True, None)
    again = await store.request_rematch(match, 0, True, key(player))
    assert (again.asked, again.replayed) == (first.asked, True)
    assert again.by_seat == {0: True, 1: True}
    with pytest.raises(IdempotencyMismatch):
        await store.request_rematch(match, 0, False, key(player, fingerprint="other"))
    assert (await store.request_rematch(match, 1, True, None)).by_seat == {0: True, 1: True}


async def test_of_two_wishes_with_one_seal_at_once_the_second_is_refused(
    store: MatchStore,
) -> None:
    match, seal = await running(store), Given(seal="ab" * 32)
    wish = partial(store.request_rematch, match, keep_score=True, key=None, given=seal)
    found = await asyncio.gather(wish(seat=0), wish(seat=1), return_exceptions=True)
    assert [str(each) for each in found if isinstance(each, Conflict)] == [
        "Another seat has asked with the same seal."
    ]
    (first,) = (each.asked for each in found if isinstance(each, RematchRequests))
    assert (await wish(seat=first[0])).asked == first, "its own seal is no other one"
    other = await wish(seat=1 - first[0], given=Given(seal="cd" * 32))
    assert other.asked == (0, 1)


async def test_wishes_may_have_the_same_entropy(store: MatchStore) -> None:
    match, entropy = await running(store), Given(entropy="ab" * 32)
    for seat in (0, 1):
        asked = await store.request_rematch(match, seat, True, None, entropy)
    assert asked.given == {0: entropy, 1: entropy}


async def test_a_wish_for_a_match_that_has_gone_leaves_nothing_behind(
    store: MatchStore, redis: Redis
) -> None:
    gone = await running(store)
    names = [name async for name in redis.scan_iter(match=f"match:{{{gone.id}}}*", count=1000)]
    await redis.delete(*names)
    with pytest.raises(NotFound):
        await store.request_rematch(gone, 0, True, key(person()))
    left = [name async for name in redis.scan_iter(match=f"match:{{{gone.id}}}*", count=1000)]
    assert left == []


async def test_a_wish_does_not_outlive_its_match(store: MatchStore, redis: Redis) -> None:
    match = await running(store)
    await store.request_rematch(match, 0, True, key(person()))
    left = await redis.pttl(f"match:{{{match.id}}}")
    for part in ("rematch", "keys"):
        # Redis rounds each to a millisecond, at its own moment.
        assert left - 1000 < await redis.pttl(f"match:{{{match.id}}}:{part}") <= left + 2


async def test_more_requests_at_once_than_connections_wait_their_turn(store: MatchStore) -> None:
    match = await running(store)
    found = await outcomes([lambda: store.load(match.id)] * 400)
    assert found == [match] * 400


async def test_a_redis_that_is_away_is_unavailable_at_once_and_comes_back(
    own_store: MatchStore, own_server: RedisServer
) -> None:
    match = await running(own_store)
    await outcomes([lambda: own_store.load(match.id)] * 8)
    await to_thread.run_sync(own_server.stop)
    for _ in range(2):
        await unavailable(own_store, match)
    await to_thread.run_sync(own_server.start)
    assert await outcomes([lambda: own_store.load(match.id)] * 8) == [match] * 8
    match = await save(own_store, match, moved(match))
    assert (await own_store.request_rematch(match, 0, True, None)).asked == (0,)
    assert await own_store.load(match.id) == match


async def test_a_redis_that_was_replaced_between_two_requests_is_not_noticed(
    own_store: MatchStore, own_server: RedisServer
) -> None:
    match = await running(own_store)
    await to_thread.run_sync(own_server.stop)
    await to_thread.run_sync(own_server.start)
    match = await save(own_store, match, moved(match))
    assert await own_store.load_many([match.id]) == [match]
    assert await own_store.load(match.id) == match


async def test_a_redis_that_hangs_is_unavailable_soon_and_comes_back(
    own_store: MatchStore, own_server: RedisServer
) -> None:
    match = await running(own_store)
    with paused(own_server):
        await unavailable(own_store, match)
    assert await own_store.load_many([match.id]) == [match]
    match = await own_store.load(match.id)
    match = await save(own_store, match, moved(match))
    assert await own_store.load(match.id) == match


async def test_a_save_whose_answer_is_lost_is_not_sent_twice(
    own_store: MatchStore, own_server: RedisServer
) -> None:
    """Else the second would find the first, and be refused for its own sake."""
    match = await running(own_store)
    after = moved(match)
    found: list[Any] = []
    answered = anyio.Event()

    async def lose() -> None:
        found.extend(await outcomes([lambda: save(own_store, match, after)]))
        answered.set()

    async with anyio.create_task_group() as group:
        with paused(own_server):
            group.start_soon(lose)
            with anyio.move_on_after(TIMEOUT_S * 1.5):
                await answered.wait()
    assert [type(result) for result in found] == [StoreUnavailable]


async def test_a_save_whose_answer_is_lost_can_be_sent_again_under_its_key(
    own_store: MatchStore, own_server: RedisServer
) -> None:
    match, player = await running(own_store), person()
    after = moved(match)
    with paused(own_server), pytest.raises(StoreUnavailable):
        await save(own_store, match, after, key(player))
    found = await outcomes([lambda: save(own_store, match, after, key(player))])
    assert found == [after[0]] or isinstance(found[0], AlreadyDone)
    assert await own_store.load(match.id) == after[0]
    assert len(await own_store.log(match, 100)) == after[0].version


async def unavailable(store: MatchStore, match: AnyMatch) -> None:
    """Every call of the store says so, all of them within the patience of one."""
    calls: list[Callable[[], Awaitable[Any]]] = [
        lambda: store.load(match.id),
        lambda: store.load(match.id, key(person())),
        lambda: store.load_many([match.id]),
        lambda: save(store, match, moved(match)),
        lambda: store.log(match, 1),
        lambda: store.request_rematch(match, 0, True, None),
        lambda: store.lists.page(["public"], "", None, "", 10),
        lambda: store.lists.unlist(["public"], "x"),
    ]
    watch = Stopwatch()
    found = await outcomes(calls)
    assert not watch.exceeds(PATIENCE_S)
    assert [type(result) for result in found] == [StoreUnavailable] * len(calls)


@contextmanager
def paused(server: RedisServer) -> Iterator[None]:
    assert server.process
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
