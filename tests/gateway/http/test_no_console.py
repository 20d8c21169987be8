"""The operator's console is not at the port of players: not by a name, a letter, or a detour."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from starlette.routing import BaseRoute, Mount

from tests.support.live import Live
from tests.support.raw_http import Connection, Reply, connected
from tools.stack import ROOT

pytestmark = [pytest.mark.service, pytest.mark.anyio]
VERBS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
BELOW = ("", "/", "/api/session", "/api/sign-in", "/api/games", "/console.js", "/api/players/x")
HEADERS = "X-Console: 1\r\nContent-Type: application/json\r\n"
ANOTHER = re.compile("n|%6e|%63|N")
"""What is changed of a path, so that it is that of nothing at all."""
WRITTEN = (
    "/console",
    "/Console",
    "/CONSOLE",
    "/%63onsole",
    "/c%6Fnsole",
    "/%2Fconsole",
    "//console",
    "/./console",
    "/v1/../console",
    "/v1/%2e%2e/console",
    "/docs/..%2fconsole",
    "/v1/console",
    "/console;a=b",
    "/console%00",
    "/console%20",
    "/\\console",
    "/cons\u00f6le",
)


@pytest.fixture(scope="module")
def live(redis_url: str) -> Iterator[Live]:
    """A gateway as it is served, with the page."""
    with Live(redis_url, web=str(ROOT / "web")) as made:
        yield made


def paths(routes: list[BaseRoute]) -> Iterator[str]:
    for each in routes:
        yield str(getattr(each, "path", ""))
        if isinstance(each, Mount):
            yield from (f"{each.path}{inner}" for inner in paths([*each.routes]))


def test_no_route_is_the_console(live: Live) -> None:
    assert live.app
    found = [*paths([*live.app.routes])]
    assert len(found) > 80, "these are all routes"
    assert not [each for each in found if "console" in each.lower()]


@pytest.mark.parametrize("written", WRITTEN, ids=ascii)
async def test_whatever_begins_like_it_is_nowhere(live: Live, written: str) -> None:
    nothing = ANOTHER.sub("r", written)
    async with connected([live.url]) as (connection,):
        for verb, below in product(VERBS, BELOW):
            told = await asked(connection, verb, f"{written}{below}")
            other = await asked(connection, verb, f"{nothing}{below}")
            assert told.status == other.status, f"{verb} {written}{below}"
            assert told.status in (400, 404, 405), f"{verb} {written}{below}"
            assert "set-cookie" not in told.headers
            assert b"Croupier console" not in told.body


async def asked(connection: Connection, verb: str, target: str) -> Reply:
    head = f"{verb} {target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n{HEADERS}\r\n"
    return await connection.ask(head.encode() + b"{}")


def test_no_proxy_of_ours_leads_to_it() -> None:
    files = [ROOT / "docs/operations/proxies.md", *(ROOT / "deploy/home").iterdir()]
    assert not [each.name for each in files if "8082" in each.read_text()]
