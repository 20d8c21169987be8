"""Passkeys are made, used and removed on the page, in Chromium with its virtual authenticator.

The parts of the page have tests of their own; these are about the browser and the service.
"""

import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from gateway.sessions.authenticators import Site
from playwright.sync_api import CDPSession, Page, expect

from tests.support.live import Live
from tests.support.players import Client, Json, ok, register, start_match
from tests.support.waiting import until
from tests.web.browsing import Visits
from tests.web.faults import faults

RP = "localhost"
SCRIPT = """
window.call = async (method, path, body, token) => {
  const own = token && { authorization: `Bearer ${token}` };
  const headers = { "content-type": "application/json", ...own };
  const answer = await fetch(path, { method, headers, body: JSON.stringify(body) });
  const told = answer.status == 204 ? {} : await answer.json();
  if (!answer.ok) throw new Error(`${answer.status} ${told.code}: ${told.detail}`);
  return told;
};
const P = PublicKeyCredential;
window.keep = async (token, name) => {
  const asked = await call("POST", "/v1/players/me/passkeys/options", {}, token);
  const publicKey = P.parseCreationOptionsFromJSON(asked);
  const credential = (await navigator.credentials.create({ publicKey })).toJSON();
  return call("POST", "/v1/players/me/passkeys", { name, credential }, token);
};
window.signIn = async (mediation) => {
  const publicKey = P.parseRequestOptionsFromJSON(await call("POST", "/v1/sessions/options", {}));
  const found = await navigator.credentials.get({ publicKey, ...(mediation && { mediation }) });
  return call("POST", "/v1/sessions", { passkey: found.toJSON(), name: "browser" });
};
window.forget = (key) => P.signalUnknownCredential(key);
true;
"""


@dataclass
class Device:
    """A page with an authenticator of its own."""

    page: Page
    line: CDPSession
    id: str

    def keys(self) -> Any:
        return self.line.send("WebAuthn.getCredentials", {"authenticatorId": self.id})[
            "credentials"
        ]

    def keep(self, player: Client, name: str = "laptop") -> Json:
        made: Json = self.page.evaluate("([t, n]) => keep(t, n)", [player.token, name])
        return made

    def sign_in(self) -> Json:
        session: Json = self.page.evaluate("signIn()")
        return session

    def refused(self, script: str, *given: Any) -> str:
        caught = f"(g) => ({script})(...g).then(() => 'taken', (error) => String(error))"
        return str(self.page.evaluate(caught, [*given]))


class Devices:
    def __init__(self, visits: Visits, url: str) -> None:
        self._visits, self.url = visits, url

    def __call__(
        self,
        keys: Sequence[Any] = (),
        url: str = "",
        verifies: bool = True,
        knows: bool = True,
        path: str = "/v1/about",
    ) -> Device:
        """Open a page on a device with these keys, which can tell who its user is."""
        page = self._visits()
        page.goto(f"{url or self.url}{path}")
        line = page.context.new_cdp_session(page)
        line.send("WebAuthn.enable", {"enableUI": False})
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": verifies,
            "isUserVerified": knows,
            "automaticPresenceSimulation": True,
        }
        made = line.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        device = Device(page, line, made["authenticatorId"])
        for each in keys:
            line.send("WebAuthn.addCredential", {"authenticatorId": device.id, "credential": each})
        page.evaluate(SCRIPT)
        return device

    def at_table(self, player: Client | None = None, keys: Sequence[Any] = ()) -> Device:
        """Open the first page of the service on a device, as this player or as nobody."""
        device = self(keys, path="/")
        if player:
            account = json.dumps({"token": player.token, "name": player.player["displayName"]})
            device.page.evaluate("(a) => localStorage.setItem('croupier:account', a)", account)
            device.page.reload()
            device.page.evaluate(SCRIPT)
        return device


@pytest.fixture
def devices(service: Live, visits: Visits) -> Iterator[Devices]:
    visits.watch.allow(".")  # what is asked of other hosts is the point
    url = f"http://{RP}:{urlsplit(service.url).port}"
    assert service.app
    passkeys = service.app.state.dependencies.passkeys
    before, passkeys.site = passkeys.site, Site(RP, [url])
    yield Devices(visits, url)
    passkeys.site = before


def test_a_kept_account_is_opened_by_another_browser_with_the_same_key(
    service: Live, devices: Devices
) -> None:
    ann = register(service.url)
    first = devices()
    kept = first.keep(ann)
    assert kept["name"] == "laptop"
    (key,) = first.keys()
    assert (key["rpId"], key["isResidentCredential"], key["userName"]) == (RP, True, "Ann")
    session = devices([key]).sign_in()
    assert session["player"]["id"] == ann.id
    assert ok(Client(service.url, session["token"]).get("/v1/players/me"))["id"] == ann.id


def test_a_device_has_one_key_of_an_account(service: Live, devices: Devices) -> None:
    ann = register(service.url)
    first = devices()
    first.keep(ann)
    assert "InvalidStateError" in first.refused("keep", ann.token, "again")


def test_a_paired_device_adds_a_key_of_its_own(service: Live, devices: Devices) -> None:
    ann = register(service.url)
    devices().keep(ann)
    code = ok(ann.post("/v1/players/me/pairing", {}), 201)["code"]
    made = ok(Client(service.url).post("/v1/pairings", {"code": code}), 201)
    phone = devices()
    phone.keep(Client(service.url, made["token"]), "phone")
    assert phone.sign_in()["player"]["id"] == ann.id
    names = {each["name"] for each in ok(ann.get("/v1/players/me/passkeys"))["passkeys"]}
    assert names == {"laptop", "phone"}


def test_a_copy_that_is_behind_is_let_in_and_told_of(service: Live, devices: Devices) -> None:
    ann = register(service.url)
    first = devices()
    first.keep(ann)
    (early,) = first.keys()
    for _ in "ab":
        first.sign_in()
    assert devices([early]).sign_in()["player"]["id"] == ann.id
    events = [each["event"] for each in ok(ann.get("/v1/players/me/passkeys"))["events"]]
    assert events[0] == "passkeyCopied"


def test_a_field_for_a_name_offers_the_key(service: Live, devices: Devices) -> None:
    """The field has the key among what it suggests, and no dialog opens by itself."""
    ann = register(service.url)
    first = devices()
    first.keep(ann)
    page = devices(first.keys()).page
    page.evaluate(
        "() => { document.body.innerHTML = '<input id=n autocomplete=\"nickname webauthn\">';"
        " signIn('conditional').then((made) => { window.done = made.player.id; }); }"
    )
    page.click("#n")
    page.wait_for_function("window.done")
    assert page.evaluate("window.done") == ann.id


def test_a_device_that_cannot_tell_who_its_user_is_keeps_no_key(
    service: Live, devices: Devices
) -> None:
    ann = register(service.url)
    assert "NotAllowedError" in devices(verifies=False, knows=False).refused("keep", ann.token, "x")
    assert "NotAllowedError" in devices(knows=False).refused("keep", ann.token, "x")


def test_addresses_and_other_hosts_have_no_keys(service: Live, devices: Devices) -> None:
    ann = register(service.url)
    first = devices()
    first.keep(ann)
    port = urlsplit(devices.url).port
    for host, error in (("127.0.0.1", "SecurityError"), ("a.localhost", "SecurityError")):
        elsewhere = devices(first.keys(), f"http://{host}:{port}")
        assert error in elsewhere.refused("signIn")


@pytest.mark.parametrize(
    ("allow", "told"),
    [
        ("", "NotAllowedError"),
        ("publickey-credentials-get *; publickey-credentials-create *", "401 unauthenticated"),
    ],
    ids=["as it is", "let by the page around it"],
)
def test_a_frame_in_the_page_of_another_site_opens_nothing(
    service: Live, devices: Devices, allow: str, told: str
) -> None:
    ann = register(service.url)
    first = devices()
    first.keep(ann)
    port = urlsplit(devices.url).port
    outer = devices(first.keys(), f"http://a.localhost:{port}")
    with outer.page.expect_event("framenavigated"):
        outer.page.evaluate(
            "([to, allow]) => { const frame = document.createElement('iframe');"
            " Object.assign(frame, { allow, src: to }); document.body.replaceChildren(frame); }",
            [f"{devices.url}/v1/about", allow],
        )
    (_, frame) = outer.page.frames
    frame.wait_for_load_state()
    frame.evaluate(SCRIPT)
    answer = frame.evaluate("signIn().then(() => 'taken', (error) => String(error))")
    assert told in answer


def test_a_removed_key_opens_nothing_and_can_be_forgotten_by_its_device(
    service: Live, devices: Devices
) -> None:
    ann = register(service.url)
    device = devices()
    kept = device.keep(ann)
    assert ann.delete(f"/v1/players/me/passkeys/{kept['id']}").status_code == 204
    assert "401 unauthenticated" in device.refused("signIn")
    device.page.evaluate(
        "(credentialId) => forget({ rpId: 'localhost', credentialId })",
        kept["id"],
    )
    assert device.keys() == []


# --- what the page makes of it


def settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()


def who(page: Page) -> str:
    return str(page.evaluate("JSON.parse(localStorage.getItem('croupier:account')).name"))


def sign_in_dialog(page: Page) -> None:
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="An account that you have kept")).to_be_visible()


def test_who_has_lost_the_browser_is_back_at_the_table_within_a_minute(
    service: Live, devices: Devices
) -> None:
    began = time.monotonic()
    match_id, (ann, _) = start_match(service.url)
    first = devices.at_table(ann)
    settings(first.page)
    expect(first.page.get_by_text("(this one)")).to_be_visible()
    assert faults(first.page) == []
    first.page.get_by_role("button", name="Keep my account").click()
    expect(first.page.get_by_text("Your account is kept: this device opens it.")).to_be_visible()
    keys = first.keys()
    first.page.context.close()
    other = devices.at_table(keys=keys)
    sign_in_dialog(other.page)
    assert faults(other.page) == []
    other.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(other.page.get_by_text("You now play as Ann.").first).to_be_visible()
    other.page.goto(f"{devices.url}/m/{match_id}")
    expect(other.page.get_by_role("group", name="Your hand")).to_be_visible()
    assert time.monotonic() - began < 60


def test_who_is_nobody_here_finds_the_way_in_wherever_a_name_or_an_account_is_looked_for(
    devices: Devices,
) -> None:
    page = devices.at_table().page
    dialog = page.get_by_role("dialog", name="Sign in", exact=True)
    page.get_by_role("button", name="Choose a name").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign in", exact=True).click()
    expect(dialog.get_by_role("button", name="Sign in with a passkey")).to_be_focused()
    page.keyboard.press("Escape")
    settings(page)
    page.get_by_role("dialog").get_by_role("button", name="Sign in", exact=True).click()
    expect(dialog).to_be_visible()


def test_a_kept_account_is_not_said_to_be_lost_by_signing_out(
    service: Live, devices: Devices
) -> None:
    ann = register(service.url)
    device = devices.at_table(ann)
    device.keep(ann)
    settings(device.page)
    device.page.get_by_role("button", name="Sign out…").click()
    question = device.page.get_by_role("alertdialog", name="Sign out?")
    expect(question).to_contain_text("What you have kept opens it again")
    expect(question).not_to_contain_text("not even you")
    question.get_by_role("button", name="Sign out").click()
    expect(device.page.get_by_text("You are signed out.").first).to_be_visible()


def test_once_everything_else_has_ended_no_key_is_listed_any_more(
    service: Live, devices: Devices
) -> None:
    ann = register(service.url)
    ok(ann.post("/v1/players/me/tokens", {"name": "tablet", "scopes": ["read"]}), 201)
    device = devices.at_table(ann)
    device.keep(ann, "laptop")
    page = device.page
    settings(page)
    expect(page.get_by_role("button", name="Remove: laptop")).to_be_visible()
    page.get_by_role("button", name="End everything else").click()
    asked = page.get_by_role("alertdialog", name="End everything else")
    asked.get_by_role("button", name="End everything else").click()
    expect(page.get_by_role("button", name="Keep my account")).to_be_visible()
    expect(page.get_by_role("button", name="Remove: laptop")).to_have_count(0)


def test_dates_of_a_passkey_are_whole_on_a_phone(service: Live, devices: Devices) -> None:
    ann = register(service.url)
    device = devices.at_table(ann)
    device.keep(ann)
    device.page.set_viewport_size({"width": 390, "height": 844})
    settings(device.page)
    words = device.page.locator("ways-in li > span").first
    expect(words).to_be_visible()
    place = words.bounding_box()
    assert place
    assert place["width"] >= 192


def test_passkeys_are_named_and_removed_in_the_settings(service: Live, devices: Devices) -> None:
    ann = register(service.url)
    device = devices.at_table(ann)
    device.keep(ann, "old laptop")
    settings(device.page)
    page = device.page
    page.get_by_role("button", name="Rename: old laptop").click()
    page.get_by_label("Name of the passkey").fill("new laptop")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Add this device").click()
    expect(page.get_by_text("This device has a key already.")).to_be_visible()
    page.get_by_role("button", name="Remove: new laptop").click()
    expect(page.get_by_text(re.compile("new laptop.* opens this account no more"))).to_be_visible()
    assert ok(ann.get("/v1/players/me/passkeys"))["passkeys"] == []
    assert device.keys() == [], "and the device offers it no more"


def test_a_printed_code_opens_the_account_and_a_guest_stays_a_guest(
    service: Live, devices: Devices
) -> None:
    ann, guest = register(service.url), register(service.url, "Olga")
    page = devices.at_table(ann).page
    settings(page)
    page.get_by_role("button", name="Make a code").click()
    code = page.locator("ways-in .code").inner_text()
    assert faults(page) == []
    other = devices.at_table(guest).page
    sign_in_dialog(other)
    other.get_by_label("Recovery code").fill(code[:-1])
    other.get_by_role("button", name="Sign in with the code").click()
    expect(other.get_by_text("This code opens no account here (any more).")).to_be_visible()
    other.get_by_label("Recovery code").fill(code.lower())
    other.get_by_role("button", name="Sign in with the code").click()
    told = other.get_by_text(re.compile("You now play as .*Ann.* The matches of .*Olga"))
    expect(told.first).to_be_visible()
    assert who(other) == "Ann"
    assert guest.token in other.evaluate("localStorage.getItem('croupier:earlier')")


def test_another_device_tells_of_a_key_that_was_added(service: Live, devices: Devices) -> None:
    ann = register(service.url)
    page = devices.at_table(ann).page
    until(lambda: page.evaluate("localStorage.getItem('croupier:access') !== null"))
    devices().keep(ann, "thief")
    page.reload()
    notice = page.locator(".notice")
    expect(notice).to_contain_text("A passkey was added on")
    expect(notice).to_contain_text("thief")
    settings(page)
    expect(page.locator("ways-in").get_by_role("alert")).to_contain_text("thief")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    with page.expect_response("**/v1/players/me/passkeys"):
        page.reload()
    expect(page.get_by_role("button", name="Settings")).to_be_visible()
    expect(notice).to_have_count(0)


def test_the_field_for_a_name_offers_the_key_of_the_device(service: Live, devices: Devices) -> None:
    ann = register(service.url)
    first = devices()
    first.keep(ann)
    page = devices.at_table(keys=first.keys()).page
    page.get_by_role("button", name="Choose a name").click()
    expect(page.get_by_text("You now play as Ann.").first).to_be_visible()
    assert who(page) == "Ann"


def test_so_does_that_of_an_invitation_which_is_taken_as_the_account(
    service: Live, devices: Devices
) -> None:
    ann, host = register(service.url), register(service.url, "Olga")
    first = devices()
    first.keep(ann)
    made = host.create(access="private")
    page = devices.at_table(keys=first.keys()).page
    page.goto(f"{devices.url}/j#{made['inviteCode']}")
    name = page.get_by_label("Your name")
    expect(name).not_to_have_value("Ann")
    name.click()
    expect(page.get_by_text("You now play as Ann.").first).to_be_visible()
    expect(name).to_have_value("Ann")
    page.locator("invitation-page button.main").click()
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    seats = ok(host.get(f"/v1/matches/{made['id']}"))["seats"]
    assert [each["player"]["id"] for each in seats] == [host.id, ann.id]


def whole_match(service: Live) -> tuple[str, Client]:
    """A match that was played to its end, and one of its players."""
    match_id, (ann, bob) = start_match(service.url, options={"rounds": 1})
    while ok(ann.get(f"/v1/matches/{match_id}"))["status"] == "active":
        for player in (ann, bob):
            if moves := player.legal_moves(match_id):
                player.move(match_id, moves[0]["notation"])
    return match_id, ann


def at_the_end(service: Live, devices: Devices) -> Device:
    """A device that shows the end of a whole match to one of its players."""
    match_id, ann = whole_match(service)
    device = devices.at_table(ann)
    device.page.goto(f"{devices.url}/m/{match_id}")
    return device


def test_the_end_of_a_whole_match_asks_whether_to_keep_the_account(
    service: Live, devices: Devices
) -> None:
    device = at_the_end(service, devices)
    page = device.page
    card = page.get_by_role("dialog")
    card.get_by_role("button", name="Keep my account").click()
    expect(card.get_by_text("Your account is kept: this device opens it.")).to_be_visible()
    assert [each for each in faults(page) if "keep" in each.lower()] == []
    assert len(device.keys()) == 1
    page.reload()
    expect(card).to_be_visible()
    card.get_by_role("link", name="Home").click()
    expect(page.get_by_role("button", name=re.compile("^Play ")).first).to_be_visible()
    expect(page.get_by_role("button", name="Keep my account")).to_have_count(0)


def test_after_the_first_whole_match_the_account_can_be_kept(
    service: Live, devices: Devices
) -> None:
    device = at_the_end(service, devices)
    page = device.page
    offer = page.get_by_role("region", name="Keep this account")
    page.get_by_role("dialog").get_by_role("link", name="Home").click()
    expect(offer).to_be_visible()
    assert [each for each in faults(page) if "keep" in each.lower()] == []
    offer.get_by_role("button", name="Keep my account").click()
    expect(page.get_by_text("Your account is kept: this device opens it.")).to_be_visible()
    assert len(device.keys()) == 1
    page.reload()
    expect(page.get_by_role("button", name=re.compile("^Play ")).first).to_be_visible()
    expect(offer).to_have_count(0)


def test_the_keys_of_a_deleted_account_are_offered_no_more(service: Live, devices: Devices) -> None:
    ann = register(service.url)
    device = devices.at_table(ann)
    device.keep(ann)
    page = device.page
    settings(page)
    page.get_by_role("button", name="Delete the account…").click()
    page.get_by_label("I want to delete it for good").check()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("The account is deleted.").first).to_be_visible()
    assert device.keys() == []
