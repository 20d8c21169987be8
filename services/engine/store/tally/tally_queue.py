"""The matches that are to be tallied, and what the worker does with them in Redis.

A claim is a lease: a worker that dies leaves its matches to the next one, which finds what was
done already. See redislink.ratings for the keys.
"""

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from redis.asyncio import Redis
from redislink import ratings
from redislink.channels import RATED
from redislink.ratings import DONE, NOT_RATED, PLACES, TALLIED, TALLY_DUE, TALLY_SWEEP
from redislink.script import Script
from redislink.telling import Telling

from engine.domain.errors import StoreUnavailable
from engine.store import keys
from engine.store.archive.archived_matches import Archiving
from engine.store.errors import outage
from engine.store.indexes.due_queue import Claimed, DueQueue, LeaseQueue
from engine.store.ratings.decided import place_in_ledger
from engine.store.scripts import SCRIPTS
from engine.store.tally.ended_matches import Ended, Read, is_to_be_tallied, read_all, read_stored

log = logging.getLogger("engine")

BATCH = 100
"""Matches that are claimed, and tallied, at once."""
LEASE_MS = 1_000
"""So short that players are told in time of what a match has changed although an engine has died. A
batch takes a tenth of it; one that takes longer is only computed twice."""
SWEEP_MS = 6 * 60 * 60 * 1000
"""How often one of the engines looks for matches that are not in the queue."""
SWEPT = 50
"""Matches that are looked at before other calls have their turn: about a millisecond."""
PLACED = 100
"""Players whose places are looked at at once."""


class Waiting(NamedTuple):
    """How many matches are to be tallied, and when the first was or is due, ms since the epoch."""

    number: int
    first_ms: float


class TallyQueue:
    """The queue in Redis. Every call may raise StoreUnavailable."""

    def __init__(self, redis: Redis, archiving: Archiving) -> None:
        """What the archive has is brought back to be tallied, and archived once more then."""
        self._redis: Any = redis
        self._archiving = archiving
        self._due = LeaseQueue(redis, TALLY_DUE, LEASE_MS, BATCH)
        self._sweeps = DueQueue(redis, TALLY_SWEEP, SWEEP_MS, 1)
        self.places = LeaseQueue(redis, PLACES, LEASE_MS, PLACED)
        """Players whose places on the boards are to be looked at."""
        self._mark = Script(redis, SCRIPTS / "mark_tallied.lua")
        self._telling = Telling(redis)

    async def tell(self, matches: Sequence[Ended]) -> None:
        """Have hooks of the installation be told of matches that have ended, if there are any."""
        with outage():
            await self._telling.tell([("match.finished", told_of(each)) for each in matches])

    async def waiting(self) -> Waiting:
        with outage():
            first = await self._redis.zrange(TALLY_DUE, 0, 0, withscores=True)
            count = int(await self._redis.zcard(TALLY_DUE)) if first else 0
        return Waiting(count, first[0][1] if first else 0.0)

    async def claim(self, now_ms: int) -> list[Claimed]:
        """Up to BATCH matches that are due, which no other worker gets for LEASE_MS."""
        return await self._due.claim(now_ms)

    async def read(self, claims: Sequence[Claimed]) -> list[Read]:
        """The claimed matches in their order."""
        with outage():
            read = await read_all(self._redis, [each.id for each in claims])
        for place, claim in enumerate(claims):
            if read[place] is None:
                read[place] = await self._read_archived(claim.id)
        return read

    async def _read_archived(self, match_id: str) -> Read:
        """The match, brought back from the archive; None if that has none, or there is none."""
        try:
            if not await self._archiving.restore(match_id):
                return None
            with outage():
                (read,) = await read_all(self._redis, [match_id])
        except StoreUnavailable as failure:  # the others must not wait for the archive
            return failure
        return read

    async def mark(self, tallied: Mapping[str, str], counted: Collection[str] = ()) -> list[str]:
        """Note what matches say of ratings, tell their followers, and return the `tallied` noted.

        It is noted, too, which of them were `counted`. Those that have expired count as noted.
        """
        ids = sorted({*tallied, *counted})
        marked = await self._mark_all(ids, tallied, counted)
        archived = [each for each in ids if marked[each] == b"archived"]
        for each in archived:
            await self._archiving.touch(each)
        marked |= await self._mark_all(archived, tallied, counted)
        return [each for each in tallied if marked[each] in (b"tallied", b"gone")]

    async def _mark_all(
        self, ids: Sequence[str], tallied: Mapping[str, str], counted: Collection[str]
    ) -> dict[str, Any]:
        archiving = "1" if self._archiving.archive else ""
        calls = [
            ([keys.match(each)], [*_told(tallied.get(each, "")), archiving, int(each in counted)])
            for each in ids
        ]
        with outage():
            answers = await self._mark.all(calls)
        return dict(zip(ids, answers, strict=True))

    async def finish(self, claims: Iterable[Claimed]) -> None:
        """Take matches out of the queue, unless they have become due once more."""
        await self._due.finish(claims)

    async def put_off(self, due: Mapping[Claimed, int]) -> None:
        """Let matches be due at these times, in ms since the epoch."""
        await self._due.put_off(due)

    async def claim_sweep(self, now_ms: int) -> bool:
        """Whether it is time to `sweep`, and no other worker does."""
        with outage():
            await self._redis.zadd(TALLY_SWEEP, {"all": 0}, nx=True)
            return bool((await self._sweeps.claim(now_ms)).ids)

    async def sweep(self, now_ms: int) -> int:
        """Make all matches due that have ended and are not tallied; return their number.

        So are those whose entry the ledger has no more, since its part of Redis was restored.
        """
        count, chunk = 0, list[bytes]()
        with outage():
            async for name in self._redis.scan_iter(match=keys.match("*"), count=1000):
                chunk.append(name)
                if len(chunk) == SWEPT:
                    count, chunk = count + await self._sweep(chunk, now_ms), []
            return count + await self._sweep(chunk, now_ms)

    async def sweep_again(self, at_ms: int) -> None:
        """Let the next sweep be at this time: one has failed."""
        with outage():
            await self._redis.zadd(TALLY_SWEEP, {"all": at_ms})

    async def _sweep(self, names: Sequence[bytes], now_ms: int) -> int:
        pipeline = self._redis.pipeline(transaction=False)
        for name in names:
            pipeline.hmget(name, ["match", TALLIED])
        found = dict(zip(names, await pipeline.execute(), strict=True))
        due, told = list[str](), dict[str, tuple[str, int]]()
        for name, (stored, tallied) in found.items():
            match_id = keys.id_in(name)
            if tallied is None and stored is not None and _is_to_be_tallied(match_id, stored):
                due.append(match_id)
            elif tallied and (place := place_in_ledger(tallied.decode())):
                told[match_id] = place
        due += await self._not_in_ledger(told)
        if due:
            await self._redis.zadd(TALLY_DUE, dict.fromkeys(due, now_ms), nx=True)
        await asyncio.sleep(0)
        return len(due)

    async def _not_in_ledger(self, told: Mapping[str, tuple[str, int]]) -> list[str]:
        """Those of the matches that name an entry which is not theirs.

        Older entries than are remembered are believed, and so is all of a pool that is not there.
        """
        if not told:
            return []
        pipeline = self._redis.pipeline(transaction=False)
        for match_id, (pool, _) in told.items():
            pipeline.zmscore(ratings.done(pool), [match_id])
            pipeline.zcard(ratings.done(pool))
            pipeline.zrange(ratings.done(pool), 0, 0, withscores=True)
        found = iter(await pipeline.execute(raise_on_error=False))
        lost = []
        for match_id, (_, seq) in told.items():
            answers = score, size, oldest = next(found), next(found), next(found)
            if any(isinstance(each, Exception) for each in answers) or score == [seq]:
                continue
            if size < DONE or seq >= oldest[0][1]:
                lost.append(match_id)
        return lost


def told_of(ended: Ended) -> dict[str, Any]:
    """What the installation is told of a match: ids and numbers."""
    match = ended.match
    return {
        "matchId": ended.id,
        "game": match["game"],
        "version": match["version"],
        "status": match["status"],
        "rated": ended.rated,
        "playerIds": [each["id"] for each in ended.players],
    }


def _told(tallied: str) -> tuple[str, str]:
    """What mark_tallied.lua is told of a match: the field, and the message for its followers."""
    return tallied, "" if tallied in ("", NOT_RATED) else RATED


def _is_to_be_tallied(match_id: str, stored: bytes) -> bool:
    """Whether there is something to tally of a stored match; False if it is damaged."""
    try:
        return is_to_be_tallied(read_stored(stored))
    except Exception as error:  # the others must not suffer; a message could hold a card
        extra = {"match_id": match_id}
        log.error("a match cannot be tallied: %s", type(error).__name__, extra=extra)
        return False
