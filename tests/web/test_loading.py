"""What a browser loads for its first table: how many bytes, in how many requests, how early.

It is the built web table that is measured, which packages and images have.
"""

import gzip
import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.live import Live
from tests.support.players import HTTP, Json, ok, register, start_match
from tests.web.browsing import Visits
from tests.web.measures import shifts, watch_shifts
from tests.web.table import expect_turn, prepared, visit_as

LOADED = """() => performance.getEntriesByType("resource").map(
  (entry) => [new URL(entry.name).pathname, entry.encodedBodySize, entry.deliveryType])"""
EARLY = """() => [...document.querySelectorAll("link[rel=modulepreload], script[src]")].map(
  (link) => new URL(link.href || link.src).pathname)"""
BYTES = 70_500
"""At most, as gzip, as which most proxies hand them on: brotli is an eighth less."""
LATER = re.compile("/t/web/(hints|face|absences|seat-away|about-players)-")
"""What comes once the table is there, and so may be there on a busy machine or not."""
REQUESTS = 35
"""At most until the board is drawn, those of the page itself and of the match included."""
HOME_BYTES, HOME_FILES = 61_000, 10
"""As gzip, and the files besides pictures, until its buttons are there."""
SAVES = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
PREPARED = (
    """() => [...document.querySelectorAll("link[rel=modulepreload][href*='/games/']")].length"""
)
SHIFTS = 0.02
MAIN = re.compile(r"/t/web/main-[A-Z0-9]{8}\.js$")
NAMED_BY_CONTENT = re.compile(
    r"^/t/(web/.+-[A-Z0-9]{8}|[0-9a-f]{32}/games/[0-9a-f]{32}/.+)\.(js|css)$"
)


@pytest.fixture(scope="module")
def service(built: Live) -> Live:
    """The built web table."""
    return built


def table_in(language: str, service: Live, visits: Visits) -> Page:
    """The first page of a phone, which shows a table where it is to move."""
    match, seats = start_match(service.url, options={"startSeat": 0})
    page = visit_as(visits, seats[0], f"/m/{match}", "phone", language=language)
    expect_turn(page)
    expect(page.locator("lost-cities-board")).to_be_visible()
    return page


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_little_in_few_requests(service: Live, visits: Visits, language: str) -> None:
    match, seats = start_match(service.url, options={"startSeat": 0})
    page = prepared(visits("phone", language=language), seats[0])
    page.route(LATER, lambda route: None)  # never answered
    page.goto(f"/m/{match}")
    expect_turn(page)
    expect(page.locator("lost-cities-board")).to_be_visible()
    loaded = [path for path, *_ in page.evaluate(LOADED)]
    files = [path for path in loaded if path.endswith((".js", ".css"))]
    sizes = {path: len(gzip.compress(bytes_of(page, path), 9)) for path in files}
    assert sum(sizes.values()) <= BYTES, sizes
    assert len(["the page", *loaded]) <= REQUESTS, loaded
    assert all(NAMED_BY_CONTENT.search(path) for path in files), files


def test_home_is_little_in_few_files_and_has_a_table_ready_once_nothing_is_waited_for(
    service: Live, visits: Visits
) -> None:
    page = visits("phone")
    held: list[Route] = []
    page.route("**/v1/players?*", lambda route: held.append(route))
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile("^Play "))).to_have_count(3)
    loaded = [path for path, *_ in page.evaluate(LOADED)]
    files = [path for path in loaded if path.endswith((".js", ".css"))]
    sizes = {path: len(gzip.compress(bytes_of(page, path), 9)) for path in files}
    assert len(files) <= HOME_FILES, files
    assert sum(sizes.values()) <= HOME_BYTES, sizes
    first, other = (each["web"]["files"] for each in games_of(page)[:2])
    with page.expect_response(f"**{first}board.js"), page.expect_response("**/match-*.js"):
        for each in held:
            each.continue_()
    with page.expect_response(f"**{other}board.js"):
        page.locator(".game").nth(1).hover()


def test_whoever_saves_data_loads_nothing_before_it_is_needed(
    service: Live, visits: Visits
) -> None:
    page = visits("phone")
    page.add_init_script(SAVES)
    page.goto("/")
    expect(page.locator(".rivals:not(.soon)")).to_be_visible()
    page.locator(".game").first.hover()
    assert page.evaluate(PREPARED) == 0
    page.get_by_role("button", name=re.compile("^Play ")).first.evaluate("button => button.focus()")
    assert page.evaluate(PREPARED) == 0


def games_of(page: Page) -> list[Json]:
    """What the page is told of the games."""
    told = page.locator("meta[name=croupier-games]").get_attribute("content")
    games: list[Json] = json.loads(told or "[]")
    return games


def bytes_of(page: Page, path: str) -> bytes:
    body: bytes = page.request.get(path).body()
    return body


def test_a_table_is_shown_by_one_answer_which_is_asked_for_before_the_modules_are_there(
    service: Live, visits: Visits
) -> None:
    """So a slow line is waited for twice: for the page, and for all that it needs."""
    match, seats = start_match(service.url, options={"startSeat": 0})
    page = prepared(visits("phone"), seats[0])
    first = f"/v1/matches/{match}?include=legalMoves"
    held: list[Route] = []
    page.route(lambda url: "/v1/" in url and not url.endswith(first), lambda _: None)
    page.route(MAIN, lambda route: held.append(route))
    with (
        page.expect_request(lambda request: request.url.endswith(first)),
        page.expect_request(MAIN),
    ):
        page.goto(f"/m/{match}", wait_until="commit")
    held.pop().continue_()
    expect_turn(page)
    expect(page.locator("lost-cities-board")).to_be_visible()


def test_all_that_is_needed_is_asked_for_at_once_and_nothing_else_and_nothing_twice(
    service: Live, visits: Visits
) -> None:
    """So there is no chain of requests, of which one would have to wait for the other."""
    table = table_in("en", service, visits)
    early = {*table.evaluate(EARLY)}
    first = table.evaluate(LOADED)
    later = {path for path, _, _ in first if path.endswith(".js")} - early
    assert early <= {path for path, _, _ in first}
    # A first match has hints, which come once the table is there, and its other player is away.
    assert {re.split(r"[-.]", path.rpartition("/")[2])[0] for path in later} <= {
        "chunk",
        "guide",
        "hints",
        "seat",
    }
    names = {path.rpartition("/")[2].rpartition("-")[0] for path, _, _ in first}
    assert {"main", "match", "board", "en"} <= names
    others = {"home", "history", "generic", "search"}
    assert not names & {*others, "de", "pages.en", "socket", "sha256", "proof", "proof-dialog"}
    of_game = {path.rpartition("/")[2] for path, _, _ in first if "/games/" in path}
    assert {"board.js", "en.js"} <= of_game
    assert not of_game & {"score.js", "de.js", "options.js", "rules.en.js"}

    before = {path for path, _, _ in table.evaluate(LOADED) if path.startswith("/t/")}
    table.goto("/lobby")
    expect(table.get_by_role("heading", name="Running matches")).to_be_visible()
    again = [each for each in table.evaluate(LOADED) if each[0] in before]
    assert again
    assert {kind for _, _, kind in again} == {"cache"}


def test_hardly_anything_moves_while_it_appears(service: Live, visits: Visits) -> None:
    match, _ = start_match(service.url, options={"startSeat": 0})
    for device in ("phone", "desktop"):
        page = visits(device)
        watch_shifts(page)
        page.goto(f"/m/{match}")
        expect(page.locator("lost-cities-board")).to_be_visible()
        expect(page).to_have_title(re.compile("^Ann to move"))
        assert shifts(page) < SHIFTS, device


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("/p/me", "profile"),
        ("/friends", "friends"),
        ("/leaderboards", "leaderboard"),
        ("/leaderboards/lost-cities.live.human.0", "leaderboard"),
    ],
)
def test_a_page_of_players_names_its_modules_and_texts_at_once(
    service: Live, path: str, module: str
) -> None:
    page = HTTP.get(service.url + path, headers={"Accept-Language": "de"}).text
    for name in (module, "player-pages", "players.de", "pages.de"):
        assert re.search(rf'modulepreload" href="/t/web/{name}-[A-Z0-9]{{8}}\.js"', page), name
    assert "players.en-" not in page


def test_the_profile_of_a_friend_moves_nothing_as_more_is_known(
    service: Live, visits: Visits
) -> None:
    ann, bob = register(service.url, "Ann"), register(service.url, "Bob")
    ok(ann.put(f"/v1/players/me/friends/{bob.id}"))
    ok(bob.put(f"/v1/players/me/friends/{ann.id}"))
    page = prepared(visits("phone"), ann)
    watch_shifts(page)
    page.goto(f"/p/{bob.id}")
    expect(page.get_by_text("✓ Friend")).to_be_visible()
    expect(page.get_by_text("You have not met yet.")).to_be_visible()
    assert shifts(page) <= SHIFTS
