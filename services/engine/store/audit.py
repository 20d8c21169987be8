"""The audit of a match: what operators have done, for its players to read once it has ended.

    match:{ID}  hash  the field `audit`: "VERSION JSON", an entry a line, oldest first

It is a field of the match's own hash, so it expires with it. It is not part of the log:
viewing a match does not change it, and adds no version that players would notice.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from croupier_match.refusals import NotFound
from redis.asyncio import Redis
from redislink.durability import Durability
from redislink.script import Script

from engine.store import keys
from engine.store.archive.archived_matches import Archiving
from engine.store.errors import outage
from engine.store.scripts import SCRIPTS

FIELD = "audit"


class Act(StrEnum):
    """What an operator did; `SHOWN` and `EXPORTED` reveal what is hidden, and a match
    that is `VOIDED` has left the ledger of its ratings."""

    SHOWN = "shown"
    EXPORTED = "exported"
    ABORTED = "aborted"
    IMPORTED = "imported"
    VOIDED = "voided"


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """The operator `by`, the act, its time (RFC 3339) and reason, and the match's version then."""

    time: str
    act: Act
    by: str
    reason: str
    version: int = 0


class Audit:
    """The audits of all matches."""

    def __init__(self, redis: Redis, archiving: Archiving, durability: Durability | None) -> None:
        """With a `durability`, an entry counts as added once it is as durable."""
        self._redis = redis
        self._archiving = archiving
        self._add = Script(redis, SCRIPTS / "audit.lua", durability)

    async def add(self, match_id: str, entry: AuditEntry) -> None:
        """Add an entry at the match's current version. Raise NotFound, StoreUnavailable."""
        await self._archiving.touch(match_id)
        with outage():
            version = await self._add.one([keys.match(match_id)], [FIELD, _json(entry)])
        if not version:
            raise NotFound("There is no such match.")

    async def read(self, match_id: str) -> tuple[AuditEntry, ...]:
        """All entries, oldest first. Raise StoreUnavailable."""
        found, version = await self._fields(match_id)
        if version is None and await self._archiving.restore(match_id):
            found, _ = await self._fields(match_id)
        return parsed(found)

    async def _fields(self, match_id: str) -> list[Any]:
        """The stored audit, and the version, which every match has."""
        with outage():
            found: Any = await self._redis.hmget(keys.match(match_id), [FIELD, "version"])
        return list(found)


def written(entries: Iterable[AuditEntry]) -> str:
    """The entries as they are stored."""
    return "".join(f"{entry.version} {_json(entry)}\n" for entry in entries)


def parsed(field: bytes | None) -> tuple[AuditEntry, ...]:
    """The entries of a stored field; none if there is no such field."""
    return tuple(map(_entry, (field or b"").decode().splitlines()))


def _json(entry: AuditEntry) -> str:
    return json.dumps(
        {"time": entry.time, "act": entry.act, "by": entry.by, "reason": entry.reason}
    )


def _entry(row: str) -> AuditEntry:
    version, _, text = row.partition(" ")
    members = json.loads(text)
    act = Act(members.pop("act"))
    return AuditEntry(**members, act=act, version=int(version))
