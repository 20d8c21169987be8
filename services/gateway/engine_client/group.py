"""One group of engines: its channel, its batch streams, and how many calls wait for it.

All but the first group, which is called "", have games that may hang or fall: whoever asks such a
group must not take the time of those who ask others. So only a few wait for one that says nothing,
and nobody for one that is gone.
"""

import asyncio
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import grpc
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import engine_service_pb2_grpc as pb_grpc
from enginelink.channel import SERVICE, ReloadingChannel, channel_options
from google.protobuf.message import Message
from grpc_health.v1 import health_pb2, health_pb2_grpc
from tls.credentials import CredentialFiles

from gateway import context
from gateway.engine_client.batch_stream_pool import BatchStreamPool
from gateway.engine_client.errors import from_grpc
from gateway.errors import GroupAway, NotPlayed, Problem

GONE_S = 1.0
"""How long moves wait for a stream to a group that has none, as they do while it is restarted."""
SILENT_S = 0.3
"""Without an answer for so long, a group is asked no more by many: a healthy one needs 20 ms."""
WAITING = 8
"""How many may wait for such a group: of the 64 requests that a gateway works on at a time."""
UNCOUNTED = nullcontext()


@dataclass(frozen=True, slots=True)
class Way:
    """The settings by which a gateway calls the engines of all groups.

    `tls` has the files of the certificates; `tls_name` is the name in the engines', unless it is
    the target's host. Moves go over streams with `batching`; without it, each is a call.
    """

    timeout_s: float
    batching: bool = True
    tls: CredentialFiles | None = None
    tls_name: str = ""


class EngineGroup:
    """The engines behind one target. Calls raise what `engine_client.errors` makes of failures."""

    def __init__(self, name: str, target: str, way: Way) -> None:
        """Raise InvalidCredentials if the files of certificates cannot be used."""
        self.name = name
        self._timeout_s = way.timeout_s
        self._channel = ReloadingChannel(
            target, channel_options(way.timeout_s), way.tls, way.tls_name, self._use_channel
        )
        # A lambda, since the stub is replaced together with the channel.
        self.streams = (
            BatchStreamPool(lambda: self._stub.Batches(), way.timeout_s, name)
            if way.batching
            else None
        )
        self._waiting = 0
        self._asked_at = 0.0
        """When the first of those that wait was asked."""
        self._heard = float("-inf")
        """When the group answered last."""

    def start(self) -> None:
        """Open the batch streams, without which batched moves wait in vain; follow certificates."""
        self._channel.start()
        if self.streams:
            self.streams.start()

    async def close(self) -> None:
        if self.streams:
            await self.streams.stop()
        await self._channel.close()

    def _use_channel(self, channel: grpc.aio.Channel) -> None:
        self._stub: Any = pb_grpc.EngineServiceStub(channel)
        self._health: Any = health_pb2_grpc.HealthStub(channel)

    async def healthy(self) -> bool:
        """Return whether an engine answers that it serves, and moves can be sent to one."""
        if self.streams and not self.streams.connected:
            return False
        request = health_pb2.HealthCheckRequest(service=SERVICE)
        try:
            answer = await self._health.Check(request, timeout=self._timeout_s)
        except grpc.aio.AioRpcError:
            return False
        return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)

    async def ask(self, method: str, request: Message, ends: float) -> Any:
        """Return one engine's answer, until `ends` by the loop's clock. Raise NotPlayedHere."""
        with self._asked():
            left_s = ends - asyncio.get_running_loop().time()
            try:
                return await getattr(self._stub, method)(
                    request, timeout=left_s, metadata=context.grpc_metadata()
                )
            except grpc.aio.AioRpcError as error:
                raise await from_grpc(error) from None

    async def apply(self, request: pb.ApplyMoveRequest) -> pb.Change:
        """Return the change, which is stored, over a stream. Raise NotPlayedHere."""
        assert self.streams  # noqa: S101
        with self._asked():
            return await self.streams.apply(request)

    async def look(self, look: pb.Look) -> pb.Shown | None:
        """Return the match over a stream; None if it must be asked by GetMatch."""
        if self.streams is None:
            return None
        with self._asked():
            return await self.streams.look(look)

    def _asked(self) -> AbstractContextManager[None]:
        """Return what counts the question of its block, but of the first group.

        Of that, all is asked, and failures stay what they are.
        """
        return self._counted() if self.name else UNCOUNTED

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Count the question of the block. Raise GroupAway if it may not be asked, or fails."""
        now = asyncio.get_running_loop().time
        if not self._waiting:
            self._asked_at = now()
        if self._is_away(now()):
            raise GroupAway
        self._waiting += 1
        try:
            yield
        except Exception as refusal:
            if _is_outage(refusal):
                raise GroupAway from None
            self._heard = now()
            raise
        else:
            self._heard = now()
        finally:
            self._waiting -= 1

    def _is_away(self, now: float) -> bool:
        """Return whether no more requests are to wait for the group."""
        if self._waiting >= WAITING and now - max(self._heard, self._asked_at) > SILENT_S:
            return True
        gone_s = self.streams.gone_s if self.streams else 0.0
        # One that is back answers calls before the first stream leads there.
        return min(gone_s, now - self._heard) > GONE_S


def _is_outage(refusal: Exception) -> bool:
    """Return whether this is no answer; that no engine has the rules of a match is one."""
    if isinstance(refusal, NotPlayed) or not isinstance(refusal, Problem):
        return False
    return refusal.label == "unavailable"
