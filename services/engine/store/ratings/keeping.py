"""Ledgers of bounded length in Redis: older entries go to the archive, or into the base.

Either may be done by two engines at once, or by one that dies at any step: what is done twice
changes nothing.

    {tally}:ledgers  sorted set  pool -> when to look at its ledger, ms since the epoch
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import orjson
from croupier_match import clock
from croupier_rating import Carried, Ledger, entry_of, fold, moments, touched, unpack
from croupier_rating.entries import AnyEntry
from croupier_rating.recent import Mark
from redis.asyncio import Redis
from redislink import ratings
from redislink.script import Script, named

from engine.store.archive.archived_ledgers import ArchivedLedgers, LedgerRow
from engine.store.errors import outage
from engine.store.ratings.bringing_back import bring_back
from engine.store.ratings.ledgers import (
    ARCHIVED_KEPT,
    BEYOND,
    KEPT,
    PAGE,
    SCANNED,
    Ledgers,
    Stored,
)
from engine.store.ratings.pools import Pools
from engine.store.scripts import SCRIPTS

LEDGERS = "{tally}:ledgers"
SETTLED_MS = timedelta(hours=1) // clock.MILLISECOND
"""How long an entry has been seen before it is archived: what a crash of Redis takes back must not
be there. When its match ended says nothing of that: it may have been entered much later."""


class Forked(Exception):
    """Redis does not go on after the archive's last entry of a pool: one of them was restored."""


class Keeper:
    """Keeps the ledgers at their length. Every call may raise StoreUnavailable."""

    def __init__(
        self,
        redis: Redis,
        archived: ArchivedLedgers | None,
        kept: int | None = None,
        settled_ms: int = SETTLED_MS,
    ) -> None:
        """Redis has the last `kept` entries of a pool, and some more."""
        self._redis: Any = redis
        self.ledgers = Ledgers(redis, archived)
        self._archived = archived
        self._kept = kept or (ARCHIVED_KEPT if archived else KEPT)
        self._settled_ms = settled_ms
        self._drop_marks = Script(redis, SCRIPTS / "drop_old_marks.lua")
        self._shorten = Script(redis, SCRIPTS / "shorten_ledger.lua")

    async def keep(self, pool: str, now_ms: int) -> int:
        """Do what is to be done for a pool; the number of entries that went. Raise Forked."""
        if self._archived:
            await bring_back(Pools(self._redis), self.ledgers, pool)
            return await self._archive(self._archived, pool, now_ms)
        return await self._drop(pool)

    async def check(self, pool: str) -> int:
        """The archive's last entry of a pool. Raise Forked if Redis does not go on from there."""
        last, line = await self._archived.last(pool) if self._archived else (0, b"")
        if not await self._is_followed(pool, last, line):
            raise Forked(pool)
        return last

    async def skip(self, pool: str) -> None:
        """Let the archive go on with Redis's first entries, after some that nobody has."""
        if self._archived:
            first = await self.ledgers.first(pool)
            await self._archived.put(pool, await self._rows(pool, first - 1, BEYOND))

    async def _archive(self, archived: ArchivedLedgers, pool: str, now_ms: int) -> int:
        last = first = await self.check(pool)
        seen, at_ms = await self._seen(pool, now_ms)
        if now_ms - at_ms >= self._settled_ms:
            while rows := await self._rows(pool, last, seen):
                await archived.put(pool, rows)
                last = rows[-1].seq
            await self._see(pool, now_ms)
        await self._trim(pool, last)
        return last - first

    async def _rows(self, pool: str, after: int, until: int) -> list[LedgerRow]:
        """Up to PAGE entries after the one seq, up to the other."""
        page = await self.ledgers.page(pool, after) if after < until else []
        return [_row(stored) for stored in page if stored.seq <= until]

    async def _seen(self, pool: str, now_ms: int) -> tuple[int, int]:
        """The last entry that there was at an earlier look, and when that was; else at this one."""
        with outage():
            seq, at_ms = await self._redis.hmget(ratings.seen(pool), "seq", "at")
        return (int(seq), int(at_ms)) if seq else await self._see(pool, now_ms)

    async def _see(self, pool: str, now_ms: int) -> tuple[int, int]:
        """Note the last entry that there is at this look."""
        last = await self.ledgers.last(pool)
        with outage():
            await self._redis.hset(ratings.seen(pool), mapping={"seq": last, "at": now_ms})
        return last, now_ms

    async def _is_followed(self, pool: str, seq: int, line: bytes) -> bool:
        """Whether the entries of Redis go on after the archive's last one."""
        if not seq:
            return True
        if found := await self.ledgers.entry(pool, seq):
            return found.line == line
        return await self.ledgers.first(pool) == seq + 1

    async def _trim(self, pool: str, archived: int) -> None:
        """Drop entries of Redis that the archive has, but the last ones, and those of all matches
        that are remembered: `Known.oldest_ms` is read from one of them."""
        last = await self.ledgers.last(pool)
        with outage():
            oldest = await self._redis.zrange(ratings.done(pool), 0, 0, withscores=True)
        remembered = int(oldest[0][1]) if oldest else last + 1
        first_kept = min(archived, last - self._kept, remembered - 1) + 1
        if first_kept > 1:
            with outage():
                await self._redis.xtrim(
                    ratings.ledger(pool), minid=f"{first_kept}-0", approximate=False
                )

    async def _drop(self, pool: str) -> int:
        """Let the base take in the entries that are too many, PAGE at a time."""
        count = 0
        with outage():
            while await self._redis.xlen(ratings.ledger(pool)) >= self._kept + PAGE:
                dropped = await self._drop_page(pool)
                if not dropped:
                    break
                count += dropped
            if count:
                await self._drop_old_marks(pool)
        return count

    async def _drop_old_marks(self, pool: str) -> None:
        """Drop the marks of the base that are older than a day of its clock."""
        names, cursor = [ratings.base_head(pool), ratings.base_pairs(pool)], b""
        while cursor != b"0":
            cursor = await self._drop_marks.one(names, [cursor or b"0", moments.DAY, SCANNED])

    async def _drop_page(self, pool: str) -> int:
        """Let the base take in the oldest PAGE entries; 0 if they do not follow it."""
        found = await self._redis.xrange(ratings.ledger(pool), "-", "+", count=PAGE)
        entries = [entry_of(orjson.loads(fields[ratings.LINE.encode()])) for _, fields in found]
        before = await self._base(pool, entries)
        if not entries or entries[0].seq != before.seq + 1:
            return 0
        seq = before.seq
        after = fold(before, entries)
        args: list[Any] = [
            named(
                seq=str(seq),
                new_seq=str(after.seq),
                head=after.head,
                clock=str(after.clock),
                players=len(after.players),
            )
        ]
        for player, numbers in after.players.items():
            args += [player, numbers.pack()]
        for key in {key for entry in entries for key in touched(entry)[1]}:
            marks = after.recent.get(key)
            args += [key, ratings.marks_text(marks) if marks else ""]
        names = [
            *(ratings.base_head(pool), ratings.base_players(pool)),
            *(ratings.base_pairs(pool), ratings.ledger(pool)),
        ]
        return len(entries) if await self._shorten.one(names, args) else 0

    async def _base(self, pool: str, entries: Sequence[AnyEntry]) -> Ledger:
        """The base, with what these entries need of it."""
        players = [*dict.fromkeys(player for entry in entries for player in entry.players)]
        keys = [*dict.fromkeys(key for entry in entries for key in touched(entry)[1])]
        head = await self._redis.hgetall(ratings.base_head(pool))
        ledger = Ledger(pool)
        if head:
            ledger = Ledger(pool, int(head[b"seq"]), head[b"head"].decode(), int(head[b"clock"]))
        if players:
            numbers = await self._redis.hmget(ratings.base_players(pool), players)
            given = zip(players, numbers, strict=True)
            ledger.players |= {player: unpack(each) for player, each in given if each}
        if keys:
            marks = await self._redis.hmget(ratings.base_pairs(pool), keys)
            for key, each in zip(keys, marks, strict=True):
                if each:
                    ledger.recent[key] = tuple(Mark(*mark) for mark in ratings.marks_of(each))
        return ledger


def _row(stored: Stored) -> LedgerRow:
    entry = entry_of(orjson.loads(stored.line))
    match = None if isinstance(entry, Carried) else entry.match
    return LedgerRow(stored.seq, match, entry.players, stored.line)
