"""Ids of what is created under a key: nobody else can compute them, and each is made once."""

import asyncio

import pytest
from engine.domain.creation import MatchSettings, match_id_for_key, ticket_id_for_key
from engine.domain.errors import IdempotencyMismatch
from engine.games.lost_cities import rules as lost_cities
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


async def count(redis: Redis) -> int:
    """The number of stored matches and tickets."""
    found = [name async for name in redis.scan_iter(match="match:{*}")]
    tickets = [name async for name in redis.scan_iter(match="{tickets}:ticket:*")]
    return len(found) + len(tickets)


async def test_the_secret_is_made_once_whoever_comes_first(
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


async def test_a_repeat_finds_what_was_made(matches: Matches, own_redis: Redis) -> None:
    ada, tickets = person(), Matchmaking(matches)
    made = await matches.create(ada, WISH, key(ada))
    again = await matches.create(ada, WISH, key(ada))
    assert (again.match, again.replayed) == (made.match, True)
    ticket = await tickets.create(ada, WISH, key(ada, "other"))
    same = await tickets.create(ada, WISH, key(ada, "other"))
    assert (same.ticket.id, same.replayed) == (ticket.ticket.id, True)
    for wrong in (
        matches.create(ada, WISH, key(ada, fingerprint="POST /that {}")),
        matches.create(ada, WISH, key(ada, "other")),
        tickets.create(ada, WISH, key(ada)),
        tickets.create(ada, WISH, key(ada, "other", "POST /that {}")),
    ):
        with pytest.raises(IdempotencyMismatch):
            await wrong
    assert await count(own_redis) == 2


async def test_the_same_request_many_times_at_once_makes_one_match(
    matches: Matches, own_redis: Redis
) -> None:
    ada = person()
    made = await asyncio.gather(*(matches.create(ada, WISH, key(ada)) for _ in range(10)))
    assert len({each.match.id for each in made}) == 1
    assert sum(each.replayed for each in made) == 9
    assert await count(own_redis) == 1
