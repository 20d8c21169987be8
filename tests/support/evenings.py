"""Tournaments that an engine runs by a clock of the test's own, and players who come to tables."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

from croupier_match.admission import Caller
from croupier_match.commands import Command, Leave, Resign, Reveal
from croupier_match.match import AnyMatch, Player
from croupier_match.refusals import Refusal
from croupier_tournament import Tournament, match_id, seals
from engine.domain.errors import StoreUnavailable
from engine.service.matches import Matches
from engine.service.workers.director import Director
from engine.service.workers.table_maker import TableMaker
from engine.service.workers.tally import Tally
from engine.store.matches import MatchStore
from engine.store.ratings.pools import Pools
from engine.store.ratings.rater import Rater
from engine.store.tally.tally_queue import TallyQueue
from engine.store.tournaments.match_ends import MatchEnds
from engine.store.types import Ttl
from redis.asyncio import Redis

from tests.support.tournaments import entropy, read

TTL = Ttl(finished=1_000_000, abandoned=2_000_000, waiting=1_000_000)
LEASES_MS = 11_000
"""By then, others take over what an engine that died has claimed."""


@dataclass
class Time:
    """Milliseconds since 1970, of all engines of a test."""

    now_ms: int

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.now_ms / 1000, UTC)


@dataclass
class Evening:
    """An engine with the workers of tournaments, each of which acts when it is told to."""

    redis: Redis
    time: Time
    matches: Matches = field(init=False)

    def __post_init__(self) -> None:
        store = MatchStore(self.redis, TTL)
        self.matches = Matches(store, self.time.now)
        self.maker = TableMaker(self.redis, self.matches)
        self.ends = MatchEnds(self.redis)
        queue = TallyQueue(self.redis, store.archiving)
        self.tally = Tally(queue, Rater(Pools(self.redis)), [self.ends], now=self.time.now)
        self.tournaments = self.matches.tournaments
        self.director = Director(self.redis, self.matches)

    async def passes(self, ms: int = 3_000) -> None:
        """Let so much time pass, and each worker look at what is due."""
        self.time.now_ms += ms
        for act in (self.maker.tick, self.tally.tick, self.director.tick, self.maker.tick):
            await act()

    async def passes_until_it_dies(self, ms: int = LEASES_MS) -> None:
        """The same of an engine whose Redis goes away meanwhile."""
        with suppress(StoreUnavailable):
            await self.passes(ms)

    async def read(self, tournament_id: str) -> Tournament:
        return await read(self.redis, tournament_id)

    async def tables(self, it: Tournament) -> list["Table"]:
        """The open tables whose match has been made."""
        found = []
        for number, table, leg in _open(it):
            match_of = match_id(it.id, number, table, leg)
            (match,) = await self.matches.store.load_many([match_of])
            if match and not isinstance(match, Exception):
                found.append(Table(self, it, match, number, table, leg))
        return found


def _open(it: Tournament) -> Iterator[tuple[int, int, int]]:
    for each in it.open_rounds.values():
        for table in sorted(each.open_tables):
            yield each.number, table, each.table(table).leg


@dataclass(frozen=True)
class Table:
    """A table of a tournament with the match that is played there."""

    evening: Evening
    it: Tournament
    match: AnyMatch
    round: int
    table: int
    leg: int

    @property
    def players(self) -> list[Player]:
        return [seat.player for seat in self.match.seats if seat.player]

    async def reveal(self, *seats: int) -> AnyMatch:
        """Have the players of these seats come, by default all."""
        match = self.match
        for seat in seats or range(len(self.players)):
            player = self.players[seat].id
            place = seals.place(self.it, self.round, player, self.leg)
            match = await self._do(seat, Reveal(seat, entropy(player, place)))
        return match

    async def resign(self, seat: int) -> AnyMatch:
        return await self._do(seat, Resign(seat))

    async def leave(self, seat: int) -> AnyMatch:
        return await self._do(seat, Leave(seat))

    async def win(self, seat: int) -> None:
        """All come, and the others resign, unless it has ended already."""
        with suppress(Refusal):
            await self.reveal()
            for other in range(len(self.players)):
                if other != seat:
                    await self.resign(other)

    async def flee(self, seat: int) -> None:
        """All come, and this one goes before its first move, unless it has ended already."""
        with suppress(Refusal):
            await self.reveal()
            await self.leave(seat)

    async def _do(self, seat: int, command: Command) -> AnyMatch:
        caller = Caller(self.players[seat].id, seat)
        change = await self.evening.matches.change(self.match.id, caller, command)
        return change.match
