"""Deals by the clients: made, tried, and their boards, as programs of both drivers see them."""

from datetime import UTC, datetime, timedelta

import pytest
from croupier_client import AsyncCroupier, Croupier, LostCities, NotFound, Refused

from tests.support.live import Live
from tests.support.opponents import of_the_house, withdraw_offer

pytestmark = [pytest.mark.service, pytest.mark.anyio]


def test_a_deal_is_made_and_tried_and_its_board_is_read(live: Live) -> None:
    hugo = of_the_house(live.url)
    with Croupier(live.url) as ann:
        ann.register("Ann", kind="human")
        end = datetime.now(UTC) + timedelta(days=3)
        made = ann.deals.create("Friday", LostCities(rounds=1), opponents=["Hugo"], end_time=end)
        assert (made.name, made.opponents, made.options["rounds"]) == ("Friday", ("Hugo",), 1)
        assert datetime.fromisoformat(made.end_time) - end < timedelta(seconds=1)
        assert [each.id for each in ann.deals.list(mine=True)] == [made.id]
        match = ann.deals.attempt(made.id)
        assert match.now.deal_of
        assert match.now.deal_of.id == made.id
        assert ann.deals.attempt(made.id).id == match.id
        assert ann.deals.get(made.id).your_match_id == match.id
        match.resign()
        board = ann.deals.board(made.id, friends=True, page_size=10)
        assert (board.entries, board.you) == ((), None)
    withdraw_offer(hugo)


async def test_deals_of_the_day_are_listed_and_what_is_none_is_not_found(live: Live) -> None:
    async with AsyncCroupier(live.url) as viewer:
        (today,) = await viewer.deals.list(game="just4fun")
        assert (await viewer.deals.get(today.id)).id == today.id
        assert (await viewer.deals.board(today.id)).deal_id == today.id
        for other in ("", "..", "a/b", "daily..2030-01-01", "x" * 22):
            with pytest.raises(NotFound):
                await viewer.deals.get(other)
        with pytest.raises(Refused):
            await viewer.deals.attempt(today.id)  # without a token
