"""Invitations: which players they let in, and which of them can be withdrawn."""

from datetime import timedelta
from typing import Any

import pytest
from croupier_match.admission import ANY, Caller
from croupier_match.commands import Join
from croupier_match.match import Access, Player
from croupier_match.refusals import Conflict, NotFound
from engine.domain.invitations import InvitationStatus
from engine.domain.steady_clock import utc_now
from engine.service.invitations import Invitations
from engine.service.matches import Matches
from engine.store import keys
from engine.store.indexes.match_index import BEING_MADE
from engine.store.indexes.match_lists import Lists
from engine.store.matches import MatchStore
from engine.store.observer import StoreObserver
from engine.store.types import Saving
from redis.asyncio import Redis

from tests.support.matches import Table, full_table, person, waiting_table

pytestmark = pytest.mark.anyio

PRIVATE: dict[str, Any] = {
    "game": "livingstone",
    "options": None,
    "seats": 3,
    "access": Access.PRIVATE,
}


async def invited(table: Table, guest: Player) -> str:
    made = await Invitations(table.matches).invite(table.match_id, table.caller(0), guest, [], None)
    return made.invitation.id


async def test_what_was_declined_is_not_forgotten(matches: Matches) -> None:
    table, bob = await waiting_table(matches), person("Bob")
    service, invitation = Invitations(matches), await invited(table, bob)
    await service.end(table.match_id, Caller(bob.id), invitation)
    with pytest.raises(Conflict, match="declined"):
        await service.end(table.match_id, table.caller(0), invitation)
    (told,) = await service.all(table.match_id, table.caller(0))
    assert told.status == InvitationStatus.DECLINED
    with pytest.raises(Conflict, match="declined"):
        await invited(table, bob)


async def test_what_has_expired_can_be_withdrawn(matches: Matches) -> None:
    table, bob = await waiting_table(matches), person("Bob")
    invitation = await invited(table, bob)
    late = Matches(matches.store, now=lambda: utc_now() + timedelta(days=2))
    await Invitations(late).end(table.match_id, table.caller(0), invitation)
    assert await Invitations(matches).all(table.match_id, table.caller(0)) == []


async def test_who_is_uninvited_while_the_match_changes_does_not_join(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await waiting_table(
        matches, game="livingstone", options=None, seats=3, access=Access.PRIVATE
    )
    bob, eve = person("Bob"), person("Eve")
    invitation, save = await invited(table, bob), MatchStore.save

    async def save_late(store: MatchStore, saving: Saving) -> None:
        """Before this is stored, another player joins and the invitation is withdrawn."""
        monkeypatch.setattr(MatchStore, "save", save)
        await table.join(eve)
        await Invitations(matches).end(table.match_id, table.caller(0), invitation)
        await store.save(saving)

    monkeypatch.setattr(MatchStore, "save", save_late)
    with pytest.raises(NotFound):
        await Invitations(matches).join(table.match_id, Caller(bob.id), Join(bob), ANY, None)
    seated = [seat.player for seat in (await table.match()).seats]
    assert seated == [table.players[0], eve, None]


async def test_who_is_invited_still_joins_after_a_change(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await waiting_table(
        matches, game="livingstone", options=None, seats=3, access=Access.PRIVATE
    )
    bob, eve = person("Bob"), person("Eve")
    await invited(table, bob)
    save = MatchStore.save

    async def save_late(store: MatchStore, saving: Saving) -> None:
        monkeypatch.setattr(MatchStore, "save", save)
        await table.join(eve)
        await store.save(saving)

    monkeypatch.setattr(MatchStore, "save", save_late)
    change = await Invitations(matches).join(table.match_id, Caller(bob.id), Join(bob), ANY, None)
    assert change.match.seat_of(bob.id) == 2


async def test_running_matches_that_have_expired_are_not_counted_for_ever(
    store: MatchStore, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.store.indexes.match_index.SAMPLE", 1)
    before = Matches(store, now=lambda: utc_now() - 2 * BEING_MADE)
    ada = person("Ada")
    old, gone = [await (await waiting_table(before)).join(ada) for _ in range(2)]
    new = await (await waiting_table(Matches(store))).join(ada)
    await redis.unlink(keys.match(gone.match_id), keys.match(new.match_id))

    async def counted() -> int:
        (count,) = await Lists(redis, StoreObserver()).active([ada.id])
        return count

    counts = [await counted() for _ in range(100)]
    # The new one may be stored later; of the others, one at a time is looked at.
    assert (counts[-1], sorted(counts, reverse=True)) == (2, counts)
    assert await store.lists.active([ada.id, old.players[0].id, gone.players[0].id]) == [2, 1, 0]


async def test_running_matches_are_looked_at_once_in_a_while(
    store: MatchStore, redis: Redis
) -> None:
    table = await full_table(Matches(store, now=lambda: utc_now() - 2 * BEING_MADE))
    ids = [player.id for player in table.players]
    assert await store.lists.active(ids) == [1, 1]
    await redis.unlink(keys.match(table.match_id))
    assert await store.lists.active(ids) == [1, 1]
    assert await Lists(redis, StoreObserver()).active(ids) == [0, 0]
