"""The id of an installation: made once, for all of its programs, and part of a backup."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from redislink.client import connect
from redislink.installation_id import KEY, InstallationId

from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio
PATIENCE_S = 10.0


async def read(url: str, said: str = "", programs: int = 1) -> set[str]:
    """Return what programs take for the id that begin at the same time."""
    async with connect(url, PATIENCE_S) as redis:
        asking = [InstallationId(redis, said).read() for _ in range(programs)]
        return {*await asyncio.gather(*asking)}


@pytest.mark.service
async def test_all_that_ask_are_told_one_id_also_after_a_restore(tmp_path: Path) -> None:
    first, other = RedisServer(tmp_path / "one"), RedisServer(tmp_path / "other")
    for server in (first, other):
        server.start()
    try:
        (made,) = await read(first.url, programs=20)
        assert len(made) == 22
        assert {made} == await read(first.url)
        assert await read(other.url) != {made}
        async with connect(first.url, PATIENCE_S) as redis, connect(other.url, PATIENCE_S) as new:
            dumped = await redis.dump(KEY)
            assert dumped
            await new.restore(KEY, 0, dumped, replace=True)
        assert await read(other.url) == {made}
    finally:
        for server in (first, other):
            server.close()


class Behind:
    """A Redis as somebody sees it who has asked just before the id was made."""

    def __init__(self, redis: Any) -> None:
        self._redis, self._asked = redis, 0
        self.set = redis.set

    async def get(self, key: str) -> Any:
        self._asked += 1
        return await self._redis.get(key) if self._asked > 1 else None


@pytest.mark.service
async def test_an_id_that_somebody_else_has_just_made_stays(redis_url: str) -> None:
    (made,) = await read(redis_url)
    async with connect(redis_url, PATIENCE_S) as redis:
        late: Any = Behind(redis)
        late_one = InstallationId(late, "")
        assert await late_one.read() == made
    assert await read(redis_url) == {made}


async def test_what_the_settings_say_is_the_id_without_redis() -> None:
    assert await read("redis://127.0.0.1:1", "studio-7") == {"studio-7"}
