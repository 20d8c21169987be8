"""Attacks by followers of matches: streams, subscriptions, and frames of a socket."""

import asyncio
import itertools
import json
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from tests.abuse import prepared
from tests.abuse.target import SOURCE, Asker, Target, Work
from tests.support.players import register
from tests.support.raw_http import encode, post
from tests.support.raw_streams import NDJSON, allow_many_files
from tests.support.socket_client import PROTOCOL

STREAMS = 1_500
FOLLOWED = 1_000
"""Matches to follow, which a socket may all subscribe to."""
SOCKETS = 20
RUNNING = 600
"""Matches of somebody who follows all of them."""
OVER_ALL = 100
OPENING = 20
MOVE_S = 0.1
UPGRADE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Protocol": PROTOCOL,
}
JUNK = (
    b"\x81\xfe\xff\xff" + bytes(4) + b"{" * 2_000,
    b"\x83\x80" + bytes(4),
    b"\x81\x05hello",
    b"\x82\xff\x7f\xff\xff\xff\xff\xff\xff\xff" + bytes(4),
    b"\xc1\x84" + bytes(8),
    b"\x89\xfe\x04\x00" + bytes(1_028),
    b"\x81\x82" + bytes(4) + b"\xff\xfe",
)
"""Frames: cut off, of no known kind, not masked, of 2^63 bytes, compressed, too long, no UTF-8."""


async def streams(target: Target) -> None:
    """As many streams of one match as there may be, while its players move ten times a second."""
    allow_many_files()
    match = await prepared.match(target.back)
    wire = encode("GET", f"{match.path}/events", {"Accept": NDJSON})
    turns = itertools.count()
    movers = [Asker(target, partial(_next_move, match, seat)) for seat in (0, 1)]

    async def move() -> None:
        await movers[next(turns) % 2]()
        await asyncio.sleep(MOVE_S)

    await target.go()
    await target.crowd([move, *_openers(target, lambda: wire, STREAMS)])


async def over_all_matches(target: Target) -> None:
    """Streams of all the matches of a player of many."""
    player = await asyncio.to_thread(register, target.back)
    await prepared.running(target.back, player, RUNNING)
    headers = {"Accept": NDJSON, "Authorization": f"Bearer {player.token}"}
    wire = encode("GET", "/v1/events", headers)
    await target.go()
    await target.crowd([*_openers(target, lambda: wire, OVER_ALL)])


async def subscriptions(target: Target) -> None:
    """Sockets that each subscribe to a thousand matches."""
    player = await asyncio.to_thread(register, target.back)
    followed = await prepared.running(target.back, player, FOLLOWED)
    await target.go()

    async def subscribe() -> None:
        async with await _dial(target) as socket:
            await _tell(target, socket, "hello")
            for match_id in followed:
                await _tell(target, socket, "subscribe", matchId=match_id)
            await socket.wait_closed()

    await target.crowd([_quiet(target, subscribe)] * SOCKETS)


async def messages(target: Target) -> None:
    """Sockets that ask without waiting for an answer."""
    await target.go()

    async def talk() -> None:
        async with await _dial(target) as socket:
            await _tell(target, socket, "hello")
            while target.on:
                for _ in range(50):
                    await socket.send('{"id": 1, "op": "ping"}')
                target.asked += 50
                for _ in range(50):
                    await socket.recv()

    await target.crowd([_quiet(target, talk)] * SOCKETS)


async def broken_frames(target: Target) -> None:
    """Sockets over which come frames that must not be."""
    junk = itertools.cycle(JUNK)
    await target.go()
    await target.crowd([_upgraded(target, lambda: [next(junk)])] * SOCKETS)


async def pings(target: Target) -> None:
    """Sockets that send pings and never read a pong."""
    ping = b"\x89\xfd" + os.urandom(4) + bytes(125)
    await target.go()
    await target.crowd([_upgraded(target, lambda: itertools.repeat(ping * 100))] * SOCKETS)


def _next_move(match: prepared.Match, seat: int) -> bytes:
    return post(f"{match.path}/moves?view=none", match.seats[seat].token, next(match.moves))


def _openers(target: Target, wire: Callable[[], bytes], most: int) -> list[Work]:
    """Clients that open streams and keep them; OPENING at once, up to `most` that are open."""
    held = asyncio.Semaphore(most)
    kept = set[asyncio.Task[None]]()

    async def follow() -> None:
        await held.acquire()
        reader, writer = await target.open()
        await target.write(writer, wire())
        status = (await reader.readline()).split()[1].decode()
        target.answers[status] += 1
        task = asyncio.create_task(_read(reader, writer))
        kept.add(task)
        task.add_done_callback(kept.discard)
        task.add_done_callback(lambda _: held.release())
        if status != "200":
            task.cancel()
            await asyncio.sleep(0.2)

    return [follow] * OPENING


async def _read(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        with suppress(OSError):
            while await reader.read(1 << 16):
                pass
    finally:
        writer.transport.abort()


async def _dial(target: Target) -> ClientConnection:
    target.asked += 1
    address = target.url.replace("http", "ws", 1) + "/v1/socket"
    return await connect(
        address,
        subprotocols=[PROTOCOL],  # type: ignore[list-item]
        proxy=None,
        max_size=None,
        local_addr=(SOURCE, 0),
    )


async def _tell(target: Target, socket: ClientConnection, op: str, **members: str) -> None:
    """Send it, and count the answer as `ok` or as the status of its error."""
    target.asked += 1
    await socket.send(json.dumps({"id": 1, "op": op, **members}))
    answer = json.loads(await socket.recv())
    target.answers[str(answer["error"]["status"]) if "error" in answer else "ok"] += 1


def _quiet(target: Target, work: Work) -> Work:
    """The same work, for which a socket that is refused or closed is an answer."""

    async def done() -> None:
        try:
            await work()
        except InvalidStatus as refusal:
            target.answers[str(refusal.response.status_code)] += 1
            await asyncio.sleep(0.2)
        except WebSocketException:
            target.answers["closed"] += 1

    return done


def _upgraded(target: Target, frames: Callable[[], Iterable[bytes]]) -> Work:
    """Opens a socket, sends these frames over it, and begins anew when it is closed."""

    async def send() -> None:
        reader, writer = await target.open()
        try:
            await target.write(writer, encode("GET", "/v1/socket", UPGRADE))
            head = await reader.readuntil(b"\r\n\r\n")
            target.answers[head.split()[1].decode()] += 1
            for frame in frames():
                await target.write(writer, frame)
            await asyncio.wait_for(reader.read(), 1)
        finally:
            writer.transport.abort()

    return send
