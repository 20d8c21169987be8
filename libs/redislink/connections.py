"""Connections that notice their end, encode commands with hiredis, and leave a former primary."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import hiredis
from redis.asyncio import Connection, SSLConnection, UnixDomainSocketConnection
from redis.asyncio.sentinel import SentinelManagedConnection, SentinelManagedSSLConnection
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import ReadOnlyError, RedisError, ResponseError

UNWAITED = 32 * 1024
"""Bytes that are written without waiting: half of what makes a transport ask to wait."""


class Packed:
    """Notices a connection that was reset, encodes with hiredis, and writes small commands at once.

    redis-py's asynchronous connections encode in Python: 1.12 times the engine's part of a move.
    """

    async def can_read(self) -> bool:
        """Whether there is data to read, or the connection has ended.

        redis-py does not notice one that was reset, as proxies do with idle ones.
        """
        connection: Any = self
        if connection.is_connected and connection._writer.transport.is_closing():
            return True
        return bool(await super().can_read())  # type: ignore[misc]

    def pack_command(self, *args: Any) -> list[bytes]:
        name, *rest = args
        return [hiredis.pack_command((*name.split(), *rest))]  # such as SCRIPT LOAD

    async def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        """Write at once what need not wait; a connection that is lost is noticed at the answer.

        redis-py writes all within `asyncio.wait_for`, which loses a cancellation that comes as the
        write ends (Python 3.11), and with it the time-out of the caller.
        """
        connection: Any = self
        if isinstance(command, list) and connection.is_connected and _takes(connection, command):
            connection._writer.writelines(command)
            return
        try:
            await super().send_packed_command(command, check_health)  # type: ignore[misc]
        except RuntimeError as error:
            # What uvloop raises for a connection that has just ended, such as one that the server
            # accepted and was killed; asyncio's loops, which redis-py knows, raise an OSError.
            if connection.is_connected and not connection._writer.transport.is_closing():
                raise
            raise ConnectionLost("The connection has ended.") from error


class PackedConnection(Packed, Connection):
    pass


class Renewed(SSLConnection):
    """Reads the file of the authority again once it has changed; redis-py reads it once."""

    _read: object = None

    def _connection_arguments(self) -> Mapping[str, Any]:
        found = _signature(self.ca_certs)
        if found != self._read:
            self._read, self.ssl_context.context = found, None
        return super()._connection_arguments()


class PackedSSLConnection(Packed, Renewed):
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
        if check_health and self.is_connected and await stale(self):
            await self.disconnect(nowait=True)
        await super().send_packed_command(command, check_health)


class NodeSSLConnection(NodeConnection, Renewed):
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


class PrimarySSLConnection(PrimaryConnection, Renewed, SentinelManagedSSLConnection):
    pass


def _signature(path: str | None) -> object:
    """What changes with the file; None without one."""
    with suppress(OSError):
        if path:
            found = Path(path).stat()
            return found.st_mtime_ns, found.st_size, found.st_ino
    return None


def _is_read_only(answer: Any) -> bool:
    """Whether it is the error of a replica; a script may return it for one item of many."""
    if not isinstance(answer, ResponseError):
        return False
    return isinstance(answer, ReadOnlyError) or "READONLY" in str(answer)


def _takes(connection: Any, command: list[bytes]) -> bool:
    """Whether the command can be written without waiting, and without a check of the connection."""
    transport = connection._writer.transport
    if transport.is_closing() or connection.health_check_interval:
        return False
    return bool(transport.get_write_buffer_size() + sum(map(len, command)) <= UNWAITED)


async def stale(connection: Any) -> bool:
    """Whether there is data to read before a command was sent, such as the end."""
    try:
        return bool(await connection.can_read())
    except (RedisError, OSError):
        return True
