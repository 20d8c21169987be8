"""What gateways have noted within a day of what their operator should know."""

from typing import Any, cast

from redis.asyncio import Redis

from engine.admin.doctor.finding import Finding
from engine.store.errors import outage

PROXIES = "limit:{untrusted-proxies}"
"""As gateway.observability.untrusted_proxies has it."""
GUESTS = "limit:{guest-boards}"
"""As gateway.web.frames has it."""


async def of_proxies(redis: Redis) -> list[Finding]:
    """A note if somebody forwards the addresses of others, and is not believed.

    Raise StoreUnavailable.
    """
    if not (addresses := await _noted(redis, PROXIES)):
        return []
    text = f"X-Forwarded-For came from {addresses} within a day, and was not believed"
    return [Finding("note", f"{text}: name your proxies in GATEWAY_TRUSTED_PROXIES")]


async def of_boards(redis: Redis) -> list[Finding]:
    """A note if boards of others were shown on the page's own site. Raise StoreUnavailable."""
    if not (games := await _noted(redis, GUESTS)):
        return []
    text = f"boards of others ({games}) were shown on the page's own site within a day"
    why = "in Firefox, one that loops freezes the page"
    return [Finding("note", f"{text}, where {why}: set GATEWAY_BOARD_ORIGIN to a second site")]


async def _noted(redis: Redis, key: str) -> str:
    with outage():
        found = await cast(Any, redis).hkeys(key)
    return ", ".join(sorted(each.decode() for each in found))
