"""Closed clients: they stay closed, whoever still asks them for something."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from redis.exceptions import RedisError
from redislink.client import connect, ping, subscriber_connection
from redislink.commands import run

from tests.redis.servers import Alone, Fleet, One, Watched
from tests.support.waiting import until

pytestmark = [pytest.mark.service, pytest.mark.anyio]

TIMEOUT_S = 10.0
READ = [("GET", "x")]
KINDS = [Alone, One, pytest.param(Watched, marks=pytest.mark.full)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("met", [True, False], ids=["connected", "connecting"])
async def test_it_leaves_no_connection_and_opens_none(
    tmp_path: Path, kind: Callable[[Path], Fleet], met: bool
) -> None:
    """Else a task that ends later than its client leaves one open, which nobody closes."""
    with kind(tmp_path) as fleet:
        before = connections(fleet)
        client = connect(fleet.url, TIMEOUT_S)
        if met:
            await run(client, READ)
        under_way = [asyncio.create_task(run(client, READ)) for _ in range(5)]
        await asyncio.sleep(0)  # they have begun to ask
        await client.aclose()
        await asyncio.gather(*under_way, return_exceptions=True)
        for each in (run(client, READ), run(client, READ * 2), ping(client)):
            with pytest.raises(RedisError):
                await each
        until(lambda: connections(fleet) <= before)


async def test_what_is_subscribed_to_needs_an_open_cluster(tmp_path: Path) -> None:
    """Elsewhere that connection is of no pool: who has made it closes it."""
    with One(tmp_path) as fleet:
        client = connect(fleet.url, TIMEOUT_S)
        await client.aclose()
        with pytest.raises(RedisError):
            await subscriber_connection(client)


def connections(fleet: Fleet) -> int:
    return sum(len(server.ask("CLIENT LIST", "TYPE", "normal")) for server in fleet.servers)
