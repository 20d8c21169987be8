"""Looks: from memory only where that is the very version, else from Redis, else nothing."""

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import orjson
import pytest
from croupier_match.admission import Caller
from croupier_match.match import Access, AnyMatch, StartMode
from croupier_match.refusals import NotFound, NotPlayedHere, RosterChanged
from engine.domain.errors import StoreUnavailable
from engine.service.matches import Matches
from engine.service.queries.looks import Look, Looks, Shown
from engine.store import keys
from engine.store.compression import pack
from engine.store.matches import MatchStore
from engine.store.saves import head_of
from engine.store.types import Stamp

from tests.engine.service.counting import Counting, counted
from tests.support.matches import Table, full_table, waiting_table
from tests.support.spoilt import spoilt

pytestmark = pytest.mark.anyio

NOBODY = "A" * 22
SPECTATOR = Caller()
STRANGER = Caller("s" * 22)

Notice: TypeAlias = tuple[str, Stamp]
"""A match, and the version and head that it is told to have now."""


@dataclass(frozen=True)
class Made:
    match: AnyMatch


class Engine:
    """An engine's matches, and the versions that it has made something of."""

    def __init__(self, store: MatchStore, counting: Counting) -> None:
        self.matches = Matches(store)
        self.store = store
        self.counting = counting
        self.made: list[int] = []
        self.unshown = ""
        self._looks = Looks(store, self._make)

    def _make(self, match: AnyMatch) -> Made:
        if match.id == self.unshown:
            raise NotPlayedHere(match.rules)
        self.made.append(match.version)
        return Made(match)

    async def look(self, *looks: Look) -> list[Shown[Made] | Exception]:
        self.counting.loads.clear()
        return await self._looks.find(looks)

    async def find(self, *items: tuple[str, Caller]) -> list[Shown[Made] | Exception]:
        """Look at these matches as they are now, each for one caller."""
        return await self.look(*(Look(match_id, (caller,)) for match_id, caller in items))

    async def follow(self, *notices: Notice) -> list[int | None]:
        """The versions that followers are shown after these notices."""
        found = await self.look(*(Look(each, (SPECTATOR,), stamp) for each, stamp in notices))
        return [each.made.match.version if isinstance(each, Shown) else None for each in found]

    async def sees(self, table: Table, seat: int | None = None) -> AnyMatch:
        """The match as the seat, or a spectator, finds it, which must be as it is stored."""
        caller = SPECTATOR if seat is None else table.caller(seat)
        (found,) = await self.find((table.match_id, caller))
        assert isinstance(found, Shown)
        assert found.seats == [seat]
        assert found.made.match == await table.match()
        return found.made.match

    async def refuses(self, match_id: str, caller: Caller) -> tuple[type, list[str]]:
        """How, and after which calls to Redis."""
        (refusal,) = await self.find((match_id, caller))
        return type(refusal), [*self.counting.loads]


async def test_what_is_unchanged_is_made_once_and_not_read_again(
    other: Engine, one: Engine
) -> None:
    tables = [await full_table(one.matches) for _ in range(3)]
    items = [(table.match_id, table.caller(seat)) for table in tables for seat in (0, 1)]
    first = await other.find(*items)
    assert other.counting.loads == ["stamps", "load_many"]
    assert await other.find(*items) == first
    assert other.counting.loads == ["stamps"]
    assert len(other.made) == len(tables)


async def test_a_change_is_seen_wherever_it_was_made(one: Engine, other: Engine) -> None:
    table = await full_table(one.matches)
    for mover in (one, other, one, other):
        await table.through(mover.matches).play(1)
        for reader in (one, other):
            assert (await reader.sees(table, 0)).version == (await table.match()).version


async def test_the_engine_that_made_a_change_need_not_read_it(one: Engine) -> None:
    table = await full_table(one.matches)
    await table.play(1)
    (found,) = await one.find((table.match_id, table.caller(1)))
    assert isinstance(found, Shown)
    assert one.counting.loads == ["stamps"]


async def test_another_history_of_the_same_length_is_seen(one: Engine, other: Engine) -> None:
    """As after Redis was restored, and its players have gone on otherwise."""
    table = await full_table(one.matches)
    key = keys.match(table.match_id)
    before = await one.store._redis.dump(key) or b""
    log = await one.store._redis.lrange(keys.log(table.match_id), 0, -1)
    await table.play(1)
    seen = await one.sees(table, 0)
    await one.store._redis.restore(key, 0, before, replace=True)
    await one.store._redis.ltrim(keys.log(table.match_id), 0, len(log) - 1)
    await table.through(other.matches).resign(0)
    again = await one.sees(table, 0)
    assert again.version == seen.version
    assert again != seen


async def test_a_name_that_was_removed_is_not_seen_again(one: Engine) -> None:
    """Which makes no new version: the field of the hash alone tells of it."""
    table = await full_table(one.matches)
    assert (await one.sees(table)).seats[0].player == table.players[0]
    match = await table.match()
    gone = replace(match.seats[0], player=replace(table.players[0], display_name="gone"))
    after = replace(match, seats=(gone, *match.seats[1:]))
    fields: Any = {"match": pack(orjson.dumps(after)), "gone": f"{table.players[0].id} "}
    await one.store._redis.hset(keys.match(match.id), mapping=fields)
    for _ in range(2):
        assert (await one.sees(table)).seats[0] == gone
    assert one.made == [match.version] * 2


async def test_a_stranger_learns_nothing_of_a_private_match(one: Engine, other: Engine) -> None:
    """Not by its calls either, be the match in memory or not."""
    table = await full_table(one.matches, access=Access.PRIVATE)
    for reader in (one, other, one, other):
        for caller in (SPECTATOR, STRANGER):
            unknown = await reader.refuses(NOBODY, caller)
            assert unknown == (NotFound, ["stamps", "load_many"])
            assert await reader.refuses(table.match_id, caller) == unknown
        await reader.sees(table, 0)


@pytest.mark.parametrize("how", ["cannot be shown", "has other rules", "is of another game"])
async def test_nor_of_one_that_cannot_be_shown(other: Engine, one: Engine, how: str) -> None:
    table = await full_table(one.matches, access=Access.PRIVATE)
    one.unshown = other.unshown = table.match_id
    async with spoilt(one.store._redis, table.match_id, how):
        for caller in (SPECTATOR, STRANGER):
            refused = await other.refuses(table.match_id, caller)
            assert refused == await other.refuses(NOBODY, caller)
        (failure,) = await other.find((table.match_id, table.caller(0)))
        assert isinstance(failure, NotPlayedHere)


async def test_what_is_in_memory_and_cannot_be_shown_fails_alone(one: Engine) -> None:
    good, bad = [await full_table(one.matches) for _ in range(2)]
    one.unshown = bad.match_id
    await bad.play(1)
    assert one.store.cache.peek(bad.match_id)
    seen, failure = await one.find((good.match_id, SPECTATOR), (bad.match_id, SPECTATOR))
    assert isinstance(seen, Shown)
    assert isinstance(failure, NotPlayedHere)


async def test_who_has_left_is_refused(one: Engine) -> None:
    table = await full_table(one.matches, start=StartMode.MANUAL)
    await one.sees(table, 1)
    await table.leave(1)
    refused = await one.refuses(table.match_id, table.caller(1))
    assert refused[0] is RosterChanged


async def test_what_cannot_be_read_fails_alone(one: Engine) -> None:
    good, bad = [await full_table(one.matches) for _ in range(2)]
    one.store.cache.drop(bad.match_id)
    await one.store._redis.hset(keys.match(bad.match_id), "match", b"nonsense")
    seen, failure = await one.find((good.match_id, SPECTATOR), (bad.match_id, SPECTATOR))
    assert isinstance(seen, Shown)
    assert isinstance(failure, Exception)
    # Lists that other tests read would fail with it.
    await one.store._redis.delete(keys.match(bad.match_id))


async def test_a_visit_of_its_own_keeps_a_waiting_match(one: Engine) -> None:
    table = await waiting_table(one.matches)
    key = keys.match(table.match_id)
    for caller, kept in ((STRANGER, False), (table.caller(0), True)):
        await one.store._redis.pexpire(key, 100_000)
        await one.find((table.match_id, caller))
        assert (await one.store._redis.pttl(key) > 100_000) == kept


async def test_without_redis_nothing_is_told(one: Engine) -> None:
    table = await full_table(one.matches)
    async with counted(Engine, "redis://127.0.0.1:1", 0.2) as lost:
        with pytest.raises(StoreUnavailable):
            await lost.find((table.match_id, table.caller(0)))


# --- at the version of a notice


def at(match: AnyMatch) -> Notice:
    return match.id, Stamp(match.version, head_of(match), b"")


async def moved(table: Table) -> Notice:
    """Make a move, and return the notice of it."""
    await table.play(1)
    return at(await table.match())


async def test_the_engine_that_made_a_change_shows_it_from_memory_and_once(one: Engine) -> None:
    notice = await moved(await full_table(one.matches))
    for _ in range(2):
        assert await one.follow(notice) == [notice[1].version]
        assert one.counting.loads == []
    assert one.made == [notice[1].version]


async def test_what_other_engines_have_made_is_read_with_one_round_trip_and_once(
    one: Engine, other: Engine
) -> None:
    notices = [await moved(await full_table(one.matches)) for _ in range(3)]
    found = await other.follow(*notices)
    assert found == [stamp.version for _, stamp in notices]
    assert other.counting.loads == ["load_many"]
    assert await other.follow(*notices) == found
    assert other.counting.loads == []


async def test_another_history_or_version_is_not_shown(one: Engine, other: Engine) -> None:
    notice = match_id, stamp = await moved(await full_table(one.matches))
    lost = match_id, stamp._replace(head="0" * 16)
    later = match_id, stamp._replace(version=stamp.version + 1)
    for each in (one, other):
        told = await each.follow(lost, notice, later, (NOBODY, stamp))
        assert told == [None, stamp.version, None, None]


async def test_each_follower_is_shown_what_its_seat_may_see(one: Engine, other: Engine) -> None:
    """And who may not see the match any more takes nothing from the others."""
    table = await full_table(one.matches, access=Access.PRIVATE)
    match_id, stamp = await moved(table)
    callers = (table.caller(1), STRANGER, table.caller(0))
    for reader in (one, other):
        (found,) = await reader.look(Look(match_id, callers, stamp))
        assert isinstance(found, Shown)
        first, refused, second = found.seats
        assert (first, type(refused), second) == (1, NotFound, 0)


async def test_without_redis_only_memory_shows(one: Engine) -> None:
    notice = await moved(await full_table(one.matches))
    async with counted(Engine, "redis://127.0.0.1:1", 0.2) as lost:
        assert await lost.follow(notice) == [None]
    assert await one.follow(notice) == [notice[1].version]


async def test_a_notice_and_what_is_now_can_be_looked_at_together(one: Engine) -> None:
    first, second = [await full_table(one.matches) for _ in range(2)]
    match_id, stamp = await moved(first)
    await first.play(1)
    looks = [Look(match_id, (SPECTATOR,), stamp), Look(second.match_id, (SPECTATOR,))]
    gone, found, now = await one.look(*looks, Look(match_id, (SPECTATOR,)))
    assert isinstance(gone, NotFound)
    assert isinstance(found, Shown)
    assert isinstance(now, Shown)
    assert now.made.match.version == stamp.version + 1
