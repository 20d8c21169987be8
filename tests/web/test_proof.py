"""The proof by a button: what is checked, in words, and what is wrong with a forged replay."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.croupier_match.verify.replays import rehash
from tests.support.live import Live
from tests.support.players import Client, Json, start_match
from tests.web.browsing import Visits
from tests.web.faults import violations
from tests.web.measures import cost
from tests.web.replays import at_step, finished, more
from tests.web.table import expect_turn, visit_as

FAIR = "All of it is true."
CHECKS = 8
ALL_S = 2.0
"""Of 200 versions, with all that the page does besides recomputing them."""


@pytest.fixture(scope="module")
def service(built: Live) -> Live:
    """The verifier as packages and images have it; Deno tests it as it stands."""
    return built


@pytest.fixture(scope="module")
def ended(service: Live) -> tuple[str, list[Client]]:
    return finished(service.url, rounds=3)


def checked(page: Page) -> Locator:
    """Press the button of the replay, and return the dialog."""
    more(page)
    page.get_by_role("button", name="Check the deal").click()
    return page.get_by_role("dialog", name="Was the deal fair?")


def forging(page: Page, change: Callable[[Json], Any]) -> None:
    """Have the service answer with a replay in which something is changed."""

    def answer(route: Route) -> None:
        first, *log = (json.loads(line) for line in route.fetch().text().splitlines())
        replay = {**first, "log": log}
        change(replay)
        lines = [{**replay, "log": None}, *replay["log"]]
        del lines[0]["log"]
        body = "".join(json.dumps(line) + "\n" for line in lines)
        route.fulfill(body=body, content_type="application/x-ndjson")

    page.route("**/v1/matches/*/replay", answer)


def test_a_true_match_is_proven_within_two_seconds(
    ended: tuple[str, list[Client]], visits: Visits
) -> None:
    match, (ann, _) = ended
    page = visit_as(visits, ann, f"/m/{match}/replay")
    at_step(page)
    took = []
    for _ in range(3):
        with cost(page) as made:
            dialog = checked(page)
            expect(dialog.get_by_text(FAIR)).to_be_visible()
        took.append(made.task_s)
        expect(dialog.locator(".checks .done")).to_have_count(CHECKS)
        dialog.get_by_role("button", name="Close", exact=True).click()
        expect(page.locator("proof-dialog")).to_have_count(0)
    versions = int(ann.see(match)["version"])
    assert min(took) * 200 / versions <= ALL_S
    expect(checked(page).get_by_text(FAIR)).to_be_visible()
    assert violations(page) == []


def test_what_the_page_has_noted_survives_it(service: Live, visits: Visits) -> None:
    """A service that tells another match after the end is found out by the notes alone."""
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0, "rounds": 1})
    page = visit_as(visits, ann, f"/m/{match}")
    expect_turn(page)
    for mover in (ann, bob):
        mover.move(match, mover.legal_moves(match)[0]["notation"])
    expect(page.locator(".table-page")).to_have_attribute("data-version", "4")
    bob.act(match, "resign")
    expect(page.get_by_role("heading", name="You have won!")).to_be_visible()
    page.get_by_role("link", name="Review").click()
    dialog = checked(page)
    expect(dialog.get_by_text(FAIR)).to_be_visible()
    expect(dialog.get_by_text("This browser had noted 4 steps")).to_be_visible()
    dialog.get_by_role("button", name="Close", exact=True).click()

    forging(page, later)
    page.reload()
    expect(checked(page).get_by_text("At step 5, this browser has seen another")).to_be_visible()


def later(replay: Json) -> None:
    """The resignation came a millisecond later; with the seed, all of it can be hashed anew."""
    time = datetime.fromisoformat(replay["log"][-1]["time"]) + timedelta(milliseconds=1)
    text = time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    replay["log"][-1]["time"] = replay["match"]["updateTime"] = text
    rehash(replay)


def taken_back(replay: Json) -> None:
    match = replay["match"]
    match["undoMode"] = "consent" if match["undoMode"] == "never" else "never"


def dealt_otherwise(replay: Json) -> None:
    replay["serverSeed"] = "00" * 32


def moved(replay: Json) -> None:
    replay["log"][9]["move"] = replay["log"][11]["move"]


def moved_and_hashed(replay: Json) -> None:
    replay["log"][9]["seat"] = 1 - replay["log"][9]["seat"]
    rehash(replay)


@pytest.mark.parametrize(
    ("change", "language", "words"),
    [
        pytest.param(
            *(taken_back, "en", "What was agreed before the first card was changed afterwards"),
            marks=pytest.mark.full,
        ),
        (dealt_otherwise, "en", "another seed than the one that was promised"),
        (moved, "de", "Schritt 10 wurde nachträglich geändert."),
        pytest.param(
            *(moved_and_hashed, "en", "Step 10: it was not the turn of Ann."),
            marks=pytest.mark.full,
        ),
    ],
)
def test_what_is_wrong_is_named(
    ended: tuple[str, list[Client]],
    visits: Visits,
    change: Callable[[Json], Any],
    language: str,
    words: str,
) -> None:
    match, (ann, _) = ended
    how = {"language": language, "reduced_motion": "reduce"}
    page = visit_as(visits, ann, f"/m/{match}/replay", "phone", **how)
    forging(page, change)
    more(page, language)
    page.get_by_role("button", name="Check the deal" if language == "en" else "Mischen").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("make verify")
    expect(dialog.locator(".unfair")).to_contain_text(words)
    expect(dialog.locator(".checks .wrong")).to_have_count(1)
