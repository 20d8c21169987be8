"""What is known of tournaments: their logs, read from Redis and folded.

Every service folds the same log by the same library, so all know the same of it. A fold is kept,
and later only what came since is read: once for all who ask at the same time.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from croupier_tournament import Entry, Tournament, entry_of, evolve
from croupier_tournament.entries import Created
from redis.asyncio import Redis

from redislink import tournaments

MOST = 200_000
"""How much those may weigh together that are kept, about 100 MB: two tournaments of 10,000 players
and 14 rounds. A unit is half a kilobyte: an entry, or a player."""
ITSELF = 8
"""What a tournament weighs without players."""
CHUNK = 500
"""Entries that are read at once."""
SLICE = 50
"""Entries that are decoded, or folded, before others have their turn: a millisecond or two."""


@dataclass(slots=True)
class Known:
    """A tournament: what follows from its log, and what was said when it was made.

    The fold is changed in place as the log goes on: nobody may hold what it says over an await.
    """

    tournament: Tournament
    made: Mapping[str, Any]
    stored: bytes = b""
    """`made` as it was read."""
    changes: int = 0
    """How often anything that is stored of it had changed when it was read."""


class DamagedLog(Exception):
    """The entries of a log do not follow from each other."""


OnEntry: TypeAlias = Callable[[Known, Entry], None]
"""Is told of each entry of any log, as soon as it is in the fold."""


class TournamentLogs:
    """Reads logs. Every call may raise RedisError or OSError, and DamagedLog."""

    def __init__(
        self,
        redis: Redis,
        most: int = MOST,
        on_entry: OnEntry = lambda known, entry: None,
    ) -> None:
        """A log that is read from its beginning once more tells `on_entry` all of it again."""
        self._redis: Any = redis
        self._most = most
        self._on_entry = on_entry
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._weights: dict[str, int] = {}
        self._weight = 0
        self._reading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._next: dict[str, asyncio.Task[Known | None]] = {}

    async def read(self, tournament_id: str) -> Known | None:
        """What is known of it by now; None if there is none."""
        if (reading := self._next.get(tournament_id)) is None:
            reading = asyncio.create_task(self._read_in_turn(tournament_id))
            reading.add_done_callback(_seen)
            self._next[tournament_id] = reading
        # Whoever waits may give up; the others wait on.
        return await asyncio.shield(reading)

    def forget(self, tournament_id: str) -> None:
        """Read it anew next time: its fold has entries that were not stored."""
        self._known.pop(tournament_id, None)
        self._weight -= self._weights.pop(tournament_id, 0)

    async def _read_in_turn(self, tournament_id: str) -> Known | None:
        """Read it after whoever reads it now. Those who come from then on need the next reading."""
        if (lock := self._reading.get(tournament_id)) is None:
            lock = self._reading[tournament_id] = asyncio.Lock()
        try:
            await lock.acquire()
        finally:
            del self._next[tournament_id]
        try:
            return await self._read(tournament_id)
        finally:
            lock.release()

    async def _read(self, tournament_id: str) -> Known | None:
        try:
            return await self._read_on(tournament_id)
        except DamagedLog:
            self.forget(tournament_id)
            raise

    async def _read_on(self, tournament_id: str) -> Known | None:
        known, more = self._known.get(tournament_id), True
        is_kept = known is not None
        while more:
            rows, version, made, changes = await self._rows(tournament_id, known)
            if known and not rows and version >= known.tournament.version:
                made = None  # it has left for the archive, with names and seals
            rows, read = rows[1:] if known else rows, len(rows)
            entries = await _entries(rows)
            if made is None or (known is None and not entries):
                self.forget(tournament_id)
                return None
            if is_kept and known and _is_other(known.tournament, version, entries):
                is_kept = False  # what is read from the beginning now is one log, or damaged
                self.forget(tournament_id)
                known = None
                continue
            known = known or _beginning(tournament_id, entries[0])
            known.changes = changes
            if made != known.stored:
                known.made, known.stored = json.loads(made), made
            await self._fold(known, entries)
            more = read == CHUNK
        assert known  # noqa: S101 - as the loop leaves it
        self._keep(tournament_id, known)
        return known

    async def _rows(self, tournament_id: str, known: Known | None) -> tuple[Any, int, Any, int]:
        """The last entry that is known, those after it, the version, what was said when it was
        made, and how often anything of it has changed."""
        last = known.tournament.version if known else 0
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.xrange(tournaments.log(tournament_id), f"{last}-0", count=CHUNK)
        own = tournaments.tournament(tournament_id)
        pipeline.hmget(own, [tournaments.VERSION, tournaments.MADE, tournaments.CHANGES])
        rows, (version, made, changes) = await pipeline.execute()
        return rows, int(version or 0), made, int(changes or 0)

    async def _fold(self, known: Known, entries: Sequence[Entry]) -> None:
        for place, entry in enumerate(entries, 1):
            if entry.prev != known.tournament.head:
                raise DamagedLog(f"Entry {entry.version} does not follow from those before.")
            evolve(known.tournament, entry)
            self._on_entry(known, entry)
            if place % SLICE == 0:
                await asyncio.sleep(0)

    def _keep(self, tournament_id: str, known: Known) -> None:
        self._known[tournament_id] = known
        self._known.move_to_end(tournament_id)
        weight = _weight(known.tournament)
        self._weight += weight - self._weights.get(tournament_id, 0)
        self._weights[tournament_id] = weight
        while self._weight > self._most and len(self._known) > 1:
            self.forget(next(iter(self._known)))


def _weight(it: Tournament) -> int:
    return ITSELF + it.version + len(it.players)


async def _entries(rows: Sequence[Any]) -> list[Entry]:
    """The entries of these rows of a log."""
    found: list[Entry] = []
    for _, row in rows:
        found.append(entry_of(json.loads(row[tournaments.LINE.encode()])))
        if len(found) % SLICE == 0:
            await asyncio.sleep(0)
    return found


def _is_other(it: Tournament, version: int, entries: Sequence[Entry]) -> bool:
    """Whether the log does not go on from what was read of it: an earlier one was restored."""
    return version < it.version or bool(entries and entries[0].prev != it.head)


def _beginning(tournament_id: str, first: Entry) -> Known:
    assert isinstance(first, Created)  # noqa: S101 - as each log begins
    return Known(Tournament(tournament_id, first.settings), {})


def _seen(reading: "asyncio.Task[Known | None]") -> None:
    if not reading.cancelled():
        reading.exception()  # nobody may be waiting any more
