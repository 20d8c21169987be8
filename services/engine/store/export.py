"""All that is stored of a match, as one value: to be verified, exported and imported."""

from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, TypeAlias

from croupier_match.entries import Entry
from croupier_match.match import AnyMatch, Status
from croupier_match.refusals import NotPlayedHere
from redis.asyncio import Redis
from redislink.script import Script

from engine.store import keys
from engine.store.audit import FIELD, AuditEntry, parsed, written
from engine.store.compression import NUMBER, unpack
from engine.store.errors import outage
from engine.store.loading import all_matches, parsed_log, readable
from engine.store.match_types import read_json
from engine.store.scripts import SCRIPTS
from engine.store.snapshots import restored

MatchCounts: TypeAlias = Mapping[str, Counter[Status]]
"""The number of matches by rules, as ID@VERSION, and status."""
SIDECAR_TTL_MS = 3_600_000
"""How long the sidecar of an imported match is kept if the match is never stored."""


class Damaged(Exception):
    """The stored match cannot be read; the message does not quote it."""


class UnknownFormat(Exception):
    """The match is stored in a format that this release does not know."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match, its log and its sidecar: all that is stored with it besides.

    `version` and `head` are the fields that the next version is stored over, and must agree
    with the match. `records` are idempotency records by field, `rematch_requests` "1" or "0"
    (keep the score?) by seat. `snapshots` follow from the log, and are never exported.
    """

    version: int
    head: str
    match: AnyMatch
    log: tuple[Entry, ...]
    records: Mapping[str, str]
    rematch_requests: Mapping[str, str]
    audit: tuple[AuditEntry, ...]
    snapshots: tuple[AnyMatch | None, ...] = field(default=(), compare=False)


class StoredMatches:
    """Reads and imports whole matches. Every call may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._read = Script(redis, SCRIPTS / "export_match.lua")
        self._import_sidecar = Script(redis, SCRIPTS / "import_sidecar.lua")

    async def ids(self) -> AsyncIterator[str]:
        """The ids of all matches, in no order; one may come twice."""
        with outage():
            # SCAN does not block Redis as KEYS would.
            async for name in self._redis.scan_iter(match=keys.match("*"), count=1000):
                yield keys.id_in(name)

    async def count(self) -> MatchCounts:
        """Count the matches that can be read, by their rules and status; all of them are read."""
        counts = defaultdict[str, Counter[Status]](Counter)
        with outage():
            async for found in all_matches(self._redis):
                for match in readable(found.values()):
                    counts[match.rules][match.status] += 1
        return counts

    async def exists(self, match_id: str) -> bool:
        """Whether there is such a match, readable or not."""
        with outage():
            return bool(await self._redis.exists(keys.match(match_id)))

    async def read(self, match_id: str) -> StoredMatch | None:
        """Return the match as it is at one moment; None if there is none.

        Raise NotPlayedHere, Damaged, UnknownFormat.
        """
        with outage():
            answer = await self._read.one(keys.all_of(match_id), [])
        fields, records, requests = (_fields(answer[place]) for place in (0, 2, 3))
        if b"match" not in fields:
            return None
        return _stored_match(fields, answer[1], _texts(records), _texts(requests), answer[4])

    async def import_sidecar(self, stored: StoredMatch) -> bool:
        """Store all but the match and its log, which must be stored next.

        Return False and change nothing if there is a match of this id, or a log of one.
        """
        records = [*chain.from_iterable(stored.records.items())]
        requests = [*chain.from_iterable(stored.rematch_requests.items())]
        args: list[Any] = [FIELD, written(stored.audit), SIDECAR_TTL_MS]
        args += [len(records), *records, *requests]
        with outage():
            return bool(await self._import_sidecar.one(keys.all_of(stored.match.id), args))


def _stored_match(
    fields: Mapping[bytes, bytes],
    rows: list[bytes],
    records: Mapping[str, str],
    rematch_requests: Mapping[str, str],
    snapshots: list[bytes],
) -> StoredMatch:
    name, packed = fields[b"game"].decode(), [fields[b"match"], *rows, *snapshots]
    if not all(each.startswith(NUMBER) for each in packed):
        raise UnknownFormat("It is stored in a format that this release does not know.")
    try:
        match = read_json(name, unpack(fields[b"match"]))
        log = tuple(parsed_log(match, rows))
        head = fields[b"head"].decode()
        audit = parsed(fields.get(FIELD.encode()))
        version = int(fields[b"version"])
        past = tuple(restored(match, each) for each in snapshots)
        return StoredMatch(version, head, match, log, records, rematch_requests, audit, past)
    except NotPlayedHere:
        raise
    except Exception as error:  # its message could hold a card
        raise Damaged(f"It cannot be read ({type(error).__name__}).") from None


def _fields(row: Sequence[bytes]) -> dict[bytes, bytes]:
    """The fields of a hash, given names and values in turn."""
    return dict(zip(row[::2], row[1::2], strict=True))


def _texts(fields: Mapping[bytes, bytes]) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in fields.items()}
