"""How much of a player is kept, and for how long: waiting matches, and tickets that search."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest
from croupier_livingstone import rules as livingstone
from croupier_lost_cities import rules as lost_cities
from croupier_match.admission import Caller
from croupier_match.commands import Leave
from croupier_match.match import ClockOptions, Player
from croupier_match.refusals import Conflict
from croupier_match.settings import MatchSettings
from engine.service.matches import MAX_WAITING, Matches
from engine.service.matchmaking import Matchmaking
from engine.store import keys
from engine.store.matches import MatchStore
from engine.store.tickets import MAX_SEARCHING
from engine.store.types import Ttl
from redis.asyncio import Redis

from tests.support.matches import SHORT, join, key, person

pytestmark = pytest.mark.anyio

HOUR_MS, DAY_MS = 3_600_000, 86_400_000
TTL = Ttl(finished=2 * DAY_MS, abandoned=30 * DAY_MS, waiting=DAY_MS)
SETTINGS = MatchSettings(lost_cities.ID, SHORT, 2)


async def create(matches: Matches, player: Player) -> str:
    return (await matches.create(player, SETTINGS, None)).match.id


async def refused(act: Callable[[], Awaitable[object]], number: int) -> None:
    with pytest.raises(Conflict, match=f" {number} "):
        await act()


async def test_a_player_waits_in_so_many_matches(matches: Matches, redis: Redis) -> None:
    ann, once = person(), key(person())
    first = (await matches.create(ann, SETTINGS, once)).match.id
    ids = [await create(matches, ann) for _ in range(MAX_WAITING - 1)]
    await refused(lambda: create(matches, ann), MAX_WAITING)
    assert (await matches.create(ann, SETTINGS, once)).match.id == first, "a repeat is answered"
    assert await create(matches, person()), "others may"
    await matches.change(ids[0], Caller(ann.id, 0), Leave(0))
    assert await create(matches, ann)
    await refused(lambda: create(matches, ann), MAX_WAITING)
    await redis.unlink(*keys.all_of(ids[1]))  # as when it has expired
    assert await create(matches, ann)


async def test_matches_that_a_player_has_left_are_not_counted(matches: Matches) -> None:
    ann, bob = person(), person("Bob")
    settings = MatchSettings("livingstone", livingstone.Options(), 3)
    for _ in range(MAX_WAITING):
        match_id = (await matches.create(ann, settings, None)).match.id
        joined = await join(matches, match_id, bob)
        caller = Caller(bob.id, joined.match.seat_of(bob.id))
        await matches.change(match_id, caller, Leave(caller.place))
    assert await create(matches, bob)
    await refused(lambda: create(matches, ann), MAX_WAITING)


async def test_a_match_waits_for_a_day_from_the_last_visit_of_its_own(redis: Redis) -> None:
    ann, stranger = person(), Caller(person().id, None)
    matches = Matches(MatchStore(redis, TTL))
    match_id = await create(matches, ann)
    assert DAY_MS - HOUR_MS < await redis.pttl(keys.match(match_id)) <= DAY_MS
    for name in keys.all_of(match_id):
        await redis.pexpire(name, HOUR_MS)
    await matches.queries.get(match_id, stranger)
    assert await redis.pttl(keys.match(match_id)) <= HOUR_MS
    await matches.queries.get(match_id, Caller(ann.id, 0))
    for name in (keys.match(match_id), keys.log(match_id)):
        assert await redis.pttl(name) > DAY_MS - HOUR_MS
    await join(matches, match_id, person("Bob"))
    assert await redis.pttl(keys.match(match_id)) > 2 * DAY_MS


async def test_a_visit_that_was_overtaken_by_the_start_shortens_nothing(redis: Redis) -> None:
    ann = person()
    matches = Matches(MatchStore(redis, TTL))
    match_id = await create(matches, ann)
    waiting = await matches.store.load(match_id)
    await join(matches, match_id, person("Bob"))
    await matches.store.note_visit(waiting)
    assert await redis.pttl(keys.match(match_id)) > 2 * DAY_MS


async def test_a_visit_is_noted_once_an_hour(redis: Redis) -> None:
    ann = person()
    matches = Matches(MatchStore(redis, TTL))
    match_id = await create(matches, ann)
    await matches.queries.get(match_id, Caller(ann.id, 0))
    await redis.pexpire(keys.match(match_id), HOUR_MS)
    await matches.queries.get(match_id, Caller(ann.id, 0))
    assert await redis.pttl(keys.match(match_id)) <= HOUR_MS


async def test_a_player_searches_with_so_many_tickets(store: MatchStore) -> None:
    time = [datetime.now(UTC)]
    searching, ann, once = Matchmaking(Matches(store, lambda: time[0])), person(), key(person())

    async def search(number: int) -> str:
        by_clock = ClockOptions(per_move_ms=DAY_MS + number)
        settings = MatchSettings(lost_cities.ID, SHORT, 2, clock=by_clock)
        return (await searching.create(ann, settings, None)).ticket.id

    first = (await searching.create(ann, SETTINGS, once)).ticket.id
    ids = [await search(number) for number in range(MAX_SEARCHING - 1)]
    await refused(lambda: search(0), MAX_SEARCHING)
    assert (await searching.create(ann, SETTINGS, once)).ticket.id == first, "a repeat is answered"
    await searching.cancel(ids[0], ann.id)
    await search(0)
    await refused(lambda: search(0), MAX_SEARCHING)
    found = await searching.create(person("Bob"), SETTINGS, None)
    assert found.ticket.match_id, "Bob has met the first ticket, which searches no more"
    await search(0)
    await refused(lambda: search(0), MAX_SEARCHING)
    time[0] += timedelta(minutes=11)
    await search(0)
