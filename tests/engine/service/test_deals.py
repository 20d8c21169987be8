"""Deals that several play: the same cards for all, one try each, and who may see what."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from croupier_game.errors import InvalidOptions
from croupier_match.admission import Caller
from croupier_match.commands import Ask, Move, Resign
from croupier_match.match import Access, AnyMatch, Player, Status
from croupier_match.refusals import Conflict, NotFound, UndoRefused
from croupier_match.settings import MatchSettings
from engine.domain.deals import LONGEST_MS, MOST_A_DAY, SHORTEST_MS, NewDeal
from engine.domain.errors import IdempotencyMismatch, StoreUnavailable
from engine.domain.registry import GAMES
from engine.service.deals import Deals
from engine.service.invitations import Invitations
from engine.service.matches import Matches
from engine.store.deals import DealBoards, DealStore
from engine.store.indexes.match_index import match_id, scope_of
from engine.store.matches import MatchStore
from engine.store.tally.ended_matches import Ended, read_all
from redis.asyncio import Redis
from redislink import deals
from redislink.client import connect
from redislink.deals import DAY_MS

from tests.engine.conftest import PATIENT_S
from tests.support.matches import SHORT, key, outcomes, person

pytestmark = pytest.mark.anyio

NOON = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0)
"""Of the real day: what is stored expires by the clock of Redis."""


def id_of(days: int = 0, game: str = "lost-cities") -> str:
    """The id of the deal of today, or of so many days after it."""
    return deals.id_of_day(game, NOON.date() + timedelta(days))


TODAY = id_of()
HUGO = Player("hugo".ljust(22, "-"), "Hugo", "bot")


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> datetime:
        return self.time

    @property
    def ms(self) -> int:
        return int(self.time.timestamp() * 1000)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def played(store: MatchStore, clock: Clock) -> Deals:
    return Deals(Matches(store, clock.now), store.deals)


async def attempt(played: Deals, player: Player, deal_id: str = TODAY) -> AnyMatch:
    tried = await played.attempt(deal_id, "lost-cities", player, [HUGO])
    return tried.match


def wish(clock: Clock, name: str = "Friday", **more: int) -> NewDeal:
    times = {"start_ms": 0, "end_ms": clock.ms + DAY_MS, **more}
    return NewDeal(name, MatchSettings("lost-cities", SHORT), (), **times)


async def test_all_who_try_a_deal_have_the_same_cards_and_a_private_match_of_their_own(
    played: Deals,
) -> None:
    one, other = [await attempt(played, person(name)) for name in ("Ada", "Bob")]
    assert one.id != other.id
    assert (one.state, one.seed) == (other.state, other.seed)
    assert (one.status, one.access, one.undo) == (Status.ACTIVE, Access.PRIVATE, None)
    assert one.deal_of
    assert one.deal_of.id == TODAY
    assert [seat.player and seat.player.id for seat in one.seats][1:] == [HUGO.id]


async def test_the_deal_of_another_day_and_of_another_deal_has_other_cards(
    played: Deals, clock: Clock
) -> None:
    today = await attempt(played, person())
    clock.time += timedelta(days=1)
    tomorrow = await attempt(played, person(), id_of(1))
    assert (today.state, today.seed) != (tomorrow.state, tomorrow.seed)


async def test_the_same_moves_meet_the_same_chance(played: Deals) -> None:
    ends = []
    for name in ("Ada", "Bob"):
        match = await attempt(played, person(name))
        for _ in range(12):
            match = await _first_move(played.matches, match)
        ends.append(match.state)
    assert ends[0] == ends[1]


async def test_each_player_has_one_try(played: Deals) -> None:
    ada = person()
    first = await attempt(played, ada)
    moved = await _first_move(played.matches, first)
    again = await played.attempt(TODAY, "lost-cities", ada, [])
    assert again.match == moved


async def test_a_try_that_is_asked_for_twice_at_once_is_one_match(played: Deals) -> None:
    ada = person()
    found = await outcomes([lambda: attempt(played, ada)] * 8)
    assert len({each.id for each in found if not isinstance(each, Exception)}) == 1
    assert not [each for each in found if isinstance(each, Exception)]


@pytest.mark.parametrize(
    "deal_id",
    [
        id_of(2),
        id_of(-1),
        id_of(game="chess"),
        "daily.lost-cities.2026-02-30",
        "f" * 22,
        "",
    ],
)
async def test_there_is_no_other_deal_of_the_day_than_that_of_today(
    played: Deals, deal_id: str
) -> None:
    with pytest.raises(NotFound):
        await played.open(deal_id, "lost-cities")


async def test_a_deal_cannot_be_tried_without_its_opponents(played: Deals) -> None:
    other = replace(HUGO, display_name="Emil")
    for opponents in ([], [other], [HUGO, other]):
        with pytest.raises(StoreUnavailable):
            await played.attempt(TODAY, "lost-cities", person(), opponents)


async def test_once_it_is_over_nobody_begins_and_who_has_begun_finds_the_match(
    played: Deals, clock: Clock
) -> None:
    ada = person()
    begun = await attempt(played, ada)
    clock.time += timedelta(hours=12)
    assert (await attempt(played, ada)).id == begun.id
    with pytest.raises(Conflict, match="over"):
        await attempt(played, person())


class DeadError(Exception):
    """Where an engine has died."""


class DiesFirst(Matches):
    """An engine that dies before it has stored the match of a try."""

    async def create_full(self, match: Any, players: Any, given: Any) -> None:
        raise DeadError


class DiesNext(DealStore):
    """The store of an engine that dies once it has stored the match, before the try is noted."""

    async def note_try(self, *_: Any) -> None:
        raise DeadError


class DiesLast(DealStore):
    """The store of an engine that dies once a try is noted, before it has said so."""

    async def note_try(self, *noted: Any) -> None:
        await super().note_try(*noted)
        raise DeadError


def dying(played: Deals, how: type[DiesFirst | DealStore], redis: Redis) -> Deals:
    """An engine that shares the store of another, and dies so."""
    if issubclass(how, DealStore):
        return replace(played, store=how(redis))
    return replace(played, matches=how(played.matches.store, played.matches.now))


async def _lose(redis: Redis, match_id: str) -> None:
    client: Any = redis
    await client.delete(*[each async for each in client.scan_iter(f"match:{{{match_id}}}*")])


async def _tally(redis: Redis, *match_ids: str) -> None:
    """Note the ends of these, as the tally does."""
    read = await read_all(redis, match_ids)
    assert not await DealBoards(redis).count([each for each in read if isinstance(each, Ended)])


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    async with connect(redis_url, PATIENT_S) as client:
        yield client


@pytest.mark.parametrize("how", [DiesFirst, DiesNext, DiesLast])
async def test_an_engine_that_dies_takes_no_try_and_gives_no_second_one(
    played: Deals, redis: Redis, how: type[DiesFirst | DealStore]
) -> None:
    ada = person()
    with pytest.raises(DeadError):
        await attempt(dying(played, how, redis), ada)
    match = await attempt(played, ada)
    assert match.version == len(match.seats)  # as it begins
    await _resigned(played.matches, match)
    await _tally(redis, match.id)
    await _lose(redis, match.id)
    with pytest.raises(Conflict, match="have tried"):
        await attempt(played, ada)


async def test_a_try_that_was_played_and_forgotten_before_it_was_noted_is_the_only_one(
    played: Deals, redis: Redis
) -> None:
    """Its player has found the match in a list, and has not asked for it again."""
    ada = person()
    with pytest.raises(DeadError):
        await attempt(dying(played, DiesNext, redis), ada)
    (found,) = await played.matches.store.lists.page([scope_of(ada.id)], "", Status.ACTIVE, "", 2)
    match = await played.matches.store.load(match_id(found))
    await _resigned(played.matches, match)
    await _tally(redis, match.id)
    assert await redis.hget(deals.tries(TODAY), ada.id) == match.id.encode()
    await _lose(redis, match.id)
    with pytest.raises(Conflict, match="have tried"):
        await attempt(played, ada)


async def test_a_try_whose_match_is_lost_with_a_part_of_redis_begins_anew(
    played: Deals, redis: Redis
) -> None:
    ada = person()
    match = await attempt(played, ada)
    await _lose(redis, match.id)
    assert (await attempt(played, ada)).state == match.state


async def test_who_leaves_a_try_has_lost_it_when_the_deal_is_over(
    played: Deals, clock: Clock
) -> None:
    ada = person()
    match = await attempt(played, ada)
    while match.rules and GAMES.of(match).rules.to_move(match.state)[0] != 0:
        match = await _first_move(played.matches, match)
    clock.time += timedelta(hours=12, seconds=1)
    late = await played.matches.apply_deadlines(match)
    assert late.outcome
    assert late.outcome.reason == "timeout"


async def test_nothing_is_taken_back_in_a_try(played: Deals) -> None:
    match = await attempt(played, person())
    moved = await _first_move(played.matches, match)
    seat = GAMES.of(match).rules.to_move(match.state)[0]
    player = moved.seats[seat].player
    assert player
    with pytest.raises(UndoRefused):
        await played.matches.change(match.id, Caller(player.id, seat), Ask(seat, match.version))


async def test_others_see_a_try_once_it_has_ended_and_the_deal_is_over(
    played: Deals, clock: Clock
) -> None:
    ada, eve = person(), person("Eve")
    match, invitations = await attempt(played, ada), Invitations(played.matches)
    await attempt(played, eve)  # to have a try of one's own changes nothing
    with pytest.raises(NotFound):
        await invitations.roster(match.id, eve.id)
    ended = await _resigned(played.matches, match)
    with pytest.raises(NotFound):
        await invitations.roster(match.id, eve.id)
    assert not (await invitations.admit(match.id, Caller(eve.id))).invited
    clock.time += timedelta(hours=12)
    assert (await invitations.roster(match.id, eve.id)) == (ended, True)
    admitted = await invitations.admit(match.id, Caller(eve.id))
    assert (await played.matches.queries.replay(match.id, admitted))[0] == ended


async def test_a_try_that_runs_on_after_the_end_stays_hidden(played: Deals, clock: Clock) -> None:
    match, invitations = await attempt(played, person()), Invitations(played.matches)
    clock.time += timedelta(hours=12)
    with pytest.raises(NotFound):
        await invitations.roster(match.id, person("Eve").id)


async def test_a_player_makes_a_deal_which_a_key_makes_once(played: Deals, clock: Clock) -> None:
    ada = person()
    kept, replayed = await played.create(ada, wish(clock), key(ada))
    assert (kept.told["name"], kept.told["opponents"], replayed) == ("Friday", ["Hugo"], False)
    assert await played.create(ada, wish(clock), key(ada)) == (kept, True)
    with pytest.raises(IdempotencyMismatch):
        await played.create(ada, wish(clock), key(ada, fingerprint="other"))
    one, other = [await attempt(played, person(), kept.told["id"]) for _ in range(2)]
    assert one.options == SHORT
    assert one.state == other.state != (await attempt(played, person())).state


class DiesMaking(DealStore):
    """The store of an engine that dies once it has noted who makes a deal, before it is stored."""

    async def make(self, *_: Any) -> Any:
        raise DeadError


async def test_the_last_deal_of_a_day_is_made_by_a_repeat_if_an_engine_dies(
    played: Deals, clock: Clock, redis: Redis
) -> None:
    ada = person()
    for _ in range(MOST_A_DAY - 1):
        await played.create(ada, wish(clock), None)
    with pytest.raises(DeadError):
        await dying(played, DiesMaking, redis).create(ada, wish(clock), key(ada))
    kept, _ = await played.create(ada, wish(clock), key(ada))
    assert await played.store.find(kept.told["id"]) == kept


async def test_a_player_makes_so_many_deals_in_a_day(
    played: Deals, clock: Clock, redis: Redis
) -> None:
    """Also if it makes more at the same moment."""
    ada = person()
    calls = (played.create(ada, wish(clock), None) for _ in range(MOST_A_DAY + 5))
    made = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(each) for each in made if isinstance(each, Exception)] == [Conflict] * 5
    with pytest.raises(Conflict):
        await played.create(ada, wish(clock), None)
    clock.time += timedelta(days=1, seconds=1)
    await played.create(ada, wish(clock), None)
    assert await redis.pttl(deals.of_player(ada.id)) > 0  # not kept for ever


@pytest.mark.parametrize(
    ("start", "end"),
    [
        (0, SHORTEST_MS - 1),
        (0, LONGEST_MS + 1),
        (DAY_MS, DAY_MS + SHORTEST_MS - 1),
        (LONGEST_MS + 1, LONGEST_MS + DAY_MS),
        (0, -1),
    ],
)
async def test_a_deal_is_open_for_so_long(
    played: Deals, clock: Clock, start: int, end: int
) -> None:
    begins = clock.ms + start if start else 0
    with pytest.raises(InvalidOptions):
        await played.create(person(), wish(clock, start_ms=begins, end_ms=clock.ms + end), None)


async def test_a_deal_is_tried_between_its_times(played: Deals, clock: Clock) -> None:
    hour = timedelta(hours=1)
    begins = clock.ms + 3_600_000
    kept, _ = await played.create(person(), wish(clock, start_ms=begins), None)
    with pytest.raises(Conflict, match="yet"):
        await attempt(played, person(), kept.told["id"])
    clock.time += hour
    await attempt(played, person(), kept.told["id"])


@pytest.mark.parametrize("opponents", [("Hugo", "Otto"), ("",) * 3, ("Hugo",) * 2])
async def test_a_deal_names_as_many_opponents_as_it_has_seats(
    played: Deals, clock: Clock, opponents: Sequence[str]
) -> None:
    with pytest.raises(InvalidOptions):
        await played.create(person(), replace(wish(clock), opponents=tuple(opponents)), None)


async def _first_move(matches: Matches, match: AnyMatch) -> AnyMatch:
    rules = GAMES.of(match).rules
    seat = rules.to_move(match.state)[0]
    player = match.seats[seat].player
    assert player
    legal = rules.legal_moves(match.state, seat)[0]
    move = Move(seat, lambda _: legal)
    return (await matches.change(match.id, Caller(player.id, seat), move)).match


async def _resigned(matches: Matches, match: AnyMatch) -> AnyMatch:
    player = match.seats[0].player
    assert player
    return (await matches.change(match.id, Caller(player.id, 0), Resign(0))).match
