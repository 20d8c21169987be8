"""Background worker that says every BEAT_S that this engine lives, and what it plays."""

import asyncio
import logging
import os
import secrets
import socket
from contextlib import suppress

from telemetry.redaction import error_location

from engine.domain.errors import StoreUnavailable
from engine.store.engines import BEAT_S, Engines

AGAIN_S = 1.0
"""How long to wait after a beat that failed."""

log = logging.getLogger("engine")


class Heartbeat:
    """Beats until `stop`. What fails is tried again soon: the store is watched by others."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self._stop = asyncio.Event()
        # By the host, so that operators know it; not by that alone, since it may start again.
        self._name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(2)}"

    async def beat(self) -> bool:
        """Beat once; return whether that was stored."""
        try:
            await self._engines.beat(self._name)
        except StoreUnavailable:
            return False
        except Exception as error:  # the next beat may succeed
            log.error("the heartbeat failed: %s", error_location(error))
            return False
        return True

    async def run(self) -> None:
        """Beat until `stop`."""
        while not self._stop.is_set():
            wait_s = BEAT_S if await self.beat() else AGAIN_S
            with suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    await self._stop.wait()

    def stop(self) -> None:
        """Beat no more. Until `leave`, others know that this engine still answers."""
        self._stop.set()

    async def leave(self) -> None:
        """Say that this engine is gone, if the store can be told."""
        with suppress(StoreUnavailable):
            await self._engines.leave(self._name)
