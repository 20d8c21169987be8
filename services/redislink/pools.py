"""Pools that hand out an idle connection at once.

redis-py's takes a lock, a timer and two context managers for it, in case that there is none: a
fifth of the time of a call.
"""

from typing import Any

from redis.asyncio import BlockingConnectionPool

from redislink.connections import stale


class ReadyPool(BlockingConnectionPool):
    """A pool that waits only for a connection that is not there yet."""

    async def get_connection(self, *args: Any, **options: Any) -> Any:
        """A connection that is ready for a command. Raise RedisError or OSError."""
        if self._in_maintenance or not self._available_connections:
            return await super().get_connection()  # type: ignore[no-untyped-call]
        connection = self.get_available_connection()  # type: ignore[no-untyped-call]
        try:
            if not connection.is_connected or await stale(connection):
                await self.ensure_connection(connection)
        except BaseException:
            await self.release(connection)
            raise
        return connection
