"""Stored matches that are made to be what this engine cannot read, show or play."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import orjson
from engine.store import keys
from engine.store.compression import pack, unpack
from redis.asyncio import Redis

GAME = "lost-cities"
Match = dict[str, Any]

SPOILT: Mapping[str, Callable[[Match], Match]] = {
    "cannot be read": lambda _: {},
    "cannot be shown": lambda match: (
        match | {"state": match["state"] | {"expeditions": [], "hands": []}}
    ),
    "has other rules": lambda match: (
        match | {"rules_version": 9, "state": match["state"] | {"only_there": 7}}
    ),
    "is of another game": lambda match: match | {"game": "chess"},
}
"""How a running match of GAME is changed, by what is wrong with it then."""


@asynccontextmanager
async def spoilt(redis: Redis, match_id: str, how: str) -> AsyncIterator[None]:
    """Spoil a match for the block: other tests meet it in the lists."""
    name = keys.match(match_id)
    packed: Any = await redis.hget(name, "match")
    match = SPOILT[how](orjson.loads(unpack(packed)))
    fields: Any = {"match": pack(orjson.dumps(match)), "game": match.get("game", GAME)}
    await redis.hset(name, mapping=fields)
    try:
        yield
    finally:
        whole: Any = {"match": packed, "game": GAME}
        await redis.hset(name, mapping=whole)
