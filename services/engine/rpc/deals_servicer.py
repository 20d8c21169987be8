"""The part of the gRPC service about deals that several play."""

from typing import Any

import grpc
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import engine_service_pb2_grpc as pb_grpc
from croupier_match.settings import MatchSettings

from engine.domain.deals import NewDeal
from engine.rpc import decode
from engine.rpc.text_answers import TextAnswers
from engine.service.deals import Deals
from engine.service.matches import Matches

Context = grpc.aio.ServicerContext[Any, Any]


class DealsServicer(pb_grpc.EngineServiceServicer):
    """One method per RPC, as in engine.rpc.servicer, which has all others."""

    _shown: TextAnswers

    def __init__(self, matches: Matches) -> None:
        self._deals = Deals(matches, matches.store.deals)

    async def CreateDeal(self, request: pb.CreateDealRequest, context: Context) -> pb.DealMade:
        maker = decode.player(request.maker)
        key = decode.key(request.idempotency, maker.id)
        kept, replayed = await self._deals.create(maker, _new_deal(request), key)
        return pb.DealMade(deal=kept.made, replayed=replayed)

    async def OpenDeal(self, request: pb.OpenDealRequest, context: Context) -> pb.DealMade:
        kept = await self._deals.open(request.deal_id, request.game)
        return pb.DealMade(deal=kept.made)

    async def TryDeal(self, request: pb.TryDealRequest, context: Context) -> pb.Change:
        tried = await self._deals.attempt(
            request.deal_id,
            request.game,
            decode.player(request.player),
            [decode.player(each) for each in request.opponents],
        )
        change = self._shown.change(tried)
        change.match_id = tried.match.id
        return change


def _new_deal(request: pb.CreateDealRequest) -> NewDeal:
    options = decode.options(request.game, request.options) if request.HasField("options") else None
    version = request.options.rules_version if request.HasField("options") else None
    seats = request.seats if request.HasField("seats") else None
    return NewDeal(
        request.name,
        MatchSettings(request.game, options, seats, rules_version=version),
        tuple(request.opponents),
        request.start_ms,
        request.end_ms,
    )
