"""A client of a cluster of which a part is missing, or that is none."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import cast

import pytest
from redis.exceptions import RedisError
from redislink.client import connect
from redislink.cluster import Cluster
from redislink.commands import run

from tests.redis.servers import One
from tests.support.waiting import happens

pytestmark = [pytest.mark.full, pytest.mark.anyio]

TIMEOUT_S = 5.0
GET = ("GET", "x")


@pytest.fixture
def one(tmp_path: Path) -> Iterator[One]:
    with One(tmp_path) as one:
        yield one


@pytest.fixture
async def cluster(one: One) -> AsyncIterator[Cluster]:
    async with connect(one.url, TIMEOUT_S) as client:
        yield cast(Cluster, client)


async def test_a_slot_that_nobody_has_costs_its_own_keys_only(one: One, cluster: Cluster) -> None:
    one.node.ask("CLUSTER DELSLOTS", one.node.ask("CLUSTER KEYSLOT", "x"))
    async with connect(one.url, TIMEOUT_S) as later:  # it knows so; the other is told
        for client in (cluster, later):
            told = await run(client, [GET, ("GET", "y")])
            assert isinstance(told[0], RedisError)
            assert told[1] is None


async def test_what_nobody_has_thought_of_is_told_and_does_not_end_the_looking(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A server that is no Redis: it says OK to every command."""
    with agreeable() as url:
        client = cast(Cluster, connect(url, TIMEOUT_S))

        async def told_twice() -> bool:
            client.refresh()
            return len(places(caplog)) > 1

        await happens(told_twice)
        await client.aclose()
        await client.nodes_manager.aclose("startup_nodes")
    assert all(place.startswith("TypeError at ") for place in places(caplog))


class Agree(StreamRequestHandler):
    def handle(self) -> None:
        for line in self.rfile:
            if line.startswith(b"*"):  # a command begins
                self.wfile.write(b"+OK\r\n")


@contextmanager
def agreeable() -> Iterator[str]:
    """The URL of a server that says OK to everything."""
    with ThreadingTCPServer(("127.0.0.1", 0), Agree) as server:
        serving = Thread(target=server.serve_forever)
        serving.start()
        server.daemon_threads = True  # a client that is left open does not keep it
        try:
            yield f"redis+cluster://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            serving.join()


def places(caplog: pytest.LogCaptureFixture) -> list[str]:
    told = [record for record in caplog.records if record.name == "redislink"]
    return [record.__dict__["error"] for record in told]
