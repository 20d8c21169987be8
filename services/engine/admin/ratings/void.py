"""`croupierctl ratings void`: matches are taken out of the ledgers, and say so themselves."""

import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from croupier_game.records import dataclass
from croupier_match.clock import rfc3339
from croupier_match.match import Reason
from croupier_match.refusals import NotFound
from croupier_rating import Played

from engine.admin.acts import Kind
from engine.admin.operator import Operator
from engine.admin.ratings.matches import read_ended
from engine.store.audit import Act
from engine.store.ratings.pools import Pools
from engine.store.ratings.voiding import BATCH, Place, Voids, void_text
from engine.store.tally.tally_queue import TallyQueue

log = logging.getLogger("engine")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of matches: those that were taken out, and those that were void already; of a
    window also how many ended otherwise than by time, or are gone so that nobody can tell."""

    void: Sequence[Place]
    already: Sequence[Place] = ()
    others: int = 0
    gone: int = 0


async def void_match(operator: Operator, match_id: str, reason: str) -> Outcome:
    """Take a match out, unless it is void already. Raise NotFound if no ledger has it."""
    place = await _voids(operator).find(match_id)
    if place is None:
        raise NotFound("No ledger has an entry of this match.")
    async with operator.doing(Kind.RATINGS_VOID, match_id, reason):
        return await _void(operator, [place], reason)


async def void_window(
    operator: Operator,
    pools: Sequence[str],
    since: datetime,
    until: datetime,
    reason: str,
    check: bool = False,
) -> Outcome:
    """Take those matches out that ended by time in a window; with `check`, only find them."""
    voids, others, gone = _voids(operator), 0, 0
    found, already = list[Place](), list[Place]()
    for pool in pools:
        played, void = await voids.within(pool, rfc3339(since), rfc3339(until))
        read = await read_ended(operator, [each.match for each in played])
        for each in played:
            match = read.get(each.match)
            if match is None:
                gone += 1
            elif match.match["outcome"]["reason"] == Reason.TIMEOUT:
                (already if each.seq in void else found).append(Place(pool, each))
            else:
                others += 1
    if check:
        return Outcome(found, already, others, gone)
    window = f"{rfc3339(since)} to {rfc3339(until)}"
    async with operator.doing(Kind.RATINGS_VOID, reason=reason, detail=window):
        done = await _void(operator, [*found, *already], reason)
    return Outcome(done.void, done.already, others, gone)


async def within(operator: Operator, pool: str, since: str, until: str) -> list[Played]:
    """The matches of a pool that ended in a window, RFC 3339, and are not void."""
    played, void = await _voids(operator).within(pool, since, until)
    return [each for each in played if each.seq not in void]


async def _void(operator: Operator, places: Sequence[Place], reason: str) -> Outcome:
    """Take matches out, and note it in each. What is repeated changes nothing more."""
    voids, queue = _voids(operator), TallyQueue(operator.redis, operator.store.archiving)
    void, already = list[Place](), list[Place]()
    by_pool: dict[str, list[Place]] = {}
    for place in places:
        by_pool.setdefault(place.pool, []).append(place)
    for pool, of_pool in by_pool.items():
        for first in range(0, len(of_pool), BATCH):
            some = of_pool[first : first + BATCH]
            taken = await voids.void(pool, [place.entry for place in some], reason)
            await queue.mark({place.entry.match: void_text(place) for place in some})
            void += (new := [place for place in some if place.entry.seq in taken])
            already += [place for place in some if place.entry.seq not in taken]
            for place in new:
                with suppress(NotFound):  # the ledger outlives its matches
                    await operator.record(place.entry.match, Act.VOIDED, reason)
            if len(places) > BATCH:
                log.info("%d of %d matches so far", len(void) + len(already), len(places))
    return Outcome(void, already)


def _voids(operator: Operator) -> Voids:
    durability = operator.settings.durability(operator.settings.redis_timeout_s)
    return Voids(Pools(operator.redis, durability), operator.ledgers)
