"""Matches that an operator takes out of a ledger: each by a further entry, and once.

A void entry goes through the script that appends all entries, so one that was computed from an
older ledger is refused. Whether a match is void already follows from the ledger alone: all that
comes after the match's entry is looked through.
"""

import json
from collections.abc import Sequence
from copy import copy

import orjson
from croupier_game.records import dataclass
from croupier_match.clock import rfc3339_of
from croupier_rating import Ledger, Played, Voided, entry_of, evolve, shown, void
from croupier_rating.entries import AnyEntry
from croupier_rating.recent import pairs

from engine.store.ratings.bringing_back import bring_back
from engine.store.ratings.ledgers import Ledgers
from engine.store.ratings.pools import Added, Known, Pools
from engine.store.ratings.rater import ATTEMPTS, Contended

VOID = "void"
"""The reason that the `ratings` of a void match have."""
BATCH = 50
"""Matches that are taken out with one call of the script."""
VOIDED, MATCH = b'"kind":"void"', b'"kind":"match"'
"""What the lines of these entries have, and others only in a reason: a first look."""


@dataclass(frozen=True, slots=True)
class Place:
    """The entry of a match, and the pool that has it."""

    pool: str
    entry: Played


class Voids:
    """Takes matches out of ledgers. Every call may raise StoreUnavailable."""

    def __init__(self, pools: Pools, ledgers: Ledgers) -> None:
        self._pools = pools
        self._ledgers = ledgers

    async def find(self, match_id: str) -> Place | None:
        """The entry of a match, in whichever pool; None if none is known."""
        for pool in await self._pools.names():
            known = await self._pools.read(pool, [match_id], [], [])
            if entry := _played(known.entries.get(match_id, b"")):
                return Place(pool, entry)
        archived = self._ledgers.archived
        for pool, _, line in await archived.of_match(match_id) if archived else ():
            if entry := _played(line):
                return Place(pool, entry)
        return None

    async def within(self, pool: str, since: str, until: str) -> tuple[list[Played], set[int]]:
        """The matches of the pool that ended at `since` or later and before `until`, RFC 3339, and
        the seq of all entries that are void."""
        found, void = list[Played](), set[int]()
        async for stored in self._ledgers.entries(pool):
            if (entry := _played(stored.line)) and since <= entry.ended < until:
                found.append(entry)
            elif (taken := _voided(stored.line)) is not None:
                void.add(taken)
        return found, void

    async def void(self, pool: str, played: Sequence[Played], reason: str) -> set[int]:
        """Take up to BATCH matches out of the pool, all or none; the seq of those that were not
        void before. Raise Contended."""
        await bring_back(self._pools, self._ledgers, pool)  # or its number would be given again
        looked, left = min(each.seq for each in played), {each.seq: each for each in played}
        for _ in range(ATTEMPTS):
            players, keys = _touched(played)
            known = await self._pools.read(pool, [], players, keys)
            async for stored in self._ledgers.entries(pool, looked):
                looked = stored.seq
                if (taken := _voided(stored.line)) is not None:
                    left.pop(taken, None)
            # The ledger may have gone on since it was read: then the script refuses.
            if not left:
                return set()
            after, added = _voids(known, [*left.values()], reason)
            hidden = await self._pools.unlisted(players)
            if await self._pools.append(known, after, added, hidden):
                await self._pools.look_at(await self._pools.unlisted(players) ^ hidden)
                return {*left}
        raise Contended(pool)


def void_text(place: Place) -> str:
    """The `ratings` of a match that is void, as the field TALLIED has them: it changed nothing."""
    changes = [
        {
            "seat": seat,
            "before": shown.rating(change.before),
            "after": shown.rating(change.before),
            "deviation": shown.deviation(change.before),
        }
        for seat, change in enumerate(place.entry.seats)
    ]
    told = {
        "pool": place.pool,
        "seq": place.entry.seq,
        "counted": False,
        "reason": VOID,
        "weight": 0,
        "changes": changes,
    }
    return json.dumps(told, separators=(",", ":"))


def _voids(known: Known, played: Sequence[Played], reason: str) -> tuple[Ledger, list[Added]]:
    """The ledger after the void entries of these matches, and the entries."""
    after = copy(known.ledger)
    after.players, after.recent = {**after.players}, {**after.recent}
    now, added = rfc3339_of(known.now_ms), list[Added]()
    for each in played:
        entry = void(after, each, now, reason)
        added.append(Added(entry, [after.numbers(player).seq for player in entry.players]))
        evolve(after, entry)
    return after, added


def _touched(played: Sequence[Played]) -> tuple[list[str], list[str]]:
    """The players and the keys that the ledger must have to take these matches out."""
    players = dict.fromkeys(player for each in played for player in each.players)
    keys: dict[str, None] = {}
    for each in played:
        keys |= dict.fromkeys([*pairs(each.players), *each.players])
    return [*players], [*keys]


def _played(line: bytes) -> Played | None:
    """The entry of a line, if it is that of a match."""
    entry = _entry(line) if MATCH in line else None
    return entry if isinstance(entry, Played) else None


def _voided(line: bytes) -> int | None:
    """The seq of the match that the entry of a line takes out, if it is such an entry."""
    entry = _entry(line) if VOIDED in line else None
    return entry.of if isinstance(entry, Voided) else None


def _entry(line: bytes) -> AnyEntry:
    return entry_of(orjson.loads(line))
