"""The tally in a cluster: what lies on a node that is away holds up nothing else."""

import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from engine.domain.errors import StoreUnavailable
from engine.observability.metrics import Metrics
from redis.asyncio import Redis
from redis.crc import key_slot
from redislink import ratings
from redislink.client import connect
from redislink.ratings import TALLY_DUE

from tests.engine.service.workers.test_tally import PEOPLE, One, over
from tests.redis.servers import PRIMARIES, SLOTS, Six
from tests.support.ended_matches import Over, put
from tests.support.matches import fresh_id
from tests.support.stored_ratings import read_pool
from tests.support.waiting import happens

pytestmark = [pytest.mark.full, pytest.mark.anyio]

TIMEOUT_S = 5.0
PLACED = 30


class Three(Six):
    """A Cluster of three primaries, of which two go on without the third."""

    replicas = 0


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Three]:
    with Three(tmp_path, "--cluster-require-full-coverage", "no") as three:
        yield three


def node_of(name: str) -> int:
    """The primary that has a key."""
    return key_slot(name.encode()) * PRIMARIES // SLOTS


def games() -> tuple[str, str, int]:
    """A game whose pool lies beside the queue, one whose pool does not, and that node."""
    names = [f"game{number}" for number in range(PLACED)]
    places = {name: node_of(ratings.head(f"{name}.live.human.0")) for name in names}
    queue = node_of(TALLY_DUE)
    here = next(name for name, node in places.items() if node == queue)
    there = next(name for name, node in places.items() if node != queue)
    return here, there, places[there]


def match_ids(away: int) -> Iterator[str]:
    """Ids of matches on the other nodes."""
    while True:
        match_id = fresh_id()
        if node_of(f"match:{{{match_id}}}") != away:
            yield match_id


async def test_other_pools_go_on_while_a_node_is_away(three: Three) -> None:
    here, there, away = games()
    ids, dice = match_ids(away), random.Random(11)
    matches = [
        over(*dice.sample(PEOPLE, 2), hours=number, id=next(ids), game=game)
        for number in range(30)
        for game in (here, there)
    ]
    async with connect(three.url, TIMEOUT_S) as client:
        await put_each(client, matches)
        three.servers[away].kill()
        one = One(client, metrics=Metrics())
        await happens(lambda: told(one, [each for each in matches if each.game == here]))
        assert {*await one.due()} == {each.id for each in matches if each.game == there}
        assert (await read_pool(client, f"{here}.live.human.0")).differences(2**16) in (
            [],
            ["order", "lapse"],
        )
        three.servers[away].start(three.guard.start())
        await happens(lambda: told(one, matches))
        pool = await read_pool(client, f"{there}.live.human.0")
        assert len(pool.lines) == 30
        assert await one.due() == {}


async def put_each(client: Redis, matches: list[Over]) -> None:
    """Store them one by one: they lie in different slots."""
    for each in matches:
        await put(client, each, due=False)
        await client.zadd(TALLY_DUE, {each.id: 0})


async def told(one: One, matches: list[Over]) -> bool:
    """Whether all of these have been told, after another tick of an engine."""
    with suppress(StoreUnavailable):
        await one.tick(later_ms=3_000)
    return all([await one.said(each) for each in matches])
