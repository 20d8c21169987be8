"""Connections that write commands with hiredis, as redis-py's synchronous ones do.

That takes a seventh of the time, and the script that stores a move has twenty arguments.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

import hiredis
from redis.asyncio import Connection, SSLConnection, UnixDomainSocketConnection
from redis.asyncio.sentinel import SentinelManagedConnection, SentinelManagedSSLConnection
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import ReadOnlyError, RedisError, ResponseError


class Packed:
    """Encodes commands with hiredis."""

    def pack_command(self, *args: Any) -> list[bytes]:
        name, *rest = args
        return [hiredis.pack_command((*name.split(), *rest))]  # such as SCRIPT LOAD


class PackedConnection(Packed, Connection):
    pass


class PackedSSLConnection(Packed, SSLConnection):
    pass


class PackedUnixConnection(Packed, UnixDomainSocketConnection):
    pass


PACKED: Mapping[type[Any], type[Any]] = {
    Connection: PackedConnection,
    SSLConnection: PackedSSLConnection,
    UnixDomainSocketConnection: PackedUnixConnection,
}


class NodeConnection(PackedConnection):
    """A connection to a node of a cluster; a stale one is replaced before it is used.

    Elsewhere pools do so, but a cluster's client keeps its connections by itself.
    """

    async def send_packed_command(
        self, command: bytes | str | Iterable[bytes], check_health: bool = True
    ) -> None:
        if check_health and self.is_connected and await _stale(self):
            await self.disconnect(nowait=True)
        await super().send_packed_command(command, check_health)


class NodeSSLConnection(NodeConnection, SSLConnection):
    pass


class PrimaryConnection(Packed, SentinelManagedConnection):
    """A connection to the primary that Sentinel names; closed as soon as it answers READONLY."""

    async def read_response(self, *args: Any, **kwargs: Any) -> Any:
        try:
            answer = await super().read_response(*args, **kwargs)
        except ResponseError as error:
            if _is_read_only(error):
                await self._leave()
            raise
        # A script stores many matches in one call, and returns the error of each.
        if isinstance(answer, list) and any(map(_is_read_only, answer)):
            await self._leave()
        return answer

    async def _leave(self) -> NoReturn:
        await self.disconnect(nowait=True)
        raise ConnectionLost("This is not the primary any more.") from None


class PrimarySSLConnection(PrimaryConnection, SentinelManagedSSLConnection):
    pass


def _is_read_only(answer: Any) -> bool:
    """Whether it is the error of a replica; a script may return it for one item of many."""
    if not isinstance(answer, ResponseError):
        return False
    return isinstance(answer, ReadOnlyError) or "READONLY" in str(answer)


async def _stale(connection: Any) -> bool:
    """Whether there is data to read before a command was sent, such as the end."""
    try:
        return bool(await connection.can_read())
    except (RedisError, OSError):
        return True
