"""Accounts that the service has refused come back to their browsers once it knows them again."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import redis
from playwright.sync_api import Page, expect
from redislink.accounts import account

from tests.support.live import Live
from tests.support.players import Client, register
from tests.support.waiting import until
from tests.web.browsing import Visits, Watch
from tests.web.faults import faults


@contextmanager
def lost(redis_url: str, player: Client) -> Iterator[None]:
    """The service has lost the player within the block, and has it again afterwards."""
    key = account(player.player["id"])
    with redis.Redis.from_url(redis_url) as client:
        client.rename(key, f"{key} lost")
        yield
        client.rename(f"{key} lost", key)


def visit_once_as(visits: Visits, player: Client, device: str = "desktop", **options: str) -> Page:
    """Open the first page of a browser, which has the account from now on until it is refused."""
    page = visits(device, "/", **options)
    kept = json.dumps({"token": player.token, "name": player.player["displayName"]})
    page.evaluate("(account) => localStorage.setItem('croupier:account', account)", kept)
    return page


def test_a_player_whom_the_service_had_lost_is_the_same_one_afterwards(
    redis_url: str, service: Live, visits: Visits, watch: Watch
) -> None:
    watch.allow("status of 401")
    page = visit_once_as(visits, ann := register(service.url, "Ann"))
    with lost(redis_url, ann):
        for _ in ("refused", "asked for again"):
            with page.expect_response("**/v1/players/me"):
                page.reload()
            expect(page.get_by_role("button", name="Choose a name")).to_be_visible()
    page.reload()
    expect(page.get_by_text("you are Ann, as before").first).to_be_visible()
    expect(page.get_by_role("button", name="You are Ann. Change the name")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="You are Ann. Change the name")).to_be_visible()


def test_an_open_page_asks_for_the_player_from_time_to_time(
    redis_url: str, service: Live, visits: Visits, watch: Watch
) -> None:
    watch.allow("status of 401")
    page = visit_once_as(visits, ann := register(service.url, "Ann"))
    page.clock.install()
    with lost(redis_url, ann):
        with page.expect_response("**/web/app/session/earlier-accounts.js") as asker:
            page.reload()
        page.evaluate("(module) => import(module)", asker.value.url)  # it has begun to wait
        expect(page.get_by_role("button", name="Choose a name")).to_be_visible()
    page.clock.fast_forward("06:00")
    expect(page.get_by_role("button", name="You are Ann. Change the name")).to_be_visible()


def test_whoever_has_played_since_chooses_between_the_two(
    redis_url: str, service: Live, visits: Visits, watch: Watch
) -> None:
    watch.allow("status of 401")
    page = visit_once_as(visits, ann := register(service.url, "Ann"), "phone", language="de")
    with lost(redis_url, ann):
        page.reload()
        page.get_by_role("button", name="Namen wählen").click()
        page.get_by_role("textbox", name="Dein Name").fill("Bob")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Einladen: jemanden zu Lost Cities").click()
        expect(page.get_by_role("button", name="Bot auf Platz 2 setzen")).to_be_visible()
    for other in ("Ann", "Bob"):
        page.goto("/")
        page.get_by_role("button", name="Einstellungen").click()
        become = page.get_by_role("button", name=f"Wieder {other} sein")
        expect(become).to_be_visible()
        assert faults(page) == []
        become.click()
    page.goto("/")
    expect(page.get_by_role("button", name="Du bist Bob. Namen ändern")).to_be_visible()


def test_a_guest_who_keeps_a_search_stays(
    redis_url: str, service: Live, visits: Visits, watch: Watch
) -> None:
    watch.allow("status of 401")
    page = visit_once_as(visits, ann := register(service.url, "Ann"))
    with lost(redis_url, ann):
        page.reload()
        expect(page.get_by_role("button", name="Choose a name")).to_be_visible()
        with page.expect_response("**/v1/tickets"):
            page.get_by_role("button", name="Find somebody for Livingstone").click()
        searching = page.get_by_role("region", name=re.compile("Looking for somebody"))
        searching.get_by_role("checkbox").check()
    until(lambda: [each.get("left") for each in earlier(page)] == [True])
    searching.get_by_role("button", name="Stop searching").click()


def earlier(page: Page) -> list[dict[str, Any]]:
    """What the browser keeps besides its player; a `left` account does not come back by itself."""
    accounts: list[dict[str, Any]] = json.loads(page.evaluate("localStorage['croupier:earlier']"))
    return accounts
