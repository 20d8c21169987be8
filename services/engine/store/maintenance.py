"""Whether the service is in maintenance: nothing new is begun, what is going on goes on.

maintenance  string  the notice, JSON; there only while it is on
"""

import json
import time
from dataclasses import asdict, dataclass
from typing import Any

from redis.asyncio import Redis

from engine.domain.errors import InMaintenance
from engine.store.errors import outage

KEY = "maintenance"
BELIEVED_S = 1.0
"""How long an engine goes by what it has read."""


@dataclass(frozen=True, slots=True)
class MaintenanceNotice:
    """What players are told, when to ask again, and since when (RFC 3339) and by whom it is on."""

    message: str
    retry_after_s: int
    since: str
    by: str


class Maintenance:
    """The one switch of all engines. Every call may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._notice: MaintenanceNotice | None = None
        self._stale_at = 0.0

    async def check(self) -> None:
        """Raise InMaintenance while it is on; read at most once in BELIEVED_S."""
        if time.monotonic() >= self._stale_at:
            self._notice = await self.notice()
            self._stale_at = time.monotonic() + BELIEVED_S
        if self._notice:
            raise InMaintenance(self._notice.message, self._notice.retry_after_s)

    async def notice(self) -> MaintenanceNotice | None:
        """The notice, now; None while it is off."""
        with outage():
            found: Any = await self._redis.get(KEY)
        return MaintenanceNotice(**json.loads(found)) if found else None

    async def begin(self, notice: MaintenanceNotice) -> None:
        """Switch it on, or have another notice."""
        with outage():
            await self._redis.set(KEY, json.dumps(asdict(notice)))

    async def end(self) -> bool:
        """Switch it off; whether it was on."""
        with outage():
            return bool(await self._redis.delete(KEY))
