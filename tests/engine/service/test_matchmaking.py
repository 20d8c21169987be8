"""Tickets: equal wishes are paired, the oldest first, each once, and none is lost."""

import random
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import anyio
import pytest
from croupier_game.errors import InvalidOptions
from croupier_livingstone import rules as livingstone
from croupier_lost_cities import rules as lost_cities
from croupier_match.clock import epoch_ms
from croupier_match.match import ClockOptions, Deal, OnTimeout, Player, Status, UndoMode
from croupier_match.refusals import Conflict, NotFound, NotPlayedHere
from croupier_match.sealing import ENTROPY_BYTES, REVEAL_MS, Given, seal_of
from croupier_match.settings import MatchSettings
from engine.domain.errors import IdempotencyMismatch
from engine.service.matches import Matches
from engine.service.matchmaking import Matchmaking, TicketAnswer
from engine.service.workers.scheduler import Scheduler
from engine.store.installation import KEY
from engine.store.matches import MatchStore
from engine.store.tickets import KEPT_MS, MAKING_MS, MAX_SEARCHING, UNMADE, Ticket, TicketStatus
from redis.asyncio import Redis
from redislink.client import connect

from tests.engine.conftest import PATIENT_S, TTL
from tests.support.matches import key, outcomes, person
from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio

SEED = 20261123
WISH = MatchSettings(lost_cities.ID)
THREE = MatchSettings(livingstone.ID, seats=3)
START = datetime(2026, 11, 23, tzinfo=UTC)
TEN_MINUTES = timedelta(minutes=10)
MAKING = timedelta(milliseconds=MAKING_MS)
SEARCHING, MATCHED = TicketStatus.SEARCHING, TicketStatus.MATCHED
CANCELLED, EXPIRED = TicketStatus.CANCELLED, TicketStatus.EXPIRED


class Time:
    """What the engines take for the time; it passes when a test says so."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def passes(self, by: timedelta) -> None:
        self.now += by


class Office:
    """Engines over a Redis of their own, without the tickets of other tests."""

    def __init__(self, redis: Redis, time: Time) -> None:
        self.redis = redis
        self.time = time
        self.tickets = self.engine()

    def engine(self) -> Matchmaking:
        return Matchmaking(Matches(MatchStore(self.redis, TTL), now=self.time))

    async def enter(self, player: Player | None = None, wish: MatchSettings = WISH) -> Ticket:
        return (await self.tickets.create(player or person(), wish, None)).ticket

    async def look(self, *tickets: Ticket) -> list[Ticket]:
        """The tickets as their players see them now."""
        return [await self.tickets.get(ticket.id, ticket.player_id) for ticket in tickets]

    async def statuses(self, *tickets: Ticket) -> list[TicketStatus]:
        return [ticket.status for ticket in await self.look(*tickets)]

    async def players(self, match_id: str) -> set[str]:
        """The players of the match, which must have begun."""
        match = await self.tickets.matches.queries.store.load(match_id)
        assert (match.status, match.version) == (Status.ACTIVE, len(match.seats))
        return {seat.player.id for seat in match.seats if seat.player}

    async def matches(self) -> list[str]:
        """The ids of all matches that there are."""
        names: list[bytes] = await self.redis.keys("match:*}")  # type: ignore[assignment]
        return [name.decode().removeprefix("match:{").removesuffix("}") for name in names]

    async def unmade(self) -> list[str]:
        """The tickets that an engine is to see to."""
        names: list[bytes] = await self.redis.zrange(UNMADE, 0, -1)  # type: ignore[assignment]
        return [name.decode() for name in names]

    async def paired(self, *tickets: Ticket) -> bool:
        """Whether these tickets, and no others, are in one match."""
        seen = await self.look(*tickets)
        ids = {ticket.match_id for ticket in seen}
        if len(ids) > 1 or ids == {""}:
            return False
        return await self.players(ids.pop()) == {ticket.player_id for ticket in seen}


@pytest.fixture
async def office(own_server: RedisServer) -> AsyncIterator[Office]:
    async with connect(own_server.url, PATIENT_S) as redis:
        yield Office(redis, Time())


# --- who is paired with whom


async def test_the_oldest_are_paired_first(office: Office) -> None:
    dice = random.Random(SEED)
    waiting: list[Ticket] = []
    for _ in range(3):
        waiting.append(await office.enter(wish=THREE))
    assert await office.paired(*waiting)
    early = [await office.enter(wish=replace(THREE, seats=5)) for _ in range(4)]
    for cancelled in dice.sample(early, 2):
        await office.tickets.cancel(cancelled.id, cancelled.player_id)
        early.remove(cancelled)
    late = [await office.enter(wish=replace(THREE, seats=5)) for _ in range(3)]
    after = await office.enter(wish=replace(THREE, seats=5))
    assert await office.paired(*early, *late)
    assert after.status == SEARCHING


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (WISH, replace(WISH, seats=2)),
        (WISH, replace(WISH, options=lost_cities.Options())),
        (replace(WISH, options=lost_cities.Options(rounds=3)), WISH),
        (THREE, replace(THREE, options=livingstone.Options())),
        (
            replace(WISH, clock=ClockOptions(per_move_ms=5_000)),
            replace(WISH, clock=ClockOptions(5_000, on_timeout=OnTimeout.FORFEIT)),
        ),
        (WISH, replace(WISH, undo=UndoMode.CONSENT)),
    ],
)
async def test_equal_wishes_meet_however_they_are_written(
    office: Office, one: MatchSettings, other: MatchSettings
) -> None:
    tickets = [await office.enter(wish=wish) for wish in (one, other, one)[: one.seats or 2]]
    assert await office.paired(*tickets)


async def test_wishes_that_differ_never_meet(office: Office) -> None:
    wishes = [
        WISH,
        replace(WISH, options=lost_cities.Options(rounds=1)),
        replace(WISH, options=lost_cities.Options(start_seat=0)),
        replace(WISH, options=lost_cities.Options(colors=6)),
        replace(WISH, clock=ClockOptions(per_move_ms=5_000)),
        replace(WISH, clock=ClockOptions(per_move_ms=5_001)),
        replace(WISH, clock=ClockOptions(bank_ms=5_000)),
        replace(WISH, clock=ClockOptions(bank_ms=5_000, increment_ms=1)),
        replace(WISH, clock=ClockOptions(5_000, on_timeout=OnTimeout.RANDOM)),
        replace(WISH, undo=UndoMode.NEVER),
        MatchSettings(livingstone.ID),
        THREE,
    ]
    tickets = [await office.enter(wish=wish) for wish in wishes]
    assert {*await office.statuses(*tickets)} == {SEARCHING}
    for wish, ticket in zip(wishes, tickets, strict=True):
        others = [await office.enter(wish=wish) for _ in range((wish.seats or 2) - 1)]
        assert await office.paired(ticket, *others)
        match = await office.tickets.matches.queries.store.load(others[-1].match_id)
        assert (match.game, match.clock) == (wish.game, wish.clock)
        assert (match.undo is None) == (wish.undo == UndoMode.NEVER)
        assert match.options == (wish.options or type(match.options)())


async def test_nobody_is_paired_with_themself(office: Office) -> None:
    ada, bob = person("Ada"), person("Bob")
    first, second, third = [await office.enter(ada) for _ in range(3)]
    assert {*await office.statuses(first, second, third)} == {SEARCHING}
    assert await office.paired(first, await office.enter(bob))
    assert await office.statuses(second, third) == [SEARCHING, SEARCHING]
    assert await office.paired(second, await office.enter(bob))


async def test_no_two_tickets_of_a_match_have_the_same_seal(office: Office) -> None:
    ada, bob = person("Ada"), person("Bob")
    plain, sealed = sealed_by("00"), sealed_by("5a")
    tickets = [await office.enter(ada, wish) for wish in (plain, sealed, sealed)]
    # Whichever of them is the oldest that searches then; for other settings, each has a match.
    for same in (plain, sealed):
        with pytest.raises(Conflict, match="the same seal"):
            await office.enter(bob, same)
    other = await office.enter(bob, replace(sealed, undo=UndoMode.NEVER))
    assert await office.statuses(*tickets, other) == [SEARCHING] * 4
    assert (await office.enter(bob, sealed_by("a5"))).match_id
    assert await office.statuses(*tickets) == [MATCHED, SEARCHING, SEARCHING]


async def test_a_seal_of_a_ticket_that_has_ended_may_come_again(office: Office) -> None:
    ada, bob = person("Ada"), person("Bob")
    ticket = await office.enter(ada, sealed_by("5a"))
    await office.tickets.cancel(ticket.id, ada.id)
    assert (await office.enter(bob, sealed_by("5a"))).status == SEARCHING


def sealed_by(byte: str) -> MatchSettings:
    """A sealed deal, and what a player gives to it."""
    given = Given(seal=seal_of(byte * ENTROPY_BYTES))
    return replace(WISH, deal=Deal.SEALED, reveal_ms=REVEAL_MS, given=given)


async def test_of_three_who_wait_each_sits_once(office: Office) -> None:
    ada, bob, eve = person("Ada"), person("Bob"), person("Eve")
    tickets = [await office.enter(player, THREE) for player in (ada, ada, bob, bob, ada)]
    assert {*await office.statuses(*tickets)} == {SEARCHING}
    assert await office.paired(tickets[0], tickets[2], await office.enter(eve, THREE))
    assert await office.paired(tickets[1], tickets[3], await office.enter(eve, THREE))
    assert await office.statuses(tickets[4]) == [SEARCHING]


async def test_who_has_been_matched_goes_on_searching_with_a_later_ticket(office: Office) -> None:
    ada, bob = person("Ada"), person("Bob")
    first = await office.enter(ada, THREE)
    middle = await office.enter(bob, THREE)
    later = await office.enter(ada, THREE)
    assert await office.paired(first, middle, await office.enter(wish=THREE))
    second = await office.enter(wish=THREE)
    assert await office.paired(later, second, await office.enter(bob, THREE))


async def test_many_tickets_of_one_player_make_nobody_elses_search_longer(office: Office) -> None:
    ada = person("Ada")
    crowd = [await office.enter(ada) for _ in range(MAX_SEARCHING - 1)]
    calls = await commands(office)
    await office.enter(ada)
    assert await commands(office) - calls < 30
    assert await office.paired(crowd[0], await office.enter())


async def test_who_has_given_up_makes_nobody_elses_search_longer(office: Office) -> None:
    for _ in range(100):
        ticket = await office.enter()
        await office.tickets.cancel(ticket.id, ticket.player_id)
    calls = await commands(office)
    ticket = await office.enter()
    assert await commands(office) - calls < 30
    assert await office.paired(ticket, await office.enter())


async def commands(office: Office) -> int:
    """How many commands Redis has carried out, those of scripts included."""
    stats: dict[str, dict[str, int]] = await office.redis.info("commandstats")
    return sum(each["calls"] for each in stats.values())


async def test_seats_are_drawn_by_lot(office: Office) -> None:
    orders = set()
    for _ in range(40):
        tickets = [await office.enter() for _ in range(2)]
        match = await office.tickets.matches.queries.store.load(tickets[1].match_id)
        first = match.seats[0].player
        orders.add(bool(first and first.id == tickets[0].player_id))
    assert orders == {True, False}


async def test_what_cannot_be_played_is_refused(office: Office) -> None:
    with pytest.raises(NotPlayedHere):
        await office.enter(wish=MatchSettings("chess"))
    for wish in (
        MatchSettings(lost_cities.ID, seats=3),
        MatchSettings(lost_cities.ID, lost_cities.Options(rounds=0)),
        replace(WISH, clock=ClockOptions(per_move_ms=1)),
    ):
        with pytest.raises(InvalidOptions):
            await office.enter(wish=wish)
    assert await office.redis.keys() == [KEY.encode()]


# --- the end of a search


async def test_a_ticket_expires(office: Office) -> None:
    ticket = await office.enter()
    assert ticket.expires_ms == epoch_ms(START + TEN_MINUTES)
    office.time.passes(TEN_MINUTES - timedelta(milliseconds=1))
    assert await office.statuses(ticket) == [SEARCHING]
    office.time.passes(timedelta(milliseconds=1))
    assert await office.statuses(ticket) == [EXPIRED]


@pytest.mark.parametrize("looked_at", [True, False])
async def test_an_expired_ticket_is_never_paired(office: Office, looked_at: bool) -> None:
    ada = person("Ada")
    gone = await office.enter(ada)
    office.time.passes(TEN_MINUTES)
    if looked_at:
        assert await office.statuses(gone) == [EXPIRED]
    second = await office.enter()
    assert second.status == SEARCHING
    assert await office.statuses(gone) == [EXPIRED]
    assert await office.paired(second, await office.enter(ada))


async def test_the_next_ticket_takes_the_place_of_one_that_has_expired(office: Office) -> None:
    ada, bob = person("Ada"), person("Bob")
    gone = await office.enter(ada, THREE)
    office.time.passes(TEN_MINUTES / 2)
    middle = await office.enter(bob, THREE)
    later = await office.enter(ada, THREE)
    office.time.passes(TEN_MINUTES / 2)
    assert await office.paired(middle, later, await office.enter(wish=THREE))
    assert await office.statuses(gone) == [EXPIRED]


@pytest.mark.parametrize("seen_by", ["its player", "who searches"])
async def test_what_has_been_called_expired_stays_so_for_an_engine_whose_clock_is_behind(
    office: Office, seen_by: str
) -> None:
    ticket = await office.enter()
    office.time.passes(TEN_MINUTES)
    if seen_by == "its player":
        assert await office.statuses(ticket) == [EXPIRED]
    else:
        other = await office.enter()
        await office.tickets.cancel(other.id, other.player_id)
    office.time.passes(-timedelta(seconds=1))
    assert (await office.enter()).status == SEARCHING
    assert await office.statuses(ticket) == [EXPIRED]


async def test_a_ticket_can_be_read_for_a_day_after_it_has_expired(office: Office) -> None:
    first, second = await office.enter(), await office.enter()
    alone = await office.enter()
    for ticket in (first, second, alone):
        left = await office.redis.pttl(f"{{tickets}}:ticket:{ticket.id}")
        assert KEPT_MS + TTL.ticket - 60_000 < left <= KEPT_MS + TTL.ticket
    names = [name async for name in office.redis.scan_iter("{tickets}:*")]
    names.remove(b"{tickets}:installation")  # which is kept for good
    assert len(names) == 7
    for name in names:
        assert await office.redis.pttl(name) > 0


async def test_a_match_that_was_forgotten_is_not_made_again_for_its_tickets(
    office: Office,
) -> None:
    tickets = [await office.enter() for _ in range(2)]
    match_id = tickets[1].match_id
    async for name in office.redis.scan_iter(f"match:{{{match_id}}}*"):
        await office.redis.delete(name)
    seen = await office.look(*tickets)
    assert [ticket.match_id for ticket in seen] == [match_id] * 2
    assert not await office.redis.exists(f"match:{{{match_id}}}")


async def test_a_cancelled_ticket_is_never_paired(office: Office) -> None:
    ticket = await office.enter()
    for _ in range(2):
        cancelled = await office.tickets.cancel(ticket.id, ticket.player_id)
        assert cancelled.status == CANCELLED
    other = await office.enter()
    assert other.status == SEARCHING
    assert await office.statuses(ticket) == [CANCELLED]
    office.time.passes(TEN_MINUTES)
    assert await office.statuses(ticket, other) == [CANCELLED, EXPIRED]
    assert (await office.tickets.cancel(other.id, other.player_id)).status == EXPIRED


async def test_a_matched_ticket_stays_so(office: Office) -> None:
    tickets = [await office.enter() for _ in range(2)]
    for ticket in tickets:
        with pytest.raises(Conflict):
            await office.tickets.cancel(ticket.id, ticket.player_id)
    office.time.passes(TEN_MINUTES)
    assert await office.paired(*tickets)


async def test_a_ticket_is_its_players_only(office: Office) -> None:
    ticket, eve = await office.enter(), person("Eve")
    for ask in (office.tickets.get, office.tickets.cancel):
        for ticket_id, player_id in ((ticket.id, eve.id), ("A" * 22, eve.id), ("x", eve.id)):
            with pytest.raises(NotFound):
                await ask(ticket_id, player_id)
    assert await office.statuses(ticket) == [SEARCHING]


async def test_cancelling_and_pairing_at_once_never_both_happen(office: Office) -> None:
    engines, happened = [office.engine(), office.engine()], set()
    for round_ in range(60):
        ticket, other = await office.enter(), person()
        cancel = partial(engines[0].cancel, ticket.id, ticket.player_id)
        # With a key, the other request has more to look up, and comes later.
        create = partial(engines[1].create, other, WISH, key(other) if round_ % 3 else None)
        calls: list[Any] = [cancel, create]
        found = await outcomes(calls if round_ % 2 else calls[::-1])
        (made,) = [each for each in found if isinstance(each, TicketAnswer)]
        (cancelled,) = [each for each in found if not isinstance(each, TicketAnswer)]
        happened.add(made.ticket.status)
        if made.ticket.status == MATCHED:
            assert isinstance(cancelled, Conflict)
            assert await office.paired(ticket, made.ticket)
        else:
            assert await office.statuses(ticket) == [CANCELLED]
            await office.tickets.cancel(made.ticket.id, other.id)
    assert happened == {MATCHED, SEARCHING}


# --- repeats


async def test_a_repeat_finds_its_ticket_and_is_answered_as_the_first_was(office: Office) -> None:
    ada, bob = person("Ada"), person("Bob")
    once = [key(ada), key(bob)]
    firsts = [
        await office.tickets.create(player, WISH, used)
        for player, used in zip((ada, bob), once, strict=True)
    ]
    assert [first.ticket.status for first in firsts] == [SEARCHING, MATCHED]
    for first, player, used in zip(firsts, (ada, bob), once, strict=True):
        again = await office.engine().create(player, WISH, used)
        assert again.replayed
        assert not first.replayed
        for name in ("id", "status", "match_id", "expires_ms"):
            assert getattr(again.ticket, name) == getattr(first.ticket, name), name
    assert await office.paired(*(first.ticket for first in firsts))


async def test_a_key_used_for_another_wish_is_refused_before_the_wish_is_looked_at(
    office: Office,
) -> None:
    ada = person("Ada")
    first = await office.tickets.create(ada, WISH, key(ada))
    for wish in (WISH, MatchSettings("chess")):
        with pytest.raises(IdempotencyMismatch):
            await office.tickets.create(ada, wish, key(ada, fingerprint="other"))
    assert await office.statuses(first.ticket) == [SEARCHING]
    assert not (await office.tickets.create(person(), WISH, key(person()))).replayed


async def test_a_refused_wish_does_not_use_up_its_key(office: Office) -> None:
    ada = person("Ada")
    with pytest.raises(NotPlayedHere):
        await office.tickets.create(ada, MatchSettings("chess"), key(ada))
    assert not (await office.tickets.create(ada, WISH, key(ada, fingerprint="other"))).replayed


async def test_the_same_request_many_times_at_once_is_one_ticket(office: Office) -> None:
    engines, ada = [office.engine(), office.engine()], person("Ada")
    found = await outcomes([partial(engines[n % 2].create, ada, WISH, key(ada)) for n in range(16)])
    answers = [answer for answer in found if isinstance(answer, TicketAnswer)]
    assert len(answers) == 16
    assert sum(not answer.replayed for answer in answers) == 1
    assert len({answer.ticket.id for answer in answers}) == 1
    assert await office.paired(answers[0].ticket, await office.enter())
    assert (await office.enter()).status == SEARCHING


# --- engines that die


class DeadError(Exception):
    """Where an engine has died."""


class Dying(Matches):
    """An engine that matches tickets, and dies before it has stored their match."""

    async def create_full(self, match: Any, players: Any, given: Any) -> None:
        raise DeadError


class Dead(Matches):
    """An engine that dies once it has stored the match, before it has said so."""

    async def create_full(self, match: Any, players: Any, given: Any) -> None:
        await super().create_full(match, players, given)
        raise DeadError


class Meeting(MatchStore):
    """Stores for engines of which none goes on before all have seen whether there is a match."""

    def __init__(self, redis: Redis, engines: int) -> None:
        super().__init__(redis, TTL)
        self._left = engines
        self._all = anyio.Event()

    async def versions(self, match_ids: Sequence[str]) -> list[int]:
        found = await super().versions(match_ids)
        self._left -= 1
        if self._left == 0:
            self._all.set()
        await self._all.wait()
        return found


@pytest.mark.parametrize("engine", [Dying, Dead])
@pytest.mark.parametrize("wish", [WISH, THREE])
async def test_an_engine_that_dies_between_the_steps_loses_nothing(
    office: Office, engine: type[Matches], wish: MatchSettings
) -> None:
    """A reader of one of the tickets makes the match; many at once make it once."""
    waiting = [await office.enter(wish=wish) for _ in range((wish.seats or 2) - 1)]
    last = person("Eve")
    broken = Matchmaking(engine(MatchStore(office.redis, TTL), now=office.time))
    with pytest.raises(DeadError):
        await broken.create(last, wish, key(last))
    meeting = Meeting(office.redis, 4 * (len(waiting) + 1))
    other = Matchmaking(Matches(meeting, now=office.time))
    looks: list[Any] = [partial(other.get, each.id, each.player_id) for each in waiting]
    found = await outcomes([*looks, partial(other.create, last, wish, key(last))] * 4)
    told = [each.ticket if isinstance(each, TicketAnswer) else each for each in found]
    tickets = [each for each in told if isinstance(each, Ticket)]
    assert len(tickets) == len(found), found
    (match_id,) = {ticket.match_id for ticket in tickets}
    assert {ticket.status for ticket in tickets} == {MATCHED}
    expected = {last.id, *(ticket.player_id for ticket in waiting)}
    assert await office.players(match_id) == expected
    listed = await office.redis.keys("match:*}")
    assert listed == [f"match:{{{match_id}}}".encode()]


@pytest.mark.parametrize("engine", [Dying, Dead])
async def test_tickers_make_a_match_once_and_leave_its_engine_the_time_to(
    office: Office, engine: type[Matches]
) -> None:
    """One of them dies as well, with what it had taken up."""
    tickers = [Scheduler(office.engine().matches) for _ in range(4)]
    pairs = [(person("Ada"), person("Bob")) for _ in range(30)]
    broken = Matchmaking(engine(MatchStore(office.redis, TTL), now=office.time))
    for ada, bob in pairs:
        await office.enter(ada)
        with pytest.raises(DeadError):
            await broken.create(bob, WISH, None)
    made = len(await office.matches())
    office.time.passes(MAKING - timedelta(milliseconds=1))
    await outcomes([each.tick for each in tickers])
    assert len(await office.matches()) == made
    office.time.passes(timedelta(milliseconds=1))
    claimed = await office.engine().claim_unmade()
    await outcomes([each.tick for each in tickers])
    assert len(await office.unmade()) == len(claimed.ids) > 0
    office.time.passes(MAKING)
    await outcomes([each.tick for each in tickers])
    assert not await office.unmade()
    seated = [await office.players(match_id) for match_id in await office.matches()]
    assert sorted(map(sorted, seated)) == sorted(sorted((ada.id, bob.id)) for ada, bob in pairs)


async def test_nobody_sees_to_what_is_made_or_forgotten(office: Office) -> None:
    for _ in range(2):
        await office.enter()
    assert not await office.redis.exists(UNMADE)
    await office.redis.zadd(UNMADE, {"forgotten": 1})
    await Scheduler(office.tickets.matches).tick()
    assert not await office.redis.exists(UNMADE)


async def test_tickets_that_cannot_become_a_match_stop_no_others(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    """Those of a game that other engines play wait for them; broken ones are told of."""
    broken = Matchmaking(Dying(MatchStore(office.redis, TTL), now=office.time))
    tickets = []
    for _ in range(3):
        tickets.append(await office.enter())
        with pytest.raises(DeadError):
            await broken.create(person("Bob"), WISH, None)
    strange, spoilt, _ = await office.unmade()
    await office.redis.hset(f"{{tickets}}:ticket:{strange}", "game", "chess")
    await office.redis.hset(f"{{tickets}}:ticket:{spoilt}", "settings", "{}")
    office.time.passes(MAKING)
    await Scheduler(office.tickets.matches).tick()
    assert len(await office.matches()) == 1
    assert {*await office.unmade()} == {strange, spoilt}
    assert caplog.messages == [f"the match of ticket {spoilt} failed: ValidationError"]


# --- everything at once


async def test_a_crowd_is_seated_without_a_ticket_lost(office: Office) -> None:
    """Some players come often, some cancel; what is left in the end cannot be paired."""
    sys.stdout.write(f"seed {SEED}\n")
    dice = random.Random(SEED)
    engines = [office.engine() for _ in range(4)]
    people = [person(str(number)) for number in range(40)]
    wishes = [WISH, THREE, replace(WISH, options=lost_cities.Options(rounds=1))]

    async def one(
        engine: Matchmaking, player: Player, wish: MatchSettings, gives_up: bool
    ) -> Ticket:
        ticket = (await engine.create(player, wish, None)).ticket
        if not gives_up:
            return ticket
        try:
            return await engine.cancel(ticket.id, player.id)
        except Conflict:
            return ticket

    made = await outcomes(
        [
            partial(one, dice.choice(engines), *wishing, dice.random() < 0.2)
            for wishing in [(dice.choice(people), dice.choice(wishes)) for _ in range(400)]
        ]
    )
    tickets = await office.look(*(each for each in made if isinstance(each, Ticket)))
    assert len(tickets) == 400
    by_match: dict[str, list[Ticket]] = {}
    for ticket in tickets:
        assert (ticket.status == MATCHED) == bool(ticket.match_id)
        by_match.setdefault(ticket.match_id, []).append(ticket)
    left = [each for each in by_match.pop("", []) if each.status == SEARCHING]
    for match_id, together in by_match.items():
        assert await office.players(match_id) == {ticket.player_id for ticket in together}
        assert len({ticket.settings for ticket in together}) == 1
        assert {each.id for each in together} == {*together[0].ticket_ids}
    for ticket in left:
        alike = {other.player_id for other in left if other.settings == ticket.settings}
        assert len(alike) < len(ticket.template.seats)
