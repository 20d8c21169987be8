"""Withdrawals: what a player has asked for does not begin, and what runs goes on."""

import pytest
from croupier_match.match import Status
from engine.service.withdrawals import Withdrawals
from engine.store.tickets import TicketStatus

from tests.engine.service.test_rated_tickets import PLAIN, Hall, hall, rated
from tests.support.matches import Table, full_table, person, waiting_table

__all__ = ["hall"]

pytestmark = pytest.mark.anyio


async def over(hall: Hall) -> Table:
    table = await full_table(hall.matches)
    await table.resign(1)
    return table


async def test_all_that_has_not_begun_ends(hall: Hall) -> None:
    waiting = await waiting_table(hall.matches)
    ada = waiting.players[0]
    others = await waiting_table(hall.matches, seats=2)
    running = await others.join(ada)
    ticket = await hall.enter(ada)
    await Withdrawals(hall.matches).from_all(ada.id)
    assert await hall.statuses(ticket) == [TicketStatus.CANCELLED]
    assert (await running.match()).status == Status.ACTIVE
    match = await waiting.match()
    assert ada.id not in [each.player.id for each in match.seats if each.player]
    await Withdrawals(hall.matches).from_all(ada.id)


async def test_requests_for_a_rematch_end_and_those_of_others_stay(hall: Hall) -> None:
    table, another = await over(hall), await over(hall)
    ada = table.players[0]
    await table.rematch(0)
    await another.rematch(1)
    await Withdrawals(hall.matches).from_all(ada.id)
    await Withdrawals(hall.matches).from_all(another.players[0].id)
    assert (await table.rematch(1)).asked == (1,)
    assert await hall.matches.store.rematch_seats(another.match_id) == [1]


async def test_who_is_not_listed_any_more_begins_nothing_rated(hall: Hall) -> None:
    ada = person()
    plain, wanted = await hall.enter(ada), await hall.enter(ada, rated(PLAIN))
    waiting = await waiting_table(hall.matches)
    await Withdrawals(hall.matches).from_rated(waiting.players[0].id)
    await Withdrawals(hall.matches).from_rated(ada.id)
    assert await hall.statuses(plain, wanted) == [TicketStatus.SEARCHING, TicketStatus.CANCELLED]
    assert (await waiting.match()).seats[0].player, "it is not rated"
    assert await hall.statuses(await hall.enter(person(), rated(PLAIN))) == [TicketStatus.SEARCHING]
