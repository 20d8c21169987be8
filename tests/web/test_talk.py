"""A few words at the table, and a player on a second device."""

import re

from playwright.sync_api import Page, expect

from tests.support.live import Live
from tests.support.players import start_match
from tests.web.browsing import Visits
from tests.web.table import heard, visit_as


def test_one_greets_and_all_at_the_table_hear_it(service: Live, visits: Visits) -> None:
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0})
    sender = visit_as(visits, ann, f"/m/{match}", "phone")
    others = [visit_as(visits, bob, f"/m/{match}", language="de"), visits("desktop")]
    others[1].goto(f"/m/{match}")
    for page in (sender, *others):
        expect(page.locator("lost-cities-board")).to_be_visible()
    expect(others[1].get_by_role("button", name="Say something")).to_have_count(0)
    said = [heard(page) for page in others]
    sender.get_by_role("button", name="Say something").click()
    sender.get_by_role("button", name="Hello!").click()
    expect(sender.get_by_role("group", name="Say something")).to_have_count(0)
    expect(sender.locator(".bar.mine .bubble")).to_have_text("Hello!")
    for page, words in zip(others, ("Hallo!", "Hello!"), strict=True):
        expect(page.locator(".bar:not(.mine) .bubble")).to_have_text(words)
    assert [any("Hallo!" in each for each in said[0]), any("Hello!" in each for each in said[1])]
    ann.act(match, "resign")
    others[0].get_by_role("button", name="Etwas sagen").click()
    others[0].get_by_role("button", name="Gutes Spiel!").click()
    expect(sender.locator(".bar:not(.mine) .bubble")).to_have_text("Good game!")


def test_a_code_opens_the_account_in_a_second_browser(service: Live, visits: Visits) -> None:
    _, (ann, _) = start_match(service.url, options={"startSeat": 0})
    first, second = visit_as(visits, ann, "/"), visits("phone")
    first.get_by_role("button", name=re.compile("You are Ann")).click()
    first.get_by_role("button", name="Another device", exact=True).click()
    first.get_by_role("button", name="Show a code").click()
    code = first.locator("pairing-dialog .code").inner_text()
    visits.watch.allow("status of 404")
    second.goto("/")
    redeem(second, "WRONG-CODE")
    expect(second.get_by_role("alert").filter(has_text="not valid")).to_be_visible()
    second.get_by_label("Code", exact=True).fill(code.lower().replace("-", ""))
    second.get_by_role("button", name="Use it").click()
    expect(second.get_by_role("dialog")).to_have_count(0)
    expect(second.get_by_role("button", name=re.compile("You are Ann"))).to_be_visible()
    expect(second.get_by_role("link", name=re.compile("Lost Cities")).first).to_be_visible()
    expect(first.get_by_text("It was used")).to_be_visible()


def redeem(page: Page, code: str) -> None:
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("Code", exact=True).fill(code)
    page.get_by_role("button", name="Use it").click()
