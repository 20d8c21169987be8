"""Players with deleted accounts: their seats, their names, their tickets."""

from functools import partial
from typing import Any

import orjson
import pytest
from croupier_just4fun import rules as just4fun
from croupier_match import clock
from croupier_match.commands import Move, Reveal
from croupier_match.match import GONE, AnyMatch, Deal, Kind, Player, Reason, Status
from croupier_match.refusals import Conflict, NotFound
from croupier_match.sealing import Given, seal_of
from croupier_match.settings import MatchSettings
from croupier_match.terms import terms
from engine.domain.errors import Malformed
from engine.domain.registry import GAMES
from engine.service import departures
from engine.service.departures import SIZE, Departures, Left
from engine.service.group_commit import GroupCommit, PendingMove
from engine.service.matches import Matches
from engine.service.matchmaking import Matchmaking
from engine.service.queries.match_queries import ReplayPage
from engine.store import keys
from engine.store.compression import unpack
from engine.store.name_removal import Names
from engine.store.snapshots import EVERY, START
from engine.store.tickets import TicketStatus
from redis.asyncio import Redis

from tests.support.long_matches import endless_match, stored
from tests.support.matches import (
    Table,
    full_table,
    join,
    key,
    outcomes,
    person,
    reading,
    waiting_table,
)
from tests.support.spoilt import spoilt

pytestmark = pytest.mark.anyio


async def forget(matches: Matches, player_id: str) -> int:
    """Take the player out of all matches; the number of calls that took."""
    place, calls = "", 0
    while place or not calls:
        left, calls = await Departures(matches).forget(player_id, place), calls + 1
        place = left.next_place
    return calls


def names(match: AnyMatch) -> list[str]:
    return [seat.player.display_name if seat.player else "" for seat in match.seats]


async def bytes_of(redis: Redis, match_id: str) -> bytes:
    """All that is stored of a match, unpacked."""
    hash_: Any = await redis.hgetall(f"match:{{{match_id}}}")
    rows: Any = []
    for part in ("log", "snapshots"):
        rows += await redis.lrange(f"match:{{{match_id}}}:{part}", 0, -1)
    return b"\n".join([repr(hash_).encode(), unpack(hash_[b"match"]), *map(unpack, rows)])


async def trio(matches: Matches) -> Table:
    """A running match of three."""
    table = await waiting_table(matches, game=just4fun.ID, options=just4fun.Options(), seats=3)
    table = await table.join(person("Bob"))
    return await table.join(person("Cleo"))


async def test_a_running_match_is_resigned_once_and_without_the_name(
    matches: Matches, redis: Redis
) -> None:
    table = await full_table(matches)
    await table.play(3)
    ada = table.players[0].id
    assert await forget(matches, ada) == 1
    match = await table.match()
    assert match.outcome
    assert (match.status, match.outcome.reason) == (Status.FINISHED, Reason.RESIGNED)
    assert (names(match), match.version) == ([GONE, "Bob"], 6)
    assert [seat.player.id for seat in match.seats if seat.player] == [
        each.id for each in table.players
    ]
    assert b"Ada" not in await bytes_of(redis, table.match_id)
    assert b"Bob" in await bytes_of(redis, table.match_id)
    await forget(matches, ada)
    assert await table.match() == match, "nothing is done twice"


async def test_a_larger_match_goes_on_and_every_version_lacks_the_name(matches: Matches) -> None:
    table = await trio(matches)
    await table.play(2)
    await forget(matches, table.players[1].id)
    match = await table.match()
    assert match.status == Status.ACTIVE
    assert [seat.resigned for seat in match.seats] == [False, True, False]
    for version in range(1, match.version + 1):
        past, *_ = await matches.queries.get(table.match_id, table.caller(0), version)
        assert "Bob" not in names(past)
        assert names(past)[0] == "Ada"


async def test_hashes_are_as_before(matches: Matches) -> None:
    table = await full_table(matches)
    await table.play(2)
    await table.resign(1)
    before = await matches.queries.replay(table.match_id, table.caller(0), ReplayPage())
    await forget(matches, table.players[0].id)
    match, _, log = await matches.queries.replay(table.match_id, table.caller(0), ReplayPage())
    assert (names(before[0]), names(match)) == (["Ada", "Bob"], [GONE, "Bob"])
    assert log[0].prev == terms(GAMES.of(match), match)
    assert [(each.prev, each.hash) for each in log] == [
        (each.prev, each.hash) for each in before[2]
    ]
    assert log[-1].hash == match.log_head == before[0].log_head


async def test_a_waiting_match_is_left_and_ones_own_is_aborted(matches: Matches) -> None:
    bob = person("Bob")
    own = await waiting_table(matches)
    other = await (await waiting_table(matches, start="manual")).join(bob)
    await forget(matches, own.players[0].id)
    await forget(matches, bob.id)
    assert (await own.match()).status == Status.ABORTED
    left = await other.match()
    assert (left.status, names(left)) == (Status.WAITING, ["Ada", ""])
    past, *_ = await matches.queries.get(other.match_id, other.caller(0), 2)
    assert names(past) == ["Ada", GONE]


async def test_a_match_that_is_being_revealed_does_not_hold_up_the_others(
    matches: Matches,
) -> None:
    """The seat is bound to the deal, without its name, and resigns in a pass after it."""
    ada, entropy = person("Ada"), "ab" * 32
    finished = await full_table(matches)
    await finished.resign(1)
    gift = Given(seal=seal_of(entropy))
    settings = MatchSettings(just4fun.ID, seats=3, deal=Deal.SEALED, reveal_ms=60_000, given=gift)
    made = await matches.create(ada, settings, None)
    others = [person("Bob"), person("Cleo")]
    for seat, player in enumerate(others, 1):
        given = Given(seal=seal_of(f"{seat}" * 64))
        await join(matches, made.match.id, player, given=given)
    table = Table(matches, made.match.id, (ada, *others))
    assert await forget(matches, ada.id) == 1
    bound = await table.match()
    assert (bound.status, names(bound)) == (Status.WAITING, [GONE, "Bob", "Cleo"])
    for seat, own in enumerate((entropy, "1" * 64, "2" * 64)):
        await table.change(seat, partial(Reveal, entropy=own))
    await forget(matches, ada.id)
    dealt = await table.match()
    assert (dealt.status, dealt.seats[0].resigned) == (Status.ACTIVE, True)


async def test_tickets_are_cancelled(matches: Matches) -> None:
    ada, tickets = person("Ada"), Matchmaking(matches)
    answer = await tickets.create(ada, MatchSettings("livingstone", seats=5), None)
    await forget(matches, ada.id)
    assert (await tickets.get(answer.ticket.id, ada.id)).status == TicketStatus.CANCELLED


async def test_no_rematch_begins_without_a_player(matches: Matches) -> None:
    table = await full_table(matches)
    await table.resign(1)
    await table.rematch(0)
    await forget(matches, table.players[0].id)
    assert (await table.rematch(1)).asked == (1,)


async def test_a_request_for_a_rematch_that_was_on_its_way_ends_with_the_next_pass(
    matches: Matches,
) -> None:
    table = await full_table(matches)
    await table.resign(1)
    await matches.store.names.remove(table.match_id, table.players[0].id)
    await table.rematch(0)
    await forget(matches, table.players[0].id)
    assert (await table.rematch(1)).asked == (1,)


@pytest.mark.parametrize("made", [True, False])
async def test_a_rematch_is_answered_as_at_first_when_a_player_has_gone(
    matches: Matches, redis: Redis, made: bool
) -> None:
    """Also if the engine died before it had made the match: then there is none."""
    table = await full_table(matches)
    await table.resign(1)
    await table.rematch(0)
    once = key(table.players[1])
    first = await table.rematch(1, key=once)
    if not made:
        await redis.delete(f"match:{{{first.match_id}}}")
    await forget(matches, table.players[0].id)
    again = await table.rematch(1, key=once)
    assert (again.asked, again.replayed) == ((0, 1), True)
    assert again.match_id == (first.match_id if made else "")


async def test_expired_matches_leave_the_lists_and_others_do_not(
    matches: Matches, redis: Redis
) -> None:
    player_id, before = "e" * 22, "2020-01-01T00:00:00.000Z"
    expired, later_game = f"{before} {'x' * 22}", f"{before} {'y' * 22}"
    being_made = f"{clock.rfc3339(matches.now())} {'z' * 22}"
    key = f"index:player:{player_id}:lost-cities:finished"
    await redis.zadd(key, dict.fromkeys((expired, later_game, being_made), 0))
    await redis.hset(f"match:{{{'y' * 22}}}", mapping={"game": "chess", "version": 1, "match": "-"})
    await forget(matches, player_id)
    left: Any = await redis.zrange(key, 0, -1)
    assert [name.decode() for name in left] == [later_game, being_made]


async def test_a_name_is_removed_without_rules_and_the_seat_is_left_to_others(
    matches: Matches, redis: Redis
) -> None:
    """Another engine, which has the rules, resigns for the player from the same place."""
    table = await full_table(matches)
    ada = table.players[0]
    async with spoilt(redis, table.match_id, "has other rules"):
        assert await Departures(matches).forget(ada.id, "") == Left("", elsewhere=True)
        seat = (await matches.store.load(table.match_id)).seats[0]
        assert seat.player
        assert (seat.player.is_gone, seat.resigned) == (True, False)
        row: Any = await redis.lindex(keys.log(table.match_id), 0)
        assert ada.display_name.encode() not in unpack(row)
        packed: Any = await redis.hget(keys.match(table.match_id), "match")
        assert orjson.loads(unpack(packed))["state"]["only_there"] == 7
    # What is whole again is the match from before, with the name.
    await redis.hdel(keys.match(table.match_id), "gone")
    await matches.store.names.remove(table.match_id, ada.id)
    assert await Departures(matches).forget(ada.id, "") == Left()
    assert (await table.match()).ended


async def test_a_match_of_other_rules_holds_up_none_behind_it(
    matches: Matches, redis: Redis
) -> None:
    """It is on the first page, before more ended matches than that page has."""
    ada = person("Ada")
    tables = [await begun(matches, ada) for _ in range(SIZE + 3)]
    for table in tables[1:]:
        await table.resign(0)
    async with spoilt(redis, tables[0].match_id, "has other rules"):
        lefts: list[Left] = []
        place = ""
        while place or not lefts:
            lefts.append(await Departures(matches).forget(ada.id, place))
            place = lefts[-1].next_place
        assert [left.elsewhere for left in lefts] == [True, False]
        for table in tables:
            assert names(await matches.store.load(table.match_id)) == [GONE, "Bob"]


async def begun(matches: Matches, creator: Player) -> Table:
    made = await matches.create(creator, MatchSettings("lost-cities"), None)
    return await Table(matches, made.match.id, (creator,)).join(person("Bob"))


class Contended(Names):
    """The names in matches of which one keeps changing."""

    changing = ""

    async def _store(self, match: AnyMatch, head: bytes | None, player_id: str) -> bool:
        return match.id != self.changing and await super()._store(match, head, player_id)


async def test_a_match_that_keeps_changing_fails_the_call_but_holds_up_no_other(
    matches: Matches, redis: Redis
) -> None:
    ada = person("Ada")
    tables = []
    for _ in range(3):
        made = await matches.create(ada, MatchSettings("lost-cities"), None)
        tables.append(Table(matches, made.match.id, (ada,)))
    matches.store.names = names_of = Contended(redis, matches.store.archiving)
    names_of.changing = tables[1].match_id
    with pytest.raises(Conflict):
        await forget(matches, ada.id)
    assert ["Ada" in names(await table.match()) for table in tables] == [False, True, False]
    names_of.changing = ""
    await forget(matches, ada.id)
    assert "Ada" not in names(await tables[1].match())


async def test_many_matches_take_many_calls_and_none_is_left_out(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(departures, "SIZE", 2)
    ada, bob = person("Ada"), person("Bob")
    tables = []
    for number in range(5):
        made = await matches.create(ada, MatchSettings("lost-cities"), None)
        table = Table(matches, made.match.id, (ada,))
        tables.append(await table.join(bob) if number % 2 else table)
    await tables[1].resign(0)
    assert await forget(matches, ada.id) > 2
    for table in tables:
        match = await table.match()
        assert match.ended
        assert "Ada" not in names(match)


@pytest.mark.parametrize("place", ["won", "won x", " x"])
async def test_what_is_no_place_is_malformed(matches: Matches, place: str) -> None:
    with pytest.raises(Malformed):
        await Departures(matches).forget("p" * 22, place)


async def test_another_engine_does_not_store_the_name_again(
    matches: Matches, redis: Redis, other_engine: Matches
) -> None:
    """One that has the match in memory, in which the player had resigned before."""
    table = await trio(matches)
    await table.resign(1)
    commit = GroupCommit(other_engine)
    other_engine.store.cache._size = 10
    await commit.move([pending(table, *await table.turn())])
    assert other_engine.store.cache.game_of(table.match_id)
    await forget(matches, table.players[1].id)
    (change,) = await commit.move([pending(table, *await table.turn())])
    assert not isinstance(change, BaseException)
    assert names(change.match)[1] == GONE
    assert b"Bob" not in await bytes_of(redis, table.match_id)


def pending(table: Table, seat: int, move: Any) -> PendingMove:
    return PendingMove(table.match_id, table.caller(seat), Move(seat, reading(move)))


async def test_moves_made_meanwhile_are_kept(matches: Matches, other_engine: Matches) -> None:
    table = await trio(matches)
    other = Table(other_engine, table.match_id, table.players)
    calls = [lambda: forget(matches, table.players[1].id), *[lambda: other.play(1)] * 3]
    await outcomes(calls)
    match = await table.match()
    log = await matches.store.log(match, match.version)
    assert [entry.version for entry in log] == list(range(1, match.version + 1))
    assert [entry.seat for entry in log if entry.kind == Kind.RESIGNED] == [1]
    assert names(match)[1] == GONE


async def test_no_name_is_removed_from_what_has_changed_since(matches: Matches) -> None:
    table = await full_table(matches)
    stale = await table.match()
    await table.play(1)
    assert not await matches.store.names._store(stale, b"", table.players[0].id)
    assert (await table.match()).version == stale.version + 1
    assert names(await table.match()) == ["Ada", "Bob"]


async def test_snapshots_have_no_names_and_come_again(matches: Matches, redis: Redis) -> None:
    match = await stored(matches.store, endless_match(3 * EVERY), snapshots=True)
    player = match.seats[0].player
    assert player
    await matches.store.names.remove(match.id, player.id)
    assert player.display_name not in str(await bytes_of(redis, match.id))
    (past,) = await matches.queries.past.versions(match, 2 * EVERY + 1, 2 * EVERY + 1)
    assert names(past.match)[0] == GONE
    assert await redis.llen(f"match:{{{match.id}}}:snapshots") == 2


async def test_snapshots_that_were_computed_before_a_name_was_removed_are_not_stored(
    matches: Matches, redis: Redis
) -> None:
    """Neither the first one, since the log has changed, nor one behind another, which is gone."""
    match = await stored(matches.store, endless_match(2 * EVERY), snapshots=True)
    player, store = match.seats[0].player, matches.store.snapshots
    assert player
    listed = f"match:{{{match.id}}}:snapshots"
    first, second = [await store.read(match.id, version, 0) for version in (EVERY, 2 * EVERY)]
    entries = await store.entries(match.id, 0, 2 * EVERY)
    await matches.store.names.remove(match.id, player.id)
    assert first[0]
    assert second[0]
    await store.append(match.id, 0, START, entries[:EVERY], [first[0]])
    await store.append(match.id, EVERY, first[0], entries[EVERY:], [second[0]])
    assert await redis.llen(listed) == 0


async def test_an_unknown_match_has_no_names(matches: Matches) -> None:
    assert await matches.store.names.remove("m" * 22, "p" * 22) is None
    with pytest.raises(NotFound):
        await matches.store.load("m" * 22)
