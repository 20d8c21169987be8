"""The cost of answers about the past, in reads: it grows with the versions to recompute."""

import asyncio
from collections.abc import Awaitable, Callable

from starlette.requests import HTTPConnection

from gateway.errors import Problem
from gateway.limits.rate_limits import RateLimits

ENTRIES_PER_READ = 16
"""So many entries of the history or of a replay cost one read more."""
CHANGES_PER_READ = 4
"""The same of changes for a stream, each of which has the whole match."""
AT_VERSION = ENTRIES_PER_READ
"""The match at an earlier version counts as so many entries."""


async def charge(limits: RateLimits, caller: HTTPConnection, token: str, entries: int) -> None:
    """Charge the caller for an answer of so many entries, as far as its buckets have reads left.

    The answer has been made. A caller that has none left is refused the next one.
    """
    await limits.spend_up_to(entries // ENTRIES_PER_READ, "reads", caller, token)


async def charge_ahead(
    limits: RateLimits, caller: HTTPConnection, token: str, entries: int
) -> None:
    """Charge as `charge` does, before the answer; raise Problem rate_limited if no read is left."""
    wanted = entries // ENTRIES_PER_READ
    taken, refusal = await limits.spend_up_to(wanted, "reads", caller, token)
    if wanted and not taken and refusal:
        raise refusal


def pace(
    limits: RateLimits, caller: HTTPConnection, token: str
) -> Callable[[int], Awaitable[None]]:
    """Return what charges the caller for changes, and waits while it has too few reads left."""

    async def wait(changes: int) -> None:
        wanted = changes // CHANGES_PER_READ
        while wanted:
            taken, refusal = await limits.spend_up_to(wanted, "reads", caller, token)
            wanted -= taken
            if wanted:
                await asyncio.sleep(_seconds(refusal))

    return wait


def _seconds(refusal: Problem | None) -> int:
    return int(refusal.headers["Retry-After"]) if refusal else 1
