"""A player with the JavaScript SDK and one with the Python SDK go on when the gateway restarts."""

from pathlib import Path

import pytest

from tests.sdk.javascript.runtimes import NAMES, SOURCE, command
from tests.sdk.restarts import DRIVERS, campaign
from tools.stack import Stack


@pytest.mark.full
def test_no_move_is_lost_or_doubled_when_the_gateway_restarts(tmp_path: Path) -> None:
    driver = [*command(NAMES[-1]), str(SOURCE / "test/driver.js")]
    with Stack(tmp_path) as stack:
        seen = campaign(stack, [driver, DRIVERS["async"]], restarts=4)
    assert seen == [["played", "proven"]] * 2
