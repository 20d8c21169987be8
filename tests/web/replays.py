"""Matches that have ended, and the replay of one as a person has it."""

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

from tests.support.players import Client, ok, register

HASTE = 0.9
"""How often a random move of Lost Cities draws from the deck, so that rounds end."""


def finished(
    url: str, game: str = "lost-cities", names: Sequence[str] = ("Ann", "Bob"), **options: object
) -> tuple[str, list[Client]]:
    """Play a match of two to its end at random; return its id, and the players by seat."""
    seats = [register(url, name) for name in names]
    match = str(seats[0].create(game=game, options={"startSeat": 0, **options})["id"])
    seats[1].join(match)
    dice = random.Random(game)
    seat: int | None = 0
    while seat is not None:
        mover = seats[seat]
        legal = [each["notation"] for each in mover.legal_moves(match)]
        quick = [each for each in legal if each.endswith("*")]
        chosen = dice.choice(quick if quick and dice.random() < HASTE else legal)
        told = ok(mover.post(f"/v1/matches/{match}/moves", {"notation": chosen}))["match"]
        seat = next(iter(told["toMove"]), None)
    return match, seats


def at_step(page: Page, step: int | None = None, eyes: str | None = None) -> Locator:
    """Wait until the replay shows this step, through these eyes if any are named."""
    shown = page.locator(".replay-page")
    expect(shown).to_be_visible()
    if step is not None:
        expect(shown).to_have_attribute("data-step", f"{step}")
    if eyes is not None:
        expect(shown).to_have_attribute("data-eyes", eyes)
    return shown


def more(page: Page, language: str = "en") -> None:
    """Open the menu of the replay."""
    name = {"en": "More of this replay", "de": "Mehr zu dieser Wiederholung"}[language]
    page.get_by_role("button", name=name).click()


def whole(page: Page, last: int) -> None:
    """Wait until the replay has all steps."""
    expect(page.get_by_role("slider")).to_have_attribute("max", f"{last}")


@contextmanager
def asked_of(page: Page, match: str) -> Iterator[list[str]]:
    """A list that grows by each request of the page about the match, within the block."""
    asked: list[str] = []

    def noted(request: object) -> None:
        url = getattr(request, "url", "")
        if re.search(rf"/v1/matches/{match}", url):
            asked.append(url.split("/v1/matches/")[1].replace(match, ""))

    page.on("request", noted)
    yield asked
    page.remove_listener("request", noted)
