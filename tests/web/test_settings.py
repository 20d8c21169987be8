"""The settings: kept in the browser; sounds and notifications only if they were asked for."""

import re

from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.players import HTTP, ok, register, start_match
from tests.support.waiting import until
from tests.web.browsing import Visits
from tests.web.faults import faults
from tests.web.table import expect_turn, visit_as

NOTED = """
globalThis.told = [];
globalThis.tones = 0;
globalThis.Notification = class extends EventTarget {
  static permission = localStorage.getItem("test:permission") ?? "default";
  static async requestPermission() {
    localStorage.setItem("test:permission", "granted");
    return Notification.permission = "granted";
  }
  constructor(title, { body }) { super(); told.push(`${title}: ${body}`); }
};
const { createOscillator } = AudioContext.prototype;
AudioContext.prototype.createOscillator = function () {
  globalThis.tones++;
  return createOscillator.call(this);
};
"""
UNSEEN = "Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })"
GROUND = "getComputedStyle(document.body).backgroundColor"
SIZE = "parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)"
SHOWN = """
globalThis.grounds = [];
new PerformanceObserver((list) => {
  const ground = getComputedStyle(document.body).backgroundColor;
  for (const { name } of list.getEntries()) grounds.push(`${name} ${ground}`);
}).observe({ type: "paint", buffered: true });
"""
PAINTS = "performance.getEntriesByType('paint').map(({ name }) => name)"
TYPED = "document.querySelector('lost-cities-board').buffer"


def test_sounds_notifications_and_typed_moves_are_switched(service: Live, visits: Visits) -> None:
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0})
    page = visit_as(visits, ann, f"/m/{match}")
    page.add_init_script(NOTED)
    page.reload()
    expect_turn(page)
    page.get_by_role("button", name="Settings").click()
    for name in ("Sounds", "Notifications"):
        expect(page.get_by_role("checkbox", name=name)).not_to_be_checked()
        page.get_by_role("checkbox", name=name).check()
    page.get_by_role("checkbox", name="Typed moves").uncheck()
    until(lambda: page.evaluate("tones") == 2)
    page.reload()
    expect_turn(page)

    first = ann.legal_moves(match)[0]["notation"]
    page.keyboard.press(first[0])
    assert page.evaluate(TYPED) == ""
    ann.move(match, first)
    expect(page).to_have_title(re.compile("^Bob to move"))
    page.evaluate(UNSEEN)
    bob.move(match, bob.legal_moves(match)[0]["notation"])
    until(lambda: page.evaluate("told") == ["It is your turn: Lost Cities, with Bob"])


def test_a_player_consents_to_research_and_takes_it_back(service: Live, visits: Visits) -> None:
    ann = register(service.url, "Ann")
    headers = {"Authorization": f"Bearer {ann.token}"}
    page = visit_as(visits, ann, "/lobby", "phone", language="de")
    page.get_by_role("button", name="Einstellungen").click()
    expect(page.get_by_role("dialog", name="Einstellungen")).to_be_visible()
    assert faults(page) == []
    consent = page.get_by_role("checkbox", name="Partien für die Forschung")
    expect(consent).not_to_be_checked()
    for consents in (True, False):
        with page.expect_response(lambda answer: answer.request.method == "PATCH"):
            consent.set_checked(consents)
        assert ann.get("/v1/players/me").json()["research"] is consents
    ok(HTTP.patch(f"{service.url}/v1/players/me", json={"research": True}, headers=headers))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Einstellungen").click()
    expect(consent).to_be_checked()


def test_the_look_is_chosen_and_is_there_before_anything_is_drawn(visits: Visits) -> None:
    page = visits("phone", "/lobby")
    expect(page.locator("h1")).to_be_visible()
    light, size = page.evaluate(GROUND), page.evaluate(SIZE)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Dark").check(force=True)
    page.get_by_role("radio", name="not at all").check(force=True)
    page.get_by_role("checkbox", name="Large print").check()
    assert faults(page) == []
    dark = page.evaluate(GROUND)
    assert dark != light
    page.add_init_script(SHOWN)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    until(lambda: page.evaluate("grounds.length") > 0)
    assert page.evaluate("grounds") == [f"{name} {dark}" for name in page.evaluate(PAINTS)]
    assert page.evaluate(SIZE) == size * 1.25
    assert page.evaluate("getComputedStyle(document.body).getPropertyValue('--pace')") == "0"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
