"""The operator's console in the test's own process, and the browsers that ask it."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
import uvicorn
from engine.admin.console.app import create_app
from engine.admin.console.desk import Desk
from engine.admin.console.door import Door
from engine.admin.console.headers import SecurityHeaders
from engine.admin.console.links import Links
from engine.admin.console.operators import Operators
from engine.admin.console.sessions import Sessions
from engine.admin.players import PASSWORD, USER
from engine.config import Settings
from redislink.oidc import Issuer
from telemetry.listening import listener

from tests.support import shipped_users

LOCAL = "http://localhost:8082"
SESSION = "/console/api/session"


class Console:
    """A console, whose clock a test may move."""

    def __init__(
        self,
        redis_url: str,
        folder: Path,
        issuers: Sequence[Issuer] = (),
        origin: str = "",
    ) -> None:
        self.now, self._folder = 1000.0, folder
        self.place = origin or LOCAL
        names = shipped_users.login(redis_url, "engine")
        login = dict(zip(("redis_username", "redis_password"), names, strict=True))
        self.desk = Desk(Settings(redis_url=redis_url, **login))  # type: ignore[arg-type]
        self.links = Links(folder, self.clock)
        sessions = Sessions(self.clock)
        operators = Operators(issuers)
        self.door = Door(self.desk, self.links, operators, origin, sessions)
        self.app: SecurityHeaders = create_app(self.desk, self.door)

    def clock(self) -> float:
        return self.now

    def files(self) -> list[str]:
        """The names of the files with links."""
        return [each.name for each in self._folder.iterdir()]

    def write(self, content: str) -> None:
        """Write a file beside the folder of links."""
        (self._folder.parent / "x.link").write_text(content)

    def browser(self, **headers: str) -> httpx.AsyncClient:
        """A browser that has the page open; a header that is "" is not sent."""
        sent = {"Origin": self.place, "X-Console": "1", **headers}
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(self.app),
            base_url=self.place,
            headers={name: each for name, each in sent.items() if each},
        )


@asynccontextmanager
async def console(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, folder: Path, **given: Any
) -> AsyncIterator[Console]:
    """A console with the two users of Redis that it is shipped with."""
    user, password = shipped_users.login(redis_url, "gateway")
    monkeypatch.setenv(USER, user)
    monkeypatch.setenv(PASSWORD, password)
    made = Console(redis_url, folder, **given)
    try:
        yield made
    finally:
        await made.desk.close()


@contextmanager
def serving(redis_url: str, folder: Path, **given: Any) -> Iterator[tuple[Console, str]]:
    """A console on a port of this machine, in a thread of its own, and the address of its page."""
    listening = listener("127.0.0.1", 0)
    port = listening.getsockname()[1]
    made = Console(redis_url, folder, **given)
    config = uvicorn.Config(made.app, log_config=None, log_level="error", ws="none")
    server = uvicorn.Server(config)
    thread = Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
    thread.start()
    try:
        yield made, f"http://localhost:{port}/console/"
    finally:
        server.should_exit = True
        thread.join()


async def signed_in(made: Console, by: str = "olga") -> httpx.AsyncClient:
    """The browser of an operator whom a link has signed in."""
    browser = made.browser()
    answer = await browser.post(SESSION, json={"secret": made.links.new(by)})
    assert answer.status_code == 201, answer.text
    return browser
