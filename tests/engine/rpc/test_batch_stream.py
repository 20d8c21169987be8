"""Batch streams over real gRPC: batches are answered, and streams end by agreement."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import engine_service_pb2_grpc as pb_grpc
from engine.rpc import batch_stream
from engine.rpc.batch_stream import BatchStreams

pytestmark = pytest.mark.anyio

TIMEOUT_S = 20.0


class Servicer(pb_grpc.EngineServiceServicer):
    """Answers each batch with the ids of its matches, without making a move."""

    def __init__(self) -> None:
        self.streams = BatchStreams(self._answer)

    async def _answer(self, request: pb.BatchRequest) -> pb.BatchResponse:
        results = [
            pb.MoveResult(refusal=pb.Refusal(message=move.match_id)) for move in request.moves
        ]
        return pb.BatchResponse(results=results)

    async def Batches(self, requests: object, context: Any) -> None:  # type: ignore[override]  # noqa: N802
        await self.streams.serve(context)


@asynccontextmanager
async def opened() -> AsyncIterator[tuple[BatchStreams, Any]]:
    """The streams of an engine, and a stub to open some with."""
    server = grpc.aio.server()
    servicer = Servicer()  # type: ignore[abstract] # it has this one method
    pb_grpc.add_EngineServiceServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            yield servicer.streams, pb_grpc.EngineServiceStub(channel)
    finally:
        await server.stop(None)


def batch(*match_ids: str) -> pb.BatchRequest:
    return pb.BatchRequest(moves=[pb.ApplyMoveRequest(match_id=each) for each in match_ids])


def answered(response: pb.BatchResponse) -> list[str]:
    return [result.refusal.message for result in response.results]


async def test_batches_are_answered_in_their_order() -> None:
    async with opened() as (_, stub):
        call = stub.Batches(timeout=TIMEOUT_S)
        for ids in (["a"], ["b", "c"], []):
            await call.write(batch(*ids))
            assert answered(await call.read()) == ids
        await call.done_writing()
        assert await call.read() is grpc.aio.EOF
        assert await call.code() == grpc.StatusCode.OK


async def test_streams_of_one_engine_name_it() -> None:
    async with opened() as (_, stub), opened() as (_, other):
        names = []
        for each in (stub, stub, other):
            call = each.Batches(timeout=TIMEOUT_S)
            names.append(dict(await call.initial_metadata())["engine-id"])
            await call.done_writing()
            await call.read()
    assert names[0] == names[1] != names[2]


async def test_what_is_sent_before_both_have_agreed_is_answered() -> None:
    async with opened() as (streams, stub):
        call = stub.Batches(timeout=TIMEOUT_S)
        await call.write(batch("a"))
        assert answered(await call.read()) == ["a"]
        streams.end()
        assert (await call.read()).last
        await call.write(batch("b"))
        assert answered(await call.read()) == ["b"]
        await call.done_writing()
        assert await call.read() is grpc.aio.EOF
        assert await call.code() == grpc.StatusCode.OK


async def test_a_stream_that_is_opened_while_the_engine_stops_is_to_end() -> None:
    async with opened() as (streams, stub):
        streams.end()
        call = stub.Batches(timeout=TIMEOUT_S)
        assert (await call.read()).last


async def test_an_old_stream_is_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_stream, "MAX_AGE_S", 0.1)
    async with opened() as (_, stub):
        call = stub.Batches(timeout=TIMEOUT_S)
        assert (await call.read()).last


async def test_a_gateway_that_does_not_close_its_side_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(batch_stream, "CLOSING_S", 0.1)
    async with opened() as (streams, stub):
        call = stub.Batches(timeout=TIMEOUT_S)
        await call.write(batch("a"))
        await call.read()
        streams.end()
        assert (await call.read()).last
        assert await call.read() is grpc.aio.EOF
        assert await call.code() == grpc.StatusCode.OK
