"""Background worker that watches the store: does it answer, can it store, what is its time?

And is it the one that this engine has known?
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeAlias

from redis.asyncio import Redis
from telemetry.redaction import error_location

from engine.domain.errors import StoreUnavailable
from engine.domain.steady_clock import SteadyClock
from engine.observability.metrics import Metrics
from engine.observability.outage_log import Outage
from engine.store import server_status
from engine.store.installation import read_mark
from engine.store.server_status import ServerStatus

EVERY_S = 1.0
STATUS_EVERY = 60
"""Of so many looks, one reads the servers' status, too."""
FULL = ("memory", "disk", "replicas", "read_only")
"""Kinds of refusals by a store that can be read."""
UNREADABLE = "the status of Redis cannot be read: its user needs the right +info"
RUNBOOK = "stop the gateways, and follow docs/operations/runbook.md#croupierstorereplaced"
GONE = f"Redis has lost the installation that this engine has first seen: {RUNBOOK}"
ANOTHER = f"Redis has another installation than this engine has first seen: {RUNBOOK}"
BACK = "Redis has the installation again that this engine has first seen"

log = logging.getLogger("engine")


class Health(NamedTuple):
    """Whether this engine serves, and whether changes can be stored."""

    serves: bool
    stores: bool


Report: TypeAlias = Callable[[Health], Awaitable[None]]


class StoreWatch:
    """Looks at the store until `stop`, and reports each change of its health."""

    def __init__(
        self, redis: Redis, clock: SteadyClock, metrics: Metrics, outage: Outage, report: Report
    ) -> None:
        """The clock is compared with Redis's at each look."""
        self.servers: Sequence[ServerStatus] = ()
        self.health = Health(serves=False, stores=False)
        self._redis = redis
        self._clock = clock
        self._metrics = metrics
        self._outage = outage
        self._report = report
        self._installation = InstallationWatch(redis, metrics)
        self._until_status = 0
        self._seen = False
        self._refused = True
        self._faults: frozenset[str] = frozenset()
        self._agreed = True
        self._stop = asyncio.Event()

    async def run(self) -> None:
        """Look every second until `stop`."""
        while not self._stop.is_set():
            try:
                await self.look()
            except Exception as error:  # of a library: the next look may succeed
                log.error("the watch of the store failed: %s", error_location(error))
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY_S):
                    await self._stop.wait()

    def stop(self) -> None:
        self._stop.set()

    async def look(self) -> None:
        """Compare the clocks, try to store, read the status if it is time, report, and compare the
        installations."""
        refusal = await self._refusal()
        # An engine that starts waits for Redis; one that has served goes on when it is away.
        self._seen = self._seen or refusal in ("", *FULL)
        if refusal in ("", *FULL):
            await self._read_status()
        serves = self._seen and self._clock.trusted
        # One look may fail by chance, for example where a node of a cluster has just died.
        health = Health(serves, serves and not (refusal and self._refused))
        self._refused = bool(refusal)
        if health != self.health:
            self.health = health
            await self._report(health)
        # Only a Redis that stores: a replica that is being filled has no data yet.
        if not refusal:
            with suppress(StoreUnavailable):  # of the part of a cluster that has it: the next look
                await self._installation.look()

    async def _refusal(self) -> str:
        """The kind of the refusal to store; "" if there is none."""
        try:
            await self._compare_clocks()
            await server_status.try_to_write(self._redis)
        except StoreUnavailable as failure:
            self._outage.noted(failure)
            return failure.kind
        self._outage.answered()
        return ""

    async def _compare_clocks(self) -> None:
        agreed = await server_status.compare_clocks(self._redis, self._clock)
        self._metrics.clock_ahead.set(self._clock.ahead_s)
        if agreed != self._agreed:
            self._agreed = agreed
            self._log_clocks()

    def _log_clocks(self) -> None:
        if self._agreed:
            log.info("the clocks of this engine and of Redis agree again")
            return
        then = "Redis's is ignored" if self._clock.trusted else "this engine serves nothing"
        about = "Redis's clock is %+.1f s from this engine's: %s until both are right"
        log.error(about, self._clock.ahead_s, then)

    async def _read_status(self) -> None:
        """Read the status at the first look, and then once a minute; log new faults."""
        if self._until_status:
            self._until_status -= 1
            return
        try:
            self.servers = await server_status.read_status(self._redis)
            faults = frozenset(fault for each in self.servers for fault in each.faults)
        except StoreUnavailable as failure:
            if failure.kind != "permission":
                return  # the next look will tell
            self.servers, faults = (), frozenset([UNREADABLE])
        for fault in sorted(faults - self._faults):
            log.error("%s", fault)
        self._faults, self._until_status = faults, STATUS_EVERY - 1


class InstallationWatch:
    """Compares the installation with the first one that it has seen, and logs each change.

    A Redis that comes back without its data answers and stores like any other: nothing else tells.
    """

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
