"""Ledgers as files: the lines that `croupier verify --ratings` reads."""

from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Any, NamedTuple

from croupier_rating import Ledger, Pool, base_lines, unpack
from croupier_rating.recent import Mark
from redis.asyncio import Redis
from redislink import ratings

from gateway.errors import Problem, unavailable
from gateway.players.outages import redis_errors
from gateway.standings import pools

LINES = 500
"""Lines that are read at once: some 200 KB, and a millisecond of Redis."""


class Head(NamedTuple):
    """The last entry of a ledger, and the hash of its line."""

    seq: int
    hash: str


class Lines(NamedTuple):
    """Lines that go together, each with its newline, and how many these are."""

    number: int
    text: bytes


class Ledgers:
    """The ledgers of all pools. What Redis does not have any more, a base stands for."""

    def __init__(self, redis: Redis) -> None:
        self._redis: Any = redis

    async def head(self, pool: Pool) -> Head:
        """Return where the ledger ends. Raise Problem not_found, or unavailable."""
        with redis_errors():
            seq, head = await self._redis.hmget(ratings.head(str(pool)), "seq", "head")
        if seq is None:
            raise pools.unknown()
        return Head(int(seq), head.decode())

    async def lines(self, pool: Pool, after: int, until: int) -> AsyncIterator[Lines]:
        """Yield the lines of the entries after one and up to another, some at a time.

        After 0, those that stand for what came before the first entry come first, so that they are
        a whole file. Raise Problem unavailable, also if the ledger lacks an entry by now; and
        not_found, before the first lines, if it has begun after that entry.
        """
        name = str(pool)
        base = await self._base(name)
        if after == 0:
            async for some in self._base_lines(base):
                yield some
            after = base.seq
        elif after < base.seq:
            raise Problem("not_found", f"This ledger begins after entry {base.seq}.")
        while after < until:
            with redis_errors():
                found = await self._redis.xrange(
                    ratings.ledger(name), f"{after + 1}-0", f"{until}-0", LINES
                )
            # Without a gap: the ids of a ledger are its numbers.
            if not found or int(found[-1][0].partition(b"-")[0]) != after + len(found):
                raise unavailable()
            after += len(found)
            yield _joined(fields[ratings.LINE.encode()] for _, fields in found)

    async def _base(self, pool: str) -> Ledger:
        """Return what came before the first entry, without players."""
        with redis_errors():
            seq, head, clock = await self._redis.hmget(
                ratings.base_head(pool), "seq", "head", "clock"
            )
        if seq is None:
            return Ledger(pool)
        return Ledger(pool, int(seq), head.decode(), int(clock))

    async def _base_lines(self, base: Ledger) -> AsyncIterator[Lines]:
        yield _joined(base_lines(base))
        if not base.seq:
            return
        async for found in self._scanned(ratings.base_players(base.pool)):
            base.players = {player.decode(): unpack(each) for player, each in found.items()}
            yield _joined([*base_lines(base)][1:])
        base.players = {}
        async for found in self._scanned(ratings.base_pairs(base.pool)):
            base.recent = {key.decode(): _marks(each) for key, each in found.items()}
            yield _joined([*base_lines(base)][1:])
        # It may have moved on meanwhile, and these may be from before and after that.
        if (await self._base(base.pool)).seq != base.seq:
            raise unavailable()

    async def _scanned(self, key: str) -> AsyncIterator[Mapping[bytes, bytes]]:
        """Yield the fields of a hash, some at a time."""
        cursor, first = 0, True
        while cursor or first:
            with redis_errors():
                cursor, found = await self._redis.hscan(key, cursor, count=LINES)
            first = False
            yield found


def _joined(lines: Iterable[bytes]) -> Lines:
    every = [*lines]
    return Lines(len(every), b"".join(b"%s\n" % line for line in every))


def _marks(stored: bytes) -> tuple[Mark, ...]:
    return tuple(Mark(*mark) for mark in ratings.marks_of(stored))
