"""Ledgers of ratings as they are stored: the newest entries in Redis, older ones in the archive.

With an archive, Redis has the last ARCHIVED_KEPT entries of a pool, and the archive has all.
Without one, Redis has the last KEPT, and what followed from those before: the base.
"""

from collections.abc import AsyncIterator, Collection
from typing import Any

import orjson
from croupier_game.records import dataclass
from croupier_rating import Ledger, Played, unpack
from croupier_rating.recent import Mark
from redis.asyncio import Redis
from redislink import ratings

from engine.store.archive.archived_ledgers import ArchivedLedgers
from engine.store.errors import outage

ARCHIVED_KEPT = 100_000
KEPT = 1_000_000
PAGE = 500
"""Entries that are read at once: some 250 KB."""
SCANNED = 1_000
BEYOND = 2**53
"""Beyond any seq."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An entry as it is stored: its line, and BACK as Redis has it; nothing of the archive's."""

    seq: int
    line: bytes
    back: bytes = b""


class Ledgers:
    """The ledgers of all pools. Every call may raise StoreUnavailable."""

    def __init__(self, redis: Redis, archived: ArchivedLedgers | None) -> None:
        self._redis: Any = redis
        self.archived = archived

    async def pools(self) -> list[str]:
        """The pools that have a ledger in Redis or in the archive."""
        with outage():
            found = {each.decode() for each in await self._redis.smembers(ratings.POOLS)}
        if self.archived:
            found |= {*await self.archived.pools()}
        return sorted(found)

    async def base(self, pool: str) -> Ledger:
        """The ledger before the first entry that is kept anywhere: mostly that of a beginning."""
        with outage():
            head = await self._redis.hgetall(ratings.base_head(pool))
            if not head:
                return Ledger(pool)
            ledger = Ledger(
                pool, int(head[b"seq"]), head[b"head"].decode(), int(head.get(b"clock", b"0"))
            )
            scan = self._redis.hscan_iter
            async for player, numbers in scan(ratings.base_players(pool), count=SCANNED):
                ledger.players[player.decode()] = unpack(numbers)
            async for key, marks in scan(ratings.base_pairs(pool), count=SCANNED):
                ledger.recent[key.decode()] = tuple(Mark(*each) for each in ratings.marks_of(marks))
        return ledger

    async def entries(self, pool: str, after: int = 0) -> AsyncIterator[Stored]:
        """The entries after this seq, to the last one that there is when it is reached."""
        first = await self.first(pool)
        if self.archived and (not first or after + 1 < first):
            async for entry in self.of_archive(pool, after, first or BEYOND):
                after = entry.seq
                yield entry
        async for entry in self.of_redis(pool, after):
            yield entry

    async def of_archive(self, pool: str, after: int, before: int) -> AsyncIterator[Stored]:
        """The archive's entries between these seq."""
        page = [(after, b"")] if self.archived else []
        while page and self.archived:
            page = await self.archived.page(pool, page[-1][0], before, PAGE)
            for seq, line in page:
                yield Stored(seq, line)

    async def of_redis(self, pool: str, after: int) -> AsyncIterator[Stored]:
        """The entries of Redis after this seq."""
        while page := await self.page(pool, after):
            for entry in page:
                yield entry
            after = page[-1].seq

    async def of_matches(
        self, pool: str, match_ids: Collection[str], before: int
    ) -> dict[str, bytes]:
        """The entries of those of these matches that have one before this seq, wherever it is.

        Of entries that were dropped nobody knows: see `dropped_ms`.
        """
        found, last = dict[str, bytes](), 0
        if self.archived:
            last, _ = await self.archived.last(pool)
            for match_id in match_ids:
                for name, _, line in await self.archived.of_match(match_id):
                    if name == pool and orjson.loads(line)["kind"] == Played.kind:
                        found[match_id] = line
        async for entry in self.of_redis(pool, last):
            if entry.seq >= before:
                break
            said = orjson.loads(entry.line)
            if said["kind"] == Played.kind and said["match"] in match_ids:
                found[said["match"]] = entry.line
        return found

    async def dropped_ms(self, pool: str) -> int:
        """When matches ended, at the latest, of which the entries were dropped; 0 of none."""
        with outage():
            clock = await self._redis.hget(ratings.base_head(pool), "clock")
        return int(clock or 0)

    async def page(self, pool: str, after: int) -> list[Stored]:
        """Up to PAGE entries of Redis after this seq."""
        with outage():
            found = await self._redis.xrange(
                ratings.ledger(pool), f"{after + 1}-0", "+", count=PAGE
            )
        return [*map(_stored, found)]

    async def entry(self, pool: str, seq: int) -> Stored | None:
        """This entry of Redis; None if Redis has it not."""
        with outage():
            found = await self._redis.xrange(ratings.ledger(pool), f"{seq}-0", f"{seq}-0")
        return next(map(_stored, found), None)

    async def first(self, pool: str) -> int:
        """The seq of the first entry of Redis, 0 if it has none."""
        with outage():
            found = await self._redis.xrange(ratings.ledger(pool), "-", "+", count=1)
        return next((entry.seq for entry in map(_stored, found)), 0)

    async def last(self, pool: str) -> int:
        """The seq of the last entry of Redis, 0 if it has none."""
        with outage():
            found = await self._redis.xrevrange(ratings.ledger(pool), "+", "-", count=1)
        return next((entry.seq for entry in map(_stored, found)), 0)


def _stored(found: tuple[bytes, dict[bytes, bytes]]) -> Stored:
    name, fields = found
    seq = int(name.partition(b"-")[0])
    return Stored(seq, fields[ratings.LINE.encode()], fields[ratings.BACK.encode()])
