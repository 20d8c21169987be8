"""Looks: a version from memory where that is the very one, else from Redis, else none."""

import pytest
from croupier_match.match import AnyMatch
from engine.service.matches import Matches
from engine.service.queries.batched_looks import Looks, Wanted
from engine.store.matches import MatchStore
from engine.store.saves import head_of

from tests.engine.service.counting import Counting, counted
from tests.support.matches import Table, full_table

pytestmark = pytest.mark.anyio


class Engine:
    """An engine's matches, and the versions that it has made something of."""

    def __init__(self, store: MatchStore, counting: Counting) -> None:
        self.matches = Matches(store)
        self.counting = counting
        self.made: list[int] = []
        self.looks = Looks(store, self._show)

    def _show(self, match: AnyMatch) -> str:
        self.made.append(match.version)
        return f"{match.id} {match.version}"

    async def find(self, *wanted: Wanted) -> list[str | None]:
        self.counting.loads.clear()
        return await self.looks.find(wanted)


async def moved(table: Table) -> Wanted:
    """Make a move, and return the version that it has made."""
    seat, move = await table.turn()
    await table.move(seat, move)
    return at(await table.match())


def at(match: AnyMatch) -> Wanted:
    return Wanted(match.id, match.version, head_of(match))


async def test_the_engine_that_made_a_change_shows_it_from_memory_and_once(one: Engine) -> None:
    table = await full_table(one.matches)
    wanted = await moved(table)
    for _ in range(2):
        assert await one.find(wanted) == [f"{table.match_id} {wanted.version}"]
        assert one.counting.loads == []
    assert one.made == [wanted.version]


async def test_what_other_engines_have_made_is_read_with_one_round_trip_and_once(
    one: Engine, other: Engine
) -> None:
    wanted = [await moved(await full_table(one.matches)) for _ in range(3)]
    found = await other.find(*wanted)
    assert found == [f"{each.match_id} {each.version}" for each in wanted]
    assert other.counting.loads == ["load_many"]
    assert await other.find(*wanted) == found
    assert other.counting.loads == []


async def test_another_history_or_version_is_not_shown(one: Engine, other: Engine) -> None:
    table = await full_table(one.matches)
    wanted = await moved(table)
    lost = Wanted(wanted.match_id, wanted.version, "0" * 16)
    later = Wanted(wanted.match_id, wanted.version + 1, wanted.head)
    gone = Wanted("A" * 22, 1, wanted.head)
    for each in (one, other):
        assert await each.find(lost, wanted, later, gone) == [
            None,
            f"{table.match_id} {wanted.version}",
            None,
            None,
        ]


async def test_without_redis_only_memory_shows(one: Engine) -> None:
    async with counted(Engine, "redis://127.0.0.1:1", 0.2) as lost:
        assert await lost.find(await moved(await full_table(one.matches))) == [None]
