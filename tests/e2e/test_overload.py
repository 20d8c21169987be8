"""A gateway that works on one request at a time: a caller waiting for a change delays no other.

What else a turn is: tests/gateway/http/test_request_slots.py.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.live import Live
from tests.support.players import ok
from tests.support.requests import newcomer
from tests.support.stream_reader import following


@pytest.fixture
def busy(redis_url: str) -> Iterator[Live]:
    with Live(redis_url, ticking=False, working=1, queue_s=60.0) as live:
        yield live


def test_who_waits_for_a_change_holds_nobody_up(busy: Live) -> None:
    """A long poll and a stream, though one request is worked on at a time."""
    ann = newcomer(busy.url, "Ann")
    match_id = ann.create()["id"]
    path = f"/v1/matches/{match_id}"
    with ThreadPoolExecutor() as threads:
        waits = {"If-None-Match": '"1"', "Prefer": "wait=60"}
        poll = threads.submit(ann.get, path, waits)
        with following(ann, f"{path}/events") as reader:
            assert reader.next().event == "snapshot"
            newcomer(busy.url, "Bob").join(match_id)
            assert reader.next().event == "change"
        assert ok(poll.result())["version"] == 2
