"""Ids of what is created under a key: nobody else can compute them, and each is made once.

An engine of the last release is one that knows the ids without the secret only.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from engine.domain.clock import utc_now
from engine.domain.creation import MatchSettings, match_id_for_key, ticket_id_for_key
from engine.domain.errors import IdempotencyMismatch
from engine.games.lost_cities import rules as lost_cities
from engine.service.keyed_ids import KeyedIds
from engine.service.matches import Matches
from engine.service.matchmaking import Matchmaking
from engine.store import installation
from engine.store.idempotency import IdempotencyKey
from engine.store.installation import KEY, SIDE_BY_SIDE, Installation
from engine.store.matches import MatchStore
from redis.asyncio import Redis

from tests.engine.conftest import TTL
from tests.support.matches import fresh_id, key, person, waiting_table

pytestmark = pytest.mark.anyio

WISH = MatchSettings(lost_cities.ID)
LATER = SIDE_BY_SIDE + timedelta(seconds=1)


@dataclass(frozen=True)
class Place:
    """An installation of its own, and engines by their clocks."""

    redis: Redis

    def at(self, later: timedelta = timedelta()) -> Matches:
        now: Callable[[], datetime] = lambda: utc_now() + later  # noqa: E731
        return Matches(MatchStore(self.redis, TTL), now=now)

    @property
    def tickets(self) -> Matchmaking:
        return Matchmaking(self.at())

    async def number_of(self, match_id: str) -> int:
        """The first byte of the stored match, which engines of recipe 1 refuse if it is 3."""
        packed: Any = await self.redis.hget(f"match:{{{match_id}}}", "match")
        return int(packed[0])

    async def count(self) -> int:
        """The number of stored matches and tickets."""
        found = [name async for name in self.redis.scan_iter(match="match:{*}")]
        tickets = [name async for name in self.redis.scan_iter(match="{tickets}:ticket:*")]
        return len(found) + len(tickets)


@pytest.fixture
async def place(own_redis: Redis) -> Place:
    return Place(own_redis)


async def test_the_secret_is_made_once_whoever_comes_first(place: Place) -> None:
    read = await asyncio.gather(*(place.at().store.installation.read() for _ in range(20)))
    assert len(set(read)) == 1
    assert len(read[0].secret) == 64
    await place.redis.delete(KEY)  # a Redis that was restored from before
    assert (await place.at().store.installation.read()).secret != read[0].secret


async def test_an_installation_is_made_where_more_is_stored_than_can_be_looked_through(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation, "LOOK_S", 0)
    made = await place.at().store.installation.read()
    assert made.recipe_2_ms > made.since_ms, "an earlier release may have played here"


async def test_a_new_installation_has_recipe_2_at_once(place: Place) -> None:
    made = await place.at().create(person(), WISH, None)
    assert made.match.recipe == 2
    assert await place.number_of(made.match.id) == 3


async def test_engines_that_used_no_keys_are_taken_into_account_as_well(place: Place) -> None:
    """They have made no installation, but matches."""
    await waiting_table(place.at())
    await place.redis.delete(KEY)
    assert (await place.at().create(person(), WISH, None)).match.recipe == 1
    assert (await place.at(LATER).create(person(), WISH, None)).match.recipe == 2


async def test_one_that_engines_of_recipe_1_may_share_has_it_a_day_later(place: Place) -> None:
    await place.redis.hset(KEY, mapping={"secret": "ab" * 32, "since": "1"})
    tickets = Matchmaking(place.at())
    assert (await place.at().create(person(), WISH, None)).match.recipe == 1
    found = [(await tickets.create(person(), WISH, None)).ticket.match_id for _ in range(2)]
    old = await place.at().queries.roster(found[1])
    assert old.recipe == 1
    assert await place.number_of(old.id) == 2
    assert (await place.at(LATER).create(person(), WISH, None)).match.recipe == 2
    kept = await place.at().store.installation.read()
    assert (kept.secret, kept.since_ms) == ("ab" * 32, 1)


async def test_an_id_cannot_be_computed_without_the_secret(place: Place) -> None:
    ada, ids = person(), []
    for _ in range(2):
        await place.redis.flushall()
        await place.at().store.installation.read()
        for make in (place.at(LATER).create, Matchmaking(place.at(LATER)).create):
            made = await make(ada, WISH, key(ada, make.__qualname__))
            ids.append(made.match.id if hasattr(made, "match") else made.ticket.id)
    assert len({*ids}) == 4
    names = ("Matches.create", "Matchmaking.create")
    known = {of(name, ada.id) for of in (match_id_for_key, ticket_id_for_key) for name in names}
    assert not known & {*ids}


async def test_beside_engines_of_the_last_release_ids_are_as_they_know_them(place: Place) -> None:
    ada = person()
    assert (await place.at().create(ada, WISH, key(ada))).match.id == match_id_for_key(
        "key-1", ada.id
    )
    ticket = (await place.tickets.create(ada, WISH, key(ada, "other"))).ticket
    assert ticket.id == ticket_id_for_key("other", ada.id)


@pytest.mark.parametrize("first", [timedelta(), LATER])
@pytest.mark.parametrize("then", [timedelta(), LATER])
async def test_a_repeat_finds_what_was_made(
    place: Place, first: timedelta, then: timedelta
) -> None:
    """By an engine that is, or believes to be, before or after the change of the ids."""
    ada = person()
    await place.at().store.installation.read()
    made = await place.at(first).create(ada, WISH, key(ada))
    again = await place.at(then).create(ada, WISH, key(ada))
    assert (again.match, again.replayed) == (made.match, True)
    ticket = await Matchmaking(place.at(first)).create(ada, WISH, key(ada, "other"))
    same = await Matchmaking(place.at(then)).create(ada, WISH, key(ada, "other"))
    assert (same.ticket.id, same.replayed) == (ticket.ticket.id, True)
    for wrong in (
        place.at(then).create(ada, WISH, key(ada, fingerprint="POST /that {}")),
        place.at(then).create(ada, WISH, key(ada, "other")),
        Matchmaking(place.at(then)).create(ada, WISH, key(ada)),
        Matchmaking(place.at(then)).create(ada, WISH, key(ada, "other", "POST /that {}")),
    ):
        with pytest.raises(IdempotencyMismatch):
            await wrong
    assert await place.count() == 2


async def test_the_same_request_many_times_at_once_makes_one_match(place: Place) -> None:
    ada = person()
    await place.at().store.installation.read()
    for number, later in enumerate((timedelta(), LATER)):
        name = key(ada, f"key-{number}")
        made = await asyncio.gather(*(place.at(later).create(ada, WISH, name) for _ in range(10)))
        assert len({each.match.id for each in made}) == 1
        assert sum(each.replayed for each in made) == 9
        assert await place.count() == number + 1


async def test_engines_of_two_releases_make_one_match(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without(name: IdempotencyKey, _: Installation, now_ms: int) -> KeyedIds:
        match_id = match_id_for_key(name.key, name.player_id)
        ticket_id = ticket_id_for_key(name.key, name.player_id)
        return KeyedIds((match_id,) * 2, (ticket_id,) * 2)

    ada, new, old = person(), place.at(), place.at()
    for number in range(4):
        name = key(ada, fresh_id())
        for engine in (new, old) if number % 2 else (old, new):
            with monkeypatch.context() as patched:
                if engine is old:
                    patched.setattr("engine.service.installed.keyed_ids", without)
                await engine.create(ada, WISH, name)
        assert await place.count() == number + 1
