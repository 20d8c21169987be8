"""Streams on which nothing happens outlive what a proxy waits for."""

import pytest

from tests.proxies.conftest import Idle
from tests.proxies.opened import STREAMS
from tests.proxies.programs import Proxy


@pytest.mark.parametrize("kind", STREAMS)
def test_a_silent_stream_stays_open(proxy: Proxy, kind: str, idle: Idle) -> None:
    idle.check(proxy, kind)
