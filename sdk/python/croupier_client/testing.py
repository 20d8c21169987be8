"""A proxy that does to your bot what networks and restarts do, when you say.

    with FaultProxy("http://localhost:8080", [Fault("POST /moves", "lose answer")]) as proxy:
        play(proxy.url)
    assert len(proxy.sent("POST /moves")) == 2  # once more, since the first answer was lost

It serves from a thread of its own, so it fits programs with and without asyncio.
"""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlsplit

from croupier_client.faults import Fault as Fault
from croupier_client.faults import Sent as Sent

END = b"\r\n\r\n"
QUIET = (b'{"event":"ping"', b'{"event":"presence"')
"""How lines begin that come between others at any time."""
BETWEEN = frozenset({"cut", "end", "silence", "goodbye"})
LONG_S = 3600.0


@dataclass
class FaultProxy:
    """A proxy before the service at `target`, from the beginning to the end of its `with`."""

    target: str
    faults: list[Fault] = field(default_factory=list)
    requests: list[Sent] = field(default_factory=list)
    streamed: list[Sent] = field(default_factory=list)
    """The requests for streams on which something has come."""
    url: str = ""

    def sent(self, on: str) -> list[Sent]:
        """The requests that `on` names, as in a Fault."""
        method, _, end = on.partition(" ")
        return [each for each in self.requests if each.method == method and each.path.endswith(end)]

    def __enter__(self) -> Self:
        started = threading.Event()
        self._thread = threading.Thread(target=asyncio.run, args=(self._serve(started),))
        self._thread.start()
        started.wait()
        return self

    def __exit__(self, *error: object) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join()

    async def _serve(self, started: threading.Event) -> None:
        self._loop, self._stopped = asyncio.get_running_loop(), asyncio.Event()
        self._open: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        started.set()
        await self._stopped.wait()
        # Before the server is closed, since asyncio forgets a connection that it has accepted, but
        # not yet handed over, by then. Those are the tasks that are not ours.
        self._loop.remove_reader(server.sockets[0])
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            for task in self._open:
                task.cancel()
            await asyncio.wait(others)
            await asyncio.sleep(0)  # in which they are handed over, and what was aborted closes
        server.close()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a connection. It ends with its task, also if that is cancelled before it begins."""
        task = self._loop.create_task(self._carry(reader, writer))
        self._open[task] = writer
        task.add_done_callback(lambda _: self._open.pop(task).transport.abort())

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError, ValueError):
            await self._exchange(reader, writer)
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        sent = await _request(reader)
        self.requests.append(sent)
        fault = next((each for each in self.faults if each.meets(sent)), Fault("", ""))
        if fault.do in ("lose request", "refuse", "page"):
            writer.write(_refusal(fault))
            return
        await asyncio.sleep(fault.seconds)
        address = urlsplit(self.target)
        service, to_service = await asyncio.open_connection(address.hostname, address.port)
        try:
            to_service.write(_forwarded(sent))
            if "upgrade" in sent.headers:
                await _relay(reader, writer, service, to_service, fault)
            else:
                await self._answer(sent, service, writer, fault)
        finally:
            to_service.close()

    async def _answer(
        self,
        sent: Sent,
        service: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        fault: Fault,
    ) -> None:
        first, *rest = (await service.readuntil(END)).decode("latin-1").split("\r\n")
        headers = _headers(rest[:-2]) | {"connection": "close"}
        chunked = headers.pop("transfer-encoding", "") == "chunked"
        parts = _chunks(service) if chunked else _bytes(service)
        if headers.get("content-type", "").startswith("application/x-ndjson"):
            writer.write(_head(first, {**headers, "transfer-encoding": "chunked"}))
            if await _stream(self._noted(sent, parts), writer, fault):
                writer.write(b"0\r\n\r\n")
            return
        body = b"".join([part async for part in parts])
        whole = _head(first, {**headers, "content-length": str(len(body))}) + body
        sizes = {"lose answer": 0, "halve answer": len(whole) - len(body) // 2}
        writer.write(whole[: sizes.get(fault.do, len(whole))])
        await writer.drain()

    async def _noted(self, sent: Sent, parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        async for part in parts:
            if sent not in self.streamed:
                self.streamed.append(sent)
            yield part


async def _request(reader: asyncio.StreamReader) -> Sent:
    head = (await reader.readuntil(END)).decode("latin-1").split("\r\n")
    method, target, _ = head[0].split(" ")
    headers = _headers(head[1:-2])
    path, _, query = target.partition("?")
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Sent(method, path, query, headers, body)


def _headers(lines: Sequence[str]) -> dict[str, str]:
    pairs = (line.split(":", 1) for line in lines)
    return {name.strip().lower(): value.strip() for name, value in pairs}


def _head(first: str, headers: dict[str, str]) -> bytes:
    lines = [first, *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join(lines).encode("latin-1") + END


def _forwarded(sent: Sent) -> bytes:
    query = f"?{sent.query}" if sent.query else ""
    kept = {} if "upgrade" in sent.headers else {"connection": "close"}
    return _head(f"{sent.method} {sent.path}{query} HTTP/1.1", {**sent.headers, **kept}) + sent.body


def _refusal(fault: Fault) -> bytes:
    if fault.do == "lose request":
        return b""
    problem = {"code": fault.code, "status": fault.status, "detail": "Refused by the proxy."}
    body = b"<html>" if fault.do == "page" else json.dumps(problem).encode()
    kind = "text/html" if fault.do == "page" else "application/problem+json"
    headers = {"content-type": kind, "content-length": str(len(body)), "connection": "close"}
    if fault.do == "refuse":
        headers["retry-after"] = str(fault.retry_after)
    return _head(f"HTTP/1.1 {fault.status} Refused", headers) + body


async def _bytes(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while part := await reader.read(65536):
        yield part


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int(await reader.readline(), 16):
        yield (await reader.readexactly(size + 2))[:-2]


async def _lines(parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    rest = b""
    async for part in parts:
        *lines, rest = (rest + part).split(b"\n")
        for line in lines:
            yield line + b"\n"


async def _stream(parts: AsyncIterator[bytes], writer: asyncio.StreamWriter, fault: Fault) -> bool:
    """Pass the lines on, with the fault; whether the stream is to end as if it were complete."""
    left = fault.after
    if left == 0 and fault.do in BETWEEN:
        return await _break(writer, fault)
    async for line in _lines(parts):
        counted = not line.startswith(QUIET)
        sent = _harmed(line, fault) if counted and left == 0 else line
        writer.write(_chunk(sent))
        await writer.drain()
        if counted and left == 0 and fault.do == "cut inside":
            return False
        left -= counted
        if counted and left == 0 and fault.do in BETWEEN:
            return await _break(writer, fault)
    return True


async def _break(writer: asyncio.StreamWriter, fault: Fault) -> bool:
    """Do what a fault does between two lines."""
    if fault.do == "goodbye":
        data: dict[str, Any] = {"reason": fault.reason, "retryAfter": fault.retry_after}
        writer.write(_chunk(json.dumps({"event": "goodbye", "data": data}).encode() + b"\n"))
    await writer.drain()
    await asyncio.sleep(LONG_S if fault.do == "silence" else 0)
    return fault.do != "cut"


def _chunk(line: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(line), line) if line else b""


def _harmed(line: bytes, fault: Fault) -> bytes:
    """What comes in place of the line."""
    match fault.do:
        case "cut inside":
            return line[: len(line) // 2]
        case "skip":
            return b""
        case "double":
            return line * 2
        case "garble":
            return b"<" + line
        case "without moves":
            return line.replace(b'"legalMoves":', b'"illegalMoves":')
        case "unknown":
            return b'{"event":"unheardOf","data":{"news":[1]}}\n{"unheardOf":1,' + line[1:]
    return line


async def _relay(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    service: asyncio.StreamReader,
    to_service: asyncio.StreamWriter,
    fault: Fault,
) -> None:
    """Pass the bytes of a socket on, both ways, until one side ends."""

    async def upwards() -> None:
        async for part in _bytes(reader):
            to_service.write(part)

    async def downwards() -> None:
        writer.write(await service.readuntil(END))
        left = fault.after if fault.do == "cut" else -1
        while left != 0:
            writer.write(await _frame(service))
            left -= 1

    ways = [asyncio.ensure_future(upwards()), asyncio.ensure_future(downwards())]
    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    for way in ways:
        way.cancel()
    await asyncio.gather(*ways, return_exceptions=True)


async def _frame(service: asyncio.StreamReader) -> bytes:
    """A frame of a WebSocket, as a server sends it: without a mask."""
    head = await service.readexactly(2)
    more = await service.readexactly({126: 2, 127: 8}.get(head[1], 0))
    size = int.from_bytes(more) if more else head[1]
    return head + more + await service.readexactly(size)
