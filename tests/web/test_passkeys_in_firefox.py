"""A passkey is made and used in Firefox, whose virtual authenticator is driven by Marionette.

WebDriver BiDi, by which other tests drive Firefox, has no authenticators.
"""

import json
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from gateway.sessions.authenticators import Site

from tests.support.live import Live
from tests.support.players import Client, ok, register
from tests.support.waiting import until
from tests.web.engines import missing
from tests.web.test_passkeys import RP, SCRIPT
from tools.stack import free_port

PATIENCE_S = 60.0
PREFERENCES = """\
user_pref("marionette.port", {port});
user_pref("security.webauth.webauthn_enable_softtoken", true);
user_pref("security.webauth.webauthn_enable_usbtoken", false);
"""
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserConsenting": True,
    "isUserVerified": True,
}
AWAITED = "const done = arguments[arguments.length - 1]; (%s).then(done, (e) => done(String(e)));"


class Marionette:
    """A line to Firefox: messages of JSON, each behind its length."""

    def __init__(self, port: int) -> None:
        self._line = socket.create_connection(("127.0.0.1", port), PATIENCE_S)
        self._read, self._asked = b"", 0
        self._message()

    def close(self) -> None:
        self._line.close()

    def ask(self, command: str, **given: Any) -> Any:
        self._asked += 1
        text = json.dumps([0, self._asked, command, given]).encode()
        self._line.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self._message()
        assert error is None, (command, error)
        return result

    def run(self, promise: str, *values: Any) -> Any:
        """What a promise of the page comes to; its error as text."""
        script = AWAITED % promise
        return self.ask("WebDriver:ExecuteAsyncScript", script=script, args=values)["value"]

    def _message(self) -> Any:
        while b":" not in self._read:
            self._read += self._line.recv(65536)
        length, _, self._read = self._read.partition(b":")
        while len(self._read) < int(length):
            self._read += self._line.recv(65536)
        message, self._read = self._read[: int(length)], self._read[int(length) :]
        return json.loads(message)


@pytest.fixture
def firefox() -> Iterator[Marionette]:
    if why := missing("firefox"):
        pytest.fail(why, pytrace=False)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        port = free_port()
        (Path(folder) / "user.js").write_text(PREFERENCES.format(port=port))
        command = ["firefox-esr", "--headless", "--no-remote", "--marionette", "--profile", folder]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen(command, **quiet)  # type: ignore[call-overload]
        try:
            until(lambda: listens(port), PATIENCE_S)
            with closing(Marionette(port)) as line:
                line.ask("WebDriver:NewSession", capabilities={})
                line.ask("WebAuthn:AddVirtualAuthenticator", **DEVICE)
                yield line
        finally:
            process.terminate()
            process.wait(PATIENCE_S)


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


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
