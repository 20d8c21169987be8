"""All that is stored of a match: read at one moment, and its sidecar stored before it."""

from dataclasses import replace

import pytest
from croupier_match.refusals import NotPlayedHere
from engine.service.matches import Matches
from engine.store.audit import Act, AuditEntry
from engine.store.compression import NUMBER, pack
from engine.store.export import Damaged, StoredMatch, StoredMatches, UnknownFormat
from redis.asyncio import Redis

from tests.support.matches import Table, fresh_id, full_table, key

pytestmark = pytest.mark.anyio


@pytest.fixture
def stored(redis: Redis) -> StoredMatches:
    return StoredMatches(redis)


async def with_everything(matches: Matches) -> Table:
    """A match that has ended, with records, a request for a rematch and an audit."""
    table = await full_table(matches)
    seat, move = await table.turn()
    await table.move(seat, move, key=key(table.players[seat]))
    await table.resign(0)
    await table.rematch(1, keep_score=True)
    entry = AuditEntry("2026-01-02T03:04:05.000Z", Act.SHOWN, "olga", "x")
    await matches.store.audit.add(table.match_id, entry)
    return table


async def read(stored: StoredMatches, match_id: str) -> StoredMatch:
    found = await stored.read(match_id)
    assert found
    return found


async def test_all_that_is_stored_is_read(matches: Matches, stored: StoredMatches) -> None:
    table = await with_everything(matches)
    found = await read(stored, table.match_id)
    match = await table.match()
    assert (found.match, found.version) == (match, match.version)
    assert match.log_head.startswith(found.head)
    assert [entry.version for entry in found.log] == [1, 2, 3, 4]
    assert list(found.records) == [key(table.players[0]).field]
    assert found.rematch_requests == {"1": "1"}
    assert [entry.act for entry in found.audit] == [Act.SHOWN]


async def test_matches_are_found_by_their_ids(matches: Matches, stored: StoredMatches) -> None:
    table = await full_table(matches)
    assert await stored.exists(table.match_id)
    assert table.match_id in [match_id async for match_id in stored.ids()]
    assert not await stored.exists(fresh_id())
    assert await stored.read(fresh_id()) is None


async def test_a_sidecar_is_stored_where_there_is_no_match(
    matches: Matches, stored: StoredMatches, redis: Redis
) -> None:
    found = await read(stored, (await with_everything(matches)).match_id)
    assert not await stored.import_sidecar(found), "its match exists"
    new = replace(found, match=replace(found.match, id=fresh_id()))
    assert await stored.import_sidecar(new)
    name = f"match:{{{new.match.id}}}"
    assert await redis.hgetall(f"{name}:keys") == {
        field.encode(): record.encode() for field, record in found.records.items()
    }
    assert await redis.hget(f"{name}:rematch", "1") == b"1"
    assert 0 < await redis.pttl(f"{name}:keys") <= 3_600_000, "it expires with no match"
    await redis.rpush(f"{name}:log", "an entry")
    assert not await stored.import_sidecar(new), "a log of one exists"


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("match", NUMBER + b"damaged", Damaged),
        ("match", pack(b'{"id": "SECRET-Y7"}'), Damaged),
        ("match", b"\x7fof another format", UnknownFormat),
        ("game", b"chess", NotPlayedHere),
    ],
)
async def test_what_cannot_be_read_is_told_apart_and_not_quoted(
    matches: Matches,
    stored: StoredMatches,
    redis: Redis,
    field: str,
    value: bytes,
    error: type[Exception],
) -> None:
    table = await full_table(matches)
    await redis.hset(f"match:{{{table.match_id}}}", field, value)
    with pytest.raises(error) as refused:
        await stored.read(table.match_id)
    assert "SECRET" not in str(refused.value)
    await redis.delete(f"match:{{{table.match_id}}}")  # so that no other test meets it
