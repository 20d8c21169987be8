"""Lanes: the moves that wait for an engine, and what of them goes next."""

import asyncio
from collections import Counter, deque
from dataclasses import dataclass
from typing import Protocol

from croupier.v1 import engine_service_pb2 as pb

from gateway.engine_client.errors import refused
from gateway.errors import unavailable

UNDER_WAY = 2
"""Batches that one engine works at, at once."""
BATCH = 64
"""The most moves of one message: so many keep an engine busy for some 10 ms."""
BATCH_BYTES = 1024 * 1024
"""No further move joins a batch of this size; an engine takes four times as much."""
OF_ONE_MATCH = 4
"""The most moves of one match in a batch: an engine makes them one after the other."""


class Ending(Protocol):
    """A line, as far as its lane has to know it."""

    @property
    def ending(self) -> bool: ...


@dataclass(slots=True, eq=False)
class PendingMove:
    """A move on its way, and where its change or refusal is waited for."""

    request: pb.ApplyMoveRequest
    result: "asyncio.Future[pb.Change]"
    sent: int = 0

    @property
    def open(self) -> bool:
        """Whether anybody still waits for it."""
        return not self.result.done()

    def settle(self, told: pb.MoveResult) -> None:
        if not self.open:
            return
        if told.WhichOneof("result") == "change":
            self.result.set_result(told.change)
            return
        self.result.set_exception(
            refused(told.refusal.reason, told.refusal.message, told.refusal.metadata)
        )

    def give_up(self) -> None:
        if self.open:
            self.result.set_exception(unavailable())


class EngineQueue:
    """What is to be sent to one engine, and the lines that lead there."""

    def __init__(self) -> None:
        self.lines = 0
        self.over = False
        self.orders: deque[PendingMove] = deque()
        self._under_way = 0
        self._idle: deque[asyncio.Future[None]] = deque()

    def put(self, order: PendingMove) -> None:
        while self.orders and not self.orders[0].open:
            self.orders.popleft()  # nobody waits any more, and nobody may come to take it
        self.orders.append(order)
        if self._under_way < UNDER_WAY:
            self.wake()

    def wake(self) -> None:
        """Have one idle line look whether there is anything to do."""
        while self._idle:
            waiting = self._idle.popleft()
            if not waiting.done():
                waiting.set_result(None)
                return

    async def take(self, line: Ending) -> list[PendingMove]:
        """The next batch, none if the line is to end; once it is answered, call `done`."""
        while not line.ending and not self.over:
            batch = self._batch() if self._under_way < UNDER_WAY else []
            if batch:
                self._under_way += 1
                return batch
            waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._idle.append(waiting)
            await waiting
        self.wake()  # somebody else's turn
        return []

    def done(self) -> None:
        self._under_way -= 1
        if self.orders:
            self.wake()

    def wake_all(self) -> None:
        for _ in range(len(self._idle)):
            self.wake()

    def _batch(self) -> list[PendingMove]:
        """What is to be sent now, so much that nobody has to wait long for the others."""
        batch: list[PendingMove] = []
        later: list[PendingMove] = []
        size, of_match = 0, Counter[str]()
        while self.orders and len(batch) < BATCH and size < BATCH_BYTES:
            order = self.orders.popleft()
            match_id = order.request.match_id
            if of_match[match_id] == OF_ONE_MATCH:
                later.append(order)
            elif order.open:
                batch.append(order)
                size += order.request.ByteSize()
                of_match[match_id] += 1
        self.orders.extendleft(reversed(later))
        return batch
