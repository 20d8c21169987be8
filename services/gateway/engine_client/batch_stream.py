"""One stream of batches to an engine: a batch is sent, and the next thing read is its answer."""

import asyncio
from collections.abc import Callable
from typing import Any

import grpc
from croupier.v1 import engine_service_pb2 as pb

Call = Any
"""A grpc.aio.StreamStreamCall of Batches, whose generated stubs have no types."""


class StreamBroken(Exception):
    """The stream has ended or misbehaved with moves under way, made or not."""


BREAKS = (TimeoutError, grpc.aio.AioRpcError, asyncio.InvalidStateError, StreamBroken)


class BatchStream:
    """One call, which is read at all times: the engine may ask for its end whenever it likes."""

    def __init__(self, call: Call, on_end: Callable[[], None]) -> None:
        """`on_end` is called when the stream is to end, or has."""
        self._call = call
        self._on_end = on_end
        self.ending = False
        self._read_next()

    async def exchange(self, request: pb.BatchRequest) -> pb.BatchResponse:
        """Send a batch and return its answer. Raise one of BREAKS."""
        await self._call.write(request)
        response = await self._response
        if response is not grpc.aio.EOF and response.last:
            # The engine asked for the end before this batch reached it; the answer is the next.
            self._read_next()
            response = await self._response
        if response is grpc.aio.EOF:
            raise StreamBroken
        if not self.ending:
            self._read_next()
        answer: pb.BatchResponse = response
        return answer

    async def close(self) -> None:
        """Send no more, and wait until the engine has ended the call."""
        await self._call.done_writing()
        await self._call.code()

    def _read_next(self) -> None:
        self._response = asyncio.ensure_future(self._call.read())
        self._response.add_done_callback(self._on_response)

    def _on_response(self, response: "asyncio.Future[Any]") -> None:
        broken = response.cancelled() or response.exception() or response.result() is grpc.aio.EOF
        if broken or response.result().last:
            self.ending = True
            self._on_end()
