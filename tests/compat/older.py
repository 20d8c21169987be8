"""What stands between two programs and lets through only what a release knew.

In front of an engine it makes of it, as far as the wire goes, an engine of that release, and of
whoever calls it a gateway of that release: fields and calls that came later are not there.
"""

from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from typing import Any

import grpc
from google.protobuf import descriptor_pb2
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from tools.breaking import methods

Trim = Callable[[bytes], bytes]


@asynccontextmanager
async def as_of(release: FileDescriptorSet, address: str) -> AsyncIterator[tuple[str, "Older"]]:
    """Where the engine at `address` can be had as one of that release, and what passed there."""
    async with grpc.aio.insecure_channel(address) as channel:
        older = Older(release, channel)
        server = grpc.aio.server()
        server.add_generic_rpc_handlers((older,))
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        try:
            yield f"127.0.0.1:{port}", older
        finally:
            await server.stop(1)


class Older(grpc.GenericRpcHandler):
    """Passes on what the release knew; the rest of the calls is UNIMPLEMENTED."""

    def __init__(self, release: FileDescriptorSet, channel: grpc.aio.Channel) -> None:
        self._methods = methods(release)
        self._pool = pool_of(release)
        self._channel = channel
        self.passed = 0
        """Messages, in both directions."""

    def service(self, details: grpc.HandlerCallDetails) -> Any:
        name = str(details.method)
        if (method := self._methods.get(name.lstrip("/"))) is None:
            return None
        request, answer = (
            self._counted(trimming(self._pool, kind.lstrip(".")))
            for kind in (method.input_type, method.output_type)
        )
        if method.client_streaming:
            known = self._pool.FindMessageTypeByName(method.input_type.lstrip("."))
            names = {"engine-id", *known.fields_by_name}
            return grpc.stream_stream_rpc_method_handler(self._stream(name, request, answer, names))
        return grpc.unary_unary_rpc_method_handler(self._call(name, request, answer))

    def _counted(self, trim: Trim) -> Trim:
        def counting(wire: bytes) -> bytes:
            self.passed += 1
            return trim(wire)

        return counting

    def _call(self, name: str, request: Trim, answer: Trim) -> Any:
        async def call(wire: bytes, context: Any) -> bytes:
            ask: Any = self._channel.unary_unary(name)
            try:
                return answer(await ask(request(wire), metadata=context.invocation_metadata()))
            except grpc.aio.AioRpcError as error:
                await context.abort(error.code(), error.details(), error.trailing_metadata())
                raise

        return call

    def _stream(self, name: str, request: Trim, answer: Trim, names: Collection[str]) -> Any:
        """A call whose engine says of itself no more than these names."""

        async def stream(requests: AsyncIterator[bytes], context: Any) -> None:
            ask: Any = self._channel.stream_stream(name)

            async def trimmed() -> AsyncIterator[bytes]:
                async for wire in requests:
                    yield request(wire)

            answers = ask(trimmed())
            about = await answers.initial_metadata() or ()
            await context.send_initial_metadata([each for each in about if each[0] in names])
            async for wire in answers:
                await context.write(answer(wire))

        return stream


def pool_of(release: FileDescriptorSet) -> DescriptorPool:
    """Its messages, apart from those of this program."""
    pool = DescriptorPool()
    # Options of our own extend it; a release has only the files of this project.
    pool.AddSerializedFile(descriptor_pb2.DESCRIPTOR.serialized_pb)
    waiting = list(release.file)
    while waiting:
        file = waiting.pop(0)
        if {each.name for each in waiting} & set(file.dependency):
            waiting.append(file)
        else:
            pool.AddSerializedFile(file.SerializeToString())
    return pool


def trimming(pool: DescriptorPool, name: str) -> Trim:
    """What a program with these messages has of one that it was sent."""
    kind: type[Message] = GetMessageClass(pool.FindMessageTypeByName(name))

    def trim(wire: bytes) -> bytes:
        message = kind.FromString(wire)
        message.DiscardUnknownFields()
        return message.SerializeToString()

    return trim
