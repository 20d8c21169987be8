"""`make pictures`: the screens of the web table as pictures, in docs/pictures.

Each screen is drawn on a phone and on a desktop, one of them dark, so that both themes are shown
by few files. Deals come from fixed seeds, moves from fixed dice and bots from nowhere, so that a
picture changes only if the page does; times are hidden.

SCREENS has a function per screen, which opens it and returns once it can be shown.
"""

import base64
import random
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from croupier_game.chance import Chance
from croupier_game.seeded import seeded_chance
from playwright.sync_api import Page, expect

from bots.characters import HOUSE
from tests.support.live import Live
from tests.support.opponents import offer
from tests.support.players import HOUSE_KEY, Client, of_the_house, ok, play_some, register
from tests.support.redis_source import redis_server
from tests.support.sealed import SEALS
from tests.web.browsing import Visits, opened_browser
from tests.web.table import visit_as
from tools.stack import ROOT

FOLDER = ROOT / "docs/pictures"
THEMES = {"phone": "dark", "desktop": "light"}
QUALITY = 68
SEED = "5eed" * 16
HIDDEN = "time, seat-clock { visibility: hidden !important }"
CLOCKS = {"phone": {"perMove": "60s"}, "desktop": {"bank": "300s", "increment": "3s"}}
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
    """Open home for a player with an invitation, a turn to take and a public match to watch."""
    _, seats = stage.match("lost-cities", MOVES["lost-cities"])
    table = seats[1].create(game="livingstone", access="private", seats=3)
    asked = {"playerId": seats[0].id}
    ok(seats[1].post(f"/v1/matches/{table['id']}/invitations", asked), 201)
    stage.match("just4fun", MOVES["just4fun"])
    page = stage.as_(seats[0], "/")
    expect(page.locator(".rivals label")).to_have_count(len(HOUSE))
    expect(page.locator(".yours .mine")).to_have_count(2)
    expect(page.locator("who-is-here p")).to_be_visible()
    return page


def options(stage: Stage) -> Page:
    """Return the page with bots chosen for a table of four, and a seat left for a friend."""
    page = stage.page("/")
    expect(page.locator(".rivals label")).to_have_count(len(HOUSE))
    card = page.get_by_role("article", name="Livingstone")
    card.get_by_role("radio", name="4").check()
    friend = "a friend (the seat stays free)"
    card.get_by_role("combobox", name="Seat 4").select_option(label=friend)
    card.scroll_into_view_if_needed()
    return page


def lobby(stage: Stage) -> Page:
    stage.match("just4fun", MOVES["just4fun"])
    register(stage.visits.url, "Badger 25").create(game="livingstone", access="public", seats=4)
    clock = CLOCKS[stage.device]  # another one each time, or those who search would meet
    wish = {"game": "lost-cities", "seats": 2, "deal": "sealed", "seal": SEALS[0], "clock": clock}
    ok(register(stage.visits.url, "Hare 17").post("/v1/tickets", wish), 201)
    page = stage.page("/lobby")
    expect(page.locator(".searcher").first).to_be_visible()
    live = page.locator("live-table")
    live.scroll_into_view_if_needed()
    expect(live.locator("just4fun-board")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    return page


def waiting(stage: Stage) -> Page:
    """A table for friends and bots."""
    ann = register(stage.visits.url)
    page = stage.as_(ann, f"/m/{ann.create(game='livingstone', seats=4)['id']}")
    expect(page.locator(".seats li")).to_have_count(4)
    return page


def invitation(stage: Stage) -> Page:
    """How a friend is invited: by a code, a link, or a picture of it."""
    page = waiting(stage)
    expect(page.locator("invite-panel .qr")).to_be_visible()
    return page


def table_of(game: str) -> "Screen":
    def table(stage: Stage) -> Page:
        match_id, seats = stage.match(game, MOVES[game])
        return board(stage.as_(seats[0], f"/m/{match_id}"))

    return table


def hint(stage: Stage) -> Page:
    """What a beginner is told on the first match of a game."""
    match_id, seats = stage.match("lost-cities", 0)
    page = board(stage.as_(seats[0], f"/m/{match_id}"))
    expect(page.locator("match-hints")).to_contain_text(re.compile(r"\w"))
    return page


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
    page = board(stage.as_(seats[0], f"/m/{match_id}/replay"))
    page.get_by_role("button", name="More of this replay").click()
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


def account(stage: Stage) -> Page:
    """Return the settings with the devices of an account."""
    ann = register(stage.visits.url)
    for name in ("Android", "Linux"):
        ok(ann.post("/v1/players/me/tokens", {"name": name}), 201)
    page = stage.as_(ann, "/lobby")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Delete the account…").scroll_into_view_if_needed()
    return page


def leaving(stage: Stage) -> Page:
    """Return the question before the last device is signed out."""
    page = stage.as_(register(stage.visits.url), "/lobby")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Sign out…").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    return page


def wall(stage: Stage) -> Page:
    match_id, _ = stage.match("livingstone", MOVES["livingstone"])
    page = projected(stage, f"/wall#matches={match_id}")
    expect(page.locator("croupier-table livingstone-board")).to_be_visible()
    expect(page.locator("aside.players li")).to_have_count(GAMES["livingstone"])
    return page


def wall_empty(stage: Stage) -> Page:
    """Open the wall while no match runs."""
    page = projected(stage, "/wall#matches=-")
    page.locator("wall-page").evaluate(
        "wall => { wall.found = []; return wall.updateComplete.then(() => "
        "wall.querySelector('.address').textContent = 'croupier.example.org'); }"
    )
    return page


def projected(stage: Stage, path: str) -> Page:
    """A page on a projector, or on a phone."""
    page = stage.page("")
    if stage.device == "desktop":
        page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(path)
    return page


def board(page: Page) -> Page:
    """A table once its board is drawn, whatever element that is."""
    expect(page.locator(".felt > :not(.empty, .hints)")).to_be_visible()
    expect(page.locator(".bar").first).to_be_visible()
    return page


Screen = Callable[[Stage], Page]
SCREENS: dict[str, Screen] = {
    "home": home,
    "options": options,
    "lobby": lobby,
    "waiting": waiting,
    "invitation": invitation,
    **{game: table_of(game) for game in GAMES},
    "hint": hint,
    "ended": ended,
    "replay": replay,
    "proof": proof,
    "name": name,
    "settings": settings,
    "account": account,
    "leaving": leaving,
    "rules": rules,
    "wall": wall,
    "wall-empty": wall_empty,
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
        bots = {of_the_house(live.url, each.name): each.level for each in HOUSE}
        for screen in names or SCREENS:
            for device in THEMES:
                for bot, level in bots.items():
                    offer(bot, *GAMES, level=level, houseKey=HOUSE_KEY)
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
