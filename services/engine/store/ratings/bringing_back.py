"""Entries that the archive has beyond the last one of Redis, which was restored from before them.

They are appended to Redis as they are, with all that follows from them.
"""

from collections.abc import Sequence
from copy import copy

import orjson
from croupier_rating import entry_of, evolve, touched
from croupier_rating.entries import AnyEntry

from engine.store.ratings.ledgers import BEYOND, Ledgers
from engine.store.ratings.pools import Added, Pools

BATCH = 100


async def bring_back(pools: Pools, ledgers: Ledgers, pool: str) -> int:
    """Append to Redis what the archive has after its last entry; the number of entries.

    None are if the ledger of Redis has gone on in another way, or goes on meanwhile. Raise
    StoreUnavailable.
    """
    count = 0
    while page := await _lacking(ledgers, pool):
        if not await _append(pools, pool, [entry_of(orjson.loads(line)) for _, line in page]):
            break
        count += len(page)
    return count


async def _lacking(ledgers: Ledgers, pool: str) -> list[tuple[int, bytes]]:
    if ledgers.archived is None:
        return []
    return await ledgers.archived.page(pool, await ledgers.last(pool), BEYOND, BATCH)


async def _append(pools: Pools, pool: str, entries: Sequence[AnyEntry]) -> bool:
    players = dict.fromkeys(player for entry in entries for player in entry.players)
    keys = dict.fromkeys(key for entry in entries for key in touched(entry)[1])
    known = await pools.read(pool, [], [*players], [*keys])
    if (entries[0].seq, entries[0].prev) != (known.ledger.seq + 1, known.ledger.head):
        return False
    after, added = copy(known.ledger), list[Added]()
    after.players, after.recent = {**after.players}, {**after.recent}
    for entry in entries:
        added.append(Added(entry, [after.numbers(player).seq for player in entry.players]))
        evolve(after, entry)
    return await pools.append(known, after, added, await pools.unlisted([*players]))
