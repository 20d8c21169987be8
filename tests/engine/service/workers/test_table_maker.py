"""The matches of tournaments are made once each, whoever dies, and called off where they count no
more."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from croupier_match.match import AnyMatch, Status
from croupier_tournament import Settings, match_id
from engine.service.matches import Matches
from engine.service.workers.table_maker import TableMaker
from engine.store.matches import MatchStore
from redis.asyncio import Redis
from redislink import tournaments

from tests.engine.conftest import TTL
from tests.support import shipped_users
from tests.support.tournaments import Stored, settings
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]


@pytest.fixture
async def redis(empty_server: RedisServer) -> AsyncIterator[Redis]:
    """The connection of an engine, by the user with which it is shipped."""
    shipped_users.install(empty_server.url)
    user, password = shipped_users.login(empty_server.url, "engine")
    client = Redis.from_url(empty_server.url, username=user or None, password=password or None)
    yield client
    await client.aclose()


@pytest.fixture
def matches(redis: Redis) -> Matches:
    return Matches(MatchStore(redis, TTL))


@pytest.fixture
def maker(redis: Redis, matches: Matches) -> TableMaker:
    return TableMaker(redis, matches)


async def begun(redis: Redis, players: int, wish: Settings | None = None, **more: Any) -> Stored:
    """A tournament whose first round is paired."""
    it = Stored.of(redis, wish or settings(), **more)
    it.playing.started(players)
    it.playing.pair()
    return await it.save()


async def tables(matches: Matches, it: Stored, round_number: int, leg: int = 1) -> list[AnyMatch]:
    """The matches of a round's tables."""
    count = len(it.playing.it.round(round_number).tables)
    ids = [match_id(it.id, round_number, table, leg) for table in range(1, count + 1)]
    found = await matches.store.load_many(ids)
    return [each for each in found if each and not isinstance(each, Exception)]


async def everything(redis: Redis) -> dict[bytes, Any]:
    """All that is stored of matches."""
    found: dict[bytes, Any] = {}
    client: Any = redis
    async for name in client.scan_iter(match="match:*"):
        is_log = name.endswith(b":log")
        found[name] = await (client.lrange(name, 0, -1) if is_log else client.hgetall(name))
    return found


async def test_each_table_has_its_match(redis: Redis, matches: Matches, maker: TableMaker) -> None:
    it = await begun(redis, 8)
    await maker.tick()
    found = await tables(matches, it, 1)
    paired = it.playing.it.round(1).tables
    assert [[seat.player.id for seat in each.seats if seat.player] for each in found] == [
        [*each.players] for each in paired
    ]
    for table, each in enumerate(found, 1):
        assert each.status is Status.WAITING
        assert each.reveal_by
        assert each.tournament
        assert each.tournament.shown == {"id": it.id, "round": 1, "table": table}
        assert each.undo is None
        assert each.clock == it.match.clock
        assert [seat.player.display_name for seat in each.seats if seat.player] == [
            f"Player {int(player.removeprefix('player'))}" for player in paired[table - 1].players
        ]
        for seat in each.seats:
            assert seat.player
            assert seat.seal
    assert len({each.seed for each in found}) == 4
    client: Any = redis
    assert int(await client.hget(tournaments.tournament(it.id), "made")) == it.saved
    assert await client.zcard(tournaments.tables(it.match.game)) == 0
