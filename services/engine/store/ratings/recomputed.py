"""A rating pool recomputed from its ledger, and compared with what is stored beside it.

The ledger may grow meanwhile: what is stored is read at one moment along with the seq of the last
entry, the replay goes on to just that one, and a correction is refused once there is a further one.
"""

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any, TypeAlias

from croupier_game.records import dataclass
from croupier_rating import moments, recent, shown, unpack
from croupier_rating.recent import Mark
from redis.asyncio import Redis
from redislink import ratings
from redislink.script import Script

from engine.domain.errors import StoreUnavailable
from engine.store.errors import outage
from engine.store.ratings.ledgers import SCANNED, Ledgers
from engine.store.ratings.pools import Pools
from engine.store.ratings.replay import Replay
from engine.store.scripts import ARGUMENT_LISTS, SCRIPTS

CHUNK = 200
"""Players, keys or matches that are compared at one moment: about a millisecond of Redis."""
ATTEMPTS = 100
"""How often others may append to the ledger before a chunk is corrected."""

Value: TypeAlias = bytes | str | int
"""What a field or a score is to be; "" for none."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that does not follow from the ledger: the key, the field or member, and both."""

    key: str
    of: str
    stored: str
    due: str
    value: Value

    def __str__(self) -> str:
        return f"{self.key} of {self.of} is {self.stored}, and has to be {self.due}"


class Recomputed:
    """What follows from a pool's ledger, beside what is stored.

    Every call may raise StoreUnavailable.
    """

    def __init__(self, redis: Redis, ledgers: Ledgers, pool: str, now_ms: int, write: bool) -> None:
        """With `write`, what differs is corrected. `now_ms` says who has lapsed by now."""
        self._now_ms = now_ms
        self._redis: Any = redis
        self._pools = Pools(redis)
        self._pool, self._write = pool, write
        self.replay = Replay(ledgers, pool)
        self._look = Script(redis, SCRIPTS / "look_at_pool.lua", prelude=ARGUMENT_LISTS)
        self._correct = Script(redis, SCRIPTS / "correct_pool.lua")
        names = ratings.ledger, ratings.head, ratings.players, ratings.order
        rest = ratings.lapse, ratings.pairs, ratings.done
        self._keys = [name(pool) for name in (*names, *rest)]

    async def differences(self) -> AsyncIterator[Difference]:
        """All that differs, of players first, each once."""
        await self.replay.begin()
        for each in await self._compare():
            yield each
        async for some in self._all(ratings.players, self.replay.ledger.players):
            for each in await self._compare(players=some):
                yield each
        async for some in self._all(ratings.pairs, self.replay.ledger.recent):
            for each in await self._compare(keys=some):
                yield each
        async for some in self._all(ratings.done, self.replay.done):
            for each in await self._compare(matches=some):
                yield each

    async def _all(self, name: Any, due: Iterable[str]) -> AsyncIterator[Sequence[str]]:
        """Chunks of all that is stored under a key, or is due there."""
        seen = set[str]()
        scan = self._redis.zscan_iter if name is ratings.done else self._redis.hscan_iter
        with outage():
            async for stored, _ in scan(name(self._pool), count=SCANNED):
                seen.add(stored.decode())
        names = [*seen, *(each for each in [*due] if each not in seen)]
        # On boards there may be others by mistake.
        if name is ratings.players:
            for board in (ratings.order, ratings.lapse):
                with outage():
                    on_it = await self._redis.zrange(board(self._pool), 0, -1)
                known = {*names}
                names += [one for each in on_it if (one := each.decode()) not in known]
        for first in range(0, len(names), CHUNK):
            yield names[first : first + CHUNK]

    async def _compare(
        self,
        players: Sequence[str] = (),
        keys: Sequence[str] = (),
        matches: Sequence[str] = (),
    ) -> list[Difference]:
        """What differs of these, and of the head, which is corrected; at one moment."""
        args = [len(players), *players, len(keys), *keys, len(matches), *matches]
        for _ in range(ATTEMPTS):
            hidden = await self._hidden(players)
            with outage():
                last, head, *stored = await self._look.one(self._keys, args)
            await self.replay.go_on(_seq(last))
            found = [
                *(() if players or keys or matches else self._of_head(head)),
                *self._of_players(players, stored[0], hidden),
                *self._of_pairs(keys, stored[1]),
                *self._of_done(matches, stored[2]),
            ]
            if not found or not self._write or await self._store(last, found):
                return found
        raise StoreUnavailable(f"The ledger {self._pool} does not hold still.", "refused")

    async def _store(self, last: bytes | None, found: Sequence[Difference]) -> bool:
        """Correct these, unless the ledger has moved on."""
        args: list[Value] = [(last or b"").decode()]
        for each in found:
            args += [each.key, each.of, each.value]
        with outage():
            return bool(await self._correct.one(self._keys, args))

    async def _hidden(self, players: Sequence[str]) -> dict[str, bool | None]:
        """Whether these players are on no board; None while the tally has to look at it."""
        unlisted = await self._pools.unlisted(players)
        if not players:
            return {}
        with outage():
            looks = await self._redis.zmscore(ratings.PLACES, players)
        waits = {player for player, at in zip(players, looks, strict=True) if at is not None}
        return {each: None if each in waits else each in unlisted for each in players}

    def _of_head(self, stored: Sequence[bytes | None]) -> Iterable[Difference]:
        ledger = self.replay.ledger
        due = (str(ledger.seq), ledger.head, str(ledger.clock)) if ledger.seq else ("", "", "")
        for name, is_stored, is_due in zip(("seq", "head", "clock"), stored, due, strict=True):
            if (now := (is_stored or b"").decode()) != is_due:
                yield Difference("head", name, now or "missing", is_due or "missing", is_due)

    def _of_players(
        self,
        players: Sequence[str],
        stored: Sequence[Sequence[bytes | None]],
        hidden: dict[str, bool | None],
    ) -> Iterable[Difference]:
        for player, (packed, *place) in zip(players, stored, strict=True):
            numbers = self.replay.ledger.players.get(player)
            due = numbers.pack() if numbers else b""
            if (packed or b"") != due:
                yield Difference("players", player, _told(packed), _told(due), due)
            yield from self._of_place(player, place, hidden[player])

    def _of_place(
        self, player: str, stored: Sequence[bytes | None], hidden: bool | None
    ) -> Iterable[Difference]:
        """What differs of a place on the board, which who lapses keeps for some seconds."""
        numbers = self.replay.ledger.players.get(player)
        lapse = numbers.lapse if numbers else None
        if hidden is None:
            return
        due: tuple[Value, Value] = ("", "")
        if numbers and lapse is not None and not hidden:
            due = (shown.points(numbers.strength), lapse)
        now = tuple("" if each is None else int(float(each)) for each in stored)
        lapsed = lapse is not None and lapse <= moments.day_of(self._now_ms)
        if now != due and not (lapsed and now == ("", "")):
            for key, is_stored, is_due in zip(("order", "lapse"), now, due, strict=True):
                if is_stored != is_due:
                    yield Difference(key, player, _shown(is_stored), _shown(is_due), is_due)

    def _of_pairs(
        self, keys: Sequence[str], stored: Sequence[bytes | None]
    ) -> Iterable[Difference]:
        """What differs of the last day; older marks may be there or not."""
        ledger = self.replay.ledger
        for key, each in zip(keys, stored, strict=True):
            marks = tuple(Mark(*mark) for mark in ratings.marks_of(each)) if each else ()
            now = recent.within({key: marks}, key, ledger.clock)
            due = recent.within(ledger.recent, key, ledger.clock)
            if now != due:
                text = ratings.marks_text(due)
                stored_text = ratings.marks_text(now)
                yield Difference("pairs", key, stored_text, text, text if due else "")

    def _of_done(
        self, matches: Sequence[str], stored: Sequence[bytes | None]
    ) -> Iterable[Difference]:
        for match, score in zip(matches, stored, strict=True):
            now = None if score is None else int(float(score))
            due = self.replay.done.get(match)
            if now != due and not (due is None and now is not None and now <= self.replay.began):
                value = due or ""
                yield Difference("done", match, _shown(now or ""), _shown(value), value)


def _shown(value: Value) -> str:
    return "missing" if value == "" else str(value)


def _seq(entry_id: bytes | None) -> int:
    return int(entry_id.partition(b"-")[0]) if entry_id else 0


def _told(packed: bytes | None) -> str:
    """Packed numbers in words: mu, sigma, matches, seq, counted, peak."""
    if not packed:
        return "missing"
    of = unpack(packed)
    return " ".join(map(str, (*of.strength, of.matches, of.seq, of.counted, of.peak)))
