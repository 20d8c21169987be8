"""Snapshots: matches as they were at every 32nd version, so that no question reads a whole log.

    match:{ID}:snapshots  list  the match at the versions 32, 64, 96, ..., without a gap (packed
                                JSON, without what its current version has as well)

save_matches.lua adds one along with the change that makes the version. An imported match, or one
from which a name was removed, gets them with the first question about its past.
"""

from collections.abc import Sequence
from typing import Any

from croupier_game.replace import replace
from croupier_match.evolve import genesis
from croupier_match.match import AnyMatch
from croupier_match.stored import match_type
from redis.asyncio import Redis
from redislink.script import Script

from engine.domain.registry import GAMES
from engine.store import keys, match_json
from engine.store.archive.archived_matches import Archiving
from engine.store.compression import pack, unpack
from engine.store.errors import outage
from engine.store.observer import StoreObserver
from engine.store.scripts import SCRIPTS

EVERY = 32
"""Versions from one snapshot to the next; docs/decisions/stored-matches.md has what it costs."""
START = b""
"""The snapshot of version 0, which is never stored."""


def due(version: int) -> bool:
    """Whether there is a snapshot of this version."""
    return version % EVERY == 0


def packed(match: AnyMatch) -> bytes:
    """The match as a snapshot. Its seed and invite code are not stored a second time."""
    return pack(match_json.dumps(replace(match, id="", seed="", invite_code="")))


def restored(match: AnyMatch, snapshot: bytes) -> AnyMatch | None:
    """The match at the version of a snapshot; None if it is a snapshot of another match.

    That is one of the same id that has expired before this one was created.
    """
    if snapshot == START:
        return genesis(GAMES.of(match), match)
    past: AnyMatch = match_type(GAMES.of(match)).validate_json(unpack(snapshot))
    if past.create_time != match.create_time:
        return None
    return replace(past, id=match.id, seed=match.seed, invite_code=match.invite_code)


class Snapshots:
    """The snapshots of all matches, and the log entries between them, as they are stored.

    Every call may raise StoreUnavailable.
    """

    def __init__(self, redis: Redis, observer: StoreObserver, archiving: Archiving) -> None:
        """What has left Redis comes back from the archive when it is read."""
        self.observer = observer
        self._redis = redis
        self._archiving = archiving
        self._append = Script(redis, SCRIPTS / "append_snapshots.lua")
        self._drop = Script(redis, SCRIPTS / "drop_snapshots.lua")

    async def read(
        self, match_id: str, version: int, last: int
    ) -> tuple[bytes | None, list[bytes]]:
        """The snapshot of `version`, None if it is missing, and the entries of `version` to `last`.

        Version 0 has no entry.
        """
        found, rows = await self._read(match_id, version, last)
        if last and not rows and await self._archiving.restore(match_id):
            found, rows = await self._read(match_id, version, last)
        return found, rows

    async def _read(
        self, match_id: str, version: int, last: int
    ) -> tuple[bytes | None, list[bytes]]:
        with self.observer.begin("read_past"), outage():
            pipeline = self._redis.pipeline(transaction=False)
            pipeline.lrange(keys.log(match_id), max(version - 1, 0), last - 1)
            if version:
                pipeline.lindex(keys.snapshots(match_id), version // EVERY - 1)
            rows, *found = await pipeline.execute()
        return found[0] if found else START, rows

    async def last(self, match: AnyMatch, version: int) -> tuple[AnyMatch, bytes]:
        """The match at its last snapshot up to that of `version`, and the snapshot.

        It is at version 0 if there is none. A list that an expired match has left is dropped.
        """
        with outage():
            pipeline = self._redis.pipeline(transaction=False)
            for place in (version // EVERY - 1, -1, 0):
                pipeline.lindex(keys.snapshots(match.id), place)
            *found, first = await pipeline.execute()
            if first and not restored(match, first):
                await self._drop.one([keys.snapshots(match.id)], [first])
                return genesis(GAMES.of(match), match), START
        for snapshot in filter(None, found):
            past = restored(match, snapshot)
            if past and past.version <= version:
                return past, snapshot
        return genesis(GAMES.of(match), match), START

    async def entries(self, match_id: str, after: int, last: int) -> list[bytes]:
        """The entries of the versions above `after` up to `last`, as far as there are any."""
        rows = await self._entries(match_id, after, last)
        if after < last and not rows and await self._archiving.restore(match_id):
            rows = await self._entries(match_id, after, last)
        return rows

    async def _entries(self, match_id: str, after: int, last: int) -> list[bytes]:
        with outage():
            rows: Any = await self._redis.lrange(keys.log(match_id), after, last - 1)
        return list(rows)

    async def append(
        self,
        match_id: str,
        version: int,
        snapshot: bytes,
        entries: Sequence[bytes],
        following: Sequence[bytes],
    ) -> None:
        """Store the snapshots `following` that of `version`; `entries` are what they follow from.

        Nothing is stored if Redis has other entries or another snapshot by now, or has those that
        follow.
        """
        args = [version // EVERY, version, snapshot, len(entries), *entries, *following]
        with self.observer.begin("append_snapshots"), outage():
            stored: int = await self._append.one(keys.of_past(match_id), args)
        self.observer.snapshots(stored)
