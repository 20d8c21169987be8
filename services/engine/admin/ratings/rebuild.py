"""`croupierctl ratings rebuild`: what is stored of ratings, recomputed from the ledgers.

A ledger is followed entry by entry, by the recipe; all that is stored beside it is a cache. With an
archive, entries that Redis lacks are brought back first, and each entry is compared with its match.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import orjson
from croupier_rating import NotAMatch, NotRated, Played, moments
from redislink.ratings import TALLIED, TALLY_DUE

from engine.admin.operator import Operator
from engine.admin.ratings.joining import Keep, compare, join
from engine.admin.ratings.matches import BATCH, all_ended, read_ended
from engine.domain.steady_clock import utc_now
from engine.store import keys
from engine.store.errors import outage
from engine.store.ratings.decided import place_in_ledger, pool_of, rated_match
from engine.store.ratings.recomputed import Recomputed
from engine.store.tally.ended_matches import Ended

Say: TypeAlias = Callable[[str], None]
"""Takes a line about something that is wrong, or was done."""
COMPARED = ("players", "ranks", "short", "ended", "rules_version", "log_head")
"""What an entry has of its match."""


@dataclass
class Tally:
    """What was found of a pool; `gone` counts entries whose match nobody has any more."""

    pool: str
    entries: int = 0
    players: int = 0
    wrong: int = 0
    corrected: int = 0
    gone: int = 0
    began_ms: int = 0
    """The clock of the ledger before the first entry that is kept."""
    matches: set[str] = field(default_factory=set)

    def shown(self) -> dict[str, Any]:
        """The tally as JSON shows it."""
        names = ("pool", "entries", "players", "wrong", "corrected", "gone")
        return {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        gone = f" ({self.gone} of matches that are gone)" if self.gone else ""
        counts = f"{self.entries} entries{gone}, {self.players} players"
        return f"{self.pool}: {counts}, {self.wrong} wrong, {self.corrected} corrected"


async def rebuild(operator: Operator, pool: str, write: bool, keep: Keep | None, say: Say) -> Tally:
    """Recompute a pool, and correct what differs if `write`. Raise StoreUnavailable."""
    tally = Tally(pool)
    await _join(operator, tally, write, keep, say)
    now_ms = (utc_now() - moments.EPOCH) // moments.MS
    recomputed = Recomputed(operator.redis, operator.ledgers, pool, now_ms, write)
    async for difference in recomputed.differences():
        say(f"{pool}: {difference}")
        tally.wrong, tally.corrected = tally.wrong + 1, tally.corrected + write
    replay = recomputed.replay
    for finding in replay.findings:
        say(f"{pool}: {finding}")
    for seq in replay.wrong_back:
        say(f"{pool}: Entry {seq}, back: it does not lead to the entries before it")
    tally.wrong += len(replay.findings) + len(replay.wrong_back)
    tally.entries, tally.players = replay.entries, len(replay.ledger.players)
    played = [*replay.played]
    tally.matches = {each.match for each in played}
    tally.began_ms = replay.began_clock
    await _compare_matches(operator, tally, played, say)
    return tally


async def unnamed(operator: Operator, tallies: Sequence[Tally], say: Say) -> int:
    """The number of rated matches that no entry of all pools names, though they are tallied."""
    named = {match for tally in tallies for match in tally.matches}
    seen, count = set[str](), 0
    async for ended in all_ended(operator):
        if ended.id in named or ended.id in seen or not _has_a_place(ended):
            continue
        seen.add(ended.id)
        if await _waits(operator, ended.id) or _is_before(ended, tallies):
            continue
        if await _is_named_now(operator, ended):
            continue
        say(f"match {ended.id} is rated, and no entry names it")
        count += 1
    return count


async def _join(operator: Operator, tally: Tally, write: bool, keep: Keep | None, say: Say) -> None:
    apart = await compare(operator.ledgers, tally.pool)
    if apart.lost:
        tally.wrong += 1
        say(
            f"{tally.pool}: {apart.lost} entries after {apart.archived} are neither in Redis nor in"
            " the archive"
        )
    if not (apart.fork or apart.missing or (apart.lost and keep)):
        return
    if not write or (apart.fork and keep is None):
        tally.wrong += 1
        if apart.fork:
            say(
                f"{tally.pool}: from entry {apart.fork} on, the archive has others than Redis: say"
                " --keep redis or --keep archive"
            )
        else:
            say(f"{tally.pool}: Redis lacks {apart.missing} entries that the archive has")
        return
    async for line in join(operator, tally.pool, apart, keep):
        say(line)


async def _compare_matches(
    operator: Operator, tally: Tally, played: Sequence[Played], say: Say
) -> None:
    """Compare each entry with what its match says."""
    for first in range(0, len(played), BATCH):
        some = played[first : first + BATCH]
        found = await read_ended(operator, [each.match for each in some])
        tally.gone += len(some) - len(found)
        for each in some:
            if each.match in found:
                for what in _unlike(each, found[each.match]):
                    say(f"{tally.pool}: {what} of entry {each.seq} is not that of {each.match}")
                    tally.wrong += 1


def _unlike(entry: Played, ended: Ended) -> Iterable[str]:
    """What an entry has otherwise than its match."""
    try:
        match = rated_match(ended)
    except (NotRated, NotAMatch):
        yield "kind"
        return
    for name in COMPARED:
        if getattr(entry, name) != getattr(match, name):
            yield name


def _has_a_place(ended: Ended) -> bool:
    """Whether an entry has to name the match."""
    try:
        if not ended.rated:
            return False
        pool_of(ended, 0)
        rated_match(ended)
    except (NotRated, NotAMatch):
        return False
    return True


def _is_before(ended: Ended, tallies: Collection[Tally]) -> bool:
    """Whether the match ended before the first entry that is kept of its pool."""
    of_any_season = pool_of(ended, 0).rpartition(".")[0]
    return any(
        tally.pool.rpartition(".")[0] == of_any_season and ended.ended_ms <= tally.began_ms
        for tally in tallies
    )


async def _is_named_now(operator: Operator, ended: Ended) -> bool:
    """Whether an entry names the match that was appended after the ledgers were followed."""
    client: Any = operator.redis
    with outage():
        tallied = await client.hget(keys.match(ended.id), TALLIED)
    place = place_in_ledger(tallied.decode() if tallied else ended.tallied)
    stored = await operator.ledgers.entry(*place) if place else None
    return stored is not None and orjson.loads(stored.line).get("match") == ended.id


async def _waits(operator: Operator, match_id: str) -> bool:
    """Whether the match is still to be tallied."""
    with outage():
        return await operator.redis.zscore(TALLY_DUE, match_id) is not None
