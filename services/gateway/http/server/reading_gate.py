"""The gate before a parser: what a connection sends is parsed as fast as that is paid for.

A few bytes can make a parser call for much: a frame, a chunk or a field each takes some, and each
read of a connection wakes the loop, whatever comes of it. None of these is a request, so no rate
limit counts them. So what parsing takes of the loop's time is charged to the connection and to its
address, whatever is parsed. Who has used up either share is read no further for a while, which TCP
passes on to the sender; nobody is refused.

A parser does not run ahead of the application either: what comes behind a request or a message
that waits to be taken stays bytes, which take less memory than what would be made of them.
"""

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from time import monotonic
from typing import Protocol

from gateway.http.budgets import Budget, Pot, Pots
from gateway.http.client_address import network
from gateway.http.server.reading_timer import Timer

CONNECTION = Budget(100, 100)
"""Milliseconds of the loop's time: a tenth of it, for what one connection sends."""
ADDRESS = Budget(200, 200)
"""The same for all connections of an address."""
READ_MS = 0.05
"""What a read costs around the parser: in the loop and the system, and to wake who waits for it."""
PAUSE_S = 0.25
"""How long a connection is not read at least: each look at whether it may go on takes time, too."""
PART_BYTES = 1024
"""So many bytes are parsed between two looks at what that has taken."""


class ReadingCredit:
    """What is left to addresses of the loop's time."""

    def __init__(self, is_proxy: Callable[[str], bool]) -> None:
        """What `is_proxy` tells is not charged as an address: there are many clients behind it."""
        self._is_proxy = is_proxy
        self._addresses = Pots(ADDRESS)

    def of(self, host: str) -> Pot | None:
        return None if self._is_proxy(host) else self._addresses.of(network(host))


class Account:
    """What one connection is charged for what it sends, and with it the host that sends."""

    __slots__ = ("_credit", "_host", "_own", "_shared")

    def __init__(self, credit: ReadingCredit | None) -> None:
        """Without credit, all is free."""
        self._credit = credit
        self._own = Pot(CONNECTION)
        self._host: str | None = None
        self._shared: Pot | None = None

    def wait_s(self, host: str, now: float) -> float:
        """Seconds until something is left; 0 or less if it is now."""
        if self._credit is None:
            return 0
        if host != self._host:
            self._host, self._shared = host, self._credit.of(host)
        own_s = self._own.wait_s(0, now)
        return max(own_s, self._shared.wait_s(0, now)) if self._shared else own_s

    def take(self, spent_ms: float, now: float) -> None:
        """Charge the connection, and the host that was last asked for."""
        if self._credit is None:
            return
        self._own.take(spent_ms, now)
        if self._shared:
            self._shared.take(spent_ms, now)


class Gated(Protocol):
    """What is behind a gate: the parser of one connection."""

    @property
    def takes(self) -> bool:
        """Whether the application has taken what was parsed; `ReadingGate.wake` tells so."""

    @property
    def sender(self) -> str:
        """The host that sends; of a proxy's client, it is known once the head has come."""

    def parse(self, part: bytes | memoryview) -> None: ...


class ReadingGate:
    """Passes what one connection receives on to its parser."""

    __slots__ = (
        *("_account", "_context", "_ended", "_gated", "_held", "_loop", "_owed_ms", "_parsing"),
        *("_paused", "_timer", "_transport"),
    )

    def __init__(
        self,
        gated: Gated,
        transport: asyncio.Transport,
        loop: asyncio.AbstractEventLoop,
        credit: ReadingCredit | None,
    ) -> None:
        self._gated = gated
        self._transport = transport
        self._loop = loop
        self._account = Account(credit)
        self._timer = Timer(loop)
        self._held = b""
        self._owed_ms = 0.0
        self._parsing = self._paused = self._ended = False
        # What is parsed later is no part of the request that has made room for it.
        self._context = copy_context()

    def receive(self, data: bytes) -> None:
        """Parse this, behind what is held; hold what may not be parsed now."""
        self._held = self._held + data if self._held else data
        self._owed_ms += READ_MS
        self._go_on()

    @property
    def holds(self) -> bool:
        """Whether something has come that is not parsed yet."""
        return bool(self._held)

    def wake(self) -> None:
        """Go on with what is held, now that the application has taken what was parsed."""
        if self._held and not self._parsing:
            self._loop.call_soon(self._go_on, context=self._context)

    def end(self) -> None:
        """Forget what is held: nothing is parsed any more."""
        self._ended, self._held = True, b""
        self._timer.cancel()
        self._transport.resume_reading()

    def _go_on(self) -> None:
        if not self._parsing:
            self._parsing = True
            try:
                self._held = self._parse(self._held)
            finally:
                self._parsing = False
        if self._held:
            self._paused = True
            self._transport.pause_reading()
        elif self._paused and self._gated.takes:
            self._paused = False
            self._transport.resume_reading()

    def _parse(self, held: bytes) -> bytes:
        """Parse part after part; return the rest, which may not be parsed now."""
        rest = held if len(held) <= PART_BYTES else memoryview(held)
        now = monotonic()
        while rest and self._may_go_on(now):
            self._gated.parse(rest[:PART_BYTES])
            rest = rest[PART_BYTES:]
            began, now = now, monotonic()
            self._account.take((now - began) * 1000 + self._owed_ms, now)
            self._owed_ms = 0.0
        return b"" if self._ended else bytes(rest)

    def _may_go_on(self, now: float) -> bool:
        """Return whether a part may be parsed; if that is only not paid for, set the timer."""
        if self._ended or self._timer.is_set or self._transport.is_closing():
            return False
        if not self._gated.takes:
            return False
        wait_s = self._account.wait_s(self._gated.sender, now)
        if wait_s > 0:
            self._timer.set(max(wait_s, PAUSE_S), self._go_on)
        return wait_s <= 0
