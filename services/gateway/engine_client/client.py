"""The client of the engines: deadlines, load balancing, retries and errors in one place."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, TypeVar

import grpc
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import engine_service_pb2_grpc as pb_grpc
from google.protobuf.message import Message
from grpc_health.v1 import health_pb2, health_pb2_grpc
from telemetry.observe import Observation
from tls.credentials import CredentialFiles

from gateway import context
from gateway.engine_client.batch_stream_pool import BatchStreamPool, OnShown
from gateway.engine_client.channel import ReloadingChannel
from gateway.engine_client.errors import NotPlayedHere, RosterChanged, from_grpc
from gateway.engine_client.options import SERVICE, channel_options
from gateway.errors import NotPlayed, Problem
from gateway.observability.metrics import Metrics

Reply = TypeVar("Reply", bound=Message)

OTHER_CODES: Mapping[type[BaseException], str] = {
    RosterChanged: "roster_changed",
    NotPlayedHere: "not_played_here",
    asyncio.CancelledError: "cancelled",
}

ENGINES = 12
"""How often an engine is asked for what only some of them play. Calls of others come in between, so
it may be the same one twice: of two engines, the right one is missed once in 4096 times."""


class EngineClient:
    """All engines behind one target. Every call raises Problem or RosterChanged."""

    def __init__(
        self,
        target: str,
        timeout_s: float,
        batching: bool = True,
        metrics: Metrics | None = None,
        tls: CredentialFiles | None = None,
        tls_name: str = "",
    ) -> None:
        """Moves go over streams with `batching`; without it, each is a call of its own.

        `tls` has the files of the certificates; `tls_name` is the name in the engines'. Raise
        InvalidCredentials if the files cannot be used.
        """
        self._metrics = metrics or Metrics()
        self._channel = ReloadingChannel(
            target, channel_options(timeout_s), tls, tls_name, self._use_channel
        )
        self._timeout_s = timeout_s
        # A lambda, since the stub is replaced together with the channel.
        self._streams = (
            BatchStreamPool(lambda: self._stub.Batches(), timeout_s) if batching else None
        )

    def start(self) -> None:
        """Open the batch streams, without which batched moves wait in vain; follow certificates."""
        self._channel.start()
        if self._streams:
            self._streams.start()

    async def close(self) -> None:
        if self._streams:
            await self._streams.stop()
        await self._channel.close()

    def _use_channel(self, channel: grpc.aio.Channel) -> None:
        self._stub: Any = pb_grpc.EngineServiceStub(channel)
        self._health: Any = health_pb2_grpc.HealthStub(channel)

    async def healthy(self) -> bool:
        """Return whether an engine answers that it serves, and moves can be sent to one."""
        if self._streams and not self._streams.connected:
            return False
        request = health_pb2.HealthCheckRequest(service=SERVICE)
        try:
            answer = await self._health.Check(request, timeout=self._timeout_s)
        except grpc.aio.AioRpcError:
            return False
        return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)

    async def list_games(self) -> pb.ListGamesResponse:
        return await self._call("ListGames", pb.ListGamesRequest(), pb.ListGamesResponse)

    async def create_match(
        self, request: pb.CreateMatchRequest, elsewhere: bool = True
    ) -> pb.Change:
        """Unless `elsewhere`, ask only one engine, as for a game that none will have."""
        return await self._change("CreateMatch", request, pb.Change, elsewhere)

    async def join_match(self, request: pb.JoinMatchRequest) -> pb.Change:
        return await self._change("JoinMatch", request, pb.Change)

    async def leave_match(self, request: pb.ActRequest) -> pb.Change:
        return await self._change("LeaveMatch", request, pb.Change)

    async def start_match(self, request: pb.ActRequest) -> pb.Change:
        return await self._change("StartMatch", request, pb.Change)

    async def reveal_entropy(self, request: pb.RevealEntropyRequest) -> pb.Change:
        return await self._call("RevealEntropy", request, pb.Change)

    async def resign_match(self, request: pb.ActRequest) -> pb.Change:
        return await self._change("ResignMatch", request, pb.Change)

    async def ask_undo(self, request: pb.AskUndoRequest) -> pb.Change:
        return await self._change("AskUndo", request, pb.Change)

    async def refuse_undo(self, request: pb.ActRequest) -> pb.Change:
        return await self._change("RefuseUndo", request, pb.Change)

    async def request_rematch(self, request: pb.RequestRematchRequest) -> pb.Rematch:
        return await self._change("RequestRematch", request, pb.Rematch)

    async def apply_move(self, request: pb.ApplyMoveRequest) -> pb.Change:
        if self._streams and not request.dry_run:
            # What the engine of a stream does not play, any other one may, by a call of its own.
            with suppress(NotPlayedHere):
                with EngineCall(self._metrics, "ApplyMove"):
                    change = await self._streams.apply(request)
                await context.changed()
                return change
        call = self._call if request.dry_run else self._change
        return await call("ApplyMove", request, pb.Change)

    def look(self, look: pb.Look, on_shown: OnShown) -> bool:
        """Have an engine show a version of a match; return whether one is asked.

        `on_shown` is called with its answer, or with None if there will be none.
        """
        return self._streams is not None and self._streams.look(look, on_shown)

    async def get_roster(self, request: pb.GetRosterRequest) -> pb.Roster:
        return await self._call("GetRoster", request, pb.Roster)

    async def get_match(self, request: pb.GetMatchRequest) -> pb.MatchView:
        return await self._call("GetMatch", request, pb.MatchView)

    async def read_match(self, request: pb.GetMatchRequest, known: int = 0) -> pb.MatchView:
        """Return the current match, read together with others if that is possible.

        If the caller knows the current version, the view may have nothing but the version.
        """
        started = asyncio.get_running_loop().time()
        if self._streams:
            read = pb.Read(match_id=request.match_id, caller=request.caller, known=known)
            with EngineCall(self._metrics, "GetMatch"):
                if view := await self._streams.read(read):
                    return view
        spent_s = asyncio.get_running_loop().time() - started
        return await self._call("GetMatch", request, pb.MatchView, self._timeout_s - spent_s)

    async def batch_get_matches(
        self, request: pb.BatchGetMatchesRequest
    ) -> pb.BatchGetMatchesResponse:
        return await self._call("BatchGetMatches", request, pb.BatchGetMatchesResponse)

    async def list_matches(self, request: pb.ListMatchesRequest) -> pb.ListMatchesResponse:
        return await self._call("ListMatches", request, pb.ListMatchesResponse)

    async def list_legal_moves(self, request: pb.ListLegalMovesRequest) -> pb.Sight:
        return await self._call("ListLegalMoves", request, pb.Sight)

    async def list_moves(self, request: pb.ListMovesRequest) -> pb.ListMovesResponse:
        return await self._call("ListMoves", request, pb.ListMovesResponse)

    async def list_changes(self, request: pb.ListChangesRequest) -> pb.ListChangesResponse:
        return await self._call("ListChanges", request, pb.ListChangesResponse)

    async def get_versions(self, request: pb.GetVersionsRequest) -> pb.GetVersionsResponse:
        return await self._call("GetVersions", request, pb.GetVersionsResponse)

    async def create_ticket(
        self, request: pb.CreateTicketRequest, elsewhere: bool = True
    ) -> pb.Ticket:
        """As with `create_match`."""
        return await self._change("CreateTicket", request, pb.Ticket, elsewhere)

    async def get_ticket(self, request: pb.TicketRequest) -> pb.Ticket:
        return await self._call("GetTicket", request, pb.Ticket)

    async def cancel_ticket(self, request: pb.TicketRequest) -> pb.Ticket:
        return await self._change("CancelTicket", request, pb.Ticket)

    async def invite_player(self, request: pb.InvitePlayerRequest) -> pb.Invitation:
        return await self._change("InvitePlayer", request, pb.Invitation)

    async def list_invitations(
        self, request: pb.ListInvitationsRequest
    ) -> pb.ListInvitationsResponse:
        return await self._call("ListInvitations", request, pb.ListInvitationsResponse)

    async def end_invitation(self, request: pb.EndInvitationRequest) -> pb.EndInvitationResponse:
        return await self._change("EndInvitation", request, pb.EndInvitationResponse)

    async def find_invitations(
        self, request: pb.FindInvitationsRequest
    ) -> pb.FindInvitationsResponse:
        return await self._call("FindInvitations", request, pb.FindInvitationsResponse)

    async def count_matches(self, request: pb.CountMatchesRequest) -> pb.CountMatchesResponse:
        return await self._call("CountMatches", request, pb.CountMatchesResponse)

    async def forget_player(self, request: pb.ForgetPlayerRequest) -> pb.ForgetPlayerResponse:
        """Return the answer of the first engine that leaves no seat to others, or else the last."""
        for _ in range(ENGINES):
            answer = await self._call("ForgetPlayer", request, pb.ForgetPlayerResponse)
            if not answer.elsewhere:
                break
        return answer

    async def get_replay(self, request: pb.GetReplayRequest) -> pb.Replay:
        return await self._call("GetReplay", request, pb.Replay)

    async def _change(
        self, method: str, request: Message, reply: type[Reply], elsewhere: bool = True
    ) -> Reply:
        answer = await self._call(method, request, reply, elsewhere=elsewhere)
        await context.changed()
        return answer

    async def _call(
        self,
        method: str,
        request: Message,
        reply: type[Reply],
        timeout_s: float | None = None,
        elsewhere: bool = True,
    ) -> Reply:
        """Return the answer of the first engine that has the rules for it.

        Unless `elsewhere`, only one is asked. Raise NotPlayed if it has not, or none.
        """
        timeout_s = self._timeout_s if timeout_s is None else timeout_s
        with EngineCall(self._metrics, method):
            ends = asyncio.get_running_loop().time() + timeout_s
            for _ in range(ENGINES if elsewhere else 1):
                # gRPC chooses the engines in turn, so the next call asks another one.
                with suppress(NotPlayedHere):
                    return await self._ask(method, request, reply, ends)
            raise NotPlayed

    async def _ask(self, method: str, request: Message, reply: type[Reply], ends: float) -> Reply:
        """Return one engine's answer. Raise NotPlayedHere."""
        left_s = ends - asyncio.get_running_loop().time()
        try:
            answer: Reply = await getattr(self._stub, method)(
                request, timeout=left_s, metadata=context.grpc_metadata()
            )
        except grpc.aio.AioRpcError as error:
            raise await from_grpc(error) from None
        return answer


class EngineCall(Observation):
    """Times a call until it has answered, by method and by the code of its error."""

    __slots__ = ("_method", "_metrics")

    def __init__(self, metrics: Metrics, method: str) -> None:
        super().__init__()
        self._metrics, self._method = metrics, method

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        labels = self._method, _code(error)
        self.record(self._metrics.calls[labels])
        if error is not None and labels in self._metrics.errors:
            self._metrics.errors[labels].inc()


def _code(error: BaseException | None) -> str:
    """Return the public API's code for the error, or one of our own where it has none."""
    if error is None:
        return "ok"
    if isinstance(error, Problem):
        return error.label
    return OTHER_CODES.get(type(error), "internal")
