"""Make the lists of matches and deadlines again from the matches: `croupierctl reindex`.

For a list that was lost, or that holds more and more that has long expired.

It is safe while the service runs. Matches are only read. Until it is done, the
lists lack the matches that it has not come to yet; the places in page tokens
stay what they are. A match whose status changes just as it is entered may stay
in the list of its old status too, where readers pass over it. Deadlines are never
lacking: those that are missing are entered, and then those taken out that no match has.
"""

import asyncio
import logging

from redis.asyncio import Redis

from engine.store.deadlines import Deadlines
from engine.store.errors import outage
from engine.store.index import Index
from engine.store.matches import all_matches

SETTLE_S = 2.0
"""A change enters the lists before it is stored. One that was cleared away from
them is stored by so long afterwards, so that it is found, or never will be."""
PROGRESS = 10_000

log = logging.getLogger("engine")


async def reindex(redis: Redis, settle_s: float = SETTLE_S) -> int:
    """Clear the lists and enter every match; how many there are. Raise StoreUnavailable."""
    with outage():
        return await _listed(redis, settle_s)


async def _listed(redis: Redis, settle_s: float) -> int:
    index, deadlines, count = Index(redis), Deadlines(redis), 0
    forgotten = await deadlines.all()
    await index.clear()
    await asyncio.sleep(settle_s)
    async for matches in all_matches(redis):
        await index.restore(matches)
        forgotten -= await deadlines.restore(matches)
        before, count = count, count + len(matches)
        if before // PROGRESS < count // PROGRESS:
            log.info("%d matches so far", count)
    await deadlines.remove(forgotten)
    return count
