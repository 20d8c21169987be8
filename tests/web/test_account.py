"""The account in the settings: devices, signing out on a shared computer, and deletion."""

import json
import re

from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.players import Client, ok, register, start_match
from tests.support.waiting import until
from tests.web.browsing import Visits, Watch
from tests.web.faults import faults
from tests.web.test_earlier_accounts import visit_once_as

TOKENS = "/v1/players/me/tokens"
STAYS = {"croupier:language", "croupier:look", "croupier:preferences", "croupier:typing"}
KEPT = """async () => {
  const all = [...Object.entries(localStorage), ...Object.entries(sessionStorage)].map(String);
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      all.push(request.url, await (await cache.match(request)).text());
    }
  }
  const bases = await indexedDB.databases();
  return [...all, ...bases.map(({ name }) => name)].join("\\n");
}"""
BACK = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


def device(player: Client, name: str, *scopes: str) -> Client:
    """Return another device with the account."""
    body = {"name": name, "scopes": scopes or ("play", "read")}
    return Client(player.url, ok(player.post(TOKENS, body), 201)["token"], player.player)


def settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()


def signed_out(player: Client) -> bool:
    return player.get("/v1/players/me").status_code == 401


def test_after_signing_out_nothing_of_the_account_is_left_in_the_browser(
    service: Live, visits: Visits, watch: Watch
) -> None:
    watch.allow("status of 40[14]")
    ann = register(service.url, "Zenobia")
    made = ann.create(access="private", options={"startSeat": 0})
    register(service.url, "Bob").join(made["id"], inviteCode=made["inviteCode"])
    match = made["id"]
    phone = device(ann, "phone")
    page = visit_once_as(visits, ann)
    page.evaluate(
        "(others) => localStorage.setItem('croupier:earlier', others)",
        json.dumps([{"token": register(service.url, "Olga").token, "name": "Olga", "left": True}]),
    )
    page.goto(f"/m/{match}")
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    other = page.context.new_page()
    other.goto(f"{service.url}/m/{match}")
    expect(other.get_by_role("group", name="Your hand")).to_be_visible()
    restored = page.context.new_page()
    restored.goto(f"{service.url}/lobby")
    settings(page)
    page.get_by_role("checkbox", name="Large print").check()
    page.get_by_role("button", name="Sign out…").click()
    question = page.get_by_role("alertdialog", name="Sign out?")
    expect(question).to_contain_text("You stay signed in on one other device.")
    expect(question).to_contain_text("It forgets Olga as well.")
    assert faults(page) == []
    question.get_by_role("button", name="Cancel").click()
    assert not signed_out(ann)
    page.get_by_role("button", name="Sign out…").click()
    question.get_by_role("button", name="Sign out").press("Enter")
    expect(page.get_by_text("You are signed out.").first).to_be_visible()
    assert signed_out(ann)
    assert not signed_out(phone)
    for each in (page, other, restored):
        expect(each.get_by_role("button", name="Choose a name")).to_be_visible()
        expect(each.get_by_role("group", name="Your hand")).to_have_count(0)
    for each in (page, other):
        kept = each.evaluate(KEPT)
        assert not [one for one in (ann.token, ann.id, match, "Zenobia", "Olga") if one in kept]
    assert set(page.evaluate("Object.keys(localStorage)")) <= STAYS
    assert page.evaluate("document.documentElement.style.cssText"), "the look is the device's"
    for _ in range(2):
        page.go_back()
        expect(page.get_by_role("group", name="Your hand")).to_have_count(0)
        assert "Zenobia" not in page.locator("body").inner_text()
    page.goto("/")
    settings(page)
    expect(page.get_by_text("Nobody is signed in here")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Be |Sign out"))).to_have_count(0)


def test_a_page_that_the_back_button_restores_shows_nobody_who_has_signed_out(
    service: Live, visits: Visits
) -> None:
    page = visit_once_as(visits, register(service.url, "Ann"))
    page.reload()
    expect(page.get_by_role("button", name="You are Ann. Change the name")).to_be_visible()
    page.evaluate("localStorage.clear()")  # by a page that has signed out meanwhile
    page.evaluate(BACK)
    expect(page.get_by_role("button", name="Choose a name")).to_be_visible()


def test_the_last_device_is_left_only_by_who_knows_that_the_account_is_lost(
    service: Live, visits: Visits
) -> None:
    ann = register(service.url, "Ann")
    page = visit_once_as(visits, ann, "phone")
    page.reload()
    settings(page)
    page.get_by_role("button", name="Sign out…").click()
    question = page.get_by_role("alertdialog", name="Sign out?")
    expect(question).to_contain_text("not even you")
    question.get_by_role("button", name="Sign out").click()
    expect(question).to_be_visible()
    assert not signed_out(ann)
    question.get_by_role("button", name="Take it to another device first").click()
    expect(page.get_by_role("dialog", name="Another device")).to_be_visible()
    page.keyboard.press("Escape")
    settings(page)
    page.get_by_role("button", name="Sign out…").click()
    question.get_by_role("checkbox", name="I know that the account is lost").check()
    question.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("You are signed out.").first).to_be_visible()
    expect(page.get_by_role("button", name="Choose a name")).to_be_visible()
    assert signed_out(ann)


def test_devices_are_listed_and_signed_out_one_or_all(service: Live, visits: Visits) -> None:
    ann = register(service.url, "Ann")
    phone, tablet, wall = (device(ann, name) for name in ("phone", "tablet", "wall"))
    watching = device(ann, "watch", "read")
    page = visit_once_as(visits, ann, "phone")
    page.reload()
    settings(page)
    devices = page.get_by_role("list", name="Devices with this account").get_by_role("listitem")
    expect(devices).to_have_count(5)
    expect(devices.first).to_contain_text("The first device (this one)")
    expect(devices.nth(4)).to_contain_text("watches only")
    assert faults(page) == []
    page.get_by_role("button", name="Sign out: tablet").press("Enter")
    expect(devices).to_have_count(4)
    expect(page.get_by_role("status").filter(has_text="tablet is signed out.")).to_have_count(1)
    expect(page.get_by_role("heading", name="Devices with this account")).to_be_focused()
    assert signed_out(tablet)
    assert not signed_out(phone)
    page.get_by_role("button", name="End everything else").click()
    asked = page.get_by_role("alertdialog", name="End everything else")
    expect(asked).to_contain_text("All other devices are signed out.")
    asked.get_by_role("button", name="End everything else").click()
    expect(devices).to_have_count(1)
    assert all(signed_out(each) for each in (phone, wall, watching))
    assert not signed_out(ann)


def test_an_account_is_deleted_after_a_question_that_says_what_happens(
    service: Live, visits: Visits
) -> None:
    match, (ann, bob) = start_match(service.url)
    tablet = device(ann, "tablet")
    page = visit_once_as(visits, ann, "phone", language="de")
    page.reload()
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_role("button", name="Konto löschen…").click()
    question = page.get_by_role("alertdialog", name="Konto löschen?")
    expect(question).to_contain_text("Du gibst 1 laufende Partie auf")
    assert faults(page) == []
    question.get_by_role("button", name="Löschen").click()
    expect(question).to_be_visible()
    assert not signed_out(ann)
    question.get_by_role("checkbox").check()
    question.get_by_role("button", name="Löschen").click()
    expect(page.get_by_text("Das Konto ist gelöscht.").first).to_be_visible()
    expect(page.get_by_role("button", name="Namen wählen")).to_be_visible()
    assert signed_out(ann)
    assert signed_out(tablet)
    until(lambda: bob.see(match)["status"] == "finished")
    assert bob.see(match)["seats"][0]["player"]["displayName"] == "gone"
    kept = page.evaluate(KEPT)
    assert not [one for one in (ann.token, ann.id) if one in kept]


def test_a_search_that_was_kept_ends_with_the_sign_out(service: Live, visits: Visits) -> None:
    ann = register(service.url, "Ann")
    device(ann, "phone")
    page = visit_once_as(visits, ann)
    page.reload()
    with page.expect_response("**/v1/tickets"):
        page.get_by_role("button", name="Find somebody for Livingstone").click()
    searching = page.get_by_role("region", name=re.compile("Looking for somebody"))
    searching.get_by_role("checkbox").check()
    settings(page)
    page.get_by_role("button", name="Sign out…").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Choose a name")).to_be_visible()
    found = ok(Client(service.url).get("/v1/tickets", game="livingstone"))["tickets"]
    assert ann.id not in [each["player"]["id"] for each in found]
