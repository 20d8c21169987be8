"""Rating pools in Redis: what the next entries follow from, and appending them.

See redislink.ratings for the keys. All of a pool lies in one slot, so one script appends entries
with all that follows from them. What is stored beside the ledger is a cache: it follows from the
entries (`croupier_rating.fold`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson
from croupier_game.records import dataclass
from croupier_rating import Ledger, Numbers, moments, shown, unpack
from croupier_rating.entries import AnyEntry, Played
from croupier_rating.recent import Key, Mark
from redis.asyncio import Redis
from redislink import ratings
from redislink.durability import Durability
from redislink.ratings import DELETED_MS, DONE, PLACES, POOLS, UNLISTED
from redislink.script import Script, named

from engine.store.errors import outage
from engine.store.scripts import ARGUMENT_LISTS, SCRIPTS

LAPSED = 1_000
"""Players who are taken off a board with one call: some 3 ms."""
SCANNED = 500
"""Keys of `pairs` that are looked at with one call: about a millisecond."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a pool knew at one moment of some matches and players.

    `ledger` has the players and the marks that were asked for. `entries` has the lines of matches
    that are in the ledger, or only their seq where it has the line no more. `oldest` is the seq of
    the oldest entry whose match is remembered, and `oldest_ms` when that match ended; 0 while all
    are remembered.
    """

    ledger: Ledger
    begun: bool
    now_ms: int
    entries: Mapping[str, bytes]
    oldest: int
    oldest_ms: int


@dataclass(frozen=True, slots=True)
class Added:
    """Entries to be appended, and what each player's numbers came from before: see BACK."""

    entry: AnyEntry
    back: Sequence[int]


class Pools:
    """All pools. Every call may raise StoreUnavailable."""

    def __init__(self, redis: Redis, durability: Durability | None = None) -> None:
        """Entries are as durable as moves."""
        self.redis = redis
        self._redis: Any = redis
        self._read = Script(redis, SCRIPTS / "read_pool.lua", prelude=ARGUMENT_LISTS)
        self._append = Script(redis, SCRIPTS / "rate_matches.lua", durability)
        self._place = Script(redis, SCRIPTS / "place_player.lua")
        self._drop_lapsed = Script(redis, SCRIPTS / "drop_lapsed.lua")
        self._drop_old_marks = Script(redis, SCRIPTS / "drop_old_marks.lua")

    async def names(self) -> list[str]:
        """The pools that have a ledger, or are about to."""
        with outage():
            return sorted(each.decode() for each in await self._redis.smembers(POOLS))

    async def read(
        self, pool: str, matches: Sequence[str], players: Sequence[str], recent: Sequence[Key]
    ) -> Known:
        """What the pool knows of these at one moment."""
        names = [
            *(ratings.head(pool), ratings.players(pool), ratings.pairs(pool)),
            *(ratings.done(pool), ratings.ledger(pool)),
        ]
        args: list[Any] = [DONE]
        for asked in (matches, players, recent):
            args += [len(asked), *asked]
        with outage():
            now, head, lines, numbers, marks, oldest = await self._read.one(names, args)
        seq, last, clock = head
        ledger = Ledger(pool, int(seq or 0), (last or b"").decode(), int(clock or 0))
        ledger.players.update(
            {player: unpack(each) for player, each in zip(players, numbers, strict=True) if each}
        )
        for key, each in zip(recent, marks, strict=True):
            if each:
                ledger.recent[key] = tuple(Mark(*mark) for mark in ratings.marks_of(each))
        first = orjson.loads(oldest) if oldest else None
        return Known(
            ledger=ledger,
            begun=seq is not None,
            now_ms=int(now),
            entries={match: line for match, line in zip(matches, lines, strict=True) if line},
            oldest=first["seq"] if first else 0,
            oldest_ms=moments.milliseconds(first["ended"]) if first else 0,
        )

    async def append(
        self, before: Known, after: Ledger, added: Sequence[Added], unlisted: Iterable[str]
    ) -> bool:
        """Append entries that lead from the ledger `before` to `after`; whether they were.

        They were not if the ledger has moved on meanwhile. Players who are `unlisted` get no place
        on the board.
        """
        pool, old = after.pool, before.ledger
        if not before.begun:
            with outage():
                await self._redis.sadd(POOLS, pool)
        hidden, today = {*unlisted}, moments.day_of(before.now_ms)
        numbers = {
            player: each
            for player, each in after.players.items()
            if old.players.get(player) != each
        }
        keys = [*old.recent, *(key for key in after.recent if key not in old.recent)]
        marks = [key for key in keys if old.recent.get(key) != after.recent.get(key)]
        args: list[Any] = [
            named(
                seq=str(old.seq),
                head=old.head if before.begun else "",
                new_seq=str(after.seq),
                new_head=after.head,
                clock=str(after.clock),
                done=DONE,
                entries=len(added),
                players=len(numbers),
            )
        ]
        for each in added:
            match = each.entry.match if isinstance(each.entry, Played) else ""
            args += [each.entry.line, orjson.dumps(each.back), match]
        for player, now in numbers.items():
            args += [player, now.pack(), *_place(now, today, player in hidden)]
        for key in marks:
            args += [key, ratings.marks_text(after.recent.get(key, ()))]
        names = [
            *(ratings.head(pool), ratings.players(pool), ratings.order(pool)),
            *(ratings.lapse(pool), ratings.ledger(pool), ratings.pairs(pool), ratings.done(pool)),
        ]
        with outage():
            return bool(await self._append.one(names, args))

    async def numbers(self, pool: str, players: Sequence[str]) -> dict[str, Numbers]:
        """The numbers of those among the players who have any in this pool."""
        if not players:
            return {}
        with outage():
            found = await self._redis.hmget(ratings.players(pool), players)
        return {player: unpack(each) for player, each in zip(players, found, strict=True) if each}

    async def unlisted(self, players: Sequence[str]) -> set[str]:
        """Those of the players whom no board shows."""
        if not players:
            return set()
        with outage():
            found = await self._redis.zmscore(UNLISTED, players)
        return {player for player, since in zip(players, found, strict=True) if since is not None}

    async def forget_deleted(self, now_ms: int) -> None:
        """Forget those who were deleted so long ago that no board could show them."""
        with outage():
            await self._redis.zremrangebyscore(UNLISTED, 1, now_ms - DELETED_MS)

    async def look_at(self, players: Iterable[str]) -> None:
        """Have the places of these players on the boards looked at."""
        if due := dict.fromkeys(players, 0):
            with outage():
                await self._redis.zadd(PLACES, due)

    async def place(self, pool: str, player: str, hidden: bool, now_ms: int) -> None:
        """Give the player the place on the board that follows from the numbers."""
        names = [ratings.players(pool), ratings.order(pool), ratings.lapse(pool)]
        placed = False
        while not placed:
            numbers = (await self.numbers(pool, [player])).get(player)
            if numbers is None:
                return
            place = _place(numbers, moments.day_of(now_ms), hidden)
            with outage():
                placed = bool(await self._place.one(names, [player, numbers.pack(), *place]))

    async def drop_lapsed(self, pool: str) -> int:
        """Take those off the board whose rating is provisional by now; return their number."""
        dropped, last = 0, LAPSED
        while last == LAPSED:
            with outage():
                last = await self._drop_lapsed.one(
                    [ratings.order(pool), ratings.lapse(pool)], [LAPSED]
                )
            dropped += last
        return dropped

    async def drop_old_marks(self, pool: str) -> None:
        """Drop the marks that are older than a day."""
        cursor = b""
        while cursor != b"0":
            with outage():
                cursor = await self._drop_old_marks.one(
                    [ratings.head(pool), ratings.pairs(pool)],
                    [cursor or b"0", moments.DAY, SCANNED],
                )


def _place(numbers: Numbers, today: int, hidden: bool) -> tuple[int | str, int | str]:
    """The points of a player, and the day of leaving the board; "" and "" without a place."""
    lapse = numbers.lapse
    if hidden or lapse is None or lapse <= today:
        return "", ""
    return shown.points(numbers.strength), lapse
