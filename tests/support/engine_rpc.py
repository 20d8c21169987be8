"""An engine that serves over gRPC, and requests as a gateway makes them."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import grpc
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import engine_service_pb2_grpc as pb_grpc
from engine.domain.registry import GAMES
from engine.observability.rpc import RpcObserver
from engine.rpc.server import CALLS, Server
from engine.service.matches import Matches
from google.protobuf.json_format import ParseDict
from grpc_health.v1 import health_pb2_grpc

from tests.support.matches import fresh_id

if TYPE_CHECKING:
    from croupier.v1.engine_service_pb2_grpc import EngineServiceAsyncStub

    Stub: TypeAlias = EngineServiceAsyncStub


def packed(game_id: str, kind: str, json: Any) -> pb.Packed:
    """Return options or a move as a gateway sends them."""
    game = GAMES[game_id]
    message = ParseDict(json, game.wire.classes[kind]())
    return pb.Packed(rules_version=game.rules.VERSION, value=message.SerializeToString())


SHORT = packed("lost-cities", "Options", {"rounds": 1, "startSeat": 0})
"""One round, begun by seat 0."""


@dataclass(frozen=True)
class Running:
    """An engine that serves at a port of this machine, and a channel to it."""

    server: Server
    address: str
    channel: grpc.aio.Channel

    @property
    def stub(self) -> "Stub":
        return pb_grpc.EngineServiceStub(self.channel)

    @property
    def health(self) -> Any:
        return health_pb2_grpc.HealthStub(self.channel)


@asynccontextmanager
async def serving(
    matches: Matches,
    with_reflection: bool = True,
    observer: RpcObserver | None = None,
    calls: int = CALLS,
) -> AsyncIterator[Running]:
    server = Server(matches, with_reflection, observer, calls)
    address = f"127.0.0.1:{await server.start('127.0.0.1:0')}"
    try:
        async with grpc.aio.insecure_channel(address) as channel:
            yield Running(server, address, channel)
    finally:
        await server.grpc.stop(None)


def person(name: str = "Ada") -> pb.Player:
    return pb.Player(id=fresh_id(), display_name=name, kind=pb.PLAYER_KIND_HUMAN)


def used(name: str, fingerprint: str = "this") -> pb.Idempotency:
    return pb.Idempotency(key=name, fingerprint=fingerprint)


@dataclass(frozen=True)
class Table:
    """A match between two players."""

    match_id: str
    players: tuple[pb.Player, ...]

    def caller(self, seat: int) -> pb.Caller:
        return pb.Caller(player_id=self.players[seat].id, seat=seat)

    def act(self, seat: int, **more: Any) -> pb.ActRequest:
        return pb.ActRequest(match_id=self.match_id, caller=self.caller(seat), **more)

    def move(self, seat: int, **more: Any) -> pb.ApplyMoveRequest:
        return pb.ApplyMoveRequest(match_id=self.match_id, caller=self.caller(seat), **more)

    def join(self, player: pb.Player, **more: Any) -> pb.JoinMatchRequest:
        return pb.JoinMatchRequest(match_id=self.match_id, player=player, **more)

    def get(self, seat: int, **more: Any) -> pb.GetMatchRequest:
        return pb.GetMatchRequest(match_id=self.match_id, caller=self.caller(seat), **more)


async def waiting(stub: "Stub", **more: Any) -> Table:
    ada = person()
    wish = pb.CreateMatchRequest(creator=ada, game="lost-cities", options=SHORT, **more)
    return Table((await stub.CreateMatch(wish)).match_id, (ada,))


async def full(stub: "Stub", **more: Any) -> Table:
    table, bob = await waiting(stub, **more), person("Bob")
    await stub.JoinMatch(table.join(bob))
    return Table(table.match_id, (*table.players, bob))


async def finished(stub: "Stub") -> Table:
    table = await full(stub)
    await stub.ResignMatch(table.act(0))
    return table


@dataclass(frozen=True)
class LegalMove:
    """A move that is legal now, as a message and in writing."""

    move: pb.Packed
    notation: str


async def first_legal(stub: "Stub", table: Table, seat: int = 0) -> LegalMove:
    request = pb.ListLegalMovesRequest(match_id=table.match_id, caller=table.caller(seat))
    first = json.loads((await stub.ListLegalMoves(request)).legal_moves)["moves"][0]
    return LegalMove(packed("lost-cities", "Move", first["move"]), first["notation"])
