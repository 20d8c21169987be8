"""Tournaments that have left Redis: found in the archive, and brought back while they are read."""

import asyncio
import secrets
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from croupier_match import clock
from croupier_match.refusals import NotFound
from redis.asyncio import Redis
from redislink import tournaments
from redislink.script import Script

from engine.store.archive.archived_matches import RESTORED_MS, Stays
from engine.store.archive.archived_tournaments import (
    PAGE,
    ArchivedTournaments,
    StoredTournament,
)
from engine.store.errors import outage
from engine.store.observer import StoreObserver
from engine.store.scripts import ARGUMENT_LISTS, SCRIPTS

if TYPE_CHECKING:
    from engine.store.archive.postgres import Archive

LISTED = timedelta(days=366)
"""How long lists have a tournament whose log is in the archive alone."""
LISTED_MS = LISTED // clock.MILLISECOND
MOST_RECALLED = 32_000_000
"""Bytes that one engine brings back in a minute for the usual time, and what comes next: one of
10,000 players may have more by itself."""


class TournamentRecall:
    """Brings tournaments back; an engine without an archive has none to bring.

    Every call may raise StoreUnavailable.
    """

    def __init__(self, redis: Redis, archive: "Archive | None", observer: StoreObserver) -> None:
        self._redis: Any = redis
        self._archived = ArchivedTournaments(archive) if archive else None
        self._observer = observer
        self._add = Script(redis, SCRIPTS / "recall_page.lua", prelude=ARGUMENT_LISTS)
        self._recall = Script(redis, SCRIPTS / "recall_tournament.lua")
        self.stays = Stays(MOST_RECALLED)
        self._recalling: dict[str, asyncio.Task[None]] = {}

    async def bring_back(self, tournament_id: str) -> None:
        """Bring a tournament back into Redis for a while. Raise NotFound if nobody has it.

        One of ten thousand players takes longer than gateways wait. So it goes on when who asked
        has given up, and whoever asks next finds it.
        """
        if (recalling := self._recalling.get(tournament_id)) is None:
            recalling = asyncio.create_task(self._bring_back(tournament_id))
            self._recalling[tournament_id] = recalling
            recalling.add_done_callback(partial(self._done, tournament_id))
        await asyncio.shield(recalling)

    def _done(self, tournament_id: str, recalling: "asyncio.Task[None]") -> None:
        del self._recalling[tournament_id]
        if not recalling.cancelled():
            recalling.exception()  # nobody may be waiting any more

    async def _bring_back(self, tournament_id: str) -> None:
        with outage():
            if await self._redis.exists(tournaments.log(tournament_id)):
                return
        stored = await self.find(tournament_id)
        if stored is None:
            raise NotFound("There is no such tournament.")
        assert self._archived  # noqa: S101 - it was found there
        with self._observer.begin("archive_restore"):
            while await self.restore(stored):
                # A name may have gone from the archive meanwhile, and so not from what was put
                # back: that is read anew.
                if await self._archived.state(tournament_id) == stored.state:
                    break
                await self._take_back(tournament_id)
                if (again := await self.find(tournament_id)) is None:
                    break
                stored = again

    async def find(self, tournament_id: str) -> StoredTournament | None:
        """The tournament as the archive has it, if it does."""
        if self._archived is None:
            return None
        with self._observer.begin("archive_find"):
            return await self._archived.find(tournament_id)

    async def restore(self, stored: StoredTournament) -> bool:
        """Put a tournament into Redis for a while; False if it is there already."""
        own = secrets.token_hex(8)
        log, players = tournaments.recalled(stored.id, own)
        size = await self._put_together(stored, log, players)
        fields = [part for pair in stored.fields.items() for part in pair]
        args = [self.stays.life_ms(size), LISTED_MS, *fields]
        keys = [tournaments.tournament(stored.id), tournaments.log(stored.id)]
        with outage():
            return bool(
                await self._recall.one([*keys, tournaments.players(stored.id), log, players], args)
            )

    async def _put_together(self, stored: StoredTournament, log: str, players: str) -> int:
        """Put log and players where nobody reads them yet, page by page, so that Redis answers
        others in between; how many bytes they are."""
        size, said = 0, iter(stored.players.items())
        for first in range(0, len(stored.log), PAGE):
            size += await self._add_page(log, players, first, stored.log[first : first + PAGE], [])
        while page := [part for pair in islice(said, PAGE) for part in pair]:
            size += await self._add_page(log, players, 0, [], page)
        return size

    async def _add_page(
        self,
        log: str,
        players: str,
        after: int,
        lines: Sequence[bytes],
        said: Sequence[str | bytes],
    ) -> int:
        """Add lines after the version `after`, and players with what is said of each; their
        bytes."""
        args = [RESTORED_MS, after, len(lines), *lines, len(said), *said]
        with outage():
            await self._add.one([log, players], args)
        return sum(map(len, lines)) + sum(map(len, said))

    async def _take_back(self, tournament_id: str) -> None:
        own = (tournaments.tournament, tournaments.log, tournaments.players)
        with outage():
            await self._redis.unlink(*(each(tournament_id) for each in own))

    async def remove_name(self, player_id: str) -> None:
        """Remove the name of a deleted player from all tournaments in the archive."""
        if self._archived:
            with self._observer.begin("archive_put"):
                await self._archived.remove_name(player_id)
