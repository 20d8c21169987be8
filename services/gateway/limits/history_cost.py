"""The cost of answers about the past, in reads: it grows with the versions to recompute."""

import asyncio
from collections.abc import Awaitable, Callable

from gateway.errors import Problem
from gateway.limits.rate_limits import RateLimits
from gateway.limits.requester import Requester

ENTRIES_PER_READ = 16
"""So many entries of the history or of a replay cost one read more."""
CHANGES_PER_READ = 4
"""The same of changes for a stream, each of which has the whole match."""
LINES_PER_READ = 100
"""The same of lines that are sent as they are stored."""
AT_VERSION = ENTRIES_PER_READ
"""The match at an earlier version counts as so many entries."""


async def charge(limits: RateLimits, who: Requester, entries: int) -> None:
    """Charge the caller for an answer of so many entries, as far as its buckets have reads left.

    The answer has been made. A caller that has none left is refused the next one.
    """
    await _spend(limits, who, entries // ENTRIES_PER_READ)


async def charge_ahead(limits: RateLimits, who: Requester, entries: int) -> None:
    """Charge as `charge` does, before the answer; raise Problem rate_limited if no read is left."""
    wanted = entries // ENTRIES_PER_READ
    taken, refusal = await _spend(limits, who, wanted)
    if wanted and not taken and refusal:
        raise refusal


def pace(
    limits: RateLimits, who: Requester, per_read: int = CHANGES_PER_READ
) -> Callable[[int], Awaitable[None]]:
    """Return what charges the caller for changes, and waits while it has too few reads left."""

    async def wait(changes: int) -> None:
        wanted = changes // per_read
        while wanted:
            taken, refusal = await _spend(limits, who, wanted)
            wanted -= taken
            if wanted:
                await asyncio.sleep(_seconds(refusal))

    return wait


async def _spend(limits: RateLimits, who: Requester, reads: int) -> tuple[int, Problem | None]:
    """Charge for as many reads as there are, whatever the request itself was taken from."""
    return await limits.spend_up_to(reads, "reads", who.connection, who.token or "")


def _seconds(refusal: Problem | None) -> int:
    return int(refusal.headers["Retry-After"]) if refusal else 1
