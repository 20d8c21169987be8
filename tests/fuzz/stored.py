"""What odd requests have left in Redis, and what can be seen of it."""

import json
from typing import Any

from croupier_game.seeded import seeded_chance
from croupier_match.evolve import replay
from croupier_match.match import Access, AnyMatch
from engine.domain.registry import GAMES
from engine.store.compression import unpack
from engine.store.matches import MatchStore
from redis import Redis
from redislink.client import connect

from tests.fuzz.bombardment import World
from tests.support.live import TTL
from tests.support.players import Client, ok


def everything_about(url: str, redis_url: str, world: World) -> list[Any]:
    """Return all that is stored of the probe, and all that anyone can see of it."""
    name = f"match:{{{world.probe}}}"
    with Redis.from_url(redis_url) as redis:
        stored = [
            redis.hgetall(name),
            redis.lrange(f"{name}:log", 0, -1),
            redis.hgetall(f"{name}:keys"),
            redis.hgetall(f"{name}:rematch"),
        ]
    shown = [
        Client(url, world.callers[caller]).get(f"/v1/matches/{world.probe}")
        for caller in ("ann", "bob", "eve", "")
    ]
    return [*stored, *(answer.content for answer in shown)]


def seeds_of_unfinished(redis_url: str) -> set[bytes]:
    """Return the secret seed of every match there is that has not ended."""
    with Redis.from_url(redis_url) as redis:
        names = [name for name in redis.scan_iter("match:{*}", 1000) if name.endswith(b"}")]
        stored = [redis.hget(name, "match") for name in names]
    matches = [json.loads(unpack(match)) for match in stored if match]
    return {m["seed"].encode() for m in matches if m.get("status") in ("waiting", "active")}


async def check_all(url: str, redis_url: str, world: World) -> None:
    """Raise AssertionError unless all matches are what their logs say, and can be read."""
    async with connect(redis_url, timeout_s=5) as redis:
        store = MatchStore(redis, TTL)
        for match_id in world.matches:
            match = await store.load(match_id)
            log = await store.log(match, match.version)
            assert len(log) == match.version
            assert [*replay(GAMES.of(match), match, log, seeded_chance)][-1] == match
            check_readable(url, world, match)


def check_readable(url: str, world: World, match: AnyMatch) -> None:
    """Raise AssertionError unless its players, or without players any caller, can read it."""
    ann = world.players[0]
    if match.seat_of(ann.id) is not None or match.access == Access.PUBLIC:
        viewer = ann if match.seat_of(ann.id) is not None else Client(url)
        assert viewer.see(match.id)["version"] == match.version
        history = ok(viewer.get(f"/v1/matches/{match.id}/moves", pageSize=100))["moves"]
        assert [each["version"] for each in history] == [*range(1, match.version + 1)][:100]
