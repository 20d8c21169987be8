"""Rated tickets and blocks: who never meets, who meets when, and that nobody waits for nothing."""

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import combinations, count
from typing import Any

import pytest
from croupier_game.errors import InvalidOptions
from croupier_livingstone import rules as livingstone
from croupier_lost_cities import rules as lost_cities
from croupier_match.match import ClockOptions, Deal, Player, UndoMode
from croupier_match.sealing import REVEAL_MS, Given
from croupier_match.settings import MatchSettings
from croupier_rating import NEWCOMER, Pool, Strength, TimeClass
from engine.domain.rated import AGE_MS, Standing
from engine.service.matches import Matches
from engine.service.matchmaking import Matchmaking
from engine.service.workers.scheduler import Scheduler
from engine.store.matches import MatchStore
from engine.store.tickets import AGAIN, AGAIN_MS, MAX_SEARCHING, WIDER, WINDOW, Ticket, TicketStatus
from redis.asyncio import Redis
from redislink import ratings

from tests.engine.conftest import TTL
from tests.support.matches import person

pytestmark = pytest.mark.anyio

SEED = 20261129
FIRST, SECOND_OF_TWO = 30, 67
START = datetime(2026, 11, 29, tzinfo=UTC)
SECOND = timedelta(seconds=1)
CLOCK = ClockOptions(bank_ms=600_000)
PLAIN = MatchSettings(lost_cities.ID)
THREE = MatchSettings(livingstone.ID, seats=3)
SEARCHING, MATCHED = TicketStatus.SEARCHING, TicketStatus.MATCHED


def rated(wish: MatchSettings) -> MatchSettings:
    return replace(
        wish, clock=CLOCK, deal=Deal.SEALED, reveal_ms=REVEAL_MS, undo=UndoMode.NEVER, rated=True
    )


@dataclass
class Hall:
    """An engine with a clock of its own, which passes as a test says."""

    redis: Redis
    now: datetime = START
    seals: Iterator[int] = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        self.matches = Matches(MatchStore(self.redis, TTL), now=lambda: self.now)
        self.office, self.scheduler = Matchmaking(self.matches), Scheduler(self.matches)

    async def enter(
        self, player: Player, wish: MatchSettings = PLAIN, blocked: Sequence[Player] = ()
    ) -> Ticket:
        if wish.deal == Deal.SEALED:
            wish = replace(wish, given=Given(seal=f"{next(self.seals):064x}"))
        standing = Standing(self.matches.now_ms() - AGE_MS)
        ids = [each.id for each in blocked]
        answer = await self.office.create(player, wish, None, True, standing, True, ids)
        return answer.ticket

    async def passes(self, by: timedelta) -> None:
        """Time passes, and the scheduler does what is due each second, and at the end."""
        end = self.now + by
        while self.now < end:
            self.now = min(self.now + SECOND, end)
            self.scheduler._again_ms = 0  # as that of another engine, which looks just now
            await self.scheduler.tick()

    async def has_rating(self, player: Player, rating: int, game: str = lost_cities.ID) -> None:
        pool = str(Pool(game, TimeClass.LIVE, player.kind))
        strength = Strength(25_000_000 + (rating - 1500) * 25_000, 3_000_000)
        await self.redis.hset(
            ratings.players(pool), player.id, replace(NEWCOMER, strength=strength).pack()
        )

    async def look(self, *tickets: Ticket) -> list[Ticket]:
        return [await self.office.get(each.id, each.player_id) for each in tickets]

    async def statuses(self, *tickets: Ticket) -> list[TicketStatus]:
        return [each.status for each in await self.look(*tickets)]

    async def together(self, *tickets: Ticket) -> bool:
        """Whether these are in one match."""
        ids = {each.match_id for each in await self.look(*tickets)}
        return len(ids) == 1 and ids != {""}

    async def commands(self) -> int:
        """How many commands Redis has carried out, those of scripts among them."""
        stats = await self.redis.info("commandstats")
        aside = ("cmdstat_eval", "cmdstat_info", "cmdstat_hello", "cmdstat_client")
        return sum(each["calls"] for name, each in stats.items() if not name.startswith(aside))


@pytest.fixture
async def hall(own_redis: Redis) -> Hall:
    return Hall(own_redis)


async def rated_person(hall: Hall, rating: int, game: str = lost_cities.ID) -> Player:
    player = person()
    await hall.has_rating(player, rating, game)
    return player


@pytest.mark.parametrize("wish", [PLAIN, rated(PLAIN)], ids=["plain", "rated"])
@pytest.mark.parametrize("first_blocks", [True, False])
async def test_who_has_blocked_somebody_meets_others(
    hall: Hall, wish: MatchSettings, first_blocks: bool
) -> None:
    ann, bob, cleo, dan = person(), person(), person(), person()
    one = await hall.enter(ann, wish, [bob] if first_blocks else [])
    await hall.passes(SECOND)
    other = await hall.enter(bob, wish, [] if first_blocks else [ann])
    await hall.passes(12 * SECOND)
    assert await hall.statuses(one, other) == [SEARCHING, SEARCHING]
    assert await hall.together(one, await hall.enter(cleo, wish)), "the older one comes first"
    assert await hall.together(other, await hall.enter(dan, wish))


async def test_who_is_blocked_while_a_ticket_searches_is_not_met_by_it(hall: Hall) -> None:
    ann, bob = person(), person()
    one = await hall.enter(ann)
    await hall.matches.store.tickets.avoid(ann.id, [bob.id])
    other = await hall.enter(bob)
    await hall.passes(12 * SECOND)
    assert await hall.statuses(one, other) == [SEARCHING, SEARCHING]
    await hall.matches.store.tickets.avoid(ann.id, [])
    await hall.passes(12 * SECOND)
    assert await hall.together(one, other)


async def test_a_crowd_that_nobody_fits_makes_no_search_dearer(hall: Hall) -> None:
    """Redis does nothing else meanwhile, and each of the crowd searches every five seconds."""

    async def cost(crowd: Sequence[Player]) -> int:
        for each in crowd:
            ticket = await hall.enter(each, blocked=crowd)
        before = await hall.commands()
        await hall.matches.store.tickets.search_again(
            await hall.matches.store.tickets.find(ticket.id) or ticket, "m", hall.matches.now_ms()
        )
        return await hall.commands() - before

    some = await cost([person() for _ in range(160)])
    more = await cost([person() for _ in range(160)])
    assert 150 < some < 1000
    assert more < 1.1 * some


async def test_a_later_ticket_without_the_block_is_looked_at_again(hall: Hall) -> None:
    ann, bob = person(), person()
    first = await hall.enter(ann)
    blocking = await hall.enter(bob, blocked=[ann])
    later = await hall.enter(bob)
    assert await hall.statuses(first, blocking, later) == [SEARCHING] * 3
    await hall.office.cancel(blocking.id, bob.id)
    await hall.passes(AGAIN_MS / 1000 * SECOND)
    assert await hall.together(first, later)
    await hall.passes(2 * AGAIN_MS / 1000 * SECOND)
    assert await hall.redis.zcard(AGAIN) == 0, "nobody searches any more"


async def test_of_more_than_two_seats_all_pairs_have_to_fit(hall: Hall) -> None:
    ann, bob, cleo, dan = (person() for _ in range(4))
    of_ann = await hall.enter(ann, THREE)
    of_bob = await hall.enter(bob, THREE)
    await hall.passes(SECOND)
    of_cleo = await hall.enter(cleo, THREE, blocked=[ann])
    assert await hall.statuses(of_ann, of_bob, of_cleo) == [SEARCHING] * 3
    assert await hall.together(of_ann, of_bob, await hall.enter(dan, THREE))
    assert await hall.statuses(of_cleo) == [SEARCHING]


async def test_a_block_in_the_middle_does_not_hide_those_who_fit(hall: Hall) -> None:
    """The oldest fits the new one, but none of the others: it is passed over."""
    ann, bob, cleo, dan = (person() for _ in range(4))
    of_ann = await hall.enter(ann, THREE, blocked=[bob, cleo])
    await hall.passes(SECOND)
    of_bob, of_cleo = await hall.enter(bob, THREE), await hall.enter(cleo, THREE)
    assert await hall.together(of_bob, of_cleo, await hall.enter(dan, THREE))
    assert await hall.statuses(of_ann) == [SEARCHING]


async def test_rated_tickets_meet_rated_ones_of_the_same_kind_only(hall: Hall) -> None:
    wish = rated(PLAIN)
    same = replace(wish, rated=False)
    bot = Player("b" * 22, "Bot", "bot")
    tickets = [await hall.enter(person(), wish), await hall.enter(bot, wish)]
    tickets.append(await hall.enter(person(), same))
    await hall.passes(60 * SECOND)
    assert await hall.statuses(*tickets) == [SEARCHING] * 3
    partner = await hall.enter(person(), wish)
    assert await hall.together(tickets[0], partner)
    (match_id,) = {each.match_id for each in await hall.look(partner)}
    match = await hall.matches.store.load(match_id)
    assert match.rated
    assert {each.player.kind for each in match.seats if each.player} == {"human"}


@pytest.mark.parametrize(
    ("apart", "after_s"),
    [(0, 0), (WINDOW, 0), (WINDOW + 1, 5), (WINDOW + 2 * WIDER, 10), (975, 40)],
)
async def test_the_search_widens_and_finds_within_a_second(
    hall: Hall, apart: int, after_s: int
) -> None:
    wish = rated(PLAIN)
    one, other = await rated_person(hall, 1400), await rated_person(hall, 1400 + apart)
    first = await hall.enter(one, wish)
    await hall.passes(SECOND * 7)
    # The newer one has the narrower window, and both have to allow the other.
    second = await hall.enter(other, wish)
    if after_s:
        assert (first.window(hall.matches.now_ms()), second.window(hall.matches.now_ms())) == (
            WINDOW + WIDER,
            WINDOW,
        )
        await hall.passes(SECOND * after_s - timedelta(milliseconds=1))
        assert await hall.statuses(first, second) == [SEARCHING, SEARCHING]
        await hall.passes(SECOND)
    assert await hall.together(first, second)
    assert {each.window(hall.matches.now_ms()) for each in await hall.look(first, second)} == {None}


async def test_newcomers_are_where_newcomers_begin(hall: Hall) -> None:
    near, far = await rated_person(hall, 1700), await rated_person(hall, 1701)
    wish = rated(PLAIN)
    tickets = [await hall.enter(far, wish), await hall.enter(near, wish)]
    # These two fit each other, so they are away when a newcomer comes.
    assert await hall.together(*tickets)
    tickets = [await hall.enter(await rated_person(hall, 1701), wish)]
    assert not (newcomer := await hall.enter(person(), wish)).match_id
    assert await hall.together(newcomer, await hall.enter(await rated_person(hall, 1300), wish))
    assert await hall.statuses(*tickets) == [SEARCHING]


async def test_what_cannot_be_rated_is_no_ticket(hall: Hall) -> None:
    with pytest.raises(InvalidOptions, match="This cannot be rated: clock must be there"):
        await hall.enter(person(), replace(rated(PLAIN), clock=None))


async def test_usual_tickets_take_few_steps(hall: Hall) -> None:
    """The first of two, and the second, who completes the match: blocks and ratings cost nothing
    where there are none."""
    for _ in range(2):  # the first ones make the record of the installation
        before = await hall.commands()
        await hall.enter(person())
        first = await hall.commands() - before
        await hall.enter(person())
        second = await hall.commands() - before - first
    assert first <= FIRST
    assert second <= SECOND_OF_TWO
    assert await hall.redis.zcard(AGAIN) == 0


async def test_players_who_block_all_others_hold_up_nobody(hall: Hall) -> None:
    crowd = [person() for _ in range(160)]
    for place, player in enumerate(crowd):
        await hall.enter(player, blocked=crowd[:place])
    before = await hall.commands()
    ann, bob = person(), person()
    one = await hall.enter(ann, blocked=crowd)
    assert await hall.commands() - before < 520
    other = await hall.enter(bob, blocked=crowd)
    # A search draws those whom it looks at from such a crowd by lot, so the first may miss Ann.
    for _ in range(5):
        if not await hall.together(one, other):
            await hall.passes(4 * AGAIN_MS / 1000 * SECOND)
    assert await hall.together(one, other)


async def test_the_more_do_not_fit_the_more_seldom_each_searches_again(hall: Hall) -> None:
    """A search looks at each of them: without that, twice as many would cost four times as much."""
    crowd = [person() for _ in range(110)]
    for place, player in enumerate(crowd):
        await hall.enter(player, blocked=crowd[:place])
    await hall.passes(AGAIN_MS / 1000 * SECOND)
    scores: Any = await hall.redis.zrange(AGAIN, 0, -1, withscores=True)
    due = [score - hall.matches.now_ms() for _, score in scores]
    # The first fifty had found fewer others, and have just searched again.
    assert due.count(3 * AGAIN_MS) == max(due.count(each) for each in due) == 50


async def test_many_tickets_of_one_player_are_for_as_many_matches(hall: Hall) -> None:
    wish, bot = rated(PLAIN), person()
    crowd = [await hall.enter(bot, wish) for _ in range(MAX_SEARCHING)]
    for each in crowd[:3]:
        assert await hall.together(each, await hall.enter(person(), wish))
    await hall.passes(20 * SECOND)
    # The next ticket has come when the others did, so its window is as wide.
    far = await rated_person(hall, 1500 + WINDOW)
    assert await hall.together(crowd[3], await hall.enter(far, wish))


@pytest.mark.parametrize("seconds", [8, pytest.param(50, marks=pytest.mark.full)])
async def test_tickets_never_meet_whom_they_must_not_and_wait_for_nothing(
    hall: Hall, seconds: int
) -> None:
    """A thousand of them, or less; see `Waits.check`."""
    sys.stdout.write(f"seed {SEED}\n")
    waits = Waits(hall, random.Random(SEED))
    for _ in range(seconds):
        for _ in range(20):
            await waits.one_comes()
        await hall.passes(SECOND)
        await waits.check()
    for _ in range(2 * AGAIN_MS // 1000):
        await hall.passes(SECOND)
        await waits.check()
    seated = [each for each in waits.tickets.values() if each.match_id]
    assert len(waits.tickets) == 20 * seconds
    assert len(seated) > 0.7 * len(waits.tickets)
    assert waits.checked > 10 * seconds


@dataclass
class Waits:
    """Tickets of players who come one after the other, beside what could have become of them."""

    hall: Hall
    dice: random.Random
    people: dict[str, Player] = field(default_factory=dict)
    rating: dict[str, int] = field(default_factory=dict)
    blocks: dict[str, set[str]] = field(default_factory=dict)
    tickets: dict[str, Ticket] = field(default_factory=dict)
    since: dict[str, datetime] = field(default_factory=dict)
    fits_since: dict[tuple[str, ...], datetime] = field(default_factory=dict)
    checked: int = 0

    WISHES = (PLAIN, rated(PLAIN), THREE, rated(THREE))

    async def one_comes(self) -> None:
        player, wish = person(), self.dice.choice(self.WISHES)
        blocked = self.dice.sample(
            [*self.people], min(len(self.people), self.dice.choice([0, 5, 100]))
        )
        self.people[player.id], self.blocks[player.id] = player, {*blocked}
        self.rating[player.id] = round(self.dice.gauss(1500, 400))
        await self.hall.has_rating(player, self.rating[player.id], wish.game)
        ticket = await self.hall.enter(player, wish, [self.people[each] for each in blocked])
        self.tickets[ticket.id], self.since[ticket.id] = ticket, self.hall.now

    async def check(self) -> None:
        """Those that were matched fit, and none has waited for two windows with others who do."""
        left = [each for each in self.tickets.values() if not each.match_id]
        for ticket in await self.hall.look(*left):
            self.tickets[ticket.id] = ticket
        for ticket in [self.tickets[each.id] for each in left if self.tickets[each.id].match_id]:
            players = {each.player_id for each in self._of(ticket)}
            assert len(players) == len(ticket.template.seats)
            assert not any(self._blocked(*pair) for pair in combinations(players, 2))
        waiting: dict[str, list[Ticket]] = {}
        for ticket in self.tickets.values():
            if not ticket.match_id:
                waiting.setdefault(ticket.settings.decode(), []).append(ticket)
        fitting = {
            tuple(each.id for each in group): self.hall.now
            for tickets in waiting.values()
            for group in combinations(tickets, len(tickets[0].template.seats))
            if all(self._fit(*pair) for pair in combinations(group, 2))
        }
        # Who fits from now on, and who has for a while.
        self.fits_since = {each: self.fits_since.get(each, now) for each, now in fitting.items()}
        self.checked += sum(map(len, waiting.values()))
        for since in self.fits_since.values():
            assert self.hall.now - since <= timedelta(milliseconds=2 * AGAIN_MS)

    def _of(self, ticket: Ticket) -> list[Ticket]:
        return [each for each in self.tickets.values() if each.match_id == ticket.match_id]

    def _blocked(self, one: str, other: str) -> bool:
        return other in self.blocks[one] or one in self.blocks[other]

    def _fit(self, one: Ticket, other: Ticket) -> bool:
        if self._blocked(one.player_id, other.player_id):
            return False
        apart = abs(self.rating[one.player_id] - self.rating[other.player_id])
        now_ms = self.hall.matches.now_ms()
        windows = (one.window(now_ms), other.window(now_ms))
        return all(window is None or apart <= window for window in windows)
