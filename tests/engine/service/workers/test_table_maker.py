"""The matches of tournaments are made once each, whoever dies, and called off where they count no
more."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import pytest
from croupier_livingstone import rules as livingstone
from croupier_match.commands import Abort
from croupier_match.match import Access, Match, Status
from croupier_match.refusals import MatchNotActive
from croupier_match.sealing import Given, seal_of
from croupier_tournament import (
    POINT,
    Presence,
    Settings,
    System,
    Tournament,
    commands,
    entry_of,
    match_id,
)
from croupier_tournament import Status as TournamentStatus
from croupier_tournament.entries import Reason, Resulted
from croupier_tournament.verify import verify
from engine.domain.errors import StoreUnavailable
from engine.service.matches import FullMatch
from engine.service.tournaments.wishes import AddSeals, Give
from engine.service.tournaments.wishes import Leave as LeaveTournament
from engine.service.workers import table_maker
from engine.service.workers.table_maker import ELSEWHERE_MS
from engine.store.indexes.due_queue import Claimed
from engine.store.tournaments.due_tournaments import LEASE_MS
from engine.store.tournaments.table_store import TableStore
from redis.asyncio import ConnectionPool, Redis, UnixDomainSocketConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redislink import tournaments
from redislink.ratings import TALLY_DUE

from tests.support import shipped_users
from tests.support.evenings import LEASES_MS, Evening, Table, Time
from tests.support.matches import Table as OpenTable
from tests.support.tournaments import MATCH, Stored, entropy, lines, settings
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

wish = partial(settings, break_ms=0)
"""Settings of a tournament whose rounds follow each other at once."""


@pytest.fixture
async def redis(empty_server: RedisServer) -> AsyncIterator[Redis]:
    """The connection of an engine, by the user with which it is shipped."""
    shipped_users.install(empty_server.url)
    user, password = shipped_users.login(empty_server.url, "engine")
    client = Redis.from_url(empty_server.url, username=user or None, password=password or None)
    yield client
    await client.aclose()


async def begun(
    redis: Redis, players: int, rules: Settings | None = None, **more: Any
) -> tuple[Evening, Stored]:
    """A tournament whose first round is paired, and an engine."""
    it = Stored.of(redis, rules or wish(), **more)
    it.playing.started(players)
    it.playing.pair()
    return Evening(redis, Time(it.playing.now)), await it.save()


async def tables(evening: Evening, it: Stored) -> list[Table]:
    return await evening.tables(await evening.read(it.id))


async def everything(redis: Redis) -> dict[bytes, Any]:
    """All that is stored of matches."""
    found: dict[bytes, Any] = {}
    client: Any = redis
    async for name in client.scan_iter(match="match:*"):
        is_log = name.endswith(b":log")
        found[name] = await (client.lrange(name, 0, -1) if is_log else client.hgetall(name))
    return found


async def made(redis: Redis, it: Stored) -> int:
    client: Any = redis
    return int(await client.hget(tournaments.tournament(it.id), tournaments.MADE_UP_TO) or 0)


async def results(redis: Redis, it: Stored) -> list[Resulted]:
    """The results of the log, in which all follows."""
    found = await lines(redis, it.id)
    assert verify(found).finding is None
    entries = [entry_of(json.loads(line)) for line in found]
    return [each for each in entries if isinstance(each, Resulted)]


# --- matches are made


async def test_each_table_has_its_match(redis: Redis) -> None:
    evening, it = await begun(redis, 8)
    await evening.maker.tick()
    found = await tables(evening, it)
    paired = it.playing.it.round(1).tables
    assert [[each.id for each in table.players] for table in found] == [
        [*each.players] for each in paired
    ]
    for number, table in enumerate(found, 1):
        match = table.match
        assert match.status is Status.WAITING
        assert match.reveal_by
        assert match.tournament
        assert match.tournament.shown == {"id": it.id, "round": 1, "table": number}
        assert match.undo is None
        assert (match.clock, match.reveal_ms) == (it.match.clock, it.match.reveal_ms)
        for seat in match.seats:
            assert seat.player
            assert seat.player.display_name == f"Player {int(seat.player.id[6:])}"
            assert seat.seal == seal_of(entropy(seat.player.id, 0))
    assert len({table.match.seed for table in found}) == 4
    assert await made(redis, it) == it.saved
    client: Any = redis
    assert await client.zcard(tournaments.tables(it.match.game)) == 0


async def test_whoever_makes_them_again_stores_nothing(redis: Redis) -> None:
    evening, it = await begun(redis, 8)
    await evening.maker.tick()
    client, stored = redis, await everything(redis)
    raw: Any = client
    await raw.hdel(tournaments.tournament(it.id), tournaments.MADE_UP_TO)
    await raw.zadd(tournaments.tables(it.match.game), {it.id: 0})
    await Evening(redis, evening.time).maker.tick()
    assert await everything(redis) == stored
    assert await made(redis, it) == it.saved


async def test_engines_at_the_same_time_make_one_match_a_table(redis: Redis) -> None:
    """Both have claimed it, as the lease of one is over."""
    evening, it = await begun(redis, 40)
    other, raw = Evening(redis, evening.time), redis
    client: Any = raw

    async def late() -> None:
        await client.zadd(tournaments.tables(it.match.game), {it.id: 0})
        await other.maker.tick()

    await asyncio.gather(evening.maker.tick(), late())
    assert len(await tables(evening, it)) == 20
    assert len([name for name in await everything(redis) if name.endswith(b":log")]) == 20


async def test_up_to_where_they_are_made_never_goes_back(redis: Redis) -> None:
    _, it = await begun(redis, 4)
    store = TableStore(redis)
    await store.made_up_to(it.id, 9)
    await store.made_up_to(it.id, 8)
    assert await made(redis, it) == 9
    await store.made_up_to("none" * 5, 9)
    client: Any = redis
    assert not await client.exists(tournaments.tournament("none" * 5))


async def test_seats_and_seals_of_a_second_leg(redis: Redis) -> None:
    evening, it = await begun(redis, 4, wish(rounds=2, legs=2))
    await evening.maker.tick()
    for table in await tables(evening, it):
        await table.win(0)
    await evening.passes()
    seconds = await tables(evening, it)
    assert [table.leg for table in seconds] == [2, 2]
    for table in seconds:
        first = it.playing.it.round(1).tables[table.table - 1].players
        assert [each.id for each in table.players] == [*first[::-1]]
        assert [seat.seal for seat in table.match.seats] == [
            seal_of(entropy(each.id, 1)) for each in table.players
        ]
        await table.win(1)
    await evening.passes()
    assert len((await evening.read(it.id)).rounds) == 2


async def test_a_tie_of_a_knockout_is_played_again(redis: Redis) -> None:
    """Also a third time there is no match: the lot decides."""
    evening, it = await begun(redis, 2, wish(System.KNOCKOUT, most_players=2))
    for leg in (1, 2):
        await evening.passes()
        (table,) = await tables(evening, it)
        assert table.leg == leg
        await evening.matches.change(table.match.id, None, Abort("an outage"))
        await evening.passes()
    assert (await evening.read(it.id)).status is TournamentStatus.FINISHED


async def test_tables_of_more_seats_have_matches_of_as_many(redis: Redis) -> None:
    rules = replace(wish(seats=4, least_seats=3), game=livingstone.ID)
    match = replace(MATCH, game=livingstone.ID, options=livingstone.Options(), seats=4)
    evening, it = await begun(redis, 7, rules, match=match)
    await evening.maker.tick()
    assert [len(table.match.seats) for table in await tables(evening, it)] == [4, 3]


async def test_a_private_match_has_a_code_that_nobody_knows(redis: Redis) -> None:
    evening, it = await begun(redis, 4, match=replace(MATCH, access=Access.PRIVATE))
    await evening.maker.tick()
    codes = {table.match.invite_code for table in await tables(evening, it)}
    assert len(codes) == 2
    assert "" not in codes


async def test_other_rules_are_left_to_engines_that_have_them(redis: Redis) -> None:
    evening, it = await begun(redis, 4)
    client: Any = redis
    key = tournaments.tournament(it.id)
    template = json.loads(await client.hget(key, tournaments.TEMPLATE))
    later = json.dumps(template | {"rules_version": 99})
    await client.hset(key, tournaments.TEMPLATE, later)
    await evening.maker.tick()
    assert await tables(evening, it) == []
    await client.hset(key, tournaments.TEMPLATE, json.dumps(template))
    evening.time.now_ms += ELSEWHERE_MS
    await evening.maker.tick()
    assert len(await tables(evening, it)) == 2


async def test_a_match_that_cannot_be_made_holds_up_no_other(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, it = await begun(redis, 6)
    monkeypatch.setattr(table_maker, "AT_ONCE", 1)
    create_all = evening.matches.create_all

    async def create_all_but_one(wanted: Sequence[FullMatch]) -> list[Exception | None]:
        if any(each.match.tournament.table == 1 for each in wanted if each.match.tournament):
            return [ValueError() for _ in wanted]
        return await create_all(wanted)

    monkeypatch.setattr(evening.matches, "create_all", create_all_but_one)
    await evening.maker.tick()
    assert len(await tables(evening, it)) == 2
    monkeypatch.setattr(evening.matches, "create_all", create_all)
    evening.time.now_ms += LEASE_MS
    await evening.maker.tick()
    assert len(await tables(evening, it)) == 3


# --- players without seals


@pytest.mark.parametrize("seals", [["ab" * 32], []], ids=["of another", "none"])
async def test_who_has_no_seal_is_withdrawn(redis: Redis, seals: list[str]) -> None:
    """So is who has the seal of the other at the table: no match can be made of these."""
    evening, it = await begun(redis, 4)
    first, second = it.playing.it.round(1).tables[0].players
    for player, given in ((first, ["ab" * 32]), (second, seals)):
        stored = json.dumps(it.entrant(player) | {"seals": given})
        client: Any = redis
        await client.hset(tournaments.players(it.id), player, stored)
    await evening.passes()
    assert len(await tables(evening, it)) == 1
    found = await evening.read(it.id)
    assert found.players[second].presence is Presence.WITHDRAWN
    assert found.players[first].points == POINT
    (result,) = await results(redis, it)
    assert (result.reason, result.ranks) == (Reason.WITHDREW, (0, 1))


async def test_seals_of_an_arena_run_out(redis: Redis) -> None:
    """Who brings more goes on."""
    evening, it = await begun(redis, 4, wish(System.ARENA, minutes=20), given=1)
    rich = list(it.playing.it.players)[:2]
    for each in rich:
        more = [seal_of(entropy(each, place)) for place in (1, 2)]
        await evening.tournaments.change(it.id, AddSeals(each, more))
    for _ in range(8):
        await evening.passes()
        for table in await tables(evening, it):
            await table.win(0)
    found = await evening.read(it.id)
    played = Counter(
        player
        for each in await results(redis, it)
        if each.log_head
        for player in found.round(each.round).table(each.table).players
    )
    for player, at in found.players.items():
        assert at.presence is Presence.WITHDRAWN
        assert 1 <= played[player] <= (3 if player in rich else 1)
    assert max(played.values()) > 1


async def test_a_larger_table_that_lacks_a_seal_has_a_no_show(redis: Redis) -> None:
    rules = replace(wish(seats=3, least_seats=3), game=livingstone.ID)
    match = replace(MATCH, game=livingstone.ID, options=livingstone.Options(), seats=3)
    evening, it = await begun(redis, 3, rules, match=match)
    _, second, _ = it.playing.it.round(1).tables[0].players
    client: Any = redis
    await client.hdel(tournaments.players(it.id), second)
    await evening.passes()
    (result,) = await results(redis, it)
    assert (result.reason, result.ranks, result.absent) == (Reason.NO_SHOW, (0, 1, 0), (1,))


# --- how matches end


async def test_ends_become_results(redis: Redis) -> None:
    evening, it = await begun(redis, 8)
    await evening.passes()
    won, left, missed, aborted = await tables(evening, it)
    await won.win(1)
    await left.reveal()
    await left.leave(0)
    await missed.reveal(1)
    await evening.matches.change(aborted.match.id, None, Abort("an outage"))
    evening.time.now_ms += it.match.reveal_ms
    await evening.matches.apply_deadlines(await evening.matches.store.load(missed.match.id))
    await evening.passes()
    found = {each.table: each for each in await results(redis, it)}
    assert [(found[table].reason, found[table].ranks) for table in (1, 2, 3, 4)] == [
        (Reason.RESIGNED, (1, 0)),
        (Reason.LEFT, (1, 0)),
        (Reason.NO_SHOW, (1, 0)),
        (Reason.ABORTED, (0, 0)),
    ]
    assert found[3].absent == (0,)
    client: Any = redis
    assert await client.hgetall(tournaments.ended(it.id)) == {}
    for each in (won, left, missed, aborted):
        match = await evening.matches.store.load(each.match.id)
        assert found[each.table].log_head == match.log_head
    assert len((await evening.read(it.id)).rounds) == 2


async def test_a_match_of_a_tournament_has_no_rematch(redis: Redis) -> None:
    evening, it = await begun(redis, 2, wish(rounds=1))
    await evening.passes()
    (table,) = await tables(evening, it)
    await table.win(0)
    played = OpenTable(evening.matches, table.match.id, tuple(table.players))
    with pytest.raises(MatchNotActive, match="has no rematch: the tournament says who meets whom"):
        await played.rematch(0, given=Given(seal="ab" * 32))


async def test_a_match_without_its_tournament_is_tallied(redis: Redis) -> None:
    """As it was archived, or its part of Redis was lost."""
    evening, it = await begun(redis, 2, wish(rounds=1))
    await evening.passes()
    (table,) = await tables(evening, it)
    await table.win(0)
    client: Any = redis
    await client.delete(tournaments.tournament(it.id))
    await evening.tally.tick()
    assert not await client.exists(tournaments.ended(it.id))
    assert await client.zcard(TALLY_DUE) == 0


async def test_an_end_that_cannot_be_noted_is_tried_again(redis: Redis) -> None:
    """The ends of other matches do not suffer from it."""
    evening, it = await begun(redis, 2, wish(rounds=1))
    _, other = await begun(redis, 2, wish(rounds=1))
    await evening.maker.tick()
    for each in (it, other):
        (table,) = await tables(evening, each)
        await table.win(0)
    client: Any = redis
    await client.set(tournaments.ended(it.id), "damaged")
    await evening.tally.tick()
    assert await client.hlen(tournaments.ended(other.id)) == 1
    assert await client.zcard(TALLY_DUE) == 1
    await client.delete(tournaments.ended(it.id))
    evening.time.now_ms += LEASES_MS
    await evening.tally.tick()
    assert await client.hlen(tournaments.ended(it.id)) == 1
    assert await client.zcard(TALLY_DUE) == 0


# --- matches that count no more


async def test_a_table_that_was_decided_without_its_match_ends_it(redis: Redis) -> None:
    evening, it = await begun(redis, 6)
    await evening.passes()
    first, second, third = await tables(evening, it)
    await second.reveal()
    for table in (first, second):
        await evening.tournaments.change(it.id, LeaveTournament(table.players[0].id))
    await evening.passes()
    for table in (first, second):
        match = await evening.matches.store.load(table.match.id)
        assert match.status is Status.ABORTED
        log = await evening.matches.store.log(match, match.version)
        assert getattr(log[-1], "note", "").startswith("A player of this table has withdrawn")
    assert (await evening.matches.store.load(third.match.id)).status is Status.WAITING
    await evening.passes()
    assert [each.reason for each in await results(redis, it)] == [Reason.WITHDREW] * 2


async def test_an_aborted_tournament_ends_its_matches(redis: Redis) -> None:
    evening, it = await begun(redis, 6)
    await evening.passes()
    found = await tables(evening, it)
    await found[0].win(0)
    await evening.tournaments.change(it.id, Give(commands.Abort("no electricity")))
    await evening.passes()
    statuses = [(await evening.matches.store.load(each.match.id)).status for each in found]
    assert statuses == [Status.FINISHED, Status.ABORTED, Status.ABORTED]


async def test_no_match_is_made_of_a_table_that_has_been_decided(redis: Redis) -> None:
    evening, it = await begun(redis, 4)
    first = it.playing.it.round(1).tables[0].players[0]
    await evening.tournaments.change(it.id, LeaveTournament(first))
    await evening.maker.tick()
    assert [each.table for each in await tables(evening, it)] == [2]
    assert not await evening.matches.store.exists(match_id(it.id, 1, 1))


# --- engines that die


@pytest.mark.parametrize("step", ["begun", "calls", "made_up_to"])
async def test_who_dies_while_making_leaves_it_to_another(
    redis: Redis, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, it = await begun(redis, 6)
    other = Evening(redis, evening.time)

    async def dies(*args: Any) -> Any:
        raise StoreUnavailable

    monkeypatch.setattr(evening.maker._store, step, dies)
    await evening.maker.tick()
    assert await made(redis, it) == 0
    stored = await everything(redis)
    await other.maker.tick()
    assert await made(redis, it) == 0
    evening.time.now_ms += LEASE_MS
    await other.maker.tick()
    assert await made(redis, it) == it.saved
    assert len(await tables(other, it)) == 3
    assert {
        name: each for name, each in (await everything(redis)).items() if name in stored
    } == stored


async def test_who_dies_after_the_entry_was_stored_leaves_it_to_another(redis: Redis) -> None:
    """Nobody was told that matches are to be made: the director finds it."""
    evening, it = await begun(redis, 6)
    client: Any = redis
    await client.delete(tournaments.tables(it.match.game))
    await evening.maker.tick()
    assert await tables(evening, it) == []
    await evening.passes()
    assert len(await tables(evening, it)) == 3
    await evening.tournaments.change(it.id, Give(commands.Abort("no electricity")))
    await client.delete(tournaments.tables(it.match.game))
    await evening.passes()
    matches = await evening.matches.store.load_many([match_id(it.id, 1, at) for at in (1, 2, 3)])
    assert {each.status for each in matches if isinstance(each, Match)} == {Status.ABORTED}


@pytest.mark.parametrize("step", ["note", "mark", "finish"])
async def test_an_end_is_known_whoever_dies(
    redis: Redis, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, it = await begun(redis, 2, wish(rounds=1))
    await evening.passes()
    (table,) = await tables(evening, it)
    await table.win(0)
    other = Evening(redis, evening.time)

    async def dies(*args: Any) -> Any:
        raise StoreUnavailable

    monkeypatch.setattr(evening.ends if step == "note" else evening.tally._queue, step, dies)
    with suppress(StoreUnavailable):
        await evening.tally.tick()
    await other.passes(LEASES_MS)
    await other.passes()
    assert [each.reason for each in await results(redis, it)] == [Reason.RESIGNED]
    assert (await other.read(it.id)).status is TournamentStatus.FINISHED


class Mortal(UnixDomainSocketConnection):
    """A connection of an engine that dies: it sends `left` more commands, and the answer to the
    last of them is lost."""

    left = 0

    async def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        Mortal.left -= 1
        if Mortal.left >= 0:
            await super().send_packed_command(command, check_health)
        if Mortal.left <= 0:
            await self.disconnect(nowait=True)
            raise RedisConnectionError


@pytest.mark.parametrize("seed", range(2))
async def test_a_tournament_whose_engines_all_die_is_played_to_its_end(
    redis: Redis, empty_server: RedisServer, seed: int
) -> None:
    """Each dies at some command, before or after Redis has carried it out."""
    dice = random.Random(seed)
    evening, it = await begun(redis, 7, wish(rounds=3, legs=2))
    user, password = shipped_users.login(empty_server.url, "engine")
    deaths, alike = 0, dict[bytes, Any]()
    while (await evening.read(it.id)).status is TournamentStatus.RUNNING:
        pool = ConnectionPool(
            connection_class=Mortal,
            path=empty_server.url.removeprefix("unix://"),
            username=user or None,
            password=password or None,
            retry=Retry(NoBackoff(), 0),
        )
        Mortal.left = dice.randrange(3, 40)
        async with Redis(connection_pool=pool) as mortal:
            await Evening(mortal, evening.time).passes_until_it_dies()
        await pool.disconnect()
        deaths += Mortal.left <= 0
        for table in await tables(evening, it):
            first = alike.setdefault(table.match.id.encode(), table.match.seed)
            assert first == table.match.seed
            await dice.choice([table.win, table.win, table.flee])(dice.randrange(2))
    assert deaths > 10
    found = await results(redis, it)
    assert len(found) == 3 * 3 * 2
    # All as the matches ended: none was lost, or came too late.
    assert {each.reason for each in found} <= {Reason.RESIGNED, Reason.LEFT}
    for each in found:
        match = await evening.matches.store.load(each.match)
        assert (match.ended, match.log_head) == (True, each.log_head)
    logs = [name for name in await everything(redis) if name.endswith(b":log")]
    assert len(logs) == len(found)


# --- many tables


@pytest.mark.parametrize(("each_ms", "others"), [(50, 0), (100, 1)])
async def test_a_claim_is_renewed_while_matches_are_made(
    redis: Redis, each_ms: int, others: int
) -> None:
    """Who was so slow that another engine may claim the tournament makes them all the same."""
    evening, it = await begun(redis, 300, wish(rounds=1))
    other, claimed = TableStore(redis).queue(it.match.game), list[Claimed]()
    create_all = evening.matches.create_all

    async def create_slowly(wanted: Sequence[FullMatch]) -> list[Exception | None]:
        evening.time.now_ms += each_ms * len(wanted)
        claimed.extend(await other.claim(evening.time.now_ms))
        return await create_all(wanted)

    evening.matches.create_all = create_slowly  # type: ignore[method-assign]
    begin = evening.time.now_ms
    await evening.maker.tick()
    assert evening.time.now_ms > begin + LEASE_MS
    assert len(claimed) >= others
    assert bool(claimed) is bool(others)
    assert await made(redis, it) == it.saved
    assert len(await tables(evening, it)) == 150


async def test_what_becomes_due_while_matches_are_made_waits_for_no_lease(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table is decided after the log was read to its end, and the engine that works on it claims
    it once more."""
    evening, it = await begun(redis, 4)
    maker, read, reads = evening.maker, evening.maker._store.read, count(1)

    async def read_before_a_change(tournament_id: str) -> Tournament | None:
        found = await read(tournament_id)
        if next(reads) == 2:
            first = it.playing.it.round(1).tables[0].players[0]
            await evening.tournaments.change(it.id, LeaveTournament(first))
            await maker._begin()
        return found

    monkeypatch.setattr(maker._store, "read", read_before_a_change)
    await maker.tick()
    matches = await evening.matches.store.load_many([match_id(it.id, 1, at) for at in (1, 2)])
    assert [each.status for each in matches if isinstance(each, Match)] == [
        Status.ABORTED,
        Status.WAITING,
    ]
    client: Any = redis
    assert await client.zcard(tournaments.tables(it.match.game)) == 0


async def test_a_large_round_does_not_hold_up_another_tournament(redis: Redis) -> None:
    evening, large = await begun(redis, 400, wish(rounds=1))
    _, small = await begun(redis, 2, wish(rounds=1))
    evening.time.now_ms = max(large.playing.now, small.playing.now)
    working = asyncio.create_task(evening.maker.tick())
    while not await tables(evening, small):
        assert len(await tables(evening, large)) < 200
    await working
    assert len(await tables(evening, large)) == 200
