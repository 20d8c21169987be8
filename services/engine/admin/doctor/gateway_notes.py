"""What gateways have noted within a day of what their operator should know."""

from typing import Any, cast

from redis.asyncio import Redis

from engine.admin.doctor.finding import Finding
from engine.store.errors import outage

PROXIES = "limit:{untrusted-proxies}"
"""As gateway.observability.untrusted_proxies has it."""
KEYS_MADE, RPS = "limit:{passkey-rps-made}", "limit:{passkey-rps}"
"""As gateway.sessions.passkey_rps has them."""
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


async def of_passkeys(redis: Redis) -> list[Finding]:
    """What the RP id of passkeys is worth, which is told before somebody changes it.

    Raise StoreUnavailable.
    """
    made, used = await _times(redis, KEYS_MADE), await _times(redis, RPS)
    if not made:
        return []
    now = max(used, key=lambda rp: used[rp], default="")
    if lost := ", ".join(sorted(made.keys() - {now})) if now else "":
        text = f"passkeys were made for {lost}, and GATEWAY_PASSKEY_RP is {now}"
        return [Finding("wrong", f"{text}: they open nothing; set it back, or tell their players")]
    kept = ", ".join(sorted(made))
    return [Finding("ok", f"passkeys are for {kept}; another GATEWAY_PASSKEY_RP would lose them")]


async def _times(redis: Redis, key: str) -> dict[str, int]:
    with outage():
        found = await cast(Any, redis).hgetall(key)
    return {name.decode(): int(value) for name, value in found.items()}


async def _noted(redis: Redis, key: str) -> str:
    with outage():
        found = await cast(Any, redis).hkeys(key)
    return ", ".join(sorted(each.decode() for each in found))
