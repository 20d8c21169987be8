"""Batch streams: the long calls over which gateways send batches of moves and looks.

A stream ends by agreement: the engine asks for its end, the gateway closes its side, and
every batch sent until then is answered. So of each move it is known whether it was made.
The engine asks when it stops, and before gRPC would cut the stream for the age of its
connection. The other end is gateway.engine_client.batch_stream_pool.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
from croupier.v1 import engine_service_pb2 as pb

Context = grpc.aio.ServicerContext[Any, Any]
ApplyBatch = Callable[[pb.BatchRequest], Awaitable[pb.BatchResponse]]

MAX_AGE_S = 20.0
"""Shorter than the grace of `grpc.max_connection_age_ms` in engine.rpc.server."""
CLOSING_S = 2.0
"""How long the gateway may take to close its side."""


class BatchStreams:
    """All batch streams of this engine."""

    def __init__(self, apply_batch: ApplyBatch, current: bool = True) -> None:
        """`current` says whether gateways are to send looks at current versions, too."""
        self._apply_batch = apply_batch
        self._current = (("current", "1"),) if current else ()
        self._name = secrets.token_hex(8)
        self._open: set[BatchStream] = set()
        self._stopping = False

    async def serve(self, context: Context) -> None:
        """Answer the batches of a call until the gateway closes its side."""
        # The gateway tells engines apart by it: it balances moves over engines, not connections.
        await context.send_initial_metadata((("engine-id", self._name), *self._current))
        stream = BatchStream(context)
        self._open.add(stream)
        # It was opened while the others were asked to end.
        if self._stopping:
            stream.end()
        try:
            while (request := await stream.next()) is not None:
                await context.write(await self._apply_batch(request))
        finally:
            self._open.discard(stream)
            stream.close()

    def end(self) -> None:
        """Ask for the end of all streams, and of those that are opened from now on."""
        self._stopping = True
        for stream in self._open:
            stream.end()


class BatchStream:
    """One call of Batches."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Future[None] | None = None
        self._ending = self._asked = False
        # Drawn by lot, so that streams that were opened together do not all end together.
        age = MAX_AGE_S * secrets.SystemRandom().uniform(0.5, 1)
        self._timer = self._loop.call_later(age, self.end)

    async def next(self) -> pb.BatchRequest | None:
        """The next batch; None once the gateway has closed its side, or took too long to."""
        reading = asyncio.ensure_future(self._context.read())
        # A batch that crossed the request to end has just been answered: the time begins anew.
        if self._asked:
            self._set_timer(CLOSING_S, reading.cancel)
        try:
            while not reading.done():
                if self._ending and not self._asked:
                    self._asked = True
                    await self._context.write(pb.BatchResponse(last=True))
                    self._set_timer(CLOSING_S, reading.cancel)
                else:
                    await self._until(reading)
            request = reading.result()
        except asyncio.CancelledError:
            if reading.cancelled() and self._asked:  # by the timer, not with this task
                return None
            raise
        finally:
            reading.cancel()
        return None if request is grpc.aio.EOF else request

    async def _until(self, reading: "asyncio.Future[Any]") -> None:
        """Wait until a batch has come, or the end of the stream is to be asked for."""
        self._waiting = self._loop.create_future()
        reading.add_done_callback(self._wake)
        await self._waiting

    def end(self) -> None:
        """Ask for the end, now or after the batch in progress."""
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
