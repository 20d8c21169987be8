"""The log says that no engine can be reached, and when one can again."""

import logging

import pytest
from gateway.engine_client.batch_stream_pool import STREAMS, Reach

from tests.gateway.engine_client.test_batch_stream_pool import MemoryEngine, move, pool_to, true
from tests.support.waiting import happens


@pytest.mark.anyio
async def test_an_outage_is_logged_once_and_so_is_its_end(caplog: pytest.LogCaptureFixture) -> None:
    engine = MemoryEngine()
    engine.up = False
    with caplog.at_level(logging.INFO):
        async with pool_to(engine) as pool:
            await happens(lambda: true(len(engine.calls) > STREAMS))
            engine.up = True
            await pool.apply(move())
    assert [(each.levelname, each.message) for each in caplog.records] == [
        ("WARNING", "no engine can be reached"),
        ("INFO", "an engine can be reached again"),
    ]


def test_engines_that_come_and_go_are_logged_seldom(caplog: pytest.LogCaptureFixture) -> None:
    reach = Reach()
    for _ in range(3):
        reach.lost()
        reach.found()
    assert [each.levelname for each in caplog.records] == ["WARNING"]
