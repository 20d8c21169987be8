"""Everything that is stored, as a text that a test can look into."""

from collections.abc import AsyncIterator
from typing import Any

import asyncpg
from engine.store.compression import NUMBER, unpack
from redis.asyncio import Redis


async def keys_with(redis: Redis, mark: bytes) -> list[str]:
    """What Redis holds that has these bytes in its name or, unpacked, in its content."""
    return [place async for place, content in _all_of(redis) if mark in content]


async def rows_with(url: str, mark: bytes) -> list[str]:
    """The rows of every table of an archive that have these bytes in a column, unpacked."""
    connection = await asyncpg.connect(url)
    try:
        tables = await connection.fetch(
            "SELECT relname::text AS name FROM pg_stat_user_tables ORDER BY name"
        )
        return [
            f"{table['name']} {row[0]}"
            for table in tables
            for row in await connection.fetch(f"SELECT * FROM {table['name']}")  # noqa: S608
            if mark in _unpacked([*row.values()])
        ]
    finally:
        await connection.close()


async def _all_of(redis: Redis) -> AsyncIterator[tuple[str, bytes]]:
    async for name in redis.scan_iter(count=1000):
        yield name.decode(), name + b"\n" + _unpacked(await _content(redis, name))


async def _content(redis: Redis, name: bytes) -> Any:
    client: Any = redis
    match await client.type(name):
        case b"string":
            return await client.get(name)
        case b"hash":
            return await client.hgetall(name)
        case b"list":
            return await client.lrange(name, 0, -1)
        case b"set":
            return await client.smembers(name)
        case b"zset":
            return await client.zrange(name, 0, -1)
        case b"none":  # it has expired meanwhile
            return b""
        case other:
            raise AssertionError(f"{name!r} is a {other!r}, which this cannot read")


def _unpacked(value: Any) -> bytes:
    """All parts of a value, those that are packed as they were before."""
    match value:
        case bytes():
            return unpack(value) if value.startswith(NUMBER) else value
        case dict():
            return b"\n".join(map(_unpacked, [*value, *value.values()]))
        case list() | set() | tuple():
            return b"\n".join(map(_unpacked, value))
        case _:
            return str(value).encode()
