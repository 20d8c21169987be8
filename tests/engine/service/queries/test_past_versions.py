"""Earlier versions: they cost no more than the log since the nearest snapshot, and are right."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from croupier_game.seeded import seeded_chance
from croupier_lost_cities import rules as lost_cities
from croupier_match.admission import Caller
from croupier_match.evolve import replay
from croupier_match.match import Access, AnyMatch
from croupier_match.settings import MatchSettings
from engine.domain.registry import GAMES
from engine.service.matches import Matches
from engine.store import keys
from engine.store.compression import unpack
from engine.store.matches import MatchStore
from engine.store.observer import StoreObserver
from engine.store.snapshots import EVERY, packed, restored
from redis.asyncio import Redis

from tests.support.long_matches import endless_match, stored
from tests.support.matches import SHORT, Table, fresh_id, full_table, key, outcomes, person

pytestmark = pytest.mark.anyio

LONG = 1000
WATCHER = Caller()


class Work(StoreObserver):
    """Counts the log entries that are recomputed, and the snapshots that are stored."""

    def __init__(self) -> None:
        self.entries = 0
        self.stored = 0

    def recomputed(self, entries: int) -> None:
        self.entries += entries

    def snapshots(self, stored: int) -> None:
        self.stored += stored


@pytest.fixture
def work() -> Work:
    return Work()


@pytest.fixture
def matches(store: MatchStore, work: Work) -> Matches:
    store.snapshots.observer = work
    return Matches(store)


@contextmanager
def recomputing(work: Work, at_most: int) -> Iterator[None]:
    before = work.entries
    yield
    assert work.entries - before <= at_most


async def test_any_version_is_recomputed_from_less_than_32_entries(
    matches: Matches, work: Work
) -> None:
    played = endless_match(LONG)
    match = await stored(matches.store, played)
    for version in (1, 2, 31, 32, 33, 500, 511, 512, 513, 990, LONG - 1):
        with recomputing(work, at_most=EVERY - 1):
            found, *_ = await matches.queries.get(match.id, WATCHER, version)
        assert found == played.versions[version - 1]


async def test_pages_of_history_and_changes_cost_their_own_versions(
    matches: Matches, work: Work
) -> None:
    played = endless_match(LONG)
    match = await stored(matches.store, played)
    for after in (0, 1, 31, 32, 500, 900):
        with recomputing(work, at_most=100 + EVERY - 1):
            page, following, _ = await matches.queries.history(match.id, WATCHER, after, 100)
        assert [each.entry for each in page] == [*played.log[after : after + 100]]
        assert [each.match for each in page] == [
            played.versions[version - 1] for version in range(after + 1, after + 101)
        ]
        assert following == (after + 100 if after < 900 else None)
        with recomputing(work, at_most=10 + EVERY - 1):
            seen, current = await matches.queries.changes_after(match.id, WATCHER, after + 5, 10)
        assert [each.version for each, _ in seen] == [*range(after + 6, after + 16)]
        assert current == LONG


async def test_a_replay_recomputes_nothing(matches: Matches, work: Work) -> None:
    table = await full_table(matches)
    await table.play(30)
    await table.resign(0)
    with recomputing(work, at_most=0):
        match, _, log = await matches.queries.replay(table.match_id, WATCHER)
    assert log[-1].hash == match.log_head


async def test_a_repeat_after_many_moves_recomputes_few(matches: Matches, work: Work) -> None:
    table = await full_table(matches)
    await table.play(17)
    seat, move = await table.turn()
    once = key(table.players[seat])
    first = await table.move(seat, move, key=once)
    await table.play(20)
    with recomputing(work, at_most=EVERY):
        again = await table.move(seat, move, key=once)
    assert (again.match, again.events, again.replayed) == (first.match, first.events, True)


async def test_who_asks_the_same_shares_what_is_recomputed(matches: Matches, work: Work) -> None:
    match = await stored(matches.store, endless_match(LONG))
    with recomputing(work, at_most=100 + EVERY - 1):
        pages = await outcomes(
            [lambda: matches.queries.history(match.id, WATCHER, 300, 100) for _ in range(20)]
        )
        pages.append(await matches.queries.history(match.id, WATCHER, 300, 100))
    assert all(page == pages[0] for page in pages)


async def test_what_is_shared_is_forgotten_with_what_redis_has_lost(
    matches: Matches, other_engine: Matches, redis: Redis
) -> None:
    """Two histories of the same versions: the moves differ, and the first was asked for before."""
    table = await full_table(matches)
    await table.play(10)
    saved = await dumped(redis, table.match_id)
    histories = []
    for choice in (0, -1):
        await restore(redis, table.match_id, saved)
        for _ in range(25):
            seat, _ = await table.turn()
            state = (await table.match()).state
            assert state
            move = lost_cities.legal_moves(state, seat)[choice]
            await table.through(other_engine).move(seat, move)
        told = await past(matches, table.match_id, 13, 36)
        assert told == await past(other_engine, table.match_id, 13, 36)
        histories.append(told)
    assert all(one != other for one, other in zip(*histories, strict=True))


async def test_a_match_without_snapshots_gets_them_with_the_first_question(
    matches: Matches, work: Work, redis: Redis
) -> None:
    played = endless_match(LONG)
    match = await stored(matches.store, played, snapshots=False)
    assert not await redis.exists(keys.snapshots(match.id))
    assert await past(matches, match.id, 700, 700) == [played.versions[700 - 1]]
    assert work.stored == await redis.llen(keys.snapshots(match.id)) == 700 // EVERY
    life_ms = await redis.pttl(keys.match(match.id))
    assert 0 < await redis.pttl(keys.snapshots(match.id)) <= life_ms + 1_000
    with recomputing(work, at_most=EVERY - 1):
        await past(matches, match.id, 300, 300)
    with recomputing(work, at_most=LONG - 700 + EVERY):
        assert await past(matches, match.id, 999, 999) == [played.versions[999 - 1]]


async def test_many_who_ask_about_a_match_without_snapshots_recompute_it_once(
    matches: Matches, work: Work
) -> None:
    match = await stored(matches.store, endless_match(LONG), snapshots=False)
    with recomputing(work, at_most=LONG + 20 * EVERY):
        await outcomes(
            [partial(past, matches, match.id, 50 * n, 50 * n) for n in reversed(range(1, 20))]
        )


async def test_snapshots_have_no_gap(matches: Matches, redis: Redis) -> None:
    """They are removed along with a name, for one."""
    table = await full_table(matches, options=lost_cities.Options())
    name = keys.snapshots(table.match_id)
    await table.play(40)
    await redis.delete(name)
    await table.play(40)
    assert not await redis.exists(name)
    await past(matches, table.match_id, 75, 75)
    assert await redis.llen(name) == 2
    await table.play(40)
    match = await table.match()
    rows: list[Any] = await redis.lrange(name, 0, -1)
    assert [restored(match, row) for row in rows] == (await whole(table))[EVERY - 1 :: EVERY]


async def test_snapshots_of_another_history_are_not_stored(
    matches: Matches, work: Work, redis: Redis
) -> None:
    match = await stored(matches.store, endless_match(100), snapshots=False)
    rows = await matches.store.snapshots.entries(match.id, 0, EVERY)
    await matches.store.snapshots.append(match.id, 0, b"", [*rows[1:], rows[0]], [b"wrong"])
    await matches.store.snapshots.append(match.id, EVERY, b"another", rows, [b"wrong"])
    await matches.store.snapshots.append(match.id, 0, b"", [*rows, b"one more"], [b"wrong"])
    await matches.store.snapshots.append(fresh_id(), 0, b"", [], [b"wrong"])
    assert work.stored == 0
    await matches.store.snapshots.append(match.id, 0, b"", rows, [b"right"])
    assert work.stored == 1
    await matches.store.snapshots.append(match.id, 0, b"", rows, [b"again"])
    assert await redis.lrange(keys.snapshots(match.id), 0, -1) == [b"right"]


async def test_snapshots_of_an_expired_match_of_the_same_id_are_not_used(
    matches: Matches, redis: Redis
) -> None:
    """Its other keys may expire a little earlier; an id may follow from an Idempotency-Key."""
    ada, wish = person(), MatchSettings(lost_cities.ID, SHORT)
    once = key(ada)
    expired = (await matches.create(ada, wish, once)).match
    name = keys.snapshots(expired.id)
    for by_script in (True, False):
        await redis.delete(*keys.all_of(expired.id))
        await redis.rpush(name, packed(replace(expired, version=EVERY, create_time="before")))
        left = await redis.dump(name)
        assert left
        table = Table(matches, (await matches.create(ada, wish, once)).match.id, (ada,))
        assert not await redis.exists(name)
        if not by_script:  # they were added by a question about the match that has expired
            await redis.restore(name, 0, left)
        table = await table.join(person())
        await table.play(EVERY + 4)
        match, kept = await table.match(), await redis.lrange(name, 0, -1)
        assert [version_of(match, each) for each in kept] == [EVERY]
        now = await past(matches, table.match_id, EVERY, EVERY + 3)
        assert now == (await whole(table))[EVERY - 1 : EVERY + 3]


async def test_a_list_that_an_expired_match_has_left_begins_anew_with_a_question(
    matches: Matches, redis: Redis
) -> None:
    """The match was imported, so no snapshot of it was stored."""
    match = await stored(matches.store, endless_match(3 * EVERY), snapshots=False)
    left = [packed(replace(match, create_time="before", version=at)) for at in (EVERY, 2 * EVERY)]
    await redis.rpush(keys.snapshots(match.id), *left)
    for last in (1, 2):
        await past(matches, match.id, last * EVERY, last * EVERY)
        kept = await redis.lrange(keys.snapshots(match.id), 0, -1)
        assert [version_of(match, each) for each in kept] == [EVERY, 2 * EVERY][:last]


def version_of(match: AnyMatch, snapshot: Any) -> int | None:
    """The version of a snapshot of the match; None if it is of another."""
    found = restored(match, snapshot)
    return found.version if found else None


async def test_a_snapshot_holds_neither_seed_nor_invite_code(matches: Matches) -> None:
    table = await full_table(matches, access=Access.PRIVATE)
    await table.play(EVERY)
    match = await table.match()
    snapshot, _ = await matches.store.snapshots.read(match.id, EVERY, EVERY)
    assert snapshot
    stored_json = unpack(snapshot).decode()
    assert match.seed not in stored_json
    assert match.invite_code not in stored_json


async def whole(table: Table) -> list[AnyMatch]:
    """All versions, recomputed from the log alone."""
    match = await table.match()
    log = await table.matches.store.log(match, match.version)
    return [*replay(GAMES.of(match), match, log, seeded_chance)]


async def past(matches: Matches, match_id: str, first: int, last: int) -> list[AnyMatch]:
    """The versions `first` to `last`, each asked for by itself."""
    return [
        (await matches.queries.get(match_id, WATCHER, version))[0]
        for version in range(first, last + 1)
    ]


async def dumped(redis: Redis, match_id: str) -> dict[str, bytes]:
    found = {name: await redis.dump(name) for name in keys.all_of(match_id)}
    return {name: content for name, content in found.items() if content}


async def restore(redis: Redis, match_id: str, saved: dict[str, bytes]) -> None:
    await redis.delete(*keys.all_of(match_id))
    for name, content in saved.items():
        await redis.restore(name, 0, content)
