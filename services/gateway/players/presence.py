"""Presence: which people and bots are here: who follows something over any gateway, or asks.

    {presence}:human  zset  the id of a player with an open stream or socket, or who has made a
                            request -> when that expires, ms since the epoch
    {presence}:bot    zset  the same of bots
    {presence}:KIND:hidden  zset  the same of those who do not want to be seen
    {presence}:noting zset  "since" when players have been noted without a gap, and until "now"

A gateway notes its players in a task of its own, so no stream and no request waits for Redis. Who
has left expires, and is kept for a day, so that others are told since when. While nobody could be
noted, as during an outage, nobody was absent: an absence begins after the last gap.

Who is hidden counts, and is here for those at the same table, who else could claim the match.
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from redis.asyncio import Redis
from redislink.commands import Command, run_all
from redislink.tasks import cancel_and_wait
from telemetry.redaction import error_location

from gateway.errors import Problem, unavailable
from gateway.players.last_asked import LastAsked, forgetting
from gateway.players.outages import redis_errors
from gateway.players.player import Player

LOOK_S = 1.0
"""How often a gateway looks for players that are to be noted, while some are here."""
SOON_S = 0.1
"""When it looks for one who has just come: others at the table may look over another gateway."""
AGAIN_MS = 8_000
"""When a player who is still here is noted again."""
LIFE_MS = 20_000
"""For how long a player counts as being here that is not noted again: a page has been loaded anew
by then."""
HOUR_MS = 60 * 60 * 1000
KEPT_MS = 25 * HOUR_MS
"""For how long it is known since when a player is away: an hour more than the longest `goneAfter`,
so that who was away before can be said to be since a full hour, and all the same be gone."""
AT_ONCE = 500
"""How many players one command notes."""
KEPT_S = 3.0
"""For how long the numbers are good."""
KINDS = ("human", "bot")
LISTS = tuple((kind, hidden) for hidden in (False, True) for kind in KINDS)
"""All lists: of each kind those who may be seen, and those who are hidden."""
Known: TypeAlias = tuple[str, str]
"""The kind of a player, and its id."""
NOTING, SINCE, NOW = "{presence}:noting", "since", "now"

log = logging.getLogger("gateway")


class Here(NamedTuple):
    """How many people and bots are here."""

    people: int
    bots: int


class Presence:
    """The players who follow or ask something now, noted in Redis between `start` and `stop`."""

    def __init__(self, redis: Redis, clock: Callable[[], float] = time.time) -> None:
        self._redis, self._clock = redis, clock
        self._followers: Counter[Known] = Counter()
        self._heard: dict[Known, int] = {}
        """When each made its last request that is not noted yet, ms since the epoch."""
        self._noted: dict[Known, int] = {}
        """When each was noted, ms since the epoch; those only who need not be noted again yet."""
        self._last_asked = LastAsked(self._carry_out)
        self._hidden: set[str] = set()
        """The ids of those of them who are hidden."""
        self._moved: set[Known] = set()
        """Who has come to be hidden or to be seen, and may still be in the other list."""
        self._come = asyncio.Event()
        self._writing = asyncio.Lock()
        self._noted_ms = 0
        """When this gateway has noted last, be it nobody."""
        self._count: tuple[float, Here | Problem] | None = None
        """When it was asked last, and the answer; a failure is one, too."""
        self._counting = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        await cancel_and_wait(self._task)

    @contextlib.contextmanager
    def here(self, player: Player) -> Iterator[None]:
        """Count a player as being here until the block is left."""
        known = player.kind, player.id
        self._followers[known] += 1
        self._hurry(known)
        try:
            yield
        finally:
            self._followers[known] -= 1
            if not self._followers[known]:
                del self._followers[known]

    def touch(self, player: Player, hidden: bool = False, asks: bool = True) -> None:
        """Count a player, who may follow nothing, as being here for LIFE_MS from now on.

        From now on, the player is seen by others or hidden from them. Who begins a stream `asks`
        nothing: a page does so that nobody sees.
        """
        known = player.kind, player.id
        if asks:
            self._last_asked.touch(player, self.now_ms())
        if hidden is not (player.id in self._hidden):
            self._move(known, hidden)
        self._heard[known] = self.now_ms()
        self._hurry(known)

    async def show(self, player: Player, seen: bool) -> None:
        """Let others see from now on whether the player is here, or not. Raise Problem."""
        self.touch(player, hidden=not seen)
        with redis_errors():
            await self.note()

    def on_revocation(self, player_id: str | None) -> None:
        """Forget that the player has asked for something: its account may have ended.

        None, when notifications may have been missed, means all players.
        """
        self._last_asked.forget(player_id)
        if player_id is None:
            self._heard.clear()
            return
        for kind in KINDS:
            self._heard.pop((kind, player_id), None)

    async def shown(self, players: Collection[Player]) -> set[str]:
        """Return the ids of those of the players who are here and may be seen.

        Raise Problem unavailable, also while this gateway has not noted its own for a while.
        """
        now_ms, found = self._known_ms(), set[str]()
        for kind in KINDS:
            ids = [each.id for each in players if each.kind == kind]
            found |= {each for each in ids if self._is_own(each) and each not in self._hidden}
            for first in range(0, len(ids), AT_ONCE):
                batch = ids[first : first + AT_ONCE]
                with redis_errors():
                    (ends,) = await run_all(self._redis, [("ZMSCORE", _key(kind), *batch)])
                pairs = zip(batch, ends, strict=True)
                found |= {each for each, end in pairs if end and int(float(end)) > now_ms}
        return found

    async def count(self) -> Here:
        """Return how many are here; a few seconds old at most. Raise Problem unavailable."""
        async with self._counting:
            now = self._clock()
            if self._count is None or not 0 <= now - self._count[0] < KEPT_S:
                # A failure counts as well, or all who wait would wait one after the other.
                self._count = self._clock(), await self._asked(round(now * 1000))
        found = self._count[1]
        if isinstance(found, Problem):
            raise found
        return found

    async def away(self, player_ids: Iterable[str]) -> dict[str, int]:
        """Return those of the players who are not here, and since when, in ms since the epoch.

        They may be away for longer than that can be told. Raise Problem unavailable, also while
        this gateway has not noted its own for a while.
        """
        now_ms, found = self._known_ms(), dict[str, int]()
        # Its own may not be noted yet, or have stayed while Redis was lost.
        ids = [each for each in dict.fromkeys(player_ids) if not self._is_own(each)]
        for first in range(0, len(ids), AT_ONCE):
            batch = ids[first : first + AT_ONCE]
            with redis_errors():
                (since,), *by_list = await run_all(
                    self._redis,
                    [
                        ("ZMSCORE", NOTING, SINCE),
                        *(("ZMSCORE", _key(*each), *batch) for each in LISTS),
                    ],
                )
            begun_ms = now_ms if since is None else int(float(since))
            for player_id, *ends in zip(batch, *by_list, strict=True):
                expires_ms = max((int(float(end)) for end in ends if end is not None), default=0)
                if expires_ms <= now_ms:
                    found[player_id] = _since(expires_ms, begun_ms, now_ms)
        return found

    async def forget(self, player_id: str) -> None:
        """Forget a player whose account has ended. Raise Problem unavailable."""
        self.on_revocation(player_id)
        async with self._writing:  # or a note under way could bring the player back
            for kind in KINDS:
                self._noted.pop((kind, player_id), None)
            self._hidden.discard(player_id)
            with redis_errors():
                gone = [("ZREM", _key(*each), player_id) for each in LISTS]
                await run_all(self._redis, [*gone, forgetting(player_id)])

    async def note(self) -> None:
        """Note the players that are here and were not noted for AGAIN_MS.

        Raise RedisError or OSError.
        """
        async with self._writing:
            now_ms = self.now_ms()
            self._come.clear()
            self._noted = _younger(self._noted, now_ms, AGAIN_MS)
            await self._note_due(now_ms)
            await self._leave_other_lists()
            await self._last_asked.note(now_ms)
            if not 0 <= now_ms - self._noted_ms < AGAIN_MS:
                await self._note_noting(now_ms)
                self._noted_ms = now_ms

    async def _note_due(self, now_ms: int) -> None:
        # Where Redis cannot be reached, they would be ever more.
        self._heard = _younger(self._heard, now_ms, LIFE_MS)
        seen = {**self._heard, **dict.fromkeys(self._followers, now_ms)}
        self._hidden &= {player_id for _, player_id in (*seen, *self._noted)}
        due = [each for each in seen if each not in self._noted]
        for kind, hidden in LISTS:
            own = [each for each in due if each[0] == kind and (each[1] in self._hidden) is hidden]
            for first in range(0, len(own), AT_ONCE):
                batch = own[first : first + AT_ONCE]
                ends = {player_id: seen[kind, player_id] for _, player_id in batch}
                await self._write(_key(kind, hidden), ends, now_ms)
                for known in batch:
                    self._noted[known] = now_ms
                    if self._heard.get(known) == seen[known] or known in self._followers:
                        self._heard.pop(known, None)

    async def _leave_other_lists(self) -> None:
        """Take those who have come to be hidden, or seen, out of the list that they were in."""
        for kind, player_id in [*self._moved]:
            other = _key(kind, player_id not in self._hidden)
            await self._carry_out(("ZREM", other, player_id))
            self._moved.discard((kind, player_id))

    def _move(self, known: Known, hidden: bool) -> None:
        (self._hidden.add if hidden else self._hidden.discard)(known[1])
        self._noted.pop(known, None)
        self._moved.add(known)

    def _known_ms(self) -> int:
        """Return the time by which absences count. Raise Problem if nobody was noted lately."""
        now_ms = self.now_ms()
        if not 0 <= now_ms - self._noted_ms <= LIFE_MS:
            raise unavailable()
        return now_ms

    def _is_own(self, player_id: str) -> bool:
        known = [(kind, player_id) for kind in KINDS]
        return any(each in self._followers or each in self._heard for each in known)

    def _hurry(self, known: Known) -> None:
        """Have a player noted soon, unless that was done a moment ago."""
        if known not in self._noted:
            self._come.set()

    async def _run(self) -> None:
        while True:
            try:
                await self.note()
            except Exception as error:  # whatever is wrong with Redis: the next look tries again
                log.debug("presence was not noted: %s", error_location(error))
                await asyncio.sleep(LOOK_S)
            await asyncio.sleep(SOON_S)
            pause_s = LOOK_S if self._followers or self._heard else AGAIN_MS / 1000
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause_s - SOON_S):
                    await self._come.wait()

    async def _write(self, key: str, seen: Mapping[str, int], now_ms: int) -> None:
        """Note the players of a list, of whom each was seen at a time."""
        added: list[object] = ["ZADD", key, "GT"]
        for player_id, at in seen.items():
            added += (at + LIFE_MS, player_id)
        await self._carry_out(
            added,
            ("ZREMRANGEBYSCORE", key, "-inf", now_ms - KEPT_MS),
            ("PEXPIRE", key, KEPT_MS),
        )

    async def _note_noting(self, now_ms: int) -> None:
        """Note that players are noted now, and since when, if nobody did for a while."""
        ((last,),) = await self._carry_out(("ZMSCORE", NOTING, NOW))
        if last is None or now_ms - int(float(last)) > LIFE_MS:
            await self._carry_out(("ZADD", NOTING, now_ms, SINCE))
        await self._carry_out(("ZADD", NOTING, now_ms, NOW), ("PEXPIRE", NOTING, KEPT_MS))

    async def _carry_out(self, *commands: Command) -> list[Any]:
        """Return the answers. Raise RedisError or OSError."""
        return await run_all(self._redis, commands)

    def now_ms(self) -> int:
        """Return the time by which absences count, in ms since the epoch."""
        return round(self._clock() * 1000)

    async def _asked(self, now_ms: int) -> Here | Problem:
        try:
            with redis_errors():
                counts = [("ZCOUNT", _key(*each), f"({now_ms}", "+inf") for each in LISTS]
                people, bots, *hidden = await run_all(self._redis, counts)
                return Here(people + hidden[0], bots + hidden[1])
        except Problem as problem:
            return problem


def _since(expires_ms: int, begun_ms: int, now_ms: int) -> int:
    # A player may have left only just before being due to be noted again.
    since_ms = expires_ms - LIFE_MS + AGAIN_MS
    if not expires_ms:  # a full hour, or it would be another time whenever it is asked for
        since_ms = -((KEPT_MS - now_ms) // HOUR_MS) * HOUR_MS
    return min(max(since_ms, begun_ms), now_ms)


def _younger(times: Mapping[Known, int], now_ms: int, age_ms: int) -> dict[Known, int]:
    return {known: at for known, at in times.items() if 0 <= now_ms - at < age_ms}


def _key(kind: str, hidden: bool = False) -> str:
    return f"{{presence}}:{kind}:hidden" if hidden else f"{{presence}}:{kind}"
