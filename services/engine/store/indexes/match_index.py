"""The index: lists of matches by game and status, of all public ones and of each player.

    index:public:GAME:STATUS         every public match
    index:player:PLAYER:GAME:STATUS  every match of a player

Each is a sorted set of equal scores, so its members, CREATION-TIME ID, sort by
creation. A match changes its sets along with its status, on one server in one step. In a
cluster it is added to the sets of its new status before it is stored, and removed from those
of its old status afterwards. So a reader that takes the statuses in the order of a match's
life finds every match at least once, and passes over one that it finds in a set of another
status than its own.

All of it can be rebuilt from the matches: `croupierctl reindex`. The lists of archived matches are
in the archive; see engine.store.archive.postgres.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import timedelta
from random import randrange
from typing import TypeAlias

from croupier_match import clock
from croupier_match.match import Access, AnyMatch, Status
from redis.asyncio import Redis
from redislink.commands import Command

from engine.domain.registry import GAMES
from engine.domain.steady_clock import utc_now
from engine.store import keys

LIFE = (Status.WAITING, Status.ACTIVE, Status.FINISHED, Status.ABORTED)
"""The statuses in the order in which a match has them."""
ENDED = LIFE[2:]
BEING_MADE = timedelta(minutes=1)
"""A listed match that still does not exist after so long has expired."""
SAMPLE = 50
"""The members of a list that are looked at for expired ones."""
PUBLIC = "public"
"""The scope of the lists of all public matches."""

KnownGames: TypeAlias = Callable[[], Collection[str]]


def own_games() -> Collection[str]:
    """The ids of the games that are played here."""
    return GAMES


class Index:
    """The lists. Every call may raise RedisError or OSError."""

    def __init__(self, redis: Redis, games: KnownGames = own_games) -> None:
        """`games` says of which games there may be lists, also of those not played here."""
        self._redis = redis
        self._games = games

    async def page(
        self, scopes: Iterable[str], game: str, status: Status | None, before: str, size: int
    ) -> list[str]:
        """Up to `size` members of these scopes below `before`, newest first; "" is the top."""
        # "(" excludes the member itself, "+" is above all members.
        top = f"({before}" if before else "+"
        found: set[str] = set()
        # One status after the other: a match that moves on meanwhile is met in a later one. At
        # once, it could be missed in both (docs/decisions/lists-of-matches.md).
        for each_status in [status] if status else LIFE:
            pipeline = self._redis.pipeline(transaction=False)
            for scope in scopes:
                for each in [game] if game else self._games():
                    pipeline.zrevrangebylex(_key(scope, each, each_status), top, "-", 0, size)
            for rows in await pipeline.execute():
                found.update(row.decode() for row in rows)
        return sorted(found, reverse=True)[:size]

    async def also_in(
        self, scopes: Sequence[str], names: Sequence[str], game: str, status: Status | None
    ) -> list[str]:
        """Those of the members that are in a list of these scopes, too; "" and None are any."""
        found: set[str] = set()
        # In the order of a match's life, as in `page`: one that moves on is met in the next.
        for each_status in ([status] if status else LIFE) if names else ():
            pipeline = self._redis.pipeline(transaction=False)
            for scope in scopes:
                for each in [game] if game else self._games():
                    pipeline.zmscore(_key(scope, each, each_status), [*names])
            for scores in await pipeline.execute():
                pairs = zip(names, scores, strict=True)
                found.update(name for name, score in pairs if score is not None)
        return [name for name in names if name in found]

    async def count(self) -> dict[tuple[str, str], int]:
        """The number of listed public matches by game and status; some may have expired."""
        names = [(game, str(status)) for game in self._games() for status in LIFE]
        pipeline = self._redis.pipeline(transaction=False)
        for game, status in names:
            pipeline.zcard(_key(PUBLIC, game, Status(status)))
        return dict(zip(names, await pipeline.execute(), strict=True))

    async def count_waiting(self, player_id: str) -> int:
        """The size of a player's lists of waiting matches; some may have expired."""
        pipeline = self._redis.pipeline(transaction=False)
        for game in self._games():
            pipeline.zcard(_key(scope_of(player_id), game, Status.WAITING))
        return sum(await pipeline.execute())

    async def count_active(self, player_ids: Sequence[str]) -> list[int]:
        """The sizes of these players' lists of running matches; some may have expired."""
        return [
            sum(row) for row in _rows(await self._sizes(self._running(player_ids)), len(player_ids))
        ]

    async def count_of(self, player_id: str) -> dict[Status, int]:
        """The sizes of all lists of a player, by status; some matches may have expired."""
        pipeline = self._redis.pipeline(transaction=False)
        for status in LIFE:
            for game in self._games():
                pipeline.zcard(_key(scope_of(player_id), game, status))
        sizes = await pipeline.execute()
        rows = _rows(sizes, len(LIFE))
        return {status: sum(row) for status, row in zip(LIFE, rows, strict=True)}

    async def forget_active(self, player_ids: Sequence[str]) -> bool:
        """Remove expired matches from these players' lists of running ones; whether any were.

        SAMPLE of each list are looked at; of a longer one, at another place each time.
        """
        lists = self._running(player_ids)
        sizes = await self._sizes(lists)
        pipeline = self._redis.pipeline(transaction=False)
        for key, size in zip(lists, sizes, strict=True):
            first = randrange(max(1, size - SAMPLE + 1))  # noqa: S311 - nothing to guess
            pipeline.zrange(key, first, first + SAMPLE - 1)
        rows = [_old(name.decode() for name in row) for row in await pipeline.execute()]
        gone = await self._gone({name for row in rows for name in row})
        pipeline = self._redis.pipeline(transaction=False)
        for key, row in zip(lists, rows, strict=True):
            if expired := [name for name in row if name in gone]:
                pipeline.zrem(key, *expired)
        await pipeline.execute()
        return bool(gone)

    async def forget_waiting(self, player_id: str, names: Sequence[str]) -> None:
        """Remove expired matches from a player's lists of waiting ones, unless they are new."""
        if old := _old(names):
            lists = {_key(scope_of(player_id), game, Status.WAITING) for game in self._games()}
            await self._remove(lists, old)

    async def remove(self, scopes: Iterable[str], names: Sequence[str]) -> None:
        """Remove the members of expired matches."""
        if names:
            # Of an expired match only the id is known, so all lists are cleaned of it.
            lists = {
                _key(scope, game, status)
                for scope in scopes
                for game in self._games()
                for status in LIFE
            }
            await self._remove(lists, names)

    async def leave(self, lists: Sequence[str], names: Sequence[str]) -> None:
        """Remove members from these lists, by their names in Redis."""
        if names:
            await self._remove({*lists}, names)

    async def take_out(self, match: AnyMatch) -> None:
        """Remove a match from all its lists."""
        for key in sorted(_keys(match)):
            await self._redis.zrem(key, member(match))

    async def restore(self, matches: Iterable[AnyMatch]) -> None:
        """Add matches to all their lists."""
        pipeline = self._redis.pipeline(transaction=False)
        for match in matches:
            for key in _keys(match):
                pipeline.zadd(key, {member(match): 0})
        await pipeline.execute()

    async def lacking(self, matches: Sequence[AnyMatch]) -> list[AnyMatch]:
        """Those of the matches that are not in all their lists."""
        pipeline, asked = self._redis.pipeline(transaction=False), list[AnyMatch]()
        for match in matches:
            for key in _keys(match):
                pipeline.zmscore(key, [member(match)])
                asked.append(match)
        found = zip(asked, await pipeline.execute(), strict=True)
        return [match for match, (score,) in found if score is None]

    async def clear(self) -> None:
        """Empty all lists."""
        async for key in self._redis.scan_iter(match="index:*", count=1000):
            # One at a time: in a cluster, they lie in different slots.
            await self._redis.unlink(key)

    def of_ended(self, scopes: Iterable[str], game: str, status: Status | None) -> list[str]:
        """The names of the lists of these scopes whose matches have ended; "" and None are any."""
        statuses = [each for each in ENDED if status in (None, each)]
        games = [game] if game else self._games()
        return [_key(scope, each, one) for scope in scopes for each in games for one in statuses]

    def _running(self, player_ids: Sequence[str]) -> list[str]:
        """The lists of these players' running matches: one after the other, each by game."""
        games = self._games()
        return [
            _key(scope_of(player_id), game, Status.ACTIVE)
            for player_id in player_ids
            for game in games
        ]

    async def _sizes(self, lists: Sequence[str]) -> list[int]:
        pipeline = self._redis.pipeline(transaction=False)
        for key in lists:
            pipeline.zcard(key)
        return [*await pipeline.execute()]

    async def _gone(self, names: Collection[str]) -> set[str]:
        """The members without a match that exists."""
        pipeline = self._redis.pipeline(transaction=False)
        for name in names:
            pipeline.exists(keys.match(match_id(name)))
        found = await pipeline.execute()
        return {name for name, exists in zip(names, found, strict=True) if not exists}

    async def _remove(self, lists: set[str], names: Sequence[str]) -> None:
        pipeline = self._redis.pipeline(transaction=False)
        for key in sorted(lists):
            pipeline.zrem(key, *names)
        await pipeline.execute()


def _rows(sizes: Sequence[int], count: int) -> Iterator[Sequence[int]]:
    """The sizes in so many rows of equal length."""
    width = len(sizes) // max(count, 1)
    return (sizes[place * width : (place + 1) * width] for place in range(count))


def _old(names: Iterable[str]) -> list[str]:
    """Those of the members that are not new."""
    # A match is listed before it is stored: a new one may still come.
    last = clock.rfc3339(utc_now() - BEING_MADE)
    return [name for name in names if name < last]


def entering(before: AnyMatch | None, after: AnyMatch) -> list[Command]:
    """The commands that add `after` to all its lists that `before` is not in."""
    return [("ZADD", key, "0", member(after)) for key in sorted(_keys(after) - _keys(before))]


def leaving(before: AnyMatch | None, after: AnyMatch) -> list[Command]:
    """The commands that remove the match from the lists of a status that it has left for good.

    It stays in the list of a player who has left it, who may have joined again by now;
    readers pass over it.
    """
    if before is None or before.status == after.status:
        return []
    return [("ZREM", key, member(after)) for key in sorted(_keys(before))]


def member(match: AnyMatch) -> str:
    """The member that stands for the match in every list; it sorts by creation."""
    return f"{match.create_time} {match.id}"


def match_id(name: str) -> str:
    """The id of the match that a member stands for."""
    return name.split(" ")[1]


def scope_of(player_id: str) -> str:
    """The scope of the lists of a player's matches."""
    return f"player:{player_id}"


def lists_of(match: AnyMatch) -> set[str]:
    """The names of all lists that have the match."""
    return _keys(match)


def _keys(match: AnyMatch | None) -> set[str]:
    if match is None:
        return set()
    scopes = [scope_of(seat.player.id) for seat in match.seats if seat.player]
    if match.access == Access.PUBLIC:
        scopes.append(PUBLIC)
    return {_key(scope, match.game, match.status) for scope in scopes}


def _key(scope: str, game: str, status: Status) -> str:
    return f"index:{scope}:{game}:{status}"
