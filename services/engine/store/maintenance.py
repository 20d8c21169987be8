"""Maintenance mode: no new matches and tickets; running matches can be played on.

maintenance  string  the notice, JSON; exists only while the mode is on
"""

import json
import time
from dataclasses import asdict, dataclass
from typing import Any

from redis.asyncio import Redis

from engine.domain.errors import InMaintenance
from engine.store.errors import outage

KEY = "maintenance"
FRESH_S = 1.0
"""How long an engine relies on what it has read."""


@dataclass(frozen=True, slots=True)
class MaintenanceNotice:
    """The message for players, when to retry, the start (RFC 3339), and the operator `by`."""

    message: str
    retry_after_s: int
    since: str
    by: str


class Maintenance:
    """The mode, shared by all engines. Every call may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._notice: MaintenanceNotice | None = None
        self._stale_at = 0.0

    async def check(self) -> None:
        """Raise InMaintenance while the mode is on; reads Redis at most once in FRESH_S."""
        # Every new match asks; Redis is spared, and a second more or less does not matter.
        if time.monotonic() >= self._stale_at:
            self._notice = await self.notice()
            self._stale_at = time.monotonic() + FRESH_S
        if self._notice:
            raise InMaintenance(self._notice.message, self._notice.retry_after_s)

    async def notice(self) -> MaintenanceNotice | None:
        """The current notice; None while the mode is off."""
        with outage():
            found: Any = await self._redis.get(KEY)
        return MaintenanceNotice(**json.loads(found)) if found else None

    async def begin(self, notice: MaintenanceNotice) -> None:
        """Switch the mode on, or replace its notice."""
        with outage():
            await self._redis.set(KEY, json.dumps(asdict(notice)))

    async def end(self) -> bool:
        """Switch the mode off; return whether it was on."""
        with outage():
            return bool(await self._redis.delete(KEY))
