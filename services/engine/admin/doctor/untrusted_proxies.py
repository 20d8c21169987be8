"""What gateways have noted of proxies that they are not told to trust."""

from typing import Any, cast

from redis.asyncio import Redis

from engine.admin.doctor.finding import Finding
from engine.store.errors import outage

KEY = "limit:{untrusted-proxies}"
"""As gateway.observability.untrusted_proxies has it."""


async def of_proxies(redis: Redis) -> list[Finding]:
    """A note if somebody forwards the addresses of others, and is not believed.

    Raise StoreUnavailable.
    """
    with outage():
        found = await cast(Any, redis).hkeys(KEY)
    if not found:
        return []
    addresses = ", ".join(sorted(each.decode() for each in found))
    text = f"X-Forwarded-For came from {addresses} within a day, and was not believed"
    return [Finding("note", f"{text}: name your proxies in GATEWAY_TRUSTED_PROXIES")]
