"""Notices of Web Push in Chromium: when they are offered, what is chosen, and what is shown.

Chromium subscribes at a service of Google's, which no test reaches: the subscription is one of the
page's own here, and messages come by the DevTools protocol. In Firefox, all of it is real
(tests/herald/test_web_push_in_firefox).
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from redis import Redis
from redislink import hooks

from tests.support.live import Live
from tests.support.players import Client, Json, ok, register, start_match
from tests.support.requests import PUSH
from tests.support.waiting import until
from tests.web import openings
from tests.web.browsing import Visits
from tests.web.faults import faults
from tests.web.table import expect_turn, prepared

KEYS = (PUSH.body["keys"]["p256dh"], f"BA{PUSH.body['keys']['p256dh'][2:]}")
SUBSCRIBES = """
const KEPT = "test:subscription";
const known = () => JSON.parse(localStorage.getItem(KEPT) ?? "null");
const bytes = (text) => Uint8Array.from(
  atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0)).buffer;
const shown = (found) => found && {
  endpoint: found.endpoint,
  options: { applicationServerKey: bytes(found.key) },
  toJSON: () => ({ endpoint: found.endpoint, keys: KEYS }),
  unsubscribe: async () => (localStorage.removeItem(KEPT), true),
};
PushManager.prototype.getSubscription = async () => shown(known());
PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
  if (known()) throw new DOMException("another key", "InvalidStateError");
  const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
  localStorage.setItem(KEPT, JSON.stringify({ endpoint, key }));
  return shown(known());
};
""".replace("KEYS", json.dumps(PUSH.body["keys"]))
WAITING = """navigator.serviceWorker.ready.then((each) => each.getNotifications()).then((all) =>
  all.map(({ title, tag, data }) => [title, tag, data.path]))"""
CLICK = """async () => {
  const [notification] = await registration.getNotifications();
  dispatchEvent(new NotificationEvent("notificationclick", { notification }));
}"""
OF_TOURNAMENTS = ["checkInOpened", "roundPaired"]
USUAL = [
    *("yourTurn", "matchFinished", "invited", "rematchOffered", "entropyNeeded"),
    *OF_TOURNAMENTS,
]
OFFER = "Shall we tell you?"


@pytest.fixture(scope="module")
def service(built: Live) -> Live:
    return built


@pytest.fixture(autouse=True)
def store(redis_url: str) -> Iterator[Any]:
    """A Redis that has the key of a herald."""
    with Redis.from_url(redis_url) as store:
        store.hset(hooks.PUSH, hooks.PUSH_KEY, KEYS[0])
        yield store
        store.delete(hooks.PUSH)


def visit(visits: Visits, player: Client, path: str, script: str = SUBSCRIBES, **how: Any) -> Page:
    """Open a page as this player, with the service worker, and leave to show notifications."""
    usual = {"service_workers": "allow", "permissions": ["notifications"]}
    page = visits(how.pop("device", "phone"), **{**usual, **how})
    page.add_init_script(script)
    prepared(page, player).goto(path)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return page


def browsers_of(player: Client) -> list[Json]:
    found: list[Json] = ok(player.get(PUSH.path))["browsers"]
    return found


def offer_on(page: Page) -> Locator:
    return page.get_by_role("region", name=OFFER)


def move_here(page: Page, player: Client, match: str) -> None:
    """Discard a card by the keys of the table, and draw from the deck."""
    expect_turn(page)
    moves = [each["notation"] for each in player.legal_moves(match)]
    openings.move(page, player, match, next(each for each in moves if each.endswith("-*")))
    expect(page).to_have_title(re.compile("to move"))


def dismissed(page: Page) -> bool:
    return page.evaluate("localStorage.getItem('croupier:offered')") is not None


def test_it_is_offered_once_after_the_first_move_that_somebody_must_answer(
    service: Live, whole_browser: Visits
) -> None:
    match, (ann, bob) = start_match(service.url, options={"startSeat": 0})
    page = visit(whole_browser, ann, f"/m/{match}")
    who_waits = visit(whole_browser, bob, f"/m/{match}")
    expect(who_waits.locator(".bar player-face svg").first).to_be_visible()  # all has come
    assert not offer_on(who_waits).count()
    who_waits.close()
    expect_turn(page)
    expect(offer_on(page)).to_have_count(0)
    move_here(page, ann, match)
    expect(offer_on(page)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert faults(page) == []
    for width, height in ((640, 400), (320, 256)):  # 200 % and 400 % of a usual screen
        page.set_viewport_size({"width": width, "height": height})
        offer_on(page).get_by_role("button", name="Not now").click(trial=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 390, "height": 844})
    assert not dismissed(page)
    offer_on(page).get_by_role("button", name="Not now").click()
    expect(offer_on(page)).to_have_count(0)
    bob.move(match, next(each["notation"] for each in bob.legal_moves(match)))
    page.reload()
    move_here(page, ann, match)
    assert dismissed(page)
    expect(offer_on(page)).to_have_count(0)
    assert browsers_of(ann) == []


def test_who_says_yes_is_told_on_this_device_and_chooses_of_what(
    service: Live, whole_browser: Visits
) -> None:
    match, (ann, _) = start_match(service.url, options={"startSeat": 0})
    elsewhere = ok(ann.put(PUSH.path, PUSH.body))
    page = visit(whole_browser, ann, f"/m/{match}")
    move_here(page, ann, match)
    offer_on(page).get_by_role("button", name="Tell me").click()
    expect(page.get_by_text("This device tells you from now on").first).to_be_visible()
    other, own = browsers_of(ann)
    assert (other["id"], own["events"]) == (elsewhere["id"], USUAL)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("checkbox", name="Notifications")).to_be_checked()
    turn = page.get_by_role("checkbox", name="when it is my turn")
    names = (
        "somebody invites me",
        "asks me for a rematch",
        "match of mine is over",
        "waits for me",
    )
    for name in names:
        page.get_by_role("checkbox", name=name).uncheck()
    expect(turn).to_be_disabled()  # or nothing would be left
    page.get_by_role("checkbox", name="match of mine begins").check()
    assert faults(page) == []
    until(lambda: browsers_of(ann)[1]["events"] == ["yourTurn", "matchStarted", "entropyNeeded"])
    assert browsers_of(ann)[1]["id"] == own["id"]
    page.get_by_role("button", name="Stop telling The first device").click()
    expect(page.get_by_role("button", name=re.compile("^Stop telling"))).to_have_count(0)
    assert [each["id"] for each in browsers_of(ann)] == [own["id"]]
    page.get_by_role("checkbox", name="Notifications").uncheck()
    until(lambda: browsers_of(ann) == [])
    assert page.evaluate("localStorage.getItem('test:subscription')") is None


def deliver(page: Page, *messages: Any) -> None:
    """Have messages come to the worker, as from a push service."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")  # before, it hears nothing
    line = page.context.new_cdp_session(page)
    found: list[Json] = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda it: found.extend(it["registrations"]))
    line.send("ServiceWorker.enable")
    until(lambda: page.evaluate("1") and found)
    for each in messages:
        data = each if isinstance(each, str) else json.dumps(each)
        given = {"origin": page.evaluate("origin"), "registrationId": found[0]["registrationId"]}
        line.send("ServiceWorker.deliverPushMessage", {**given, "data": data})


def waiting(page: Page) -> list[list[str]]:
    found: list[list[str]] = page.evaluate(WAITING)
    return sorted(found)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            [
                *("It is your turn", "Something waits for you", "Your match is over"),
                "Your tournament begins: say that you are here",
            ],
        ),
        (
            "de",
            [
                "Dein Turnier beginnt: Sag, dass du da bist",
                *("Deine Partie ist vorbei", "Du bist dran", "Etwas wartet auf dich"),
            ],
        ),
    ],
)
def test_the_worker_tells_in_the_words_of_the_page_the_newest_of_each_match(
    service: Live, whole_browser: Visits, language: str, words: list[str]
) -> None:
    ann = register(service.url)
    page = visit(whole_browser, ann, "/", language="fr")
    page.evaluate("(each) => localStorage.setItem('croupier:language', each)", language)
    page.reload()
    page.evaluate(SUBSCRIBE_HERE)
    one, other, tournament = "m" * 22, "n" * 22, "t" * 22
    deliver(
        page,
        {"type": "invited", "matchId": one},
        {"type": "yourTurn", "matchId": one},
        {"type": "yourTurn", "matchId": one},
        {"type": "matchFinished", "matchId": other},
        {"type": "checkInOpened", "matchId": "", "tournamentId": tournament},
        "no JSON",
    )
    until(lambda: len(waiting(page)) == 4)
    assert [title for title, *_ in waiting(page)] == words
    assert {path for *_, path in waiting(page)} == {
        *(f"/m/{one}", f"/m/{other}", "/"),
        f"/tournaments/{tournament}",
    }


SUBSCRIBE_HERE = """async () => {
  const loaded = () => performance.getEntriesByType("resource").map(({ name }) => name);
  for (;;) {
    const shell = document.querySelector("croupier-app")?.shell; // not there at once
    const found = loaded().find((name) => /[/]web-push[-.]/.test(name));
    if (shell && found) return await (await import(found)).subscribe(shell);
    await new Promise(requestAnimationFrame);
  }
}"""
"""As a page does whose player has been asked; home loads the module by itself."""


def test_a_page_that_shows_the_match_tells_it_itself(service: Live, whole_browser: Visits) -> None:
    match, (ann, _) = start_match(service.url)
    page = visit(whole_browser, ann, f"/m/{match}")
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    deliver(page, {"type": "yourTurn", "matchId": match}, {"type": "invited", "matchId": "o" * 22})
    until(lambda: [path for *_, path in waiting(page)] == [f"/m/{'o' * 22}"])


def test_a_tap_leads_to_the_match_and_what_was_told_of_it_goes(
    service: Live, whole_browser: Visits
) -> None:
    match, (ann, _) = start_match(service.url)
    page = visit(whole_browser, ann, "/")
    page.evaluate(SUBSCRIBE_HERE)
    page.evaluate("document.querySelector('croupier-app').shell.notify(true)")
    deliver(page, {"type": "yourTurn", "matchId": match})
    until(lambda: len(waiting(page)) == 1)
    page.context.service_workers[0].evaluate(CLICK)
    expect(page).to_have_url(f"{service.url}/m/{match}")
    until(lambda: waiting(page) == [])
    page.goto("/")
    deliver(page, {"type": "yourTurn", "matchId": match})
    until(lambda: len(waiting(page)) == 1)
    page.goto(f"/m/{match}")
    until(lambda: waiting(page) == [])


def test_a_subscription_heals_by_itself_and_ends_where_it_was_ended(
    service: Live, whole_browser: Visits, store: Any
) -> None:
    whole_browser.watch.allow("status of 404")  # what is ended may have ended already
    ann = register(service.url)
    page = visit(whole_browser, ann, "/")
    page.evaluate(SUBSCRIBE_HERE)
    (first,) = browsers_of(ann)
    store.hset(hooks.PUSH, hooks.PUSH_KEY, KEYS[1])  # the installation has another key
    page.reload()
    until(lambda: first["id"] not in [each["id"] for each in browsers_of(ann)])
    second = browsers_of(ann)[-1]
    assert second["events"] == USUAL
    state = json.dumps({"off": "gone"})  # the push service does not know it any more
    store.hset(hooks.hook(second["id"]), hooks.STATE, state)
    page.reload()
    until(lambda: [each["status"] for each in browsers_of(ann)] == ["on"])
    (third,) = browsers_of(ann)
    assert third["id"] != second["id"]
    page.evaluate("localStorage.removeItem('test:subscription')")  # the browser has lost it
    page.evaluate(
        "navigator.serviceWorker.dispatchEvent(new MessageEvent('message', HEALS))".replace(
            "HEALS", "{ data: { resubscribed: true } }"
        )
    )
    until(lambda: third["id"] not in [each["id"] for each in browsers_of(ann)])
    for each in browsers_of(ann):
        assert ann.delete(f"{PUSH.path}/{each['id']}").status_code == 204
    page.reload()
    until(lambda: page.evaluate("localStorage.getItem('croupier:push')") is None)
    assert browsers_of(ann) == []


def test_who_signs_out_is_told_nothing_more_and_nothing_is_kept(
    service: Live, whole_browser: Visits
) -> None:
    whole_browser.watch.allow("status of 401")
    ann = register(service.url)
    page = visit_once(whole_browser, ann)
    page.evaluate(SUBSCRIBE_HERE)
    assert len(browsers_of(ann)) == 1
    phone = Client(
        service.url,
        ok(ann.post("/v1/players/me/tokens", {"name": "phone", "scopes": ["play", "read"]}), 201)[
            "token"
        ],
    )
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Sign out…").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("You are signed out").first).to_be_visible()
    assert browsers_of(phone) == []
    kept = page.evaluate("async () => [...Object.keys(localStorage), ...await caches.keys()]")
    assert not {"test:subscription", "croupier:push", "croupier-language"} & {*kept}


def visit_once(visits: Visits, player: Client) -> Page:
    """As `visit`, and the account is that of the browser until it is left."""
    page = visits("phone", "/", service_workers="allow", permissions=["notifications"])
    page.add_init_script(SUBSCRIBES)
    account = json.dumps({"token": player.token, "name": player.player["displayName"]})
    page.evaluate("(each) => localStorage.setItem('croupier:account', each)", account)
    page.reload()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return page


NO_PUSH = "delete globalThis.PushManager;"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15"
UNREACHABLE = """PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async () => {
  throw new DOMException("Registration failed", "AbortError");
};"""


@pytest.mark.parametrize(
    ("script", "how", "words"),
    [
        (NO_PUSH, {}, "This browser cannot be told while the page is closed."),
        (NO_PUSH, {"user_agent": IPHONE}, "home screen only: choose “Share”"),
        (UNREACHABLE, {}, "has reached no push service"),
        (SUBSCRIBES, {"permissions": []}, "does not let the page notify you"),
    ],
    ids=["unsupported", "iPhone", "unreachable", "denied"],
)
def test_why_nothing_comes_is_said(
    service: Live, whole_browser: Visits, script: str, how: Json, words: str
) -> None:
    ann = register(service.url)
    page = visit(whole_browser, ann, "/lobby", script, **how)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("checkbox", name="Notifications").click()
    expect(page.get_by_role("dialog").get_by_text(words)).to_be_visible()
    assert faults(page) == []
    assert browsers_of(ann) == []
    if script == UNREACHABLE:
        expect(page.get_by_role("checkbox", name="as long as it is open")).to_be_checked()


def test_where_the_service_tells_nobody_nothing_is_offered(
    service: Live, whole_browser: Visits, store: Any
) -> None:
    store.delete(hooks.PUSH)
    match, (ann, _) = start_match(service.url, options={"startSeat": 0})
    page = visit(whole_browser, ann, f"/m/{match}")
    with page.expect_response(re.compile(f"{PUSH.path}$")):
        move_here(page, ann, match)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("checkbox", name="Notifications").click()
    expect(page.get_by_text("This service tells nobody while the page is closed.")).to_be_visible()
    assert not page.get_by_text(OFFER).count()
