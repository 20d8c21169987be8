"""Twins of the matches that a bombardment has left behind, and whether anybody can tell them apart.

What was played under odd requests is planted in a service of its own, and so is the same match as
one viewer knows it, with other secrets; each is asked everything that tests/e2e/test_secrecy.py
asks. Only matches of the plain kind are taken: begun by the last who joined, and then moves only.
"""

import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from croupier_game.chance import Chance
from croupier_game.kit.differences import difference
from croupier_game.kit.twins import Planted, Position, twin, viewer_name
from croupier_game.seeded import ChanceSource, seeded_chance
from croupier_match.entries import Created, Entry, Joined
from croupier_match.evolve import replay
from croupier_match.match import Access, AnyMatch, Kind, Player, Status
from engine.domain.registry import GAMES
from engine.store.matches import MatchStore
from redis.asyncio import Redis
from redislink.client import connect

from tests.e2e.test_secrecy import NOW, Questions, Table, both, registered
from tests.support.live import TTL, Live
from tools.redis_server import RedisServer

T = TypeVar("T")
ROLES: Sequence[int | None] = (0, 1, None)


class Recorded:
    """The chance of a match, which notes what it gives."""

    def __init__(self, chance: Chance) -> None:
        self.drawn: list[Any] = []
        self._chance = chance

    def below(self, bound: int) -> int:
        self.drawn.append(self._chance.below(bound))
        return int(self.drawn[-1])

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        self.drawn.append(self._chance.shuffle(items))
        return tuple(self.drawn[-1])


@asynccontextmanager
async def elsewhere(folder: Path) -> AsyncIterator[Table]:
    """A service of its own, in which matches can be planted."""
    server, planted = RedisServer(folder / "twins"), Planted()
    server.start()
    try:
        with Live(server.url, now=lambda: NOW, chance=planted, ticking=False) as live:
            redis = Redis.from_url(server.url)
            yield Table(live.url, planted, redis, registered(live.url))
            await redis.aclose()
    finally:
        server.close()


@dataclass(frozen=True)
class Compared:
    """How many pairs of twins were compared, and what told some of them apart."""

    pairs: int
    leaks: Sequence[str]


async def compare(
    redis_url: str, match_ids: Sequence[str], table: Table, most: int, dice: random.Random
) -> Compared:
    """Compare twins of up to `most` of these matches."""
    pairs, leaks = 0, list[str]()
    async with connect(redis_url, timeout_s=30) as redis:
        for one in [each async for each in _positions(redis, match_ids, table)][-most:]:
            viewer = dice.choice(ROLES)
            other = twin(one, viewer, dice)
            questions = Questions.of(one, other, viewer, dice, everything=True)
            for path, (first, second) in (await both(table, one, other, questions)).items():
                if found := difference(first, second, path):
                    leaks.append(f"{one.match.id}, seen by {viewer_name(viewer)}: {found}")
            pairs += 1
    return Compared(pairs, leaks)


async def _positions(redis: Any, match_ids: Sequence[str], table: Table) -> AsyncIterator[Position]:
    store = MatchStore(redis, TTL)
    for match_id in match_ids:
        match = await store.load(match_id)
        log = await store.log(match, match.version)
        if match.status == Status.ACTIVE and _plain(match, log):
            yield _position(match, log, table.players(len(match.seats)))


def _plain(match: AnyMatch, log: Sequence[Entry]) -> bool:
    """Whether twins can be made of it: no player left or played by the clock."""
    seats = len(match.seats)
    begun = [Kind.CREATED, *[Kind.JOINED] * (seats - 1)]
    kinds = [entry.kind for entry in log]
    return kinds[:seats] == begun and {*kinds[seats:]} <= {Kind.MOVE} and match.clock is None


def _position(match: AnyMatch, log: Sequence[Entry], players: Sequence[Player]) -> Position:
    """The match with other players, as one that can be planted."""
    seated = {entry.seat: player for entry, player in zip(log, players, strict=False)}
    entries = [
        replace(entry, player=seated[entry.seat]) if isinstance(entry, Created | Joined) else entry
        for entry in log
    ]
    public = replace(match, access=Access.PUBLIC, invite_code="")
    luck: dict[int, list[Any]] = {entry.version: [] for entry in entries}
    pasts = list(replay(GAMES.of(public), public, entries, _recording(luck)))
    return Position(pasts, entries, luck)


def _recording(luck: dict[int, list[Any]]) -> ChanceSource:
    """Chance as it was, which notes in `luck` what it gave at each version."""

    def chance(seed: str, entropy: Sequence[str], step: int, match_id: str) -> Recorded:
        recorded = Recorded(seeded_chance(seed, entropy, step, match_id))
        # Nobody has left, so the match has begun at the version of its last seat.
        luck[step + len(entropy)] = recorded.drawn
        return recorded

    return chance
