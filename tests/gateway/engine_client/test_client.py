"""Engines that are found by name, and come at other addresses than those that went."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from gateway.engine_client.client import EngineClient

from tests.gateway.engine_client.test_move_stream import PATIENT_S, engine
from tests.support.waiting import happens

SOON_S = 60.0
"""A third of how long gRPC by itself would wait before it asks for a name again."""
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
    """And its port."""
    loop = asyncio.get_running_loop()
    transport, names = await loop.create_datagram_endpoint(Names, ("127.0.0.1", 0))
    try:
        yield names, transport.get_extra_info("sockname")[1]
    finally:
        transport.close()


async def test_an_engine_at_a_new_address_is_found_soon(redis_url: str) -> None:
    """Also when names have been asked for just before: a rollout replaces one after the other."""
    async with name_server() as (names, names_port), engine(redis_url) as (_, address):
        port = address.rpartition(":")[2]
        target = f"dns://127.0.0.1:{names_port}/engine.croupier.test:{port}"
        client = EngineClient(target, PATIENT_S)
        client.start()
        try:
            await happens(lambda: asked(names))
            names.address = "127.0.0.1"
            await happens(client.healthy, SOON_S)
        finally:
            await client.close()


async def asked(names: Names) -> bool:
    return names.asked > 0
