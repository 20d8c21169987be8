"""Sealed deals: all seats are bound before any reveals, and the last to reveal deals."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from croupier_game.errors import InvalidOptions
from croupier_game.seeded import seeded_chance
from croupier_livingstone import rules as livingstone
from croupier_lost_cities import rules as lost_cities
from croupier_match import sealing
from croupier_match.commands import Reveal
from croupier_match.entries import Aborted
from croupier_match.match import AnyMatch, ClockOptions, Deal, Kind, Reason, StartMode, Status
from croupier_match.refusals import (
    Conflict,
    MatchActive,
    MatchNotActive,
)
from croupier_match.sealing import Given, seal_of
from croupier_match.settings import MatchSettings
from croupier_match.verify.stored import check_stored
from engine.domain.registry import GAMES
from engine.service.matches import Matches
from engine.service.matchmaking import Matchmaking
from engine.service.workers.scheduler import Scheduler
from engine.store.indexes.due_matches import KEY
from engine.store.matches import MatchStore
from engine.store.types import Saving
from redis.asyncio import Redis

from tests.engine.conftest import TTL
from tests.support.matches import SHORT, Table, key, outcomes, person, waiting_table

pytestmark = pytest.mark.anyio

SEALED = {"deal": Deal.SEALED, "reveal_ms": sealing.REVEAL_MS}
REVEAL = timedelta(milliseconds=sealing.REVEAL_MS)


@dataclass
class Time:
    now: datetime = field(default_factory=lambda: datetime.now(UTC))

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def engine(store: MatchStore, time: Time) -> Matches:
    return Matches(store, time)


def secret() -> str:
    return secrets.token_hex(32)


def given(entropy: str) -> Given:
    return Given(seal=seal_of(entropy))


@dataclass(frozen=True)
class Sealed:
    """A table of a sealed deal, and what its players keep."""

    table: Table
    kept: tuple[str, ...]

    async def reveal(self, seat: int, entropy: str | None = None, **more: Any) -> Any:
        command = partial(Reveal, entropy=entropy or self.kept[seat])
        return await self.table.change(seat, command, **more)

    async def join(self) -> "Sealed":
        entropy = secret()
        table = await self.table.join(person("Bob"), given=given(entropy))
        return Sealed(table, (*self.kept, entropy))


async def waiting(matches: Matches, **wish: Any) -> Sealed:
    entropy = secret()
    settings: dict[str, Any] = SEALED | {"given": given(entropy)} | wish
    return Sealed(await waiting_table(matches, **settings), (entropy,))


async def revealing(matches: Matches, **wish: Any) -> Sealed:
    """A table of two; neither player has revealed."""
    return await (await waiting(matches, **wish)).join()


async def checked(table: Table) -> Any:
    """The match, which must be what its log makes of it."""
    match = await table.match()
    check_stored(GAMES, match, await table.matches.store.log(match, match.version))
    return match


async def test_the_last_seat_opens_the_revealing_and_the_last_entropy_deals(
    engine: Matches, time: Time
) -> None:
    sealed = await revealing(engine)
    match = await sealed.table.match()
    assert (match.version, match.status, match.state) == (2, Status.WAITING, None)
    assert sealing.to_reveal(match) == (0, 1)
    assert match.reveal_by == (time.now + REVEAL).isoformat(timespec="milliseconds")[:23] + "Z"
    first = (await sealed.reveal(1)).match
    assert (first.version, first.status, sealing.to_reveal(first)) == (3, Status.WAITING, (0,))
    change = await sealed.reveal(0)
    match = change.match
    assert (match.version, match.status, match.reveal_by) == (4, Status.ACTIVE, "")
    assert change.events
    assert change.seat == 0
    chance = seeded_chance(match.seed, sealed.kept, 0, match.id)
    assert match.state == lost_cities.new_game(SHORT, 2, chance)[0]
    await sealed.table.play(3)
    await checked(sealed.table)


async def test_the_same_entropy_again_is_a_repeat_with_and_without_a_key(engine: Matches) -> None:
    sealed = await revealing(engine)
    keyed = key(sealed.table.players[0])
    first = await sealed.reveal(0, key=keyed)
    for again in (
        await sealed.reveal(0),
        await sealed.reveal(0, key=keyed),
        await sealed.reveal(0, expected=2),
    ):
        assert again.replayed
        assert again.match == first.match
    with pytest.raises(InvalidOptions):
        await sealed.reveal(0, secret())
    await sealed.reveal(1)
    assert (await sealed.reveal(0)).match.version == 4
    with pytest.raises(MatchActive):
        await sealed.reveal(0, secret())
    assert (await sealed.table.match()).version == 4


async def test_all_at_once_is_one_version_each(engine: Matches) -> None:
    sealed = await revealing(engine)
    calls: list[Callable[[], Any]] = [
        *(lambda seat=seat: sealed.reveal(seat) for seat in (0, 1, 0, 1))
    ]
    found = await outcomes(calls)
    assert not [each for each in found if isinstance(each, Exception)]
    match = await checked(sealed.table)
    assert (match.version, match.status) == (4, Status.ACTIVE)


@pytest.mark.parametrize("revealed", [(), (1,)])
async def test_the_same_entropy_that_comes_just_in_time_and_late_is_a_repeat(
    engine: Matches, store: MatchStore, time: Time, revealed: tuple[int, ...]
) -> None:
    sealed = await revealing(engine)
    for seat in revealed:
        await sealed.reveal(seat)
    late = JustBefore(store, lambda: time.now + REVEAL, lambda: sealed.reveal(0))
    change = await Sealed(sealed.table.through(late), sealed.kept).reveal(0)
    assert change.replayed
    assert change.match.seats[0].entropy == sealed.kept[0]


class JustBefore(Matches):
    """An engine that looks for deadlines when another has just made a change."""

    def __init__(self, store: MatchStore, now: Any, other: Callable[[], Any]) -> None:
        super().__init__(store, now)
        self.other = other

    async def apply_deadlines(self, match: AnyMatch) -> AnyMatch:
        await self.other()
        return await super().apply_deadlines(match)


async def test_who_withholds_is_named_and_the_match_is_over(engine: Matches, time: Time) -> None:
    sealed = await revealing(engine)
    await sealed.reveal(1)
    time.now += REVEAL - timedelta(milliseconds=1)
    assert (await engine.apply_deadlines(await sealed.table.match())).version == 3
    time.now += timedelta(milliseconds=1)
    with pytest.raises(MatchNotActive):
        await sealed.reveal(0)
    match = await checked(sealed.table)
    assert (match.version, match.status) == (4, Status.ABORTED)
    assert match.outcome.reason == Reason.ABORTED
    assert match.outcome.winners == ()
    assert all(seat.player for seat in match.seats)
    (entry,) = await engine.store.log(match, 4, 3)
    assert entry == Aborted(4, 0, match.update_time, withheld=(0,))
    assert (await sealed.reveal(1)).replayed


async def test_many_engines_abort_once(store: MatchStore, engine: Matches, time: Time) -> None:
    sealed = await revealing(engine)
    time.now += REVEAL
    match = await sealed.table.match()
    engines = [Matches(store, time) for _ in range(5)]
    ends = await asyncio.gather(*(each.apply_deadlines(match) for each in engines))
    assert {each.version for each in ends} == {3}
    await checked(sealed.table)


async def test_the_scheduler_ends_what_nobody_asks_for(own_redis: Redis, time: Time) -> None:
    engine = Matches(MatchStore(own_redis, TTL), time)
    scheduler = Scheduler(engine)
    sealed, played = await revealing(engine), await revealing(engine)
    for seat in (0, 1):
        await played.reveal(seat)
    await scheduler.tick()
    assert (await sealed.table.match()).version == 2
    time.now += REVEAL
    await scheduler.tick()
    assert (await sealed.table.match()).status == Status.ABORTED
    assert (await played.table.match()).status == Status.ACTIVE
    assert not await own_redis.zrange(KEY, 0, -1)


async def test_the_scheduler_ends_what_a_manual_start_has_opened(
    own_redis: Redis, time: Time
) -> None:
    engine = Matches(MatchStore(own_redis, TTL), time)
    sealed = await revealing(engine, start=StartMode.MANUAL)
    await sealed.table.start()
    time.now += REVEAL
    await Scheduler(engine).tick()
    assert (await checked(sealed.table)).status == Status.ABORTED


async def test_what_is_looked_at_too_early_is_looked_at_again(own_redis: Redis, time: Time) -> None:
    engine = Matches(MatchStore(own_redis, TTL), time)
    sealed = await revealing(engine)
    await own_redis.zadd(KEY, {sealed.table.match_id: 0})
    await Scheduler(engine).tick()
    assert (await sealed.table.match()).version == 2
    time.now += REVEAL
    await Scheduler(engine).tick()
    assert (await checked(sealed.table)).status == Status.ABORTED


async def test_the_first_move_may_be_due_before_the_end_of_the_revealing(
    own_redis: Redis, time: Time
) -> None:
    engine = Matches(MatchStore(own_redis, TTL), time)
    wish = {"reveal_ms": sealing.MAX_REVEAL_MS, "clock": ClockOptions(per_move_ms=1_000)}
    sealed = await revealing(engine, **wish)
    for seat in (0, 1):
        await sealed.reveal(seat)
    time.now += timedelta(seconds=1)
    await Scheduler(engine).tick()
    assert (await checked(sealed.table)).status == Status.FINISHED


class DeadError(Exception):
    """Where an engine has died."""


class Dying(MatchStore):
    """The store of an engine that dies just before it stores a match, or just after."""

    after = False

    async def save(self, saving: Saving) -> None:
        if self.after:
            await super().save(saving)
        raise DeadError


STEPS: dict[str, int] = {"the last seat": 1, "the first entropy": 2, "the last entropy": 3}
"""What an engine dies of, and the version before."""


async def one_step(sealed: Sealed, version: int) -> Sealed:
    """What leads on from this version, to the deal."""
    if version == 1:
        return await sealed.join()
    await sealed.reveal(3 - version)
    return sealed


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("step", STEPS)
async def test_an_engine_that_dies_leaves_a_deal_that_goes_on_or_ends_once(
    own_redis: Redis, time: Time, step: str, after: bool
) -> None:
    engine = Matches(MatchStore(own_redis, TTL), time)
    dying = Dying(own_redis, TTL)
    dying.after = after
    for goes_on in (True, False):
        sealed = await waiting(engine)
        for version in range(1, STEPS[step]):
            sealed = await one_step(sealed, version)
        dead = Sealed(sealed.table.through(Matches(dying, time)), sealed.kept)
        with pytest.raises(DeadError):
            await one_step(dead, STEPS[step])
        match = await checked(sealed.table)
        assert match.version == STEPS[step] + after
        await Scheduler(engine).tick()
        assert (await sealed.table.match()) == match, "it was not due"
        if goes_on and match.version > 1 and not (step == "the last seat" and after):
            for seat in sealing.to_reveal(match):
                await sealed.reveal(seat)
            assert (await checked(sealed.table)).status == Status.ACTIVE
        elif match.reveal_by:
            time.now += REVEAL
            for _ in range(2):
                await Scheduler(engine).tick()
            ended = await checked(sealed.table)
            assert (ended.status, ended.version) == (Status.ABORTED, match.version + 1)
            (entry,) = await engine.store.log(ended, ended.version, match.version)
            withheld = sealing.to_reveal(match)
            assert entry == Aborted(ended.version, 0, ended.update_time, withheld=withheld)


async def test_the_match_outlives_the_time_to_reveal(own_redis: Redis) -> None:
    engine = Matches(MatchStore(own_redis, replace(TTL, waiting=1_000)))
    sealed = await revealing(engine, reveal_ms=sealing.MAX_REVEAL_MS)
    left = await own_redis.pttl(f"match:{{{sealed.table.match_id}}}")
    assert left > sealing.MAX_REVEAL_MS


async def test_tickets_bring_their_seals_to_the_match(engine: Matches) -> None:
    kept = {}
    for name in ("Ada", "Bob"):
        player, entropy = person(name), secret()
        kept[player.id] = entropy
        wish: dict[str, Any] = {"game": lost_cities.ID, "reveal_ms": 7_000, "deal": Deal.SEALED}
        settings = lost_wish(**wish, given=given(entropy))
        ticket = (await Matchmaking(engine).create(player, settings, None)).ticket
    match = await engine.queries.store.load(ticket.match_id)
    assert sealing.to_reveal(match) == (0, 1)
    players = tuple(seat.player for seat in match.seats if seat.player)
    sealed = Sealed(Table(engine, match.id, players), tuple(kept[each.id] for each in players))
    for seat in (1, 0):
        await sealed.reveal(seat)
    assert (await checked(sealed.table)).status == Status.ACTIVE


def lost_wish(**wish: Any) -> MatchSettings:
    return MatchSettings(**wish)


async def test_tickets_of_an_open_deal_bring_their_entropy(engine: Matches) -> None:
    players = [person() for _ in range(3)]
    for number, player in enumerate(players):
        settings = lost_wish(game=livingstone.ID, seats=3, given=Given(f"{number:02x}"))
        ticket = (await Matchmaking(engine).create(player, settings, None)).ticket
    match = await engine.queries.store.load(ticket.match_id)
    by_player = {seat.player.id: seat.entropy for seat in match.seats if seat.player}
    assert by_player == {player.id: f"{number:02x}" for number, player in enumerate(players)}
    assert match.status == Status.ACTIVE


async def test_a_ticket_for_a_sealed_deal_has_a_seal(engine: Matches) -> None:
    for wish in (SEALED, {"given": given(secret())}, SEALED | {"given": Given("ab")}):
        settings = lost_wish(game=lost_cities.ID, **wish)
        with pytest.raises(InvalidOptions):
            await Matchmaking(engine).create(person(), settings, None)


async def test_a_rematch_is_dealt_as_the_match_was(engine: Matches) -> None:
    sealed = await revealing(engine, reveal_ms=9_000)
    for seat in (0, 1):
        await sealed.reveal(seat)
    await sealed.table.resign(0)
    kept = (secret(), secret())
    with pytest.raises(InvalidOptions):
        await sealed.table.rematch(0)
    assert (await sealed.table.rematch(0, given=given(kept[0]))).asked == (0,)
    with pytest.raises(Conflict):
        await sealed.table.rematch(1, given=given(kept[0]))
    asked = await sealed.table.rematch(1, given=given(kept[1]))
    again = Sealed(replace(sealed.table, match_id=asked.match_id), kept)
    match = await again.table.match()
    assert (match.deal, match.reveal_ms, sealing.to_reveal(match)) == (Deal.SEALED, 9_000, (0, 1))
    for seat in (0, 1):
        await again.reveal(seat)
    assert (await checked(again.table)).status == Status.ACTIVE


async def test_the_seal_of_a_rematch_request_stays(engine: Matches) -> None:
    sealed = await revealing(engine)
    for seat in (0, 1):
        await sealed.reveal(seat)
    await sealed.table.resign(0)
    first, table = given(secret()), sealed.table
    await table.rematch(0, given=first)
    with pytest.raises(Conflict):
        await table.rematch(0, given=given(secret()))
    assert (await table.rematch(0, given=first)).asked == (0,)
    assert (await table.rematch(0)).asked == (0,)
    asked = await table.rematch(1, given=given(secret()))
    with pytest.raises(Conflict):
        await table.rematch(0, given=given(secret()))
    assert (await table.rematch(0)).match_id == asked.match_id
    assert (await replace(table, match_id=asked.match_id).match()).seats[0].seal == first.seal


async def test_entropy_can_be_given_later_but_not_changed(engine: Matches) -> None:
    table = await (await waiting_table(engine)).join(person("Bob"))
    await table.resign(0)
    for entropy in ("", "aa", "", "aa"):
        await table.rematch(0, True, given=Given(entropy))
    with pytest.raises(Conflict):
        await table.rematch(0, given=Given("ab"))
    asked = await table.rematch(1)
    assert (await replace(table, match_id=asked.match_id).match()).seats[0].entropy == "aa"


async def test_a_rematch_of_an_open_deal_takes_entropy(engine: Matches) -> None:
    table = await waiting_table(engine)
    table = await table.join(person("Bob"))
    await table.resign(0)
    await table.rematch(0, True, given=Given("aa"))
    with pytest.raises(InvalidOptions):
        await table.rematch(1, given=given(secret()))
    asked = await table.rematch(1, True, given=Given("bb" * 32))
    match = await replace(table, match_id=asked.match_id).match()
    assert [seat.entropy for seat in match.seats] == ["aa", "bb" * 32]


async def test_the_past_shows_the_phase_as_it_was(engine: Matches) -> None:
    sealed = await revealing(engine)
    for seat in (1, 0):
        await sealed.reveal(seat)
    pasts = await engine.queries.past.versions(await sealed.table.match(), 1, 4)
    assert [sealing.to_reveal(past.match) for past in pasts] == [(), (0, 1), (0,), ()]
    assert [past.entry.kind for past in pasts] == [
        Kind.CREATED,
        Kind.JOINED,
        Kind.REVEALED,
        Kind.REVEALED,
    ]
