"""A large tournament of bots, who call engines by turns and find their tables in its log.

At a table both reveal their entropy, and one of them, by lot, resigns: what is measured is the
tournament, and not the game.
"""

import asyncio
import hashlib
import itertools
import json
import random
import time
from collections.abc import AsyncIterator, Awaitable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import engine_service_pb2_grpc as pb_grpc
from croupier_match.sealing import seal_of
from croupier_tournament import Entry, Tournament, entry_of, evolve, lots, match_id, seals
from croupier_tournament.entries import Created, Paired
from redis.asyncio import Redis
from redislink import tournaments

from tests.support.matches import fresh_id
from tools.stack import Stack

AT_ONCE = 64
"""Calls that wait for an answer."""
CALL_S = 60.0
LOOK_S = 0.02
HOUR_MS = 60 * 60 * 1000


@dataclass(frozen=True)
class Bot:
    """A player, whose entropies all follow from its id."""

    id: str = field(default_factory=fresh_id)

    @property
    def player(self) -> pb.Player:
        return pb.Player(id=self.id, display_name="Bot", kind=pb.PLAYER_KIND_BOT)

    @property
    def lots(self) -> str:
        return hashlib.sha256(f"lots {self.id}".encode()).hexdigest()

    def entropy(self, place: int) -> str:
        """That of the match at this place."""
        return hashlib.sha256(f"table {self.id} {place}".encode()).hexdigest()


@dataclass
class Rounds:
    """The rounds as they are seen in the log: when each was paired, and when its last table was
    made, in seconds since the epoch."""

    versions: dict[int, int] = field(default_factory=dict)
    tables: dict[int, int] = field(default_factory=dict)
    paired: dict[int, float] = field(default_factory=dict)
    made: dict[int, float] = field(default_factory=dict)

    def took(self, number: int) -> float:
        """Seconds from the pairing of a round to its last table."""
        return self.made[number] - self.paired[number]


class Evening:
    """One Swiss tournament of these bots."""

    def __init__(self, stubs: Sequence[Any], redis: Redis, bots: Iterable[Bot], seed: int) -> None:
        self.bots = {each.id: each for each in bots}
        self.id = ""
        self.rounds, self.lines = Rounds(), list[bytes]()
        self.it: Tournament | None = None
        self._maker = Bot()
        self._stubs = itertools.cycle(stubs)
        self._redis: Any = redis
        self._dice = random.Random(seed)
        self._limit = asyncio.Semaphore(AT_ONCE)

    def own_matches(self, number: int) -> Iterator[tuple[str, str]]:
        """Each player of a round with its match, in the first leg."""
        assert self.it
        for table, each in enumerate(self.it.round(number).tables, 1):
            for player in each.players:
                yield player, match_id(self.id, number, table)

    async def make(self, rounds: int, check_in_ms: int) -> None:
        """Open it to these bots; it waits for `begin`."""
        request = pb.CreateTournamentRequest(
            maker=self._maker.player,
            name="Soak",
            game="lost-cities",
            clock=pb.ClockOptions(bank_ms=HOUR_MS),
            system=pb.TOURNAMENT_SYSTEM_SWISS,
            rounds=rounds,
            legs=1,
            least_players=2,
            most_players=len(self.bots),
            start_ms=round(time.time() * 1000) + 24 * HOUR_MS,
            check_in_ms=check_in_ms,
            break_ms=0,
            reveal_ms=HOUR_MS,
            access=pb.ACCESS_PUBLIC,
        )
        self.id = (await self._call("CreateTournament", request)).tournament_id

    async def join(self, bots: Iterable[Bot]) -> None:
        it = await self._known()
        count = seals.needed(it.settings)
        await self._all(self._wants(each, join=_joining(each, count)) for each in bots)

    async def leave(self, bots: Iterable[Bot]) -> None:
        await self._all(self._wants(each, leave=pb.LeaveTournament()) for each in bots)

    async def begin(self) -> None:
        """Open the check-in, to which all come."""
        await self._call(*self._wants(self._maker, start=pb.StartTournament()))
        await self._all(
            self._wants(each, check_in=pb.CheckIn(entropy=each.lots)) for each in self.bots.values()
        )

    async def play(self, until_s: float) -> None:
        """All rounds to the end."""
        tables: asyncio.Queue[tuple[int, int]] = asyncio.Queue()
        async with asyncio.timeout(until_s), asyncio.TaskGroup() as group:
            players = [group.create_task(self._play(tables)) for _ in range(AT_ONCE)]
            await self._follow(tables)
            for each in players:
                each.cancel()

    async def _follow(self, tables: "asyncio.Queue[tuple[int, int]]") -> None:
        """Read the log to its end, and hand out the tables of each round."""
        while (it := await self._known()).status not in ("finished", "aborted"):
            for each in it.rounds[len(self.rounds.tables) :]:
                self.rounds.tables[each.number] = len(each.tables)
                for table in range(1, len(each.tables) + 1):
                    tables.put_nowait((each.number, table))
            await self._note_made()
            await asyncio.sleep(LOOK_S)

    async def _note_made(self) -> None:
        made = await self._redis.hget(tournaments.tournament(self.id), tournaments.MADE_UP_TO)
        for number, version in self.rounds.versions.items():
            if number not in self.rounds.made and int(made or 0) >= version:
                self.rounds.made[number] = time.time()

    async def _known(self) -> Tournament:
        """The tournament as its log has it by now."""
        after = len(self.lines)
        rows = await self._redis.xrange(tournaments.log(self.id), f"({after}-0")
        for _, fields in rows:
            line = fields[tournaments.LINE.encode()]
            self.lines.append(line)
            self._evolve(entry_of(json.loads(line)))
        assert self.it
        return self.it

    def _evolve(self, entry: Entry) -> None:
        if isinstance(entry, Created):
            self.it = Tournament(self.id, entry.settings)
        assert self.it
        evolve(self.it, entry)
        if isinstance(entry, Paired):
            self.rounds.versions[entry.round] = entry.version
            self.rounds.paired[entry.round] = entry.at / 1000

    async def _play(self, tables: "asyncio.Queue[tuple[int, int]]") -> None:
        while True:
            number, table = await tables.get()
            assert self.it
            players = self.it.round(number).table(table).seats(1)
            match = match_id(self.id, number, table)
            loser = self._dice.randrange(len(players))
            for seat, player in enumerate(players):
                entropy = self.bots[player].entropy(seals.place(self.it, number, player, 1))
                caller = pb.Caller(player_id=player, seat=seat)
                await self._when_made(
                    "RevealEntropy",
                    pb.RevealEntropyRequest(match_id=match, caller=caller, entropy=entropy),
                )
            caller = pb.Caller(player_id=players[loser], seat=loser)
            await self._call("ResignMatch", pb.ActRequest(match_id=match, caller=caller))

    async def _when_made(self, method: str, request: Any) -> None:
        """Call as soon as there is the match."""
        while True:
            try:
                await self._call(method, request)
                return
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.NOT_FOUND:
                    raise
                await asyncio.sleep(LOOK_S * 10)

    def _wants(self, bot: Bot, **wish: Any) -> tuple[str, Any]:
        request = pb.ChangeTournamentRequest(tournament_id=self.id, player=bot.player, **wish)
        return "ChangeTournament", request

    async def _all(self, calls: Iterable[tuple[str, Any]]) -> None:
        async def one(call: tuple[str, Any]) -> None:
            async with self._limit:
                await self._call(*call)

        await asyncio.gather(*map(one, calls))

    async def _call(self, method: str, request: Any) -> Any:
        return await getattr(next(self._stubs), method)(request, timeout=CALL_S)


def _joining(bot: Bot, count: int) -> pb.JoinTournament:
    tables = [seal_of(bot.entropy(place)) for place in range(count)]
    return pb.JoinTournament(seal=lots.seal_of(bot.lots), table_seals=tables)


async def timed(work: Awaitable[object]) -> float:
    """Seconds that it takes."""
    began = time.monotonic()
    await work
    return time.monotonic() - began


@asynccontextmanager
async def stubs_of(stack: Stack) -> AsyncIterator[list[Any]]:
    """Stubs of all engines."""
    async with AsyncExitStack() as open_:
        channels = [
            await open_.enter_async_context(grpc.aio.insecure_channel(each))
            for each in stack.engine_addresses
        ]
        yield [pb_grpc.EngineServiceStub(each) for each in channels]
