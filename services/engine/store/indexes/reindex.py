"""Rebuild the index and the deadline queue from the matches: `croupierctl reindex`.

For an index that was lost, or that has grown by members that expired long ago.

It is safe while the service runs. Matches are only read. Until it is done, the
lists lack the matches that it has not reached yet; page tokens stay valid. A match whose
status changes just as it is added may stay in the list of its old status too, where readers
pass over it. The deadline queue never lacks a match: missing ones are added first, and then
those are removed that have no deadline.
"""

import asyncio
import logging

from redis.asyncio import Redis

from engine.store.errors import outage
from engine.store.indexes.due_matches import Deadlines
from engine.store.indexes.match_index import Index
from engine.store.loading import all_matches, readable

SETTLE_S = 2.0
"""How long to wait between clearing the lists and reading the matches. A change extends the
lists before it is stored; if its entry was cleared, it is stored by then, or never will be."""
PROGRESS = 10_000
"""Matches between two log lines about the progress."""

log = logging.getLogger("engine")


async def reindex(redis: Redis, settle_s: float = SETTLE_S) -> int:
    """Rebuild both, and return the number of matches. Raise StoreUnavailable."""
    with outage():
        return await _rebuild(redis, settle_s)


async def _rebuild(redis: Redis, settle_s: float) -> int:
    index, deadlines, count = Index(redis), Deadlines(redis), 0
    # Those that are entered from now on are never removed.
    obsolete = await deadlines.all()
    await index.clear()
    await asyncio.sleep(settle_s)
    async for found in all_matches(redis):
        matches = readable(found.values())
        await index.restore(matches)
        obsolete -= await deadlines.restore(matches)
        for match_id in found.keys() - {match.id for match in matches}:
            log.error("%s cannot be read, and so is listed no more", match_id)
            obsolete.discard(match_id)  # a repair may need it
        before, count = count, count + len(matches)
        if before // PROGRESS < count // PROGRESS:
            log.info("%d matches so far", count)
    await deadlines.remove(obsolete)
    return count
