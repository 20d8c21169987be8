"""The catalog of games, before engines that play different ones and are asked by turns."""

import asyncio
import logging
from collections.abc import Callable, Iterable

import pytest
from croupier.v1 import engine_service_pb2 as pb
from gateway.catalog import EVERY_S, KEPT_S, SEARCH_S, Catalog, Fitted
from gateway.contract.games import Game, Games
from gateway.errors import Problem

from tests.gateway.contract.bundles import ALL, bundle_of, file_of
from tests.gateway.engines import Clock, Engines, catalog_of
from tests.support.waiting import happens

pytestmark = pytest.mark.anyio

HEAP, BEANS = (bundle_of(file_of(**ALL), game=game) for game in ("heap", "beans"))
HEAP_2 = bundle_of(file_of(**ALL), rules_version=2)
REWRITTEN = bundle_of(file_of(**ALL), rules="Otherwise.")


def has(*ids: str) -> Callable[[Games], bool]:
    return lambda games: games.keys() >= {*ids}


async def later(catalog: Catalog, clock: Clock, seconds: float) -> list[str]:
    """Return the ids of the games after the next renewal, in so many seconds."""
    clock.now += seconds
    return [*await catalog.until(lambda _: False)]


async def test_all_engines_are_asked_and_each_game_is_described_once() -> None:
    engines, clock = Engines([HEAP], [BEANS]), Clock()
    catalog = catalog_of(engines, clock)
    assert [*await catalog.every()] == ["beans", "heap"]
    before = catalog.games
    assert await later(catalog, clock, EVERY_S) == ["beans", "heap"]
    assert engines.described == 2
    assert catalog.games is before, "what is the same is not replaced"


async def test_whether_games_fit_is_found_out_once() -> None:
    """It takes the event loop some 60 ms."""
    tried, clock = list[list[str]](), Clock()

    def fitting(games: Iterable[Game]) -> Fitted:
        tried.append([each.id for each in games])
        return [*games], {}

    engines = Engines([HEAP])
    catalog = Catalog(engines, fitting, clock)
    for _ in range(3):
        await later(catalog, clock, EVERY_S)
    engines.plays = [[HEAP, BEANS]]
    assert await later(catalog, clock, EVERY_S) == ["beans", "heap"]
    assert tried == [["heap"], ["beans", "heap"]]


async def test_it_fills_by_itself_once_an_engine_answers() -> None:
    engines = Engines()
    catalog = catalog_of(engines, Clock())
    catalog.start()
    with pytest.raises(Problem) as refusal:
        await catalog.every()
    assert (refusal.value.code, refusal.value.headers) == ("unavailable", {"Retry-After": "1"})
    engines.plays.append([HEAP])

    async def filled() -> Games:
        return catalog.games

    await happens(filled)
    await catalog.stop()
    assert [*catalog.games] == ["heap"]


async def test_a_game_that_is_asked_for_is_found_without_waiting_for_the_next_renewal() -> None:
    engines, clock = Engines([HEAP]), Clock()
    catalog = catalog_of(engines, clock)
    await catalog.every()
    engines.plays.append([HEAP, BEANS])
    clock.now += SEARCH_S
    assert "beans" in await catalog.until(has("beans"))


async def test_who_asks_for_what_is_not_there_makes_the_engines_work_once_a_second() -> None:
    engines, clock = Engines([HEAP]), Clock()
    catalog = catalog_of(engines, clock)
    await catalog.every()
    clock.now += SEARCH_S
    asked = engines.listed
    found = await asyncio.gather(*(catalog.until(has(f"chess-{number}")) for number in range(50)))
    assert {*map(len, found)} == {1}
    once = engines.listed - asked
    await catalog.until(has("chess"))
    assert engines.listed - asked == once
    clock.now += SEARCH_S
    await catalog.until(has("chess"))
    assert engines.listed - asked == 2 * once
    await catalog.until(has("heap"))
    assert engines.listed - asked == 2 * once


async def test_who_gives_up_waiting_leaves_the_others_their_answer() -> None:
    engines = Engines([HEAP])
    catalog = catalog_of(engines)
    first, second = (asyncio.create_task(catalog.every()) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert [*await second] == ["heap"]


async def test_a_game_stays_for_a_while_that_no_engine_lists_any_more() -> None:
    engines, clock = Engines([HEAP, BEANS]), Clock()
    catalog = catalog_of(engines, clock)
    await catalog.every()
    engines.plays = [[HEAP]]
    assert await later(catalog, clock, KEPT_S - 1) == ["beans", "heap"]
    assert await later(catalog, clock, 2) == ["heap"]


async def test_while_no_engine_answers_all_stays_as_it_is() -> None:
    engines, clock = Engines([HEAP]), Clock()
    catalog = catalog_of(engines, clock)
    before = await catalog.every()
    engines.plays = []
    assert await later(catalog, clock, 2 * KEPT_S) == ["heap"]
    assert catalog.games is before


async def test_a_game_is_there_by_all_its_versions_and_new_matches_are_of_the_newest() -> None:
    catalog = catalog_of(Engines([HEAP], [HEAP_2, HEAP]))
    games = await catalog.every()
    assert games["heap"].rules_version == 2
    assert [games.version("heap", number) is None for number in (1, 2, 3)] == [False, False, True]


async def test_another_description_replaces_the_first_once_no_engine_has_that() -> None:
    engines, clock = Engines([HEAP]), Clock()
    catalog = catalog_of(engines, clock)
    await catalog.every()
    engines.plays = [[REWRITTEN], [HEAP]]
    for _ in range(5):
        await later(catalog, clock, EVERY_S)
        assert catalog.games["heap"].rules == ""
    engines.plays = [[REWRITTEN]]
    await later(catalog, clock, EVERY_S)
    assert catalog.games["heap"].rules == "Otherwise."


@pytest.mark.parametrize(
    "bad",
    [
        bundle_of(file_of(Move=[]), game="bad"),
        bundle_of(file_of(**ALL), game="bad", descriptors=b"\1"),
        bundle_of(file_of(**ALL), game="zzz-bad", name="Heap"),
    ],
    ids=["incomplete", "no descriptors", "names of another"],
)
async def test_a_bad_game_is_left_out_with_one_line_of_the_log(
    bad: pb.GameBundle, caplog: pytest.LogCaptureFixture
) -> None:
    engines, clock = Engines([HEAP, bad]), Clock()
    catalog = catalog_of(engines, clock)
    assert [*await catalog.every()] == ["heap"]
    for _ in range(3):
        assert await later(catalog, clock, EVERY_S) == ["heap"]
    told = [each.getMessage() for each in caplog.records if each.levelno == logging.WARNING]
    assert len(told) == 1
    assert told[0].startswith(f"game {bad.game} is left out, ")
