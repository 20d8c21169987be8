"""What answers about the past cost: reads, by the versions that are recomputed for them."""

import json
import re
from collections.abc import Iterator

import httpx
import pytest
from engine.store.matches import MatchStore
from gateway.limits.limit_table import Allowance, Limit, Table
from redis.asyncio import Redis

from tests.support.live import TTL, Live
from tests.support.long_matches import endless_match, resigned, stored
from tests.support.players import HTTP, Client, Json, refused

pytestmark = pytest.mark.anyio

SLOW = 1 / 60
"""Per second: a bucket does not refill while a test runs."""
READS = 100
LEFT = re.compile(r'"\w+-address";r=(\d+);')
ROOM = Limit(SLOW, 10_000)
LIMITS: Table = {
    "moves": Allowance(ROOM, ROOM),
    "reads": Allowance(ROOM, Limit(SLOW, READS)),
    "creates": Allowance(ROOM, ROOM),
    "streams": Allowance(ROOM, ROOM),
}


@pytest.fixture(scope="module")
def limited(redis_url: str) -> Iterator[Live]:
    with Live(redis_url, limits=LIMITS, trusted_proxies="127.0.0.1") as live:
        yield live


class Asker:
    """A spectator with an address of its own."""

    count = 0

    def __init__(self, live: Live) -> None:
        Asker.count += 1
        self._client = Client(live.url)
        self.headers = {"X-Forwarded-For": f"198.51.100.{Asker.count}"}

    def get(self, path: str, headers: Json | None = None, **query: object) -> httpx.Response:
        return self._client.get(path, {**self.headers, **(headers or {})}, **query)

    def spent(self, path: str, headers: Json | None = None, **query: object) -> int:
        """How many reads the answer has cost."""
        before, answer = self.left(), self.get(path, headers, **query)
        assert answer.status_code == 200, answer.text
        return before - self.left() - 1

    def left(self) -> int:
        found = LEFT.match(self.get("/v1/games").headers["RateLimit"])
        assert found
        return int(found[1])


async def test_answers_about_the_past_cost_by_their_versions(limited: Live, redis: Redis) -> None:
    match = await stored(MatchStore(redis, TTL), resigned(endless_match(500)))
    asker, path = Asker(limited), f"/v1/matches/{match.id}"
    assert asker.spent(path) == 1
    assert asker.spent(path, atVersion=100) == 2
    assert asker.spent(f"{path}/moves", after=490) == 1
    assert asker.spent(f"{path}/moves", after=10, pageSize=100) == 1 + 6
    assert asker.spent(f"{path}/replay") == 1 + 31
    assert asker.spent(f"{path}/replay", {"Accept": "application/x-ndjson"}) == 1 + 31


async def test_a_replay_needs_a_read_that_is_left(limited: Live, redis: Redis) -> None:
    match = await stored(MatchStore(redis, TTL), resigned(endless_match(500)))
    asker, path = Asker(limited), f"/v1/matches/{match.id}/replay"
    while asker.left() > 1:
        pass  # asking what is left takes one
    refused(asker.get(path), 429, "rate_limited")


async def test_a_stream_that_lags_pays_for_its_changes(limited: Live, redis: Redis) -> None:
    match = await stored(MatchStore(redis, TTL), resigned(endless_match(500)))
    asker = Asker(limited)
    url = f"{limited.url}/v1/matches/{match.id}/events"
    query = {"after": match.version - 200}
    headers = {**asker.headers, "Accept": "application/x-ndjson"}
    before = asker.left()
    with HTTP.stream("GET", url, params=query, headers=headers) as answer:
        lines = [json.loads(line) for line in answer.iter_lines()]
    told = [each for each in lines if each["event"] != "ping"]
    assert [each["version"] for each in told[:-1]] == [*range(302, 502)]
    assert told[-1]["event"] == "finished"
    assert before - asker.left() - 1 == 4 * (50 // 4)
