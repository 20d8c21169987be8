"""`croupierctl stats rebuild`: the counters of a player made anew from its matches."""

import logging
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass

from croupier_match.match import Status
from croupier_match.refusals import Conflict
from croupier_rating import NotAMatch
from redislink.statistics import RELIABILITY, Record

from engine.admin.acts import Kind
from engine.admin.operator import Operator
from engine.domain.errors import DamagedMatch
from engine.store.errors import outage
from engine.store.indexes.match_index import ENDED, match_id, scope_of
from engine.store.statistics.anew import Anew, Found
from engine.store.statistics.counted import Counted, counted
from engine.store.tally.ended_matches import Ended, Read, Running, read_all, read_stored

PAGE = 100
"""Matches that are in memory at once."""
PROGRESS = 1000
"""Matches between two lines about the progress."""
ATTEMPTS = 10
"""How often matches may end while the counters are put in place."""
NOTHING = "nothing"

log = logging.getLogger("engine")


class NotRebuilt(Conflict):
    """The counters stay as they are; the message says why."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A field of a player's counters, what is stored, and what follows from the matches."""

    field: str
    stored: str
    anew: str

    def __str__(self) -> str:
        return f"{self.field}: {self.stored} is stored, {self.anew} follows from the matches"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rebuild has found; `unreadable` matches were left out."""

    matches: int
    unreadable: int
    differences: Sequence[Difference]


@dataclass(slots=True)
class Reading:
    """What is known of a player's matches so far."""

    seats: list[Counted]
    matches: int = 0
    unreadable: int = 0


async def rebuild(operator: Operator, player_id: str, check: bool, reason: str = "") -> Outcome:
    """Count the player's matches anew; put it in place unless this is a `check`.

    Raise NotRebuilt if that would lose matches that are not to be had any more, Conflict if
    matches keep ending, and StoreUnavailable.
    """
    if check:
        return await _rebuild(operator, player_id, check)
    async with operator.doing(Kind.PLAYER_RECOUNT, player_id, reason):
        return await _rebuild(operator, player_id, check)


async def _rebuild(operator: Operator, player_id: str, check: bool) -> Outcome:
    anew = Anew(operator.redis, player_id)
    await anew.begin()
    try:
        reading = await _read_all(operator, player_id)
        reading.seats.sort(key=lambda each: (each.ended_ms, each.match))
        await anew.add(reading.seats)
        stored, made = await anew.read()
        outcome = Outcome(reading.matches, reading.unreadable, [*differences(stored, made)])
        if not check and outcome.differences:
            _check_nothing_is_lost(operator, reading, stored.counters, made.counters)
            await _adopt(operator, anew, player_id)
        return outcome
    finally:
        await anew.drop()


async def _adopt(operator: Operator, anew: Anew, player_id: str) -> None:
    for _ in range(ATTEMPTS):
        meanwhile = await anew.adopt()
        if not meanwhile:
            return
        reading = Reading([])
        await _add(operator, player_id, meanwhile, reading)
        await anew.add(reading.seats)
    raise Conflict("The player's matches keep ending; try again.")


def _check_nothing_is_lost(
    operator: Operator, reading: Reading, stored: Mapping[str, str], anew: Mapping[str, str]
) -> None:
    """Raise NotRebuilt if fewer matches are found than were counted, and some cannot be found."""
    if operator.store.archiving.archive is not None and not reading.unreadable:
        return
    for field, value in stored.items():
        if field != RELIABILITY and _played(value) > _played(anew.get(field)):
            why = "cannot be read" if reading.unreadable else "were not archived"
            raise NotRebuilt(f"{field}: matches that were counted {why}, so all stays as it is.")


def _played(value: str | None) -> int:
    return Record.parse(value.encode()).played if value else 0


def differences(stored: Found, anew: Found) -> Iterator[Difference]:
    """The fields that differ, in the order of their names."""
    for kind, one, other in (
        ("", stored.counters, anew.counters),
        ("against ", stored.met, anew.met),
    ):
        for field in sorted({*one, *other}):
            if one.get(field) != other.get(field):
                told = (one.get(field, NOTHING), other.get(field, NOTHING))
                yield Difference(f"{kind}{field}", *told)


async def _read_all(operator: Operator, player_id: str) -> Reading:
    """What is counted of all matches of the player that have ended, the archive's too."""
    await operator.store.engines.read()  # which says of which games there are lists
    reading, seen = Reading([]), set[str]()
    async for ids in _pages(operator, player_id):
        await _add(operator, player_id, [each for each in ids if each not in seen], reading)
        seen.update(ids)
        if reading.matches // PROGRESS > (reading.matches - len(ids)) // PROGRESS:
            log.info("%d matches so far", reading.matches)
    return reading


async def _pages(operator: Operator, player_id: str) -> AsyncIterator[list[str]]:
    scopes = [scope_of(player_id)]
    for status in ENDED:
        names = await operator.store.lists.page(scopes, "", Status(status), "", PAGE)
        while names:
            yield [*map(match_id, names)]
            names = await operator.store.lists.page(scopes, "", Status(status), names[-1], PAGE)


async def _add(
    operator: Operator, player_id: str, match_ids: Sequence[str], reading: Reading
) -> None:
    """Add to `reading` what is counted of these matches for the player."""
    with outage():
        found = await read_all(operator.redis, match_ids)
    for each, read in zip(match_ids, found, strict=True):
        if read is None:
            read = await _archived(operator, each)
        if read is None or isinstance(read, Running):
            continue  # it has expired, or was never dealt
        try:
            if isinstance(read, Exception):
                raise read
            reading.matches += 1
            reading.seats += [seat for seat in counted(read) if seat.player == player_id]
        except (LookupError, TypeError, ValueError, NotAMatch, DamagedMatch) as error:
            # Its message could hold a card.
            log.error("%s cannot be read (%s)", each, type(error).__name__)
            reading.unreadable += 1


async def _archived(operator: Operator, each: str) -> Read:
    """The match as the archive has it, if it does."""
    archive = operator.store.archiving.archive
    kept = await archive.whole(each) if archive else None
    if kept is None:
        return None
    fields = dict(zip(kept.fields[::2], kept.fields[1::2], strict=True))
    try:
        return Ended(each, read_stored(fields[b"match"]), [*map(read_stored, kept.log)], "")
    except (LookupError, ValueError, DamagedMatch) as error:
        return error
