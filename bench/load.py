"""Orders for the load generator: how many clients do what, for how long, in which matches.

Matches are prepared before the measurement begins; later orders continue them.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from bench.clients import Client, Connection, run
from bench.http import connect
from bench.meter import Measured, Meter
from bench.prepare import LONG, Match, Room
from bench.seen import Table, Turns, by_post, by_socket
from bench.talks import Hello, Mover, Reader, Talk, reader
from tests.support.raw_streams import SSE

AT_ONCE = 16
"""How many clients are made at once."""


@dataclass(frozen=True)
class Order:
    """A measurement with `clients` at once, each for another pair of players.

    `talk` is one of TALKS or TABLES, or WATCHED, which has `spectators`. `moves` is how many each
    pair can make before its matches are used up. `processes` are those whose processor time
    counts, by name.
    """

    url: str
    talk: str
    clients: int
    warm_up_s: float
    seconds: float
    moves: int = 1
    spectators: int = 0
    processes: Mapping[str, Sequence[int]] = field(default_factory=dict)


Conversation: TypeAlias = tuple[Connection, Talk]
Begin: TypeAlias = Callable[[int], Coroutine[Any, Any, Conversation]]
"""Begins the talk of a pair, given by its place."""

TALKS: Mapping[str, Callable[[Room, int], Talk]] = {
    "hello": lambda room, pair: Hello(),
    "move": Mover,
    "view": partial(Mover, query=""),
    "read": reader,
    "unchanged": partial(reader, unchanged=True),
    "read-after-change": Reader,
}
"""Talks over HTTP in matches that any number of moves can be prepared for, one after another."""
TABLES: Mapping[str, Callable[[Room, Match], Coroutine[Any, Any, Table]]] = {
    "seen": by_post,
    "seen-sse": partial(by_post, form=SSE),
    "seen-socket": by_socket,
}
"""Talks in one long match."""
WATCHED = "watched"


class Load:
    """Carries out orders, and keeps the players and matches of each service for the next one."""

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}
        self.long: dict[str, Room] = {}

    async def measure(self, order: Order) -> Measured:
        """Measure one order. Raise WrongAnswer if an answer is not what it should be."""
        talk = await self._prepare(order)
        meter = Meter(order.processes, least=order.clients)
        clients = [Client(*each, meter) for each in await _begin(talk, order.clients, meter)]
        await run(clients, meter, order.warm_up_s, order.seconds)
        return meter.result()

    async def _prepare(self, order: Order) -> Begin:
        """Make the matches that the order needs; return how to begin the talk of a pair."""
        if order.talk in TALKS:
            room = self.rooms.setdefault(order.url, Room(order.url))
            await room.fill(order.clients, order.moves)
            return partial(_talk, TALKS[order.talk], room)
        room = self.long.setdefault(f"{order.url} {order.talk}", Room(order.url, LONG))
        await room.renew(order.clients, order.moves)
        table = TABLES.get(order.talk) or partial(by_post, spectators=order.spectators)
        return partial(sit_down, room, table)


async def _begin(begin: Begin, clients: int, meter: Meter) -> list[Conversation]:
    """The talks of all clients, some of which are made at once. Raise what one raises."""
    made: list[Conversation] = []
    for start in range(0, clients, AT_ONCE):
        pairs = range(start, min(start + AT_ONCE, clients))
        begun = await asyncio.gather(*map(begin, pairs), return_exceptions=True)
        made += [each for each in begun if not isinstance(each, BaseException)]
        if failed := [each for each in begun if isinstance(each, BaseException)]:
            for connection, _ in made:
                connection.close()
            raise failed[0]
    for connection, _ in made:
        if isinstance(connection, Table):
            connection.note = meter.note_part
    return made


async def _talk(talk: Callable[[Room, int], Talk], room: Room, pair: int) -> Conversation:
    return await connect(room.url), talk(room, pair)


async def sit_down(
    room: Room, table: Callable[[Room, Match], Coroutine[Any, Any, Table]], pair: int
) -> Conversation:
    """Take a match of the pair, and open what its players move and follow with."""
    match = room.take(pair)
    assert match
    seated = await table(room, match)
    return seated, Turns(room, match, seated)
