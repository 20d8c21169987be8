"""Notes of invitations: how many of one sender, and which go when there are too many."""

import time
from secrets import token_urlsafe
from typing import Any

import pytest
from gateway.players import pending_invitations
from gateway.players.pending_invitations import (
    MAX_DECLINED,
    MAX_NOTES,
    MAX_OF_SENDER,
    Invited,
    SenderDeclined,
    SenderFull,
)
from gateway.players.player import Player
from redis.asyncio import Redis
from redislink.accounts import account

pytestmark = pytest.mark.anyio


def somebody() -> Player:
    return Player(token_urlsafe(16), "Bob", "human")


async def noted(notes: Invited, guest: Player, sender: str, count: int) -> list[str]:
    """The matches of so many new notes of the sender; their invitations are stored."""
    matches = [token_urlsafe(16) for _ in range(count)]
    for each in matches:
        await notes.note(guest, sender, each)
        await notes.answered(guest, each, sender)
    return matches


async def test_a_sender_has_few_notes_and_may_repeat_them(redis: Redis) -> None:
    notes, bob = Invited(redis), somebody()
    matches = await noted(notes, bob, "ann", MAX_OF_SENDER)
    await notes.note(bob, "ann", matches[0])
    await notes.answered(bob, matches[0], "ann")
    with pytest.raises(SenderFull) as full:
        await notes.note(bob, "ann", "one more")
    assert sorted(full.value.match_ids) == sorted(matches)
    await notes.forget(bob.id, matches[:1])
    await noted(notes, bob, "ann", 1)
    assert len(await notes.to(bob.id)) == MAX_OF_SENDER


async def test_notes_whose_invitations_are_on_their_way_are_no_room_for_others(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes, bob = Invited(redis), somebody()
    (stored,) = await noted(notes, bob, "ann", 1)
    for each in range(MAX_OF_SENDER - 2):
        await notes.note(bob, "ann", f"on its way {each}")
    monkeypatch.setattr(pending_invitations, "INVITING_S", -1)
    await notes.note(bob, "ann", "of a gateway that has ended")
    with pytest.raises(SenderFull) as full:
        await notes.note(bob, "ann", "one more")
    assert {*full.value.match_ids} == {stored, "of a gateway that has ended"}
    assert len(await notes.to(bob.id)) == MAX_OF_SENDER


async def test_a_note_keeps_its_sender_when_another_invites_to_the_same_match(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes, bob = Invited(redis), somebody()
    (match,) = await noted(notes, bob, "eve", 1)
    await notes.note(bob, "ann", match)
    assert await notes.of_sender(bob.id, match) == ("eve", [match])
    monkeypatch.setitem(pending_invitations.LIFE_S, "human", -1)
    (expired,) = await noted(notes, bob, "eve", 1)
    await notes.note(bob, "ann", expired)
    assert await notes.of_sender(bob.id, expired) == ("ann", [expired])


async def test_of_too_many_those_of_the_sender_with_most_go(redis: Redis) -> None:
    notes, bob = Invited(redis), somebody()
    friends = await noted(notes, bob, "ann", 1) + await noted(notes, bob, "cleo", 2)
    for eve in range(MAX_NOTES // MAX_OF_SENDER + 5):
        await noted(notes, bob, f"eve {eve}", MAX_OF_SENDER)
    kept = await notes.to(bob.id)
    assert len(kept) == MAX_NOTES
    assert {*friends} <= {*kept}


async def test_a_declined_sender_makes_no_notes_and_others_do(redis: Redis) -> None:
    notes, bob = Invited(redis), somebody()
    first, second = await noted(notes, bob, "ann", 2)
    (other,) = await noted(notes, bob, "cleo", 1)
    sender, matches = await notes.of_sender(bob.id, first)
    assert (sender, {*matches}) == ("ann", {first, second})
    assert await notes.of_sender(bob.id, "unknown") == ("", [])
    await notes.decline(bob.id, "ann")
    with pytest.raises(SenderDeclined):
        await noted(notes, bob, "ann", 1)
    await noted(notes, bob, "cleo", 1)
    assert other in await notes.to(bob.id)
    await notes.forget_declined(bob.id)
    await noted(notes, bob, "ann", 1)


async def test_a_declined_sender_may_invite_again_after_a_day(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes, bob = Invited(redis), somebody()
    monkeypatch.setattr(pending_invitations, "DECLINED_S", -1)
    await notes.decline(bob.id, "ann")
    await noted(notes, bob, "ann", 1)
    assert await redis.hlen(f"{account(bob.id)}:invitations") == 1


async def test_the_number_of_declined_senders_is_bounded(redis: Redis) -> None:
    notes, bob = Invited(redis), somebody()
    soon = int(time.time()) + 60
    known: Any = {f"declined:{each}": f"{soon + each}" for each in range(MAX_DECLINED)}
    await redis.hset(f"{account(bob.id)}:invitations", mapping=known)
    await notes.decline(bob.id, "ann")
    await noted(notes, bob, "0", 1)
    for sender in ("1", "ann"):
        with pytest.raises(SenderDeclined):
            await noted(notes, bob, sender, 1)
