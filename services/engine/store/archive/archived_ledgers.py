"""Entries of the ledgers of ratings, in PostgreSQL, where they are kept for ever.

    croupier_ledger  an entry of a pool: its seq, its match (null of the beginning of a season), its
                     players, and its line as it was hashed

An entry is never changed here. Every call may raise StoreUnavailable, of the kind "archive".
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier_game.records import dataclass

if TYPE_CHECKING:
    from engine.store.archive.postgres import Archive

# Of two workers that copy the same, the second changes nothing.
PUT = "INSERT INTO croupier_ledger VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING"
LAST = "SELECT seq, entry FROM croupier_ledger WHERE pool = $1 ORDER BY seq DESC LIMIT 1"
PAGE = """
SELECT seq, entry FROM croupier_ledger WHERE pool = $1 AND seq > $2 AND seq < $3
ORDER BY seq LIMIT $4
"""
OF_MATCH = "SELECT pool, seq, entry FROM croupier_ledger WHERE match = $1 ORDER BY pool, seq"
FORGET = "DELETE FROM croupier_ledger WHERE pool = $1 AND seq >= $2"
POOLS = "SELECT DISTINCT pool FROM croupier_ledger ORDER BY pool"


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """An entry to be stored; `match` is None for one that is of no match."""

    seq: int
    match: str | None
    players: Sequence[str]
    line: bytes


class ArchivedLedgers:
    """The ledgers in an archive."""

    def __init__(self, archive: "Archive") -> None:
        self._archive = archive

    async def put(self, pool: str, rows: Sequence[LedgerRow]) -> None:
        """Store entries, all or none; those that are there stay as they are."""
        given = [(pool, row.seq, row.match, [*row.players], row.line) for row in rows]
        async with self._archive.transaction() as connection:
            await connection.executemany(PUT, given)

    async def last(self, pool: str) -> tuple[int, bytes]:
        """The seq and the line of the pool's last entry here; 0 and nothing without any."""
        async with self._archive.connection() as connection:
            row = await connection.fetchrow(LAST, pool)
        return (row["seq"], row["entry"]) if row else (0, b"")

    async def page(self, pool: str, after: int, before: int, size: int) -> list[tuple[int, bytes]]:
        """Up to `size` entries of the pool between these seq, in their order: seq and line."""
        async with self._archive.connection() as connection:
            rows = await connection.fetch(PAGE, pool, after, before, size)
        return [(row["seq"], row["entry"]) for row in rows]

    async def of_match(self, match_id: str) -> list[tuple[str, int, bytes]]:
        """Pool, seq and line of each entry that names the match."""
        async with self._archive.connection() as connection:
            rows = await connection.fetch(OF_MATCH, match_id)
        return [(row["pool"], row["seq"], row["entry"]) for row in rows]

    async def forget_from(self, pool: str, seq: int) -> int:
        """Delete the pool's entries from `seq` on, which are others in Redis; their number."""
        async with self._archive.transaction() as connection:
            done: str = await connection.execute(FORGET, pool, seq)
        return int(done.rpartition(" ")[2])

    async def pools(self) -> list[str]:
        """The pools that have entries here."""
        async with self._archive.connection() as connection:
            return [row["pool"] for row in await connection.fetch(POOLS)]
