"""Some matches for `croupierctl doctor`: whether they expire, and whether the lists have them."""

from collections.abc import Iterator, Sequence
from typing import Any

from redis.asyncio import Redis

from engine.admin.doctor.finding import Finding
from engine.domain.due import deadline
from engine.domain.registry import GAMES
from engine.store import keys
from engine.store.errors import outage
from engine.store.indexes import due_matches
from engine.store.indexes.match_index import Index
from engine.store.loading import load_all, readable

SAMPLE = 500
"""The matches that are looked at: those that Redis names first."""
FOREVER = -1
"""What PTTL says of a key without an expiry."""


class UnreadableMatch(Exception):
    """One of the matches cannot be read."""


async def of_sample(redis: Redis) -> list[Finding]:
    """The findings about some matches. Raise StoreUnavailable."""
    with outage():
        names = await _names(redis)
        pipeline = redis.pipeline(transaction=False)
        for name in names:
            pipeline.pttl(name)
        forever = sum(each == FOREVER for each in await pipeline.execute())
        try:
            missing = await _unlisted(redis, names)
            if missing:  # one that changes just now is listed a moment before it is stored
                missing = await _unlisted(redis, missing)
        except UnreadableMatch:
            told = "some match cannot be read: `croupierctl verify --all` says which"
            return [*_of_ttls(forever, len(names)), Finding("wrong", told)]
    return [*_of_ttls(forever, len(names)), _of_lists(len(missing), len(names))]


async def _names(redis: Redis) -> list[bytes]:
    found = list[bytes]()
    async for name in redis.scan_iter(match=keys.match("*"), count=1000):
        found.append(name)
        if len(found) == SAMPLE:
            break
    return found


async def _unlisted(redis: Redis, names: Sequence[bytes]) -> list[bytes]:
    """The matches that a list lacks which should have them, or the queue of deadlines.

    Those that are archived are in the lists of the archive. Raise UnreadableMatch.
    """
    pipeline = redis.pipeline(transaction=False)
    for name in names:
        pipeline.hexists(name, "archived")
    archived = await pipeline.execute()
    listed = [name for name, there in zip(names, archived, strict=True) if not there]
    found = await load_all(redis, listed)
    if any(isinstance(each, Exception) for each in found):
        raise UnreadableMatch
    matches = readable(found)
    lacking = {match.id for match in await Index(redis).lacking(matches)}
    played = filter(GAMES.has_rules_of, matches)
    running = [match.id for match in played if deadline(match) is not None]
    if running:
        due: Any = await redis.zmscore(due_matches.KEY, running)
        lacking |= {match_id for match_id, at in zip(running, due, strict=True) if at is None}
    return [keys.match(match_id).encode() for match_id in lacking]


def _of_ttls(forever: int, count: int) -> Iterator[Finding]:
    if forever:
        text = f"{forever} of {count} matches never expire; a change sets an expiry, and so does"
        yield Finding("wrong", f"{text} exporting and importing them")


def _of_lists(missing: int, count: int) -> Finding:
    if missing:
        text = f"the lists lack {missing} of {count} matches: run `croupierctl reindex`"
        return Finding("wrong", text)
    return Finding("ok", f"the lists have all of {count} matches")
