"""At an address without TLS, as with `make run LAN=yes`: browsers keep much from such a page.

There is no clipboard, no WebCrypto, no lock and no worker.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.live import Live
from tests.web.browsing import IN_THE_LAN, Visits
from tests.web.replays import finished
from tests.web.table import clicks_of, count_clicks, visit_as
from tests.web.test_proof import FAIR, checked


@pytest.fixture
def visits(browser: Browser, service: Live) -> Iterator[Visits]:
    visits = Visits(browser, service.url.replace("127.0.0.1", IN_THE_LAN))
    visits.watch.allow("Cross-Origin-Opener-Policy header has been ignored")
    yield visits
    visits.close()
    assert not visits.watch.faults


def test_a_friend_comes_by_the_link_and_the_deal_is_proven(visits: Visits, service: Live) -> None:
    ann, bob = visits("desktop", "/"), visits("phone")
    assert not ann.evaluate("isSecureContext || Boolean(crypto.subtle || navigator.clipboard)")
    ann.get_by_role("button", name="Invite a friend to Lost Cities").click()
    link = ann.get_by_role("textbox", name="Link").input_value()
    assert re.fullmatch(rf"{visits.url}/j#[0-9A-Z]{{5}}-[0-9A-Z]{{5}}", link)
    ann.get_by_role("button", name="Copy").click()
    ann.evaluate(
        "document.body.append(Object.assign(document.createElement('textarea'), { id: 'to' }))"
    )
    ann.locator("#to").press("Control+V")
    expect(ann.locator("#to")).to_have_value(link)

    count_clicks(bob)
    bob.goto(link)
    bob.get_by_role("button", name="Take the seat").click()
    for page in (ann, bob):  # the deal is sealed
        expect(page.get_by_role("region", name="Table")).to_be_visible()
    assert clicks_of(bob) == 1

    match, (player, _) = finished(service.url, rounds=1)
    replay = visit_as(visits, player, f"/m/{match}/replay")
    expect(checked(replay)).to_contain_text(FAIR)
