"""Bounds the time that a client may take to read its answers: it may go on while it reads."""

import asyncio
from functools import partial
from typing import Any

from gateway.transport.reading_timer import Timer

STUCK_S = 30.0
"""How long a client may take for each READ_BYTES of what fills the write buffer."""
READ_BYTES = 48 * 1024


class UnreadAnswers:
    """Cuts off a client that does not read what is to be sent to it."""

    __slots__ = ("_timer", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._timer = Timer(loop)

    def watch(self) -> None:
        """From now on, the client must read READ_BYTES within STUCK_S, again and again."""
        self._timer.set(STUCK_S, partial(self._check, self._unsent))

    def end(self) -> None:
        self._timer.cancel()

    @property
    def _unsent(self) -> int:
        return self._transport.get_write_buffer_size()

    def _check(self, before: int) -> None:
        if self._unsent > before - READ_BYTES:
            self._transport.abort()
        else:
            self.watch()


def extensions(transport: asyncio.Transport) -> dict[str, Any]:
    """Return the extensions of a request's scope: to cut its connection, to see if that is gone."""
    return {
        # Drops what is still to be sent; closing would wait for the client.
        "croupier.abort": {"abort": transport.abort},
        # Whether there is nobody left to answer, without a look at what was sent.
        "croupier.gone": {"gone": transport.is_closing},
    }
