"""Redis and the archive, of which one was restored from a time before the other's last entries.

What Redis lacks at its end is brought back from the archive, with all that follows from it. If both
have gone on with other entries, somebody has to say which are kept.
"""

from collections.abc import AsyncIterator
from enum import StrEnum

from croupier_game.records import dataclass
from redislink import ratings

from engine.admin.operator import Operator
from engine.store.errors import outage
from engine.store.ratings.bringing_back import bring_back
from engine.store.ratings.keeping import Keeper
from engine.store.ratings.ledgers import BEYOND, Ledgers
from engine.store.ratings.pools import Pools


class Keep(StrEnum):
    """Whose entries are kept of a ledger that has gone on in two ways."""

    REDIS = "redis"
    ARCHIVE = "archive"


@dataclass(frozen=True, slots=True)
class Apart:
    """How the two differ: the seq of the first entry that differs, 0 if none does; the last entries
    of Redis and of the archive; and the entries that neither has, between them."""

    fork: int
    last: int
    archived: int
    lost: int

    @property
    def missing(self) -> int:
        """How many entries Redis lacks at its end."""
        return 0 if self.fork else max(self.archived - self.last, 0)


async def compare(ledgers: Ledgers, pool: str) -> Apart:
    """How Redis and the archive differ in a ledger. Raise StoreUnavailable."""
    archived = await ledgers.archived.last(pool) if ledgers.archived else (0, b"")
    first, last = await ledgers.first(pool), await ledgers.last(pool)
    lost = max(first - archived[0] - 1, 0) if archived[0] else 0
    fork = await _fork(ledgers, pool, first) if last else 0
    return Apart(fork, last, archived[0], lost)


async def join(
    operator: Operator, pool: str, apart: Apart, keep: Keep | None
) -> AsyncIterator[str]:
    """Make one ledger of two; a line for each thing that is done. Raise StoreUnavailable."""
    ledgers = operator.ledgers
    if ledgers.archived is None:
        return
    if apart.lost and keep is Keep.REDIS:
        await Keeper(operator.redis, ledgers.archived).skip(pool)
        yield f"{pool}: the archive goes on after {apart.lost} entries that nobody has"
    elif apart.fork and keep is Keep.REDIS:
        count = await ledgers.archived.forget_from(pool, apart.fork)
        yield f"{pool}: {count} entries of the archive, from {apart.fork} on, gave way to Redis's"
    elif apart.fork and keep is Keep.ARCHIVE:
        await _forget(operator, pool)
        yield f"{pool}: what Redis had of it is deleted"
    elif not apart.missing:
        return
    if apart.missing or keep is Keep.ARCHIVE:
        durability = operator.settings.durability(operator.settings.redis_timeout_s)
        count = await bring_back(Pools(operator.redis, durability), ledgers, pool)
        yield f"{pool}: {count} entries were brought back from the archive"


async def _fork(ledgers: Ledgers, pool: str, first: int) -> int:
    """The first seq of which both have an entry, and not the same; 0 if there is none."""
    own = ledgers.of_redis(pool, first - 1)
    async for theirs in ledgers.of_archive(pool, first - 1, BEYOND):
        ours = await anext(own, None)
        if ours is None:
            return 0
        if ours.line != theirs.line:
            return theirs.seq
    return 0


async def _forget(operator: Operator, pool: str) -> None:
    """Delete all that Redis has of a pool, but its base."""
    names = ratings.ledger, ratings.head, ratings.players, ratings.order
    rest = ratings.lapse, ratings.pairs, ratings.done, ratings.seen
    with outage():
        await operator.redis.unlink(*(name(pool) for name in (*names, *rest)))
