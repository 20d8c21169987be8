"""The ledger of a rating pool, followed from where it is stored."""

from collections.abc import Iterable, Sequence
from typing import Any

import orjson
from croupier_rating import Ledger, Played, base_lines, entry_of
from croupier_rating.verify.findings import Finding
from croupier_rating.verify.following import Following
from redislink import ratings

from engine.store.ratings.ledgers import Ledgers, Stored


class Replay:
    """The ledger of a pool, followed entry by entry, every number of it computed anew.

    `wrong_back` are the entries whose BACK, which Redis alone has, leads elsewhere.
    """

    def __init__(self, ledgers: Ledgers, pool: str) -> None:
        self._ledgers, self._pool = ledgers, pool
        self._following = Following()
        self.wrong_back: list[int] = []
        self.began_clock = 0
        """The clock of the ledger then, ms since the epoch."""
        self.done: dict[str, int] = {}
        """The matches that have to be remembered, with the seq of their entries."""

    @property
    def ledger(self) -> Ledger:
        return self._following.ledger or Ledger(self._pool)

    @property
    def findings(self) -> Sequence[Finding]:
        return self._following.findings

    @property
    def entries(self) -> int:
        return self._following.entries

    @property
    def began(self) -> int:
        """The last entry before those that are kept."""
        return self._following.began

    @property
    def played(self) -> Iterable[Played]:
        """The entries of matches."""
        return self._following.played.values()

    async def begin(self) -> None:
        """Take up what is kept of the entries before the first. Raise StoreUnavailable."""
        base = await self._ledgers.base(self._pool)
        self.began_clock = base.clock
        for line in base_lines(base):
            self._following.take(line)

    async def go_on(self, until: int) -> None:
        """Follow the ledger to the entry `until`. Raise StoreUnavailable."""
        if until > self.ledger.seq:
            async for stored in self._ledgers.entries(self._pool, self.ledger.seq):
                self._take(stored)
                if stored.seq >= until:
                    return

    def _take(self, stored: Stored) -> None:
        entry = _entry(stored.line)
        if entry and stored.back:
            due = [self.ledger.numbers(player).seq for player in entry.players]
            if orjson.loads(stored.back) != due:
                self.wrong_back.append(stored.seq)
        self._following.take(stored.line)
        if isinstance(entry, Played):
            self.done[entry.match] = entry.seq
            if len(self.done) > ratings.DONE:
                del self.done[next(iter(self.done))]


def _entry(line: bytes) -> Any:
    """The entry of a line; None for one that is damaged, which the verifier names."""
    try:
        return entry_of(orjson.loads(line))
    except (ValueError, KeyError, TypeError):
        return None
