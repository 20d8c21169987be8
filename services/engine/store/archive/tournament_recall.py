"""Tournaments that have left Redis: found in the archive, and brought back while they are read."""

import asyncio
import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from croupier_match import clock
from croupier_match.refusals import NotFound
from redis.asyncio import Redis
from redislink import tournaments
from redislink.commands import Command, run
from redislink.script import Script

from engine.store.archive.archived_matches import RESTORED_MS, Stays
from engine.store.archive.archived_tournaments import ArchivedTournaments, StoredTournament
from engine.store.errors import outage
from engine.store.observer import StoreObserver
from engine.store.scripts import SCRIPTS

if TYPE_CHECKING:
    from engine.store.archive.postgres import Archive

PAGE = 2_000
"""Entries of a log that are read or written in one round trip: about half a megabyte."""
LISTED = timedelta(days=366)
"""How long lists have a tournament whose log is in the archive alone."""
LISTED_MS = LISTED // clock.MILLISECOND
MOST_RECALLED = 32_000_000
"""Bytes that one engine brings back in a minute for the usual time: two logs of 10,000 players."""


class TournamentRecall:
    """Brings tournaments back; an engine without an archive has none to bring.

    Every call may raise StoreUnavailable.
    """

    def __init__(self, redis: Redis, archive: "Archive | None", observer: StoreObserver) -> None:
        self._redis: Any = redis
        self._archived = ArchivedTournaments(archive) if archive else None
        self._observer = observer
        self._recall = Script(redis, SCRIPTS / "recall_tournament.lua")
        self.stays = Stays(MOST_RECALLED)
        self._recalling = WeakValueDictionary[str, asyncio.Lock]()

    async def bring_back(self, tournament_id: str) -> None:
        """Bring a tournament back into Redis for a while. Raise NotFound if nobody has it."""
        lock = self._recalling.setdefault(tournament_id, asyncio.Lock())
        async with lock:
            with outage():
                if await self._redis.exists(tournaments.log(tournament_id)):
                    return
            stored = await self.find(tournament_id)
            if stored is None:
                raise NotFound("There is no such tournament.")
            with self._observer.begin("archive_restore"):
                while await self.restore(stored):
                    # A name may have gone from the archive meanwhile, and so not from what was put
                    # back: that is read anew.
                    again = await self.find(tournament_id)
                    if again is None or again == stored:
                        break
                    await self._take_back(tournament_id)
                    stored = again

    async def find(self, tournament_id: str) -> StoredTournament | None:
        """The tournament as the archive has it, if it does."""
        if self._archived is None:
            return None
        with self._observer.begin("archive_find"):
            return await self._archived.find(tournament_id)

    async def restore(self, stored: StoredTournament, life_ms: int = 0) -> bool:
        """Put a tournament into Redis for so long; False if it is there already."""
        own = secrets.token_hex(8)
        whole = tournaments.recalled(stored.id, own)
        for first in range(0, len(stored.log), PAGE):
            await self._append(whole, stored.log[first : first + PAGE], first)
        said = [part for pair in stored.players.items() for part in pair]
        fields = [part for pair in stored.fields.items() for part in pair]
        life_ms = life_ms or self.stays.life_ms(sum(map(len, stored.log)))
        args = [life_ms, LISTED_MS, len(fields), *fields, *said]
        keys = [tournaments.tournament(stored.id), tournaments.log(stored.id)]
        with outage():
            return bool(
                await self._recall.one([*keys, tournaments.players(stored.id), whole], args)
            )

    async def _take_back(self, tournament_id: str) -> None:
        own = (tournaments.tournament, tournaments.log, tournaments.players)
        with outage():
            await self._redis.unlink(*(each(tournament_id) for each in own))

    async def remove_name(self, player_id: str) -> None:
        """Remove the name of a deleted player from all tournaments in the archive."""
        if self._archived:
            with self._observer.begin("archive_put"):
                await self._archived.remove_name(player_id)

    async def _append(self, key: str, lines: Sequence[bytes], after: int) -> None:
        """Add these lines to a stream that nobody reads yet, and which goes if it stays so."""
        commands: list[Command] = [
            ("XADD", key, f"{version}-0", tournaments.LINE, line)
            for version, line in enumerate(lines, after + 1)
        ]
        with outage():
            for answer in await run(self._redis, [*commands, ("PEXPIRE", key, RESTORED_MS)]):
                if isinstance(answer, Exception):
                    raise answer
