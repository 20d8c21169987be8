"""Firefox, driven by Marionette: WebDriver BiDi, by which other tests drive it, has neither
authenticators nor what a service worker shows."""

import json
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.waiting import until
from tests.web.engines import missing
from tools.stack import free_port

PATIENCE_S = 60.0
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


@contextmanager
def firefox_with(preferences: Mapping[str, object]) -> Iterator[Marionette]:
    """A Firefox of its own with these preferences."""
    if why := missing("firefox"):
        pytest.fail(why, pytrace=False)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        port = free_port()
        lines = {"marionette.port": port, **preferences}
        said = (f"user_pref({json.dumps(key)}, {json.dumps(lines[key])});" for key in lines)
        (Path(folder) / "user.js").write_text("\n".join(said))
        command = ["firefox-esr", "--headless", "--no-remote", "--marionette", "--profile", folder]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen(command, **quiet)  # type: ignore[call-overload]
        try:
            until(lambda: listens(port), PATIENCE_S)
            with closing(Marionette(port)) as line:
                line.ask("WebDriver:NewSession", capabilities={})
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
