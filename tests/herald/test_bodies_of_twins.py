"""What the herald sends of two matches that differ in what is hidden alone is the same.

The twins are those of tests/e2e/test_secrecy: the same match in the eyes of the hook's player, with
other hands of the others, another deck and another seed.
"""

import random
from collections.abc import AsyncIterator

import pytest
from engine.domain.registry import GAMES
from herald import following
from herald.caller import Bodies, notice
from herald.config import Settings
from herald.engines import Engines
from herald.push import encrypted
from herald.reading import Reading
from herald.state import State
from herald.store import HookStore, Kept
from redis.asyncio import Redis
from redislink.hooks import EVENTS, Delivery, Hook

from tests.e2e.test_secrecy import SEED, TWINS, Table, differing, people, planted, stage, table
from tests.herald.test_push import AUTH, BROWSER
from tests.support.live import Live

__all__ = ["people", "planted", "stage", "table"]
pytestmark = [pytest.mark.service, pytest.mark.anyio]

NOW_MS = 1_800_000_000_000


@pytest.fixture
async def engines(stage: Live) -> AsyncIterator[Engines]:
    found = Engines(Settings(redis_url=stage.redis_url, engines=stage.engines))
    found.start()
    await found.list_games()
    yield found
    await found.close()


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("role", ["mover", "waiting"])
async def test_bodies_and_notices_of_twins_are_equal(
    table: Table, redis: Redis, engines: Engines, game_id: str, role: str
) -> None:
    dice = random.Random(f"{SEED} {game_id} {role} herald")
    for one, other, viewer in differing(table, game_id, role, TWINS, dice):
        assert viewer is not None
        first, second = list[bytes](), list[bytes]()
        for each, sent in ((one, first), (other, second)):
            await table.plant(each)
            player = table.seats[viewer]
            hook = Hook("hook", player.id, "https://hooks.example.com/", EVENTS, 1, ())
            kept = Kept(hook, State(), (), 0)
            told = await told_of(kept, redis, engines, each.match.id)
            player.act(each.match.id, "resign")
            told += await told_of(kept, redis, engines, each.match.id)
            kinds = {message.type for message in told if message.state == "waiting"}
            assert kinds >= {"matchStarted"} | ({"yourTurn"} if role == "mover" else set())
            bodies = Bodies("https://cards.example.org", HookStore(redis).installation_id("one"))
            for message in told:
                text = notice(message)
                sent += [await bodies.of(message), text, bytes(len(encrypted(text, BROWSER, AUTH)))]
            await table.remove(each.match.id)
        assert first == second, f"{game_id}, seed {SEED}"


async def told_of(kept: Kept, redis: Redis, engines: Engines, match_id: str) -> list[Delivery]:
    """What a hook is told of a match: the player may have others."""
    seen, _ = await Reading(HookStore(redis), engines).of(kept, [match_id])
    own = [each for each in seen if each.match_id == match_id]
    return following.follow(kept.hook, kept.state, own, NOW_MS)
