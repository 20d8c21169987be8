"""Streams of moves to the engines: moves are gathered and sent over a few long calls.

What arrives while a batch is under way is the next batch, so the busier the gateway is the
fewer messages there are, and a lone move never waits for company. docs/performance.md has
what this saves.

All gateways prefer the same engine for a match, since that engine remembers the match: a
preference only, any engine can make any move. A stream ends when its engine asks for it, after
everything that was sent has been answered. When it breaks instead, it is unknown which moves
were made: those with an Idempotency-Key are sent again, the callers of the others are answered
`unavailable` and must look.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from zlib import crc32

import grpc
from croupier.v1 import engine_service_pb2 as pb
from telemetry.redaction import error_location

from gateway import context
from gateway.engine_client.move_queue import (
    UNDER_WAY,
    EngineQueue,
    OnShown,
    PendingLook,
    PendingMove,
    PendingRead,
)
from gateway.engine_client.move_stream import BREAKS, Call, MoveStream, StreamBroken
from gateway.engine_client.reach import Reach
from gateway.tasks import cancel_and_wait

STREAMS = 8
"""Streams of one gateway, to all engines together."""
MAX_SENDS = 3
"""How often a move with a key is sent, should its streams keep breaking."""
RETRY_S = 0.1

log = logging.getLogger("gateway")


class MoveStreamPool:
    """All move streams of this gateway, between `start` and `stop`."""

    def __init__(self, dial: Callable[[], Call], timeout_s: float) -> None:
        """`dial` calls ApplyMoves; an answer may take `timeout_s`."""
        self._dial = dial
        self._timeout_s = timeout_s
        self._queues: dict[str, EngineQueue] = {}
        self._unrouted = EngineQueue()
        self._tasks: list[asyncio.Task[None]] = []
        self._reach = Reach()

    @property
    def connected(self) -> bool:
        """Whether any stream leads to an engine."""
        return bool(self._queues)

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._keep_stream()) for _ in range(STREAMS)]

    async def stop(self) -> None:
        await cancel_and_wait(*self._tasks)

    async def apply(self, request: pb.ApplyMoveRequest) -> pb.Change:
        """Return the change, which is stored. Raise Problem or RosterChanged."""
        loop = asyncio.get_running_loop()
        request.request_id = context.request_id.get()
        request.traceparent = context.traceparent.get()
        move = PendingMove(request, loop.create_future(), loop.time() + self._timeout_s)
        # A timer instead of asyncio.timeout: the move is given up wherever it waits by then.
        timer = loop.call_later(self._timeout_s, move.give_up)
        try:
            self._queue_for(request.match_id).put(move)
            return await move.result
        finally:
            timer.cancel()

    def look(self, look: pb.Look, on_shown: OnShown) -> bool:
        """Ask an engine for the look, and return whether one can be asked.

        `on_shown` is called with the answer, or with None if there is none.
        """
        queue = self._queue_for(look.match_id)
        if queue.answers_looks:
            queue.put_look(PendingLook(look, on_shown))
        return queue.answers_looks

    async def read(self, read: pb.Read) -> pb.MatchView | None:
        """Return the match as an engine shows it now; None if it must be asked by GetMatch.

        Raise Problem or RosterChanged.
        """
        queue = self._queue_for(read.match_id)
        if not queue.answers_reads:
            return None
        read.request_id, read.traceparent = context.request_id.get(), context.traceparent.get()
        loop = asyncio.get_running_loop()
        pending = PendingRead(read, loop.create_future())
        timer = loop.call_later(self._timeout_s, pending.give_up)
        try:
            queue.put_read(pending)
            return await pending.result
        finally:
            timer.cancel()

    def _queue_for(self, match_id: str) -> EngineQueue:
        """Return the queue of the engine that is preferred among those that are connected."""
        if not self._queues:
            return self._unrouted
        if len(self._queues) == 1:
            return next(iter(self._queues.values()))
        # Rendezvous hashing: an engine that comes or goes moves no match between the others.
        # Not hash(), which differs by process: all gateways must prefer the same engine.
        name = max(self._queues, key=lambda engine: crc32(f"{engine}{match_id}".encode()))
        return self._queues[name]

    async def _keep_stream(self) -> None:
        """Run one stream after the other, however they end."""
        while True:
            agreed = False
            try:
                agreed = await self._run_stream(self._dial())
            except Exception as error:
                log.error("a move stream failed: %s", error_location(error))
            # After an agreed end there is no outage to wait for: the next stream begins at once.
            if not agreed:
                if not self.connected:
                    self._reach.lost()
                await asyncio.sleep(RETRY_S)

    async def _run_stream(self, call: Call) -> bool:
        """Use a call if an engine answers it; return whether its end was agreed upon."""
        try:
            engine = await self._engine_of(call)
            return engine is not None and await self._use(call, engine)
        finally:
            call.cancel()

    async def _engine_of(self, call: Call) -> Mapping[str, str] | None:
        """Return what the engine that answers the call says of itself; None if none does.

        It has its "engine-id", and names what engines of earlier releases do not answer.
        """
        try:
            async with asyncio.timeout(self._timeout_s):
                metadata = dict(await call.initial_metadata() or ())
        except (grpc.aio.AioRpcError, TimeoutError):
            return None
        return metadata if metadata.get("engine-id") else None

    async def _use(self, call: Call, about: Mapping[str, str]) -> bool:
        """Send batches over a stream until it ends; return whether that was agreed upon."""
        engine = about["engine-id"]
        queue = self._join(engine)
        queue.answers_looks, queue.answers_reads = "looks" in about, "reads" in about
        stream = MoveStream(call, queue.wake_all)
        try:
            while batch := await queue.take(stream):
                looks = [each for each in batch if isinstance(each, PendingLook)]
                moves = [each for each in batch if isinstance(each, PendingMove)]
                reads = [each for each in batch if isinstance(each, PendingRead)]
                try:
                    await self._exchange(stream, moves, looks, reads)
                except BREAKS:
                    self._abandon(engine, queue)
                    raise
                finally:
                    queue.done(batch)
                    # Also when this task is cancelled: no caller may be left without an answer.
                    self._send_again(filter(self._may_be_sent_again, moves))
            async with asyncio.timeout(self._timeout_s):
                await stream.close()
            return True
        except BREAKS:
            return False
        finally:
            self._leave(engine, queue)

    async def _exchange(
        self,
        stream: MoveStream,
        moves: Sequence[PendingMove],
        looks: Sequence[PendingLook],
        reads: Sequence[PendingRead],
    ) -> None:
        """Send a batch and settle its moves, answer its looks and reads. Raise one of BREAKS."""
        request = pb.ApplyMovesRequest(
            moves=[move.stamp() for move in moves],
            looks=[each.request for each in looks],
            reads=[each.request for each in reads],
        )
        shown: Sequence[pb.Shown] = ()
        found: Sequence[pb.ReadResult] = ()
        try:
            async with asyncio.timeout(self._timeout_s):
                answer = await stream.exchange(request)
            if len(answer.results) != len(moves):
                raise StreamBroken
            if len(answer.found) != len(reads):
                raise StreamBroken
            shown, found = answer.shown, answer.found
        finally:
            for look, each in zip_longest(looks, shown):
                look.answer(each)
            for read, one in zip_longest(reads, found):
                read.answer(one)
        for move, outcome in zip(moves, answer.results, strict=True):
            move.settle(outcome)

    @staticmethod
    def _may_be_sent_again(move: PendingMove) -> bool:
        """Count a sending; give the move up if it has no key or was sent MAX_SENDS times.

        Moves that are settled are left alone.
        """
        move.sent += 1
        if not move.request.idempotency.key or move.sent == MAX_SENDS:
            move.give_up()
        return move.open

    def _send_again(self, moves: Iterable[PendingMove]) -> None:
        for move in moves:
            self._queue_for(move.request.match_id).put(move)

    def _join(self, engine: str) -> EngineQueue:
        """Count a stream to the engine, and route the moves that waited for any engine."""
        queue = self._queues.setdefault(engine, EngineQueue())
        queue.streams += 1
        self._reach.found()
        self._share_out()
        waiting, self._unrouted = self._unrouted, EngineQueue()
        self._send_again(waiting.moves)
        return queue

    def _leave(self, engine: str, queue: EngineQueue) -> None:
        """Count a stream less; with the last one, the engine's moves go to the others."""
        queue.streams -= 1
        if not queue.streams:
            self._abandon(engine, queue)

    def _abandon(self, engine: str, queue: EngineQueue) -> None:
        """Use no stream to this engine any more: where one has broken, the others may hang."""
        queue.closed = True
        queue.wake_all()
        if self._queues.get(engine) is queue:
            del self._queues[engine]
            self._share_out()
            self._send_again(queue.moves)
        while queue.looks:
            queue.looks.popleft().answer(None)
        while queue.reads:
            queue.reads.popleft().answer(None)

    def _share_out(self) -> None:
        """Share the batches that may be under way among the engines, of which each has one."""
        for queue in self._queues.values():
            queue.allow(max(1, UNDER_WAY // len(self._queues)))
