"""Matches that have left Redis: found in the archive, and brought back while they are read.

    match:{ID}      hash        the field `archived`, "1" while the archive has all of the match,
                                and "0" while it has an earlier copy; and `touched`, how often it
                                was changed since it was archived first
    {archive}:due   sorted set  match id -> ms since the epoch: when it is to be archived
    {archive}:sweep sorted set  one member: when to look for matches that are missing in that set

A match that was dealt enters the set along with its end, in a cluster before it, and leaves it once
the archive has it; see archive_queue. Until then it does not expire. One that is changed after its
end (an audit, a name, a request for a rematch) enters it once more.
"""

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from datetime import timedelta
from itertools import chain
from typing import TYPE_CHECKING

from croupier_match import clock
from croupier_match.match import AnyMatch
from croupier_match.refusals import NotFound
from redis.asyncio import Redis
from redislink.commands import Command
from redislink.script import Script

from engine.domain.steady_clock import utc_now
from engine.store import keys
from engine.store.errors import outage
from engine.store.indexes import match_index
from engine.store.loading import FIELDS, Loaded, read_one
from engine.store.match_json import read_match
from engine.store.observer import StoreObserver
from engine.store.scripts import SCRIPTS

if TYPE_CHECKING:
    from engine.store.archive.postgres import Archive

DUE, SWEEP = "{archive}:due", "{archive}:sweep"
GRACE_MS = 5_000
"""After how long a match is archived: what made it due may still be under way before."""
ARCHIVED = b"1"
"""The field `archived` of a match of which the archive has all."""
UNARCHIVED = timedelta(days=366)
"""How long a match is kept that is not archived yet: as good as for ever."""
UNARCHIVED_MS = UNARCHIVED // clock.MILLISECOND
RESTORED_MS, HURRIED_MS = 60_000, 5_000
"""How long a match is kept in Redis that was brought back to be read; and so long only beyond MOST
of them, which whoever reads the past of many matches would fill Redis with."""
MOST = 8_000_000
"""Bytes, as they are archived, that one engine brings back in a minute for all of it."""

_asked: ContextVar[set[str] | None] = ContextVar("asked", default=None)
"""The ids that the archive was asked for by the current request."""


class Stays:
    """How long Redis keeps what one engine brings back to be read."""

    def __init__(self, most: int) -> None:
        """Until it was `most` bytes in a minute, what comes stays for RESTORED_MS."""
        self.most = most
        self._minute, self._brought = 0.0, 0

    def life_ms(self, size: int) -> int:
        """How long Redis keeps what is brought back now, and has so many bytes."""
        minute = time.monotonic() // 60
        before = self._brought if minute == self._minute else 0
        self._minute, self._brought = minute, before + size
        return RESTORED_MS if before < self.most else HURRIED_MS


class Archiving:
    """Moves matches between Redis and the archive; an engine without an archive finds none there.

    Every call may raise StoreUnavailable.
    """

    def __init__(self, redis: Redis, archive: "Archive | None", observer: StoreObserver) -> None:
        self.archive = archive
        self._redis = redis
        self._observer = observer
        self.stays = Stays(MOST)
        self._restore = Script(redis, SCRIPTS / "restore_match.lua")
        self._touch = Script(redis, SCRIPTS / "touch_match.lua")

    async def find(self, match_ids: Sequence[str]) -> list[Loaded]:
        """Return the matches in the archive, in this order, or why one cannot be read; None for
        each that it has not."""
        if self.archive is None or not match_ids:
            return [None] * len(match_ids)
        if (asked := _asked.get()) is not None:
            asked.update(match_ids)
        with self._observer.begin("archive_find"):
            found = await self.archive.find(match_ids)
        return [read_one(*_stored(found[each])) if each in found else None for each in match_ids]

    async def find_one(self, match_id: str) -> AnyMatch | None:
        """Return the match in the archive, if it is there. Raise why it cannot be read."""
        (found,) = await self.find([match_id])
        if isinstance(found, Exception):
            raise found
        return found

    async def fill(self, match_ids: Sequence[str], found: list[Loaded]) -> list[Loaded]:
        """The matches found in Redis, and in place of None those that the archive has."""
        missing = [each for each, match in zip(match_ids, found, strict=True) if match is None]
        rest = iter(await self.find(missing))
        return [next(rest) if match is None else match for match in found]

    async def restore(self, match_id: str) -> bool:
        """Bring a match back into Redis for a while; whether the archive has it."""
        if self.archive is None:
            return False
        with self._observer.begin("archive_restore"):
            kept = await self.archive.whole(match_id)
            if kept is None:
                return False
            parts = (kept.fields, kept.log, kept.requests, kept.snapshots)
            args = [self.stays.life_ms(sum(map(len, chain.from_iterable(parts))))]
            for part in parts:
                args += [len(part), *part]  # type: ignore[list-item]
            with outage():
                await self._restore.one(keys.all_of(match_id), args)
        return True

    async def touch(self, match_id: str) -> None:
        """Let a match that has ended, and is about to be changed, be archived once more.

        Until then it does not expire.
        """
        if self.archive is None:
            return
        with outage():
            # First, so that whoever dies in between leaves an entry too many.
            now_ms = clock.epoch_ms(utc_now())
            await self._redis.zadd(DUE, {match_id: now_ms + GRACE_MS})
            found = await self._touch.one(keys.all_of(match_id), [UNARCHIVED_MS, "0"])
        if not found and await self.restore(match_id):
            with outage():
                await self._touch.one(keys.all_of(match_id), [UNARCHIVED_MS, "0"])

    async def forget_hidden(self, match: AnyMatch) -> None:
        """Delete matches of the same id from the archive that are older than this one.

        Nobody can find them, and so no name can be removed from them.
        """
        if self.archive is None:
            return
        with self._observer.begin("archive_put"):
            for created, fields in (await self.archive.older(match.id, match.create_time)).items():
                hidden = read_match(*_stored(fields))
                lists = sorted(match_index.lists_of(hidden)) if hidden else []
                await self.archive.forget(match.id, created, lists)

    @asynccontextmanager
    async def alike(self, match_id: str) -> AsyncIterator[None]:
        """Ask the archive before each NotFound, so that its time does not tell what Redis has.

        A private match in Redis would otherwise be refused sooner than one that does not exist, and
        also while the archive is away.
        """
        if self.archive is None:
            yield
            return
        token = _asked.set(asked := set[str]())
        try:
            yield
        except NotFound:
            if match_id and match_id not in asked:
                await self.find([match_id])
            raise
        finally:
            _asked.reset(token)


def entering(before: AnyMatch | None, after: AnyMatch) -> list[Command]:
    """The command that makes a match due that was dealt, and ends with this change."""
    if not (after.ended and after.was_dealt) or (before is not None and before.ended):
        return []
    return [("ZADD", DUE, str(clock.ms(after.update_time) + GRACE_MS), after.id)]


def _stored(fields: "dict[bytes, bytes]") -> "list[bytes | None]":
    """Return what `read_match` takes."""
    return [fields.get(name.encode()) for name in FIELDS]
