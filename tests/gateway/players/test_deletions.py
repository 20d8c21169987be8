"""Deletions of players: the order, the passes, and what finishes them after a failure."""

from collections.abc import AsyncIterator
from time import time
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from gateway.engine_client.client import ENGINES, EngineClient
from gateway.engine_client.group import Way
from gateway.errors import Problem, unavailable
from gateway.observability.metrics import Metrics
from gateway.players import deletions
from gateway.players.availability import Availability
from gateway.players.blocks import Blocks
from gateway.players.deletions import LATER_S, Deletions
from gateway.players.friends import Friends
from gateway.players.hooks import Hooks
from gateway.players.identity import Identity
from gateway.players.pending_invitations import Invited
from gateway.players.player_store import PlayerStore
from gateway.players.presence import Presence
from gateway.players.token_cache import TokenCache
from redis.asyncio import Redis
from redislink.accounts import DELETIONS, PASSES_S, order_deletion, passes

from tests.support.live import Live
from tests.support.players import Client, ok, register
from tests.support.requests import DELETE_ME, RENAME, call, code, table
from tests.support.waiting import until

pytestmark = pytest.mark.anyio


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
def store(redis: Redis) -> PlayerStore:
    cache: TokenCache[Identity] = TokenCache(10, Metrics())
    return PlayerStore(redis, cache)


def deletions_of(
    redis: Redis, store: PlayerStore, engine: EngineClient, metrics: Metrics
) -> Deletions:
    offers = Availability(redis, lambda: ["lost-cities"])
    friends, blocks = Friends(redis), Blocks(redis)
    invited, presence = Invited(redis), Presence(redis)
    hooks = Hooks(redis)
    return Deletions(
        redis, store, offers, invited, friends, blocks, hooks, presence, engine, metrics
    )


@pytest.fixture
async def without_engine(
    redis: Redis, store: PlayerStore, metrics: Metrics
) -> AsyncIterator[Deletions]:
    """Of a gateway that finds no engine."""
    engine = EngineClient("ipv4:127.0.0.1:1", Way(1.0, batching=False))
    engine.start()
    yield deletions_of(redis, store, engine, metrics)
    await engine.close()


async def waits_for(redis: Redis, player_id: str) -> list[float]:
    """When the passes are due that are left, in seconds from now."""
    due = [await redis.zscore(DELETIONS, member) for member in passes(player_id, 0)]
    return [each - time() for each in due if each is not None]


def gone(player: Client) -> bool:
    return player.get("/v1/players/me").status_code == 401


async def test_a_player_is_gone_at_once_and_looked_for_again(live: Live, redis: Redis) -> None:
    match_id, (ann, bob) = table(live.url)
    answer = call(ann, DELETE_ME)
    assert (answer.status_code, answer.content) == (204, b"")
    assert gone(ann)
    assert code(Client(live.url).get(f"/v1/players/{ann.id}")) == (404, "not_found")
    match = bob.see(match_id)
    assert match["seats"][0]["player"] == {**ann.player, "displayName": "gone"}
    assert (match["status"], match["outcome"]["winners"]) == ("finished", [1])
    assert not await redis.exists(f"player:{{{ann.id}}}")
    later = await waits_for(redis, ann.id)
    assert len(later) == len(PASSES_S) - 1
    assert all(0 <= wait - left < 60 for wait, left in zip(PASSES_S[1:], later, strict=True))


async def test_without_an_engine_the_tokens_end_and_the_rest_is_done_later(
    live: Live, redis: Redis, without_engine: Deletions, metrics: Metrics
) -> None:
    match_id, (ann, bob) = table(live.url)
    await without_engine.delete(ann.id)
    assert gone(ann)
    assert len(await waits_for(redis, ann.id)) == len(PASSES_S)
    assert metrics.deletions[("failed",)]._value.get() == 1
    until(lambda: bob.see(match_id)["status"] == "finished")  # by a gateway that has one
    assert bob.see(match_id)["seats"][0]["player"]["displayName"] == "gone"


async def test_an_order_alone_deletes_a_player(live: Live, redis: Redis) -> None:
    """As of a gateway that died right after it, or of an operator."""
    match_id, (ann, bob) = table(live.url)
    await order_deletion(redis, passes(ann.id, time()))
    until(lambda: gone(ann) and bob.see(match_id)["status"] == "finished")
    until(lambda: names(bob, match_id) == ["gone", "Bob"])


def names(viewer: Client, match_id: str) -> list[str]:
    return [seat["player"]["displayName"] for seat in viewer.see(match_id)["seats"]]


async def test_a_match_that_begins_meanwhile_is_left_in_a_later_pass(
    live: Live, redis: Redis
) -> None:
    _, (ann, bob) = table(live.url)
    held: Any = await redis.hgetall(f"player:{{{ann.id}}}")
    assert call(ann, DELETE_ME).status_code == 204
    await redis.hset(f"player:{{{ann.id}}}", mapping=held)  # a request that is on its way
    second = ann.create()["id"]
    await order_deletion(redis, {f"{ann.id} 1": time()})
    until(lambda: ok(bob.get(f"/v1/matches/{second}"))["status"] == "aborted")
    assert gone(ann)


async def test_a_deletion_is_not_undone_by_a_name(
    store: PlayerStore, without_engine: Deletions, redis: Redis
) -> None:
    player, _ = await store.create_player("Ann", "bot")
    await without_engine.delete(player.id)
    with pytest.raises(Problem) as raised:
        await store.change(player, "Bea")
    assert raised.value.code == "unauthenticated"
    assert not await redis.exists(f"player:{{{player.id}}}")


async def test_whoever_is_gone_is_kept_by_nothing(live: Live) -> None:
    ann = register(live.url)
    assert call(ann, DELETE_ME).status_code == 204
    for route in (DELETE_ME, RENAME):
        assert code(call(ann, route)) == (401, "unauthenticated")


async def test_a_pass_that_fails_holds_up_no_other(
    redis: Redis, without_engine: Deletions, metrics: Metrics
) -> None:
    members = [f"{number:022} 0" for number in range(2)]
    for member in members:
        await without_engine._finish(member)
    assert metrics.deletions[("failed",)]._value.get() == len(members)
    await order_deletion(redis, dict.fromkeys(members, time()))
    await without_engine.finish_due()
    assert not {each.encode() for each in members} & {
        *await redis.zrangebyscore(DELETIONS, 0, time())
    }, "they are put off"
    await redis.zrem(DELETIONS, *members)


class Walked(EngineClient):
    """Of an engine that answers with one place after the other, and fails once at each."""

    def __init__(self, redis: Redis, member: str, places: int) -> None:
        super().__init__("ipv4:127.0.0.1:1", Way(1.0, batching=False))
        self._redis, self._member, self._places = redis, member, places
        self._failed = {""}
        self.waits: list[float] = []

    async def forget_player(self, request: pb.ForgetPlayerRequest) -> pb.ForgetPlayerResponse:
        if request.place not in self._failed:
            self._failed.add(request.place)
            raise unavailable()
        due = await self._redis.zscore(DELETIONS, self._member)
        self.waits.append(0 if due is None else due - time())
        # As if most of the time that a gateway has had passed meanwhile.
        await self._redis.zadd(DELETIONS, {self._member: time() + 5}, xx=True)
        place = int(request.place or 0) + 1
        return pb.ForgetPlayerResponse(next_place=str(place) if place < self._places else "")


class Elsewhere(EngineClient):
    """Of engines that lack the rules of a match on the first of two pages, but for the last one."""

    def __init__(self, lacking: int) -> None:
        super().__init__("ipv4:127.0.0.1:1", Way(1.0, batching=False))
        self.lacking = lacking
        self.places: list[str] = []

    async def _call(self, method: str, request: Any, *_: Any, **__: Any) -> Any:
        self.places.append(request.place)
        if request.place:
            return pb.ForgetPlayerResponse()
        return pb.ForgetPlayerResponse(next_place="1", elsewhere=len(self.places) <= self.lacking)


@pytest.mark.parametrize(("lacking", "done"), [(1, True), (100, False)])
async def test_a_seat_that_other_engines_play_is_left_to_them_or_to_a_later_pass(
    redis: Redis, store: PlayerStore, metrics: Metrics, lacking: int, done: bool
) -> None:
    member = f"{'e' * 22} 0"
    await redis.zadd(DELETIONS, {member: time() + 5})
    engine = Elsewhere(lacking)
    await deletions_of(redis, store, engine, metrics)._finish(member)
    assert engine.places == [""] * (2 if done else ENGINES) + ["1"], "the other page is dealt with"
    due = await redis.zscore(DELETIONS, member)
    await redis.zrem(DELETIONS, member)
    assert (due is None) == done
    assert due is None or due - time() > LATER_S - 60
    assert metrics.deletions[("failed",)]._value.get() == 0


@pytest.mark.parametrize("ended", [False, True])
async def test_a_long_pass_is_made_by_one_gateway_from_the_beginning_to_the_end(
    redis: Redis,
    store: PlayerStore,
    metrics: Metrics,
    monkeypatch: pytest.MonkeyPatch,
    ended: bool,
) -> None:
    monkeypatch.setattr(deletions, "RETRY_S", 0)
    member = f"{'w' * 22} 0"
    await redis.zadd(DELETIONS, {member: time() + 5})
    if ended:  # by another gateway, which has made it as well
        await redis.zrem(DELETIONS, member)
    engine = Walked(redis, member, places=4)
    long = deletions_of(redis, store, engine, metrics)
    await long._lease([member])
    await long._finish(member)
    assert len(engine.waits) == 4
    assert all(wait == 0 if ended else wait > 20 for wait in engine.waits)
    assert await redis.zscore(DELETIONS, member) is None
    assert metrics.deletions[("done",)]._value.get() == 1
    assert metrics.deletions[("failed",)]._value.get() == 0


async def test_a_pass_that_cannot_go_on_is_made_again(
    redis: Redis, store: PlayerStore, metrics: Metrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deletions, "RETRY_S", 0)
    monkeypatch.setattr(deletions, "ATTEMPTS", 1)
    member = f"{'v' * 22} 0"
    await redis.zadd(DELETIONS, {member: time() + 5})
    engine = Walked(redis, member, places=2)
    await deletions_of(redis, store, engine, metrics)._finish(member)
    assert await redis.zrem(DELETIONS, member) == 1
    assert metrics.deletions[("failed",)]._value.get() == 1
