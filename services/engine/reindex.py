"""Make the lists of matches and deadlines again from the matches: `python -m engine.reindex`.

For a list that was lost, or that holds more and more that has long expired. The
Redis is that of ENGINE_REDIS_URL or REDIS_URL.

It is safe while the service runs. Matches are only read. Until it is done, the
lists lack the matches that it has not come to yet; the places in page tokens
stay what they are. A match whose status changes just as it is entered may stay
in the list of its old status too, where readers pass over it. Deadlines are never
lacking: those that are missing are entered, and then those taken out that no match has.
"""

import asyncio
import logging
import os
import sys

from redis.asyncio import Redis

from engine.store.connection import connect
from engine.store.deadlines import Deadlines
from engine.store.index import Index
from engine.store.redis import all_matches

SETTLE_S = 2.0
"""A change enters the lists before it is stored. One that was cleared away from
them is stored by so long afterwards, so that it is found, or never will be."""
TIMEOUT_S = 10.0
PROGRESS = 10_000

log = logging.getLogger("engine")


async def reindex(redis: Redis, settle_s: float = SETTLE_S) -> int:
    """Clear the lists and enter every match; how many there are."""
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


async def run(url: str) -> None:
    async with connect(url, TIMEOUT_S) as redis:
        log.info("%d matches listed", await reindex(redis))


def main() -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)
    url = os.environ.get("ENGINE_REDIS_URL") or os.environ.get("REDIS_URL")
    if not url:
        sys.exit("Set REDIS_URL, or let make run run: it has a Redis of its own.")
    asyncio.run(run(url))


if __name__ == "__main__":
    main()
