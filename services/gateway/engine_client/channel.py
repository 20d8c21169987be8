"""The channel to the engines, and the next one when the certificates have changed.

A channel keeps the certificates with which it was made. The next one is used once it has
reached an engine: certificates that no engine believes change nothing.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import grpc
from telemetry.redaction import error_location
from tls.credentials import CredentialFiles, Reloader

LOOK_S = 1.0
"""How often it is looked whether the certificates have changed."""
LEAVE_S = 25.0
"""The longest that a channel is kept for what is sent over it; engines end every line before."""

BEFORE = "channel before"
"""The name of a task that waits until one can be closed."""
LOG = logging.getLogger("gateway")
NAME = "grpc.ssl_target_name_override"
READY = grpc.ChannelConnectivity.READY
Option = tuple[str, Any]


class ReloadingChannel:
    """One channel at a time; those before it are closed once nothing is sent over them."""

    def __init__(
        self,
        target: str,
        options: Sequence[Option],
        files: CredentialFiles | None,
        name: str,
        use: Callable[[grpc.aio.Channel], None],
    ) -> None:
        """Have the channel used, and each that follows. Without files it is plain text.

        `name` is in the engines' certificates; empty, it is the target's host. Raise Unfit if
        the files make no sense now.
        """
        self._target = target
        self._options = [*options, *([(NAME, name)] if name else [])]
        self._latest = Reloader(files, LOG) if files else None
        self._next: grpc.aio.Channel | None = None
        self._renewed = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._use = use
        self._current = self._open()
        use(self._current)

    def start(self) -> None:
        """Follow the files from now on."""
        if self._latest:
            self._do(self._follow(self._latest), "certificates")

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._drop_next()
        await self._current.close()

    def _open(self) -> grpc.aio.Channel:
        if not self._latest:
            return grpc.aio.insecure_channel(self._target, self._options)
        papers = self._latest.credentials
        credentials = grpc.ssl_channel_credentials(
            papers.authorities, papers.key, papers.certificate
        )
        return grpc.aio.secure_channel(self._target, credentials, self._options)

    async def _follow(self, latest: Reloader) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await self._look(latest)
            except Exception as error:
                LOG.error("certificates could not be taken up: %s", error_location(error))

    async def _look(self, latest: Reloader) -> None:
        """What has failed is tried again by the next look."""
        self._renewed = latest.reload() or self._renewed
        if self._renewed:
            await self._drop_next()
            self._next = self._open()
            self._renewed = False
        self._move_over()

    def _move_over(self) -> None:
        """Once the next channel leads somewhere; until then, the one before is as good as ever."""
        if not self._next or self._next.get_state(try_to_connect=True) != READY:
            return
        self._use(self._next)
        before, self._current, self._next = self._current, self._next, None
        LOG.info("engines are called with the new certificates")
        self._do(_leave(before), BEFORE)

    async def _drop_next(self) -> None:
        if self._next:
            await self._next.close()
        self._next = None

    def _do(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _leave(channel: grpc.aio.Channel) -> None:
    """Close it once its calls have ended, or at the end of our patience."""
    try:
        await channel.close(LEAVE_S)
    finally:
        await channel.close()
