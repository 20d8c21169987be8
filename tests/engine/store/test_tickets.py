"""Tickets in Redis: entered once, settled once, and matched with equal settings."""

from itertools import chain

import pytest
from croupier_lost_cities import rules as lost_cities
from croupier_match.match import AnyMatch, ClockOptions, Player
from croupier_match.settings import MatchSettings
from engine.domain.creation import new_match
from engine.domain.ids import random_id
from engine.store import tickets
from engine.store.tickets import MAKING_MS, Ticket, TicketStatus, TicketStore
from redis.asyncio import Redis

from tests.support.matches import person

pytestmark = pytest.mark.anyio

NOW_MS = 1_800_000_000_000
SEARCH_MS = 600_000
TEMPLATE = new_match("", "", MatchSettings(lost_cities.ID))


@pytest.fixture
async def store(own_redis: Redis) -> TicketStore:
    return TicketStore(own_redis, SEARCH_MS)


async def entered(
    store: TicketStore,
    player: Player | None = None,
    template: AnyMatch = TEMPLATE,
    ticket_id: str = "",
    now_ms: int = NOW_MS,
) -> tuple[Ticket, bool]:
    ticket_id = ticket_id or random_id()
    return await store.enter(
        ticket_id, player or person(), template, "fingerprint", random_id(), now_ms
    )


async def test_a_ticket_is_stored_as_it_was_entered(store: TicketStore) -> None:
    ada = person()
    ticket, new = await entered(store, ada)
    assert new
    assert (ticket.player_id, ticket.game, ticket.fingerprint) == (
        ada.id,
        lost_cities.ID,
        "fingerprint",
    )
    assert (ticket.status, ticket.match_id) == (TicketStatus.SEARCHING, "")
    assert ticket.expires_ms == NOW_MS + SEARCH_MS
    assert ticket.template == TEMPLATE
    assert await store.find(ticket.id) == ticket
    assert await store.find(random_id()) is None


@pytest.mark.parametrize("size", [1, 2, 3, 5, 9])
async def test_tickets_of_one_time_are_all_listed_once(
    store: TicketStore, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tickets, "MOST_LOOKED_AT", 3)
    for number in range(8):
        wish = MatchSettings(lost_cities.ID, clock=ClockOptions(bank_ms=1000 * (number + 1)))
        await store.enter(
            *(random_id(), person(), new_match("", "", wish), "", random_id()),
            NOW_MS + number // 4,
            shown={"number": number},
        )
    pages = await listed(store, size, NOW_MS)
    numbers = [*chain.from_iterable(pages)]
    assert sorted(numbers) == [*range(8)]
    assert {*numbers[:4]} == {4, 5, 6, 7}
    assert max(map(len, pages)) <= size
    later = await listed(store, size, NOW_MS + SEARCH_MS)
    assert {*chain.from_iterable(later)} == {4, 5, 6, 7}
    assert await listed(store, size, NOW_MS + SEARCH_MS + 1) == [[]]


async def test_a_ticket_that_does_not_search_any_more_leaves_the_list(
    store: TicketStore, own_redis: Redis
) -> None:
    before = await own_redis.zcard(tickets.LISTED)
    ids = [random_id() for _ in range(3)]
    for ticket_id in ids:
        wish = MatchSettings(lost_cities.ID, clock=ClockOptions(bank_ms=77_000))
        template = new_match("", "", wish)
        await store.enter(
            *(ticket_id, person(), template, "", random_id(), NOW_MS), shown={"number": 1}
        )
    await store.settle(ids[2], TicketStatus.CANCELLED)
    assert await own_redis.zcard(tickets.LISTED) == before


async def listed(store: TicketStore, size: int, now_ms: int) -> list[list[int]]:
    """The numbers of all tickets that search, page by page."""
    pages, place = list[list[int]](), ""
    while place or not pages:
        found, place = await store.listed("", size, place, now_ms)
        pages.append([each["number"] for each in found])
    return pages


async def test_a_known_ticket_is_left_as_it_is(store: TicketStore) -> None:
    first, _ = await entered(store)
    assert await entered(store, ticket_id=first.id) == (first, False)


async def test_the_ticket_that_completes_a_match_is_matched_at_once(store: TicketStore) -> None:
    ann, bob = person("Ann"), person("Bob")
    first, _ = await entered(store, ann)
    second, _ = await entered(store, bob)
    found = await store.find(first.id)
    assert found
    assert (second.status, second.at_once) == (TicketStatus.MATCHED, True)
    assert (found.status, found.at_once) == (TicketStatus.MATCHED, False)
    assert found.match_id == second.match_id
    assert {*found.players} == {*second.players} == {ann, bob}
    assert {*found.ticket_ids} == {first.id, second.id}


async def test_a_search_ends_once(store: TicketStore) -> None:
    ticket, _ = await entered(store)
    cancelled = await store.settle(ticket.id, TicketStatus.CANCELLED)
    assert cancelled
    assert cancelled.status == TicketStatus.CANCELLED
    assert await store.settle(ticket.id, TicketStatus.EXPIRED) == cancelled
    assert await store.settle(random_id(), TicketStatus.EXPIRED) is None
    other, _ = await entered(store)
    assert other.status == TicketStatus.SEARCHING, "a cancelled ticket is nobody's partner"


async def test_a_match_that_is_not_made_in_time_is_claimed_by_another_engine(
    store: TicketStore,
) -> None:
    await entered(store)
    last, _ = await entered(store)
    assert (await store.claim_unmade(NOW_MS + MAKING_MS - 1)).ids == []
    later = NOW_MS + MAKING_MS
    assert (await store.claim_unmade(later)).ids == [last.id]
    assert (await store.claim_unmade(later)).ids == [], "it is claimed"
    assert (await store.claim_unmade(later + MAKING_MS)).ids == [last.id], "its engine has died"
    await store.forget_unmade(last.id)
    assert (await store.claim_unmade(later + 2 * MAKING_MS)).ids == []


async def test_a_made_match_is_marked_on_all_its_tickets(store: TicketStore) -> None:
    first, _ = await entered(store)
    last, _ = await entered(store)
    await store.mark_made(last.ticket_ids)
    for ticket_id in (first.id, last.id):
        found = await store.find(ticket_id)
        assert found
        assert found.made
    assert (await store.claim_unmade(NOW_MS + MAKING_MS)).ids == []
