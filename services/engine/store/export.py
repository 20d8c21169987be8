"""Matches as they are stored, whole: to be checked, taken out and put in again."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from redis.asyncio import Redis
from redislink.script import Script

from engine.domain.reducer import AnyEntry, AnyMatch
from engine.domain.registry import GAMES
from engine.store import keys
from engine.store.audit import FIELD, AuditEntry, parsed, written
from engine.store.compression import DEFLATED, NUMBER, PLAIN, unpack
from engine.store.errors import outage
from engine.store.scripts import SCRIPTS

KNOWN = (PLAIN, DEFLATED, NUMBER)
"""What begins all that this release can unpack."""
ASIDE_MS = 3_600_000
"""How long what stands beside a match waits for it, should it never be stored."""


class Damaged(Exception):
    """What is stored cannot be read."""


class LaterRelease(Exception):
    """What is stored can only be read by a release that is later than this one."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match and all that belongs to it.

    `version` and `head` stand beside the match, for whoever stores the next version;
    `records` are those of idempotency keys, `wishes` those for a rematch.
    """

    version: int
    head: str
    match: AnyMatch
    log: tuple[AnyEntry, ...]
    records: Mapping[str, str]
    wishes: Mapping[str, str]
    audit: tuple[AuditEntry, ...]


class StoredMatches:
    """All that is stored of matches. Every call may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._read = Script(redis, SCRIPTS / "export_match.lua")
        self._beside = Script(redis, SCRIPTS / "import_sidecar.lua")

    async def ids(self) -> AsyncIterator[str]:
        """Those of all matches, in no order; one may come twice."""
        with outage():
            async for name in self._redis.scan_iter(match=keys.match("*"), count=1000):
                yield keys.id_in(name)

    async def is_there(self, match_id: str) -> bool:
        """Whether there is such a match, readable or not."""
        with outage():
            return bool(await self._redis.exists(keys.match(match_id)))

    async def read(self, match_id: str) -> StoredMatch | None:
        """The match as it is at one moment; None if there is none. Raise Damaged, LaterRelease."""
        with outage():
            told = await self._read.one(keys.all_of(match_id), [])
        fields, records, wishes = (_fields(told[place]) for place in (0, 2, 3))
        if b"match" not in fields:
            return None
        return _whole(fields, told[1], _texts(records), _texts(wishes))

    async def put_beside(self, whole: StoredMatch) -> bool:
        """Store all but the match and its log, which is to be stored next.

        False, and nothing is done, where there is a match of this id, or a log of one.
        """
        records = [*chain.from_iterable(whole.records.items())]
        wishes = [*chain.from_iterable(whole.wishes.items())]
        args: list[Any] = [FIELD, written(whole.audit), ASIDE_MS, len(records), *records, *wishes]
        with outage():
            return bool(await self._beside.one(keys.all_of(whole.match.id), args))


def _whole(
    fields: Mapping[bytes, bytes],
    rows: list[bytes],
    records: Mapping[str, str],
    wishes: Mapping[str, str],
) -> StoredMatch:
    name, stored = fields[b"game"].decode(), [fields[b"match"], *rows]
    if name not in GAMES or not all(each.startswith(KNOWN) for each in stored):
        raise LaterRelease("A later release has stored it.")
    try:
        game, (packed, *entries) = GAMES[name], map(unpack, stored)
        match = game.match_json.validate_json(packed)
        log = tuple(map(game.entry_json.validate_json, entries))
        head = fields.get(b"head", match.log_head.encode()).decode()
        audit = parsed(fields.get(FIELD.encode()))
        return StoredMatch(int(fields[b"version"]), head, match, log, records, wishes, audit)
    except Exception as error:  # its message could hold a card
        raise Damaged(f"It cannot be read ({type(error).__name__}).") from None


def _fields(row: Sequence[bytes]) -> dict[bytes, bytes]:
    """A hash of which names and values stand in turn."""
    return dict(zip(row[::2], row[1::2], strict=True))


def _texts(fields: Mapping[bytes, bytes]) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in fields.items()}
