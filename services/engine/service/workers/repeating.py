"""What background workers have in common: they repeat an act, and go on whatever it meets."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from engine.domain.errors import StoreUnavailable

log = logging.getLogger("engine")


class Repeating:
    """Repeats an act until `stop`; what is idle meanwhile is logged once for each outage."""

    def __init__(self, idle: str) -> None:
        """`idle` says what is not done while the act fails: "matches are not tallied"."""
        self._idle = idle
        self._stop = asyncio.Event()
        self._told = self._out = False

    @property
    def stopping(self) -> bool:
        """Whether to claim no more."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Finish what is claimed, and claim no more."""
        self._stop.set()

    async def repeat(self, act: Callable[[], Awaitable[None]], every_s: float) -> None:
        """Act, and rest; while it raises StoreUnavailable, try again."""
        while not self.stopping:
            self._out = False
            try:
                await act()
                self._told = self._out
            except StoreUnavailable as failure:
                self.note(failure)
            except Exception as error:  # a message could hold a card
                log.error("%s: %s", self._idle, type(error).__name__)
            await self.rest(every_s)

    async def rest(self, seconds: float) -> None:
        """Wait, unless `stop` is called meanwhile."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stop.wait()

    def note(self, failure: Exception) -> None:
        """Log an outage, also of a part that does not hold up the rest of the act."""
        self._out = True
        if not self._told:
            log.warning("%s: %s", self._idle, failure)
        self._told = True
