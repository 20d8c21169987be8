"""Both drivers of the Python SDK survive the list of faults; a few of them in every run."""

import gc
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
from croupier_client.testing import FaultProxy

from tests.sdk.conductor import SCENARIOS, DriverProcess, conduct
from tests.support.live import Live
from tests.support.players import Json

KINDS = ("sync", "async")
SHORT = (
    "the answer to a move is lost",
    "a stream is cut inside a line",
    "goodbye: version_mismatch",
    "the answer to a reveal is lost",
    "the last seal is the player's own, and it begins",
    "a bot's match ends while the service is away for longer than the patience",
    "a bot begins while the service is away for longer than the patience",
)


@pytest.fixture(scope="module", params=KINDS)
def driver(request: pytest.FixtureRequest) -> Iterator[DriverProcess]:
    with DriverProcess([sys.executable, "-m", "tests.sdk.driver", request.param]) as driver:
        yield driver


def scenarios() -> Iterator[object]:
    for scenario in SCENARIOS:
        marks = () if scenario["name"] in SHORT else pytest.mark.full
        yield pytest.param(scenario, id=scenario["name"], marks=marks)


@pytest.mark.parametrize("scenario", list(scenarios()))
def test_a_fault_is_survived(
    scenario: Json, driver: DriverProcess, live: Live, redis_url: str
) -> None:
    conduct(scenario, driver, live.url, redis_url)


@pytest.mark.service
def test_a_proxy_closes_what_it_has_just_accepted() -> None:
    """What it left open would fail whatever test comes when it is collected."""
    with ExitStack() as clients:
        for _ in range(20):
            with FaultProxy("http://127.0.0.1:9") as proxy:
                address = urlsplit(proxy.url)
                clients.enter_context(socket.create_connection((address.hostname, address.port)))
        gc.collect()
