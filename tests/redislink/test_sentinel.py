"""A primary that Sentinels name, and that is told that it is none any more."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis.exceptions import ConnectionError as ConnectionLost
from redislink.client import connect
from redislink.commands import run

from tests.redis.servers import Watched

pytestmark = [pytest.mark.full, pytest.mark.anyio]

TIMEOUT_S = 5.0
FOR_EACH = """
local told = {}
for place, key in ipairs(KEYS) do
  local done, answer = pcall(redis.call, 'SET', key, 'x')
  if not done then
    answer = redis.error_reply(type(answer) == 'table' and answer.err or tostring(answer))
  end
  told[place] = answer
end
return told
"""
"""As the engine stores many matches: what fails is told in its place."""


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    with Watched(tmp_path) as fleet:
        yield fleet


async def test_who_is_told_off_for_one_thing_of_many_leaves(watched: Watched) -> None:
    (primary,) = watched.primaries
    other = next(each for each in watched.servers if each is not primary)
    store = ("EVAL", FOR_EACH, 2, "a", "b")
    async with connect(watched.url, TIMEOUT_S) as client:
        assert await run(client, [store]) == [[b"OK", b"OK"]]
        primary.ask("REPLICAOF", "127.0.0.1", other.port)
        with pytest.raises(ConnectionLost):
            await run(client, [store])
        with pytest.raises(ConnectionLost):
            await run(client, [("GET", "a"), store])
