"""The JavaScript SDK sees in all scenarios of the list of faults what the Python SDK sees."""

import gc
from collections.abc import Iterator

import pytest

from tests.sdk.conductor import SCENARIOS, DriverProcess, conduct
from tests.sdk.javascript.runtimes import NAMES, SOURCE, command
from tests.support.live import Live
from tests.support.players import Json

# A connection that Node opens as the proxy ends may be left to this process to collect.
pytestmark = [
    pytest.mark.full,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module", params=NAMES)
def driver(request: pytest.FixtureRequest) -> Iterator[DriverProcess]:
    with DriverProcess([*command(request.param), str(SOURCE / "test/driver.js")]) as driver:
        yield driver
    gc.collect()


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["name"])
def test_a_fault_is_survived(
    scenario: Json, driver: DriverProcess, live: Live, redis_url: str
) -> None:
    conduct(scenario, driver, live.url, redis_url)
