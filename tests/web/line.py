"""A line between browser and service that a test can cut, as a tunnel does."""

import asyncio
import threading
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit

BROKEN = r"net::ERR_|status of 40[45]|error: .*fetch"
"""What a browser itself says of a line that is cut."""


class Line:
    """Relays bytes from `url` to the service at `target` between the two ends of its `with`."""

    def __init__(self, target: str) -> None:
        self.url = ""
        self._to = urlsplit(target)
        self._open: set[asyncio.StreamWriter] = set()
        self._dead = False

    def __enter__(self) -> Self:
        started = threading.Event()
        self._thread = threading.Thread(target=asyncio.run, args=(self._serve(started),))
        self._thread.start()
        started.wait()
        return self

    def __exit__(self, *error: object) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join()

    def cut(self, dead: bool = False) -> int:
        """Cut all connections at once; return how many. New ones as well while it is `dead`."""
        cut = len(self._open)
        done = threading.Event()
        self._loop.call_soon_threadsafe(self._cut, dead, done)
        done.wait()
        return cut

    def mend(self) -> None:
        """Let new connections through again."""
        self._dead = False

    def _cut(self, dead: bool, done: threading.Event) -> None:
        self._dead = dead
        for writer in self._open:
            writer.transport.abort()
        done.set()

    async def _serve(self, started: threading.Event) -> None:
        self._loop, self._stopped = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        started.set()
        await self._stopped.wait()
        # As in FaultProxy: a browser may open another connection meanwhile.
        self._loop.remove_reader(server.sockets[0])
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            self._cut(True, threading.Event())
            await asyncio.wait(others, timeout=0.1)  # one may be about to reach the service
            await asyncio.sleep(0)
        server.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._dead:
            writer.transport.abort()
            return
        service, to_service = await asyncio.open_connection(self._to.hostname, self._to.port)
        ends = {writer, to_service}
        self._open |= ends
        await asyncio.gather(_pour(reader, to_service), _pour(service, writer))
        self._open -= ends


async def _pour(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Pass on what comes until one of the two ends; then close the target."""
    with suppress(OSError):
        while data := await source.read(65_536):
            target.write(data)
            await target.drain()
    target.close()
