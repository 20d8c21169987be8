"""Pages in a real Chromium, and what none of them may do."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SHELL = "chromium-headless-shell"
"""Chromium without all that a window needs: tests take two thirds of the time in it."""
MISSING = (
    "Chromium is missing. It is in Debian's package chromium; CHROMIUM names one that is not on "
    "the PATH."
)
DEVICES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
}
LOCAL = ("data:", "blob:")
IN_THE_LAN = "cards.home"
"""A name of this machine that browsers take for another one's, and so for unsafe without TLS."""
PATIENCE_MS = 30_000
"""The time that an element has to appear; a machine that is busy needs more than usual."""
expect.set_options(timeout=PATIENCE_MS)


def chromium(*, whole: bool = False) -> str:
    """Return the path of Chromium, of the whole one or of its shell. Fail if there is none."""
    names = NAMES if whole else (SHELL, *NAMES)
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    return found or pytest.fail(MISSING, pytrace=False)


@contextmanager
def opened_browser() -> Iterator[Browser]:
    """Chromium without a window."""
    with sync_playwright() as playwright:
        yield launched(playwright.chromium, chromium())


def launched(browser_type: BrowserType, path: str) -> Browser:
    """Return the browser of this path. Root cannot have its sandbox."""
    return browser_type.launch(
        executable_path=path,
        args=[f"--host-resolver-rules=MAP {IN_THE_LAN} 127.0.0.1"],
        chromium_sandbox=os.geteuid() != 0,
    )


class Watch:
    """Notes errors of pages, what their policy has stopped, and requests to anybody else."""

    def __init__(self, url: str) -> None:
        """`url` is that of the service: pages may ask no other."""
        self.noted: list[str] = []
        self._url = url
        self._allowed: list[str] = []

    def allow(self, pattern: str) -> None:
        """Do not mind what contains this regular expression, such as "status of 409"."""
        self._allowed.append(pattern)

    def begin(self, context: BrowserContext) -> None:
        """Watch all pages of the context, those that it has and those that come."""
        context.on("console", self._said)
        context.on("weberror", lambda error: self.noted.append(f"error: {error.error}"))
        context.on("request", self._asked)

    @property
    def faults(self) -> list[str]:
        """What was noted and not allowed."""
        return [
            each for each in self.noted if not any(re.search(one, each) for one in self._allowed)
        ]

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":  # violations of the policy are among them
            self.noted.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((f"{self._url}/", *LOCAL)):
            self.noted.append(f"request to elsewhere: {request.url}")


class Visits:
    """Opens pages of one service, each with a storage of its own, as other people have."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.url = url
        self.watch = Watch(url)
        self._browser = browser
        self._contexts: list[BrowserContext] = []

    def __call__(
        self, device: str = "desktop", path: str = "", language: str = "en", **options: Any
    ) -> Page:
        """Return a new page, at `path` if there is one.

        `options` are those of Playwright's `new_context`, such as color_scheme="dark" or
        reduced_motion="reduce". Pages have no service worker unless service_workers="allow", as
        `page.route` does not see what a worker loads.
        """
        usual = {"service_workers": "block", **DEVICES[device]}
        context = self._browser.new_context(
            base_url=self.url, locale=language, **{**usual, **options}
        )
        context.set_default_timeout(PATIENCE_MS)
        self._contexts.append(context)
        self.watch.begin(context)
        page = context.new_page()
        if path:
            page.goto(path)
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()
