"""The lists of matches as a store shows them: observed, and with the matches that they name."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING

from cachetools import TTLCache
from croupier_match.match import Status
from redis.asyncio import Redis

from engine.domain.errors import StoreUnavailable
from engine.store import keys
from engine.store.errors import outage
from engine.store.indexes.match_index import (
    ENDED,
    Index,
    KnownGames,
    match_id,
    own_games,
    scope_of,
)
from engine.store.loading import load_all, readable
from engine.store.observer import StoreObserver

if TYPE_CHECKING:
    from engine.store.archive.postgres import Archive

LOOKED_S = 60.0
"""How long an engine takes a player's running matches for existing after it has looked."""
REMEMBERED = 10_000
MOST = 10_001
"""Up to how many archived matches of a list are counted."""
LOOKS = 50
"""The players at whose matches one call looks."""


class Lists:
    """The lists of all matches. Every call may raise StoreUnavailable."""

    def __init__(
        self,
        redis: Redis,
        observer: StoreObserver,
        archive: "Archive | None" = None,
        games: KnownGames = own_games,
    ) -> None:
        """With an `archive`, its lists are added to those in Redis; `games` is as of an Index."""
        self._redis = redis
        self._archive = archive
        self._observer = observer
        self._index = Index(redis, games)
        self._looked: TTLCache[str, bool] = TTLCache(REMEMBERED, LOOKED_S)

    async def page(
        self, scopes: Sequence[str], game: str, status: Status | None, before: str, size: int
    ) -> list[str]:
        """A page of the index, and of the archive's; see `Index.page`."""
        with self._observer.begin("page"), outage():
            found = await self._index.page(scopes, game, status, before, size)
        # Afterwards: a match that is archived meanwhile is met there.
        names = self._index.of_ended(scopes, game, status)
        if self._archive is None or not names:
            return found
        with self._observer.begin("archive_page"):
            archived = await self._archive.page(names, before, size)
        # They left Redis's lists when they were archived; `croupierctl reindex` has entered them.
        with suppress(StoreUnavailable), outage():
            await self._index.leave(names, [*{*found} & {*archived}])
        return sorted({*found, *archived}, reverse=True)[:size]

    async def also_in(
        self, scopes: Sequence[str], names: Sequence[str], game: str, status: Status | None
    ) -> list[str]:
        """Those of the index's members that other lists have, too; see `Index.also_in`."""
        with self._observer.begin("page"), outage():
            found = {*await self._index.also_in(scopes, names, game, status)}
        lists = self._index.of_ended(scopes, game, status)
        if self._archive is not None and lists and len(found) < len(names):
            with self._observer.begin("archive_page"):
                found |= await self._archive.among(lists, [*names])
        return [name for name in names if name in found]

    async def unlist(self, scopes: Sequence[str], match_ids: Sequence[str]) -> None:
        """Take expired matches out of the index."""
        with outage():
            await self._index.remove(scopes, match_ids)

    async def active(self, player_ids: Sequence[str]) -> list[int]:
        """The number of running matches of each player.

        Those that have expired are left out within LOOKED_S, or some time later if there are many.
        """
        with outage():
            counts = await self._index.count_active(player_ids)
            # Who plays nothing has nothing that could have expired.
            playing = [each for each, count in zip(player_ids, counts, strict=True) if count]
            due = [each for each in playing if each not in self._looked][:LOOKS]
            self._looked.update(dict.fromkeys(due, True))
            if due and await self._index.forget_active(due):
                counts = await self._index.count_active(player_ids)
        return counts

    async def count_of(self, player_id: str) -> dict[Status, int]:
        """The sizes of a player's lists of matches, by status; some may have expired.

        Of each list, archived matches are counted up to MOST.
        """
        with outage():
            counts = await self._index.count_of(player_id)
        if self._archive is not None:
            scopes = [scope_of(player_id)]
            lists = {each: self._index.of_ended(scopes, "", each) for each in ENDED}
            with self._observer.begin("archive_page"):
                sizes = await self._archive.count([*chain(*lists.values())], MOST)
            for status, names in lists.items():
                counts[status] += sum(sizes.get(name, 0) for name in names)
        return counts

    async def count(self) -> dict[tuple[str, str], int]:
        """The number of listed public matches, by game and status."""
        with outage():
            return await self._index.count()

    async def waiting(self, player_id: str, most: int) -> int:
        """The number of waiting matches with this player, exact from `most` on.

        Up to there, matches that have expired or that the player has left are counted, too. Of
        more than twice as many, the newest are looked at.
        """
        with self._observer.begin("waiting"), outage():
            count = await self._index.count_waiting(player_id)
            if count < most:
                return count
            scopes, size = [scope_of(player_id)], min(count, 2 * most)
            names = await self._index.page(scopes, "", Status.WAITING, "", size)
            found = await load_all(self._redis, (keys.match(match_id(each)) for each in names))
            # One that this engine cannot read is there.
            expired = [name for name, each in zip(names, found, strict=True) if each is None]
            await self._index.forget_waiting(player_id, expired)
        waiting = [each for each in readable(found) if each.status == Status.WAITING]
        return sum(each.seat_of(player_id) is not None for each in waiting)
