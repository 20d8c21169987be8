"""Earlier versions of matches, recomputed from the nearest snapshot and the log after it.

What was recomputed is shared by all who ask for the same. It is found by the stored bytes that
it follows from, so nothing is told of a history that Redis has lost in a restore.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from cachetools import LRUCache
from croupier_game.seeded import ChanceSource
from croupier_match.entries import Entry
from croupier_match.evolve import evolve
from croupier_match.match import AnyMatch
from croupier_match.refusals import NotFound

from engine.domain.registry import GAMES
from engine.store.loading import parsed_log
from engine.store.matches import MatchStore
from engine.store.snapshots import EVERY, due, packed, restored

SLICE = 25
"""Versions that are recomputed before other calls have their turn: about a millisecond."""
PART = 8 * EVERY
"""Versions that are recomputed before the snapshots that were missing are stored."""
CACHED_VERSIONS = 2000
"""Recomputed versions that are kept, some 2 KB each."""


@dataclass(frozen=True, slots=True)
class MatchVersion:
    """A version of a match, and the log entry that made it."""

    match: AnyMatch
    entry: Entry


Versions: TypeAlias = list[MatchVersion]


class Past:
    """The earlier versions of the matches of a store."""

    def __init__(self, store: MatchStore, chance: ChanceSource) -> None:
        self._snapshots = store.snapshots
        self._chance = chance
        self._recomputing: dict[Hashable, asyncio.Task[Versions]] = {}
        self._filling: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._recomputed: LRUCache[object, Versions] = LRUCache(CACHED_VERSIONS, len)

    async def versions(self, match: AnyMatch, first: int, last: int) -> Versions:
        """The versions `first` to `last`, of which the match has had all.

        Raise NotFound if the match has expired since it was loaded.
        """
        base = first - first % EVERY
        snapshot, rows = await self._snapshots.read(match.id, base, last)
        if len(rows) <= last - max(base, 1):
            raise NotFound("There is no such match.")
        recompute = partial(self._recompute, match, base, snapshot, rows)
        if snapshot is None:  # without it, these entries do not say what was before them
            return (await recompute())[first - last - 1 :]
        # Seed, snapshot and entries are all that these versions follow from.
        key = (match.id, match.seed, base, snapshot, *rows)
        found = self._recomputed.get(key)
        if found is None:
            found = await self._shared(key, recompute)
            if len(found) <= CACHED_VERSIONS:
                self._recomputed[key] = found
        return found[first - last - 1 :]

    def _shared(
        self, key: Hashable, work: Callable[[], Coroutine[Any, Any, Versions]]
    ) -> Awaitable[Versions]:
        """The result, or the error, of the work for this key; it begins unless it is under way.

        It goes on when a caller is cancelled, since others may wait for it.
        """
        task = self._recomputing.get(key)
        if task is None:
            task = self._recomputing[key] = asyncio.create_task(work())
            task.add_done_callback(partial(self._forget, key))
        return asyncio.shield(task)

    def _forget(self, key: Hashable, task: asyncio.Task[Versions]) -> None:
        del self._recomputing[key]
        if not task.cancelled():
            task.exception()  # retrieved, so that asyncio does not log it if nobody waits any more

    async def _recompute(
        self, match: AnyMatch, base: int, snapshot: bytes | None, rows: Sequence[bytes]
    ) -> Versions:
        """The versions of `rows`, the first of which is `base` unless that is 0."""
        past = None if snapshot is None else restored(match, snapshot)
        if past is None or past.version != base:
            past = await self._fill(match, base)
        log = parsed_log(match, rows)
        own = [MatchVersion(past, log[0])] if base else []
        after = await self._fold(past, log[len(own) :])
        return own + [MatchVersion(*each) for each in zip(after, log[len(own) :], strict=True)]

    async def _fill(self, match: AnyMatch, version: int) -> AnyMatch:
        """The match at `version`, of which the snapshot is missing, once all up to it are stored.

        Those who ask for the same match wait for each other, and go on from where one got to.
        """
        async with self._filling.setdefault(match.id, asyncio.Lock()):
            past, snapshot = await self._snapshots.last(match, version)
            while past.version < version:
                past, snapshot = await self._fill_part(match, past, snapshot, version)
            return past

    async def _fill_part(
        self, match: AnyMatch, past: AnyMatch, snapshot: bytes, version: int
    ) -> tuple[AnyMatch, bytes]:
        """A later snapshot than the given one, at most that of `version`, once it is stored."""
        last = min(past.version + PART, version)
        rows = await self._snapshots.entries(match.id, past.version, last)
        if len(rows) < last - past.version:
            raise NotFound("There is no such match.")
        after = await self._fold(past, parsed_log(match, rows))
        new = [packed(each) for each in after if due(each.version)]
        await self._snapshots.append(match.id, past.version, snapshot, rows, new)
        return after[-1], new[-1]

    async def _fold(self, past: AnyMatch, log: Sequence[Entry]) -> list[AnyMatch]:
        """The match after each entry of the log."""
        self._snapshots.observer.recomputed(len(log))
        matches = []
        for entry in log:
            past = evolve(GAMES.of(past), past, entry, self._chance)
            matches.append(past)
            if len(matches) % SLICE == 0:
                await asyncio.sleep(0)
        return matches
