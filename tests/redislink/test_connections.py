"""Connections: commands as hiredis writes them, and which errors tell of a replica."""

from typing import Any

import pytest
import uvloop
from redis.asyncio import Connection, SSLConnection, UnixDomainSocketConnection
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import ReadOnlyError, ResponseError
from redislink.client import connect
from redislink.connections import (
    PACKED,
    NodeConnection,
    PackedConnection,
    PrimaryConnection,
    _is_read_only,
)


@pytest.mark.parametrize(
    "command",
    [("PING",), ("SET", "key", b"\x00\xff"), ("ZADD", "key", 1.5, "é"), ("SCRIPT LOAD", "x")],
)
def test_commands_are_written_as_redis_py_writes_them(command: tuple[Any, ...]) -> None:
    assert b"".join(PackedConnection().pack_command(*command)) == b"".join(
        Connection().pack_command(*command)
    )


@pytest.mark.parametrize("plain", [Connection, SSLConnection, UnixDomainSocketConnection])
def test_every_kind_of_connection_has_a_packed_one(plain: type[Any]) -> None:
    assert issubclass(PACKED[plain], plain)
    assert issubclass(NodeConnection, PackedConnection)


@pytest.mark.parametrize(
    ("answer", "is_replica"),
    [
        (ReadOnlyError("You can't write against a read only replica."), True),
        (ResponseError("-READONLY You can't write: in a script"), True),
        (ResponseError("WRONGTYPE"), False),
        (ConnectionLost("READONLY"), False),
        (b"READONLY", False),
    ],
)
def test_the_error_of_a_replica_is_told_from_others(answer: Any, is_replica: bool) -> None:
    assert _is_read_only(answer) is is_replica
    assert PrimaryConnection.read_response is not Connection.read_response


def test_a_command_over_a_connection_that_has_just_ended_is_an_error_of_redis(
    redis_url: str,
) -> None:
    """In uvloop, which the services run in; any other error would be answered with 500."""

    async def send() -> None:
        pool: Any = connect(redis_url, 10.0).connection_pool
        connection = pool.make_connection()
        await connection.connect()
        connection._writer.transport.abort()
        await connection._writer.wait_closed()
        with pytest.raises(ConnectionLost):
            await connection.send_command("PING")

    uvloop.run(send())
