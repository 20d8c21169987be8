"""`make pictures`: the screens of the web table as pictures, in docs/pictures.

Each screen is drawn on a phone and on a desktop, one of them dark, so that both themes are shown
by few files. Deals come from fixed seeds, moves from fixed dice and bots from nowhere, so that a
picture changes only if the page does; times are hidden.

SCREENS has a function per screen, which opens it and returns once it can be shown.
"""

import base64
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from engine.domain.chance import seeded_chance
from engine.games.chance import Chance
from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.players import Client, ok, play_some, register
from tests.support.redis_source import redis_server
from tests.web.browsing import Visits, opened_browser
from tests.web.table import visit_as
from tools.stack import ROOT

FOLDER = ROOT / "docs/pictures"
THEMES = {"phone": "dark", "desktop": "light"}
QUALITY = 80
SEED = "5eed" * 16
HIDDEN = "time, seat-clock { visibility: hidden !important }"
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")
GAMES = {"lost-cities": 2, "livingstone": 3, "just4fun": 3}
"""The games with how many players each is shown."""
MOVES = {"lost-cities": 24, "livingstone": 20, "just4fun": 14}
LIMIT = 500
"""No round of two has more moves."""


def chance(_seed: str, entropy: Sequence[str], step: int, _match: str = "") -> Chance:
    """The same deal in each run: neither by the seed of the match nor by its id."""
    return seeded_chance(SEED, ["00"] * len(entropy), step, "")


@dataclass
class Stage:
    """A service and a browser; `shown` is where a screen is drawn."""

    visits: Visits
    device: str = "phone"
    options: dict[str, Any] = field(default_factory=dict)

    def page(self, path: str) -> Page:
        """A page of a player without a name."""
        return self.visits(self.device, path, **self.options)

    def as_(self, player: Client, path: str) -> Page:
        return visit_as(self.visits, player, path, self.device, **self.options)

    def match(self, game: str, moves: int, **options: Any) -> tuple[str, list[Client]]:
        """A match of Ann and others after some moves, at best when it is her turn."""
        seats = [register(self.visits.url, name) for name in NAMES[: GAMES[game]]]
        match_id = str(seats[0].create(game=game, seats=len(seats), options=options)["id"])
        for player in seats[1:]:
            player.join(match_id)
        dice = random.Random(7)  # noqa: S311
        match = play_some(match_id, seats, moves, dice)
        while match["status"] == "active" and 0 not in match["toMove"]:
            match = play_some(match_id, seats, 1, dice)
        return match_id, seats


def home(stage: Stage) -> Page:
    hugo = register(stage.visits.url, "Hugo", "bot")
    offer = {"games": {game: {"maxMatches": 9} for game in GAMES}}
    address = f"{stage.visits.url}/v1/players/me/availability"
    ok(httpx.put(address, json=offer, headers={"Authorization": f"Bearer {hugo.token}"}))
    page = stage.page("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator(".rivals:empty")).to_have_count(0)
    return page


def lobby(stage: Stage) -> Page:
    stage.match("just4fun", 1)
    register(stage.visits.url, "Dan").create(game="livingstone", access="public", seats=4)
    page = stage.page("/lobby")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("match-list").last.locator("ul, p.soft").first).to_be_visible()
    return page


def waiting(stage: Stage) -> Page:
    ann = register(stage.visits.url)
    page = stage.as_(ann, f"/m/{ann.create(game='lost-cities')['id']}")
    link = page.locator(".link input")
    expect(link).to_be_visible()
    link.evaluate("field => field.value = `${location.origin}/m/…`")
    return page


def table_of(game: str) -> "Screen":
    def table(stage: Stage) -> Page:
        match_id, seats = stage.match(game, MOVES[game])
        return board(stage.as_(seats[0], f"/m/{match_id}"))

    return table


def ended(stage: Stage) -> Page:
    match_id, seats = stage.match("lost-cities", LIMIT, rounds=1)
    page = board(stage.as_(seats[0], f"/m/{match_id}"))
    expect(page.locator("match-ending .ending")).to_be_visible()
    return page


def name(stage: Stage) -> Page:
    page = stage.as_(register(stage.visits.url), "/lobby")
    page.locator("button.you").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def replay(stage: Stage) -> Page:
    match_id, seats = stage.match("lost-cities", LIMIT, rounds=1)
    page = stage.as_(seats[0], f"/m/{match_id}/replay#step=30")
    expect(page.locator(".replay-page")).to_have_attribute("data-step", "30")
    return board(page)


def proof(stage: Stage) -> Page:
    """Of a deal that is not what the seed of the match gives, as all of these."""
    match_id, seats = stage.match("lost-cities", LIMIT, rounds=1)
    page = board(stage.as_(seats[0], f"/m/{match_id}"))
    page.get_by_role("button", name="Check the deal").click()
    expect(page.get_by_role("dialog")).to_contain_text("This is not true")
    return page


def rules(stage: Stage) -> Page:
    page = stage.page("/rules/livingstone")
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    return page


def settings(stage: Stage) -> Page:
    page = stage.page("/lobby")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def wall(stage: Stage) -> Page:
    shown = [stage.match(game, moves)[0] for game, moves in MOVES.items()]
    page = stage.page(f"/wall#matches={','.join(shown)}")
    for game in GAMES if stage.device == "desktop" else ["lost-cities"]:
        expect(page.locator(f"croupier-table {game}-board")).to_be_visible()
    return page


def board(page: Page) -> Page:
    """A table once its board is drawn, whatever element that is."""
    expect(page.locator(".felt > :not(.empty)")).to_be_visible()
    expect(page.locator(".bar").first).to_be_visible()
    return page


Screen = Callable[[Stage], Page]
SCREENS: dict[str, Screen] = {
    "home": home,
    "lobby": lobby,
    "waiting": waiting,
    **{game: table_of(game) for game in GAMES},
    "ended": ended,
    "replay": replay,
    "proof": proof,
    "name": name,
    "settings": settings,
    "rules": rules,
    "wall": wall,
}
"""By the name of its pictures, how a screen is reached."""


def main(names: Sequence[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        redis_server(Path(folder)) as url,
        Live(url, chance=chance, web=str(ROOT / "web")) as live,
        opened_browser() as browser,
    ):
        for screen in names or SCREENS:
            for device in THEMES:
                visits = Visits(browser, live.url)
                drawn = SCREENS[screen](Stage(visits, device, look(device)))
                (FOLDER / f"{screen}-{device}.webp").write_bytes(shot(drawn))
                visits.close()
            print(screen)


def look(device: str) -> dict[str, Any]:
    return {"color_scheme": THEMES[device], "reduced_motion": "reduce"}


def shot(page: Page) -> bytes:
    """The page as it is seen, as WebP."""
    page.evaluate(
        "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css);"
        " document.adoptedStyleSheets.push(sheet); }",
        HIDDEN,
    )
    page.evaluate("() => document.fonts.ready.then(() => undefined)")
    page.wait_for_timeout(300)  # until what is loaded late is drawn: history, lists
    session = page.context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return base64.b64decode(taken["data"])


if __name__ == "__main__":
    main(sys.argv[1:])
