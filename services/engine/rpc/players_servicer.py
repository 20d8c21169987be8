"""The part of the gRPC service about players: rosters, joining, invitations, running matches."""

from typing import Any, TypeAlias

import grpc
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import engine_service_pb2_grpc as pb_grpc
from croupier_match import clock
from croupier_match.admission import Caller

from engine.domain.invitations import InvitationStatus
from engine.rpc import decode, encode
from engine.rpc.match_views import MatchViews
from engine.rpc.text_answers import TextAnswers
from engine.service.invitations import Invitations, Invited
from engine.service.matches import Matches
from engine.service.withdrawals import Withdrawals

Context = grpc.aio.ServicerContext[Any, Any]
Viewing: TypeAlias = (
    pb.GetMatchRequest
    | pb.ListLegalMovesRequest
    | pb.ListMovesRequest
    | pb.ListChangesRequest
    | pb.GetReplayRequest
)
"""The requests of those who look at a match."""

STATUS = {
    InvitationStatus.PENDING: pb.INVITATION_STATUS_PENDING,
    InvitationStatus.ACCEPTED: pb.INVITATION_STATUS_ACCEPTED,
    InvitationStatus.DECLINED: pb.INVITATION_STATUS_DECLINED,
    InvitationStatus.EXPIRED: pb.INVITATION_STATUS_EXPIRED,
}
IDS = 200
"""The most ids of which a request asks."""


class PlayersServicer(pb_grpc.EngineServiceServicer):
    """One method per RPC, as in engine.rpc.servicer, which has all others."""

    def __init__(self, matches: Matches) -> None:
        self._invitations = Invitations(matches)
        self._lists = matches.store.lists
        self._tickets = matches.store.tickets
        self._withdrawals = Withdrawals(matches)
        self._shown = TextAnswers(matches.store)

    async def viewer(self, request: Viewing) -> Caller:
        """The viewer of a match; an invitation that the gateway tells of is looked up again."""
        caller = decode.caller(request.caller)
        if not request.caller.invited:
            return caller
        return await self._invitations.admit(request.match_id, caller)

    async def GetRoster(self, request: pb.GetRosterRequest, context: Context) -> pb.Roster:
        return encode.roster(*await self._invitations.roster(request.match_id, request.viewer_id))

    async def JoinMatch(self, request: pb.JoinMatchRequest, context: Context) -> pb.Change:
        caller, command = decode.joining(request)
        change = await self._invitations.join(
            request.match_id,
            caller,
            command,
            decode.expected(request),
            decode.key(request.idempotency, caller.player_id),
            decode.standing(request.standing),
            request.barred,
        )
        return self._shown.change(change)

    async def OpenInvitation(self, request: pb.OpenInvitationRequest, context: Context) -> pb.Terms:
        match = await self._invitations.opened(request.code, request.player_id)
        seated = (seat.player.id for seat in match.seats if seat.player)
        return pb.Terms(terms=MatchViews(match).terms(request.player_id), player_ids=seated)

    async def InvitePlayer(
        self, request: pb.InvitePlayerRequest, context: Context
    ) -> pb.Invitation:
        caller = decode.caller(request.caller)
        invited = await self._invitations.invite(
            request.match_id,
            caller,
            decode.player(request.player),
            [decode.offer(each) for each in request.offers],
            decode.key(request.idempotency, caller.player_id),
            request.refusal,
        )
        return _invitation(invited)

    async def ListInvitations(
        self, request: pb.ListInvitationsRequest, context: Context
    ) -> pb.ListInvitationsResponse:
        caller = decode.caller(request.caller)
        found = await self._invitations.all(request.match_id, caller)
        return pb.ListInvitationsResponse(invitations=map(_invitation, found))

    async def EndInvitation(
        self, request: pb.EndInvitationRequest, context: Context
    ) -> pb.EndInvitationResponse:
        caller = decode.caller(request.caller)
        await self._invitations.end(request.match_id, caller, request.invitation_id)
        return pb.EndInvitationResponse()

    async def FindInvitations(
        self, request: pb.FindInvitationsRequest, context: Context
    ) -> pb.FindInvitationsResponse:
        found = await self._invitations.pending(request.player_id, request.match_ids[:IDS])
        return pb.FindInvitationsResponse(invitations=map(_invitation, found))

    async def AvoidPlayers(
        self, request: pb.AvoidPlayersRequest, context: Context
    ) -> pb.AvoidPlayersResponse:
        await self._tickets.avoid(request.player_id, request.blocked)
        return pb.AvoidPlayersResponse()

    async def WithdrawFromRated(
        self, request: pb.WithdrawFromRatedRequest, context: Context
    ) -> pb.WithdrawFromRatedResponse:
        await self._withdrawals.from_rated(request.player_id)
        return pb.WithdrawFromRatedResponse()

    async def CountMatches(
        self, request: pb.CountMatchesRequest, context: Context
    ) -> pb.CountMatchesResponse:
        return pb.CountMatchesResponse(active=await self._lists.active(request.player_ids[:IDS]))


def _invitation(invited: Invited) -> pb.Invitation:
    return pb.Invitation(
        id=invited.invitation.id,
        match_id=invited.match.id,
        player_id=invited.invitation.player_id,
        status=STATUS[invited.status],
        expire_time=clock.rfc3339_of(invited.invitation.until_ms),
        version=invited.match.version,
        replayed=invited.replayed,
    )
