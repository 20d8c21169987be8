"""The installation's secret, from which the ids of what is created under a key follow."""

import asyncio

import pytest
from croupier_lost_cities import rules as lost_cities
from croupier_match.settings import MatchSettings
from engine.domain.ids import match_id_for_key, ticket_id_for_key
from engine.service.matches import Matches
from engine.service.matchmaking import Matchmaking
from engine.store.installation import KEY
from engine.store.matches import MatchStore
from redis.asyncio import Redis

from tests.engine.conftest import TTL
from tests.support.matches import key, person

pytestmark = pytest.mark.anyio

WISH = MatchSettings(lost_cities.ID)


@pytest.fixture
async def matches(own_redis: Redis) -> Matches:
    """The matches of an installation of its own."""
    return Matches(MatchStore(own_redis, TTL))


async def test_the_secret_is_made_once_by_whichever_engine_comes_first(
    matches: Matches, own_redis: Redis
) -> None:
    read = await asyncio.gather(*(matches.store.installation.secret() for _ in range(20)))
    assert len(set(read)) == 1
    assert len(read[0]) == 64
    await own_redis.delete(KEY)  # a Redis that was restored from before
    assert await matches.store.installation.secret() != read[0]


@pytest.mark.parametrize("make", [Matches.create, Matchmaking.create])
async def test_what_is_created_without_a_key_makes_the_installation(
    matches: Matches, own_redis: Redis, make: object
) -> None:
    """By it, an engine notices a Redis that was replaced."""
    service = matches if make is Matches.create else Matchmaking(matches)
    await service.create(person(), WISH, None)
    assert await own_redis.exists(KEY)


async def test_an_id_follows_from_the_secret(matches: Matches, own_redis: Redis) -> None:
    ada, ids = person(), list[str]()
    for _ in range(2):
        await own_redis.flushall()
        made = await matches.create(ada, WISH, key(ada))
        ticket = (await Matchmaking(matches).create(ada, WISH, key(ada, "other"))).ticket
        secret = await matches.store.installation.secret()
        assert made.match.id == match_id_for_key("key-1", ada.id, secret)
        assert ticket.id == ticket_id_for_key("other", ada.id, secret)
        ids += made.match.id, ticket.id
    assert len({*ids}) == 4
