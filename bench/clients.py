"""Clients that ask a service for as much as it can do.

A closed loop: each client has one request under way, and sends the next one as soon as it
is answered.
"""

import asyncio
import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import Protocol

from bench.http import Hear
from bench.meter import Meter
from bench.talks import Talk


class Connection(Protocol):
    """A connection; `sent` is the time of its last request, by `perf_counter`."""

    hear: Hear

    @property
    def sent(self) -> float: ...

    def send(self, request: bytes) -> None: ...

    def close(self) -> None: ...


class Client:
    """Sends a request, takes the answer, and goes on until the meter ends."""

    def __init__(self, connection: Connection, talk: Talk, meter: Meter) -> None:
        self.idle: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._connection = connection
        self._talk = talk
        self._meter = meter

    def start(self) -> None:
        self._connection.hear = self._hear
        self._ask()

    def finish(self) -> None:
        self._talk.leave()
        self._connection.close()

    def _ask(self) -> None:
        request = self._talk.ask()
        if request is None:
            self._meter.exhausted()
            self._rest()
        else:
            self._connection.send(request)

    def _hear(self, status: int, body: bytes) -> None:
        latency_s = perf_counter() - self._connection.sent
        if status == self._talk.expected:
            self._take_up(latency_s, body)
        else:
            self._refuse(status, body)
        if not status or self._meter.over:
            self._rest()
        else:
            self._ask()

    def _rest(self) -> None:
        self._connection.hear = lambda status, body: None
        self.idle.set_result(None)

    def _take_up(self, latency_s: float, body: bytes) -> None:
        try:
            self._meter.note(latency_s, self._talk.hear(body))
        except ValueError as wrong:
            self._refuse(self._talk.expected, str(wrong).encode())

    def _refuse(self, status: int, body: bytes) -> None:
        self._meter.refuse(status, body)


async def run(clients: Sequence[Client], meter: Meter, warm_up_s: float, seconds: float) -> None:
    """Run the clients until the time is over, or their talks have no more requests."""
    loop = asyncio.get_running_loop()
    with undisturbed():
        for client in clients:
            client.start()
        loop.call_later(warm_up_s, meter.begin)
        loop.call_later(warm_up_s + seconds, meter.end)
        await asyncio.gather(*(client.idle for client in clients))
    for client in clients:
        client.finish()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Switch off the garbage collector: its pauses would count as the server's."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
