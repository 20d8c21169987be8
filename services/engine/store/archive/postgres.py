"""The archive: matches that have ended, in PostgreSQL.

    croupier_archive  the version of these tables, a row
    croupier_matches  a match: its fields, log, requests for a rematch and snapshots as its keys in
                      Redis held them, packed as they were; see engine.store.matches
    croupier_lists    the lists of the index that have the match; see match_index
    croupier_ledger   entries of the ledgers of ratings; see archived_ledgers
    croupier_tournaments, croupier_tournament_logs, croupier_tournament_players
                      tournaments that are over; see archived_tournaments

It holds hidden hands and seeds. A second match of the same id, which a reused idempotency key
makes once Redis has forgotten the first, is another row; the newest is the one that is found. The
others go when one of their players is deleted.

Every call may raise StoreUnavailable, of the kind "archive", within the time-out.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeAlias

import asyncpg

from engine.domain.errors import StoreUnavailable
from engine.store.archive.archive_row import Kept, Period, Row

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.pool.PoolConnectionProxy[asyncpg.Record]

VERSION = 1
"""The version of the tables that this release writes."""
CONNECTIONS = 4
"""Of one engine, at most."""
REST_S = 1.0
"""How long an archive is not asked again to which no connection could be made, or that has ended
one."""
LOST = (
    ConnectionError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
)
"""What a call meets whose connection is lost."""
PUT_S = 10.0
"""Seconds for a batch of matches to be stored; well below the lease of the storing engine."""
PAGES_S = 60.0
"""Seconds for a page of all matches: few of many may be wanted."""
LOCK = 0x63726F7570696572
"""Of engines that make the tables at the same time, one does."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS croupier_archive (version int NOT NULL);
INSERT INTO croupier_archive SELECT 1 WHERE NOT EXISTS (SELECT FROM croupier_archive);
CREATE TABLE IF NOT EXISTS croupier_matches (
  id text COLLATE "C" NOT NULL,
  created text COLLATE "C" NOT NULL,
  ended timestamptz NOT NULL,
  game text NOT NULL,
  touched int NOT NULL,
  fields bytea[] NOT NULL,
  log bytea[] NOT NULL,
  requests bytea[] NOT NULL,
  snapshots bytea[] NOT NULL,
  PRIMARY KEY (id, created)
);
CREATE INDEX IF NOT EXISTS croupier_matches_ended ON croupier_matches (ended);
CREATE TABLE IF NOT EXISTS croupier_lists (
  list text COLLATE "C" NOT NULL,
  member text COLLATE "C" NOT NULL,
  PRIMARY KEY (list, member)
);
CREATE TABLE IF NOT EXISTS croupier_ledger (
  pool text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  match text COLLATE "C",
  players text[] NOT NULL,
  entry bytea NOT NULL,
  PRIMARY KEY (pool, seq)
);
CREATE INDEX IF NOT EXISTS croupier_ledger_players ON croupier_ledger USING gin (players);
CREATE INDEX IF NOT EXISTS croupier_ledger_match ON croupier_ledger (match);
CREATE TABLE IF NOT EXISTS croupier_tournaments (
  id text COLLATE "C" PRIMARY KEY,
  ended timestamptz NOT NULL,
  maker text COLLATE "C" NOT NULL,
  fields bytea[] NOT NULL
);
CREATE INDEX IF NOT EXISTS croupier_tournaments_maker ON croupier_tournaments (maker);
CREATE TABLE IF NOT EXISTS croupier_tournament_logs (
  tournament text COLLATE "C" NOT NULL,
  first int NOT NULL,
  lines bytea[] NOT NULL,
  PRIMARY KEY (tournament, first)
);
CREATE TABLE IF NOT EXISTS croupier_tournament_players (
  tournament text COLLATE "C" NOT NULL,
  player text COLLATE "C" NOT NULL,
  said bytea NOT NULL,
  PRIMARY KEY (tournament, player)
);
CREATE INDEX IF NOT EXISTS croupier_tournament_players_player
  ON croupier_tournament_players (player);
"""
# Of two workers, the one whose copy is older must not win by being later. A match that ends once
# more, after Redis was restored, has another history, in which nothing may have been changed yet.
PUT = """
INSERT INTO croupier_matches VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (id, created) DO UPDATE SET ended = excluded.ended, touched = excluded.touched,
  fields = excluded.fields, log = excluded.log, requests = excluded.requests,
  snapshots = excluded.snapshots
WHERE croupier_matches.ended < excluded.ended
  OR croupier_matches.ended = excluded.ended AND croupier_matches.touched <= excluded.touched
"""
OLDER = "SELECT created, fields FROM croupier_matches WHERE id = $1 AND created < $2"
FORGET = """
WITH forgotten AS (DELETE FROM croupier_matches WHERE id = $1 AND created = $2)
DELETE FROM croupier_lists WHERE list = ANY($3) AND member = $2 || ' ' || $1
"""
LIST = (
    "INSERT INTO croupier_lists SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING"
)
FIND = """
SELECT DISTINCT ON (id) id, fields FROM croupier_matches WHERE id = ANY($1)
ORDER BY id, created DESC
"""
WHOLE = """
SELECT fields, log, requests, snapshots FROM croupier_matches WHERE id = $1
ORDER BY created DESC LIMIT 1
"""
# Each list by itself, so that none is read further than its page.
PAGE = """
SELECT DISTINCT part.member FROM unnest($1::text[]) AS wanted (list), LATERAL (
  SELECT member FROM croupier_lists
  WHERE list = wanted.list AND ($2 = '' OR member < $2) ORDER BY member DESC LIMIT $3
) AS part ORDER BY part.member DESC LIMIT $3
"""
AMONG = "SELECT DISTINCT member FROM croupier_lists WHERE list = ANY($1) AND member = ANY($2)"
COUNT = """
SELECT wanted.list, part.count FROM unnest($1::text[]) AS wanted (list), LATERAL (
  SELECT count(*) FROM (SELECT FROM croupier_lists WHERE list = wanted.list LIMIT $2) AS one
) AS part
"""
# By the primary key: in the order of ids, which are random.
PAGES = """
SELECT id, created, fields, log FROM croupier_matches
WHERE (id, created) > ($1, $2) AND ($3 = '' OR game = $3) AND ended >= $4 AND ended < $5
ORDER BY id, created LIMIT $6
"""


class Archive:
    """The archive of one engine; `close` it."""

    def __init__(self, url: str, password: str = "", timeout_s: float = 0.8) -> None:
        """Connect to the server at `url` with the first call, not before."""
        self._url = url
        self._password = password
        self._timeout_s = timeout_s
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None
        self._room = asyncio.Semaphore(CONNECTIONS)
        self._resting_until = 0.0

    async def prepare(self) -> None:
        """Make the tables unless they are there. Those of a later release are refused."""
        async with self.transaction() as connection:
            await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
            await connection.execute(SCHEMA)
            version = await connection.fetchval("SELECT max(version) FROM croupier_archive")
        if version > VERSION:
            raise StoreUnavailable("A later release has made the archive.", "archive")

    async def put(self, rows: Sequence[Row]) -> None:
        """Store matches, all or none; what is there already stays, or is replaced by newer."""
        # In one order, so that two workers cannot wait for each other.
        rows = sorted(rows, key=lambda row: (row.id, row.created))
        pairs = sorted((each, row.member) for row in rows for each in row.lists)
        async with self.transaction() as connection:
            await connection.executemany(PUT, [*map(_values, rows)])
            await connection.execute(LIST, [name for name, _ in pairs], [each for _, each in pairs])

    async def find(self, match_ids: Iterable[str]) -> dict[str, dict[bytes, bytes]]:
        """The fields of those of the matches that are here."""
        async with self.connection() as connection:
            found = await connection.fetch(FIND, [*match_ids])
        return {row["id"]: _by_name(row["fields"]) for row in found}

    async def whole(self, match_id: str) -> Kept | None:
        """All that is kept of the match; None if it is not here."""
        async with self.connection() as connection:
            row = await connection.fetchrow(WHOLE, match_id)
        return Kept(*row) if row else None

    async def older(self, match_id: str, created: str) -> dict[str, dict[bytes, bytes]]:
        """Return the fields of this id's matches that were created before, by their creation time.

        Nobody can find such a match any more.
        """
        async with self.connection() as connection:
            found = await connection.fetch(OLDER, match_id, created)
        return {row["created"]: _by_name(row["fields"]) for row in found}

    async def forget(self, match_id: str, created: str, lists: Sequence[str]) -> None:
        """Delete a match, and its places in these lists."""
        async with self.connection() as connection:
            await connection.execute(FORGET, match_id, created, lists)

    async def page(self, lists: Sequence[str], before: str, size: int) -> list[str]:
        """Up to `size` members of these lists below `before`, newest first; "" is the top."""
        async with self.connection() as connection:
            found = await connection.fetch(PAGE, lists, before, size)
        return [row["member"] for row in found]

    async def among(self, lists: Sequence[str], members: Sequence[str]) -> set[str]:
        """Those of the members that are in any of these lists."""
        async with self.connection() as connection:
            found = await connection.fetch(AMONG, lists, members)
        return {row["member"] for row in found}

    async def count(self, lists: Sequence[str], most: int) -> dict[str, int]:
        """The sizes of these lists, each exact up to `most`."""
        async with self.connection() as connection:
            found = await connection.fetch(COUNT, lists, most)
        return {row["list"]: row["count"] for row in found}

    async def pages(
        self, wanted: Period, after: tuple[str, str], size: int
    ) -> list[dict[str, Any]]:
        """Up to `size` matches after this id and time of creation, in the order of both."""
        bounds = (wanted.game, wanted.since, wanted.until)
        async with self.connection(PAGES_S) as connection:
            return [dict(row) for row in await connection.fetch(PAGES, *after, *bounds, size)]

    def close(self) -> None:
        if self._pool:
            self._pool.terminate()

    @asynccontextmanager
    async def transaction(self) -> "AsyncIterator[Connection]":
        """Yield a connection for PUT_S in a transaction, which an error of the block rolls back.

        Raise as `connection` does.
        """
        async with self.connection(PUT_S) as connection:
            # Not asyncpg's transaction, which waits without end to roll back if the server has
            # stopped. The end of the connection, after any error, does that as well.
            await connection.execute("BEGIN")
            yield connection
            await connection.execute("COMMIT")

    @asynccontextmanager
    async def connection(self, timeout_s: float | None = None) -> "AsyncIterator[Connection]":
        """A connection for so long. Raise StoreUnavailable, at once while the archive rests."""
        if time.monotonic() < self._resting_until:
            raise _unavailable()
        # Whoever has waited for others may have no time left, which says nothing of the archive.
        lost, waits = False, self._room.locked()
        try:
            async with asyncio.timeout(timeout_s or self._timeout_s), self._room:
                lost = not waits  # unless one is found, or made
                pool = await self._connected()
                connection = await pool.acquire()
                lost = False
                try:
                    yield connection
                except BaseException:
                    # It would be waited for without end if the server has stopped.
                    with suppress(asyncpg.InterfaceError):  # it is gone already
                        connection.terminate()
                    raise
                finally:
                    await pool.release(connection, timeout=self._timeout_s)
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
            if lost or isinstance(error, LOST):
                self._resting_until = time.monotonic() + REST_S
            raise _unavailable(type(error).__name__) from error

    async def _connected(self) -> "asyncpg.Pool[asyncpg.Record]":
        if self._pool is None:
            self._pool = asyncpg.create_pool(
                self._url,
                password=self._password or None,
                min_size=0,
                max_size=CONNECTIONS,
                reset=_as_it_is,
            )
        return await self._pool


async def _as_it_is(connection: object) -> None:
    """Keep a connection as it is when it is put back: no session sets anything.

    asyncpg asks the server to reset it, and waits without end for one that has stopped.
    """


def _unavailable(reason: str = "it rests") -> StoreUnavailable:
    """The refusal. The name of an error tells an operator what is wrong, and no secret."""
    return StoreUnavailable(f"The archive does not answer: {reason}.", "archive")


def _values(row: Row) -> tuple[Any, ...]:
    kept = row.kept
    parts = (kept.fields, kept.log, kept.requests, kept.snapshots)
    return (row.id, row.created, row.ended, row.game, row.touched, *parts)


def _by_name(flat: Sequence[bytes]) -> dict[bytes, bytes]:
    return dict(zip(flat[::2], flat[1::2], strict=True))
