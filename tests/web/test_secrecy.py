"""No part of a page depends on what its player may not know.

Pairs of matches that a viewer cannot tell apart (croupier_game.kit.twins) are planted one after
the other, and looked at in a browser. All that the page holds must be equal: each element with
its attributes and properties, shadow roots included, storage, title, and the tree that screen
readers read.
"""

import asyncio
import os
import random
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from difflib import unified_diff
from typing import Any, TypeVar, cast

import pytest
from croupier_game.kit import twins
from croupier_game.kit.twins import Planted, Position, viewer_name
from engine.domain.registry import GAMES
from playwright.sync_api import Browser, Page, expect
from redis.asyncio import Redis

from tests.e2e.test_secrecy import NOW, SEED, Table, differing, registered
from tests.support.live import Live
from tests.support.players import Client
from tests.support.stream_reader import following
from tests.web.browsing import Visits
from tests.web.conftest import WEB
from tests.web.holdings import PINS, holdings
from tests.web.table import visit_as

T = TypeVar("T")
ROLES = ("mover", "waiting", "spectator")
TWINS = int(os.environ.get("TWINS") or 1)
"""Pairs of each game; the first ones are of another role in each game."""


LOOKS = 4
SHOWN = 2000
"""How much of a line that differs is printed."""
FACES = "() => customElements.get('player-face')"
ALL_HANDS = """(version) => {
  const replay = document.querySelector("replay-page");
  replay.eyes = "all";
  return replay.past.seen("all").length >= version;
}"""
"""Wish for the view of all hands, which the replay of a match has once that has ended."""
REPLAYED = """() => {
  const { changes, past } = document.querySelector("replay-page");
  return JSON.stringify([changes, past.seen("all")]);
}"""
"""Every version that the replay has loaded, which it keeps to itself."""


class Stage:
    """A service with planted matches, and their players."""

    def __init__(self, live: Live, redis_url: str, planted: Planted) -> None:
        self.url = live.url
        self._people = registered(live.url)
        self._redis_url = redis_url
        self._planted = planted
        self.table = self._table(cast(Any, None))

    def plant(self, position: Position) -> str:
        return self._run(lambda table: table.plant(position))

    def remove(self, match_id: str) -> None:
        self._run(lambda table: table.remove(match_id))

    def _table(self, redis: Redis) -> Table:
        return Table(self.url, self._planted, redis, self._people)

    def _run(self, act: Callable[[Table], Coroutine[Any, Any, T]]) -> T:
        """Run it in a thread: Playwright has a loop in this one."""

        async def acted() -> T:
            async with Redis.from_url(self._redis_url) as redis:
                return await act(self._table(redis))

        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, acted()).result()


@pytest.fixture(scope="module")
def stage(redis_url: str) -> Iterator[Stage]:
    planted = Planted()
    with Live(redis_url, now=lambda: NOW, chance=planted, ticking=False, web=str(WEB)) as live:
        stage = Stage(live, redis_url, planted)
        # A page tells who is away, which a player who has just moved is not yet.
        with ExitStack() as streams:
            for player in stage.table.seats:
                streams.enter_context(following(player, "/v1/events"))
            yield stage


@pytest.mark.parametrize("game", GAMES)
def test_no_page_holds_what_its_player_may_not_know(
    stage: Stage, browser: Browser, game: str
) -> None:
    dice = random.Random(f"{SEED} {game} in a browser")
    for number in range(TWINS):
        role = ROLES[(number + [*GAMES].index(game)) % len(ROLES)]
        ((one, other, viewer),) = differing(stage.table, game, role, 1, dice)
        move = twins.common_move(one, other, viewer, dice)
        # What differs by the moment at which it was looked at does not differ each time.
        for _ in range(LOOKS):
            first, second = (seen(stage, browser, each, viewer, move) for each in (one, other))
            if first == second:
                break
        assert first == second, (
            f"{game}, seed {SEED}, pair {number}: {viewer_name(viewer)} ({role}) could tell twins "
            "apart by a page: " + "\n".join(_differences(first, second))
        )


def _differences(first: list[list[str]], second: list[list[str]]) -> Iterator[str]:
    for looked, (one, other) in enumerate(zip(first, second, strict=True)):
        for line in unified_diff(one, other, n=0, lineterm=""):
            yield f"{looked}: {line[:SHOWN]}"


def test_what_a_player_may_know_shows(stage: Stage, browser: Browser) -> None:
    """Matches that a spectator cannot tell apart, seen by their mover."""
    dice = random.Random(f"{SEED} shown")
    pairs = differing(stage.table, "lost-cities", "spectator", 1, dice)
    for one, other, _ in pairs:
        first, second = (seen(stage, browser, each, one.turn, None) for each in (one, other))
        assert first != second


def seen(
    stage: Stage, browser: Browser, position: Position, viewer: int | None, move: str | None
) -> list[list[str]]:
    """What a page of the viewer holds, with each panel open, after a move, and at the replay."""
    match_id = stage.plant(position)
    visits = Visits(browser, stage.url)
    visits.watch.allow("status of 40[45]")
    page = opened(visits, stage.table.eyes(viewer), f"/m/{match_id}")
    held = [held_at(page, position.match.version)]
    for panel in ("Score", "More", "As text"):
        page.get_by_role("button", name=panel, exact=True).click()
        held.append(holdings(page))
    if move is not None:
        stage.table.seats[position.turn].move(match_id, move, view="none")
        held.append(held_at(page, position.match.version + 1))
    page.goto(f"/m/{match_id}/replay#step={position.match.version}")
    expect(page.locator(".replay-page")).to_have_attribute("data-step", f"{position.match.version}")
    if viewer is None:
        page.wait_for_url("**&as=table")  # written a moment after the step is shown
    page.wait_for_function(ALL_HANDS, arg=position.match.version)
    held.append([*holdings(page), PINS.sub("pinned", page.evaluate(REPLAYED))])
    page.goto("/")
    if viewer is not None:
        expect(page.locator(f'a[href="/m/{match_id}"]')).not_to_have_count(0)  # the list comes late
    held.append(holdings(page))
    if viewer is None:
        page.goto(f"/wall#matches={match_id}")
        expect(page.locator("croupier-table .bar")).not_to_have_count(0)
        held.append(holdings(page))
    visits.close()
    stage.remove(match_id)
    assert not visits.watch.faults
    return held


def opened(visits: Visits, eyes: Client, path: str) -> Page:
    if eyes.token:
        return visit_as(visits, eyes, path, reduced_motion="reduce")
    return visits("desktop", path, reduced_motion="reduce")


def held_at(page: Page, version: int) -> list[str]:
    expect(page.locator(".table-page")).to_have_attribute("data-version", f"{version}")
    expect(page.locator(".table-page .bar")).not_to_have_count(0)
    page.wait_for_function(FACES)  # they come late
    return holdings(page)
