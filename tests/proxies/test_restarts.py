"""A gateway restarts: its streams say goodbye through each proxy, which finds it again at once."""

from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest

from tests.proxies.conftest import Idle, Table
from tests.proxies.opened import STREAMS, through
from tests.proxies.programs import Proxy
from tests.support.players import Client
from tools.stack import Stack

AWAY = (502, 503, 504)


@dataclass
class Restart:
    """What came of it, by the address of a proxy."""

    player: Client
    last: dict[str, set[str]] = field(default_factory=dict)
    """The last events of its streams."""
    meanwhile: dict[str, int] = field(default_factory=dict)
    """The status of a request while there was no gateway."""


@pytest.fixture(scope="module")
def restart(stack: Stack, proxies: list[Proxy], idle: Idle) -> Restart:
    """Restart the gateway once, with streams and requests through all proxies."""
    idle.tell()  # until then, it must not restart
    table = Table(stack.url)
    told = Restart(table.waiting)
    with ExitStack() as until_closed:
        heard = {
            proxy.url: [
                until_closed.enter_context(opened(through(proxy, table.waiting), table.match_id))
                for opened, _ in STREAMS.values()
            ]
            for proxy in proxies
        }
        stack.gateway.stop()
        told.last = {url: {each() for each in streams} for url, streams in heard.items()}
    for proxy in proxies:
        away = through(proxy, table.waiting).get("/v1/players/me")
        told.meanwhile[proxy.url] = away.status_code
    stack.gateway.start()
    stack.gateway.wait()
    return told


def test_streams_say_goodbye(proxy: Proxy, restart: Restart) -> None:
    assert restart.last[proxy.url] == {"goodbye"}


def test_a_gateway_that_is_back_is_found_at_once(proxy: Proxy, restart: Restart) -> None:
    assert restart.meanwhile[proxy.url] in AWAY
    assert through(proxy, restart.player).create()["status"] == "waiting"
