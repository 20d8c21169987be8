"""The queue of moves and looks that wait for an engine, and what goes into a batch."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from croupier.v1 import engine_service_pb2 as pb

from gateway.engine_client.errors import NOT_PLAYED_HERE, refused
from gateway.errors import unavailable

UNDER_WAY = 2
"""Batches of moves that one engine handles at the same time, if it is the only one: one of them is
computed while the other is stored. Of several engines each has one, or batches would get smaller.
"""
BATCH = 64
"""The most items of one message: so many moves keep an engine busy for some 10 ms, so many looks at
current versions are answered with some 200 KB, and one at that of a notice has all viewers of the
match on this gateway."""
BATCH_BYTES = 1024 * 1024
"""Nothing more joins a batch of this size; an engine accepts four times as much."""
OF_ONE_MATCH = 4
"""The most moves of one match in a batch: an engine makes them one after the other."""


class Item(Protocol):
    """A request about one match."""

    @property
    def match_id(self) -> str: ...

    def ByteSize(self) -> int: ...  # noqa: N802


Request = TypeVar("Request", bound=Item)
Answer = TypeVar("Answer")


class Stream(Protocol):
    """A stream to the engine, as far as its queue needs to know it."""

    @property
    def ending(self) -> bool: ...


@dataclass(slots=True, eq=False)
class Pending(Generic[Request, Answer]):
    """A request on its way, and the future that its caller waits for.

    `until` is when it is given up, by the clock of the event loop.
    """

    request: Request
    result: "asyncio.Future[Answer]"
    until: float = 0.0
    sent: int = 0

    @property
    def open(self) -> bool:
        """Whether the caller still waits."""
        return not self.result.done()

    def settle(self, answer: Answer | Exception) -> None:
        """Give the caller the answer, or the refusal, unless it has one."""
        if self.result.done():
            return
        if isinstance(answer, Exception):
            self.result.set_exception(answer)
        else:
            self.result.set_result(answer)

    def give_up(self) -> None:
        """Answer the caller with Problem unavailable."""
        self.settle(unavailable())


@dataclass(frozen=True, slots=True)
class RequestKind(Generic[Request, Answer]):
    """A kind of request in batches: its fields in the messages, and how an answer to it is read.

    `answer` turns an engine's answer to one item into the caller's, or into a refusal.
    """

    asked: str
    answered: str
    answer: Callable[[Any], Answer | Exception]


def _change(result: pb.MoveResult) -> pb.Change | Exception:
    return result.change if result.HasField("change") else _refused(result.refusal)


def _shown(shown: pb.Shown) -> pb.Shown | Exception | None:
    """Return what is shown, or the refusal; None if another way may do better.

    What is unavailable, or not played there, is asked for once more by GetMatch, which is tried at
    other engines; so is what was too much for one message.
    """
    if shown.version:
        return shown
    if not shown.HasField("refusal") or shown.refusal.reason in ("UNAVAILABLE", NOT_PLAYED_HERE):
        return None
    return _refused(shown.refusal)


def _refused(refusal: pb.Refusal) -> Exception:
    return refused(refusal.reason, refusal.message, refusal.metadata)


MOVES: RequestKind[pb.ApplyMoveRequest, pb.Change] = RequestKind("moves", "results", _change)
LOOKS: RequestKind[pb.Look, pb.Shown | None] = RequestKind("looks", "shown", _shown)


class Lane(Generic[Request, Answer]):
    """The requests of one kind that wait for an engine, and the batches of them under way."""

    def __init__(
        self, kind: RequestKind[Request, Answer], most: int = 1, of_one_match: int = BATCH
    ) -> None:
        """Up to `most` batches are under way, each with up to `of_one_match` items of a match."""
        self.kind = kind
        self.waiting: deque[Pending[Request, Answer]] = deque()
        self.most = most
        self._of_one_match = of_one_match
        self._under_way = 0

    @property
    def ready(self) -> bool:
        """Whether there is something that may be sent now."""
        return bool(self.waiting) and self._under_way < self.most

    def put(self, pending: Pending[Request, Answer]) -> None:
        # Without any stream, only this keeps what was given up from piling up.
        while self.waiting and not self.waiting[0].open:
            self.waiting.popleft()
        self.waiting.append(pending)

    def take(self) -> "Batch[Request, Answer] | None":
        """Return the next batch, if one may be sent now; call its `done` once it was answered."""
        if not self.ready:
            return None
        items = self._next_items()
        self._under_way += bool(items)
        return Batch(self, items) if items else None

    def done(self) -> None:
        """Count a batch as answered."""
        self._under_way -= 1

    def drain(self) -> Iterator[Pending[Request, Answer]]:
        """Take out all that waits."""
        while self.waiting:
            yield self.waiting.popleft()

    def _next_items(self) -> list[Pending[Request, Answer]]:
        """Take as many items as keep the others from waiting long."""
        batch: list[Pending[Request, Answer]] = []
        later: list[Pending[Request, Answer]] = []
        size, of_match = 0, Counter[str]()
        while self.waiting and len(batch) < BATCH and size < BATCH_BYTES:
            pending = self.waiting.popleft()
            match_id = pending.request.match_id
            if of_match[match_id] == self._of_one_match:
                later.append(pending)
            elif pending.open:
                batch.append(pending)
                size += pending.request.ByteSize()
                of_match[match_id] += 1
        # Back to the front and in their order, which extendleft turns round.
        self.waiting.extendleft(reversed(later))
        return batch


@dataclass(frozen=True, slots=True, eq=False)
class Batch(Generic[Request, Answer]):
    """Requests of one kind that are sent together."""

    lane: Lane[Request, Answer]
    items: list[Pending[Request, Answer]]

    def message(self) -> pb.BatchRequest:
        fields: dict[str, Any] = {self.lane.kind.asked: [each.request for each in self.items]}
        return pb.BatchRequest(**fields)

    def settle(self, response: pb.BatchResponse) -> bool:
        """Give each caller its answer; return False if the response does not have one for each."""
        kind = self.lane.kind
        outcomes = getattr(response, kind.answered)
        if len(outcomes) != len(self.items):
            return False
        for pending, outcome in zip(self.items, outcomes, strict=True):
            pending.settle(kind.answer(outcome))
        return True


AnyBatch: TypeAlias = Batch[Any, Any]


class BatchQueue:
    """The moves and looks to be sent to one engine, and the streams that lead there.

    A batch is of one lane: looks need not wait until moves are stored, and those of followers not
    until Redis has told of current versions.
    """

    def __init__(self) -> None:
        self.moves = Lane(MOVES, UNDER_WAY, OF_ONE_MATCH)
        self.followed = Lane(LOOKS)
        self.current = Lane(LOOKS)
        self.takes_current = False
        self.streams = 0
        self.closed = False
        self._lanes: deque[Lane[Any, Any]] = deque((self.moves, self.followed, self.current))
        self._idle: deque[asyncio.Future[None]] = deque()

    def put(self, lane: Lane[Request, Answer], pending: Pending[Request, Answer]) -> None:
        """Append a request to a lane, and have an idle stream take it if one may be sent now."""
        lane.put(pending)
        if lane.ready:
            self.wake()

    def wake(self) -> None:
        """Have one idle stream check whether there is something to send."""
        while self._idle:
            waiter = self._idle.popleft()
            if not waiter.done():  # else its stream was cancelled
                waiter.set_result(None)
                return

    def wake_all(self) -> None:
        for _ in range(len(self._idle)):
            self.wake()

    async def take(self, stream: Stream) -> AnyBatch | None:
        """Return the next batch; None if the stream is to end.

        Call `done` once the batch has been answered.
        """
        while not stream.ending and not self.closed:
            if batch := self._next_batch():
                return batch
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._idle.append(waiter)
            await waiter
        self.wake()  # pass on the call to a stream that goes on
        return None

    def allow(self, most: int) -> None:
        """Send up to `most` batches of moves at a time from now on."""
        self.moves.most = most
        if self.moves.ready:
            self.wake()

    def done(self, batch: AnyBatch) -> None:
        """Count a batch as answered."""
        batch.lane.done()
        if any(lane.ready for lane in self._lanes):
            self.wake()

    def _next_batch(self) -> AnyBatch | None:
        """Take what may be sent now, of each lane in turn: one stream may have to serve all."""
        for place, lane in enumerate(self._lanes):
            if batch := lane.take():
                self._lanes.rotate(-place - 1)
                return batch
        return None
