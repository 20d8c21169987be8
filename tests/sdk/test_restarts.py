"""Players with the SDK go on when the gateway restarts; `make sdk-restarts` does so for longer."""

from pathlib import Path

import pytest

from tests.sdk.restarts import DRIVERS, campaign
from tools.stack import Stack


@pytest.mark.full
def test_no_move_is_lost_or_doubled_when_the_gateway_restarts(tmp_path: Path) -> None:
    with Stack(tmp_path) as stack:
        seen = campaign(stack, list(DRIVERS.values()), restarts=4)
    assert seen == [["played", "proven"]] * 2
