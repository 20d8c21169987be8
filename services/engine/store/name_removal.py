"""Removal of the name of a deleted player from the stored matches.

Names are in the seats of a match, in its snapshots, and in those log entries by which players sat
down. No hash is made of them (docs/fairness.md), so replays can be verified as before.
"""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from croupier_match.entries import Created, Joined, Left
from croupier_match.match import AnyMatch
from croupier_match.refusals import Conflict
from croupier_match.stored import ANY_ENTRY, entry_row
from redis.asyncio import Redis
from redislink.durability import Durability
from redislink.script import Script, named

from engine.store import keys, match_json
from engine.store.archive.archived_matches import Archiving
from engine.store.compression import pack, unpack
from engine.store.errors import outage
from engine.store.loading import FIELDS
from engine.store.match_json import read_match
from engine.store.scripts import SCRIPTS

BEFORE_START = (Created, Joined, Left)
"""The entries from which a log begins; after any other one, no player sits down."""
CHUNK = 64
"""Log entries that are read at once."""
ATTEMPTS = 10
"""How often the name is looked for again in a match that changes meanwhile."""


def of_players(match: AnyMatch) -> str:
    """The ids of the seated players, by which a script finds removed names."""
    seated = [seat.player for seat in match.seats]
    return " ".join([each.id for each in seated if each and not each.is_gone])


class Names:
    """The names in all matches. Every call may raise StoreUnavailable."""

    def __init__(
        self, redis: Redis, archiving: Archiving, durability: Durability | None = None
    ) -> None:
        """With a `durability`, a name counts as removed once that is as durable."""
        self._redis = redis
        self._archiving = archiving
        self._remove = Script(redis, SCRIPTS / "remove_name.lua", durability)

    async def remove(self, match_id: str, player_id: str) -> AnyMatch | None:
        """Remove the player's name from the match, unless that was done; the match without it.

        None if there is no such match. Raise Conflict if the match keeps changing. It takes no
        rules, so it is done here whoever plays the match.
        """
        for _ in range(ATTEMPTS):
            *stored, head, gone = await self._fields(match_id)
            if stored[1] is None and await self._archiving.restore(match_id):
                *stored, head, gone = await self._fields(match_id)
            match = read_match(*stored)
            if match is None:
                return None
            removed = player_id in (gone or b"").decode().split()
            if match.ended and not removed:
                await self._archiving.touch(match_id)
            if removed:
                await self._withdraw_request(match, player_id)
                return match
            if await self._store(match, head, player_id):
                return match.without_names([player_id])
        raise Conflict("Others keep changing this match; try again.")

    async def _fields(self, match_id: str) -> list[Any]:
        with outage():
            fields: Any = await self._redis.hmget(keys.match(match_id), [*FIELDS, "head", "gone"])
        return list(fields)

    async def _withdraw_request(self, match: AnyMatch, player_id: str) -> None:
        """Withdraw a request for a rematch that was on its way when the name was removed."""
        seat = match.seat_of(player_id)
        if seat is not None and match.ended:
            with outage():
                withdrawn = await self._redis.hdel(keys.rematch_requests(match.id), str(seat))
            if withdrawn:
                await self._archiving.touch(match.id)

    async def _store(self, match: AnyMatch, head: bytes | None, player_id: str) -> bool:
        """Store the match without the name; return False if it has changed since it was read."""
        seat = match.seat_of(player_id)
        args: list[Any] = [
            named(
                version=str(match.version),
                head=(head or b"").decode(),
                player=player_id,
                seat="" if seat is None else str(seat),
            ),
            match_json.packed(match.without_names([player_id])),
        ]
        async for place, row in self._rows(match, player_id):
            args += place, row
        _, log, _, requests, snapshots = keys.all_of(match.id)
        with outage():
            done = await self._remove.one([keys.match(match.id), log, snapshots, requests], args)
        return bool(done)

    async def _rows(self, match: AnyMatch, player_id: str) -> AsyncIterator[tuple[int, bytes]]:
        """The places of the log entries with the name, and these entries without it."""
        for first in range(0, match.version, CHUNK):
            with outage():
                rows: Any = await self._redis.lrange(keys.log(match.id), first, first + CHUNK - 1)
            for place, row in enumerate(rows, first):
                entry = ANY_ENTRY.validate_json(unpack(row))
                if not isinstance(entry, BEFORE_START):
                    return
                if not isinstance(entry, Left) and entry.player.id == player_id:
                    entry = replace(entry, player=entry.player.without_name())
                    yield place, pack(entry_row(match, entry))
