"""Reading stored matches and entries of their logs, one by one, many, or all there are."""

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import TypeAlias

from croupier_match.entries import Entry
from croupier_match.match import AnyMatch, Match
from croupier_match.stored import entry_type
from redis.asyncio import Redis
from redislink.ratings import TALLIED

from engine.domain.registry import GAMES
from engine.store import keys
from engine.store.compression import unpack
from engine.store.match_json import read_match

FIELDS = ["game", "match", TALLIED]
"""The fields of a match's hash from which it is read."""
CHUNK = 200
"""How many matches are read at once when all of them are read."""


Loaded: TypeAlias = AnyMatch | Exception | None
"""A match, or why it cannot be read; None if there is none."""


async def all_matches(redis: Redis) -> AsyncIterator[dict[str, AnyMatch | Exception]]:
    """Yield all matches by id in no order, up to CHUNK at a time; one may come twice.

    Matches that are created meanwhile may be left out.
    """
    chunk: list[bytes] = []
    # The pattern ends in "}": it finds the hashes, and no other keys of a match.
    async for key in redis.scan_iter(match=keys.match("*"), count=1000):
        chunk.append(key)
        if len(chunk) == CHUNK:
            yield await _by_id(redis, chunk)
            chunk = []
    yield await _by_id(redis, chunk)


async def _by_id(redis: Redis, names: Sequence[bytes]) -> dict[str, AnyMatch | Exception]:
    read = zip(names, await load_all(redis, names), strict=True)
    return {keys.id_in(name): each for name, each in read if each is not None}


async def load_all(redis: Redis, names: Iterable[str | bytes]) -> list[Loaded]:
    """Return what is in the hashes of these names, in their order. Raise RedisError or OSError."""
    pipeline = redis.pipeline(transaction=False)
    for name in names:
        pipeline.hmget(name, FIELDS)
    return [read_one(*stored) for stored in await pipeline.execute()]


def read_one(game: bytes | None, match: bytes | None, tallied: bytes | None = None) -> Loaded:
    """Return what `read_match` does, or the error that it raises: one of many must not fail all."""
    try:
        return read_match(game, match, tallied)
    except Exception as error:
        return error


def readable(read: Iterable[Loaded]) -> list[AnyMatch]:
    """Return the matches among these."""
    return [each for each in read if isinstance(each, Match)]


def parsed_log(match: AnyMatch, rows: Iterable[bytes]) -> list[Entry]:
    """The log entries of the match in rows of its log."""
    entry_json = entry_type(GAMES.of(match))
    return [entry_json.validate_json(unpack(row)) for row in rows]
