"""The audit of a match: entries at its version, in order, as long as the match."""

import pytest
from croupier_match.refusals import NotFound
from engine.service.matches import Matches
from engine.store.audit import Act, AuditEntry, parsed, written
from redis.asyncio import Redis

from tests.support.matches import fresh_id, full_table

pytestmark = pytest.mark.anyio

SHOWN = AuditEntry("2026-01-02T03:04:05.000Z", Act.SHOWN, "olga", 'She said "why"')
ABORTED = AuditEntry("2026-01-02T03:05:05.000Z", Act.ABORTED, "rob", "x")


def test_what_is_written_is_what_is_read() -> None:
    entries = (SHOWN, ABORTED)
    assert parsed(written(entries).encode()) == entries
    assert parsed(None) == parsed(b"") == ()


def test_an_entry_is_stored_as_it_always_was() -> None:
    assert written([ABORTED]) == (
        '0 {"time": "2026-01-02T03:05:05.000Z", "act": "aborted", "by": "rob", "reason": "x"}\n'
    )


async def test_an_entry_is_noted_at_the_version_of_then(matches: Matches) -> None:
    table, audit = await full_table(matches), matches.store.audit
    assert await audit.read(table.match_id) == ()
    await audit.add(table.match_id, SHOWN)
    await table.play(1)
    await audit.add(table.match_id, ABORTED)
    found = await audit.read(table.match_id)
    assert [(entry.version, entry.act, entry.by) for entry in found] == [
        (2, Act.SHOWN, "olga"),
        (3, Act.ABORTED, "rob"),
    ]
    assert found[0].reason == SHOWN.reason


async def test_nothing_is_noted_of_a_match_that_does_not_exist(
    matches: Matches, redis: Redis
) -> None:
    unknown = fresh_id()
    with pytest.raises(NotFound):
        await matches.store.audit.add(unknown, SHOWN)
    assert not await redis.exists(f"match:{{{unknown}}}")
