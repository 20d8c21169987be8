"""Message slots: sockets take turns in beginning their messages, a few per pass of the event loop.

A client may send many messages at once. If all were begun at once, everything else would wait
until the last of them had had its first step; so a flood on sockets would delay those that send
one request at a time.
"""

import asyncio
from collections import deque

MOST = 8
"""Messages that are begun in one pass of the event loop."""


class MessageSlots:
    """The order in which the sockets of one gateway begin messages."""

    def __init__(self) -> None:
        self._begun = 0
        self._line: deque[asyncio.Future[None]] = deque()

    async def begin(self) -> None:
        """Return once the next message may begin. A socket waits for one message at a time."""
        loop = asyncio.get_running_loop()
        if not self._begun:
            loop.call_soon(self._next_round)
        if self._begun < MOST and not self._line:
            self._begun += 1
            return
        place = loop.create_future()
        self._line.append(place)
        await place

    def _next_round(self) -> None:
        self._begun = 0
        while self._line and self._begun < MOST:
            place = self._line.popleft()
            if not place.cancelled():  # its socket has gone
                place.set_result(None)
                self._begun += 1
        if self._begun:
            asyncio.get_running_loop().call_soon(self._next_round)
