"""A pool that opens no connection any more once it is closed.

redis-py's pools open another one for whoever asks, which then nobody closes: a task that ends
later than its client would leave it open.
"""

from typing import Any

from redis.asyncio import BlockingConnectionPool
from redis.exceptions import ConnectionError as ConnectionLost

CLOSED = "The client is closed."


class ClosingPool(BlockingConnectionPool):
    """Refuses its connections after `aclose`, also those that were being opened meanwhile."""

    closed = False

    async def get_connection(self, *args: Any, **options: Any) -> Any:
        """Return a connection. Raise RedisError or OSError if there is none, or none any more."""
        self.check_open()
        try:
            connection: Any = await super().get_connection(*args, **options)  # type: ignore[no-untyped-call]
        finally:
            if self.closed:  # meanwhile, and what has been opened since is open
                await super().aclose()
        if self.closed:
            await self.release(connection)
        self.check_open()
        return connection

    async def release(self, connection: Any) -> None:
        if self.closed:
            await connection.disconnect(nowait=True)
        await super().release(connection)

    async def aclose(self) -> None:
        self.closed = True
        await super().aclose()

    def check_open(self) -> None:
        """Raise ConnectionLost if the pool is closed."""
        if self.closed:
            raise ConnectionLost(CLOSED)
