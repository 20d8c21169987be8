"""Lines: the long calls over which gateways send moves, a batch after the other.

A line ends by agreement: the engine asks for it, the gateway closes its side, and until
then everything that it sends is answered. So no move is left of which nobody knows
whether it was made. The engine asks when it stops, and before a line is so old that gRPC
would cut it for the age of its connection.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
from croupier.v1 import engine_service_pb2 as pb

Context = grpc.aio.ServicerContext[Any, Any]
Answer = Callable[[pb.ApplyMovesRequest], Awaitable[pb.ApplyMovesResponse]]

AGE_S = 20.0
"""Shorter than the grace of `grpc.max_connection_age_ms`, in engine.server."""
PARTING_S = 2.0
"""How long the gateway may take to close its side."""


class MoveStreams:
    """All lines of this engine."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._name = secrets.token_hex(8)
        self._open: set[MoveStream] = set()
        self._stopping = False

    async def serve(self, context: Context) -> None:
        """Answer what comes over a call, until the gateway has no more."""
        await context.send_initial_metadata((("engine-id", self._name),))
        line = MoveStream(context)
        self._open.add(line)
        if self._stopping:
            line.end()
        try:
            while (request := await line.next()) is not None:
                await context.write(await self._answer(request))
        finally:
            self._open.discard(line)
            line.close()

    def end(self) -> None:
        """Ask for the end of all lines, and of those that are still opened."""
        self._stopping = True
        for line in self._open:
            line.end()


class MoveStream:
    """One call, while it may last."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Future[None] | None = None
        self._ending = self._asked = False
        age = AGE_S * secrets.SystemRandom().uniform(0.5, 1)  # so that not all end at once
        self._timer = self._loop.call_later(age, self.end)

    async def next(self) -> pb.ApplyMovesRequest | None:
        """The next batch; None when there is none to come."""
        reading = asyncio.ensure_future(self._context.read())
        if self._asked:
            self._set_timer(PARTING_S, reading.cancel)
        try:
            while not reading.done():
                if self._ending and not self._asked:
                    self._asked = True
                    await self._context.write(pb.ApplyMovesResponse(last=True))
                    self._set_timer(PARTING_S, reading.cancel)
                else:
                    await self._until(reading)
            request = reading.result()
        except asyncio.CancelledError:
            if reading.cancelled() and self._asked:  # it took too long
                return None
            raise
        finally:
            reading.cancel()
        return None if request is grpc.aio.EOF else request

    async def _until(self, reading: "asyncio.Future[Any]") -> None:
        """It is done, or the end is near."""
        self._waiting = self._loop.create_future()
        reading.add_done_callback(self._wake)
        await self._waiting

    def end(self) -> None:
        """Ask for the end, now or after the batch that is under way."""
        self._ending = True
        self._wake()

    def _wake(self, _: object = None) -> None:
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)

    def _set_timer(self, seconds: float, do: Callable[[], object]) -> None:
        self._timer.cancel()
        self._timer = self._loop.call_later(seconds, do)

    def close(self) -> None:
        self._timer.cancel()
