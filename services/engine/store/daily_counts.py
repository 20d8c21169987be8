"""What players make, of which there may be only so many in a day."""

from croupier_match.clock import DAY_MS
from redis.asyncio import Redis
from redislink.durability import Durability
from redislink.script import Script, named

from engine.store.errors import outage
from engine.store.scripts import SCRIPTS


class DailyCounts:
    """Counts what each player makes of one kind."""

    def __init__(
        self, redis: Redis, most: int, kept_ms: int, durability: Durability | None = None
    ) -> None:
        """So many a day; what was made is kept for `kept_ms`, at least a day."""
        self._most, self._kept_ms = most, kept_ms
        self._count = Script(redis, SCRIPTS / "count_made.lua", durability)

    async def count(self, key: str, made_id: str, now_ms: int) -> bool:
        """Count it among those of a player, whose key it is; False if there are as many others.

        However many ask at the same time. A repeat changes nothing. Raise StoreUnavailable.
        """
        asked = named(
            id=made_id,
            now=now_ms,
            since=now_ms - DAY_MS,
            most=self._most,
            forget=now_ms - self._kept_ms,
            kept=self._kept_ms,
        )
        with outage():
            return bool(await self._count.one([key], [asked]))
