"""Queries: which callers may see a match, its past versions, its history and its replay."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from croupier_match.admission import Caller, Eyes
from croupier_match.chain import entry_hash
from croupier_match.commands import Move
from croupier_match.match import Access, Kind, StartMode
from croupier_match.refusals import MatchActive, NotFound, NotYourMatch, NotYourTurn, RosterChanged
from croupier_match.terms import terms
from engine.domain.errors import Malformed
from engine.domain.registry import GAMES
from engine.domain.steady_clock import utc_now
from engine.service.matches import Matches
from engine.service.queries.pagination import Filter
from engine.store import keys
from engine.store.compression import pack
from redis.asyncio import Redis

from tests.support.matches import fresh_id, full_table, person, reading, waiting_table

pytestmark = pytest.mark.anyio


async def test_a_private_match_is_not_found_by_strangers(matches: Matches) -> None:
    table = await full_table(matches, access=Access.PRIVATE)
    await table.resign(0)
    stranger = Caller(person().id)
    reads: list[Callable[[Caller], Awaitable[Any]]] = [
        lambda caller: matches.queries.get(table.match_id, caller),
        lambda caller: matches.queries.get(table.match_id, caller, 1),
        lambda caller: matches.queries.history(table.match_id, caller, 0, 10),
        lambda caller: matches.queries.replay(table.match_id, caller),
    ]
    for read in reads:
        await read(table.caller(1))
        for unseated in (stranger, Caller()):
            with pytest.raises(NotFound) as hidden:
                await read(unseated)
            assert str(hidden.value) == "There is no such match."
    items = [(table.match_id, stranger), (fresh_id(), stranger), (table.match_id, table.caller(0))]
    seen = await matches.queries.get_many(items)
    assert [each and each.seat for each in seen] == [None, None, 0]


async def test_a_match_that_cannot_be_read_fails_no_list(
    matches: Matches, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    """It is left out, said to be broken, and listed again once it can be read."""
    ada = person()
    tables = [await (await waiting_table(matches)).join(ada) for _ in range(2)]
    broken, other = (table.match_id for table in tables)
    name, wanted = keys.match(broken), Filter(ada.id, player_id=ada.id)
    packed = await redis.hget(name, "match")
    await redis.hset(name, "match", pack(b"{}"))
    # Long after both were made: what is not there by now has expired.
    later = Matches(matches.store, now=lambda: utc_now() + timedelta(hours=1))
    items = [(match_id, Caller(ada.id, 1)) for match_id in (broken, other, fresh_id())]
    for engine in (matches, later):
        page, token = await engine.queries.page(wanted, 10, "")
        assert ([match.id for match in page], token) == ([other], "")
        seen = await engine.queries.get_many(items)
        assert [each and each.match.id for each in seen] == [None, other, None]
    said = {record.getMessage() for record in caplog.records}
    assert len(said) == 1
    assert said.pop().startswith(f"{broken} is left out: ValidationError at ")
    await redis.hset(name, "match", packed)
    page, _ = await later.queries.page(wanted, 10, "")
    assert {match.id for match in page} == {broken, other}


async def test_nobody_looks_through_another_s_eyes(matches: Matches) -> None:
    table = await full_table(matches)
    ada, bob = table.players
    for caller in (Caller(ada.id, 1), Caller(bob.id), Caller("", 0), Caller(ada.id, 7)):
        with pytest.raises(RosterChanged):
            await matches.queries.get(table.match_id, caller)
        assert await matches.queries.get_many([(table.match_id, caller)]) == [None]
    assert (await matches.queries.get(table.match_id, table.caller(1)))[1] == 1
    assert (await matches.queries.get(table.match_id, Caller(person().id)))[1] is None


async def test_every_version_can_be_seen_again(matches: Matches) -> None:
    table = await waiting_table(matches)
    seen = [await table.match()]
    table = await table.join(person("Bob"))
    seen.append(await table.match())
    for _ in range(6):
        await table.play(1)
        seen.append(await table.match())
    for version, match in enumerate(seen, 1):
        then = await matches.queries.get(table.match_id, table.caller(0), version)
        assert then == (match, 0, False)
    for version in (0, len(seen) + 1, 2**32 - 1):
        with pytest.raises(NotFound):
            await matches.queries.get(table.match_id, table.caller(0), version)


async def test_other_eyes_are_lent_once_the_match_has_ended(matches: Matches) -> None:
    """To all callers that may see the match; a seat or version that does not exist comes first."""
    table = await full_table(matches)
    await table.play(3)
    lent = [Caller(eyes=Eyes(1)), replace(table.caller(0), eyes=Eyes(1))]
    spectating, nobody = replace(table.caller(0), eyes=Eyes()), Caller(eyes=Eyes(2))
    queries, match_id = matches.queries, table.match_id
    for caller in (*lent, spectating):
        for read in (
            queries.get(match_id, caller),
            queries.get(match_id, caller, 2),
            queries.history(match_id, caller, 0, 10),
            queries.changes_after(match_id, caller, 5, 10),
        ):
            with pytest.raises(MatchActive):
                await read
        with pytest.raises(NotFound):
            await queries.get(match_id, caller, 9)
        with pytest.raises(Malformed):
            await queries.changes_after(match_id, caller, 9, 10)
    for ended in (False, True):
        with pytest.raises(NotFound):
            await queries.get(match_id, nobody)
        if not ended:
            await table.resign(0)
    for caller, seat in ((lent[0], 1), (lent[1], 1), (spectating, None)):
        for version in (None, 1, 4):
            assert (await queries.get(match_id, caller, version))[1:] == (seat, True)
        seen, version = await queries.changes_after(match_id, caller, 0, 10)
        assert ([seat for _, seat in seen], version) == ([seat] * 6, 6)
        assert (await queries.history(match_id, caller, 0, 10)).ended
    with pytest.raises(RosterChanged):
        await queries.get(match_id, Caller(table.players[0].id, 1, Eyes(1)))


async def test_other_eyes_do_not_open_a_private_match(matches: Matches) -> None:
    table = await full_table(matches, access=Access.PRIVATE)
    await table.resign(0)
    for caller in (Caller(eyes=Eyes(0)), Caller(person().id, None, Eyes())):
        with pytest.raises(NotFound, match="There is no such match"):
            await matches.queries.get(table.match_id, caller)
    own = replace(table.caller(0), eyes=Eyes())
    assert (await matches.queries.get(table.match_id, own))[1] is None


async def test_nobody_moves_with_other_eyes(matches: Matches) -> None:
    """Eyes are for looking: a caller acts at its own seat."""
    table = await full_table(matches)
    seat, move = await table.turn()
    for caller in (Caller(eyes=Eyes(seat)), replace(table.caller(1 - seat), eyes=Eyes(seat))):
        with pytest.raises((NotYourMatch, NotYourTurn)):
            await matches.change(table.match_id, caller, Move(caller.place, reading(move)))


async def test_before_sitting_down_one_was_a_spectator(matches: Matches) -> None:
    table = await full_table(matches)
    assert (await matches.queries.get(table.match_id, table.caller(1), 1))[1] is None
    assert (await matches.queries.get(table.match_id, table.caller(1), 2))[1] == 1


async def test_the_history_comes_in_pages(matches: Matches) -> None:
    table = await full_table(matches, start=StartMode.MANUAL)
    await table.start()
    await table.play(4)
    await table.resign(1)
    kinds = ["created", "joined", "started", *["move"] * 4, "resigned"]
    for size in (1, 3, 7, 8, 100):
        told: list[str] = []
        after: int | None = 0
        while after is not None:
            assert after == len(told)
            pasts, after, _ = await matches.queries.history(table.match_id, Caller(), after, size)
            assert 0 < len(pasts) == min(size, len(kinds) - len(told))
            assert [past.entry.version for past in pasts] == [past.match.version for past in pasts]
            told += [past.entry.kind for past in pasts]
        assert told == kinds
    for beyond in (8, 9, 2**32 - 1):
        page = await matches.queries.history(table.match_id, Caller(), beyond, 10)
        assert page == ([], None, True)


async def test_the_replay_comes_after_the_end_and_proves_itself(matches: Matches) -> None:
    table = await full_table(matches)
    await table.play(3)
    with pytest.raises(MatchActive):
        await matches.queries.replay(table.match_id, table.caller(0))
    await table.resign(0)
    match, seat, log = await matches.queries.replay(table.match_id, Caller())
    assert (match.version, seat) == (6, None)
    assert [each.entry.kind for each in log] == [
        Kind.CREATED,
        Kind.JOINED,
        *[Kind.MOVE] * 3,
        Kind.RESIGNED,
    ]
    versions = await matches.queries.past.versions(match, 1, match.version)
    heads = [terms(GAMES.of(match), match), *(past.match.log_head for past in versions)]
    assert [each.prev for each in log] == heads[:-1]
    assert [each.hash for each in log] == heads[1:]
    first = log[0].entry
    told = {"version": 1, "kind": "created", "seat": 0, "move": None, "time": first.time}
    assert entry_hash(match.seed, terms(GAMES.of(match), match), told) == heads[1]


async def test_a_match_that_never_began_has_a_replay_too(matches: Matches) -> None:
    table = await waiting_table(matches)
    await table.leave(0)
    match, seat, log = await matches.queries.replay(table.match_id, Caller())
    assert (seat, [each.entry.kind for each in log]) == (None, [Kind.CREATED, Kind.ABORTED])
    assert log[-1].hash == match.log_head


async def test_a_log_that_has_just_expired_is_not_found(matches: Matches, redis: Redis) -> None:
    table = await full_table(matches)
    await redis.delete(f"match:{{{table.match_id}}}:log")
    caller = table.caller(0)
    for look in (
        matches.queries.get(table.match_id, caller, at_version=1),
        matches.queries.history(table.match_id, caller, 0, 10),
    ):
        with pytest.raises(NotFound):
            await look
