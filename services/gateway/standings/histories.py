"""Histories of ratings: the entries of a ledger that made a player's numbers what they are."""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from importlib.resources import files
from typing import NamedTuple

from croupier_rating import Pool, entry_of
from croupier_rating.entries import AnyEntry
from redis.asyncio import Redis
from redislink import ratings
from redislink.script import Script

from gateway.errors import Problem
from gateway.players.outages import redis_errors

PLACE = re.compile(r"(?P<pool>\S+) (?P<player>[\w-]{22}) (?P<seq>[1-9][0-9]{0,9})", re.ASCII)


class Place(NamedTuple):
    """The entry with which a page begins."""

    pool: str
    player_id: str
    seq: int

    def token(self) -> str:
        return urlsafe_b64encode(" ".join(map(str, self)).encode()).decode()

    @classmethod
    def of(cls, page_token: str | None, pool: str, player_id: str) -> "Place | None":
        """Return the place of a token; None without one.

        Raise Problem malformed for any but those of this history.
        """
        if not page_token:
            return None
        try:
            found = PLACE.fullmatch(urlsafe_b64decode(page_token).decode())
        except ValueError:
            found = None
        if not found or (found["pool"], found["player"]) != (pool, player_id):
            raise _wrong()
        return cls(pool, player_id, int(found["seq"]))


class Page(NamedTuple):
    """Entries, the newest first, and the place of the next page; None on the last one."""

    entries: Sequence[AnyEntry]
    following: Place | None


class Histories:
    """The histories of all players, as far back as Redis has the ledgers."""

    def __init__(self, redis: Redis) -> None:
        self._walk = Script(redis, files("gateway.standings") / "walk_back.lua")

    async def page(self, pool: Pool, player_id: str, size: int, place: Place | None) -> Page:
        """Return up to `size` entries of a player, from a place on, or the last ones.

        Raise Problem unavailable, and malformed if the entry at the place is not the player's.
        """
        name = str(pool)
        keys = [ratings.ledger(name), ratings.players(name)]
        with redis_errors():
            following, *lines = await self._walk.one(
                keys, [player_id, place.seq if place else "", size]
            )
        if following < 0:
            raise _wrong()
        entries = [entry_of(json.loads(line)) for line in lines]
        return Page(entries, Place(name, player_id, following) if following else None)


def _wrong() -> Problem:
    return Problem("malformed", "pageToken must be one that this history has answered.")
