"""The part of the gRPC service about tournaments."""

from typing import Any

import grpc
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import engine_service_pb2_grpc as pb_grpc

from engine.rpc import decode, decode_tournaments
from engine.service.matches import Matches
from engine.service.tournaments.batches import Changed

Context = grpc.aio.ServicerContext[Any, Any]


class TournamentsServicer(pb_grpc.EngineServiceServicer):
    """One method per RPC, as in engine.rpc.servicer, which has all others."""

    def __init__(self, matches: Matches) -> None:
        self._tournaments = matches.tournaments

    async def CreateTournament(
        self, request: pb.CreateTournamentRequest, context: Context
    ) -> pb.TournamentChange:
        new = decode_tournaments.new_tournament(request)
        key = decode.key(request.idempotency, new.maker.id)
        return _change(await self._tournaments.create(new, key))

    async def ChangeTournament(
        self, request: pb.ChangeTournamentRequest, context: Context
    ) -> pb.TournamentChange:
        wish = decode_tournaments.wish(request)
        key = decode.key(request.idempotency, request.player.id)
        return _change(await self._tournaments.change(request.tournament_id, wish, key))

    async def RecallTournament(
        self, request: pb.RecallTournamentRequest, context: Context
    ) -> pb.RecallTournamentResponse:
        await self._tournaments.recall(request.tournament_id)
        return pb.RecallTournamentResponse()


def _change(changed: Changed) -> pb.TournamentChange:
    return pb.TournamentChange(
        tournament_id=changed.tournament_id, version=changed.version, replayed=changed.replayed
    )
