"""The same request once more, under its idempotency key: the same answer, and no other effect."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

import orjson
import pytest
from croupier_lost_cities import rules as lost_cities
from croupier_match.match import Access, Player, StartMode
from croupier_match.refusals import RosterChanged
from croupier_match.sealing import Given
from croupier_match.settings import MatchSettings
from engine.domain.errors import IdempotencyMismatch
from engine.rpc.match_views import MatchViews, events
from engine.service.changes import Change
from engine.service.matches import Matches
from engine.store.idempotency import IdempotencyKey

from tests.support.matches import (
    SHORT,
    Table,
    full_table,
    join,
    key,
    outcomes,
    person,
    waiting_table,
)

pytestmark = pytest.mark.anyio

Request: TypeAlias = Callable[[Matches, IdempotencyKey], Awaitable[Change]]


@dataclass(frozen=True)
class Prepared:
    """A request that will succeed, its player, and what happens to the match afterwards."""

    player: Player
    request: Request
    later: Callable[[], Awaitable[Any]]


async def nothing() -> None:
    """No change: the match has ended."""


async def creating(matches: Matches) -> Prepared:
    ada, bob = person("Ada"), person("Bob")
    wish = MatchSettings(lost_cities.ID, SHORT, access=Access.PRIVATE, given=Given("ab"))
    made: list[str] = []

    async def create(engine: Matches, key: IdempotencyKey) -> Change:
        change = await engine.create(ada, wish, key)
        made.append(change.match.id)
        return change

    async def later() -> None:
        table = await Table(matches, made[0], (ada,)).join(bob)
        await table.play(2)

    return Prepared(ada, create, later)


async def joining(matches: Matches) -> Prepared:
    table, bob = await waiting_table(matches), person("Bob")
    return Prepared(
        bob,
        lambda engine, key: join(engine, table.match_id, bob, 1, key, given=Given("01" * 32)),
        lambda: replace(table, players=(*table.players, bob)).play(3),
    )


async def leaving(matches: Matches) -> Prepared:
    table = await full_table(matches, start=StartMode.MANUAL, access=Access.PRIVATE)
    return Prepared(
        table.players[1],
        lambda engine, key: table.through(engine).leave(1, key),
        lambda: table.join(person("Eve")),
    )


async def aborting(matches: Matches) -> Prepared:
    table = await full_table(matches, start=StartMode.MANUAL)
    return Prepared(
        table.players[0], lambda engine, key: table.through(engine).leave(0, key), nothing
    )


async def starting(matches: Matches) -> Prepared:
    table = await full_table(matches, start=StartMode.MANUAL)
    return Prepared(
        table.players[0],
        lambda engine, key: table.through(engine).start(key),
        lambda: table.play(3),
    )


async def moving(matches: Matches) -> Prepared:
    table = await full_table(matches)
    await table.play(4)
    seat, move = await table.turn()
    version = (await table.match()).version
    return Prepared(
        table.players[seat],
        lambda engine, key: table.through(engine).move(seat, move, version, key),
        lambda: table.play(5),
    )


async def moving_last(matches: Matches) -> Prepared:
    """The move that ends the match. Each turn takes one of the 44 cards of the deck."""
    table = await full_table(matches)
    await table.play(43)
    seat, move = await table.turn()
    return Prepared(
        table.players[seat],
        lambda engine, key: table.through(engine).move(seat, move, None, key),
        partial(table.rematch, 0),
    )


async def resigning(matches: Matches) -> Prepared:
    table = await full_table(matches)
    return Prepared(
        table.players[1],
        lambda engine, key: table.through(engine).resign(1, key),
        partial(table.rematch, 0),
    )


CHANGES = [
    creating,
    joining,
    leaving,
    aborting,
    starting,
    moving,
    moving_last,
    resigning,
]


def match_of(change: Change) -> bytes:
    """The match as it leaves the engine."""
    return MatchViews(change.match).text(change.seat).match


def wire(change: Change) -> bytes:
    """The answer as it leaves the engine, whether repeated or not."""
    return match_of(change) + events(change.match, change.events, change.seat)


@pytest.mark.parametrize("prepare", CHANGES)
async def test_a_repeat_gives_the_same_bytes_whatever_happened_since(
    matches: Matches,
    other_engine: Matches,
    prepare: Callable[[Matches], Awaitable[Prepared]],
) -> None:
    it = await prepare(matches)
    used = key(it.player)
    first = await it.request(matches, used)
    assert not first.replayed
    for later in (nothing, it.later):
        await later()
        before = await matches.queries.store.load(first.match.id)
        for engine in (matches, other_engine):
            again = await it.request(engine, used)
            assert again.replayed
            assert wire(again) == wire(first)
        assert await matches.queries.store.load(first.match.id) == before


@pytest.mark.parametrize("prepare", CHANGES)
async def test_a_key_used_for_another_request_is_refused(
    matches: Matches, prepare: Callable[[Matches], Awaitable[Prepared]]
) -> None:
    it = await prepare(matches)
    first = await it.request(matches, key(it.player))
    other = key(it.player, fingerprint="POST /other")
    refusal = RosterChanged if prepare in (leaving, aborting) else IdempotencyMismatch
    with pytest.raises(refusal):
        await it.request(matches, other)
    assert await matches.queries.store.load(first.match.id) == first.match


@pytest.mark.parametrize("prepare", CHANGES)
async def test_the_same_request_many_times_at_once_has_one_effect(
    matches: Matches,
    other_engine: Matches,
    prepare: Callable[[Matches], Awaitable[Prepared]],
) -> None:
    it = await prepare(matches)
    used = key(it.player)
    found = await outcomes([partial(it.request, matches, used)] * 8)
    found += await outcomes([partial(it.request, other_engine, used)] * 8)
    changes = [change for change in found if isinstance(change, Change)]
    assert len(changes) == 16
    assert sum(not change.replayed for change in changes) == 1
    assert len({wire(change) for change in changes}) == 1
    match = await matches.queries.store.load(changes[0].match.id)
    assert match.version == changes[0].match.version
    assert len(await matches.store.log(match, 1000)) == match.version


async def test_without_a_key_a_repeat_is_another_request(matches: Matches) -> None:
    ada, wish = person(), MatchSettings(lost_cities.ID)
    first, second = [await matches.create(ada, wish, None) for _ in range(2)]
    assert first.match.id != second.match.id


async def test_a_key_may_be_used_by_each_player_and_in_each_match(matches: Matches) -> None:
    """Also by the creator of the match, under the same key."""
    ada, bob = person("Ada"), person("Bob")
    for fingerprint in ("first", "second"):
        wish = MatchSettings(lost_cities.ID, SHORT)
        made = await matches.create(ada, wish, key(ada, fingerprint, f"create {fingerprint}"))
        table = Table(matches, made.match.id, (ada, bob))
        joined = await join(matches, table.match_id, bob, key=key(bob, "second", "join"))
        assert not joined.replayed
        seat, move = await table.turn()
        assert not (await table.move(seat, move, None, key(ada, "second", "move"))).replayed


async def test_a_key_of_creating_is_refused_for_another_wish(matches: Matches) -> None:
    ada = person()
    await matches.create(ada, MatchSettings(lost_cities.ID), key(ada))
    with pytest.raises(IdempotencyMismatch):
        await matches.create(ada, MatchSettings("chess"), key(ada, fingerprint="chess"))


@pytest.mark.parametrize("seat", [0, 1])
async def test_a_repeated_wish_for_a_rematch_is_answered_as_it_was(
    matches: Matches, seat: int
) -> None:
    table = await full_table(matches)
    await table.resign(0)
    keys = [key(player, fingerprint="POST rematch") for player in table.players]
    first = await table.rematch(1 - seat, True, keys[1 - seat])
    second = await table.rematch(seat, True, keys[seat])
    assert (first.asked, first.match_id) == ((1 - seat,), "")
    assert second.asked == (0, 1)
    for _ in range(2):
        assert await table.rematch(1 - seat, True, keys[1 - seat]) == replace(first, replayed=True)
        assert await table.rematch(seat, True, keys[seat]) == replace(second, replayed=True)


async def test_a_key_of_a_rematch_is_refused_for_anything_else_and_the_other_way_round(
    matches: Matches,
) -> None:
    table = await full_table(matches)
    moved_with, wished_with = (key(table.players[0], name) for name in ("key-1", "key-2"))
    seat, move = await table.turn()
    await table.move(seat, move, None, moved_with)
    await table.resign(1)
    await table.rematch(0, False, wished_with)
    with pytest.raises(IdempotencyMismatch):
        await table.rematch(0, False, replace(moved_with, fingerprint="POST rematch"))
    for refused in (
        partial(table.move, seat, move, None),
        partial(table.resign, 0),
        partial(table.leave, 0),
        table.start,
    ):
        with pytest.raises(IdempotencyMismatch):
            await refused(key=replace(wished_with, fingerprint="POST other"))


async def test_asking_for_the_rematch_again_and_again_lists_it_once(matches: Matches) -> None:
    table = await full_table(matches)
    await table.resign(0)
    for _ in range(5):
        for seat in (0, 1):
            asked = await table.rematch(seat)
    names = await matches.store.lists.page([f"player:{table.players[0].id}"], "", None, "", 100)
    assert sorted(name.split(" ")[1] for name in names) == sorted([table.match_id, asked.match_id])


async def test_a_change_of_a_private_match_shows_its_code_to_players_only(
    matches: Matches,
) -> None:
    table = await full_table(matches, start=StartMode.MANUAL, access=Access.PRIVATE)
    bob = table.players[1]
    code = (await table.match()).invite_code
    for _ in range(2):
        left = orjson.loads(match_of(await table.leave(1, key(bob))))
        assert ("inviteCode" in left, left["yourSeat"]) == (False, None)
    for _ in range(2):
        once = key(bob, "key-2", "join")
        back = await join(matches, table.match_id, bob, key=once, invite_code=code)
        assert orjson.loads(match_of(back))["inviteCode"] == code
