"""The replay: any step of a match, through eyes that are chosen, for two requests."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.live import Live
from tests.support.players import Client, Json, ok, register, start_match
from tests.web.browsing import Visits
from tests.web.faults import faults
from tests.web.replays import asked_of, at_step, finished, more, whole
from tests.web.table import visit_as
from tests.web.turns import in_turn

Ended = tuple[str, list[Client], int]
STEP_MS = 50
SLOWER = 4
"""How many times slower a processor is on which a step may take so long."""
STEPPED = """async (steps) => {
  const replay = document.querySelector("replay-page");
  const times = [];
  for (let step = 0; step < steps; step++) {
    const began = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    await replay.updateComplete;
    await replay.host.board.updateComplete;
    replay.host.board.getBoundingClientRect();
    times.push(performance.now() - began);
    await new Promise(requestAnimationFrame);
  }
  return Math.min(...times);
}"""
"""The milliseconds from a key until the table of the next step is laid out."""
HAND = "[data-group=hand] button"
OPEN = 27
"""So many pixels are narrower than each card of an open hand that has room."""
WHOLE = """() => {
  const line = document.querySelector(".verdict").getBoundingClientRect();
  const parts = [...document.querySelectorAll(".verdict > *")];
  return parts.filter((part) => part.offsetHeight).every((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return part.scrollHeight <= part.offsetHeight && top >= line.top && bottom <= line.bottom;
  });
}"""
"""Whether all that is said of a move is seen, and its buttons."""
RINGS = """(drawing, places) => {
  const board = document.querySelector("lost-cities-board").shadowRoot;
  const rings = [...drawing.querySelectorAll("rect:not(.halo)")].map((ring) => ring.getBBox());
  return rings.length === places.length && places.every((place, at) => {
    const there = board.querySelector(`[data-at="${place}"]`).getBoundingClientRect();
    const off = [rings[at].x + 3 - there.x, rings[at].y + 3 - there.y];
    return [...off, rings[at].width - 6 - there.width].every((each) => Math.abs(each) < 1);
  });
}"""
"""Whether a ring is drawn around each of these places of the board, in order."""
BESIDE = """(sheet) => {
  const lines = [...sheet.querySelectorAll(".course path")];
  const left = Math.min(...lines.map((line) => line.getBoundingClientRect().left));
  const labels = [...sheet.querySelectorAll(".course text")];
  return labels.every((label) => label.getBoundingClientRect().right <= left);
}"""
"""Whether no line of the curve runs through what is written beside it."""
COLORS = ("RED", "WHITE", "YELLOW", "BLUE", "GREEN", "PURPLE")
APART = 4
"""So many pixels are between a button and the curve below it, at least."""
GUTTER = 44
"""So many pixels of the curve of an analysis stand beside its lines."""
SECOND = 0.48
"""Where the second of two rounds begins in the curve: both are as wide, and the end has a place."""


@pytest.fixture(scope="module")
def ended(service: Live) -> Ended:
    """A match of Lost Cities, its players by seat, and its last version."""
    match, seats = finished(service.url, rounds=2)
    return match, seats, int(seats[0].see(match)["version"])


def last_of_round(player: Client, match: str) -> int:
    """The version with which the first round ends."""
    log = ok(player.get(f"/v1/matches/{match}/moves", pageSize=500))["moves"]
    ends = (each["version"] for each in log if any("roundEnded" in one for one in each["events"]))
    return int(next(ends))


def hand(page: Page) -> list[str]:
    """The spoken names of the cards of the hand that is seen."""
    return [str(each.get_attribute("aria-label")) for each in page.locator(HAND).all()]


def test_all_steps_cost_a_request_for_each_hand(ended: Ended, visits: Visits) -> None:
    match, seats, last = ended
    page = visit_as(visits, seats[0], "/lobby", reduced_motion="reduce")
    with asked_of(page, match) as asked:
        page.goto(f"/m/{match}/replay")
        at_step(page, 2, "all")
        whole(page, last)
        assert sorted(asked) == ["", "/analysis", "/events?after=0&as=0", "/events?after=0&as=1"]
        expect(page.locator(".told")).to_have_text(re.compile("^Deal: "))
        dealt = seats[1].see(match, atVersion=2, **{"as": 1})["state"]["hand"]
        hands = page.locator("lost-cities-board").evaluate("(board) => board.hands")
        assert hands[1] == dealt
        expect(page.locator(".held .known .card")).to_have_count(8)
        assert page.locator(".held .known .card").first.evaluate("card => card.offsetWidth") > OPEN
        expect(page.locator(".deck .verdict")).to_have_count(0)
        for key, step in (("End", last), ("ArrowLeft", last - 1), ("Home", 2), ("ArrowRight", 3)):
            page.keyboard.press(key)
            at_step(page, step)
        page.get_by_role("slider").fill("60")
        at_step(page, 60)
        page.get_by_role("button", name="One step on").click()
        at_step(page, 61)
        assert len(asked) == 4
        page.get_by_label("Perspective").select_option("What the table saw")
        at_step(page, 61, "table")
        page.get_by_label("Perspective").select_option("What I saw")
        at_step(page, 61, "mine")
        page.get_by_label("Perspective").select_option("What the table saw")
        at_step(page, 61, "table")
        assert asked[4:] == ["/events?after=0&as=spectator"]
    more(page)
    expect(page.get_by_text("Moves of Lost Cities are not analysed here.")).to_be_visible()


MISTAKE = {"points": 14.6, "victory": 0.146}
"""What a mistake has cost, in each unit."""
COST = "This cost about 15 points."


def judged(ended: Ended, unit: str, luck: float | None) -> tuple[Json, list[int], str]:
    """An analysis with a small mistake and one that cost much; before which steps, and the card."""
    match, seats, _ = ended
    log = ok(seats[0].get(f"/v1/matches/{match}/moves"))["moves"]
    moves = [each["version"] for each in log if each["kind"] == "move" and each["seat"] == 0]
    before = [moves[0] - 1, moves[5] - 1]
    held = seats[0].see(match, atVersion=before[1], **{"as": 0})["state"]["hand"][-1]
    worth = {"notation": f"{held}-*", "move": {}, "expected": 0.25, "error": 0.1}
    of = {"seat": 0, "part": 0, "played": worth, "best": worth, "low": 0.0, "high": 20.0}
    mistakes = [
        of | {"version": before[0] + 1, "loss": 0.004, "luck": luck},
        of | {"version": before[1] + 1, "loss": MISTAKE[unit], "luck": luck and 0.0},
    ]
    told = {"state": "done", "done": 2, "of": 2, "strategy": "1", "unit": unit, "moves": mistakes}
    return told, before, held


@pytest.mark.parametrize(
    ("unit", "luck", "cost", "summed"),
    [
        ("points", -2.0, COST, "Mistakes cost about 15 points in all; luck cost about 2 points."),
        (
            "victory",
            None,
            "This lowered the chance to win from 40 % to 25 %.",
            "Mistakes cost 15 percentage points in all.",
        ),
    ],
)
def test_what_moves_were_worth_is_told_in_its_unit(
    ended: Ended, visits: Visits, unit: str, luck: float | None, cost: str, summed: str
) -> None:
    match, seats, _ = ended
    told, before, _ = judged(ended, unit, luck)
    page = visit_as(visits, seats[0], "/lobby", reduced_motion="reduce")
    page.route("**/analysis", lambda route: route.fulfill(json=told))
    page.goto(f"/m/{match}/replay#step={before[1]}")
    expect(page.locator(".verdict")).to_contain_text(f"{cost} Better: discard ")
    more(page)
    page.get_by_role("button", name="Analyse the moves").click()
    expect(page.get_by_role("dialog", name="What the moves were worth")).to_contain_text(summed)


def test_mistakes_are_gone_through_and_the_better_move_is_drawn(
    ended: Ended, visits: Visits
) -> None:
    match, seats, _ = ended
    told, before, held = judged(ended, "points", -2.0)
    page = visit_as(visits, seats[0], "/lobby", reduced_motion="reduce")
    page.route("**/analysis", lambda route: route.fulfill(json=told))
    page.goto(f"/m/{match}/replay#step=2")
    at_step(page, before[0])
    for press, step in (("Next", before[1]), ("Previous", before[0]), ("Biggest", before[1])):
        page.get_by_role("button", name=f"{press} mistake").click()
        at_step(page, step)
    expect(page.locator(".verdict")).to_contain_text(f"{COST} Better: discard ")
    assert page.evaluate(WHOLE)
    color = next(each for each in COLORS if each[0] == held[0])
    drawn = [f"hand/{held}.0", f"pile/{color}", "pile/DECK"]
    better = page.locator("better-move")
    expect(better.locator("path.tip")).to_have_count(1)
    assert better.evaluate(RINGS, drawn)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".verdict")).to_contain_text(f"{COST} Better: discard ")
    expect(better).to_have_count(0)
    more(page)
    page.get_by_role("button", name="Analyse the moves").click()
    sheet = page.get_by_role("dialog", name="What the moves were worth")
    curve = sheet.get_by_role("img", name="at the first move")
    assert sheet.evaluate(BESIDE)
    assert not faults(page)
    box = curve.bounding_box()
    assert box
    page.mouse.click(box["x"] + GUTTER + 1, box["y"] + 9)
    expect(sheet).to_be_hidden()
    at_step(page, before[0])
    more(page)
    page.get_by_role("button", name="Analyse the moves").click()
    expect(sheet.locator(".course .turning")).to_have_text(["1", "2"])
    sheet.get_by_role("link").first.press("Enter")
    expect(sheet).to_be_hidden()
    at_step(page, before[1])
    page.set_viewport_size({"width": 1920, "height": 1080})
    panel = page.locator(".panel-of-worth")
    expect(panel.get_by_role("img", name="at the first move")).to_be_visible()
    assert not faults(page)
    panel.get_by_role("link").last.click()
    at_step(page, before[0])
    page.set_viewport_size({"width": 390, "height": 844})
    expect(panel).to_have_count(0)
    page.wait_for_function(WHOLE)


def test_an_analysis_that_failed_is_asked_for_again(ended: Ended, visits: Visits) -> None:
    match, seats, _ = ended
    told = {"done": 0, "of": 0, "strategy": "1", "unit": "points", "moves": []}

    def answer(route: Route) -> None:
        state = "queued" if route.request.method == "POST" else "failed"
        route.fulfill(json=told | {"state": state})

    page = visit_as(visits, seats[0], "/lobby", reduced_motion="reduce")
    page.route("**/analysis", answer)
    page.goto(f"/m/{match}/replay#step=2")
    line = page.locator(".verdict")
    expect(line).to_contain_text("This match could not be analysed.")
    line.get_by_role("button", name="Try again").click()
    expect(line).to_have_text("The analysis waits for its turn…")


def test_an_analysis_is_shown_as_it_comes_and_can_be_stopped(ended: Ended, visits: Visits) -> None:
    match, seats, _ = ended
    log = ok(seats[0].get(f"/v1/matches/{match}/moves"))["moves"]
    mistake = next(each for each in log if each["kind"] == "move" and each["seat"] == 0)
    worth = {"notation": "Y7-W", "move": {}, "expected": 0.25, "error": 0.1}
    judged = {"version": mistake["version"], "seat": 0, "part": 0, "played": worth, "best": worth}
    judged |= {"loss": 14.6, "low": 0.0, "high": 20.0, "luck": 2.5}
    told = {"done": 0, "of": 0, "strategy": "1", "unit": "points", "moves": []}
    told |= {"state": "none", "place": None, "secondsLeft": None}
    asked = list[str]()

    def answer(route: Route) -> None:
        asked.append(route.request.method)
        if asked[-1] == "DELETE":
            told.update(state="none", place=None, secondsLeft=None)
            route.fulfill(status=204)
            return
        if asked[-1] == "POST":
            told.update(state="queued", place=3, secondsLeft=250)
        route.fulfill(json=told)

    page = visit_as(visits, seats[0], "/lobby", reduced_motion="reduce")
    page.route("**/analysis", answer)
    page.goto(f"/m/{match}/replay#step={mistake['version'] - 1}")
    asks = page.locator(".verdict").get_by_role("button", name="Analyse the moves")
    above, below = asks.bounding_box(), page.locator(".deck .curve .now").bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] + APART <= below["y"]
    asks.click()
    sheet = page.get_by_role("dialog", name="What the moves were worth")
    expect(sheet.get_by_role("status")).to_have_text("Place 3 in the line, done in about 4 minutes")
    told.update(state="running", place=None, secondsLeft=40, done=1, of=3, moves=[judged])
    expect(sheet.get_by_role("status")).to_have_text("1 of 3 moves, done in about a minute")
    expect(sheet).to_contain_text("This cost about 15 points.")
    expect(sheet.locator(".key.span")).to_have_text("first moveso far")
    expect(sheet.get_by_role("img", name=re.compile("so far$"))).to_be_visible()
    ends = ["0", "+15", "\N{MINUS SIGN}15"]  # of both lines
    expect(sheet.locator(".course text")).to_have_text(ends)
    assert not faults(page)
    sheet.get_by_role("button", name="Stop it").click()
    expect(sheet.get_by_role("status")).to_have_text("Stopped after 1 of 3 moves.")
    assert asked[-2:] == ["DELETE", "GET"]
    sheet.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator(".verdict")).to_contain_text("This cost about 15 points.")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".verdict")).to_contain_text("So far: Mistakes cost about 15 points")
    more(page)
    page.get_by_role("button", name="Analyse the moves").click()
    sheet.get_by_role("button", name="Go on").click()
    expect(sheet.get_by_role("status")).to_have_text("Place 3 in the line, done in about 4 minutes")
    assert asked.count("POST") == 2


def test_three_open_hands_of_just4fun_cut_nothing(service: Live, visits: Visits) -> None:
    seats = [register(service.url, name) for name in ("Ann", "Bob", "Cid")]
    match = seats[0].create(game="just4fun", seats=3)["id"]
    for each in seats[1:]:
        each.join(match)
    for each in seats[1:]:
        each.act(match, "resign")
    worth = {"notation": "1", "move": {}, "expected": 0.3, "error": 0.1}
    judged = {"version": 2, "seat": 0, "part": 0, "played": worth, "best": worth}
    judged |= {"loss": 0.0, "low": 0.0, "high": 0.1, "luck": None}
    told = {"state": "done", "done": 1, "of": 1, "strategy": "1", "unit": "victory"}
    page = visit_as(visits, seats[0], "/lobby", reduced_motion="reduce")
    page.route("**/analysis", lambda route: route.fulfill(json=told | {"moves": [judged]}))
    page.goto(f"/m/{match}/replay#step=2")
    expect(page.locator(".about")).to_contain_text("Bob and Cid are out.")
    expect(page.locator(".plate .held")).to_have_count(2)
    assert page.locator("just4fun-board .table").evaluate(
        "table => table.scrollHeight <= table.clientHeight"
    )
    more(page)
    page.get_by_role("button", name="Analyse the moves").click()
    expect(page.get_by_text("With more than two players, luck cannot be told")).to_be_visible()


def test_it_plays_by_itself(ended: Ended, visits: Visits) -> None:
    match, (ann, _), last = ended
    page = visit_as(visits, ann, f"/m/{match}/replay#step={last - 3}")
    at_step(page, last - 3)
    page.get_by_label("Speed").select_option("very fast")
    page.locator("body").press(" ")
    at_step(page, last)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys.get_by_text("one step back or on")).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)


def test_a_tap_on_the_curve_of_points_goes_there(ended: Ended, visits: Visits) -> None:
    match, (ann, _), last = ended
    page = visit_as(visits, ann, f"/m/{match}/replay", "phone")
    whole(page, last)
    box = page.locator(".curve").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] * SECOND + 1, box["y"] + 20)
    page.mouse.down()
    at_step(page, last_of_round(ann, match))
    page.mouse.move(box["x"] + box["width"] + 40, box["y"], steps=2)
    page.mouse.up()
    at_step(page, last)
    scores = ann.see(match)["outcome"]["scores"]
    stands = ", ".join(
        f"{name}: {score}" for name, score in zip(("Ann", "Bob"), scores, strict=True)
    )
    spoken = f"{last - 2} of {last - 2}, {stands}".replace("-", "\u2212")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", spoken)
    expect(page.locator(".curve .round")).to_have_text(["1", "2"])


def test_a_line_marks_on_the_board_what_it_tells_of(ended: Ended, visits: Visits) -> None:
    match, (ann, _), last = ended
    page = visit_as(visits, ann, f"/m/{match}/replay#step=20")
    whole(page, last)
    board = page.locator("lost-cities-board")
    marked = "(board, at) => JSON.stringify(board.marked) === JSON.stringify(at)"
    events = ann.see(match, atVersion=20, **{"as": 1})["lastEvents"]
    assert board.evaluate(marked, events)
    page.get_by_title("Step 20 in the replay").focus()
    assert board.evaluate(marked, ann.see(match, atVersion=22, **{"as": 1})["lastEvents"])
    page.keyboard.press("Enter")
    at_step(page, 22)


def test_a_step_is_told_and_linked(ended: Ended, visits: Visits) -> None:
    match, (ann, bob), _ = ended
    page = visit_as(visits, ann, f"/m/{match}")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Show the table").click()
    page.get_by_title("Step 2 in the replay").click()
    at_step(page, 4, "all")
    page.get_by_label("Perspective").select_option("What I saw")
    told = page.locator(".told")
    unseen = r"^Round 1, turn 2: Bob .* \(You did not see the card\.\)$"
    expect(told).to_have_text(re.compile(unseen))
    more(page)
    page.get_by_role("button", name="Copy link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"/m/{match}/replay#step=4&as=0")

    other = visit_as(visits, bob, link)
    at_step(other, 4, "0")
    expect(other.locator(".told")).to_have_text(re.compile(r"\(Ann did not see the card\.\)$"))
    other.get_by_label("Perspective").select_option("What I saw")
    expect(other.locator(".told")).to_have_text(re.compile("^Round 1, turn 2: You [^()]*$"))


def test_each_perspective_shows_no_other_hand(ended: Ended, visits: Visits) -> None:
    match, seats, _ = ended
    page = visit_as(visits, seats[0], f"/m/{match}/replay#step=30&as=table")
    at_step(page, 30, "table")
    expect(page.locator("lost-cities-board")).to_be_visible()
    assert hand(page) == []
    assert "hand" not in page.locator(".told").inner_text()
    for label, eyes in (("What I saw", 0), ("What Bob saw", 1)):
        page.get_by_label("Perspective").select_option(label)
        at_step(page, 30, "mine" if eyes == 0 else "1")
        expect(page.locator(HAND)).to_have_count(8)
        there = seats[0].see(match, atVersion=30, **{"as": eyes})["state"]["hand"]
        board = page.locator("lost-cities-board").evaluate("(board) => board.view.hand")
        assert board == there
        whose = "Your hand" if eyes == 0 else "Hand of Bob"
        expect(page.get_by_role("group", name=whose, exact=True)).to_have_count(1)


def test_a_running_match_shows_what_its_player_saw(service: Live, visits: Visits) -> None:
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0})
    page = visit_as(visits, ann, f"/m/{match}/replay")
    at_step(page, 2, "mine")
    expect(page.get_by_text("This match is still running")).to_be_visible()
    expect(page.get_by_label("Perspective")).to_have_count(0)
    ann.move(match, ann.legal_moves(match)[0]["notation"])
    whole(page, 3)
    page.keyboard.press("End")
    at_step(page, 3)
    secret = bob.see(match)["state"]["hand"]
    held = page.evaluate("JSON.stringify(document.querySelector('replay-page').changes)")
    assert json.dumps(secret, separators=(",", ":")) not in held
    bob.act(match, "resign")
    expect(page.get_by_label("Perspective")).to_be_visible()
    whole(page, 4)
    page.keyboard.press("End")
    expect(page.locator(".told")).to_have_text("Round 1, turn 2: Bob has resigned.")


def test_it_can_be_kept(ended: Ended, visits: Visits, tmp_path: Path) -> None:
    match, (ann, _), last = ended
    page = visit_as(visits, ann, f"/m/{match}/replay")
    more(page)
    with page.expect_download() as started:
        page.get_by_role("button", name="Download").click()
    assert started.value.suggested_filename == f"croupier-{match}.json"
    started.value.save_as(tmp_path / "replay.json")
    kept = json.loads((tmp_path / "replay.json").read_text())
    assert kept == ann.get(f"/v1/matches/{match}/replay").json()
    assert len(kept["log"]) == last


def test_who_may_not_read_is_told_so(service: Live, visits: Visits) -> None:
    visits.watch.allow("status of 404")
    private = register(service.url).create(access="private")["id"]
    page = visits("phone", f"/m/{private}/replay")
    expect(page.get_by_role("heading", name="No table here")).to_be_visible()


def test_a_match_that_never_began_has_nothing_to_see(service: Live, visits: Visits) -> None:
    ann = start_match(service.url)[1][0]
    waiting = ann.create()["id"]
    page = visit_as(visits, ann, f"/m/{waiting}/replay")
    expect(page.get_by_text("this match has not begun")).to_be_visible()


def test_a_step_is_drawn_quickly(ended: Ended, visits: Visits) -> None:
    """The quickest of some steps: a machine that is busy makes others slow."""
    match, (ann, _), last = ended
    page = visit_as(visits, ann, f"/m/{match}/replay#step=40", reduced_motion="reduce")
    whole(page, last)
    at_step(page, 40)
    assert SLOWER * page.evaluate(STEPPED, 12) <= STEP_MS
    at_step(page, 52)


@pytest.mark.parametrize("how", in_turn((("desktop", "en"), ("phone", "de")), [("phone", "de")]))
def test_axe_finds_no_fault(ended: Ended, visits: Visits, how: tuple[str, str]) -> None:
    match, (ann, _), last = ended
    device, language = how
    page = visit_as(
        *(visits, ann, f"/m/{match}/replay#step=20", device),
        language=language,
        reduced_motion="reduce",
    )
    at_step(page, 20)
    whole(page, last)
    assert faults(page) == []
    small = "all => all.filter(one => one.offsetHeight < 44).map(one => one.outerHTML)"
    if device == "phone":
        more(page, language)
        assert page.locator(".deck :is(button, a, select, input)").evaluate_all(small) == []


@pytest.mark.parametrize("device", in_turn(("desktop", "phone"), ("phone",)))
def test_nothing_lies_over_the_board_of_livingstone(
    service: Live, visits: Visits, device: str
) -> None:
    match, (ann, _) = start_match(service.url, game="livingstone", options={"startSeat": 0})
    ann.move(match, ann.legal_moves(match)[0]["notation"])
    page = visit_as(visits, ann, f"/m/{match}/replay#step=3", device)
    at_step(page, 3)
    expect(page.locator(".prompt")).to_have_text("Ann to move")
    expect(page.locator(".tray")).to_have_count(0)
    board, below = page.locator(".map").bounding_box(), page.locator(".controls").bounding_box()
    assert board
    assert below
    assert board["y"] + board["height"] <= below["y"]
    page.set_viewport_size({"width": 390, "height": 870})
    cut = "board => board.scrollHeight > board.clientHeight"
    assert not page.locator("livingstone-board").evaluate(cut)
