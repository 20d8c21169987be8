"""Streams of batches to the engines: moves and looks are gathered and sent over a few long calls.

What arrives while a batch is under way is the next batch, so the busier the gateway is the
fewer messages there are, and a lone move never waits for company. docs/performance.md has
what this saves.

All gateways prefer the same engine for a match, since that engine remembers the match: a
preference only, any engine can make any move. A stream ends when its engine asks for it, after
everything that was sent has been answered. When it breaks instead, it is unknown which moves
were made: those with an Idempotency-Key are sent again, the callers of the others are answered
`unavailable` and must look. Looks are answered with None, and asked otherwise.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from time import monotonic
from typing import Any, TypeAlias, TypeVar
from zlib import crc32

import grpc
from croupier.v1 import engine_service_pb2 as pb
from redislink.tasks import cancel_and_wait
from telemetry.redaction import error_location

from gateway import context
from gateway.engine_client.batch_queue import (
    MOVES,
    UNDER_WAY,
    Answer,
    AnyBatch,
    BatchQueue,
    Lane,
    Pending,
)

STREAMS = 8
"""Streams of one gateway, to all engines together."""
MAX_SENDS = 3
"""How often a move with a key is sent, should its streams keep breaking."""
RETRY_S = 0.1
QUIET_S = 10.0
"""How long after a warning none is logged of engines that come and go."""

log = logging.getLogger("gateway")

Asked = TypeVar("Asked", pb.ApplyMoveRequest, pb.Look)
PendingMove: TypeAlias = Pending[pb.ApplyMoveRequest, pb.Change]
OnShown: TypeAlias = Callable[[pb.Shown | None], None]
"""Takes the answer to a look; None if there is none."""
Call = Any
"""A grpc.aio.StreamStreamCall of Batches, whose generated stubs have no types."""


class StreamBroken(Exception):
    """The stream has ended or misbehaved with moves under way, made or not."""


BREAKS = (TimeoutError, grpc.aio.AioRpcError, asyncio.InvalidStateError, StreamBroken)


class BatchStream:
    """One call: a batch is sent, and the next thing read is its answer.

    It is read at all times: the engine may ask for its end whenever it likes.
    """

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


class BatchStreamPool:
    """All batch streams of this gateway, between `start` and `stop`."""

    def __init__(self, dial: Callable[[], Call], timeout_s: float, group: str = "") -> None:
        """`dial` calls Batches of an engine of the `group`; an answer may take `timeout_s`."""
        self._dial = dial
        self._timeout_s = timeout_s
        self._queues: dict[str, BatchQueue] = {}
        self._unrouted = BatchQueue()
        self._tasks: list[asyncio.Task[None]] = []
        self._reach = Reach(group)
        self._gone_at = float("inf")

    @property
    def connected(self) -> bool:
        """Whether any stream leads to an engine."""
        return bool(self._queues)

    @property
    def gone_s(self) -> float:
        """For how many seconds no stream has led to an engine."""
        return 0.0 if self.connected else monotonic() - self._gone_at

    def start(self) -> None:
        self._gone_at = monotonic()
        self._tasks = [asyncio.create_task(self._keep_stream()) for _ in range(STREAMS)]

    async def stop(self) -> None:
        await cancel_and_wait(*self._tasks)

    async def apply(self, request: pb.ApplyMoveRequest) -> pb.Change:
        """Return the change, which is stored. Raise Problem or RosterChanged."""
        queue = self._queue_for(request.match_id)
        return await self._ask(queue, queue.moves, request)

    def follow(self, look: pb.Look, on_shown: OnShown) -> bool:
        """Ask an engine for the version of a notice, and return whether one can be asked.

        `on_shown` is called with the answer, or with None if there is none.
        """
        if self.connected:
            queue = self._queue_for(look.match_id)
            pending: Pending[pb.Look, pb.Shown | None]
            pending = Pending(look, asyncio.get_running_loop().create_future())
            pending.result.add_done_callback(partial(_pass_on, on_shown))
            queue.put(queue.followed, pending)
        return self.connected

    async def look(self, look: pb.Look) -> pb.Shown | None:
        """Return the match as an engine shows it now; None if it must be asked by GetMatch.

        Raise Problem or RosterChanged.
        """
        queue = self._queue_for(look.match_id)
        return await self._ask(queue, queue.current, look) if queue.takes_current else None

    async def _ask(
        self,
        queue: BatchQueue,
        lane: Lane[Asked, Answer],
        request: Asked,
    ) -> Answer:
        """Return the engine's answer to a request of a caller. Raise Problem or RosterChanged."""
        request.request_id = context.request_id.get()
        request.traceparent = context.traceparent.get()
        loop = asyncio.get_running_loop()
        result: asyncio.Future[Answer] = loop.create_future()
        pending = Pending(request, result, loop.time() + self._timeout_s)
        # A timer instead of asyncio.timeout: it is given up wherever it waits by then.
        timer = loop.call_later(self._timeout_s, pending.give_up)
        try:
            queue.put(lane, pending)
            return await pending.result
        finally:
            timer.cancel()

    def _queue_for(self, match_id: str) -> BatchQueue:
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
                log.error("a batch stream failed: %s", error_location(error))
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

        It has its "engine-id", and "current" if looks at current versions are to be sent.
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
        queue.takes_current = "current" in about
        stream = BatchStream(call, queue.wake_all)
        try:
            while batch := await queue.take(stream):
                try:
                    await self._exchange(stream, batch)
                except BREAKS:
                    self._abandon(engine, queue)
                    raise
                finally:
                    queue.done(batch)
                    # Also when this task is cancelled: no caller may be left without an answer.
                    self._settle_rest(queue, batch)
            async with asyncio.timeout(self._timeout_s):
                await stream.close()
            return True
        except BREAKS:
            return False
        finally:
            self._leave(engine, queue)

    async def _exchange(self, stream: BatchStream, batch: AnyBatch) -> None:
        """Send a batch and settle its items. Raise one of BREAKS."""
        if batch.lane.kind is MOVES:
            _stamp(batch.items)
        async with asyncio.timeout(self._timeout_s):
            answer = await stream.exchange(batch.message())
        if not batch.settle(answer):
            raise StreamBroken

    def _settle_rest(self, queue: BatchQueue, batch: AnyBatch) -> None:
        """Send the moves again that were not answered; have the rest asked otherwise."""
        if batch.lane is queue.moves:
            self._send_again(filter(self._may_be_sent_again, batch.items))
        else:
            _ask_otherwise(batch.items)

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
            queue = self._queue_for(move.request.match_id)
            queue.put(queue.moves, move)

    def _join(self, engine: str) -> BatchQueue:
        """Count a stream to the engine, and route the moves that waited for any engine."""
        queue = self._queues.setdefault(engine, BatchQueue())
        queue.streams += 1
        self._reach.found()
        self._share_out()
        waiting, self._unrouted = self._unrouted, BatchQueue()
        self._send_again(waiting.moves.drain())
        return queue

    def _leave(self, engine: str, queue: BatchQueue) -> None:
        """Count a stream less; with the last one, the engine's moves go to the others."""
        queue.streams -= 1
        if not queue.streams:
            self._abandon(engine, queue)

    def _abandon(self, engine: str, queue: BatchQueue) -> None:
        """Use no stream to this engine any more: where one has broken, the others may hang."""
        queue.closed = True
        queue.wake_all()
        if self._queues.get(engine) is queue:
            del self._queues[engine]
            self._gone_at = monotonic()
            self._share_out()
            self._send_again(queue.moves.drain())
        _ask_otherwise(queue.followed.drain())
        _ask_otherwise(queue.current.drain())

    def _share_out(self) -> None:
        """Share the batches that may be under way among the engines, of which each has one."""
        for queue in self._queues.values():
            queue.allow(max(1, UNDER_WAY // len(self._queues)))


class Reach:
    """Logs that no engine can be reached, and when one can again."""

    def __init__(self, group: str = "") -> None:
        self._engine = f"engine of {group}" if group else "engine"
        self._warned = False
        self._quiet_until = 0.0

    def lost(self) -> None:
        """No engine can be reached; may be said again and again."""
        if self._warned or monotonic() < self._quiet_until:
            return
        self._warned = True
        self._quiet_until = monotonic() + QUIET_S
        log.warning("no %s can be reached", self._engine)

    def found(self) -> None:
        """An engine can be reached."""
        if self._warned:
            self._warned = False
            log.info("an %s can be reached again", self._engine)


def _stamp(moves: Iterable[PendingMove]) -> None:
    """Have the moves say for how long their callers still wait."""
    now = asyncio.get_running_loop().time()
    for move in moves:
        move.request.timeout_ms = max(1, int((move.until - now) * 1000))


def _ask_otherwise(items: Iterable[Pending[Any, Any]]) -> None:
    """Tell the callers of looks that this way brings no answer."""
    for pending in items:
        pending.settle(None)


def _pass_on(on_shown: OnShown, result: "asyncio.Future[pb.Shown | None]") -> None:
    """Hand over the answer to a look. What fails there must not be logged with what was shown."""
    try:
        on_shown(result.result())
    except Exception as error:
        log.error("what was shown could not be passed on: %s", error_location(error))
