"""`croupierctl rearchive`: what a restored archive lacks is archived once more."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from anyio import to_thread
from croupier_match.match import Status
from engine.admin.__main__ import main
from engine.service.matches import Matches
from engine.store import keys
from engine.store.archive.archived_matches import DUE, UNARCHIVED_MS
from engine.store.indexes.match_index import member, scope_of
from engine.store.matches import MatchStore
from redis.asyncio import Redis
from redislink.client import connect

from tests.engine.conftest import PATIENT_S, TTL
from tests.support.archives import Worker, ended, rows
from tests.support.matches import full_table, person
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

SOON_MS = 60_000


@pytest.fixture
async def redis(own_server: RedisServer) -> AsyncIterator[Redis]:
    """One with no other matches, as all that are there become due."""
    async with connect(own_server.url, PATIENT_S) as client:
        yield client


@pytest.fixture
def store(redis: Redis, worker: Worker) -> MatchStore:
    return MatchStore(redis, replace(TTL, unarchived=UNARCHIVED_MS), archive=worker.archive)


async def lose(worker: Worker, match_id: str) -> None:
    """As an archive that was restored from before the match; in Redis, it expires soon."""
    async with worker.archive.connection(30) as connection:
        await connection.execute("DELETE FROM croupier_matches WHERE id = $1", match_id)
        await connection.execute(
            "DELETE FROM croupier_lists WHERE member LIKE '% ' || $1", match_id
        )
    for key in keys.all_of(match_id):
        await worker.redis.pexpire(key, SOON_MS)


async def test_what_the_archive_has_lost_is_archived_once_more_before_it_expires(
    store: MatchStore,
    worker: Worker,
    redis: Redis,
    own_server: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ENGINE_REDIS_URL", own_server.url)
    monkeypatch.setenv("ENGINE_ARCHIVE_URL", worker.url)
    ada = person()
    match = await ended(store, "just4fun", [ada, person("Bob")])
    await full_table(Matches(store))  # which goes on
    await worker.work()
    await lose(worker, match.id)
    assert await to_thread.run_sync(main, ["rearchive"]) == 0
    assert capsys.readouterr().out == "1 matches and 0 tournaments are to be archived once more\n"
    for key in keys.all_of(match.id):
        assert not await redis.exists(key) or await redis.pttl(key) > SOON_MS
    await worker.work()
    assert not await redis.zcard(DUE)
    assert len(await rows(worker.url, match.id)) == 1
    await worker.forget(match.id)
    asked = ([scope_of(ada.id)], "just4fun", Status.FINISHED, "", 10)
    assert await store.lists.page(*asked) == [member(match)]


def test_without_an_archive_nothing_is_kept_for_it(
    own_server: RedisServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ENGINE_REDIS_URL", own_server.url)
    monkeypatch.delenv("ENGINE_ARCHIVE_URL", raising=False)
    assert main(["rearchive"]) == 1
    assert capsys.readouterr().err == "Set ENGINE_ARCHIVE_URL: there is no archive.\n"
