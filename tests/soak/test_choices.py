"""The campaign itself, in small, and that it finds choices that are refused."""

from collections.abc import Iterator

import pytest
from croupier_client import AsyncTable, Turn

from tests.soak.choices import Bidder, play
from tests.support import bids
from tests.support.live import Live

pytestmark = pytest.mark.anyio

SEED = 7
MADE = 4 * 3
"""Four seats bid in each of three rounds."""


@pytest.fixture
def bidding(redis_url: str) -> Iterator[Live]:
    with bids.installed(), Live(redis_url) as live:
        yield live


class ByVersion(Bidder):
    """One that chooses for a version of the match, as programs did."""

    async def sent(self, table: AsyncTable, turn: Turn) -> None:
        await table.move(self.choose(turn), expected_version=turn.version)


async def test_no_choice_is_refused_since_another_seat_has_chosen(bidding: Live) -> None:
    assert await play(bidding.url, 4, SEED) == (4, {"made": 4 * MADE})


async def test_choices_for_a_version_are_refused(bidding: Live) -> None:
    completed, moves = await play(bidding.url, 2, SEED, ByVersion)
    assert completed == 2
    assert moves["version_mismatch"] > 0
