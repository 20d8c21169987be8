"""An engine whose tournaments are directed, by a clock that a test puts forward."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeAlias

from croupier_tournament import Tournament
from engine.domain.steady_clock import utc_now
from engine.service.matches import Matches
from engine.service.workers.director import Director
from engine.store.archive.postgres import Archive
from engine.store.matches import MatchStore
from engine.store.types import Ttl
from redis.asyncio import Redis

from tests.support.engine_rpc import Running, person, serving
from tests.support.tournament_requests import Entrant, entrants, new_tournament
from tests.support.tournaments import read

if TYPE_CHECKING:
    from tests.support.engine_rpc import Stub

Filled: TypeAlias = tuple[str, list[Entrant]]
"""The id of a tournament, and its players."""
TTL = Ttl(finished=1_000_000, abandoned=2_000_000, waiting=1_000_000)


@dataclass
class Clock:
    """The time, and as much as it was put forward."""

    ahead: timedelta = field(default_factory=timedelta)

    def now(self) -> datetime:
        return utc_now() + self.ahead

    def wait(self, ms: int) -> None:
        self.ahead += timedelta(milliseconds=ms)


@dataclass(frozen=True)
class Directed:
    """An engine that serves, and its director, which acts when it is told to."""

    redis: Redis
    clock: Clock
    matches: Matches
    running: Running
    director: Director

    @property
    def stub(self) -> "Stub":
        return self.running.stub

    async def passes(self, ms: int = 2_000) -> None:
        """Let so much time pass, and the director look at what is due."""
        self.clock.wait(ms)
        await self.director.tick()

    async def read(self, tournament_id: str) -> Tournament:
        return await read(self.redis, tournament_id)

    async def make(self, **members: Any) -> str:
        """A new tournament, of somebody's."""
        answer = await self.stub.CreateTournament(new_tournament(person(), **members))
        return str(answer.tournament_id)

    async def fill(self, size: int = 4, seals: int = 4, **members: Any) -> Filled:
        """One that has just become full, and whose check-in is open."""
        id_, players = await self.make(most_players=size, **members), entrants(size)
        for each in players:
            await self.stub.ChangeTournament(each.joins(id_, seals))
        return id_, players

    async def gather(self, size: int = 4, seals: int = 4, **members: Any) -> Filled:
        """One that has just become full, and in which all have checked in."""
        id_, players = await self.fill(size, seals, **members)
        for each in players:
            await self.stub.ChangeTournament(each.checks_in(id_))
        return id_, players


@asynccontextmanager
async def directed(
    redis: Redis, clock: Clock | None = None, archive: Archive | None = None
) -> AsyncIterator[Directed]:
    clock = clock or Clock()
    matches = Matches(MatchStore(redis, TTL, archive=archive), clock.now)
    async with serving(matches) as running:
        director = Director(redis, matches)
        yield Directed(redis, clock, matches, running, director)
