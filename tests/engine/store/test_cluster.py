"""Each command and script of the store touches one slot: a Redis Cluster takes them all."""

import time
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from croupier_lost_cities import rules as lost_cities
from croupier_match.admission import Caller, Expected
from croupier_match.commands import Leave
from croupier_match.match import Access, StartMode, Status
from croupier_match.settings import MatchSettings
from engine.admin.export import export_match, import_match, read_export
from engine.admin.operator import Operator
from engine.admin.verify_all import check_all
from engine.config import Settings
from engine.service.matches import Matches
from engine.service.matchmaking import Matchmaking
from engine.service.queries.pagination import Filter
from engine.store import keys
from engine.store.archive.archive_queue import ArchiveQueue
from engine.store.archive.archived_matches import DUE
from engine.store.archive.postgres import Archive
from engine.store.audit import Act
from engine.store.export import StoredMatches
from engine.store.indexes.reindex import reindex
from engine.store.maintenance import MaintenanceNotice
from engine.store.matches import MatchStore
from engine.store.statistics.anew import Anew
from engine.store.statistics.counted import counted
from engine.store.statistics.counters import Counters
from engine.store.tally.ended_matches import Ended, read_all
from redis import Redis as SyncRedis
from redis.asyncio import Redis
from redis.exceptions import ClusterCrossSlotError
from redislink import statistics
from redislink.client import connect

from tests.engine.conftest import PATIENT_S, TTL
from tests.redis.servers import free_port
from tests.support.long_matches import endless_match, stored
from tests.support.matches import SHORT, Table, full_table, join, key, person, waiting_table
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.full, pytest.mark.anyio]

SLOTS = 16384
READY_S = 60


@pytest.fixture(scope="module")
def port() -> int:
    """A port for a node and another for its bus, both free."""
    return free_port()


@pytest.fixture(scope="module")
def node(port: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A cluster of one node, which has all slots."""
    options = ("--port", str(port), "--bind", "127.0.0.1", "--cluster-enabled", "yes")
    server = RedisServer(tmp_path_factory.mktemp("cluster"), *options)
    server.start()
    try:
        take_all_slots(server)
        yield server
    finally:
        server.close()


def take_all_slots(server: RedisServer) -> None:
    deadline = time.monotonic() + READY_S
    with SyncRedis.from_url(server.url) as client:
        command: Any = client.execute_command
        command("CLUSTER ADDSLOTS", *range(SLOTS))
        while command("CLUSTER INFO")["cluster_state"] != "ok":
            assert time.monotonic() < deadline
            time.sleep(0.01)


@pytest.fixture
async def node_redis(node: RedisServer) -> AsyncIterator[Redis]:
    """The engine's own kind of connection."""
    async with connect(node.url, PATIENT_S) as client:
        yield client


@pytest.fixture
async def cluster_redis(node: RedisServer, port: int) -> AsyncIterator[Redis]:
    """The engine's own kind of client of a cluster."""
    async with connect(f"redis+cluster://127.0.0.1:{port}", PATIENT_S) as client:
        yield client


async def test_the_node_refuses_what_touches_two_slots(node_redis: Redis) -> None:
    """Else the other tests would pass without a reason."""
    with pytest.raises(ClusterCrossSlotError):
        await node_redis.mget("a", "b")
    with pytest.raises(ClusterCrossSlotError):
        await cast(Any, node_redis.eval("return redis.call('GET', KEYS[2])", 2, "a", "b"))


async def test_all_keys_of_a_match_lie_in_one_slot(node_redis: Redis, cluster_redis: Redis) -> None:
    matches = Matches(MatchStore(cluster_redis, TTL))
    match_id = await whole_life(matches)
    names = [name async for name in node_redis.scan_iter(match=f"match:{{{match_id}}}*")]
    assert len(names) == 4
    slots = {await node_redis.cluster("KEYSLOT", name) for name in names}
    assert len(slots) == 1


async def test_what_is_archived_is_made_due_once_more_in_a_cluster(cluster_redis: Redis) -> None:
    away = Archive("postgresql://croupier@/none?host=/nowhere")
    table = await full_table(Matches(MatchStore(cluster_redis, TTL)))
    await table.resign(1)
    await cluster_redis.hset(keys.match(table.match_id), "archived", "1")
    queue = ArchiveQueue(cluster_redis, away, timedelta(days=7))
    await queue.sweep(0)
    assert await cluster_redis.zscore(DUE, table.match_id) is None
    await queue.sweep(0, again=True)
    assert await cluster_redis.zscore(DUE, table.match_id) == 0
    assert await cluster_redis.pttl(keys.match(table.match_id)) > TTL.finished


@pytest.mark.parametrize("snapshots", [True, False])
async def test_the_past_of_a_match_is_read_in_a_cluster(
    node_redis: Redis, cluster_redis: Redis, snapshots: bool
) -> None:
    played = endless_match(100)
    matches = Matches(MatchStore(cluster_redis, TTL))
    match = await stored(matches.store, played, snapshots)
    found, *_ = await matches.queries.get(match.id, Caller(), 99)
    assert found == played.versions[98]
    names = [name async for name in node_redis.scan_iter(match=f"match:{{{match.id}}}*")]
    assert keys.snapshots(match.id).encode() in names
    assert len({await node_redis.cluster("KEYSLOT", name) for name in names}) == 1


async def test_tickets_lie_in_one_slot_and_become_matches_in_another(
    node_redis: Redis, cluster_redis: Redis
) -> None:
    wish = MatchSettings(lost_cities.ID, SHORT)
    tickets = Matchmaking(Matches(MatchStore(cluster_redis, TTL)))
    ada, bob, eve = person("Ada"), person("Bob"), person("Eve")
    gone = (await tickets.create(eve, wish, key(eve))).ticket
    await tickets.cancel(gone.id, eve.id)
    made = [await tickets.create(player, wish, key(player)) for player in (ada, bob)]
    seen = await tickets.get(made[0].ticket.id, ada.id)
    assert (await tickets.matches.queries.store.load(seen.match_id)).full
    assert (await tickets.create(bob, wish, key(bob))).ticket.match_id == seen.match_id
    names = [name async for name in node_redis.scan_iter(match="{tickets}*")]
    assert len(names) >= 4
    assert len({await node_redis.cluster("KEYSLOT", name) for name in names}) == 1


async def test_the_counters_of_each_player_lie_in_one_slot(
    node_redis: Redis, cluster_redis: Redis
) -> None:
    table = await full_table(Matches(MatchStore(cluster_redis, TTL)))
    await table.play(4)
    await table.resign(1)
    (ended,) = await read_all(cluster_redis, [table.match_id])
    assert isinstance(ended, Ended)
    assert not await Counters(cluster_redis).count([ended])
    for player in table.players:
        anew = Anew(cluster_redis, player.id)
        await anew.begin()
        await anew.add([each for each in counted(ended) if each.player == player.id])
        stored, made = await anew.read()
        assert stored == made
        assert stored.counters
        assert await anew.adopt() == []
        names = [name async for name in node_redis.scan_iter(match=f"stats:{{{player.id}}}*")]
        assert sorted(name.decode() for name in names) == sorted(statistics.all_of(player.id))
        assert len({await node_redis.cluster("KEYSLOT", name) for name in names}) == 1


async def whole_life(matches: Matches) -> str:
    """Every call of the engine; the id of a match that has all four keys."""
    ada, bob = person("Ada"), person("Bob")
    wish = MatchSettings(lost_cities.ID, SHORT, access=Access.PRIVATE, start=StartMode.MANUAL)
    made = (await matches.create(ada, wish, key(ada))).match
    code = made.invite_code
    await join(matches, made.id, bob, 1, key(bob), invite_code=code)
    await matches.change(made.id, Caller(bob.id, 1), Leave(1), Expected(2), key(bob, "key-2"))
    await join(matches, made.id, bob, 3, key(bob, "key-3"), invite_code=code)
    table = Table(matches, made.id, (ada, bob))
    await table.start(key(ada))
    for version in range(5, 9):
        seat, move = await table.turn()
        await table.move(seat, move, version, key(ada, f"move-{version}"))
        assert (await table.move(seat, move, version, key(ada, f"move-{version}"))).replayed
    await table.resign(1, key(bob, "key-4"))
    await table.rematch(0, True, key(ada, "key-5"))
    again = await table.rematch(1, True, key(bob, "key-6"))
    await reads(table, again.match_id)
    return table.match_id


async def reads(table: Table, rematch_id: str) -> None:
    matches, bob = table.matches, table.players[1]
    assert (await matches.queries.get(table.match_id, table.caller(0), 7))[0].version == 7
    assert len((await matches.queries.history(table.match_id, table.caller(0), 0, 100))[0]) == 10
    assert len((await matches.queries.replay(table.match_id, table.caller(0)))[2]) == 10
    both = [(rematch_id, table.caller(0)), (table.match_id, table.caller(0))]
    assert all(await matches.queries.get_many(both))
    aborted = await waiting_table(matches)
    await aborted.leave(0)
    for wanted in (Filter(viewer_id=bob.id), Filter(viewer_id=bob.id, player_id=bob.id)):
        found, token = await matches.queries.page(wanted, 1, "")
        rest, end = await matches.queries.page(wanted, 100, token)
        assert {table.match_id, rematch_id} <= {match.id for match in found + rest}
        assert end == ""
    finished, _ = await matches.queries.page(Filter(bob.id, status=Status.FINISHED), 100, "")
    assert table.match_id in {match.id for match in finished}


async def test_lists_are_made_again_in_a_cluster(cluster_redis: Redis) -> None:
    matches = Matches(MatchStore(cluster_redis, TTL))
    tables = [await full_table(matches) for _ in range(3)]
    await reindex(cluster_redis, settle_s=0)
    found, _ = await matches.queries.page(Filter(), 100, "")
    assert {table.match_id for table in tables} <= {match.id for match in found}


async def test_operators_do_all_that_they_do_in_a_cluster(
    node_redis: Redis, cluster_redis: Redis, tmp_path: Path
) -> None:
    notice = MaintenanceNotice("Back at nine.", 60, "2026-01-02T03:04:05.000Z", "Olga")
    again = partial(reindex, cluster_redis, settle_s=0)
    matches = Matches(MatchStore(cluster_redis, TTL))
    stored, settings = StoredMatches(cluster_redis), Settings(redis_url="redis://x")
    operator = Operator(cluster_redis, matches, stored, again, "Olga", settings)
    table = await full_table(operator.matches)
    await table.play(2)
    await operator.record(table.match_id, Act.SHOWN, "x")
    await operator.abort(table.match_id, "y")
    file = tmp_path / "exported"
    await export_match(operator, table.match_id, file, "z")
    for name in (f"match:{{{table.match_id}}}", f"match:{{{table.match_id}}}:log"):
        await node_redis.delete(name)
    await import_match(operator, read_export(file))
    acts = [entry.act for entry in await operator.matches.queries.audit(table.match_id)]
    assert acts == [Act.SHOWN, Act.ABORTED, Act.EXPORTED, Act.IMPORTED]
    assert (await check_all(operator, operator.stored.ids())).wrong == 0
    assert table.match_id in [match_id async for match_id in operator.stored.ids()]
    await operator.store.maintenance.begin(notice)
    assert await operator.store.maintenance.notice() == notice
    assert await operator.store.maintenance.end()
