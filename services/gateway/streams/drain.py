"""The drain of a gateway that stops: every open stream is told goodbye, and so is every new one."""

import contextlib
from collections.abc import Iterator

from gateway.observability.metrics import Metrics
from gateway.streams.event_queue import EventQueue, goodbye


class EventStreams:
    """The queues of all open streams of this process, so that a shutdown can end them."""

    def __init__(self, metrics: Metrics | None = None) -> None:
        self._gauges = (metrics or Metrics()).streams
        self._queues: set[EventQueue] = set()
        self._draining = False

    @contextlib.contextmanager
    def queue(self, kind: str) -> Iterator[EventQueue]:
        """Open the queue of a new stream, which is counted until the block is left.

        `kind` is "sse", "ndjson", "socket", or "subscription" of a socket.
        """
        queue = EventQueue()
        self._queues.add(queue)
        if self._draining:
            queue.cut(goodbye("drain"))
        try:
            with self._gauges[(kind,)].track_inprogress():
                yield queue
        finally:
            self._queues.discard(queue)

    def release(self) -> None:
        """End all streams with a goodbye, and every new one at once: the process is stopping."""
        self._draining = True
        for queue in self._queues:
            queue.cut(goodbye("drain"))
