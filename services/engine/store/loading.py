"""Reading stored matches and entries of their logs, one by one, many, or all there are."""

from collections.abc import AsyncIterator, Iterable

from redis.asyncio import Redis

from engine.domain.reducer import AnyEntry, AnyMatch
from engine.domain.registry import GAMES
from engine.store import keys
from engine.store.compression import unpack
from engine.store.names import FIELD, read_match

FIELDS = ["game", "match", FIELD]
"""The fields of a match's hash from which it is read."""
CHUNK = 200
"""How many matches are read at once when all of them are read."""


async def all_matches(redis: Redis) -> AsyncIterator[list[AnyMatch]]:
    """All matches in no order, up to CHUNK at a time; one may come twice.

    Matches that are created meanwhile may be left out.
    """
    chunk: list[bytes] = []
    # The pattern ends in "}": it finds the hashes, and no other keys of a match.
    async for key in redis.scan_iter(match=keys.match("*"), count=1000):
        chunk.append(key)
        if len(chunk) == CHUNK:
            yield [*filter(None, await load_all(redis, chunk))]
            chunk = []
    yield [*filter(None, await load_all(redis, chunk))]


async def load_all(redis: Redis, names: Iterable[str | bytes]) -> list[AnyMatch | None]:
    """The matches in hashes of these names, in their order. Raise RedisError or OSError."""
    pipeline = redis.pipeline(transaction=False)
    for name in names:
        pipeline.hmget(name, FIELDS)
    return [read_match(*stored) for stored in await pipeline.execute()]


def parsed_log(match: AnyMatch, rows: Iterable[bytes]) -> list[AnyEntry]:
    """The log entries of the match in rows of its log."""
    entry_json = GAMES[match.game].entry_json
    return [entry_json.validate_json(unpack(row)) for row in rows]
