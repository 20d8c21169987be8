"""What a connection of ours does besides: commands are written by hiredis.

redis-py's own synchronous connections have it so. That takes a seventh of the time, and what
stores a move has twenty arguments.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

import hiredis
from redis.asyncio import Connection, SSLConnection, UnixDomainSocketConnection
from redis.asyncio.sentinel import SentinelManagedConnection, SentinelManagedSSLConnection
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import ReadOnlyError, RedisError, ResponseError


class Packed:
    """Writes commands with hiredis."""

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
    """To a node of a cluster: one that has gone stale is replaced before it is used.

    Pools do so; the clients of a cluster keep their connections themselves.
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
    """To whom the Sentinels call the primary. One that has been told off is left at once."""

    async def read_response(self, *args: Any, **kwargs: Any) -> Any:
        try:
            answer = await super().read_response(*args, **kwargs)
        except ResponseError as error:
            if _told_off(error):
                await self._leave()
            raise
        if isinstance(answer, list) and any(map(_told_off, answer)):
            await self._leave()
        return answer

    async def _leave(self) -> NoReturn:
        await self.disconnect(nowait=True)
        raise ConnectionLost("This is not the primary any more.") from None


class PrimarySSLConnection(PrimaryConnection, SentinelManagedSSLConnection):
    pass


def _told_off(answer: Any) -> bool:
    """Whether it is the error of who is no primary; a script may give it for one thing of many."""
    if not isinstance(answer, ResponseError):
        return False
    return isinstance(answer, ReadOnlyError) or "READONLY" in str(answer)


async def _stale(connection: Any) -> bool:
    """Whether there is something to be read where nothing was asked, such as the end."""
    try:
        return bool(await connection.can_read())
    except (RedisError, OSError):
        return True
