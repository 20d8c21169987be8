"""A board that is a guest: in a frame, without anything of the page, and its moves are confirmed.

What attacks it is in test_hostile_boards.py. Here a board plays as any other does, and one that
does not behave makes room for the generic table.
"""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.players import Client, register, start_match
from tests.support.waiting import until
from tests.web.board_page import drag
from tests.web.browsing import Visits
from tests.web.guests import BEANS, PORT, confirm, guests, inside, lay, serve, strip
from tests.web.replays import finished
from tests.web.table import choices, visit_as
from tests.web.turns import in_turn

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
LOST = "lost-cities"
FIELDS = "input:not([type=checkbox], [type=radio], [type=range]), textarea, [contenteditable]"


@pytest.fixture(scope="module")
def service(redis_url: str) -> Iterator[Live]:
    with guests(redis_url) as live:
        yield live


@pytest.fixture
def seated(service: Live, visits: Visits) -> tuple[str, Client, Client, Page]:
    """Return a match of Lost Cities, Ann who is to move, Bob, and the page of Ann."""
    serve(service)
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0})
    return match, ann, bob, visit_as(visits, ann, f"/m/{match}")


STILL = "() => { const now = performance.now(); performance.now = () => now; }"
"""No time goes by for the page."""


def version(client: Client, match: str) -> int:
    return int(client.see(match)["version"])


def test_home_lobby_search_rules_and_walls_are_drawn_from_data(
    service: Live, visits: Visits
) -> None:
    serve(service, **{BEANS: DATA})
    match, _ = start_match(service.url, game=BEANS, access="public")
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
        (f"/rules/{BEANS}", page.get_by_text("The first bean")),
        (f"/wall#matches={match}", page.locator("croupier-table generic-board")),
    ):
        page.goto(path)
        expect(shown).to_be_visible()
    assert [url for url in asked if re.search(r"/board-frame/|/games/\w+/\w+\.js$", url)] == []


def test_a_move_is_shown_in_the_words_of_the_server_and_confirmed(
    seated: tuple[str, Client, Client, Page],
) -> None:
    match, ann, bob, page = seated
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    expect(page.get_by_text("Board by the makers of Lost Cities, not by this site")).to_be_visible()
    expect(page.locator("match-history")).to_contain_text("Round 1 begins")
    before = strip(page).bounding_box()
    page.evaluate(STILL)
    lay(page)
    legal = {each["notation"] for each in ann.legal_moves(match)}
    expect(strip(page)).to_contain_text("You play:")
    assert strip(page).locator("code").inner_text() in legal
    assert strip(page).bounding_box() == before
    assert page.evaluate("document.activeElement.localName") == "framed-board"
    assert (
        page.evaluate("document.querySelector('framed-board').shadowRoot.activeElement.localName")
        == "iframe"
    )
    strip(page).get_by_role("button", name="Make the move").evaluate("button => button.click()")
    expect(strip(page)).to_contain_text("You play:")  # nobody reads so fast
    page.evaluate("delete performance.now")
    strip(page).get_by_role("button", name="Take back").click()
    expect(strip(page)).not_to_contain_text("You play:")
    assert version(ann, match) == 2

    inside(page).locator("[data-at='pile/DECK'].lit").click()
    confirm(page)
    until(lambda: version(ann, match) == 3)
    expect(strip(page)).to_contain_text("Played:")
    bob.move(match, bob.legal_moves(match)[0]["notation"])
    expect(page.locator("match-history")).to_contain_text("Bob")
    expect(page).to_have_title(re.compile("^Your turn"))
    assert [url for url in asked if re.search(r"/t/\w+/games/\w+/\w+\.js$", url)] == []


WRITER = (
    PORT
    + """
import { html, LitElement } from "../../../web/board.js";
const written = ["\\u202e3c ssap", "a\\u200bb", "a  b", "x".repeat(200)];
customElements.define("just4fun-board", class extends LitElement {
  render() {
    return written.map((notation, at) => html`<button @click=${() =>
      port.postMessage({ kind: "move", n: 1e9, notation })}>${at}</button>`);
  }
});
"""
)


def test_what_a_board_writes_is_seen_as_it_is_and_moves_no_button(
    service: Live, visits: Visits
) -> None:
    """A long move in writing makes no button come under a finger that presses on the board."""
    serve(service, **{BEANS: {"board.js": WRITER}})
    match, (ann, _) = start_match(service.url, game=BEANS, options={"startSeat": 0})
    page = visit_as(visits, ann, f"/m/{match}")
    parts = strip(page).locator("button, label").all()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        inside(page).get_by_role("button", name="3").wait_for()
        before = [each.bounding_box() for each in parts]
        for at, text in enumerate((None, None, "a  b", "x" * 200)):
            inside(page).get_by_role("button", name=str(at)).click()
            if text is None:
                continue  # the next one is taken: this one was not
            expect(strip(page).locator("code")).to_have_text(text)
            assert strip(page).locator("code").inner_text() == text
            assert [each.bounding_box() for each in parts] == before
            page.evaluate("new Promise((resolve) => setTimeout(resolve))")
            strip(page).get_by_role("button", name="Take back").click()
            expect(strip(page).locator("code")).to_have_count(0)
    assert version(ann, match) == 2


def test_a_board_that_is_trusted_is_not_asked_about_until_it_is_another_version(
    service: Live, seated: tuple[str, Client, Client, Page]
) -> None:
    match, ann, bob, page = seated
    strip(page).get_by_label("Do not ask for this board").check()
    lay(page)
    expect(strip(page)).to_contain_text(
        "You play:"
    )  # a press in the page passes for one in a frame
    confirm(page)
    until(lambda: version(ann, match) == 3)
    page.evaluate(LATER)
    bob.move(match, bob.legal_moves(match)[0]["notation"])
    expect(page).to_have_title(re.compile("^Your turn"))
    lay(page)
    until(lambda: version(ann, match) == 5)
    expect(strip(page)).to_contain_text("Played:")

    serve(service, **{LOST: {"tile.svg": "<svg/>"}})
    page.reload()
    expect(strip(page).get_by_label("Do not ask for this board")).not_to_be_checked()


LATER = """() => {
  const now = performance.now.bind(performance);
  performance.now = () => now() + 16_000;
}"""
"""Some seconds have gone by for the page."""
ALIVE = "document.querySelector('framed-board').shadowRoot.querySelector('iframe') !== null"
THIEF = """
import { html, LitElement } from "../../../web/board.js";
customElements.define("just4fun-board", class extends LitElement {
  render() { return html`<button>Bean</button>`; }
  updated() {
    this.timer ??= setInterval(() => this.renderRoot.querySelector("button").focus(), 5);
  }
});
"""


def test_no_text_field_of_the_page_lives_beside_a_frame(service: Live, visits: Visits) -> None:
    """In Chromium a frame takes the focus whenever it likes, and with it what is typed."""
    serve(service, **{BEANS: {"board.js": THIEF}})
    match, (ann, _) = start_match(service.url, game=BEANS)
    page = visit_as(visits, ann, f"/m/{match}")
    for way in (["You are Ann"], ["You are Ann", "Another device"]):
        expect(inside(page).get_by_role("button", name="Bean")).to_be_visible()
        for name in way:
            page.get_by_role("button", name=re.compile(name)).first.click()
        field = page.locator(f"dialog[open] :is({FIELDS})").first
        expect(field).to_be_visible()
        page.wait_for_function(f"() => !({ALIVE})")
        field.fill("")
        field.focus()
        page.keyboard.type("abcdefghijklmnopqrst", delay=5)
        assert field.input_value().lower() == "abcdefghijklmnopqrst"
        expect(page.get_by_text("The board comes back")).to_be_visible()
        while page.locator("dialog[open]").count():
            page.keyboard.press("Escape")
    expect(inside(page).get_by_role("button", name="Bean")).to_be_visible()
    for kind in KINDS:
        page.evaluate(WRITE, kind)
        page.keyboard.type("abc")
        assert page.evaluate("written()") == "abc", kind
        assert not page.evaluate(ALIVE), kind
        page.evaluate("around.remove()")
        page.wait_for_function(f"() => {ALIVE}")


KINDS = ("<input>", "<input type=password>", "<textarea></textarea>", "<p contenteditable></p>")
WRITE = """(kind) => {
  const around = document.body.appendChild(document.createElement("div"));
  const root = around.attachShadow({ mode: "open" });
  const [, name, , type] = /<(\\w+)( type=(\\w+))?/.exec(kind);
  const field = document.createElement(name);
  if (type) field.type = type;
  if (kind.includes("contenteditable")) field.setAttribute("contenteditable", "");
  root.append(field);
  globalThis.written = () => field.value ?? field.textContent;
  globalThis.around = around;
  field.focus();
}"""
"""A field of any kind that is written in, wherever it is: here in the shadow of an element."""

ENDS = {
    "has a fault": "throw new Error('no board today');",
    "did not come": "await new Promise(() => {});",
    "did not answer": "setTimeout(() => MessagePort.prototype.postMessage = () => {}, 500);",
    "far too much": PORT
    + """setTimeout(() => {
      for (let at = 0; at < 300; at++) port.postMessage({ kind: "half", on: true });
    }, 500);""",
    "another page": "setTimeout(() => location.href = 'data:text/html,elsewhere', 500);",
    "what no board sends": PORT + "setTimeout(() => port.postMessage([]), 500);",
}
PLAIN = """
import { LitElement } from "../../../web/board.js";
customElements.define("just4fun-board", class extends LitElement {});
"""


@pytest.mark.parametrize("why", in_turn(ENDS, ("has a fault", "did not come", "another page")))
def test_a_board_that_does_not_behave_makes_room_for_the_generic_table(
    service: Live, visits: Visits, why: str
) -> None:
    serve(service, **{BEANS: {"board.js": PLAIN + ENDS[why]}})
    visits.watch.allow("no board today|is wrong|Framing|frame-src|ERR_BLOCKED")
    match, (ann, _) = start_match(service.url, game=BEANS, options={"startSeat": 0})
    page = visit_as(visits, ann, f"/m/{match}")
    if why == "did not come":
        expect(page.get_by_text("Board by the makers of Just4Fun")).to_be_visible()
        page.evaluate(LATER)
    expect(page.get_by_role("status").filter(has_text=why)).to_be_visible()
    expect(page.locator("iframe")).to_have_count(0)
    choices(page).first.click()
    until(lambda: version(ann, match) > 2)


def test_the_generic_table_is_one_press_away(seated: tuple[str, Client, Client, Page]) -> None:
    *_, page = seated
    page.get_by_role("button", name="Plain table").click()
    expect(page.get_by_text("This is the plain table, as you wished.")).to_be_visible()
    expect(choices(page)).not_to_have_count(0)


def test_a_frame_is_used_by_drag_and_by_keys_and_speaks_the_language_of_the_page(
    seated: tuple[str, Client, Client, Page],
) -> None:
    match, ann, bob, page = seated
    board = inside(page)
    card = board.locator("[data-group=hand] button").last
    expect(card).to_be_visible()
    colour = str(card.get_attribute("data-at")).removeprefix("hand/")[0]
    pile = board.locator(f"[data-at^='pile/{colour}']")
    drag(page, card, pile)
    board.locator("[data-at='pile/DECK'].lit").click()
    confirm(page)
    until(lambda: version(ann, match) == 3)
    bob.move(match, bob.legal_moves(match)[0]["notation"])

    page.get_by_role("button", name="Deutsch").click()
    expect(board.locator("html")).to_have_attribute("lang", "de")
    expect(board.get_by_text("Du bist dran").first).to_be_visible()
    expect(page.get_by_role("region", name="Dein Zug")).to_be_visible()
    page.get_by_role("checkbox", name="Bei diesem Spielplan nicht fragen").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    notation = next(
        each["notation"] for each in ann.legal_moves(match) if each["notation"].endswith("*")
    )
    board.locator("[data-group=hand] button").first.focus()
    page.keyboard.type(notation)
    shown = page.get_by_role("region", name="Dein Zug")
    expect(shown).to_contain_text(notation)
    page.locator("button.gear").focus()
    page.keyboard.press("F6")
    expect(shown.get_by_role("button", name="Ziehen")).to_be_focused()
    page.wait_for_timeout(400)
    page.keyboard.press("Enter")
    until(lambda: version(ann, match) == 5)


def test_a_replay_is_shown_in_a_frame(service: Live, visits: Visits) -> None:
    serve(service)
    match, (ann, _) = finished(service.url)
    page = visit_as(visits, ann, f"/m/{match}/replay")
    expect(inside(page).locator("[data-group=hand] button").first).to_be_visible()
    first = page.locator(".replay-steps .lines a").nth(1)
    expect(first).to_contain_text(re.compile("You (play|discard)"))
    expect(strip(page)).to_have_count(0)
