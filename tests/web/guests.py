"""Boards that are guests, in frames: a service that has no games of its own, and what is seen."""

import json
import re
import shutil
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from croupier_game.installed import load
from croupier_game.protobuf.write_lock import write
from engine.domain.registry import GAMES, game_of
from engine.rpc.bundles import bundle
from gateway.contract.games import Game
from gateway.web.files import WebFiles
from gateway.web.frames import ON_THE_PAGES_SITE, FrameSite
from gateway.web.games import WebGame, web_game
from gateway.web.page import WebPage
from playwright.sync_api import FrameLocator, Locator, Page, expect

from tests.support.live import Live
from tools.stack import ROOT

WEB = ROOT / "web"
BEANS = "just4fun"
MARKET, BALL = "night-market", "masked-ball"
EXAMPLES = {MARKET: "croupier_night_market", BALL: "croupier_masked_ball.rules"}
STRIP = re.compile("^(Your move|Dein Zug)$")
MAKE = re.compile("^(Make the move|Ziehen)$")
PORT = """
const { postMessage } = MessagePort.prototype;
MessagePort.prototype.postMessage = function (...all) {
  globalThis.port = this;
  return postMessage.apply(this, all);
};
"""
"""A board that has its hands on the port of its frame, as nothing can keep it from that."""


@contextmanager
def examples(folder: Path) -> Iterator[None]:
    """Play the games among the examples for as long as the context lasts, from copies in a folder.

    What these import stays: a process can have the messages of a game once.
    """
    found = []
    for name, module in EXAMPLES.items():
        if module not in sys.modules:
            copied = Path(shutil.copytree(ROOT / "examples" / name, folder / name))
            sys.path.append(str(copied))
            write(import_module(module))
        found.append(game_of(load(import_module(module))))
        GAMES.add(found[-1])
    yield
    for each in found:
        GAMES.remove(each.rules.ID)


@contextmanager
def guests(redis_url: str, **changed: Mapping[str, str]) -> Iterator[Live]:
    """Yield a service with all its games as guests; `changed` has other files for some of them."""
    with Live(redis_url, web=str(WEB)) as live:
        serve(live, **changed)
        yield live


def serve(
    live: Live,
    site: FrameSite = ON_THE_PAGES_SITE,
    folder: Path = WEB,
    own: Collection[str] = (),
    /,
    **changed: Mapping[str, str],
) -> None:
    """Have a service show all games but its own as guests, with other files for some of them.

    `folder` has the files of the page.
    """
    games = [web_game(Game.of(bundle(each))) for each in GAMES.values()]
    shown = [_changed(each, changed.get(each.id, {})) for each in games]
    assert live.app
    live.app.state.web = WebPage(WebFiles(folder), lambda: shown, own, site=site)


def _changed(game: WebGame, files: Mapping[str, str]) -> WebGame:
    if not files:
        return game
    all_files = {**game.files, **{name: text.encode() for name, text in files.items()}}
    digest = f"{abs(hash(json.dumps([*files.items()]))):032x}"[:32]
    return replace(game, digest=digest, files=all_files)


def inside(page: Page) -> FrameLocator:
    """What is in the frame of the board."""
    return page.locator("framed-board").frame_locator("iframe")


def strip(page: Page) -> Locator:
    """Where the page shows a move before it is made."""
    return page.get_by_role("region", name=STRIP)


def confirm(page: Page) -> None:
    """Make the move that the page shows; before 300 ms it takes no press."""
    button = strip(page).get_by_role("button", name=MAKE)
    expect(button).to_be_visible()
    page.wait_for_function(
        "(since) => performance.now() - since > 350", arg=page.evaluate("performance.now()")
    )
    button.click()


def lay(page: Page) -> None:
    """Lay the first card of a hand of Lost Cities, and draw from the deck."""
    board = inside(page)
    board.locator("[data-group=hand] button").first.click()
    board.locator("[data-at^='side0'].lit, [data-at^='pile'].lit").first.click()
    board.locator("[data-at='pile/DECK'].lit").click()
