"""The time that a client has to send a request, which passes only while the server reads."""

import asyncio
from collections.abc import Callable

from uvicorn.protocols.http.flow_control import FlowControl

HEAD_S = 10.0
"""How long a head may take, from the beginning of the connection or from its first byte."""
PROBE_HEAD_S = 1.0
"""The same where all places but those for probes are taken."""
REST_S = 10.0
"""How long the rest of a body may take that was answered without it."""


class Timer:
    """Calls one function after a time; to set it again replaces the call before."""

    __slots__ = ("_handle", "_loop")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        return self._handle is not None

    def set(self, seconds: float, then: Callable[[], object]) -> None:
        """Call `then` after so many seconds, unless it is set again or cancelled before."""
        self.cancel()
        self._handle = self._loop.call_later(seconds, self._end, then)

    def cancel(self) -> None:
        if self._handle:
            self._handle.cancel()
        self._handle = None

    def _end(self, then: Callable[[], object]) -> None:
        self._handle = None
        then()


class ReadingFlow(FlowControl):
    """Uvicorn's flow control, which tells when the connection is read again."""

    def __init__(self, transport: asyncio.Transport, on_resumed: Callable[[], object]) -> None:
        super().__init__(transport)
        self._on_resumed = on_resumed

    def resume_reading(self) -> None:
        paused = self.read_paused
        super().resume_reading()
        if paused:
            self._on_resumed()
