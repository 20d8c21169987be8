"""The table as a person has it: what is seen and pressed by role and name."""

import json
import random
import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator, Page, Route, expect

from tests.support.players import Client, Json
from tests.web.browsing import Visits

CLICKS = "window.clicks = 0; addEventListener('pointerdown', () => window.clicks++, true);"


def visit_as(
    visits: Visits, player: Client, path: str, device: str = "desktop", **options: str
) -> Page:
    """Open a page in the browser of a player, which has kept the token from before."""
    page = prepared(visits(device, **options), player)
    page.goto(path)
    return page


def prepared(page: Page, player: Client) -> Page:
    """Give an empty page the token of a player."""
    account = {"token": player.token, "name": player.player["displayName"]}
    kept = f"localStorage.setItem('croupier:account', {json.dumps(json.dumps(account))})"
    page.add_init_script(f"if (self.origin !== 'null') {kept};")  # frames keep nothing
    return page


def visit_generic(
    visits: Visits, player: Client, path: str, device: str = "desktop", **options: str
) -> Page:
    """Open a page as `visit_as` does; it plays all games as those without a board of their own."""
    page = visits(device, **options)
    page.route("**/web/boards/games.js", _no_boards)
    prepared(page, player).goto(path)
    return page


def _no_boards(route: Route) -> None:
    source = route.fetch().text()
    body, changed = re.subn(r"{ \.\.\.each, base }", "{ ...each, web: null, base }", source)
    assert changed == 1
    route.fulfill(body=body, content_type="text/javascript")


def count_clicks(page: Page) -> None:
    """Count each click, tap and drag from the next page on, for `clicks_of`."""
    page.add_init_script(CLICKS)


def clicks_of(page: Page) -> int:
    """How many clicks, taps and drags the page has had since it was loaded."""
    return int(page.evaluate("window.clicks"))


def choices(page: Page) -> Locator:
    """What can be chosen now on the generic table."""
    return (
        page.get_by_role("region", name=re.compile("^(Your moves|Deine Züge)$"))
        .get_by_role("list")
        .get_by_role("button")
    )


def changing(page: Page) -> list[str]:
    """A list that grows by each request of the page that may change something."""
    asked: list[str] = []
    page.on(
        "request",
        lambda request: (
            asked.append(f"{request.method} {request.url}")
            if request.method not in ("GET", "HEAD", "OPTIONS")
            else None
        ),
    )
    return asked


def _noted(page: Page) -> list[str]:
    """A list that grows by what the page notes in its console."""
    said: list[str] = []
    page.on(
        "console", lambda message: said.append(message.text) if message.type == "info" else None
    )
    return said


def heard(page: Page) -> list[str]:
    """A list that grows by what the page says politely."""
    said = _noted(page)
    page.locator(POLITE).wait_for(state="attached")
    page.evaluate(ECHO, POLITE)
    return said


def heard_from_the_start(page: Page) -> list[str]:
    """As `heard`, of a page that is loaded anew."""
    page.add_init_script(f"({ECHO_ALL})({json.dumps(POLITE)})")
    said = _noted(page)
    page.reload()
    return said


ECHO_ALL = """(polite) => {
  let last = "";
  const look = () => {
    const now = document.querySelector(polite)?.textContent ?? "";
    if (now !== last) console.info(last = now);
  };
  const all = { childList: true, characterData: true, subtree: true };
  new MutationObserver(look).observe(document, all);
}"""
POLITE = "[aria-live=polite]"
ECHO = """(polite) => {
  const place = document.querySelector(polite);
  const told = new MutationObserver(() => console.info(place.textContent));
  told.observe(place, { childList: true, characterData: true, subtree: true });
}"""


def others_play(
    match: str,
    players: Sequence[Client],
    dice: random.Random,
    wanted: Callable[[list[Json]], Sequence[Json]] = lambda moves: moves,
) -> bool:
    """Let the other seats play until it is the first one's turn; False at the end."""
    while (now := players[0].see(match))["status"] == "active":
        if now["toMove"] == [0]:
            return True
        mover = players[now["toMove"][0]]
        move = dice.choice(wanted(mover.legal_moves(match)))
        mover.move(match, move["notation"], view="none")
    return False


def ask_nothing(page: Page) -> None:
    """Have no question before moves that look like mistakes: random ones often do."""
    page.evaluate("localStorage.setItem('croupier:preferences', JSON.stringify({ warn: false }))")
    page.reload()
    expect(page.locator(".felt [data-at]").first).to_be_visible()


def expect_version(page: Page, version: int) -> None:
    """Wait until the table shows this version."""
    expect(page.locator(".table-page")).to_have_attribute("data-version", f"{version}")


def expect_turn(page: Page) -> None:
    """Wait until it is this player's turn."""
    expect(page).to_have_title(re.compile("^(Your turn|Du bist dran)"))
