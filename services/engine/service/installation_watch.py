"""Whether Redis still has the installation that this engine has first seen.

A Redis that comes back without its data answers and stores like any other: nothing else tells.
"""

import logging

from redis.asyncio import Redis

from engine.observability.metrics import Metrics
from engine.store.installation import read_mark

RUNBOOK = "stop the gateways, and follow docs/operations/runbook.md#croupierstorereplaced"
GONE = f"Redis has lost the installation that this engine has first seen: {RUNBOOK}"
ANOTHER = f"Redis has another installation than this engine has first seen: {RUNBOOK}"
BACK = "Redis has the installation again that this engine has first seen"

log = logging.getLogger("engine")


class InstallationWatch:
    """Compares the installation with the first one that it has seen, and logs each change."""

    def __init__(self, redis: Redis, metrics: Metrics) -> None:
        self._redis = redis
        self._replaced = metrics.replaced
        self._first = ""
        self._last = ""

    async def look(self) -> None:
        """Compare. Raise StoreUnavailable: a Redis that cannot be asked is not an empty one."""
        mark = await read_mark(self._redis)
        found = mark.digest if mark else ""
        if not self._first:
            # A new Redis has none until something is created, by whichever engine.
            self._first = self._last = found
        if found == self._last:
            return
        self._last = found
        self._replaced.set(found != self._first)
        if found == self._first:
            log.info(BACK)
        else:
            log.error(ANOTHER if found else GONE)
