"""The queue of moves, looks and reads that wait for an engine, and what goes into a batch."""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from croupier.v1 import engine_service_pb2 as pb
from telemetry.redaction import error_location

from gateway.engine_client.errors import refused
from gateway.errors import unavailable

UNDER_WAY = 2
"""Batches that one engine handles at the same time, if it is the only one: one of them is computed
while the other is stored. Of several engines each has one, or batches would get smaller."""
BATCH = 64
"""The most moves of one message: they keep an engine busy for some 10 ms."""
BATCH_BYTES = 1024 * 1024
"""No further move joins a batch of this size; an engine accepts four times as much."""
OF_ONE_MATCH = 4
"""The most moves of one match in a batch: an engine makes them one after the other."""
LOOKS = 64
"""The most looks of one message, each of which has all viewers of a match on this gateway."""

READS = 64
"""The most reads of one message: some 200 KB of views."""

log = logging.getLogger("gateway")

OnShown: TypeAlias = Callable[[pb.Shown | None], None]
"""Takes the answer to a look; None if there is none."""


class Stream(Protocol):
    """A stream to the engine, as far as its queue needs to know it."""

    @property
    def ending(self) -> bool: ...


@dataclass(slots=True, eq=False)
class PendingMove:
    """A move on its way, and the future that its caller waits for.

    `until` is when it is given up, by the clock of the event loop; 0 does not say.
    """

    request: pb.ApplyMoveRequest
    result: "asyncio.Future[pb.Change]"
    until: float = 0.0
    sent: int = 0

    @property
    def open(self) -> bool:
        """Whether the caller still waits."""
        return not self.result.done()

    def stamp(self) -> pb.ApplyMoveRequest:
        """Return the request, which says for how long its caller still waits."""
        if self.until:
            left_s = self.until - asyncio.get_running_loop().time()
            self.request.timeout_ms = max(1, int(left_s * 1000))
        return self.request

    def settle(self, outcome: pb.MoveResult) -> None:
        """Give the caller the engine's change, or its refusal."""
        if not self.open:
            return
        if outcome.WhichOneof("result") == "change":
            self.result.set_result(outcome.change)
            return
        refusal = outcome.refusal
        self.result.set_exception(refused(refusal.reason, refusal.message, refusal.metadata))

    def give_up(self) -> None:
        """Answer the caller with Problem unavailable."""
        if self.open:
            self.result.set_exception(unavailable())


@dataclass(frozen=True, slots=True, eq=False)
class PendingLook:
    """A look on its way, and what is called with its answer."""

    request: pb.Look
    on_shown: OnShown

    def answer(self, shown: pb.Shown | None) -> None:
        """Hand over the answer. What fails there is no matter of the stream and its other looks."""
        try:
            self.on_shown(shown)
        except Exception as error:
            log.error("what was shown could not be passed on: %s", error_location(error))


@dataclass(slots=True, eq=False)
class PendingRead:
    """A read on its way, and the future that its caller waits for: None if it is not answered."""

    request: pb.Read
    result: "asyncio.Future[pb.MatchView | None]"

    @property
    def open(self) -> bool:
        """Whether the caller still waits."""
        return not self.result.done()

    def answer(self, found: pb.ReadResult | None) -> None:
        """Give the caller the view, or the engine's refusal; None if another engine may do better.

        What is unavailable is asked for once more by GetMatch, which is tried at other engines.
        """
        if not self.open:
            return
        if found is None or found.refusal.reason == "UNAVAILABLE":
            self.result.set_result(None)
        elif found.HasField("view"):
            self.result.set_result(found.view)
        else:
            self._refuse(found.refusal)

    def _refuse(self, refusal: pb.Refusal) -> None:
        self.result.set_exception(refused(refusal.reason, refusal.message, refusal.metadata))

    def give_up(self) -> None:
        """Answer the caller with Problem unavailable."""
        if self.open:
            self.result.set_exception(unavailable())


Batch: TypeAlias = Sequence[PendingMove] | Sequence[PendingLook] | Sequence[PendingRead]


class EngineQueue:
    """The moves, looks and reads to be sent to one engine, and the streams that lead there.

    A batch has one kind of them: who looks or reads need not wait until moves are stored.
    """

    def __init__(self) -> None:
        self.answers_looks = False
        self.answers_reads = False
        self.looks: deque[PendingLook] = deque()
        self.reads: deque[PendingRead] = deque()
        self._looks_under_way = False
        self._reads_under_way = False
        self.streams = 0
        self.closed = False
        self.most = UNDER_WAY
        self.moves: deque[PendingMove] = deque()
        self._under_way = 0
        self._idle: deque[asyncio.Future[None]] = deque()
        self._kinds: deque[Callable[[], Batch]] = deque(
            (self._next_moves, self._next_looks, self._next_reads)
        )

    def put(self, move: PendingMove) -> None:
        """Append a move, and have an idle stream take it unless the `most` batches are out."""
        # Without any stream, only this keeps given-up moves from piling up.
        while self.moves and not self.moves[0].open:
            self.moves.popleft()
        self.moves.append(move)
        if self._under_way < self.most:
            self.wake()

    def put_look(self, look: PendingLook) -> None:
        """Append a look, and have an idle stream take it unless a batch of them is out."""
        self.looks.append(look)
        if not self._looks_under_way:
            self.wake()

    def put_read(self, read: PendingRead) -> None:
        """Append a read, and have an idle stream take it unless a batch of them is out."""
        self.reads.append(read)
        if not self._reads_under_way:
            self.wake()

    def wake(self) -> None:
        """Have one idle stream check whether there is something to send."""
        while self._idle:
            waiter = self._idle.popleft()
            if not waiter.done():  # else its stream was cancelled
                waiter.set_result(None)
                return

    async def take(self, stream: Stream) -> Batch:
        """Return the next batch; empty if the stream is to end.

        Call `done` once the batch has been answered.
        """
        while not stream.ending and not self.closed:
            if batch := self._next_of_any():
                return batch
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._idle.append(waiter)
            await waiter
        self.wake()  # pass on the call to a stream that goes on
        return []

    def allow(self, most: int) -> None:
        """Send up to `most` batches of moves at a time from now on."""
        self.most = most
        if self.moves:
            self.wake()

    def done(self, batch: Batch) -> None:
        """Count a batch as answered."""
        if isinstance(batch[0], PendingLook):
            self._looks_under_way = False
        elif isinstance(batch[0], PendingRead):
            self._reads_under_way = False
        else:
            self._under_way -= 1
        if self.looks or self.reads or (self.moves and self._under_way < self.most):
            self.wake()

    def wake_all(self) -> None:
        for _ in range(len(self._idle)):
            self.wake()

    def _next_of_any(self) -> Batch:
        """Take what may be sent now, of each kind in turn: one stream may have to serve all."""
        for place, take in enumerate(self._kinds):
            if batch := take():
                self._kinds.rotate(-place - 1)
                return batch
        return []

    def _next_looks(self) -> Batch:
        if self._looks_under_way:
            return []
        batch = [self.looks.popleft() for _ in range(min(LOOKS, len(self.looks)))]
        self._looks_under_way = bool(batch)
        return batch

    def _next_reads(self) -> Batch:
        batch: list[PendingRead] = []
        while self.reads and len(batch) < READS and not self._reads_under_way:
            read = self.reads.popleft()
            if read.open:
                batch.append(read)
        self._reads_under_way |= bool(batch)
        return batch

    def _next_moves(self) -> Batch:
        batch = self._next_batch() if self._under_way < self.most else []
        self._under_way += bool(batch)
        return batch

    def _next_batch(self) -> list[PendingMove]:
        """Take as many moves as keep the others from waiting long."""
        batch: list[PendingMove] = []
        later: list[PendingMove] = []
        size, of_match = 0, Counter[str]()
        while self.moves and len(batch) < BATCH and size < BATCH_BYTES:
            move = self.moves.popleft()
            match_id = move.request.match_id
            if of_match[match_id] == OF_ONE_MATCH:
                later.append(move)
            elif move.open:
                batch.append(move)
                size += move.request.ByteSize()
                of_match[match_id] += 1
        # Back to the front and in their order, which extendleft turns round.
        self.moves.extendleft(reversed(later))
        return batch
