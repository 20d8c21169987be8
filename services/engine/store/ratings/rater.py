"""Rates matches that have ended, each once, whoever does so at the same time.

An entry is computed from the ledger as it was read, and appended only if the ledger is the same
still. Otherwise all is read and computed again: then the ledger may have the match already.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias, TypeVar

import orjson
from croupier_game.records import dataclass
from croupier_rating import EndedMatch, NotRated, Pool, entry_of, moments, pool
from croupier_rating.entries import Played

from engine.domain.errors import DamagedMatch, StoreUnavailable
from engine.store.archive.archived_ledgers import ArchivedLedgers
from engine.store.ratings.bringing_back import bring_back
from engine.store.ratings.decided import (
    Origin,
    appended,
    asked_for,
    place_in_ledger,
    pool_of,
    rated_match,
    told,
    told_of_none,
)
from engine.store.ratings.ledgers import BEYOND, Ledgers
from engine.store.ratings.pools import Known, Pools
from engine.store.ratings.seasons import Seasons, season_at
from engine.store.tally.ended_matches import Ended

T = TypeVar("T")

REST_S = 2.0
"""For how long a pool is left alone that did not answer: its matches would hold up all others."""
ATTEMPTS = 20
"""How often others may append to the ledger first; each time they have rated a batch."""


class NotYet(Exception):
    """The match ends in the future of Redis's clock: to be rated at `due_ms`."""

    def __init__(self, due_ms: int) -> None:
        super().__init__(f"It ends in the future, at {due_ms}.")
        self.due_ms = due_ms


class Unsure(Exception):
    """The match may have an entry that is nowhere any more."""


class Contended(Exception):
    """Others kept appending to the ledger."""


Told: TypeAlias = dict[str, str | Exception]
"""For each match the field TALLIED, or why there is none yet."""


@dataclass(frozen=True, slots=True)
class _Rated:
    """A match with a place in a ledger, as it was stored and as the ledger sees it."""

    ended: Ended
    match: EndedMatch


class Rater:
    """Rates into `pools`, each match in the season in which it ended."""

    def __init__(self, pools: Pools, archived: ArchivedLedgers | None = None) -> None:
        self.pools = pools
        self._seasons = Seasons(pools.redis)
        self._ledgers = Ledgers(pools.redis, archived)
        self._resting: dict[str, float] = {}
        self._last: dict[str, int] = {}

    async def rate(self, matches: Sequence[Ended]) -> Told:
        """What the `ratings` of these rated matches say, or why not yet.

        A pool that is not there, or a match that is damaged, does not hold up others. Raise
        StoreUnavailable if nothing at all can be rated.
        """
        result: Told = {}
        seasons = await self._seasons.all()
        by_pool: dict[str, list[_Rated]] = {}
        for ended in {each.id: each for each in matches}.values():
            try:
                name = pool_of(ended, season_at(seasons, ended.ended_ms))
                by_pool.setdefault(name, []).append(_Rated(ended, rated_match(ended)))
            except NotRated as no:
                result[ended.id] = told_of_none(no.reason)
            except Exception as damaged:  # a message could hold a card
                result[ended.id] = damaged
        of_pools = await asyncio.gather(
            *(
                self.unless_resting(name, partial(self._in_pool, name, each))
                for name, each in by_pool.items()
            ),
            return_exceptions=True,
        )
        for rated, each in zip(by_pool.values(), of_pools, strict=True):
            if isinstance(each, Exception):
                result.update(dict.fromkeys((one.ended.id for one in rated), each))
            elif isinstance(each, BaseException):
                raise each
            else:
                result.update(each)
        return result

    async def unless_resting(self, name: str, act: Callable[[], Awaitable[T]]) -> T:
        """What `act` does with a pool. Raise as it does, and StoreUnavailable if the pool rests."""
        if time.monotonic() < self._resting.get(name, 0.0):
            raise StoreUnavailable
        try:
            return await act()
        except StoreUnavailable:
            self._resting[name] = time.monotonic() + REST_S
            self.distrust()
            raise

    def distrust(self) -> None:
        """Compare ledgers with the archive before they go on: Redis may have been restored."""
        self._last.clear()

    async def _in_pool(self, name: str, rated: Sequence[_Rated]) -> Told:
        """Rate matches of one pool. Raise StoreUnavailable or Contended."""
        earlier_ones = await self._earlier_seasons(name)
        ids = [each.ended.id for each in rated]
        players, keys = asked_for([each.match for each in rated])
        for _ in range(ATTEMPTS):
            known = await self._read(name, ids, players, keys)
            result = {each.ended.id: _already(name, known, each) for each in rated}
            result |= await self._looked_up(
                name, known, [each for each in rated if isinstance(result[each.ended.id], Unsure)]
            )
            new = [each.match for each in rated if result[each.ended.id] is None]
            if not new:
                break
            earlier = await self._earlier(earlier_ones, known, new)
            after, added = appended(known.ledger, new, earlier)
            changed = [*after.players]
            hidden = await self.pools.unlisted(changed)
            if await self.pools.append(known, after, added, hidden):
                self._last[name] = after.seq
                await self._as_listed(changed, hidden)
                entries = (each.entry for each in added)
                played = (each for each in entries if isinstance(each, Played))
                result |= {each.match: told(name, each) for each in played}
                break
        else:
            raise Contended(name)
        return {match: each for match, each in result.items() if each is not None}

    async def _read(
        self, name: str, ids: Sequence[str], players: Sequence[str], keys: Sequence[str]
    ) -> Known:
        """What the pool knows, after what the archive has of it beyond Redis was brought back.

        Else other entries would get the same numbers. The archive is asked when a ledger is read
        first, after an outage, and if it has become shorter.
        """
        known = await self.pools.read(name, ids, players, keys)
        if known.ledger.seq < self._last.get(name, BEYOND):
            if await bring_back(self.pools, self._ledgers, name):
                known = await self.pools.read(name, ids, players, keys)
            self._last[name] = known.ledger.seq
        return known

    async def _looked_up(
        self, name: str, known: Known, unsure: Sequence[_Rated]
    ) -> dict[str, str | Exception | None]:
        """What matches say that are older than those that are remembered: the ledger is looked
        through. They stay Unsure if their entries may have been dropped."""
        if not unsure:
            return {}
        ids = {each.ended.id for each in unsure}
        found = await self._ledgers.of_matches(name, ids, known.oldest or BEYOND)
        dropped_ms = await self._ledgers.dropped_ms(name)
        result: dict[str, str | Exception | None] = {}
        for each in unsure:
            if (line := found.get(each.ended.id)) is not None:
                result[each.ended.id] = _told_again(name, line, each.ended.tallied)
            elif moments.milliseconds(each.match.ended) > dropped_ms:
                result[each.ended.id] = None
        return result

    async def _earlier_seasons(self, name: str) -> list[Pool]:
        """The pools of the seasons before that of this pool, the newest first."""
        this = pool(name)
        others = [
            each
            for each in map(pool, await self.pools.names())
            if each.season < this.season and replace(each, season=this.season) == this
        ]
        return sorted(others, key=lambda each: -each.season)

    async def _earlier(
        self, seasons: Sequence[Pool], known: Known, matches: Sequence[EndedMatch]
    ) -> dict[str, Origin]:
        """The numbers with which players begin the season: of the newest in which they have any."""
        found: dict[str, Origin] = {}
        missing = {
            player: None
            for match in matches
            for player in match.players
            if player not in known.ledger.players
        }
        for older in seasons:
            if missing:
                of_season = await self.pools.numbers(str(older), [*missing])
                found |= {player: (older.season, each) for player, each in of_season.items()}
                missing = {player: None for player in missing if player not in of_season}
        return found

    async def _as_listed(self, players: Sequence[str], hidden: set[str]) -> None:
        """Have the places looked at of those who were hidden or shown meanwhile.

        Whoever hides a player first says so, and has the places looked at then. So either this
        finds it, or that look comes after the entries.
        """
        changed = await self.pools.unlisted(players) ^ hidden
        await self.pools.look_at(changed)


def _already(name: str, known: Known, rated: _Rated) -> str | Exception | None:
    """What the match says by an entry that it has, or why it gets none now; None to rate it."""
    match = rated.ended.id
    if (line := known.entries.get(match)) is not None:
        return _told_again(name, line, rated.ended.tallied)
    ended_ms = moments.milliseconds(rated.match.ended)
    if ended_ms > known.now_ms:
        return NotYet(ended_ms)
    if known.oldest_ms and ended_ms <= known.oldest_ms:
        return Unsure("It may have an entry that was dropped.")
    return None


def _told_again(name: str, line: bytes, tallied: str) -> str | Exception:
    """What the match says of its entry, which may be void since; else what the entry says."""
    entry = entry_of(orjson.loads(line)) if line.startswith(b"{") else None
    if place_in_ledger(tallied) == (name, entry.seq if entry else int(line)):
        return tallied
    if entry:
        return told(name, entry) if isinstance(entry, Played) else Unsure("It is no match's.")
    return Unsure("Its entry is not here any more.")


def unavailable(failure: str | Exception) -> bool:
    """Whether a match is not rated only because Redis did not answer, or was too busy."""
    return isinstance(failure, (StoreUnavailable, Contended)) and not isinstance(
        failure, DamagedMatch
    )
