"""Blocks in Redis: how many there may be, also of those that are made at the same moment."""

import asyncio
import secrets

import pytest
from gateway.errors import Problem
from gateway.observability.metrics import Metrics
from gateway.players.blocks import Blocks
from gateway.players.identity import Identity
from gateway.players.player_store import PlayerStore
from gateway.players.token_cache import TokenCache
from redis.asyncio import Redis
from redislink import relations

pytestmark = pytest.mark.anyio


async def test_no_more_are_blocked_than_may_be_by_requests_at_the_same_time(redis: Redis) -> None:
    cache: TokenCache[Identity] = TokenCache(10, Metrics())
    ann, _ = await PlayerStore(redis, cache).create_player("Ann", "human")
    before = {secrets.token_urlsafe(16): each for each in range(relations.MAX_BLOCKS - 2)}
    await redis.zadd(relations.blocks(ann.id), before)
    blocks = Blocks(redis)
    others = [secrets.token_urlsafe(16) for _ in range(10)]
    done = await asyncio.gather(
        *(blocks.add(ann.id, each) for each in others), return_exceptions=True
    )
    refused = [each for each in done if isinstance(each, Problem)]
    assert (len(refused), {each.code for each in refused}) == (8, {"conflict"})
    blocked = await blocks.now(ann.id)
    assert len(blocked) == relations.MAX_BLOCKS
    for each in blocked & {*others}:
        await blocks.add(ann.id, each)  # it may be repeated
