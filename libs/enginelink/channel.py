"""The gRPC channel to the engines: its options, and a new one when the certificates change.

The options are load balancing, retries, limits and pings. A channel keeps the certificates with
which it was made. The next one is used once it has reached an engine: certificates that no engine
accepts change nothing.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import grpc
from croupier.v1 import engine_service_pb2 as pb
from redislink.tasks import cancel_and_wait
from telemetry.redaction import error_location
from tls.credentials import CredentialFiles, Reloader

POLL_S = 1.0
"""How often the files and the next channel are checked."""
GRACE_S = 25.0
"""How long a replaced channel is kept for its calls; engines end every batch stream before."""

RETIRING = "retiring channel"
"""The name of a task that waits until a replaced channel can be closed."""
NAME = "grpc.ssl_target_name_override"
READY = grpc.ChannelConnectivity.READY
Option = tuple[str, Any]

SERVICE = pb.DESCRIPTOR.services_by_name["EngineService"].full_name
READS = [
    "ListGames",
    "DescribeGame",
    "GetRoster",
    "GetMatch",
    "BatchGetMatches",
    "ListMatches",
    "ListLegalMoves",
    "ListMoves",
    "ListChanges",
    "GetVersions",
    "GetReplay",
    "GetTicket",
    "ListInvitations",
    "FindInvitations",
    "CountMatches",
]
MAX_MESSAGE_BYTES = 4 * 1024 * 1024

# Only reads are retried. A change whose answer was lost may have been stored, so its
# caller must repeat it, with its Idempotency-Key. CANCELLED is what an engine answers
# that begins to stop just as it is called.
SERVICE_CONFIG = {
    "loadBalancingConfig": [{"round_robin": {}}],
    "methodConfig": [
        {
            "name": [{"service": SERVICE, "method": method} for method in READS],
            "retryPolicy": {
                "maxAttempts": 3,
                "initialBackoff": "0.05s",
                "maxBackoff": "0.2s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE", "CANCELLED"],
            },
        }
    ],
}
OPTIONS = (
    ("grpc.service_config", json.dumps(SERVICE_CONFIG)),
    # gRPC's own limits, 2 minutes between attempts to connect and 30 s between look-ups of names,
    # would leave gateways without engines after a rollout that replaces all of them.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.dns_min_time_between_resolutions_ms", 1000),
    ("grpc.keepalive_time_ms", 3_000),
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
)


class ReloadingChannel:
    """One channel at a time; those before it are closed once their calls have ended."""

    def __init__(
        self,
        target: str,
        options: Sequence[Option],
        files: CredentialFiles | None,
        name: str,
        use: Callable[[grpc.aio.Channel], None],
        program: str = "gateway",
    ) -> None:
        """Call `use` with the channel, and with each that replaces it; `program` is its logger.

        Without `files` it is plain text. `name` is the one in the engines' certificates; if it
        is empty, that is the target's host. Raise InvalidCredentials if the files cannot be used.
        """
        self._target = target
        self._options = [*options, *([(NAME, name)] if name else [])]
        self._log = logging.getLogger(program)
        self._reloader = Reloader(files, self._log) if files else None
        self._next: grpc.aio.Channel | None = None
        self._renewed = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._use = use
        self._current = self._open()
        use(self._current)

    def start(self) -> None:
        """Follow the files from now on."""
        if self._reloader:
            self._spawn(self._follow(self._reloader), "certificates")

    async def close(self) -> None:
        await cancel_and_wait(*self._tasks)
        await self._drop_next()
        await self._current.close()

    def _open(self) -> grpc.aio.Channel:
        if not self._reloader:
            return grpc.aio.insecure_channel(self._target, self._options)
        found = self._reloader.credentials
        credentials = grpc.ssl_channel_credentials(found.authorities, found.key, found.certificate)
        return grpc.aio.secure_channel(self._target, credentials, self._options)

    async def _follow(self, reloader: Reloader) -> None:
        while True:
            await asyncio.sleep(POLL_S)
            try:
                await self._poll(reloader)
            except Exception as error:
                self._log.error("certificates could not be taken up: %s", error_location(error))

    async def _poll(self, reloader: Reloader) -> None:
        """Prepare a channel if the files have changed, and switch to it once it is ready."""
        # Remembered until the channel is made: what fails here is tried again by the next poll.
        self._renewed = reloader.reload() or self._renewed
        if self._renewed:
            await self._drop_next()
            self._next = self._open()
            self._renewed = False
        self._switch()

    def _switch(self) -> None:
        """Use the next channel if it has reached an engine; until then the current one serves."""
        if not self._next or self._next.get_state(try_to_connect=True) != READY:
            return
        self._use(self._next)
        replaced, self._current, self._next = self._current, self._next, None
        self._log.info("engines are called with the new certificates")
        self._spawn(_retire(replaced), RETIRING)

    async def _drop_next(self) -> None:
        if self._next:
            await self._next.close()
        self._next = None

    def _spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _retire(channel: grpc.aio.Channel) -> None:
    """Close the channel once its calls have ended, at the latest after GRACE_S."""
    try:
        await channel.close(GRACE_S)
    finally:
        await channel.close()  # at once, if the task was cancelled


def channel_options(timeout_s: float) -> list[tuple[str, Any]]:
    """Return the options of a channel that leaves out engines which hang.

    Their connections stay open, so they would get their share of the calls. A ping that gets no
    answer tells; twice the time of a call, so that a short pause fails no more than its calls.
    """
    wait_ms = int(2000 * timeout_s)
    # gRPC 1.85 takes the latter, which is a minute by default, whatever the former is.
    names = ("grpc.keepalive_timeout_ms", "grpc.http2.ping_timeout_ms")
    return [*OPTIONS, *((name, wait_ms) for name in names)]
