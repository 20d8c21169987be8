"""What each kind of follower costs in memory of a gateway: `make bench-followers`.

The kinds are opened one after the other on a gateway that has just been started, N of each, and
stay open, so that no kind is given the memory that another has left. Each follows a match and a
view of its own, as players do; spectators of one match share most of this.
"""

import asyncio
import json
import os
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import uvloop
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.typing import Subprotocol

from bench.live import resident
from bench.tables import Match, Seat, new_matches
from tests.support.players import register
from tests.support.raw_http import Connection, encode
from tests.support.raw_streams import (
    allow_many_files,
    connect,
    cut_at_the_end,
    in_waves,
    patient_stack,
)
from tools.stack import Stack

WARM_UP = 20
SUBSCRIPTIONS = 250
"""Of one socket."""


async def open_all(stack: Stack, number: int) -> dict[str, int]:
    """Return the bytes that one of each kind takes, of `number`."""
    url, matches = stack.url, await new_matches(stack.url, 2 * number)
    seats = [(match, seat) for match in matches for seat in match.seats]
    lone = [await asyncio.to_thread(register, url, "Cid") for _ in range(number)]
    opened = {
        "connection": connections(url, number),
        "stream": streams(url, [(m.path, s.player.token) for m, s in seats[:number]]),
        "stream of a player": streams(url, [("/v1/events", player.token) for player in lone]),
        "socket": sockets(url, [player.token for player in lone]),
        "subscription": subscriptions(url, seats[number : 2 * number]),
        "long poll": long_polls(url, seats[2 * number : 3 * number]),
    }
    sizes = {}
    async with AsyncExitStack() as held:
        for kind, opening in opened.items():
            before = resident(stack)
            await held.enter_async_context(opening)
            sizes[kind] = (resident(stack) - before) // number
    for match in matches:
        await match.connection.close()
    return sizes


async def weigh_stream(stack: Stack, number: int) -> float:
    """Return the bytes that the gateway of a stack just started takes for one of `number` streams.

    A few are opened before, so that what all streams share is not weighed.
    """
    matches = await new_matches(stack.url, (number + WARM_UP) // 2)
    wanted = [(match.path, seat.player.token) for match in matches for seat in match.seats]
    async with streams(stack.url, wanted[:WARM_UP]):
        before = resident(stack)
        async with streams(stack.url, wanted[WARM_UP:]):
            grown = resident(stack) - before
    for match in matches:
        await match.connection.close()
    return grown / (len(wanted) - WARM_UP)


@asynccontextmanager
async def connections(url: str, number: int) -> AsyncIterator[None]:
    """Open connections that have had an answer and are idle."""
    async with AsyncExitStack() as held:
        for _ in range(number):
            await asked(url, encode("GET", "/healthz", {}), held)
        yield


@asynccontextmanager
async def streams(url: str, wanted: Sequence[tuple[str, str]]) -> AsyncIterator[None]:
    """Open streams; each has had its first event, so none of them was refused."""
    opened = await in_waves([connect(url, path, token) for path, token in wanted])
    async with cut_at_the_end(opened):
        yield


@asynccontextmanager
async def sockets(url: str, tokens: Sequence[str]) -> AsyncIterator[None]:
    async with AsyncExitStack() as held:
        for token in tokens:
            await greeted(url, token, held)
        yield


@asynccontextmanager
async def subscriptions(url: str, wanted: Sequence[tuple[Match, Seat]]) -> AsyncIterator[None]:
    async with AsyncExitStack() as held:
        for start in range(0, len(wanted), SUBSCRIPTIONS):
            for seat in (0, 1):
                own = [
                    match
                    for match, each in wanted[start : start + SUBSCRIPTIONS]
                    if each is match.seats[seat]
                ]
                socket = await greeted(url, own[0].seats[seat].player.token, held)
                for match in own:
                    await ask(socket, "subscribe", matchId=match.id)
        yield


@asynccontextmanager
async def long_polls(url: str, wanted: Sequence[tuple[Match, Seat]]) -> AsyncIterator[None]:
    async with AsyncExitStack() as held:
        for match, seat in wanted:
            fields = {
                "Authorization": f"Bearer {seat.player.token}",
                "If-None-Match": f'"{match.version}"',
                "Prefer": "wait=60",
            }
            request = encode("GET", f"/v1/matches/{match.id}", fields)
            await held.enter_async_context(sent(url, request))
        await settled()
        yield


@asynccontextmanager
async def sent(url: str, request: bytes) -> AsyncIterator[None]:
    """Send a request that is not answered in this block. Raise RuntimeError if it is."""
    connection = Connection(url)
    await connection.send(request)
    answer = asyncio.create_task(connection.receive())
    try:
        yield
        if answer.done():
            raise RuntimeError(f"A request that was to wait had an answer: {answer.result()}")
    finally:
        answer.cancel()
        await connection.close()


async def asked(url: str, request: bytes, held: AsyncExitStack) -> None:
    connection = Connection(url)
    reply = await connection.ask(request)
    if reply.status != 200:
        raise RuntimeError(f"A connection was refused: {reply}")
    held.push_async_callback(connection.close)


async def settled() -> None:
    """Wait until the gateway has taken up what was sent; how long is not measured."""
    await asyncio.sleep(3)


async def greeted(url: str, token: str, held: AsyncExitStack) -> ClientConnection:
    opening = open_socket(
        url.replace("http", "ws") + "/v1/socket",
        subprotocols=[Subprotocol("croupier.v1.json")],
        proxy=None,
    )
    socket = await held.enter_async_context(opening)
    await ask(socket, "hello", token=token)
    return socket


async def ask(socket: ClientConnection, op: str, **members: Any) -> None:
    await socket.send(json.dumps({"id": 1, "op": op, **members}))
    while "ok" not in (said := json.loads(await socket.recv())):
        if "error" in said:
            raise RuntimeError(f"{op} was refused: {said}")


def main() -> None:
    allow_many_files()
    number = int(os.environ.get("N") or 200)
    with tempfile.TemporaryDirectory() as folder, patient_stack(Path(folder)) as stack:
        for kind, size in uvloop.run(open_all(stack, number)).items():
            print(f"{kind:20} {size / 1024:6.1f} KiB")


if __name__ == "__main__":
    main()
