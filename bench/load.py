"""Orders for the load generator: how many clients do what, for how long, in which matches.

Matches are prepared before the measurement begins; later orders continue them.
"""

import asyncio
import uuid
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from bench.clients import Client, Connection, run
from bench.follow import SSE
from bench.http import Caller, connect, post
from bench.meter import Measured, Meter
from bench.prepare import LONG, MOVES, Match, Room, play_on
from bench.seen import Table, Turns, by_post, by_socket
from bench.socket import SocketMover, open_pair
from bench.talks import BATCH, Batcher, Hello, Mover, Reader, Talk, historian, reader
from tests.support import raw_streams

AT_ONCE = 16
"""How many clients are made at once."""
SPARE = 2 * BATCH * MOVES
"""Moves that stay over where one of two players must always have a batch of them to make."""


@dataclass(frozen=True)
class Order:
    """A measurement with `clients` at once, each for another pair of players.

    `talk` is one of TALKS. `moves` is how many each pair can make before its matches are used
    up. `streams` are open meanwhile: of `watched` those of spectators, else on matches that are not
    played. The match of `deep` has `depth` versions. `processes` are those whose processor time
    counts, by name. Of the Redis at `redis_url`, if any, commands are counted.
    """

    url: str
    talk: str
    clients: int
    warm_up_s: float
    seconds: float
    moves: int = 1
    streams: int = 0
    depth: int = 1
    processes: Mapping[str, Sequence[int]] = field(default_factory=dict)
    redis_url: str = ""


@dataclass(frozen=True)
class Growth:
    """New matches that are read later: a number for each of a number of pairs.

    In each, `moves` are made, with `keyed` each with a key. Without new ones, those of the
    last time are played on.
    """

    url: str
    pairs: int
    matches: int
    moves: int = 0
    keyed: bool = False


Conversation: TypeAlias = tuple[Connection, Talk]
Begin: TypeAlias = Callable[[int], Coroutine[Any, Any, Conversation]]
"""Begins the talk of a pair, given by its place."""


async def _post(room: Room, pair: int, query: str = "?view=none") -> Conversation:
    return await connect(room.url), Mover(room, pair, query)


async def _hello(room: Room, pair: int) -> Conversation:
    return await connect(room.url), Hello()


async def _batch(room: Room, pair: int) -> Conversation:
    return await connect(room.url), Batcher(room, pair)


async def _socket(room: Room, pair: int) -> Conversation:
    sockets = await open_pair(room, pair)
    return sockets, SocketMover(room, pair, sockets)


async def _read(room: Room, pair: int, unchanged: bool = False) -> Conversation:
    return await connect(room.url), reader(room, pair, unchanged)


async def _read_after_change(room: Room, pair: int) -> Conversation:
    return await connect(room.url), Reader(room, pair)


TALKS: Mapping[str, Callable[[Room, int], Coroutine[Any, Any, Conversation]]] = {
    "hello": _hello,
    "move": _post,
    "view": partial(_post, query=""),
    "batch": _batch,
    "socket": _socket,
    "read": _read,
    "unchanged": partial(_read, unchanged=True),
    "read-after-change": _read_after_change,
}
"""Talks in matches that any number of moves can be prepared for, one match after another."""
TABLES: Mapping[str, Callable[[Room, Match], Coroutine[Any, Any, Table]]] = {
    "seen": by_post,
    "seen-sse": partial(by_post, form=SSE),
    "seen-socket": by_socket,
}
"""Talks in one long match."""
WATCHED, DEEP = "watched", "deep"


class Load:
    """Carries out orders, and keeps the players and matches of each service for the next one."""

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}
        self.long: dict[str, Room] = {}
        self._audiences: dict[str, Room] = {}
        self._grown: dict[str, Room] = {}

    async def measure(self, order: Order) -> Measured | None:
        """Measure one order. Return None if the service has no route for it.

        Raise WrongAnswer if an answer is not what it should be.
        """
        if order.talk == "batch" and not await _has_batches(order.url):
            return None
        talk = await self._prepare(order)
        idle = 0 if order.talk == WATCHED else order.streams
        async with raw_streams.cut_at_the_end(await self._open_streams(order.url, idle)):
            meter = Meter(order.processes, order.redis_url, least=order.clients)
            clients = [Client(*each, meter) for each in await _begin(talk, order.clients, meter)]
            await run(clients, meter, order.warm_up_s, order.seconds)
        return meter.result()

    async def _prepare(self, order: Order) -> Begin:
        """Make the matches that the order needs; return how to begin the talk of a pair."""
        if order.talk in TALKS:
            room = self.rooms.setdefault(order.url, Room(order.url))
            await room.fill(order.clients, order.moves + (SPARE if order.talk == "batch" else 0))
            return partial(TALKS[order.talk], room)
        room = self.long.setdefault(f"{order.url} {order.talk}", Room(order.url, LONG))
        if order.talk == DEEP:
            return await _deep(room, order.depth)
        await room.renew(order.clients, order.moves)
        table = TABLES.get(order.talk) or partial(by_post, spectators=order.streams)
        return partial(sit_down, room, table)

    async def grow(self, order: Growth) -> int:
        """Make the matches; return the number of moves made in them."""
        room = self._grown.setdefault(order.url, Room(order.url))
        await room.make(order.pairs, order.matches)
        shares = [list(pair.matches) for pair in room.pairs[: order.pairs]]
        await asyncio.gather(*(_play(room.url, share, order) for share in shares))
        return order.moves * sum(map(len, shares))

    async def _open_streams(self, url: str, streams: int) -> list[raw_streams.Stream]:
        """Open streams for both players of matches that are not played on."""
        if not streams:
            return []
        room = self._audiences.setdefault(url, Room(url))
        await room.fill(1, streams // 2 * MOVES)
        opening = [
            raw_streams.connect(room.url, f"/v1/matches/{match.id}/events", token)
            for match in room.pairs[0].matches
            for token in match.tokens
        ]
        return await raw_streams.in_waves(opening)


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


async def sit_down(
    room: Room, table: Callable[[Room, Match], Coroutine[Any, Any, Table]], pair: int
) -> Conversation:
    """Take a match of the pair, and open what its players move and follow with."""
    match = room.take(pair)
    assert match
    seated = await table(room, match)
    return seated, Turns(room, match, seated)


async def _deep(room: Room, depth: int) -> Begin:
    """How to ask for version 1 of a match that has at least `depth` versions."""
    await room.fill(1, 1)
    match = room.pairs[0].matches[0]
    await play_on(room.url, match, depth)

    async def begin(pair: int) -> Conversation:
        return await connect(room.url), historian(match)

    return begin


async def _has_batches(url: str) -> bool:
    """Whether the service has POST /v1/moves, which refuses a request without a token."""
    exchange, answer = await connect(url), asyncio.get_running_loop().create_future()
    exchange.hear = lambda status, body: answer.set_result(status)
    exchange.send(post("/v1/moves", "", {"moves": []}))
    status = await answer
    exchange.close()
    return bool(status != 404)


async def _play(url: str, matches: Sequence[Match], order: Growth) -> None:
    caller = Caller(await connect(url))
    for match in matches:
        for _ in range(order.moves):
            key = {"Idempotency_Key": str(uuid.uuid4())} if order.keyed else {}
            path = f"/v1/matches/{match.id}/moves?view=none"
            body = {"notation": match.notation, "expectedVersion": match.version}
            match.moved(await caller.ask(post(path, match.tokens[match.seat], body, **key)))
    caller.close()
