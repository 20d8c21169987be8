"""Tokens in Redis: what a revoked one proves, what a repeat gets, and how many there are."""

from datetime import timedelta
from typing import Any

import pytest
from gateway.digests import digest
from gateway.errors import Problem
from gateway.players.identity import Identity
from gateway.players.player import Player
from gateway.players.player_store import PlayerStore
from gateway.players.token_cache import TokenCache
from gateway.players.token_store import KEY_TTL, MAX_TOKENS, PAGE, TokenStore
from gateway.players.tokens import Token, TokenIdempotency, field_of, new_secret
from redis.asyncio import Redis

from tests.gateway.players.test_player_store import PLAYER_ID, VALUE, cache, look_up, store

__all__ = ["cache", "store"]

pytestmark = pytest.mark.anyio


@pytest.fixture
def held(redis: Redis, cache: TokenCache[Identity]) -> TokenStore:
    return TokenStore(redis, cache)


async def test_a_revoked_token_is_gone_here_at_once(
    store: PlayerStore, held: TokenStore, redis: Redis, cache: TokenCache[Identity]
) -> None:
    player, first = await store.create_player("Ann", "bot")
    token, value, replayed = await held.add(player, "phone", ["read"], None)
    assert not replayed
    identity = await look_up(redis, value)
    assert identity
    assert identity[:2] == (player, token)
    cache.begin_lookup()(digest(value), player.id, identity)
    assert await held.revoke(player, token.id)
    assert cache.get(digest(value)) is None
    assert await look_up(redis, value) is None
    assert await look_up(redis, first)
    assert not await held.revoke(player, token.id)


async def test_a_repeat_gets_the_same_token_and_another_request_none(
    store: PlayerStore, held: TokenStore, redis: Redis
) -> None:
    player, first = await store.create_player("Ann", "bot")
    key = TokenIdempotency(first, "k", "print")
    token, value, replayed = await held.add(player, "phone", ["read"], key)
    assert not replayed
    assert await held.add(player, "phone", ["read"], key) == (token, value, True)
    assert len((await held.page(player))[0]) == 2
    for other in (TokenIdempotency(first, "k", "other"), TokenIdempotency(value, "k", "print")):
        with pytest.raises(Problem) as raised:
            await held.add(player, "phone", ["read"], other)
        assert raised.value.code == "idempotency_mismatch"
    left = await redis.ttl(f"player:{{{player.id}}}:key:k")
    assert KEY_TTL - timedelta(minutes=1) < timedelta(seconds=left) <= KEY_TTL


async def test_a_repeat_does_not_make_a_revoked_token_valid(
    store: PlayerStore, held: TokenStore, redis: Redis
) -> None:
    player, first = await store.create_player("Ann", "bot")
    key = TokenIdempotency(first, "k", "print")
    token, value, _ = await held.add(player, "phone", ["read"], key)
    assert await held.revoke(player, token.id)
    assert await held.add(player, "phone", ["read"], key) == (token, value, True)
    assert await look_up(redis, value) is None


async def test_a_player_has_so_many_tokens(store: PlayerStore, held: TokenStore) -> None:
    """What is stored beside them counts as none."""
    player, first = await store.create_player("Ann", "bot")
    changed, settings = await store.change(
        player, research=True, listed=False, presence="nobody", emotes="none"
    )
    assert (changed, settings.research) == (player, True)
    key = TokenIdempotency(first, "k", "print")
    once = await held.add(player, "phone", ["read"], key)
    for _ in range(MAX_TOKENS - 2):
        token, _, _ = await held.add(player, "phone", ["read"], None)
    for idempotency in (None, TokenIdempotency(first, "other", "print")):
        with pytest.raises(Problem, match=f" {MAX_TOKENS} ") as raised:
            await held.add(player, "phone", ["read"], idempotency)
        assert raised.value.code == "conflict"
    assert await held.add(player, "phone", ["read"], key) == (*once[:2], True)
    assert await held.revoke(player, token.id)
    await held.add(player, "phone", ["read"], None)
    kept, _ = await held.page(player)
    assert len(kept) == MAX_TOKENS


async def test_a_player_that_is_gone_gets_no_token(
    store: PlayerStore, held: TokenStore, redis: Redis
) -> None:
    player, _ = await store.create_player("Ann", "bot")
    await redis.delete(f"player:{{{player.id}}}")
    with pytest.raises(Problem) as raised:
        await held.add(player, "phone", ["read"], None)
    assert raised.value.code == "unauthenticated"
    assert not await redis.exists(f"player:{{{player.id}}}")


async def test_thousands_of_tokens_come_in_pages(
    store: PlayerStore, held: TokenStore, redis: Redis
) -> None:
    player, _ = await store.create_player("Ann", "bot")
    many = [Token.new(f"{number}", ["read"]) for number in range(3000)]
    fields: dict[Any, Any] = {field_of(new_secret()): token.dump() for token in many}
    await redis.hset(f"player:{{{player.id}}}", mapping=fields)
    found, cursor, pages = set[str](), 0, 0
    while cursor or not pages:
        page, cursor = await held.page(player, cursor)
        assert len(page) < 3 * PAGE
        found |= {token.id for token in page}
        pages += 1
    assert pages > 3000 / PAGE / 3
    assert {token.id for token in many} < found
    assert await held.revoke(player, many[7].id)
    assert not await held.has(player, many[7].id)


async def test_a_hundred_tokens_come_on_one_page_oldest_first(
    store: PlayerStore, held: TokenStore
) -> None:
    player, _ = await store.create_player("Ann", "bot")
    for number in range(99):
        await held.add(player, f"{number}", ["read"], None)
    page, cursor = await held.page(player)
    assert (len(page), cursor) == (100, 0)
    assert page == sorted(page, key=lambda token: (token.createTime, token.id))


@pytest.mark.usefixtures("redis_url")  # it opens connections, as tests with a Redis may
async def test_without_redis_everything_is_unavailable(cache: TokenCache[Identity]) -> None:
    async with Redis.from_url("redis://127.0.0.1:1") as nowhere:
        held, player = TokenStore(nowhere, cache), Player(PLAYER_ID, "Ann", "bot")
        for call in (
            held.page(player),
            held.revoke(player, "x"),
            held.add(player, "x", [], None),
            held.add(player, "x", [], TokenIdempotency(VALUE, "k", "print")),
        ):
            with pytest.raises(Problem) as raised:
                await call
            assert raised.value.code == "unavailable"
