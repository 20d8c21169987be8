"""Logs of tournaments as files: the lines that `croupier verify --tournament` reads."""

from collections.abc import AsyncIterator
from typing import Any

from redis.asyncio import Redis
from redislink import tournaments

from gateway.errors import unavailable
from gateway.players.outages import redis_errors
from gateway.standings.ledgers import Lines

LINES = 200
"""Lines that are read at once: some 60 KB, and the pairings of a round."""


class Downloads:
    """The lines of all logs."""

    def __init__(self, redis: Redis) -> None:
        self._redis: Any = redis

    async def lines(self, tournament_id: str, after: int, until: int) -> AsyncIterator[Lines]:
        """Yield the lines behind a version and up to another, some at a time.

        Raise Problem unavailable, also if the log lacks one of them by now.
        """
        while after < until:
            with redis_errors():
                found = await self._redis.xrange(
                    tournaments.log(tournament_id), f"({after}-0", f"{until}-0", LINES
                )
            # Without a gap: the ids of a log are its versions.
            if not found or int(found[-1][0].partition(b"-")[0]) != after + len(found):
                raise unavailable()
            after += len(found)
            text = b"".join(b"%s\n" % row[tournaments.LINE.encode()] for _, row in found)
            yield Lines(len(found), text)
