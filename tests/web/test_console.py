"""The operator's console in a browser: what its pages show, and how one acts there."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import pytest
from engine.admin.acts import KEY
from engine.admin.console.sessions import SESSION_S
from engine.admin.players import PASSWORD, USER
from playwright.sync_api import Browser, Locator, Page, Request, expect
from redis import Redis
from redislink import accounts
from redislink.client import connect

from tests.support import shipped_users
from tests.support.consoles import Console, serving
from tests.support.operated import SECRET, TIME, Operated, operated
from tests.web.browsing import Visits
from tests.web.faults import faults
from tools.redis_server import RedisServer

HOSTILE = '<img src="x" onerror="document.title=1">'
PATIENT_S = 60.0
NARROW, ZOOMED = 320, 640
"""CSS pixels: of the narrowest phone, and of 1280 pixels at 200 %."""


class Ops(NamedTuple):
    """A console, its Redis, and what there is to operate."""

    console: Console
    url: str
    server: RedisServer
    of: Operated

    @property
    def redis(self) -> "Redis":
        return Redis.from_url(self.server.url, decode_responses=True)

    def kinds(self) -> list[str]:
        """Return what operators did, oldest first."""
        with self.redis as redis:
            found: list[tuple[str, dict[str, str]]] = redis.xrange(KEY)
        return [fields["kind"] for _, fields in found]


@pytest.fixture(scope="module")
def ops(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ops]:
    folder = tmp_path_factory.mktemp("console")
    server = RedisServer(folder / "redis")
    server.start()
    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(1) as apart:
        # Browsers have an event loop in this thread.
        of = apart.submit(asyncio.run, prepared(server.url)).result()
        shipped_users.install(server.url)
        user, password = shipped_users.login(server.url, "gateway")
        patch.setenv(USER, user)
        patch.setenv(PASSWORD, password)
        with serving(server.url, folder) as (console, url):
            yield Ops(console, url, server, of)
    server.close()


async def prepared(url: str) -> Operated:
    async with connect(url, PATIENT_S) as redis:
        return await operated(redis)


@pytest.fixture
def visits(browser: Browser, ops: Ops) -> Iterator[Visits]:
    found = Visits(browser, ops.url.removesuffix("/console/"))
    found.watch.allow("status of 401 .*/console/api/session")  # nobody is signed in yet
    yield found
    found.close()
    assert not found.watch.faults


def opened(visits: Visits, ops: Ops, where: str = "", width: int = 1280) -> Page:
    """The console, of an operator who has signed in."""
    page = visits("desktop", viewport={"width": width, "height": 800})
    page.goto(f"{ops.url}#{ops.console.links.new('olga')}")
    expect(page.get_by_role("heading", level=1, name="Health")).to_be_visible()
    if where:
        page.goto(f"{ops.url}#/{where}")
    return page


def places(of: Operated) -> dict[str, tuple[str, str]]:
    """Return each page: where it is, and its heading."""
    return {
        "health": ("", "Health"),
        "players": ("players", "Players"),
        "players found": ("players?name=a&part=true", "Players"),
        "player": (f"players/{of.player}", "Ann"),
        "matches": ("matches", "Matches"),
        "match": (f"matches/{of.match}", "Ada \u2013 Ada"),
        "tournaments": ("tournaments", "Tournaments"),
        "tournament": (f"tournaments/{of.tournament}", "Friday night"),
        "reports": ("reports", "Reports"),
        "closed reports": ("reports?state=closed", "Reports"),
        "report": (f"reports/{of.report}", "other: "),
        "ratings": ("ratings", "Ratings"),
        "hooks": ("hooks", "Hooks"),
        "hook": (f"hooks/{of.hook}", "backend.example.net"),
        "acts": ("acts", "Acts"),
    }


OUT = """() => [...document.querySelectorAll(".card :is(time, a, button)")]
  .filter((each) => each.getClientRects().length)
  .filter((each) => {
    const [own, card] = [each, each.closest(".card")].map((one) => one.getBoundingClientRect());
    return own.right > card.right;
  })
  .map((each) => each.textContent)"""
"""What stands out of its card."""
TOUCHING = """() => [...document.querySelectorAll(".row .button")]
  .filter((each) => !each.closest(".card, dialog"))
  .filter((each) => [...document.querySelectorAll(".card")].some((card) => {
    const gap = card.getBoundingClientRect().top - each.getBoundingClientRect().bottom;
    return gap > -4 && gap < 4;
  }))
  .map((each) => each.textContent)"""
"""Buttons that a card stands at."""
PLACES = list(places(Operated(*"x" * 10)))


@pytest.mark.parametrize("name", PLACES)
def test_a_page_has_no_fault_and_fits(visits: Visits, ops: Ops, name: str) -> None:
    """In both themes for axe, on the narrowest phone, and at 200 %."""
    where, heading = places(ops.of)[name]
    page = opened(visits, ops, where)
    expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
    expect(page.get_by_text("Looking …")).to_have_count(0)
    assert faults(page) == []
    if where:  # the first page is shown by signing in
        expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert SECRET not in page.content()
    assert not re.search(r"\b(null|undefined|NaN)\b|\[object", page.inner_text("body"))
    for width in (ZOOMED, NARROW):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(OUT) == []
        assert page.evaluate(TOUCHING) == []
    assert faults(page) == []


def by_keys(page: Page, to: Locator) -> None:
    """Move the focus there by the Tab key."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if to.evaluate("(element) => element === document.activeElement"):
            return
    raise AssertionError(f"{to} is not reached by keys")


def test_a_player_is_suspended_by_keys_alone_and_that_is_listed(visits: Visits, ops: Ops) -> None:
    page = opened(visits, ops, f"players/{ops.of.player}")
    suspend = page.get_by_role("button", name="Suspend …")
    by_keys(page, suspend)
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Suspend Ann")
    expect(dialog).to_be_visible()
    assert faults(page, "dialog") == []
    by_keys(page, dialog.get_by_label("Reason"))
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("Say why")
    page.keyboard.type("Plays for two")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("suspended")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.get_by_role("link", name="Acts", exact=True).click()
    row = page.get_by_role("row").filter(has_text="suspended a player")
    expect(row).to_contain_text("olga")
    expect(row).to_contain_text("Plays for two")
    row.get_by_role("link").click()
    audit = page.get_by_role("table", name="What operators did to this account")
    expect(audit).to_contain_text("Plays for two")
    page.get_by_role("button", name="End suspension …").click()
    page.get_by_label("Reason").fill("Was two people")
    page.get_by_role("button", name="End", exact=True).click()
    expect(page.get_by_role("button", name="Suspend …")).to_be_visible()


def test_escape_does_nothing_and_leaves_one_where_one_was(visits: Visits, ops: Ops) -> None:
    page, before = opened(visits, ops, f"players/{ops.of.player}"), ops.kinds()
    rename = page.get_by_role("button", name="Rename …")
    rename.focus()
    page.keyboard.press("Enter")
    page.get_by_label("Reason").fill("x")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(rename).to_be_focused()
    assert ops.kinds() == before


def test_what_cannot_be_taken_back_asks_for_the_id(visits: Visits, ops: Ops) -> None:
    page, before = opened(visits, ops, f"players/{ops.of.player}"), ops.kinds()
    for name in ("Delete …", "End all ways in …"):
        page.get_by_role("button", name=name).click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Reason").fill("x")
        first = ops.of.player[:4]
        typed = dialog.get_by_label(f"Type {first}")
        for wrong in ("", first[:3], f"{first}x", first.swapcase() if first.isalpha() else "...."):
            typed.fill(wrong)
            page.keyboard.press("Enter")
            expect(dialog.get_by_role("alert")).to_contain_text(f"Type {first}")
        assert faults(page, "dialog") == []
        dialog.get_by_role("button", name="Cancel").click()
    page.goto(f"{ops.url}#/matches/{ops.of.match}")
    page.get_by_role("button", name="Abort …").click()
    expect(page.get_by_role("dialog").get_by_label(f"Type {ops.of.match[:4]}")).to_be_visible()
    assert ops.kinds() == before


def test_hidden_cards_are_shown_once_that_is_in_the_audit(visits: Visits, ops: Ops) -> None:
    page = opened(visits, ops, f"matches/{ops.of.match}")
    page.get_by_role("button", name="Show hidden cards …").click()
    page.get_by_label("Reason").fill("A card is missing")
    page.get_by_label("Type ").fill(ops.of.match[:4])
    page.get_by_role("button", name="Show", exact=True).click()
    shown = page.get_by_label("The match as it is stored")
    expect(shown).to_contain_text('"deck"')
    expect(shown).to_be_focused()
    audit = page.get_by_role("table", name="What operators did to this match")
    expect(audit).to_contain_text("A card is missing")
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("All that is stored follows from the log.")).to_be_visible()
    page.locator("summary").filter(has_text="2 changes").click()
    expect(page.locator("pre[aria-label=Log]")).to_contain_text("joined seat 1")


def test_a_tournament_is_paused_resumed_and_called_off(visits: Visits, ops: Ops) -> None:
    page = opened(visits, ops, f"tournaments/{ops.of.tournament}")
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("entries follow from each other.")).to_be_visible()
    for name in ("Pause", "Resume"):
        page.get_by_role("button", name=f"{name} …").click()
        page.get_by_label("Reason").fill("The hall is on fire")
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_role("button", name="Pause …")).to_be_visible()
    page.get_by_role("button", name="Abort …").click()
    dialog = page.get_by_role("dialog", name="Abort this tournament")
    dialog.get_by_label("Reason").fill("The hall has burnt down")
    dialog.get_by_label("Type ").fill(ops.of.tournament[:4])
    dialog.get_by_role("button", name="Abort").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("aborted")
    page.get_by_role("link", name="All acts on it").click()
    row = page.get_by_role("row").filter(has_text="called a tournament off")
    expect(row).to_contain_text("The hall has burnt down")


def test_secrets_that_are_made_are_shown_once(visits: Visits, ops: Ops) -> None:
    page = opened(visits, ops, "hooks")
    page.get_by_role("button", name="Add …").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("URL").fill("http://backend.example.net/")
    dialog.get_by_label("report.made").check()
    dialog.get_by_label("Reason").fill("Moderation")
    dialog.get_by_role("button", name="Add").click()
    expect(dialog.get_by_role("alert")).to_contain_text("https")
    visits.watch.allow("status of 400 .*/console/api/hooks")
    dialog.get_by_label("URL").fill("https://moderation.example.net/")
    dialog.get_by_role("button", name="Add").click()
    expect(page.get_by_role("dialog", name="The secret of the hook")).to_contain_text("whsec_")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("cell", name="https://moderation.example.net/")).to_be_visible()
    assert "whsec_" not in page.content()
    page.goto(f"{ops.url}#/players/{ops.of.player}")
    page.get_by_role("button", name="Recovery code …").click()
    page.get_by_label("Reason").fill("Lost the phone")
    page.get_by_role("button", name="Make").click()
    once = page.get_by_role("dialog", name="A recovery code for Ann").locator("code")
    expect(once).to_have_text(re.compile(r"(\w{4}-){6}\w{2}"))
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("cell", name="recovery code")).to_be_visible()


def test_what_players_write_is_text(visits: Visits, ops: Ops) -> None:
    player = "h" * 22
    shown = {"id": player, "displayName": HOSTILE, "kind": "human"}
    token = {"id": "t" * 22, "name": HOSTILE, "scopes": [HOSTILE], "createTime": TIME}
    fields = {accounts.PLAYER: json.dumps(shown), f"{accounts.TOKEN}x": json.dumps(token)}
    with ops.redis as redis:
        redis.hset(accounts.account(player), mapping=fields)
    page = opened(visits, ops, f"players?name={HOSTILE.replace(' ', '+')}")
    page.get_by_role("link", name=HOSTILE).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(re.escape(HOSTILE)))
    assert page.locator("main img").count() == 0
    assert page.title() == f"{HOSTILE} \u2013 Croupier console"


def test_while_redis_is_away_the_page_says_so_and_goes_on_after(visits: Visits, ops: Ops) -> None:
    page = opened(visits, ops, "reports")
    expect(page.get_by_role("link", name="Open the report")).to_be_visible()
    visits.watch.allow("status of 503 .*/console/api/")
    ops.server.stop()
    try:
        page.get_by_role("link", name="Acts", exact=True).click()
        said = page.get_by_role("status").filter(has_text="Redis: it cannot be reached.")
        expect(said).to_be_visible()
        expect(page.get_by_role("heading", level=1, name="Reports")).to_be_visible()
    finally:
        ops.server.start()
        shipped_users.install(ops.server.url)
    expect(page.get_by_role("heading", level=1, name="Acts")).to_be_visible()
    expect(said).to_have_count(0)


def test_who_was_away_for_long_signs_in_again_and_is_where_one_was(
    visits: Visits, ops: Ops
) -> None:
    page = opened(visits, ops, "reports")
    expect(page.get_by_role("heading", level=1, name="Reports")).to_be_visible()
    visits.watch.allow("status of 401 .*/console/api/")
    ops.console.now += SESSION_S
    page.get_by_role("link", name="Hooks", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Your session has ended")
    expect(page.get_by_role("navigation", name="Pages")).to_be_hidden()
    assert faults(page) == []
    page.goto(f"{ops.url}#{ops.console.links.new('hugo')}")
    expect(page.get_by_title("hugo")).to_be_visible()
    page.goto(f"{ops.url}#/hooks")
    page.get_by_role("button", name="Add \u2026").click()
    page.get_by_label("URL").fill("https://late.example.net/")
    page.get_by_label("report.made").check()
    page.get_by_label("Reason").fill("x")
    ops.console.now += SESSION_S
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Your session has ended")


def test_a_page_says_when_it_asks_by_itself(visits: Visits, ops: Ops) -> None:
    page = opened(visits, ops)
    page.clock.install()
    page.reload()
    expect(page.get_by_role("heading", level=1, name="Health")).to_be_visible()

    def says(alone: str | None) -> Callable[[Request], bool]:
        return lambda asked: (
            asked.url.endswith("/overview") and asked.headers.get("x-unattended") == alone
        )

    with page.expect_request(says("1")):
        page.clock.run_for(80_000)
    page.keyboard.press("Shift")
    with page.expect_request(says(None)):
        page.clock.run_for(20_000)


def test_who_signs_out_sees_nothing_more(visits: Visits, ops: Ops) -> None:
    page = opened(visits, ops, "reports")
    visits.watch.allow("status of 401 .*/console/api/")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("alert")).to_contain_text("You have signed out")
    expect(page.get_by_role("table")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", level=1, name="Sign in")).to_be_visible()
