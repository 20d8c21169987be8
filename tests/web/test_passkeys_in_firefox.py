"""A passkey is made and used in Firefox, with the virtual authenticator of its Marionette."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from gateway.sessions.authenticators import Site

from tests.support.firefox import Marionette, firefox_with
from tests.support.live import Live
from tests.support.players import Client, ok, register
from tests.web.test_passkeys import RP, SCRIPT

PREFERENCES = {
    "security.webauth.webauthn_enable_softtoken": True,
    "security.webauth.webauthn_enable_usbtoken": False,
}
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserConsenting": True,
    "isUserVerified": True,
}


@pytest.fixture
def firefox() -> Iterator[Marionette]:
    with firefox_with(PREFERENCES) as line:
        line.ask("WebAuthn:AddVirtualAuthenticator", **DEVICE)
        yield line


def test_an_account_is_kept_and_opened_in_firefox(service: Live, firefox: Marionette) -> None:
    url = f"http://{RP}:{urlsplit(service.url).port}"
    assert service.app
    passkeys = service.app.state.dependencies.passkeys
    before, passkeys.site = passkeys.site, Site(RP, [url])
    try:
        ann = register(service.url)
        firefox.ask("WebDriver:Navigate", url=f"{url}/")
        firefox.ask("WebDriver:ExecuteScript", script=SCRIPT, args=[], sandbox=None)
        kept = firefox.run("keep(arguments[0], 'fox')", ann.token)
        assert kept["name"] == "fox", kept
        session = firefox.run("signIn()")
        assert session["player"]["id"] == ann.id, session
        assert ok(Client(service.url, session["token"]).get("/v1/players/me"))["id"] == ann.id
    finally:
        passkeys.site = before
