"""A name server of our own, over UDP, whose answers change with each question."""

import asyncio
import secrets
import struct
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from ipaddress import ip_address
from typing import Any

from herald.outgoing import Resolve

A, IN, RESPONSE = 1, 1, 0x8180


class NameServer(asyncio.DatagramProtocol):
    """Answers each question for a name by the next of its lists of addresses, then by the last."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self._answers = [*answers]
        self.asked: list[str] = []
        self.port = 0
        self._transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def datagram_received(self, data: bytes, addr: Any) -> None:
        name, end = _name(data, 12)
        self.asked.append(name)
        addresses = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        head = data[:2] + struct.pack(">HHHHH", RESPONSE, 1, len(addresses), 0, 0)
        records = b"".join(
            struct.pack(">HHHIH", 0xC00C, A, IN, 0, 4) + ip_address(each).packed
            for each in addresses
        )
        self._transport.sendto(head + data[12 : end + 4] + records, addr)


@asynccontextmanager
async def name_server(*answers: Sequence[str]) -> AsyncIterator[NameServer]:
    server = NameServer(*answers)
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(lambda: server, ("127.0.0.1", 0))
    server.port = transport.get_extra_info("sockname")[1]
    try:
        yield server
    finally:
        transport.close()


def asking(server: NameServer) -> Resolve:
    """A resolver that asks this server, anew each time."""

    async def resolve(host: str, port: int) -> Sequence[str]:
        question = b"".join(bytes([len(each)]) + each.encode() for each in host.split("."))
        query = secrets.token_bytes(2) + struct.pack(">HHHHH", 0x0100, 1, 0, 0, 0)
        answered = asyncio.get_running_loop().create_future()
        transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: _Answered(answered), remote_addr=("127.0.0.1", server.port)
        )
        try:
            transport.sendto(query + question + b"\0" + struct.pack(">HH", A, IN))
            return _addresses(await answered)
        finally:
            transport.close()

    return resolve


class _Answered(asyncio.DatagramProtocol):
    def __init__(self, answered: "asyncio.Future[bytes]") -> None:
        self._answered = answered

    def datagram_received(self, data: bytes, addr: Any) -> None:
        if not self._answered.done():
            self._answered.set_result(data)


def _addresses(data: bytes) -> Sequence[str]:
    (count,) = struct.unpack(">H", data[6:8])
    _, at = _name(data, 12)
    at += 4
    return [str(ip_address(data[at + 16 * n + 12 : at + 16 * (n + 1)])) for n in range(count)]


def _name(data: bytes, at: int) -> tuple[str, int]:
    labels = []
    while length := data[at]:
        labels.append(data[at + 1 : at + 1 + length].decode())
        at += 1 + length
    return ".".join(labels), at + 1
