"""A tournament in a cluster, where its matches lie in many slots, and it in another."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from croupier_tournament import Status
from redis.asyncio import Redis
from redislink.client import connect

from tests.engine.service.workers.test_table_maker import begun, results, tables, wish
from tests.engine.service.workers.test_tally_cluster import TIMEOUT_S, Three

pytestmark = [pytest.mark.full, pytest.mark.anyio]


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Three]:
    with Three(tmp_path) as three:
        yield three


async def test_it_is_played_to_its_end(three: Three) -> None:
    redis: Redis
    async with connect(three.url, TIMEOUT_S) as redis:
        evening, it = await begun(redis, 8, wish(rounds=3))
        for _ in range(30):
            await evening.passes()
            for table in await tables(evening, it):
                await table.win(0)
            if (await evening.read(it.id)).status is Status.FINISHED:
                break
        assert len(await results(redis, it)) == 12
