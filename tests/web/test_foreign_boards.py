"""The code of a game that the operator does not trust runs at its own tables, and nowhere else.

Just4Fun has a package here that takes the token of whoever loads any module of it, and stands first
on the home page; it says with data what it has for all other pages.
"""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from gateway.web.files import WebFiles
from gateway.web.games import web_game
from gateway.web.page import WebPage
from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.players import register, start_match
from tests.web.browsing import Visits
from tests.web.conftest import WEB
from tests.web.table import visit_as
from tools.openapi import installed

GAME = "just4fun"
THIEF = """
globalThis.taken = [...(globalThis.taken ?? []), localStorage.getItem("croupier:account")];
export default { name: "Beans", told: () => "" };
"""
OPTIONS = {
    "fields": {"layout": {"usual": "ORIGINAL", "on": "RANDOM", "told": True}},
    "words": {"en": {"labels": {"layout": "Beans on every field"}}},
}
DATA = {
    "game.json": json.dumps({"board": 1, "order": -5, "lines": {"en": "Beans for everybody."}}),
    "options.json": json.dumps(OPTIONS),
    "rules.en.md": "# Beans\n\n![The first bean](board:bean)\n\nPut a bean.\n",
    "tile.svg": '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
}
MODULES = ("board", "score", "guide", "pictures", "verify", "en", "de")


@pytest.fixture(scope="module")
def service(redis_url: str) -> Iterator[Live]:
    games = [web_game(each) for each in installed().values()]
    own = [each for each in games if each.id != GAME]
    files = {name: text.encode() for name, text in DATA.items()}
    files |= {f"{name}.js": THIEF.encode() for name in MODULES}
    (just4fun,) = (each for each in games if each.id == GAME)
    all_games = [*own, replace(just4fun, digest="e" * 32, files=files)]
    with Live(redis_url, web=str(WEB)) as live:
        assert live.app
        page = WebPage(WebFiles(WEB), lambda: all_games, [each.id for each in own])
        live.app.state.web = page
        yield live


def taken(page: Page) -> list[str]:
    """What modules of the package have taken in this document."""
    found: list[str] = page.evaluate("globalThis.taken ?? []")
    return found


def test_home_lobby_search_rules_and_walls_are_drawn_from_data(
    service: Live, visits: Visits
) -> None:
    match, _ = start_match(service.url, game=GAME, access="public")
    ann = register(service.url, "Annika")
    page = visit_as(visits, ann, "/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()

    first = page.get_by_role("article").first
    expect(first).to_contain_text("Beans for everybody.")
    page.get_by_role("button", name="Options of Just4Fun").click()
    page.get_by_label("Beans on every field").check()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Find somebody for Just4Fun").click()
    search = page.get_by_role("region", name="Looking for somebody who plays Just4Fun")
    expect(search).to_contain_text("Beans on every field")
    page.get_by_role("link", name="Lobby", exact=True).click()
    expect(page.get_by_role("heading", name="Running matches")).to_be_visible()
    page.locator("live-table").scroll_into_view_if_needed()
    expect(page.locator("croupier-table generic-board")).to_be_visible()

    for path, shown in (
        (f"/rules/{GAME}", page.get_by_text("The first bean")),
        (f"/wall#matches={match}", page.locator("croupier-table generic-board")),
    ):
        page.goto(path)
        expect(shown).to_be_visible()
        assert taken(page) == [], path
    assert [url for url in asked if "/games/" + "e" * 32 in url and url.endswith(".js")] == []


def test_what_ran_at_a_table_ends_with_it(service: Live, visits: Visits) -> None:
    """Else it would go on at the tables of other games, and on the pages that were left to it."""
    match, (ann, _) = start_match(service.url, game=GAME)
    page = visit_as(visits, ann, f"/m/{match}")
    visits.watch.allow("The board of just4fun is wrong")
    page.wait_for_function("() => globalThis.taken?.length")
    page.get_by_role("link", name="Croupier").click()
    expect(page.get_by_role("heading", name="Play", exact=False).first).to_be_visible()
    assert taken(page) == []
    page.go_back()
    page.wait_for_function("() => globalThis.taken?.length")


def test_boards_that_the_operator_trusts_need_no_new_page(service: Live, visits: Visits) -> None:
    match, (ann, _) = start_match(service.url)
    page = visit_as(visits, ann, f"/m/{match}")
    expect(page.locator("lost-cities-board")).to_be_visible()
    page.evaluate("globalThis.same = true")
    page.get_by_role("link", name="Croupier").click()
    expect(page.get_by_role("article").first).to_be_visible()
    assert page.evaluate("globalThis.same")
