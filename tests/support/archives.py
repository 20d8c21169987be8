"""A PostgreSQL for tests, matches that have ended, and a worker that archives them."""

import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta

import asyncpg
from croupier_game.kit.random_matches import random_move, time_of
from croupier_game.seeded import seeded_chance
from croupier_match.clock import epoch_ms
from croupier_match.entries import Created, Entry, Joined, Resigned
from croupier_match.evolve import evolve
from croupier_match.match import Access, AnyMatch, Player
from croupier_match.settings import MatchSettings
from engine.domain.creation import new_match
from engine.domain.ids import random_seed
from engine.domain.registry import GAMES
from engine.domain.steady_clock import utc_now
from engine.service.workers.archiver import Archiver
from engine.store import keys
from engine.store.archive.archive_queue import LEASE_MS, ArchiveQueue, Claimed
from engine.store.archive.archived_matches import DUE, GRACE_MS, SWEEP
from engine.store.archive.postgres import Archive
from engine.store.idempotency import Answer
from engine.store.matches import MatchStore
from engine.store.types import Saving
from redis.asyncio import Redis

from tests.support.matches import fresh_id

WEEK = timedelta(days=7)
MOVES = {"lost-cities": 40, "livingstone": 70, "just4fun": 40}
"""After so many random moves, who is to move resigns, if the match is not over by then."""


async def ended(
    store: MatchStore,
    game_id: str,
    players: Sequence[Player],
    access: Access = Access.PUBLIC,
    moves: int = 0,
    seed: str = "",
) -> AnyMatch:
    """A stored match of these players that has ended, by `moves` random moves, or MOVES."""
    dice = random.Random(f"{game_id} {len(players)} {seed}")
    settings = MatchSettings(game_id, seats=len(players), access=access)
    match: AnyMatch = new_match(fresh_id(), random_seed(), settings)
    log: list[Entry] = []
    while not match.ended:
        entry = _next(match, players, dice, moves or MOVES[game_id])
        log.append(entry)
        match = evolve(GAMES.of(match), match, entry, seeded_chance)
    await store.save(Saving(None, match, log, None, Answer(0, match.version, None)))
    return match


def _next(match: AnyMatch, players: Sequence[Player], dice: random.Random, moves: int) -> Entry:
    version = match.version + 1
    if match.version < len(players):
        made = Joined if match.version else Created
        player = players[match.version]
        return made(version, match.version, time_of(version), player, "5e" * 32)
    entry = random_move(match, dice)
    if version <= moves:
        return entry
    return Resigned(version, entry.seat, time_of(version))


@asynccontextmanager
async def working(url: str, redis: Redis, ttl: timedelta = WEEK) -> AsyncIterator["Worker"]:
    archive = Archive(url, timeout_s=30)
    try:
        yield Worker(redis, archive, ttl, url=url)
    finally:
        archive.close()


class Worker:
    """An archiver that finds all that is due overdue, and that does not sweep."""

    def __init__(
        self,
        redis: Redis,
        archive: Archive,
        ttl: timedelta = WEEK,
        queue: type[ArchiveQueue] = ArchiveQueue,
        url: str = "",
    ) -> None:
        self.url = url
        self.redis = redis
        self.archive = archive
        self.queue = queue(redis, archive, ttl)
        self._ahead = timedelta(milliseconds=GRACE_MS + 1)
        self.archiver = Archiver(self.queue, now=lambda: utc_now() + self._ahead)

    @property
    def now_ms(self) -> int:
        return epoch_ms(utc_now() + self._ahead)

    async def work(self) -> None:
        """Archive all that is due."""
        await self.redis.zadd(SWEEP, {"all": 10**15})
        await self.archiver.tick()

    def later(self) -> None:
        """Let all leases end."""
        self._ahead += timedelta(milliseconds=2 * LEASE_MS)

    async def claimed(self, match_id: str, redis: Redis) -> list[Claimed]:
        """A claim of this match."""
        await redis.zadd(DUE, {match_id: 0})
        return [each for each in await self.queue.claim(self.now_ms) if each.id == match_id]

    async def forget(self, match_id: str) -> None:
        """Remove the match from Redis, as when it expires."""
        for key in keys.all_of(match_id):
            await self.redis.delete(key)


async def rows(url: str, match_id: str) -> list[asyncpg.Record]:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetch("SELECT * FROM croupier_matches WHERE id = $1", match_id)
    finally:
        await connection.close()
