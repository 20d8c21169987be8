"""Streams come through each proxy at once, and nothing private is compressed on the way."""

import pytest

from tests.proxies.conftest import Table
from tests.proxies.opened import GZIP, STREAMS, through
from tests.proxies.programs import Proxy
from tests.support.players import Client, Json
from tests.support.waiting import Stopwatch

AT_ONCE_S = 2.0
PRIVATE = ("", "?include=legalMoves", "/legal-moves", "/moves")
"""What a player may see of a match."""


@pytest.mark.parametrize("kind", STREAMS)
def test_an_event_comes_at_once(proxy: Proxy, table: Table, kind: str) -> None:
    opened, event = STREAMS[kind]
    with opened(through(proxy, table.waiting), table.match_id) as heard:
        table.move()
        watch = Stopwatch()
        assert heard() == event
        assert not watch.exceeds(AT_ONCE_S)


def test_nothing_about_a_running_match_is_compressed(proxy: Proxy, table: Table) -> None:
    viewer, path = through(proxy, table.mover), f"/v1/matches/{table.match_id}"
    forms: list[Json] = [{}, {"Accept": "text/plain"}]
    for form in forms:
        for part in PRIVATE if not form else ("",):
            answer = viewer.get(path + part, {**GZIP, **form})
            assert answer.headers.get("content-encoding", "identity") == "identity", part
            assert answer.headers.get("etag", '"2"') == '"2"'
    refused = viewer.post(f"{path}/moves", {"notation": "Y7-*"}, GZIP)
    assert refused.headers.get("content-encoding", "identity") == "identity"


def test_the_page_is_compressed_where_that_is_asked_for(proxy: Proxy) -> None:
    """Or else the tests of what is not would prove nothing."""
    page = Client(proxy.url).get("/docs", GZIP)
    assert page.status_code == 200
    assert ("content-encoding" in page.headers) == proxy.compresses
