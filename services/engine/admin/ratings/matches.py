"""Ended matches as ledgers see them, from Redis or from the archive."""

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime

from redislink.ratings import TALLIED

from engine.admin.operator import Operator
from engine.store import keys
from engine.store.archive.archive_row import Period
from engine.store.errors import outage
from engine.store.tally.ended_matches import Ended, read_all, read_stored

BATCH = 100
EVER = Period("", datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC))


async def read_ended(operator: Operator, match_ids: Sequence[str]) -> dict[str, Ended]:
    """Those of these matches that have ended and can be read. Raise StoreUnavailable."""
    found: dict[str, Ended] = {}
    for first in range(0, len(match_ids), BATCH):
        ids = match_ids[first : first + BATCH]
        with outage():
            read = await read_all(operator.redis, ids)
        for match_id, each in zip(ids, read, strict=True):
            if isinstance(each, Ended):
                found[match_id] = each
            elif each is None and (old := await _archived(operator, match_id)):
                found[match_id] = old
    return found


async def all_ended(operator: Operator) -> AsyncIterator[Ended]:
    """All ended matches that can be read, of Redis and then of the archive; one may come twice.

    Raise StoreUnavailable.
    """
    names = list[str]()
    with outage():
        async for name in operator.redis.scan_iter(match=keys.match("*"), count=1000):
            names.append(keys.id_in(name))
            if len(names) == BATCH:
                for each in (await read_ended(operator, names)).values():
                    yield each
                names.clear()
    for each in (await read_ended(operator, names)).values():
        yield each
    if archive := operator.store.archiving.archive:
        after = ("", "")
        while page := await archive.pages(EVER, after, BATCH):
            after = (page[-1]["id"], page[-1]["created"])
            for row in page:
                if old := _ended(row["id"], row["fields"], row["log"]):
                    yield old


async def _archived(operator: Operator, match_id: str) -> Ended | None:
    archive = operator.store.archiving.archive
    kept = await archive.whole(match_id) if archive else None
    return _ended(match_id, kept.fields, kept.log) if kept else None


def _ended(match_id: str, fields: Sequence[bytes], log: Sequence[bytes]) -> Ended | None:
    """The match of an archived row; None if it is damaged."""
    by_name = dict(zip(fields[::2], fields[1::2], strict=True))
    try:
        match, rows = read_stored(by_name[b"match"]), [*map(read_stored, log)]
    except (ValueError, KeyError):
        return None
    return Ended(match_id, match, rows, by_name.get(TALLIED.encode(), b"").decode())
