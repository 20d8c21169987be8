"""The client of the engines: deadlines, routing, retries and errors in one place."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

from croupier.v1 import engine_service_pb2 as pb
from google.protobuf.message import Message
from telemetry.observe import Observation

from gateway import context
from gateway.engine_client.batch_stream_pool import OnShown
from gateway.engine_client.errors import NotPlayedHere, RosterChanged
from gateway.engine_client.group import EngineGroup, Way
from gateway.engine_client.routing import Routing
from gateway.errors import GroupAway, NotPlayed, Problem
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
    """All engines: each call goes to the group that has the game. It raises Problem or
    RosterChanged."""

    def __init__(self, engines: str, way: Way, metrics: Metrics | None = None) -> None:
        """`engines` is as in GATEWAY_ENGINES. Raise InvalidCredentials if files cannot be used."""
        self._metrics = metrics or Metrics()
        self._timeout_s = way.timeout_s
        self._routing = Routing(engines, way)
        self.groups = self._routing.groups
        self._listed = {each: self._metrics.listed[(each.name,)] for each in self.groups}

    def start(self) -> None:
        for group in self.groups:
            group.start()

    async def close(self) -> None:
        for group in self.groups:
            await group.close()

    async def healthy(self) -> bool:
        """Return whether engines of the first group serve; others fail by themselves."""
        return await self._routing.first.healthy()

    def asks(self, group: EngineGroup, game: str) -> bool:
        """Return whether it is this group that is asked about a game."""
        return self._routing.of_game(game) is group

    async def list_games(self, group: EngineGroup) -> pb.ListGamesResponse:
        """Return the games of one engine of the group."""
        request = pb.ListGamesRequest()
        answer = await self._call("ListGames", request, pb.ListGamesResponse, group)
        self._listed[group].set_to_current_time()
        return answer

    async def describe_game(self, request: pb.DescribeGameRequest) -> pb.GameBundle:
        group = self._routing.of_game(request.game)
        return await self._call("DescribeGame", request, pb.GameBundle, group)

    async def create_match(
        self, request: pb.CreateMatchRequest, elsewhere: bool = True
    ) -> pb.Change:
        """Unless `elsewhere`, ask only one engine, as for a game that none will have."""
        group = self._routing.of_game(request.game)
        change = await self._change("CreateMatch", request, pb.Change, group, elsewhere)
        self._routing.note(change.match_id, request.game, request.access != pb.ACCESS_PRIVATE)
        return change

    async def join_match(self, request: pb.JoinMatchRequest) -> pb.Change:
        return await self._change("JoinMatch", request, pb.Change)

    async def leave_match(self, request: pb.ActRequest) -> pb.Change:
        return await self._change("LeaveMatch", request, pb.Change)

    async def free_seat(self, request: pb.FreeSeatRequest) -> pb.Change:
        return await self._change("FreeSeat", request, pb.Change)

    async def claim_match(self, request: pb.ClaimMatchRequest) -> pb.Change:
        return await self._change("ClaimMatch", request, pb.Change)

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

    async def get_rematch(self, request: pb.GetRematchRequest) -> pb.Rematch:
        return await self._call("GetRematch", request, pb.Rematch)

    async def end_rematch(self, request: pb.EndRematchRequest) -> pb.EndRematchResponse:
        return await self._change("EndRematch", request, pb.EndRematchResponse)

    async def apply_move(self, request: pb.ApplyMoveRequest) -> pb.Change:
        group, began = self._routing.of(request), asyncio.get_running_loop().time()
        if request.dry_run:
            return await self._call("ApplyMove", request, pb.Change, group)
        if group.streams:
            # What the engine of a stream does not play, any other one may, by a call of its own.
            try:
                with EngineCall(self._metrics, "ApplyMove"):
                    change = await group.apply(request)
            except NotPlayedHere as refusal:
                group = self._routing.after(request, group, refusal.rules)
            else:
                await context.changed()
                return change
        return await self._change("ApplyMove", request, pb.Change, group, began=began)

    def follow(self, look: pb.Look, on_shown: OnShown) -> bool:
        """Have an engine show a version of a match to its followers; return whether one is asked.

        `on_shown` is called with its answer, or with None if there will be none.
        """
        streams = self._routing.of_match(look.match_id).streams
        return streams is not None and streams.follow(look, on_shown)

    async def get_roster(self, request: pb.GetRosterRequest) -> pb.Roster:
        # Whose players ask for it is known afterwards only, and every engine has it.
        roster = await self._call("GetRoster", request, pb.Roster, self._routing.first)
        self._routing.note_rosters([roster])
        return roster

    async def get_match(self, request: pb.GetMatchRequest) -> pb.Shown:
        return await self._call("GetMatch", request, pb.Shown)

    async def look(self, look: pb.Look) -> pb.Shown:
        """Return the current match for its viewer, together with those of others if possible.

        A viewer that knows the current version may be shown nothing but the version.
        """
        (caller,) = look.viewers
        group = self._routing.of_caller(look.match_id, caller)
        began = asyncio.get_running_loop().time()
        if group.streams:
            with EngineCall(self._metrics, "GetMatch"):
                if shown := await group.look(look):
                    return shown
        request = pb.GetMatchRequest(match_id=look.match_id, caller=caller)
        return await self._call("GetMatch", request, pb.Shown, group, began=began)

    async def batch_get_matches(
        self, request: pb.BatchGetMatchesRequest
    ) -> pb.BatchGetMatchesResponse:
        """Return the matches of a list, which are asked of their groups at the same time.

        Those of a group that does not answer have failed.
        """
        places: dict[EngineGroup, list[int]] = {}
        for place, item in enumerate(request.items):
            places.setdefault(self._routing.of_match(item.match_id), []).append(place)
        if places.keys() <= {self._routing.first}:
            return await self._batch_get(self._routing.first, request)
        parts = [
            pb.BatchGetMatchesRequest(items=[request.items[place] for place in of_group])
            for of_group in places.values()
        ]
        answers = await asyncio.gather(*map(self._batch_get, places, parts))
        shown = dict[int, pb.Shown]()
        for of_group, answer in zip(places.values(), answers, strict=True):
            shown.update(zip(of_group, answer.shown, strict=True))
        return pb.BatchGetMatchesResponse(shown=[shown[each] for each in range(len(shown))])

    async def _batch_get(
        self, group: EngineGroup, request: pb.BatchGetMatchesRequest
    ) -> pb.BatchGetMatchesResponse:
        try:
            return await self._call("BatchGetMatches", request, pb.BatchGetMatchesResponse, group)
        except GroupAway:
            failed = [pb.Shown(failed=True)] * len(request.items)
            return pb.BatchGetMatchesResponse(shown=failed)

    async def list_matches(self, request: pb.ListMatchesRequest) -> pb.ListMatchesResponse:
        page = await self._call("ListMatches", request, pb.ListMatchesResponse)
        if not request.ids_only:
            self._routing.note_rosters(page.rosters)
        return page

    async def list_to_move(self, request: pb.ListMatchesRequest) -> pb.ListMatchesResponse:
        """Return the page with who is to move, which each group says of the matches it plays."""
        page = await self.list_matches(request)
        away = [each for each in page.rosters if each.elsewhere]
        if not away:
            return page
        groups = {self._routing.of_match(each.match_id) for each in away} - {self._routing.first}
        known = dict[str, pb.Roster]()
        for rosters in await asyncio.gather(*(self._listed_by(each, request) for each in groups)):
            known.update({each.match_id: each for each in rosters if not each.elsewhere})
        for each in away:
            each.CopyFrom(known.get(each.match_id, each))
        return page

    async def _listed_by(
        self, group: EngineGroup, request: pb.ListMatchesRequest
    ) -> Sequence[pb.Roster]:
        """Return the rosters of the page as this group lists them; none if it is away."""
        with suppress(GroupAway):
            return (await self._call("ListMatches", request, pb.ListMatchesResponse, group)).rosters
        return ()

    async def list_legal_moves(self, request: pb.ListLegalMovesRequest) -> pb.Text:
        return await self._call("ListLegalMoves", request, pb.Text)

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
        group = self._routing.of_game(request.game)
        return await self._change("CreateTicket", request, pb.Ticket, group, elsewhere)

    async def get_ticket(self, request: pb.TicketRequest) -> pb.Ticket:
        return await self._call("GetTicket", request, pb.Ticket)

    async def cancel_ticket(self, request: pb.TicketRequest) -> pb.Ticket:
        return await self._change("CancelTicket", request, pb.Ticket)

    async def avoid_players(self, request: pb.AvoidPlayersRequest) -> pb.AvoidPlayersResponse:
        return await self._call("AvoidPlayers", request, pb.AvoidPlayersResponse)

    async def withdraw_from_rated(
        self, request: pb.WithdrawFromRatedRequest
    ) -> pb.WithdrawFromRatedResponse:
        return await self._call("WithdrawFromRated", request, pb.WithdrawFromRatedResponse)

    async def list_tickets(self, request: pb.ListTicketsRequest) -> pb.ListTicketsResponse:
        return await self._call("ListTickets", request, pb.ListTicketsResponse)

    async def create_deal(
        self, request: pb.CreateDealRequest, elsewhere: bool = True
    ) -> pb.DealMade:
        """As with `create_match`."""
        group = self._routing.of_game(request.game)
        return await self._change("CreateDeal", request, pb.DealMade, group, elsewhere)

    async def open_deal(self, request: pb.OpenDealRequest) -> pb.DealMade:
        group = self._routing.of_game(request.game)
        return await self._call("OpenDeal", request, pb.DealMade, group)

    async def try_deal(self, request: pb.TryDealRequest) -> pb.Change:
        group = self._routing.of_game(request.game)
        change = await self._change("TryDeal", request, pb.Change, group)
        self._routing.note(change.match_id, request.game, False)
        return change

    async def open_invitation(self, request: pb.OpenInvitationRequest) -> pb.Terms:
        return await self._call("OpenInvitation", request, pb.Terms)

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
        """Return the answer of the first engine that leaves no seat to others, or else the last.

        Raise GroupAway if there may be some whose group does not answer.
        """
        for _ in range(ENGINES):
            refusal: GroupAway | None = None
            for group in self.groups:
                try:
                    answer = await self._call(
                        "ForgetPlayer", request, pb.ForgetPlayerResponse, group
                    )
                except GroupAway as away:
                    refusal = away
                    continue
                if not answer.elsewhere:
                    return answer
            if refusal:
                raise refusal
        return answer

    async def create_tournament(
        self, request: pb.CreateTournamentRequest, elsewhere: bool = True
    ) -> pb.TournamentChange:
        """As with `create_match`."""
        group = self._routing.of_game(request.game)
        return await self._change(
            "CreateTournament", request, pb.TournamentChange, group, elsewhere
        )

    async def change_tournament(self, request: pb.ChangeTournamentRequest) -> pb.TournamentChange:
        return await self._change("ChangeTournament", request, pb.TournamentChange)

    async def recall_tournament(
        self, request: pb.RecallTournamentRequest
    ) -> pb.RecallTournamentResponse:
        return await self._call("RecallTournament", request, pb.RecallTournamentResponse)

    async def get_replay(self, request: pb.GetReplayRequest) -> pb.Replay:
        return await self._call("GetReplay", request, pb.Replay)

    async def _change(
        self,
        method: str,
        request: Message,
        reply: type[Reply],
        group: EngineGroup | None = None,
        elsewhere: bool = True,
        began: float | None = None,
    ) -> Reply:
        answer = await self._call(method, request, reply, group, elsewhere, began)
        await context.changed()
        return answer

    async def _call(
        self,
        method: str,
        request: Message,
        reply: type[Reply],
        group: EngineGroup | None = None,
        elsewhere: bool = True,
        began: float | None = None,
    ) -> Reply:
        """Return the answer of the first engine that has the rules for it.

        By default that of the match's group is asked. Unless `elsewhere`, only one engine is.
        `began` is when its caller began to wait. Raise NotPlayed if it has not, or none.
        """
        with EngineCall(self._metrics, method):
            began = asyncio.get_running_loop().time() if began is None else began
            group = group or self._group_of(request)
            for _ in range(ENGINES if elsewhere else 1):
                # gRPC chooses the engines in turn, so the next call asks another one.
                try:
                    answer: Reply = await group.ask(method, request, began + self._timeout_s)
                except NotPlayedHere as refusal:
                    group = self._routing.after(request, group, refusal.rules)
                else:
                    return answer
            raise NotPlayed

    def _group_of(self, request: Message) -> EngineGroup:
        """Return the group that is asked; any can answer what is about no match."""
        of_match = "match_id" in request.DESCRIPTOR.fields_by_name
        return self._routing.of(request) if of_match else self._routing.first


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
