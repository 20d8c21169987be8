"""What tests of more than one module of the socket need."""

from collections.abc import Iterator

import pytest

from tests.support.live import Live
from tests.support.requests import table
from tests.support.socket_client import BothWays, talking


@pytest.fixture
def both(live: Live) -> Iterator[BothWays]:
    """The player to move in a new match, over HTTP and over a socket."""
    match_id, seats = table(live.url, options={"startSeat": 0})
    with talking(seats[0]) as talk:
        yield BothWays(seats[0], talk, match_id)
