"""What workers repeat goes on whatever it meets, and an outage is logged once."""

import pytest
from engine.domain.errors import StoreUnavailable
from engine.service.workers.repeating import Repeating

pytestmark = pytest.mark.anyio


async def test_an_outage_is_logged_once_and_the_act_is_repeated(
    caplog: pytest.LogCaptureFixture,
) -> None:
    away = StoreUnavailable("Redis is away.")
    fates = [away, away, None, away, KeyError("the message could hold a card"), away, None]
    repeating = Repeating("nothing is done")

    async def act() -> None:
        fate = fates.pop(0)
        if not fates:
            repeating.stop()
        if fate:
            raise fate

    await repeating.repeat(act, 0)
    assert not fates
    assert [each.getMessage() for each in caplog.records] == [
        "nothing is done: Redis is away.",
        "nothing is done: Redis is away.",
        "nothing is done: KeyError",
    ]


async def test_a_part_that_is_away_is_noted_until_it_is_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    away = [True, True, False, True]
    repeating = Repeating("one pool waits")

    async def act() -> None:
        if away.pop(0):
            repeating.note(StoreUnavailable("Its node is away."))
        if not away:
            repeating.stop()

    await repeating.repeat(act, 0)
    assert len(caplog.records) == 2
