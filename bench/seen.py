"""Moves that count once both players have seen them: the closed loop of a frontend.

Both players follow their match, and what they know of it is what the followers are told. The
next move is made once the move before is answered and the followers of both players, and of
every spectator, have told of it.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any, Protocol

from bench.follow import CHANGE, GOODBYE, SNAPSHOT, Told, open_socket, open_stream, watch
from bench.http import Exchange, Hear, connect
from bench.prepare import Match, Room
from bench.socket import SocketExchange
from tests.support.raw_http import get, posting, with_body
from tests.support.raw_streams import NDJSON, in_waves

ANSWER, OPPONENT = "answer", "opponent"
"""Times of a move from its request: to its answer, and to the opponent's event."""
OPEN_S = 60.0


class Way(Protocol):
    """How the players of a match move, and what they follow it with."""

    def listen(self, hear: Hear) -> None: ...

    def send(self, match: Match, seat: int, notation: str) -> None: ...

    def close(self) -> None: ...


class Player:
    """What a client knows of the match from its follower alone."""

    def __init__(self) -> None:
        self.version = 0
        self.hand: list[str] = []
        self.to_move: Sequence[int] = ()

    def take(self, match: dict[str, Any]) -> None:
        self.version = match["version"]
        self.hand = match["state"]["hand"]
        self.to_move = match["toMove"]


class Posts:
    """Moves by POST, over one connection."""

    def __init__(self, exchange: Exchange, match: Match) -> None:
        path = f"/v1/matches/{match.id}/moves?view=none"
        self._heads = [posting(path, token) for token in match.tokens]
        self._exchange = exchange

    def listen(self, hear: Hear) -> None:
        self._exchange.hear = hear

    def send(self, match: Match, seat: int, notation: str) -> None:
        body = b'{"notation":"%b","expectedVersion":%d}' % (notation.encode(), match.version)
        self._exchange.send(with_body(self._heads[seat], body))

    def close(self) -> None:
        self._exchange.close()


class Sockets:
    """Moves over the sockets that the players follow the match with."""

    def __init__(self, sockets: Sequence[SocketExchange]) -> None:
        """The sockets may be opened later."""
        self._sockets = sockets

    def listen(self, hear: Hear) -> None:
        for socket in self._sockets:
            socket.hear = hear

    def send(self, match: Match, seat: int, notation: str) -> None:
        self._sockets[seat].send(
            b'{"id":1,"op":"move","matchId":"%b","notation":"%b","expectedVersion":%d,"view":"none"}'
            % (match.id.encode(), notation.encode(), match.version)
        )

    def close(self) -> None:
        pass  # the followers are closed as such


class Table:
    """Two players at one match: a connection that is answered once a move has been seen.

    `note` is called with ANSWER or OPPONENT, and the seconds from the request to that.
    """

    def __init__(self, match: Match) -> None:
        self.hear: Hear = lambda status, body: None
        self.note: Callable[[str, float], object] = lambda what, seconds: None
        self.sent = 0.0
        self.way: Way | None = None
        self.followers: list[Any] = []
        self._match = match
        self._players = (Player(), Player())
        self._mover = 0
        self._waiting = 0
        self._opening: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._to_open = 0

    def told(self, seat: int) -> Told:
        """What the follower of this player calls."""

        def told(name: str, data: Any) -> None:
            if name == CHANGE:
                self._change(seat, data)
            elif name == SNAPSHOT:
                self._players[seat].take(data)
                self._opened()
            elif name == GOODBYE:
                self._wrong(f"Seat {seat} is told no more: {data}")

        return told

    def watched(self, name: str, version: Any) -> None:
        """What the follower of a spectator calls."""
        if name == SNAPSHOT:
            self._opened()
        elif name == GOODBYE:
            self._wrong(f"A spectator is told no more: {version}")
        elif version == self._match.version + 1:
            self._step()
        else:
            self._wrong(f"A spectator hears of {version} after {self._match.version}")

    async def opened(self) -> None:
        """Wait until all followers know the match. Raise RuntimeError if one is refused."""
        self._opened(-len(self.followers))
        async with asyncio.timeout(OPEN_S):
            await self._opening
        assert self.way
        self._match.version = self._players[0].version
        self.way.listen(self._answered)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self._players[0].to_move

    def send(self, request: bytes) -> None:
        """Make the next move, whatever the request says."""
        (self._mover,) = self._players[0].to_move
        card = self._players[self._mover].hand[0]
        self._waiting = 1 + len(self.followers)
        assert self.way
        self.sent = perf_counter()
        self.way.send(self._match, self._mover, f"{card}-*")

    def close(self) -> None:
        """Close all connections, and ignore what they still tell."""
        self.hear = lambda status, body: None
        self._opening.cancel()
        if self.way:
            self.way.close()
        for each in self.followers:
            each.close()

    def _opened(self, count: int = 1) -> None:
        self._to_open -= count
        if not self._to_open and not self._opening.done():
            self._opening.set_result(None)

    def _answered(self, status: int, body: bytes) -> None:
        if status == 200:
            self.note(ANSWER, perf_counter() - self.sent)
            self._step()
        else:
            self.hear(status, body)

    def _change(self, seat: int, data: dict[str, Any]) -> None:
        if data["version"] != self._match.version + 1:
            self._wrong(f"Seat {seat} hears of {data['version']} after {self._match.version}")
            return
        self._players[seat].take(data["match"])
        if seat != self._mover:
            self.note(OPPONENT, perf_counter() - self.sent)
        self._step()

    def _step(self) -> None:
        """One more has seen the move; the last one ends it."""
        self._waiting -= 1
        if not self._waiting:
            self._match.version += 1
            self.hear(200, b"")

    def _wrong(self, what: str) -> None:
        if self._opening.done():
            self.hear(0, what.encode())
        else:
            self._opening.set_exception(RuntimeError(what))


class Turns:
    """The talk of a table, which ends with its match."""

    expected = 200

    def __init__(self, room: Room, match: Match, table: Table) -> None:
        self._room = room
        self._match = match
        self._table = table

    def ask(self) -> bytes | None:
        return None if self._table.over else b"the next move"

    def hear(self, body: bytes) -> int:
        return 1

    def leave(self) -> None:
        self._room.give_back(self._match)


async def by_post(room: Room, match: Match, form: str = NDJSON, spectators: int = 0) -> Table:
    """Players who POST and follow streams of this form, and spectators with streams of NDJSON.

    Raise RuntimeError if a stream is refused.
    """
    table = Table(match)
    async with _closed_if_refused(table):
        table.way = await _posts(room.url, match)
        tokens = match.tokens
        opening = [
            open_stream(room.url, match.id, tokens[seat], form, table.told(seat)) for seat in (0, 1)
        ]
        opening += [watch(room.url, match.id, table.watched) for _ in range(spectators)]
        table.followers += await in_waves(opening)
        await table.opened()
    return table


async def _posts(url: str, match: Match) -> Posts:
    """A connection that has had an answer: another one would be closed before all are ready."""
    exchange = await connect(url)
    await exchange.ask(get(f"/v1/matches/{match.id}"))
    return Posts(exchange, match)


async def by_socket(room: Room, match: Match) -> Table:
    """Players who move and follow over a socket each. Raise RuntimeError if one is refused."""
    table = Table(match)
    table.way = Sockets(table.followers)
    async with _closed_if_refused(table):
        for seat, token in enumerate(match.tokens):
            socket = await open_socket(room.url, match.id, token, table.told(seat))
            table.followers.append(socket)
        await table.opened()
    return table


@asynccontextmanager
async def _closed_if_refused(table: Table) -> AsyncIterator[None]:
    try:
        yield
    except BaseException:
        table.close()
        raise
