"""Browsers of other engines than Chromium's, as Debian has them, driven by what each speaks itself.

Playwright knows only its own builds of them. Firefox speaks WebDriver BiDi without a driver; WebKit
has a driver of its own, which speaks WebDriver, and needs a display.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from glob import glob
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.support.players import Json
from tests.support.waiting import until
from tools.stack import free_port

SIZE = (1280, 900)
PATIENCE_S = 60.0
BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
TOLD = "async (all) => JSON.stringify(await (%s)(...JSON.parse(all)) ?? null)"
"""BiDi has types of its own for values: a text is enough."""
AWAITED = "const done = arguments[1]; Promise.resolve((%s)(...arguments[0])).then(done);"


class Engine(Protocol):
    """A browser with one page.

    `errors` are what no script of the page has caught; of WebKit nobody is told.
    """

    errors: list[str]

    def go(self, url: str) -> None:
        """Load a page."""

    def reload(self) -> None:
        """Load the page again."""

    def run(self, function: str, *values: Json | str | float) -> Any:
        """Return what a function of JavaScript makes of the values, or promises."""

    def act(self, sources: Sequence[Json]) -> None:
        """Press keys and buttons: the input sources of WebDriver's actions, which both speak."""


class Firefox:
    """Firefox by WebDriver BiDi."""

    def __init__(self, connection: ClientConnection) -> None:
        self.errors: list[str] = []
        self.said: list[str] = []
        """What the page and its frames have written into the console."""
        self._connection = connection
        self._asked = 0
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        [tree] = self._ask("browsingContext.getTree")["contexts"]
        self._page = {"context": tree["context"]}
        width, height = SIZE
        size = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", **self._page, viewport=size)

    def go(self, url: str) -> None:
        self._ask("browsingContext.navigate", **self._page, url=url, wait="complete")

    def reload(self) -> None:
        self._ask("browsingContext.reload", **self._page, wait="complete")

    def run(self, function: str, *values: Json | str | float) -> Any:
        told = self._ask(
            "script.callFunction",
            functionDeclaration=TOLD % function,
            arguments=[{"type": "string", "value": json.dumps(values)}],
            awaitPromise=True,
            target=self._page,
        )
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def act(self, sources: Sequence[Json]) -> None:
        self._ask("input.performActions", **self._page, actions=sources)

    def end(self) -> None:
        self._ask("browser.close")

    def _ask(self, method: str, **params: Any) -> Any:
        self._asked += 1
        request = {"id": self._asked, "method": method, "params": params}
        self._connection.send(json.dumps(request))
        while (told := json.loads(self._connection.recv(PATIENCE_S))).get("id") != self._asked:
            self._note(told["params"])
        assert told["type"] == "success", (method, told)
        return told["result"]

    def _note(self, entry: Json) -> None:
        if entry.get("type") == "javascript" and entry["level"] == "error":
            self.errors.append(entry["text"])
        if entry.get("type") == "console":
            self.said.append(entry["text"])


class WebKit:
    """WebKitGTK by WebDriver."""

    def __init__(self, http: httpx.Client, binary: str) -> None:
        self.errors: list[str] = []
        self._http = http
        self._path = "/session"
        options = {"binary": binary, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self._path = f"/session/{self._ask('', capabilities=wanted)['sessionId']}"
        width, height = SIZE
        self._ask("/window/rect", x=0, y=0, width=width, height=height)

    def go(self, url: str) -> None:
        self._ask("/url", url=url)

    def reload(self) -> None:
        self._ask("/refresh")

    def run(self, function: str, *values: Json | str | float) -> Any:
        return self._ask("/execute/async", script=AWAITED % function, args=[values])

    def act(self, sources: Sequence[Json]) -> None:
        self._ask("/actions", actions=sources)

    def end(self) -> None:
        self._http.delete(self._path)

    def _ask(self, command: str, **body: Any) -> Any:
        told = self._http.post(self._path + command, json=body)
        assert told.is_success, (command, told.text)
        return told.json()["value"]


def missing(name: str) -> str:
    """Return what is missing of an engine, with Debian's packages; "" if it is there."""
    if name == "firefox":
        return "" if _firefox() else "Firefox is missing: Debian's package firefox-esr"
    if shutil.which("WebKitWebDriver") and shutil.which("Xvfb") and glob(BROWSERS):
        return ""
    return "WebKit is missing: Debian's packages webkit2gtk-driver and xvfb"


@contextmanager
def opened(name: str) -> Iterator[Engine]:
    """Yield an engine, which is ended with the block."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        engine = (_open_firefox if name == "firefox" else _open_webkit)(stack, folder)
        stack.callback(engine.end)
        yield engine


def _firefox() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


def _open_firefox(stack: ExitStack, folder: str) -> Firefox:
    command = [_firefox() or "", "--headless", "--no-remote", "--profile", folder]
    process = _started(stack, [*command, "--remote-debugging-port", "0"], stderr=subprocess.PIPE)
    assert process.stderr
    found = next(filter(None, map(LISTENING.search, process.stderr)))
    return Firefox(stack.enter_context(connect(f"{found[1]}/session", max_size=None)))


def _open_webkit(stack: ExitStack, folder: str) -> WebKit:
    screen = "x".join(map(str, (*SIZE, 24)))
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp"]
    server = _started(stack, command, stdout=subprocess.PIPE)
    assert server.stdout
    display = f":{server.stdout.readline().strip()}"
    environment = {"PATH": os.environ["PATH"], "HOME": folder, "DISPLAY": display}
    port = free_port()
    _started(stack, ["WebKitWebDriver", f"--port={port}"], env=environment)
    http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S, trust_env=False)
    stack.enter_context(closing(http))
    until(lambda: _answers(http))
    return WebKit(http, glob(BROWSERS)[0])


def _answers(http: httpx.Client) -> bool:
    try:
        return http.get("/status").is_success
    except httpx.TransportError:
        return False


def _started(stack: ExitStack, command: Sequence[str], **options: Any) -> subprocess.Popen[str]:
    """A program that ends with the stack."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, text=True, **{**quiet, **options})
    stack.callback(_ended, process)
    return process


def _ended(process: subprocess.Popen[str]) -> None:
    process.terminate()
    process.communicate(timeout=PATIENCE_S)
