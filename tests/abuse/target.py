"""What an attack works with: the service that it is aimed at, and its own accounts."""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from tests.support.raw_http import Connection, Reply

SOURCE = "127.0.9.1"
"""The address of this machine that attacks come from; nobody else comes from there."""
PAUSE_S = 0.02
"""After a connection was refused or cut."""
Work: TypeAlias = Callable[[], Awaitable[object]]
Attack: TypeAlias = Callable[["Target"], Awaitable[object]]
"""Prepares what it needs, calls `go`, and does its worst while `on`."""


class Target:
    """The service under attack, and what the attack has done to it so far.

    `back` is a gateway of the same service without rate limits: what an attacker would have
    prepared in hours is prepared there. `answers` counts statuses, and connections that were cut.
    """

    def __init__(self, url: str, back: str, seconds: float) -> None:
        self.url = url
        self.back = back
        self.seconds = seconds
        self.faults: list[str] = []
        """What the attack has found that must not be, besides what others see of it."""
        self.asked = 0
        self.sent = 0
        self.answers: Counter[str] = Counter()
        self._end = 0.0

    @property
    def on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self._end

    async def go(self) -> None:
        """Say that all is prepared, and wait for the word to begin."""
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.readline)
        self._end = time.monotonic() + self.seconds

    def check(self, holds: bool, fault: str) -> None:
        """Take note of a fault unless this holds."""
        if not holds:
            self.faults.append(fault)

    async def crowd(self, works: list[Work]) -> None:
        """Do each again and again, all at once, until the time is over."""
        tasks = [asyncio.create_task(self._repeat(work)) for work in works]
        await asyncio.sleep(max(self._end - time.monotonic(), 0))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _repeat(self, work: Work) -> None:
        while self.on:
            try:
                await work()
            except (OSError, EOFError, TimeoutError, KeyError) as error:
                self.answers["cut" if isinstance(error, OSError) else "closed"] += 1
                await asyncio.sleep(PAUSE_S)

    async def ask(self, connections: int, make: Callable[[], bytes]) -> None:
        """Send what `make` returns over so many connections, each as soon as it has an answer."""
        await self.crowd([Asker(self, make) for _ in range(connections)])

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A new connection to the service; it counts as asked."""
        self.asked += 1
        host, _, port = self.url.removeprefix("http://").partition(":")
        return await asyncio.open_connection(host, int(port), local_addr=(SOURCE, 0))

    async def write(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        """Send it; raise OSError once the service has closed the connection."""
        writer.write(data)
        await writer.drain()
        self.sent += len(data)
        if writer.is_closing():
            raise ConnectionResetError


class Asker:
    """One connection, over which one request after the other is sent."""

    def __init__(
        self, target: Target, make: Callable[[], bytes] = bytes, source: str = SOURCE
    ) -> None:
        self._target = target
        self._make = make
        self._connection = Connection(target.url, source)

    async def __call__(self) -> Reply:
        return await self.send(self._make())

    async def send(self, request: bytes) -> Reply:
        """Send this request; the answer."""
        self._target.asked += 1
        self._target.sent += len(request)
        try:
            reply = await self._connection.ask(request)
        except (OSError, EOFError, TimeoutError, KeyError):
            await self._connection.close()
            raise
        self._target.answers[str(reply.status)] += 1
        return reply
