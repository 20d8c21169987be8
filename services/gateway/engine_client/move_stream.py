"""Lines to the engines: moves are gathered and sent over a few long calls.

What arrives while a batch is under way is the next batch, so the busier it is the
fewer messages there are, and a lone move never waits for company. docs/performance.md
tells what this buys.

Moves of one match prefer one engine, which remembers the match: a preference only,
any engine can make any move. A line ends when its engine asks for it, after everything
that was sent has been answered. When it breaks instead, nobody knows what was done: what
has an Idempotency-Key is sent again, for the rest the caller must look.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any
from zlib import crc32

import grpc
from croupier.v1 import engine_service_pb2 as pb
from telemetry.redaction import error_location

from gateway import context
from gateway.engine_client.move_queue import EngineQueue, PendingMove

LINES = 8
"""Long calls of one gateway, to all engines together."""
SENDINGS = 3
"""How often a move under a key is sent, should lines keep breaking."""
RETRY_S = 0.1

log = logging.getLogger("gateway")

Call = Any
"""A grpc.aio.StreamStreamCall; its stubs know no messages."""


class Broken(Exception):
    """Nobody knows what became of what was sent."""


BREAKS = (TimeoutError, grpc.aio.AioRpcError, asyncio.InvalidStateError, Broken)


class MoveStream:
    """One call, which always listens: the engine may ask for its end at any time."""

    def __init__(self, call: Call, ended: Callable[[], None]) -> None:
        """`ended` is called when the line is to end, or has."""
        self._call = call
        self._ended = ended
        self.ending = False
        self._listen()

    async def ask(self, request: pb.ApplyMovesRequest) -> pb.ApplyMovesResponse:
        """The answer to a batch."""
        await self._call.write(request)
        answer = await self._heard
        if answer is not grpc.aio.EOF and answer.last:
            self._listen()
            answer = await self._heard
        if answer is grpc.aio.EOF:
            raise Broken
        if not self.ending:
            self._listen()
        told: pb.ApplyMovesResponse = answer
        return told

    async def close(self) -> None:
        """Send nothing more, and wait until the engine has heard of it."""
        await self._call.done_writing()
        await self._call.code()

    def _listen(self) -> None:
        self._heard = asyncio.ensure_future(self._call.read())
        self._heard.add_done_callback(self._hear)

    def _hear(self, heard: "asyncio.Future[Any]") -> None:
        """Anything but an answer is the end."""
        broken = heard.cancelled() or heard.exception() or heard.result() is grpc.aio.EOF
        if broken or heard.result().last:
            self.ending = True
            self._ended()


class MoveStreamPool:
    """All lines of this gateway, between `start` and `stop`."""

    def __init__(self, dial: Callable[[], Call], timeout_s: float) -> None:
        """`dial` calls ApplyMoves; an answer may take `timeout_s`."""
        self._dial = dial
        self._timeout_s = timeout_s
        self._lanes: dict[str, EngineQueue] = {}
        self._nowhere = EngineQueue()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def up(self) -> bool:
        """Whether any leads anywhere."""
        return bool(self._lanes)

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._keep_line()) for _ in range(LINES)]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def apply(self, request: pb.ApplyMoveRequest) -> pb.Change:
        """The change, stored. Raise Problem or RosterChanged."""
        loop = asyncio.get_running_loop()
        request.request_id = context.request_id.get()
        request.traceparent = context.traceparent.get()
        order = PendingMove(request, loop.create_future())
        timer = loop.call_later(self._timeout_s, order.give_up)
        try:
            self._lane_for(request.match_id).put(order)
            return await order.result
        finally:
            timer.cancel()

    def _lane_for(self, match_id: str) -> EngineQueue:
        """That of the engine which all gateways prefer for this match, of those that are there."""
        if not self._lanes:
            return self._nowhere
        if len(self._lanes) == 1:
            return next(iter(self._lanes.values()))
        name = max(self._lanes, key=lambda engine: crc32(f"{engine}{match_id}".encode()))
        return self._lanes[name]

    async def _keep_line(self) -> None:
        """One line after the other, whatever becomes of them."""
        while True:
            agreed = False
            try:
                agreed = await self._hold(self._dial())
            except Exception as error:
                log.error("a line to an engine failed: %s", error_location(error))
            if not agreed:
                await asyncio.sleep(RETRY_S)

    async def _hold(self, call: Call) -> bool:
        """One line, if there is an engine at its end; whether it was agreed that it ends."""
        try:
            engine = await self._greeted(call)
            return bool(engine) and await self._use(call, engine)
        finally:
            call.cancel()

    async def _greeted(self, call: Call) -> str:
        """The name of the engine at the other end; "" if there is none."""
        try:
            async with asyncio.timeout(self._timeout_s):
                return str(dict(await call.initial_metadata() or ()).get("engine-id", ""))
        except (grpc.aio.AioRpcError, TimeoutError):
            return ""

    async def _use(self, call: Call, engine: str) -> bool:
        """Send batches over a line, until it ends; whether that was agreed upon."""
        lane = self._join(engine)
        line = MoveStream(call, lane.wake_all)
        try:
            while batch := await lane.take(line):
                try:
                    await self._exchange(line, batch)
                except BREAKS:
                    self._abandon(engine, lane)
                    raise
                finally:
                    lane.done()
                    self._send_again(filter(self._may_go_again, batch))
            async with asyncio.timeout(self._timeout_s):
                await line.close()
            return True
        except BREAKS:
            return False
        finally:
            self._leave(engine, lane)

    async def _exchange(self, line: "MoveStream", batch: list[PendingMove]) -> None:
        """Send a batch and settle it. Raise whatever a broken line raises."""
        request = pb.ApplyMovesRequest(moves=[order.request for order in batch])
        async with asyncio.timeout(self._timeout_s):
            answer = await line.ask(request)
        if len(answer.results) != len(batch):
            raise Broken
        for order, told in zip(batch, answer.results, strict=True):
            order.settle(told)

    @staticmethod
    def _may_go_again(order: PendingMove) -> bool:
        """Under a key, and some times; who asked for the others is told at once."""
        order.sent += 1
        if not order.request.idempotency.key or order.sent == SENDINGS:
            order.give_up()
        return order.open

    def _send_again(self, orders: Iterable[PendingMove]) -> None:
        for order in orders:
            self._lane_for(order.request.match_id).put(order)

    def _join(self, engine: str) -> EngineQueue:
        lane = self._lanes.setdefault(engine, EngineQueue())
        lane.lines += 1
        waiting, self._nowhere = self._nowhere, EngineQueue()
        self._send_again(waiting.orders)
        return lane

    def _leave(self, engine: str, lane: EngineQueue) -> None:
        """The last line to an engine hands its orders to the others."""
        lane.lines -= 1
        if not lane.lines:
            self._abandon(engine, lane)

    def _abandon(self, engine: str, lane: EngineQueue) -> None:
        """Once one line has broken, nobody relies on the others to the same engine."""
        lane.over = True
        lane.wake_all()
        if self._lanes.get(engine) is lane:
            del self._lanes[engine]
            self._send_again(lane.orders)
