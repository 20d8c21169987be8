"""The way of ended matches to PostgreSQL: workers that die, archives that are away, changes."""

import asyncio
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import timedelta
from random import Random
from signal import SIGCONT, SIGSTOP
from typing import Any

import asyncpg
import pytest
from croupier_match.admission import Caller
from croupier_match.match import GONE, Access, AnyMatch, Status
from croupier_match.refusals import NotFound
from engine.admin.doctor.checkup import examine
from engine.config import Settings
from engine.domain.errors import StoreUnavailable
from engine.service.departures import Departures
from engine.service.matches import Matches
from engine.service.queries.match_queries import ReplayPage
from engine.service.queries.pagination import Filter
from engine.store import keys
from engine.store.archive import postgres as store_archive
from engine.store.archive.archive_queue import ArchiveQueue, Copy
from engine.store.archive.archive_row import Row
from engine.store.archive.archived_matches import DUE, HURRIED_MS, RESTORED_MS, SWEEP, UNARCHIVED_MS
from engine.store.archive.postgres import CONNECTIONS, LOCK, Archive
from engine.store.audit import Act, AuditEntry
from engine.store.compression import unpack
from engine.store.indexes.match_index import Index, member, scope_of
from engine.store.matches import MatchStore
from pydantic import SecretStr
from redis import Redis as SyncRedis
from redis.asyncio import Redis

from tests.engine.conftest import TTL
from tests.support.archives import Worker, ended, rows
from tests.support.boards import a_pool
from tests.support.ledgers import Kept, a_match
from tests.support.matches import Table, full_table, person
from tools.postgres_server import PostgresServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

WAITING = """
SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND (classid::bigint << 32) | objid::bigint = $1
"""
"""The callers that wait for this lock."""
TERMINATE = f"SELECT pg_terminate_backend(pid) FROM ({WAITING}) AS waiting"  # noqa: S608
"""End the connection that waits for this lock; null if none does."""
WAIT = "matches wait for it"
"""What the doctor says of the archive ends so."""
OTHERS = """
SELECT pid FROM pg_stat_activity
WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
"""
ARCHIVED = replace(TTL, unarchived=UNARCHIVED_MS)


@pytest.fixture
def matches(redis: Redis, worker: Worker) -> Matches:
    return Matches(MatchStore(redis, ARCHIVED, archive=worker.archive))


async def resigned(matches: Matches, **wish: Any) -> Table:
    table = await full_table(matches, **wish)
    await table.play(3)
    await table.resign(1)
    return table


async def due(redis: Redis, match_id: str) -> bool:
    return await redis.zscore(DUE, match_id) is not None


async def life(redis: Redis, match_id: str) -> int:
    return int(await redis.pttl(keys.match(match_id)))


async def replay(table: Table) -> Any:
    return await table.matches.queries.replay(table.match_id, Caller(), ReplayPage())


class Dying(ArchiveQueue):
    """A queue with a worker that dies at a step."""

    step = ""

    async def _die(self, step: str) -> None:
        if self.step == step:
            raise RuntimeError

    async def put(self, copies: Sequence[Copy]) -> None:
        await self._die("before it is stored")
        await super().put(copies)
        await self._die("after it is stored")

    async def drop(self, claims: Any) -> None:
        await self._die("after it is marked")
        await super().drop(claims)


async def test_a_match_leaves_redis_only_once_it_is_archived(
    matches: Matches, worker: Worker, redis: Redis
) -> None:
    table = await resigned(matches)
    assert await due(redis, table.match_id)
    assert await life(redis, table.match_id) > TTL.finished * 10
    await worker.work()
    assert not await due(redis, table.match_id)
    assert 6 * 86_400_000 < await life(redis, table.match_id) <= 7 * 86_400_000
    assert len(await rows(worker.url, table.match_id)) == 1
    before = await table.match(), await replay(table)
    await worker.forget(table.match_id)
    assert (await table.match(), await replay(table)) == before


async def test_a_running_match_is_not_archived(
    matches: Matches, worker: Worker, redis: Redis
) -> None:
    """What would have ended it was not stored, as may happen in a cluster."""
    table = await full_table(matches)
    await redis.zadd(DUE, {table.match_id: 0, "n" * 22: 0})
    await worker.work()
    assert not await rows(worker.url, table.match_id)
    assert not await due(redis, table.match_id)
    assert not await due(redis, "n" * 22)


@pytest.mark.parametrize(
    "step", ["before it is stored", "after it is stored", "after it is marked"]
)
async def test_a_worker_that_dies_at_any_step_leaves_its_matches_to_the_next(
    matches: Matches, worker: Worker, redis: Redis, step: str
) -> None:
    table = await resigned(matches)
    before = await replay(table)
    dying = Worker(redis, worker.archive, queue=Dying)
    dying.queue.step = step  # type: ignore[attr-defined]
    with pytest.raises(RuntimeError):
        await dying.work()
    assert await due(redis, table.match_id)
    await worker.work()
    assert await due(redis, table.match_id), "the lease has not ended"
    worker.later()
    await worker.work()
    assert not await due(redis, table.match_id)
    assert len(await rows(worker.url, table.match_id)) == 1
    await worker.forget(table.match_id)
    assert await replay(table) == before


async def test_what_was_archived_later_is_not_replaced_by_an_older_copy(
    matches: Matches, worker: Worker, redis: Redis
) -> None:
    """A slow worker must not bring a name back, nor mark what it has not stored."""
    table = await resigned(matches)
    await worker.work()
    claim = (await worker.claimed(table.match_id, redis))[0]
    old = await worker.queue.read(claim)
    assert old
    await matches.store.names.remove(table.match_id, table.players[0].id)
    await worker.work()
    await worker.queue.put([old])
    await worker.queue.finish([old], 0)
    await worker.forget(table.match_id)
    assert names(await table.match()) == [GONE, "Bob"]
    # After a restore of Redis it was played on: this is another end of it.
    await worker.archive.put([replace(old.row, ended=old.row.ended + timedelta(days=1))])
    assert names(await table.match()) == ["Ada", "Bob"]


def names(match: AnyMatch) -> list[str]:
    return [seat.player.display_name if seat.player else "" for seat in match.seats]


async def test_a_deleted_player_loses_its_name_in_the_archive(
    matches: Matches, worker: Worker, redis: Redis
) -> None:
    table = await resigned(matches)
    await worker.work()
    await worker.forget(table.match_id)
    before = await replay(table)
    await worker.forget(table.match_id)
    await Departures(matches).forget(table.players[0].id, "")
    assert await life(redis, table.match_id) > TTL.finished * 10, "the archive still has the name"
    await worker.work()
    await worker.forget(table.match_id)
    (row,) = await rows(worker.url, table.match_id)
    stored = [*row["fields"][1::2], *row["log"], *row["snapshots"]]
    assert not any(b"Ada" in text for part in stored for text in (part, opened(part)))
    after = await replay(table)
    assert names(after[0]) == [GONE, "Bob"]
    assert [each.hash for each in after[2]] == [each.hash for each in before[2]]


def opened(part: bytes) -> bytes:
    try:
        return unpack(part)
    except ValueError:
        return b""


async def test_an_operators_look_at_an_archived_match_is_kept(
    matches: Matches, worker: Worker
) -> None:
    table = await resigned(matches)
    await worker.work()
    await worker.forget(table.match_id)
    entry = AuditEntry("2026-01-01T00:00:00.000Z", Act.SHOWN, "ops", "a doubt")
    await matches.store.audit.add(table.match_id, entry)
    await worker.work()
    await worker.forget(table.match_id)
    assert [each.reason for each in await matches.store.audit.read(table.match_id)] == ["a doubt"]


async def test_a_rematch_of_an_archived_match_is_made_once(
    matches: Matches, worker: Worker, redis: Redis
) -> None:
    table = await resigned(matches)
    await worker.work()
    await worker.forget(table.match_id)
    assert (await table.rematch(0)).asked == (0,)
    await worker.work()
    await worker.forget(table.match_id)
    made = await table.rematch(1)
    assert made.asked == (0, 1)
    again = replace(table, match_id=made.match_id)
    await again.resign(0)
    first = await again.match()
    await worker.work()
    for match_id in (table.match_id, made.match_id):
        await worker.forget(match_id)
    for _ in range(2):  # the first has made the match due once more
        assert (await table.rematch(1)).match_id == made.match_id
    # As of a Redis that was restored from before the source was archived.
    await redis.hdel(keys.match(table.match_id), "archived")
    assert (await table.rematch(1)).match_id == made.match_id
    assert await again.match() == first


async def test_lists_have_archived_and_other_matches_in_one_order(
    matches: Matches, worker: Worker
) -> None:
    ada = person()
    made = [
        await ended(matches.store, "just4fun", [ada, person("Bob")], Access.PRIVATE)
        for _ in range(3)
    ]
    await worker.work()
    made += [
        await ended(matches.store, "just4fun", [ada, person("Bob")], Access.PRIVATE)
        for _ in range(2)
    ]
    for match in made[:2]:
        await worker.forget(match.id)
    expected = sorted((each.id for each in made), reverse=True)
    own = Filter(ada.id, player_id=ada.id)
    found, token = list[str](), ""
    while token or not found:
        page, token = await matches.queries.page(own, 2, token)
        found += [match.id for match in page]
    assert found == expected
    assert (await matches.store.lists.count_of(ada.id))["finished"] == 5  # type: ignore[index]
    stranger = Filter(person().id, player_id=ada.id)
    assert await matches.queries.page(stranger, 10, "") == ([], "")


async def test_archived_matches_that_were_indexed_anew_leave_the_lists_in_redis(
    matches: Matches, worker: Worker, redis: Redis
) -> None:
    ada, index = person(), Index(redis)
    match = await ended(matches.store, "just4fun", [ada, person("Bob")])
    asked = ([scope_of(ada.id)], "just4fun", Status.FINISHED, "", 10)
    await worker.work()
    assert await index.page(*asked) == []
    await index.restore([match])
    assert await matches.store.lists.page(*asked) == [member(match)]
    assert await index.page(*asked) == []


async def test_matches_from_before_the_archive_are_found(
    matches: Matches, worker: Worker, redis: Redis
) -> None:
    table = await resigned(Matches(MatchStore(redis, TTL)))
    running = await full_table(matches)
    damaged = await resigned(Matches(MatchStore(redis, TTL)))
    await redis.hset(keys.match(damaged.match_id), "match", '{"id": "SECRET-Y7"}')
    assert not await due(redis, table.match_id)
    await redis.delete(SWEEP)
    await worker.archiver.tick()
    assert len(await rows(worker.url, table.match_id)) == 1
    assert not await rows(worker.url, running.match_id)
    assert not await worker.queue.claim_sweep(worker.now_ms), "only one worker looks"


async def test_without_its_archive_the_service_goes_on_and_loses_nothing(redis: Redis) -> None:
    away = Archive("postgresql://croupier@/none?host=/nowhere")
    store = MatchStore(redis, ARCHIVED, archive=away)
    matches = Matches(store)
    worker = Worker(redis, away)
    table = await resigned(matches)
    private = await resigned(matches, access=Access.PRIVATE)
    with pytest.raises(StoreUnavailable):
        await worker.work()
    assert (await table.match()).ended
    assert await life(redis, table.match_id) > TTL.finished * 10
    # Neither says whether there is such a match.
    for match_id in (private.match_id, "n" * 22):
        with pytest.raises(StoreUnavailable):
            async with store.archiving.alike(match_id):
                await matches.queries.get(match_id, Caller("s" * 22))
    with pytest.raises(StoreUnavailable):
        await matches.queries.page(Filter(), 10, "")
    async with store.archiving.alike(table.match_id):
        await matches.queries.get(table.match_id, Caller())


async def test_a_private_match_takes_a_stranger_through_one_look_as_an_unknown_id_does(
    redis: Redis, worker: Worker
) -> None:
    counted = Counting(worker.url, timeout_s=30)
    store = MatchStore(redis, ARCHIVED, archive=counted)
    matches = Matches(store)
    private = await resigned(matches, access=Access.PRIVATE)
    archived = await resigned(matches, access=Access.PRIVATE)
    await worker.work()
    await worker.forget(archived.match_id)
    for match_id in (private.match_id, archived.match_id, "n" * 22):
        counted.looks = 0
        with pytest.raises(NotFound):
            async with store.archiving.alike(match_id):
                await matches.queries.get(match_id, Caller("s" * 22))
        assert counted.looks == 1, match_id
    counted.close()


async def test_the_doctor_says_whether_the_archive_answers(
    redis_url: str, postgres: PostgresServer, worker: Worker
) -> None:
    """Also where there are ledgers, which it compares with those in the archive."""
    with SyncRedis.from_url(redis_url) as store:
        Kept(store, a_pool(Random())).play([a_match(Random(), ["B" * 22, "C" * 22], 1)])
    for url, level in (
        (postgres.url, "ok"),
        ("postgresql://croupier@/none?host=/nowhere", "wrong"),
    ):
        settings = Settings(redis_url=redis_url, archive_url=SecretStr(url))
        (found,) = [each for each in await examine(settings) if each.text.endswith(WAIT)]
        assert found.level == level


def test_only_a_postgresql_can_be_the_archive() -> None:
    with pytest.raises(ValueError, match="must begin with postgresql") as refusal:
        Settings(redis_url="redis://localhost", archive_url=SecretStr("redis://ann:pa@h"))
    assert "ann" not in str(refusal.value)


def test_without_its_driver_an_archive_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert not Settings(redis_url="redis://localhost").archive_url
    with pytest.raises(ValueError, match=r"install the extra archive"):
        Settings(redis_url="redis://localhost", archive_url=SecretStr("postgresql://h"))


class Counting(Archive):
    """An archive that counts what it is asked for."""

    looks = 0

    async def find(self, match_ids: Any) -> Any:
        self.looks += 1
        return await super().find(match_ids)


async def test_two_matches_of_one_id_are_both_kept_and_the_newer_is_found(
    matches: Matches, worker: Worker
) -> None:
    table = await resigned(matches)
    copy = await worker.queue.read((await worker.claimed(table.match_id, worker.redis))[0])
    assert copy
    created = "2000-01-01T00:00:00.000Z"
    earlier: Row = replace(copy.row, created=created, member=f"{created} {table.match_id}")
    await worker.archive.put([copy.row, earlier])
    assert len(await rows(worker.url, table.match_id)) == 2
    assert [*await worker.archive.find([table.match_id])] == [table.match_id]
    # No name can be removed from a match that cannot be found.
    await Departures(matches).forget(table.players[0].id, "")
    assert [row["created"] for row in await rows(worker.url, table.match_id)] == [copy.row.created]
    both = [copy.row.member, earlier.member]
    assert await worker.archive.among(copy.row.lists, both) == {copy.row.member}


async def test_who_reads_the_past_of_many_matches_does_not_fill_redis(
    matches: Matches, worker: Worker, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await resigned(matches)
    await worker.work()
    await worker.forget(table.match_id)
    await replay(table)
    assert HURRIED_MS < await life(redis, table.match_id) <= RESTORED_MS
    monkeypatch.setattr(matches.store.archiving.stays, "most", 0)
    await worker.forget(table.match_id)
    await replay(table)
    assert 0 < await life(redis, table.match_id) <= HURRIED_MS


async def test_an_archive_that_hangs_is_not_waited_for(
    postgres: PostgresServer, worker: Worker
) -> None:
    archive = Archive(postgres.url, timeout_s=0.2)
    with hanging(postgres), pytest.raises(StoreUnavailable):
        await archive.find(["n" * 22])
    with pytest.raises(StoreUnavailable, match="it rests"):
        await archive.prepare()
    archive.close()


async def test_an_archive_that_hangs_while_it_is_used_is_not_waited_for(
    postgres: PostgresServer, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = Archive(postgres.url, timeout_s=0.2)
    await archive.prepare()
    other = await asyncpg.connect(postgres.url)
    used = [row["pid"] for row in await other.fetch(OTHERS)]
    with hanging(postgres, *used), pytest.raises(StoreUnavailable):
        await archive.find(["n" * 22])
    await archive.prepare()
    with ExitStack() as answered:
        async with archive.connection() as connection:
            own = await connection.fetchval("SELECT pg_backend_pid()")
            answered.enter_context(hanging(postgres, own))
    monkeypatch.setattr(store_archive, "PUT_S", 0.5)
    async with other.transaction():
        await other.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        preparing = asyncio.create_task(archive.prepare())
        while not (waiting := await other.fetch(WAITING, LOCK)):
            assert not preparing.done()
        with hanging(postgres, *(row["pid"] for row in waiting)), pytest.raises(StoreUnavailable):
            await preparing
    await other.close()
    archive.close()


@contextmanager
def hanging(postgres: PostgresServer, *backends: int) -> Iterator[None]:
    """The server stops, and those of its processes that serve these connections."""
    assert postgres.process
    pids = postgres.process.pid, *backends
    for pid in pids:
        os.kill(pid, SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, SIGCONT)


async def test_an_archive_rests_after_a_lost_connection_and_not_after_a_slow_answer(
    postgres: PostgresServer, worker: Worker
) -> None:
    archive = Archive(postgres.url, timeout_s=0.2)
    # Making a connection may take longer.
    await asyncio.gather(*(archive.prepare() for _ in range(CONNECTIONS)))
    other = await asyncpg.connect(postgres.url)
    async with other.transaction():
        await other.execute("LOCK TABLE croupier_matches IN ACCESS EXCLUSIVE MODE")
        calls = [archive.find(["n" * 22]) for _ in range(CONNECTIONS + 1)]
        for failure in await asyncio.gather(*calls, return_exceptions=True):
            assert isinstance(failure, StoreUnavailable)
    await archive.prepare()
    async with other.transaction():
        await other.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        preparing = asyncio.create_task(archive.prepare())
        while not (preparing.done() or await other.fetchval(TERMINATE, LOCK)):
            pass
        with pytest.raises(StoreUnavailable, match=r"AdminShutdown|ConnectionDoesNotExist"):
            await preparing
    with pytest.raises(StoreUnavailable, match="it rests"):
        await archive.prepare()
    await other.close()
    archive.close()


async def test_the_tables_of_a_later_release_are_refused(postgres: PostgresServer) -> None:
    archive = Archive(postgres.url, timeout_s=30)
    connection = await asyncpg.connect(postgres.url)
    await archive.prepare()
    await connection.execute("UPDATE croupier_archive SET version = 2")
    try:
        with pytest.raises(StoreUnavailable, match="later release"):
            await archive.prepare()
    finally:
        await connection.execute("UPDATE croupier_archive SET version = 1")
        await connection.close()
        archive.close()
