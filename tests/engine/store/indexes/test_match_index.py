"""Lists of matches: complete and without repeats, whatever happens while they are read."""

import base64
import os
import random
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import chain
from typing import Any, TypeAlias

import anyio
import pytest
from anyio import to_thread
from croupier_lost_cities import rules as lost_cities
from croupier_match import clock
from croupier_match.match import (
    Access,
    AnyMatch,
    ClockOptions,
    Kind,
    Player,
    Seat,
    StartMode,
    Status,
)
from croupier_match.refusals import Conflict, RosterChanged, VersionMismatch
from engine.domain.registry import GAMES
from engine.service.changes import Change
from engine.service.matches import Matches
from engine.service.queries import pagination
from engine.service.queries.pagination import Filter
from engine.store.idempotency import Answer
from engine.store.indexes import match_index
from engine.store.indexes.due_matches import KEY
from engine.store.indexes.match_index import Index, entering
from engine.store.indexes.reindex import reindex
from engine.store.loading import all_matches, readable
from engine.store.matches import MatchStore
from engine.store.types import Saving
from redis.asyncio import Redis
from redislink.commands import run

from tests.conftest import ROOT
from tests.support.matches import (
    Table,
    created,
    full_table,
    key,
    person,
    seated,
    step,
    waiting_table,
)
from tests.support.spoilt import spoilt
from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio

SIZES = (1, 2, 7, 100)


async def listed(matches: Matches, wanted: Filter, size: int = 100) -> list[AnyMatch]:
    """All pages in a row."""
    found: list[AnyMatch] = []
    token = ""
    while True:
        page, token = await matches.queries.page(wanted, size, token)
        assert len(page) <= size
        found += page
        assert len(found) < 10_000
        if not token:
            return found


async def ids(matches: Matches, wanted: Filter, size: int = 100) -> list[str]:
    return [match.id for match in await listed(matches, wanted, size)]


def of(player: Player, **more: Any) -> Filter:
    """The matches of a player, as the player sees them."""
    return Filter(viewer_id=player.id, player_id=player.id, **more)


async def made_by(matches: Matches, ada: Player, **wish: Any) -> Table:
    return await (await waiting_table(matches, **wish)).join(ada)


def newest_first(found: list[AnyMatch]) -> list[str]:
    return [match.id for match in sorted(found, key=age, reverse=True)]


def age(match: AnyMatch) -> tuple[str, str]:
    return match.create_time, match.id


async def test_pages_are_newest_first_and_meet(store: MatchStore) -> None:
    """Half of the matches are made in one millisecond."""
    start, tick = datetime(2026, 2, 3, tzinfo=UTC), timedelta(milliseconds=1)
    times = [start + tick * min(n // 2, 6) for n in range(24)]
    matches, ada = Matches(store, now=lambda: times.pop(0) if times else start), person()
    made = [await (await made_by(matches, ada)).match() for _ in range(12)]
    assert len({match.create_time for match in made}) == 7
    for size in SIZES:
        assert await ids(matches, of(ada), size) == newest_first(made)


async def test_the_last_page_has_no_token(matches: Matches) -> None:
    ada = person()
    for _ in range(4):
        await made_by(matches, ada)
    first, token = await matches.queries.page(of(ada), 2, "")
    second, end = await matches.queries.page(of(ada), 2, token)
    assert (len(first), len(second), bool(token), end) == (2, 2, True, "")
    assert await matches.queries.page(of(person()), 2, "") == ([], "")


@pytest.fixture
async def many(matches: Matches) -> tuple[Player, dict[Status, list[str]]]:
    """Three matches of a player in each status, made in turn; newest first."""
    ada = person()
    found: dict[Status, list[str]] = {status: [] for status in Status}
    for _ in range(3):
        table = await made_by(matches, ada)
        found[Status.ACTIVE].insert(0, table.match_id)
        table = await made_by(matches, ada, start=StartMode.MANUAL)
        found[Status.WAITING].insert(0, table.match_id)
        table = await made_by(matches, ada)
        await table.resign(0)
        found[Status.FINISHED].insert(0, table.match_id)
        table = await made_by(matches, ada, start=StartMode.MANUAL)
        await table.leave(0)
        found[Status.ABORTED].insert(0, table.match_id)
    return ada, found


async def test_lists_can_be_narrowed(
    matches: Matches, many: tuple[Player, dict[Status, list[str]]]
) -> None:
    ada, found = many
    everything = {match_id for part in found.values() for match_id in part}
    for size in SIZES:
        assert set(await ids(matches, of(ada), size)) == everything
        for status, expected in found.items():
            assert await ids(matches, of(ada, status=status), size) == expected
            narrow = of(ada, status=status, game=lost_cities.ID)
            assert await ids(matches, narrow, size) == expected
            assert await ids(matches, of(ada, status=status, game="chess"), size) == []
    public = await listed(matches, Filter(status=Status.WAITING))
    assert set(found[Status.WAITING]) <= {match.id for match in public}
    assert {match.status for match in public} == {Status.WAITING}


async def test_a_list_of_one_player_is_not_that_of_another(
    matches: Matches, many: tuple[Player, dict[Status, list[str]]]
) -> None:
    ada, _ = many
    bob = person("Bob")
    both = await made_by(matches, ada, seats=2)
    await both.resign(0)
    creator = both.players[0]
    assert await ids(matches, Filter(viewer_id=bob.id, player_id=creator.id)) == [both.match_id]
    assert await ids(matches, of(bob)) == []
    assert len(await ids(matches, Filter(player_id=ada.id))) == 13


async def test_private_matches_are_listed_for_their_players_only(matches: Matches) -> None:
    ada, eve = person(), person("Eve")
    table = await made_by(matches, ada, access=Access.PRIVATE)
    assert await ids(matches, of(ada)) == [table.match_id]
    assert table.match_id in await ids(matches, Filter(viewer_id=ada.id))
    for wanted in (
        Filter(),
        Filter(viewer_id=eve.id),
        Filter(player_id=ada.id),
        Filter(viewer_id=eve.id, player_id=ada.id),
    ):
        assert table.match_id not in await ids(matches, wanted)


async def test_who_left_has_it_no_longer(matches: Matches) -> None:
    ada = person()
    table = await made_by(matches, ada, start=StartMode.MANUAL, access=Access.PRIVATE)
    await table.leave(1)
    assert await ids(matches, of(ada)) == []
    assert await ids(matches, of(table.players[0])) == [table.match_id]


async def test_who_sits_down_again_at_once_keeps_it_in_the_list(
    matches: Matches, redis: Redis
) -> None:
    """The leave is tidied up only after the player has come back."""
    bob = person()
    table = await made_by(matches, bob, start=StartMode.MANUAL, access=Access.PRIVATE)
    before = await table.match()
    await table.leave(1)
    left = await table.match()
    await table.join(bob)
    await run(redis, match_index.leaving(before, left))
    assert await ids(matches, of(bob)) == [table.match_id]


@pytest.mark.parametrize("viewer", ["", "a stranger"])
async def test_a_page_token_tells_of_listed_matches_only(matches: Matches, viewer: str) -> None:
    ada = person()
    kinds = (Access.PUBLIC, Access.PRIVATE, Access.PRIVATE, Access.PUBLIC, Access.PUBLIC)
    for access in kinds:
        await made_by(matches, ada, access=access)
    wanted, token, tokens = Filter(viewer_id=viewer, player_id=ada.id), "", []
    while True:
        page, token = await matches.queries.page(wanted, 1, token)
        if not token:
            break
        tokens.append((page[-1].id, base64.urlsafe_b64decode(token).decode()))
    assert len(tokens) == 2
    assert all(place.endswith(f" {match_id}") for match_id, place in tokens)


Act: TypeAlias = Callable[[Table], Awaitable[Change]]


async def resigning(table: Table) -> Change:
    return await table.resign(0)


async def leaving(table: Table) -> Change:
    return await table.leave(0)


ACTS: tuple[Act, ...] = (Table.start, resigning, leaving)


async def attempt(act: Act, table: Table) -> None:
    """Do it, if the match's situation allows it."""
    with suppress(Conflict, RosterChanged):
        await act(table)


async def test_walks_while_everything_changes_miss_nothing_and_repeat_nothing(
    matches: Matches, other_engine: Matches
) -> None:
    ada = person()
    tables = [await made_by(matches, ada, start=StartMode.MANUAL) for _ in range(24)]
    walked = anyio.Event()

    async def churn(seed: int) -> None:
        """New matches, and every old one through all statuses."""
        choose = random.Random(seed)
        while not walked.is_set():
            table = choose.choice(tables).through(choose.choice([matches, other_engine]))
            await attempt(choose.choice(ACTS), table)
            tables.append(await made_by(other_engine, ada, start=StartMode.MANUAL))

    async with anyio.create_task_group() as group:
        for seed in range(3):
            group.start_soon(churn, seed)
        for walk in range(40):
            present = {table.match_id for table in tables}
            seen = await listed(matches, of(ada), size=(1 + walk) * 5)
            assert newest_first(seen) == [match.id for match in seen]
            assert len({match.id for match in seen}) == len(seen)
            assert present <= {match.id for match in seen}
        walked.set()


async def test_walks_through_one_status_miss_none_that_stays_in_it(matches: Matches) -> None:
    ada = person()
    stay = [await made_by(matches, ada) for _ in range(10)]
    tables = [await made_by(matches, ada, start=StartMode.MANUAL) for _ in range(20)]
    async with anyio.create_task_group() as group:
        for table in tables:
            group.start_soon(table.start)
        for _ in range(5):
            seen = await ids(matches, of(ada, status=Status.ACTIVE), 3)
            assert len(set(seen)) == len(seen)
            assert {table.match_id for table in stay} <= set(seen)
    assert len(await ids(matches, of(ada, status=Status.ACTIVE), 3)) == 30
    assert await ids(matches, of(ada, status=Status.WAITING), 3) == []


async def entries(redis: Redis, match_id: str) -> int:
    """In how many lists the match is."""
    found = 0
    async for name in redis.scan_iter(match="index:*", count=1000):
        members: list[Any] = await redis.zrange(name, 0, -1)
        found += sum(member.decode().endswith(f" {match_id}") for member in members)
    return found


def in_two_minutes(matches: Matches) -> Matches:
    return Matches(matches.store, now=lambda: datetime.now(UTC) + timedelta(minutes=2))


async def test_what_has_expired_vanishes_and_is_unlisted(matches: Matches, redis: Redis) -> None:
    ada = person()
    gone, stays = await made_by(matches, ada), await made_by(matches, ada)
    names = [name async for name in redis.scan_iter(match=f"match:{{{gone.match_id}}}*")]
    await redis.delete(*names)
    assert await ids(matches, of(ada), 1) == [stays.match_id]
    assert await entries(redis, gone.match_id) == 3
    later = in_two_minutes(matches)
    assert await ids(later, of(ada), 1) == [stays.match_id]
    assert await ids(later, of(gone.players[0])) == []
    assert gone.match_id not in await ids(later, Filter())
    assert await entries(redis, gone.match_id) == 0
    assert await entries(redis, stays.match_id) == 3


async def test_an_engine_that_dies_before_it_stores_leaves_no_ghost(
    matches: Matches, redis: Redis
) -> None:
    match, entry = created()
    creator = match.seats[0].player
    assert creator
    await run(redis, entering(None, match))
    assert await ids(matches, of(creator)) == []
    assert await ids(in_two_minutes(matches), of(creator)) == []
    await matches.store.save(Saving(None, match, [entry], None, Answer(0, 1, 0)))
    assert await ids(matches, of(creator)) == [match.id]


async def test_an_engine_that_dies_before_or_after_it_stores_leaves_a_true_list(
    store: MatchStore, matches: Matches, redis: Redis
) -> None:
    ada = person()
    before, entry = created()
    after, joined = seated(before, 1, ada)
    await store.save(Saving(None, before, [entry], None, Answer(0, 1, 0)))
    await run(redis, entering(before, after))
    assert await ids(matches, of(ada)) == []
    await store.save(Saving(before, after, [joined], None, Answer(1, 2, 1)))
    await run(redis, entering(None, before))
    creator = before.seats[0].player
    assert creator
    assert await ids(matches, of(creator, status=Status.WAITING)) == []
    assert await ids(matches, of(creator, status=Status.ACTIVE)) == [after.id]
    for size in SIZES:
        assert await ids(matches, of(creator), size) == [after.id]


async def test_a_match_that_two_engines_make_at_once_is_listed_once(
    store: MatchStore, matches: Matches
) -> None:
    """Their clocks differ, so each enters it under another time."""
    match, entry = created()
    other = replace(match, create_time="2026-01-02T03:04:05.999Z")
    await store.save(Saving(None, match, [entry], None, Answer(0, 1, 0)))
    with pytest.raises(VersionMismatch):
        await store.save(Saving(None, other, [entry], None, Answer(0, 1, 0)))
    creator = match.seats[0].player
    assert creator
    for size in SIZES:
        assert await ids(matches, of(creator), size) == [match.id]


async def test_a_change_that_comes_too_late_takes_no_match_out_of_its_lists(
    store: MatchStore, matches: Matches
) -> None:
    table = await full_table(matches, start=StartMode.MANUAL)
    late = await table.match()
    await table.leave(1)
    after, entry = step(late, Kind.STARTED, 0)
    with pytest.raises(VersionMismatch):
        await store.save(Saving(late, after, [entry], None, Answer(2, 3, 0)))
    ada = table.players[0]
    assert await ids(matches, of(ada, status=Status.WAITING)) == [table.match_id]
    assert await ids(matches, of(ada, status=Status.ACTIVE)) == []
    assert await ids(matches, of(ada)) == [table.match_id]


def encoded(place: str) -> str:
    return base64.urlsafe_b64encode(place.encode()).decode()


PLACE = "2026-01-02T03:04:05.678Z AAAAAAAAAAAAAAAAAAAAAA"


async def test_a_token_of_another_list_only_names_a_place(matches: Matches) -> None:
    ada = person()
    await made_by(matches, ada)
    assert await matches.queries.page(of(ada), 10, encoded(PLACE)) == ([], "")


# Making the lists again. It clears all of them, so each test has a Redis of its own.


async def lists(redis: Redis) -> dict[bytes, Any]:
    """Every list and all that is in it."""
    return {
        name: await redis.zrange(name, 0, -1)
        async for name in redis.scan_iter(match="index:*", count=1000)
    }


async def all_kinds(matches: Matches) -> None:
    for access in Access:
        await waiting_table(matches, access=access)
        await full_table(matches, access=access)
        await (await full_table(matches, access=access)).resign(1)
        aborted = await full_table(matches, access=access, start=StartMode.MANUAL)
        await aborted.leave(0, key(aborted.players[0]))


async def test_lists_made_again_are_what_they_were(own_store: MatchStore, own_redis: Redis) -> None:
    await all_kinds(Matches(own_store))
    before = await lists(own_redis)
    assert before
    for ruin in (litter, wipe):
        await ruin(own_redis)
        assert await lists(own_redis) != before
        assert await reindex(own_redis, settle_s=0) == 8
        assert await lists(own_redis) == before


async def litter(redis: Redis) -> None:
    """Enter a match that does not exist, and those that do where they do not belong."""
    await run(redis, entering(None, created()[0]))
    async for matches in all_matches(redis):
        for match in readable(matches.values()):
            for status in Status:
                await run(redis, entering(None, replace(match, status=status)))


async def wipe(redis: Redis) -> None:
    await Index(redis).clear()


@pytest.mark.parametrize("how", ["has other rules", "is of another game", "cannot be read"])
async def test_a_match_that_is_not_played_here_stays_where_it_is(
    own_store: MatchStore, own_redis: Redis, how: str
) -> None:
    """A broken one leaves the lists; its deadline stays, for when it is repaired."""
    clock = ClockOptions(per_move_ms=60_000)
    tables = [await full_table(Matches(own_store), clock=clock) for _ in range(2)]
    odd, _ = (table.match_id for table in tables)
    before, due = await lists(own_redis), await own_redis.zrange(KEY, 0, -1)
    async with spoilt(own_redis, odd, how):
        listed = how != "cannot be read"
        assert await reindex(own_redis, settle_s=0) == 1 + listed
        after = await lists(own_redis)
        if how == "has other rules":
            assert after == before
        assert any(odd.encode() in name for names in after.values() for name in names) == listed
        assert {*await own_redis.zrange(KEY, 0, -1)} == {*due}
        if listed:
            await own_redis.delete(KEY)
            await reindex(own_redis, settle_s=0)
            assert {*await own_redis.zrange(KEY, 0, -1)} == {*due}


async def test_an_empty_redis_has_no_lists(own_redis: Redis) -> None:
    assert await reindex(own_redis, settle_s=0) == 0
    assert await lists(own_redis) == {}


async def test_lists_are_complete_when_made_again_under_load(
    own_store: MatchStore, own_redis: Redis
) -> None:
    matches, ada = Matches(own_store), person()
    tables = [await made_by(matches, ada, start=StartMode.MANUAL) for _ in range(30)]
    churning = 3

    async def churn(seed: int) -> None:
        nonlocal churning
        choose = random.Random(seed)
        for _ in range(25):
            await attempt(choose.choice(ACTS[:2]), choose.choice(tables))
            tables.append(await made_by(matches, ada, start=StartMode.MANUAL))
        churning -= 1

    async with anyio.create_task_group() as group:
        for seed in range(churning):
            group.start_soon(churn, seed)
        while churning:
            await reindex(own_redis, settle_s=0.05)
    seen = await ids(matches, of(ada), 50)
    assert sorted(seen) == sorted(table.match_id for table in tables)
    by_status = [await ids(matches, of(ada, status=status)) for status in Status]
    assert sorted(chain.from_iterable(by_status)) == sorted(seen)


async def test_a_match_that_is_stored_just_after_its_lists_were_cleared_is_listed(
    own_store: MatchStore, own_redis: Redis
) -> None:
    """Its engine has entered it, was held up, and stores it now."""
    match, entry = created()
    await run(own_redis, entering(None, match))
    async with anyio.create_task_group() as group:
        group.start_soon(reindex, own_redis, 1.0)
        while await lists(own_redis):
            pass
        await own_store.save(Saving(None, match, [entry], None, Answer(0, 1, 0)))
    assert await ids(Matches(own_store), Filter()) == [match.id]


async def test_the_command_tells_how_many_it_listed(
    own_store: MatchStore, own_server: RedisServer, own_redis: Redis
) -> None:
    await all_kinds(Matches(own_store))
    before = await lists(own_redis)
    for urls in (
        {"REDIS_URL": own_server.url},
        {"REDIS_URL": "unix:///nowhere", "ENGINE_REDIS_URL": own_server.url},
    ):
        await wipe(own_redis)
        told = await command(urls)
        assert (told.returncode, told.stdout, told.stderr) == (0, "8 matches listed\n", "")
        assert await lists(own_redis) == before


@pytest.mark.service
async def test_the_command_needs_to_know_where() -> None:
    told = await command({})
    assert told.returncode == 1
    assert told.stderr.startswith("Set ENGINE_REDIS_URL or REDIS_URL")


async def command(urls: dict[str, str]) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if not name.endswith("REDIS_URL")}
    run = partial(
        subprocess.run,
        [sys.executable, "-m", "engine.admin", "reindex"],
        cwd=ROOT / "services",
        env=env | urls,
        capture_output=True,
        text=True,
        check=False,
    )
    return await to_thread.run_sync(run)


# --- what a list may cost


async def commands(redis: Redis) -> dict[str, int]:
    """How often each command was called so far."""
    stats = await redis.info("commandstats")
    return {name.removeprefix("cmdstat_"): each["calls"] for name, each in stats.items()}


async def enter(redis: Redis, player: Player, many: int, **settings: Any) -> None:
    """Enter matches of the player into the lists, newer than all before."""
    later, seat = datetime.now(UTC) + timedelta(hours=1), Seat(player=player)
    await Index(redis).restore(
        replace(
            created()[0],
            create_time=clock.rfc3339(later + timedelta(milliseconds=number)),
            seats=(seat, Seat()),
            **settings,
        )
        for number in range(many)
    )


async def test_a_player_has_as_many_private_matches_as_it_likes(
    own_store: MatchStore, own_redis: Redis
) -> None:
    """What a stranger asks costs a look at their names, and not a match is loaded for it."""
    ada, matches = person(), Matches(own_store)
    public = await made_by(matches, ada)
    await enter(own_redis, ada, 2500, access=Access.PRIVATE)
    before = await commands(own_redis)
    page, token = await matches.queries.page(Filter(player_id=ada.id), 50, "")
    after = await commands(own_redis)
    assert ([match.id for match in page], token) == ([public.match_id], "")
    assert after["hmget"] - before.get("hmget", 0) == 1
    assert after["zmscore"] - before.get("zmscore", 0) <= 3 * 4 * len(GAMES)
    assert after["zrevrangebylex"] - before.get("zrevrangebylex", 0) <= 3 * 4 * len(GAMES)


@pytest.mark.parametrize("viewer", ["", "a stranger"])
async def test_no_page_tells_that_there_are_private_matches_beyond_it(
    own_store: MatchStore, own_redis: Redis, monkeypatch: pytest.MonkeyPatch, viewer: str
) -> None:
    """Each token follows a match of its page and another one that the viewer may see."""
    monkeypatch.setattr(pagination, "OTHERS_STEP", 4)
    monkeypatch.setattr(pagination, "OTHERS_MORE", 4)
    ada, matches = person(), Matches(own_store)
    wanted = Filter(viewer_id=viewer, player_id=ada.id)
    await enter(own_redis, ada, 5 * pagination.STEPS, access=Access.PRIVATE)
    assert await matches.queries.page(wanted, 1, "") == ([], "")
    old, new = [await made_by(matches, ada) for _ in range(2)]
    page, token = await matches.queries.page(wanted, 1, "")
    assert [match.id for match in page] == [new.match_id]
    page, token = await matches.queries.page(wanted, 1, token)
    assert ([match.id for match in page], token) == ([old.match_id], "")


@pytest.mark.parametrize("viewer", ["", "a stranger"])
async def test_a_player_with_very_many_matches_is_looked_for_in_what_all_may_see(
    own_store: MatchStore, own_redis: Redis, monkeypatch: pytest.MonkeyPatch, viewer: str
) -> None:
    """However many of them are private, and wherever: the answers do not depend on these."""
    monkeypatch.setattr(pagination, "MANY", 20)
    monkeypatch.setattr(pagination, "OTHERS_STEP", 4)
    ada, bob, matches = person(), person(), Matches(own_store)
    wanted = Filter(viewer_id=viewer, player_id=ada.id)
    made = []
    for _ in range(3):
        made.append((await made_by(matches, ada)).match_id)
        await enter(own_redis, ada, 20, access=Access.PRIVATE)
        await made_by(matches, bob)
    before = await commands(own_redis)
    pages = [await matches.queries.page(wanted, 2, "")]
    pages.append(await matches.queries.page(wanted, 2, pages[0][1]))
    after = await commands(own_redis)
    assert [[match.id for match in page] for page, _ in pages] == [made[:0:-1], made[:1]]
    assert [bool(token) for _, token in pages] == [True, False]
    assert after["zrevrangebylex"] - before.get("zrevrangebylex", 0) <= 2 * 4 * 4 * len(GAMES)


async def test_one_request_reads_only_so_many_names_of_a_player_with_very_many_matches(
    own_store: MatchStore, own_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pagination, "MANY", 20)
    monkeypatch.setattr(pagination, "OTHERS_STEP", 4)
    ada, matches = person(), Matches(own_store)
    public = await made_by(matches, ada)
    await enter(own_redis, ada, 30, access=Access.PRIVATE)
    await enter(own_redis, person(), 4 * pagination.STEPS, access=Access.PUBLIC)
    wanted = Filter(player_id=ada.id)
    page, token = await matches.queries.page(wanted, 1, "")
    assert page == []
    assert public.match_id not in base64.urlsafe_b64decode(token).decode()
    page, token = await matches.queries.page(wanted, 1, token)
    assert ([match.id for match in page], token) == ([public.match_id], "")


async def test_a_list_of_which_little_fits_ends_a_page_early(
    own_store: MatchStore, own_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pagination, "STEP", 10)
    ada, matches = person(), Matches(own_store)
    public = await made_by(matches, ada)
    await enter(own_redis, ada, 300, access=Access.PRIVATE)
    found, tokens, token = [], [], ""
    while True:
        before = await commands(own_redis)
        page, token = await matches.queries.page(of(ada), 5, token)
        after = await commands(own_redis)
        assert after.get("hmget", 0) - before.get("hmget", 0) <= pagination.STEPS * 10
        found += [match.id for match in page]
        if not token:
            break
        tokens.append(base64.urlsafe_b64decode(token).decode())
    assert found == [public.match_id]
    assert tokens
    assert {place.split(" ")[1] for place in tokens} == {pagination.NO_ID}
