"""Engines that are found by name, and come back at other addresses."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import pytest
from gateway.engine_client.client import EngineClient
from gateway.engine_client.group import Way
from gateway.errors import Problem

from tests.support.batch_streams import PATIENT_S, engine
from tests.support.waiting import happens

SOON_S = 10.0
"""A third of how long gRPC by itself would wait before it asks for a name again."""
HANGS_S = 0.5
"""How long a call may take, so that an engine soon hangs."""
CALLS = 20
NOBODY = "127.0.0.9"
ADDRESS_RECORD = b"\0\1"

pytestmark = pytest.mark.anyio


class Names(asyncio.DatagramProtocol):
    """A name server which has one address for every name."""

    def __init__(self) -> None:
        self.address = NOBODY
        self.asked = 0
        self._transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def datagram_received(self, data: bytes, sender: tuple[str | Any, int]) -> None:
        """A header with the question, and an answer if that is for an IPv4 address; TTL 0."""
        question = data[12 : data.index(b"\0", 12) + 5]
        found = b""
        if question.endswith(ADDRESS_RECORD + b"\0\1"):
            self.asked += 1
            address = socket.inet_aton(self.address)
            found = b"\xc0\x0c" + ADDRESS_RECORD + b"\0\1" + bytes(4) + b"\0\4" + address
        counts = bytes([0, 1, 0, bool(found), 0, 0, 0, 0])
        self._transport.sendto(data[:2] + b"\x81\x80" + counts + question + found, sender)


@asynccontextmanager
async def name_server() -> AsyncIterator[tuple[Names, int]]:
    """Serve names; yield the server and its port."""
    loop = asyncio.get_running_loop()
    transport, names = await loop.create_datagram_endpoint(Names, ("127.0.0.1", 0))
    try:
        yield names, transport.get_extra_info("sockname")[1]
    finally:
        transport.close()


async def test_an_engine_at_a_new_address_is_found_soon(redis_url: str) -> None:
    """Also when names were asked for just before: a rollout replaces engines one by one."""
    async with name_server() as (names, names_port), engine(redis_url) as (_, address):
        port = address.rpartition(":")[2]
        target = f"dns://127.0.0.1:{names_port}/engine.croupier.test:{port}"
        client = EngineClient(target, Way(PATIENT_S))
        client.start()
        try:
            await happens(lambda: asked(names))
            names.address = "127.0.0.1"
            await happens(client.healthy, SOON_S)
        finally:
            await client.close()


async def test_an_engine_that_hangs_gets_no_more_calls(redis_url: str) -> None:
    """Its connections stay open, and half of all calls would go there."""
    async with (
        engine(redis_url) as (_, one),
        engine(redis_url) as (_, other),
        relay(one) as (line, relayed),
    ):
        client = EngineClient(f"ipv4:{relayed},{other}", Way(HANGS_S))
        client.start()
        try:
            await happens(partial(has_half, line, client))
            line.flows.clear()
            assert not await all_answered(client)
            await happens(partial(all_answered, client), SOON_S)
        finally:
            line.flows.set()
            await client.close()


class Line:
    """Connections to an engine that let data through only while `flows` is set."""

    def __init__(self, address: str) -> None:
        self._address = address.rsplit(":", 1)
        self.flows = asyncio.Event()
        self.flows.set()
        self.passed = 0

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(*self._address)
        await asyncio.gather(self._pass(reader, back), self._pass(there, writer))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65_536):
                await self.flows.wait()
                self.passed += 1
                writer.write(data)
        writer.close()


@asynccontextmanager
async def relay(address: str) -> AsyncIterator[tuple[Line, str]]:
    """Yield a line to the address, and the address where it begins."""
    line = Line(address)
    server = await asyncio.start_server(line.carry, "127.0.0.1", 0)
    try:
        yield line, f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()


async def has_half(line: Line, client: EngineClient) -> bool:
    """Whether calls go over the line by turns."""
    before = line.passed
    return await all_answered(client) and line.passed - before > CALLS / 2


async def all_answered(client: EngineClient) -> bool:
    """Whether an engine answers, however many calls there are."""
    try:
        for _ in range(CALLS):
            await client.list_games(client.groups[0])
    except Problem:
        return False
    return True


async def asked(names: Names) -> bool:
    return names.asked > 0
