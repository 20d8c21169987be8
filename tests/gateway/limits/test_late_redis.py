"""A Redis that answers late: what protects secrets and what is stored is paid for, or refused."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from gateway.limits.limit_table import Allowance, Limit, Table
from redis import Redis

from tests.support.late_redis import LateRedis, late_redis
from tests.support.live import Live
from tests.support.raw_http import at_once, connected, encode
from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio

BURST, MANY = 7, 20
SCARCE = Allowance(Limit(1 / 60, BURST), Limit(1 / 60, BURST))
LIMITS: Table = dict.fromkeys(("moves", "reads", "creates", "streams", "pairings"), SCARCE)
JSON = {"Content-Type": "application/json"}
WRONG = encode("POST", "/v1/pairings", JSON, b'{"code": "0000-0000", "name": "phone"}')
NEWCOMER = encode("POST", "/v1/players", JSON, b'{"displayName": "Ann", "kind": "bot"}')


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[LateRedis]:
    server = RedisServer(tmp_path / "redis")
    server.start()
    try:
        with late_redis(server.url) as late:
            yield late
    finally:
        server.close()


async def test_no_more_get_through_than_may(own_redis: LateRedis) -> None:
    """Redis may take 0.8 s for each command: it does what it is asked, though it takes its time."""
    with Live(own_redis.url, hurried=True, limits=LIMITS) as live:
        async with connected([live.url] * 2 * MANY) as lines:
            own_redis.late_s = 0.6
            answers = await at_once(lines, [WRONG, NEWCOMER] * MANY)
        own_redis.late_s = 0.0
    statuses = Counter(answer.status for answer in answers)
    assert statuses.keys() <= {201, 404, 429, 503}, statuses
    assert max(statuses[201], statuses[404]) <= BURST
    with Redis.from_url(own_redis.redis_url) as redis:
        assert len([*redis.scan_iter("player:{*}", count=1000)]) <= BURST
