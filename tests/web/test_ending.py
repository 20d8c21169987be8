"""The end of a match: one card over the board, what it tells, and the picture for others."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.live import Live
from tests.support.opponents import invite, offer, statuses, withdraw_offer
from tests.support.players import HOUSE_KEY, Client, Json, of_the_house, ok, register, start_match
from tests.web.browsing import Visits
from tests.web.faults import violations
from tests.web.measures import count_flights, flights, shifts, watch_shifts
from tests.web.replays import finished
from tests.web.table import visit_as

PARTS = [("Tents in the rounds", 12), ("Most tents in a row", 10), ("Gems", 7), ("Cards", 4)]
KNOWN = """async () => {
  const ending = document.querySelector("match-ending");
  await ending?.summed;
  return ending?.guide.reason !== undefined;
}"""
"""Whether the card has its guide, which comes after the board: from then on it sums up no more."""
SUM = """(ending, parts) => {
  const of = (points) => ending.players.map((_, seat) => points - seat);
  const told = parts.map(([name, points]) => ({ name, points: of(points) }));
  ending.summary = { parts: told, best: null, reasons: [] };
}"""
"""What a game with a guide tells of the points."""
OUT = """(ending) => {
  ending.summary = { parts: [], best: null, reasons: [], out: [ending.match.yourSeat] };
}"""
OUTSIDE = """(card) => {
  const { left, top, right, bottom } = card.closest(".veil").getBoundingClientRect();
  const all = [card, ...card.querySelectorAll("button, a, rect, .name, h2")];
  return all.filter((each) => each.checkVisibility()).filter((each) => {
    const box = each.getBoundingClientRect();
    const across = box.left < left - 1 || box.right > right + 1;
    return across || box.top < top - 1 || box.bottom > bottom + 1;
  }).length + Number(card.scrollHeight > card.clientHeight);
}"""
SMALL = """(all) => all.filter((one) =>
  one.checkVisibility() && one.getBoundingClientRect().height < 44).length"""
SIZES = ((390, 844), (844, 390), (1280, 800), (320, 700))
PAPER = 44
MINUS = "\u2212"
PICTURE = (1200, 630)
SHADES = """(canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size;
}"""
PRIVATE = """(dialog) => {
  dialog.match = { ...dialog.match, access: "private" };
  dialog.requestUpdate();
}"""
MANY = 14_000
"""Colours that a picture has at least with its board; with the tile in its place, it has 8000."""
SHIFT = 0.02


@pytest.fixture(scope="module")
def ended(service: Live) -> tuple[str, list[Client]]:
    return finished(service.url, rounds=2)


def card(page: Page) -> Locator:
    return page.get_by_role("dialog")


def told(page: Page, summary: str, values: object = None) -> None:
    """Have the game tell something else of the points, once it has told what it has to tell."""
    page.wait_for_function(KNOWN)
    page.locator("match-ending").evaluate(summary, values)


def test_it_tells_the_result_and_can_be_put_away(
    ended: tuple[str, list[Client]], visits: Visits
) -> None:
    match, seats = ended
    outcome = ok(seats[0].get(f"/v1/matches/{match}"))["outcome"]
    winner = seats[outcome["winners"][0]]
    page = visit_as(visits, winner, f"/m/{match}", "phone")
    expect(card(page).get_by_role("heading", name="You have won!")).to_be_visible()
    expect(card(page)).to_be_focused()
    points = [f"{each}".replace("-", MINUS) for each in sorted(outcome["scores"], reverse=True)]
    expect(card(page).locator(".side b")).to_have_text(points)
    told(page, OUT)
    expect(card(page).locator(".out b")).to_have_text(points[:1])
    board = page.locator(".felt")
    expect(board).to_have_js_property("inert", True)
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    expect(board).to_have_js_property("inert", False)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.get_by_role("button", name="Result").locator("s")).to_have_text(points[:1])
    page.get_by_role("button", name="Result").click()
    expect(card(page)).to_be_focused()
    page.get_by_role("button", name="Show the table").click()
    page.get_by_role("link", name="Review").click()
    expect(page).to_have_url(f"{visits.url}/m/{match}/replay#step=2")


@pytest.fixture(scope="module")
def four(service: Live) -> tuple[str, Client]:
    """A match of four that has ended in the order of its points, and the first of its players.

    Any other ranking, as after a tie, has a sentence beside the points: a line more, for which a
    picture of four kinds of points leaves no room at 320 x 700. Deals are random.
    """
    while True:
        match, ann, outcome = four_have_played(service.url)
        scores = [[outcome["scores"][seat] for seat in rank] for rank in outcome["ranking"]]
        if scores == [[each] for each in sorted({*outcome["scores"]}, reverse=True)]:
            return match, ann


def four_have_played(url: str) -> tuple[str, Client, Json]:
    """Play a match; return its id, the first of its players, and its outcome."""
    names = ("Ann", "Bob", "Cid of a very long name", "Dan")
    players = [register(url, name) for name in names]
    match = str(players[0].create(game="just4fun", seats=4)["id"])
    for other in players[1:]:
        other.join(match)
    while (now := players[0].see(match))["status"] == "active":
        mover = players[now["toMove"][0]]
        mover.move(match, mover.legal_moves(match)[0]["notation"], view="none")
    return match, players[0], now["outcome"]


def test_it_fits_with_a_podium_and_a_picture_of_the_points(
    four: tuple[str, Client], visits: Visits
) -> None:
    match, ann = four
    page = visit_as(visits, ann, f"/m/{match}", "phone", reduced_motion="reduce")
    expect(card(page).locator(".podium li")).to_have_count(3)
    told(page, SUM, PARTS)
    of_bob = card(page).get_by_role("table").get_by_role("row").nth(2)
    expect(of_bob.get_by_role("rowheader")).to_have_text("Bob")
    total = ann.see(match)["outcome"]["scores"][1]
    expect(of_bob.get_by_role("cell")).to_have_text(["11", "9", "6", "3", f"{total}"])
    expect(card(page).locator("rect")).to_have_count(16)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert card(page).evaluate(OUTSIDE) == 0, width
        assert card(page).locator("button, a").evaluate_all(SMALL) == 0, width


def test_a_win_is_celebrated_once_and_nothing_else_moves(service: Live, visits: Visits) -> None:
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0})
    winner = visit_as(visits, ann, "/lobby")
    watch_shifts(winner)
    winner.goto(f"/m/{match}")
    still = visit_as(visits, ann, f"/m/{match}", "phone", reduced_motion="reduce")
    loser = visit_as(visits, bob, f"/m/{match}")
    for page in (winner, still, loser):
        expect(page.locator("lost-cities-board")).to_be_visible()
        count_flights(page)
    before = shifts(winner)
    bob.act(match, "resign")
    expect(card(winner)).to_contain_text("Bob has resigned.")
    expect(card(loser)).to_contain_text("You have resigned.")
    expect(card(still)).to_be_visible()
    winner.wait_for_function(f"flown === {PAPER}")
    expect(winner.locator(".confetti")).to_have_count(0)
    assert flights(still) == flights(loser) == 0
    assert shifts(winner) - before <= SHIFT
    winner.reload()
    expect(card(winner)).to_be_visible()


def test_the_result_is_shared_as_a_picture_and_a_link(
    ended: tuple[str, list[Client]], visits: Visits, tmp_path: Path
) -> None:
    match, (ann, _) = ended
    page = visit_as(visits, ann, f"/m/{match}", reduced_motion="reduce")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    card(page).get_by_role("button", name="Share").click()
    sharing = page.get_by_role("dialog", name="Share the result")
    expect(sharing.get_by_role("img", name="Picture of the result: Lost Cities.")).to_be_visible()
    with page.expect_download() as started:
        sharing.get_by_role("button", name="Download the picture").click()
    started.value.save_as(tmp_path / "result.png")
    content = (tmp_path / "result.png").read_bytes()
    assert (int.from_bytes(content[16:20]), int.from_bytes(content[20:24])) == PICTURE
    assert sharing.locator("canvas").evaluate(SHADES) > MANY
    assert violations(page) == []
    page.locator("share-dialog").evaluate(PRIVATE)
    expect(sharing).to_contain_text("only its players can open the link")
    sharing.get_by_role("button", name="Copy the link").click()
    expect(sharing.get_by_role("button", name="Link copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{visits.url}/m/{match}/replay"


def test_after_a_match_against_a_bot_a_stronger_or_an_easier_one_is_a_press_away(
    service: Live, visits: Visits
) -> None:
    hugo, ida = (of_the_house(service.url, name) for name in ("Hugo", "Ida"))
    for level, bot in enumerate((hugo, ida), start=2):
        offer(bot, "just4fun", level=level, houseKey=HOUSE_KEY)
    ann = register(service.url)
    match = str(ann.create(game="just4fun", options={"startSeat": 1})["id"])
    invite(ann, match, hugo)
    hugo.join(match)
    hugo.act(match, "resign")
    page = visit_as(visits, ann, f"/m/{match}", "phone")
    card(page).get_by_role("button", name="Play Ida stronger").click()
    expect(page).not_to_have_url(re.compile(match))
    following = page.url.split("/")[-1]
    assert list(statuses(ann, following)) == [ida.id]
    ida.join(following)
    ann.act(following, "resign")
    expect(card(page).get_by_role("button", name="Play Hugo easier")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert card(page).evaluate(OUTSIDE) == 0, width
    for bot in (hugo, ida):
        withdraw_offer(bot)
