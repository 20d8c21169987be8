"""Matches that have ended, read as plain JSON: no rules of any game are needed to tally them.

So an engine tallies matches of games that it does not play. Who counts and rates sees what was
stored: members are named as in croupier_match.match, and entries as in croupier_match.entries.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import orjson
from croupier_game.records import dataclass
from croupier_match import clock
from croupier_match.match import Deal, Status
from redis.asyncio import Redis
from redislink.commands import run
from redislink.ratings import TALLIED

from engine.domain.errors import DamagedMatch
from engine.store import keys
from engine.store.compression import unpack
from engine.store.errors import unavailable

Json: TypeAlias = Mapping[str, Any]

ENDED = (Status.FINISHED, Status.ABORTED)
COUNTED = "counted"
"""The field of a match that was counted for its players: "1"."""
SLICE = 5
"""Matches that are parsed before other calls have their turn: a few milliseconds."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that was dealt and has ended, and the entries of its log, each as it was stored.

    A sealed deal may have ended before, by who has withheld entropy. `tallied` is the field TALLIED
    of its hash: "" before the match was tallied. `counted` is whether all of its players' counters
    have it.
    """

    id: str
    match: Json
    log: Sequence[Json]
    tallied: str
    counted: bool = False

    @property
    def ended_ms(self) -> int:
        """When it ended, milliseconds since the epoch."""
        return clock.ms(self.match["update_time"])

    @property
    def rated(self) -> bool:
        """Whether it was to be rated."""
        return bool(self.match.get("rated"))

    @property
    def players(self) -> list[Json]:
        """The players by seat: each has `id`, `display_name` and `kind`."""
        return [seat["player"] for seat in self.match["seats"]]


@dataclass(frozen=True, slots=True)
class Running:
    """A match that has not ended, or was never dealt: there is nothing to tally yet."""

    ended: bool


Read: TypeAlias = Ended | Running | Exception | None
"""A match; why it cannot be read; None if there is none."""


async def read_all(redis: Redis, match_ids: Sequence[str]) -> list[Read]:
    """Return these matches in their order. One that cannot be read does not fail the others.

    Raise RedisError or OSError if nothing at all can be read.
    """
    commands = [("HMGET", keys.match(each), "match", TALLIED, COUNTED) for each in match_ids]
    read: list[Read] = []
    for place, (match_id, fields) in enumerate(
        zip(match_ids, await run(redis, commands) if commands else (), strict=True)
    ):
        if place % SLICE == SLICE - 1:
            await asyncio.sleep(0)
        read.append(_without_log(match_id, fields))
    places = [place for place, each in enumerate(read) if isinstance(each, Ended)]
    logs = [("LRANGE", keys.log(match_ids[place]), 0, -1) for place in places]
    for number, (place, rows) in enumerate(
        zip(places, await run(redis, logs) if logs else (), strict=True)
    ):
        if number % SLICE == SLICE - 1:
            await asyncio.sleep(0)
        read[place] = _with_log(read[place], rows)
    return read


def read_stored(stored: bytes) -> Json:
    """The JSON of a stored match, or of an entry. Raise ValueError if it is damaged."""
    read = orjson.loads(unpack(stored))
    if not isinstance(read, dict):
        raise DamagedMatch
    return read


def is_to_be_tallied(match: Json) -> bool:
    """Whether there is something to tally of a stored match."""
    if Status(match["status"]) not in ENDED:
        return False
    full = all(seat["player"] for seat in match["seats"])
    return match["state"] is not None or (match.get("deal") == Deal.SEALED and full)


def _without_log(match_id: str, fields: Any) -> Read:
    if isinstance(fields, Exception):
        return unavailable(fields)
    stored, tallied, counted = fields
    if stored is None:
        return None
    try:
        match = read_stored(stored)
        if not is_to_be_tallied(match):
            return Running(Status(match["status"]) in ENDED)
        clock.ms(match["update_time"])
        return Ended(match_id, match, (), (tallied or b"").decode(), counted is not None)
    except (ValueError, KeyError, TypeError) as error:
        return error


def _with_log(read: Read, rows: Any) -> Read:
    if not isinstance(read, Ended):
        return read
    if isinstance(rows, Exception):
        return unavailable(rows)
    try:
        log = [*map(read_stored, rows)]
        if len(log) < read.match["version"]:
            return DamagedMatch()
        return Ended(read.id, read.match, log, read.tallied, read.counted)
    except (ValueError, KeyError, TypeError, DamagedMatch) as error:
        return error
