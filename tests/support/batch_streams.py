"""Engines that serve in this process, and the gateway's batch streams to them."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import grpc
import orjson
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import engine_service_pb2_grpc as pb_grpc
from engine.domain.registry import GAMES
from engine.rpc.server import Server
from engine.service.matches import Matches
from engine.store.matches import MatchStore
from engine.store.types import Ttl
from enginelink.channel import OPTIONS
from gateway.engine_client.batch_stream_pool import BatchStreamPool
from gateway.errors import Problem
from redislink.client import connect

from tests.support.matches import Table, fresh_id
from tests.support.waiting import happens

TTL = Ttl(finished=1_000_000, abandoned=2_000_000)
CACHED = 1000
PATIENT_S = 20.0
"""A timeout for tests that are not about time, so that a slow machine is no outage."""


@asynccontextmanager
async def matches_in(redis_url: str) -> AsyncIterator[Matches]:
    """Connect to the matches without any engine."""
    async with connect(redis_url, PATIENT_S) as client:
        yield Matches(MatchStore(client, TTL, CACHED))


@asynccontextmanager
async def engine(redis_url: str, port: int = 0) -> AsyncIterator[tuple[Server, str]]:
    """Serve an engine in this process; yield it with its address."""
    async with matches_in(redis_url) as own:
        server = Server(own, with_reflection=False)
        port = await server.start(f"127.0.0.1:{port}")
        try:
            yield server, f"127.0.0.1:{port}"
        finally:
            await server.grpc.stop(None)


@dataclass
class Gateway:
    """The gateway's batch streams, and every call that they have opened."""

    streams: BatchStreamPool
    dial: Callable[[], Any]
    opened: list[Any]


@asynccontextmanager
async def gateway(*addresses: str, timeout_s: float = PATIENT_S) -> AsyncIterator[Gateway]:
    """Open batch streams to the engines at these addresses."""
    options = [option for option in OPTIONS if option[0] != "grpc.service_config"]
    balanced = ("grpc.service_config", '{"loadBalancingConfig": [{"round_robin": {}}]}')
    target = f"ipv4:{','.join(addresses)}"
    opened: list[Any] = []
    async with grpc.aio.insecure_channel(target, options=[*options, balanced]) as channel:
        stub: Any = pb_grpc.EngineServiceStub(channel)

        def dial() -> Any:
            opened.append(stub.Batches())
            return opened[-1]

        streams = BatchStreamPool(dial, timeout_s)
        streams.start()
        try:
            yield Gateway(streams, stub.Batches, opened)
        finally:
            await streams.stop()


def shown(change: pb.Change) -> dict[str, Any]:
    """Return the match after a change."""
    match: dict[str, Any] = orjson.loads(change.text.match)
    return match


async def until_open(streams: BatchStreamPool, table: Table) -> None:
    """Wait until an engine answers, be it that a move is not one."""

    async def answered() -> bool:
        try:
            await streams.apply(pb.ApplyMoveRequest(match_id=table.match_id, notation="nonsense"))
        except Problem as refusal:
            return refusal.code != "unavailable"
        return True

    await happens(answered)


async def next_move(table: Table, keyed: bool = False) -> pb.ApplyMoveRequest:
    """Return the request for a legal move of the player to move."""
    seat, move = await table.turn()
    name = fresh_id()
    return pb.ApplyMoveRequest(
        match_id=table.match_id,
        caller=pb.Caller(player_id=table.players[seat].id, seat=seat),
        notation=GAMES["lost-cities"].rules.notation(move),
        idempotency=pb.Idempotency(key=name, fingerprint=name) if keyed else None,
    )
