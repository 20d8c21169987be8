"""Matches that this process plays and follows itself, many at once."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from tests.support.players import Client, Json, register
from tests.support.raw_http import Connection, post
from tests.support.raw_streams import Stream, connect

PATIENCE_S = 30.0
MAKERS = 16
"""How many matches are made at once."""


@dataclass
class Seat:
    """A player in a match: the hand, and the time at which each version was received."""

    player: Client
    hand: list[str] = field(default_factory=list)
    turn: bool = False
    heard: dict[int, "asyncio.Future[float]"] = field(default_factory=dict)

    async def hears(self, version: int) -> float:
        """Wait for this version; return the time of its event by `perf_counter`."""
        async with asyncio.timeout(PATIENCE_S):
            return await self._of(version)

    def hear(self, name: str, line: bytes) -> None:
        now = perf_counter()
        if name not in ("snapshot", "change"):
            return
        said = json.loads(line)
        match = said["data"] if name == "snapshot" else said["data"]["match"]
        self.hand = match["state"]["hand"]
        self.turn = match["yourSeat"] in match["toMove"]
        self._of(said["version"]).set_result(now)

    def _of(self, version: int) -> "asyncio.Future[float]":
        if version not in self.heard:
            self.heard[version] = asyncio.get_running_loop().create_future()
        return self.heard[version]


@dataclass(frozen=True)
class Moved:
    """The times of a move, by `perf_counter`, and the opponent, the next to move."""

    sent: float
    answered: float
    opponent: Seat


@dataclass
class Match:
    """A match of Lost Cities in which both players discard, which is always legal."""

    id: str
    seats: list[Seat]
    connection: Connection
    version: int = 2

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.id}/events"

    async def follow(self) -> list[Stream]:
        """Open the streams of both players."""
        return [
            await connect(seat.player.url, self.path, seat.player.token, hear=seat.hear)
            for seat in self.seats
        ]

    async def move(self) -> Moved:
        """Make the next move. Both players must follow the match and have received the last one."""
        mover, other = sorted(self.seats, key=lambda seat: not seat.turn)
        body = {"notation": f"{mover.hand[0]}-*", "expectedVersion": self.version}
        request = post(f"/v1/matches/{self.id}/moves?view=none", mover.player.token, body)
        sent = perf_counter()
        reply = await self.connection.ask(request)
        answered = perf_counter()
        assert reply.status == 200, reply.body
        self.version += 1
        return Moved(sent, answered, other)

    async def heard(self) -> None:
        """Wait until both players have received the current version."""
        for seat in self.seats:
            await seat.hears(self.version)


async def new_matches(
    url: str, count: int, done: Callable[[int], object] = lambda n: None
) -> list[Match]:
    """Make that many matches of the same two players: a player may be in many at once."""
    players = [await asyncio.to_thread(register, url, name) for name in ("Ann", "Bob")]
    made: list[Match] = []

    async def make() -> None:
        connection = Connection(url)
        while len(made) < count:
            match = Match("", [Seat(player) for player in players], Connection(url))
            made.append(match)
            match.id = await _begin(connection, *players)
            done(len(made))
        await connection.close()

    await asyncio.gather(*(make() for _ in range(MAKERS)))
    return made


async def _begin(connection: Connection, creator: Client, guest: Client) -> str:
    """Start a new match; return its id."""
    match = await _ask(connection, "/v1/matches", creator, {"game": "lost-cities"})
    await _ask(connection, f"/v1/matches/{match['id']}/join", guest, {})
    return str(match["id"])


async def _ask(connection: Connection, path: str, player: Client, body: Json) -> Json:
    reply = await connection.ask(post(path, player.token, body))
    assert reply.status in (200, 201), reply.body
    answer: Json = reply.json()
    return answer
