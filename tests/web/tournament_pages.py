"""The pages of tournaments as their players have them, by a clock that a test puts forward."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.support.directed import Clock
from tests.support.live import Live
from tests.support.players import Client, Json, ok
from tests.support.tournament_clients import of
from tests.support.waiting import until
from tests.web.conftest import WEB
from tools.redis_server import RedisServer

MINUTE_MS = 60_000
CHECK_IN_MS = 10 * MINUTE_MS
NOT_YET = r"status of 404 .*/v1/matches/[\w-]{22}\)"
"""What a page may say in its console that goes to a table before the match has been made."""


@contextmanager
def served(clock: Clock, folder: Path) -> Iterator[Live]:
    """A service with a clock and a Redis that no other test uses."""
    redis = RedisServer(folder)
    redis.start()
    with Live(redis.url, now=clock.now, web=str(WEB)) as live:
        ok(Client(live.url).get("/v1/games"))
        yield live
    redis.close()


def page_of(tournament: Json) -> str:
    return f"/tournaments/{tournament['id']}"


def shown(page: Page) -> Locator:
    """What stands in the lower part of the page of a tournament."""
    return page.locator("tournament-page .shown")


def step(page: Page) -> Locator:
    """The panel of a tournament that says what its reader does next, with the button for it."""
    return page.locator("tournament-page .step")


def here(page: Page) -> None:
    """Say in a browser that one is here."""
    page.get_by_role("button", name="I am here").click()
    expect(step(page)).to_contain_text("You are here.")


def to_the_table(page: Page) -> None:
    """Go to one's table, and wait for the board."""
    page.get_by_role("link", name="To my table").first.click()
    page.wait_for_url("**/m/*")


def started(clock: Clock, tournament: Json, anybody: Client) -> None:
    """Let the check-in end, and the first round begin."""
    clock.wait(CHECK_IN_MS)
    until(lambda: of(anybody, tournament)["round"] == 1)


def next_round(clock: Clock, tournament: Json, anybody: Client, number: int) -> None:
    """Wait until all tables have their results, and let the break pass."""
    until(lambda: of(anybody, tournament)["nextRoundTime"])
    clock.wait(MINUTE_MS)
    until(lambda: of(anybody, tournament)["round"] == number)


def checked(page: Page, verdict: str) -> Locator:
    """Have the page check the pairings; return what it says."""
    page.get_by_role("button", name="Check the pairings").click()
    dialog = page.get_by_role("dialog", name="Check the pairings")
    expect(dialog.locator(".verdict")).to_contain_text(verdict)
    return dialog
