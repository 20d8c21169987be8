"""The part of the gRPC service about tournaments."""

from typing import Any

import grpc
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import engine_service_pb2_grpc as pb_grpc

Context = grpc.aio.ServicerContext[Any, Any]


class TournamentsServicer(pb_grpc.EngineServiceServicer):
    """One method per RPC, as in engine.rpc.servicer, which has all others."""

    async def CreateTournament(
        self, request: pb.CreateTournamentRequest, context: Context
    ) -> pb.TournamentChange:
        raise NotImplementedError

    async def ChangeTournament(
        self, request: pb.ChangeTournamentRequest, context: Context
    ) -> pb.TournamentChange:
        raise NotImplementedError

    async def RecallTournament(
        self, request: pb.RecallTournamentRequest, context: Context
    ) -> pb.RecallTournamentResponse:
        raise NotImplementedError
