"""The matches that are to be archived, and what the worker does with them in Redis.

See archived_matches for the keys. A claim is a lease: a worker that dies leaves its matches to the
next one. Storing a match once more changes nothing.
"""

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from croupier_game.records import dataclass
from croupier_match import clock
from croupier_match.match import AnyMatch
from redis.asyncio import Redis
from redislink.script import Script

from engine.store import keys, match_json
from engine.store.archive.archive_row import Kept, Row
from engine.store.archive.archived_matches import ARCHIVED, DUE, RESTORED_MS, SWEEP, UNARCHIVED_MS
from engine.store.errors import outage
from engine.store.indexes import match_index
from engine.store.indexes.due_queue import DueQueue
from engine.store.loading import FIELDS
from engine.store.match_json import read_match
from engine.store.observer import StoreObserver
from engine.store.scripts import SCRIPTS

if TYPE_CHECKING:
    from engine.store.archive.postgres import Archive

log = logging.getLogger("engine")

BATCH = 50
"""Matches that are claimed, and stored, at once."""
LEASE_MS = 30_000
SWEEP_MS = 6 * 60 * 60 * 1000
"""How often one of the engines looks for matches that are not in the queue: those that ended before
there was an archive, or on an engine without one."""
SWEPT = 50
"""Matches that are looked at before other calls have their turn: about a millisecond."""
LEFT_BEHIND = (b"until", b"archived")
"""Fields that say how long Redis keeps the match, and so are no part of it."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A match that is to be archived, and the time at which another worker may claim it."""

    id: str
    score: int


@dataclass(frozen=True, slots=True)
class Copy:
    """A match as it was read, and its row."""

    claimed: Claimed
    match: AnyMatch
    row: Row


class ArchiveQueue:
    """The queue in Redis, on the way to an archive. Every call may raise StoreUnavailable."""

    def __init__(
        self,
        redis: Redis,
        archive: "Archive",
        archived_ttl: timedelta,
        observer: StoreObserver | None = None,
    ) -> None:
        """Redis keeps a match that the archive has for `archived_ttl` after its end."""
        self.archive = archive
        self._observer = observer or StoreObserver()
        self._redis = redis
        self._archived_ms = archived_ttl // clock.MILLISECOND
        self._index = match_index.Index(redis)
        self._due = DueQueue(redis, DUE, LEASE_MS, BATCH)
        self._sweeps = DueQueue(redis, SWEEP, SWEEP_MS, 1)
        self._read = Script(redis, SCRIPTS / "export_match.lua")
        self._touch = Script(redis, SCRIPTS / "touch_match.lua")
        self._mark = Script(redis, SCRIPTS / "mark_archived.lua")
        self._finish = Script(redis, SCRIPTS / "finish_due.lua")

    async def waiting(self) -> int:
        """The number of matches that are to be archived."""
        with outage():
            return int(await self._redis.zcard(DUE))

    async def claim(self, now_ms: int) -> list[Claimed]:
        """Up to BATCH matches that are due, which no other worker gets for LEASE_MS."""
        with outage():
            found = await self._due.claim(now_ms)
        return [Claimed(each, now_ms + LEASE_MS) for each in found.ids]

    async def read(self, claimed: Claimed) -> Copy | None:
        """A copy of the match; None unless it is there, has ended, and is to be kept.

        Those that were never dealt are not. Raise ValueError if this engine cannot read it.
        """
        with outage():
            answer = await self._read.one(keys.all_of(claimed.id), [])
        fields = dict(zip(answer[0][::2], answer[0][1::2], strict=True))
        if b"match" not in fields:
            return None
        match = read_match(*map(fields.get, (b"game", b"match")))
        if match is None:
            raise ValueError("What is stored here says no game.")
        if match.ended and match.was_dealt:
            return Copy(claimed, match, _row(match, fields, answer))
        return None

    async def put(self, copies: Sequence[Copy]) -> None:
        """Store these copies in the archive, all or none."""
        if copies:
            with self._observer.begin("archive_put"):
                await self.archive.put([copy.row for copy in copies])

    async def keep(self, match_ids: Sequence[str]) -> None:
        """Let these matches not expire."""
        with outage():
            for match_id in match_ids:
                await self._touch.one(keys.all_of(match_id), [UNARCHIVED_MS, "1"])

    async def finish(self, copies: Sequence[Copy], now_ms: int) -> None:
        """Note that the archive has these copies: the matches may expire, and leave their lists.

        Those that were changed since they were read stay due.
        """
        kept = list[Claimed]()
        for copy in copies:
            ended = clock.ms(copy.match.update_time)
            life = max(RESTORED_MS, ended + self._archived_ms - now_ms)
            with outage():
                if await self._mark.one(keys.all_of(copy.row.id), [copy.row.touched, life]):
                    kept.append(copy.claimed)
                await self._index.take_out(copy.match)
        await self.drop(kept)

    async def drop(self, claims: Sequence[Claimed]) -> None:
        """Take matches out of the queue, unless they have become due once more."""
        args = [each for claim in claims for each in (claim.id, claim.score)]
        if args:
            with outage():
                await self._finish.one([DUE], args)

    async def claim_sweep(self, now_ms: int) -> bool:
        """Whether it is time to `sweep`, and no other worker does."""
        with outage():
            await self._redis.zadd(SWEEP, {"all": 0}, nx=True)
            return bool((await self._sweeps.claim(now_ms)).ids)

    async def sweep(self, now_ms: int, again: bool = False) -> int:
        """Make all matches due that have ended and are not archived; return their number.

        With `again`, those too that are: an archive that was restored may lack them.
        """
        count, chunk = 0, list[bytes]()
        with outage():
            async for name in self._redis.scan_iter(match=keys.match("*"), count=1000):
                chunk.append(name)
                if len(chunk) == SWEPT:
                    count, chunk = count + await self._sweep(chunk, now_ms, again), []
            return count + await self._sweep(chunk, now_ms, again)

    async def _sweep(self, names: Sequence[bytes], now_ms: int, again: bool) -> int:
        pipeline = self._redis.pipeline(transaction=False)
        for name in names:
            pipeline.hmget(name, ["archived", *FIELDS])
        found = zip(names, await pipeline.execute(), strict=True)
        ended = [
            keys.id_in(name)
            for name, (archived, *stored) in found
            if (again or archived != ARCHIVED) and await _is_to_be_kept(name, stored)
        ]
        if ended:
            # First: they may expire soon, and a worker may just be marking one as archived.
            await self.keep(ended)
            await self._redis.zadd(DUE, dict.fromkeys(ended, now_ms), nx=True)
        return len(ended)


async def _is_to_be_kept(name: bytes, stored: Sequence[bytes | None]) -> bool:
    """Return whether FIELDS are of a match that was dealt and has ended.

    False if this engine cannot read it.
    """
    try:
        # Running matches are many, and looked at every time: of them, no more than this is read.
        if stored[1] is None or match_json.status_of(stored[1]) not in match_index.ENDED:
            return False
        await asyncio.sleep(0)  # the next line takes up to a millisecond
        match = read_match(*stored)
        return match is not None and match.was_dealt
    except Exception as error:  # the others must not suffer; a message could hold a card
        extra = {"match_id": keys.id_in(name)}
        log.error("a match cannot be archived: %s", type(error).__name__, extra=extra)
        return False


def _row(match: AnyMatch, fields: dict[bytes, bytes], answer: Sequence[Any]) -> Row:
    own = [part for pair in fields.items() if pair[0] not in LEFT_BEHIND for part in pair]
    _, log, _, requests, snapshots = answer
    return Row(
        id=match.id,
        created=match.create_time,
        ended=datetime.fromisoformat(match.update_time),
        game=match.game,
        touched=int(fields.get(b"touched", b"0")),
        kept=Kept(own, log, requests, snapshots),
        lists=sorted(match_index.lists_of(match)),
        member=match_index.member(match),
    )
