"""Commands in a real cluster of six, while its slots and nodes come and go."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest
from redis.exceptions import RedisError
from redislink.client import connect, ping, subscriber_connection
from redislink.cluster import Cluster
from redislink.commands import run
from redislink.durability import Durability

from tests.redis.servers import SLOTS, Server, Six
from tests.support.waiting import Stopwatch, happens

pytestmark = [pytest.mark.full, pytest.mark.anyio]

TIMEOUT_S = 1.0
DOWN_MS = 5000
"""So that nobody calls a node dead that is frozen for less than that."""
ONE_REPLICA = Durability(replicas=1, local=0, wait_ms=5000)
KEYS = [f"{{{place}}}:key" for place in range(60)]
BOTH = pytest.mark.parametrize("durability", [None, ONE_REPLICA], ids=["", "durable"])


@pytest.fixture(scope="module")
def six(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Six]:
    with Six(tmp_path_factory.mktemp("six"), down_ms=DOWN_MS) as six:
        yield six


@pytest.fixture
async def cluster(six: Six) -> AsyncIterator[Cluster]:
    async with connect(six.url, TIMEOUT_S) as client:
        yield cast(Cluster, client)


def owner(six: Six, key: str) -> Server:
    """The node that has the slot of the key."""
    slot = six.servers[0].ask("CLUSTER KEYSLOT", key)
    for first, last, (_, port, *_), *_ in six.primaries[0].ask("CLUSTER SLOTS"):
        if first <= slot <= last:
            return next(each for each in six.servers if each.port == port)
    raise AssertionError("nobody has it")


@BOTH
async def test_each_command_has_its_own_answer(
    cluster: Cluster, durability: Durability | None
) -> None:
    sent = [("SET", key, place) for place, key in enumerate(KEYS)]
    assert await run(cluster, sent, durability) == [True] * len(KEYS)
    scripts = [("EVAL", "return redis.call('GET', KEYS[1])", 1, key) for key in KEYS]
    told = await run(cluster, [*scripts, ("HGET", KEYS[0], "x")], durability)
    assert told[:-1] == [str(place).encode() for place in range(len(KEYS))]
    assert isinstance(told[-1], RedisError)  # it is no hash


@BOTH
async def test_a_slot_that_moves_is_followed(
    six: Six, cluster: Cluster, durability: Durability | None
) -> None:
    """First it is asked for where it goes to (ASK), and then it is there (MOVED)."""
    key = f"{{moves{durability is None}}}"
    source = owner(six, key)
    target = next(each for each in six.primaries if each is not source)
    slot = source.ask("CLUSTER KEYSLOT", key)
    await run(cluster, [("GET", key)])
    target.ask("CLUSTER SETSLOT", slot, "IMPORTING", source.ask("CLUSTER MYID"))
    source.ask("CLUSTER SETSLOT", slot, "MIGRATING", target.ask("CLUSTER MYID"))
    commands = [("INCR", key), ("SET", KEYS[0], "x"), ("INCR", key)]
    assert await run(cluster, commands, durability) == [1, True, 2]
    for server in (target, source):
        server.ask("CLUSTER SETSLOT", slot, "NODE", target.ask("CLUSTER MYID"))
    assert await run(cluster, commands, durability) == [3, True, 4]
    assert await cluster.incr(key) == 5


async def test_connections_that_were_closed_are_not_used(six: Six, cluster: Cluster) -> None:
    sent = [("GET", key) for key in KEYS]
    await run(cluster, sent)
    for server in six.servers:
        await asyncio.to_thread(server.ask, "CLIENT KILL TYPE normal SKIPME yes")
    assert not [each for each in await run(cluster, sent) if isinstance(each, Exception)]


@BOTH
async def test_what_was_sent_is_not_sent_again(
    six: Six, cluster: Cluster, durability: Durability | None
) -> None:
    """A node hears it and answers too late."""
    key = KEYS[1]
    await run(cluster, [("SET", key, 0)])
    with owner(six, key).frozen():
        (told,) = await run(cluster, [("INCR", key)], durability)
        assert isinstance(told, Exception)
        with pytest.raises((RedisError, OSError)):
            await cluster.set(key, "over a connection that is not opened")

    async def there() -> bool:
        (told,) = await run(cluster, [("GET", key)])
        return bool(told == b"1")

    await happens(there)


async def test_what_is_published_at_any_node_is_heard_at_every_other(
    six: Six, cluster: Cluster
) -> None:
    ear = await subscriber_connection(cluster)
    await ear.connect()
    await ear.send_command("SUBSCRIBE", "news", check_health=False)
    assert (await heard(ear))[0] == b"subscribe"
    for server in six.servers:
        server.ask("PUBLISH", "news", server.port)
    told = {(await heard(ear))[2] for _ in six.servers}
    assert told == {str(server.port).encode() for server in six.servers}
    assert await cluster.publish("news", "x") >= 0
    assert (await heard(ear))[2] == b"x"
    await ear.disconnect(nowait=True)


async def test_a_node_that_is_away_costs_its_own_keys_only(six: Six, cluster: Cluster) -> None:
    sent = [("GET", key) for key in KEYS]
    await run(cluster, sent)
    dead = owner(six, KEYS[2])
    its = {key for key in KEYS if owner(six, key) is dead}
    dead.kill()
    for _ in range(2):  # first the connections break, then there are none
        watch = Stopwatch()
        told = await run(cluster, sent)
        assert not watch.exceeds(2)
        lost = {key for key, each in zip(KEYS, told, strict=True) if isinstance(each, Exception)}
        assert lost == its < {*KEYS}

    async def pinged() -> bool:
        with suppress(RedisError, OSError):
            await ping(cluster)
            return True
        return False

    await happens(pinged)


async def test_nodes_that_are_no_cluster_yet_are_away_and_then_found(tmp_path: Path) -> None:
    """Services may start before the cluster is made; without slots, a node knows no other."""
    node = Server(tmp_path, "--cluster-enabled", "yes")
    node.start()
    client = connect(f"redis+cluster://127.0.0.1:{node.port}", TIMEOUT_S)
    try:
        for _ in range(3):
            with pytest.raises(RedisError):
                await ping(client)
        node.ask("CLUSTER ADDSLOTS", *range(SLOTS))
        await happens(lambda: answers(client))
    finally:
        await client.aclose()
        node.close()


async def answers(client: Any) -> bool:
    with suppress(RedisError):
        await ping(client)
        return True
    return False


async def heard(ear: Any) -> Any:
    return await ear.read_response(timeout=60, push_request=True)
