"""The gRPC service: decode a request, have `engine.service` carry it out, encode the answer."""

import asyncio
import math
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias

import grpc
import orjson
from croupier.v1 import engine_service_pb2 as pb
from croupier_match.admission import Caller
from croupier_match.commands import Ask, Claim, Command, Leave, Move, Refuse, Resign, Reveal, Start
from croupier_match.match import AnyMatch
from croupier_match.refusals import NotPlayedHere
from telemetry.tracing import trace_id

from engine.domain.errors import Overloaded, StoreUnavailable
from engine.domain.registry import GAMES
from engine.observability.metrics import Metrics
from engine.observability.rpc import RpcObserver
from engine.rpc import bundles, decode, encode, status, table_text
from engine.rpc.batch_stream import BatchStreams
from engine.rpc.deals_servicer import DealsServicer
from engine.rpc.history_views import history_entry, log_entry, replay_head
from engine.rpc.match_views import MatchViews
from engine.rpc.players_servicer import PlayersServicer
from engine.rpc.tournaments_servicer import TournamentsServicer
from engine.service.changes import Change
from engine.service.departures import Departures
from engine.service.group_commit import GroupCommit, PendingMove, Result
from engine.service.matches import Matches
from engine.service.matchmaking import Matchmaking
from engine.service.queries import unreadable
from engine.service.queries.match_queries import ShownVersion
from engine.service.rematches import Rematch, Rematches, RematchRequest

Context = grpc.aio.ServicerContext[Any, Any]
Acting: TypeAlias = (
    pb.ActRequest | pb.AskUndoRequest | pb.ClaimMatchRequest | pb.RevealEntropyRequest
)
"""The requests of players for their seats."""


class EngineServicer(PlayersServicer, TournamentsServicer, DealsServicer):
    """One method per RPC. Refusals are raised; the interceptor in engine.rpc.server turns them
    into statuses."""

    def __init__(self, matches: Matches, observer: RpcObserver | None = None) -> None:
        PlayersServicer.__init__(self, matches)
        TournamentsServicer.__init__(self, matches)
        DealsServicer.__init__(self, matches)
        self._observer = observer or RpcObserver(Metrics())
        self._matches = matches
        self._queries = matches.queries
        self._group_commit = GroupCommit(matches)
        self._matchmaking = Matchmaking(matches)
        self._rematches = Rematches(matches)
        self._departures = Departures(matches)
        # Of a cluster, a node that does not answer would hold up looks at matches on others.
        self.batch_streams = BatchStreams(self._apply_batch, current=not matches.store.in_cluster)

    async def ListGames(
        self, request: pb.ListGamesRequest, context: Context
    ) -> pb.ListGamesResponse:
        return pb.ListGamesResponse(games=[bundles.version(game) for game in GAMES.versions])

    async def DescribeGame(
        self, request: pb.DescribeGameRequest, context: Context
    ) -> pb.GameBundle:
        game = GAMES.find(request.game, request.rules_version)
        if game is None:
            raise NotPlayedHere(f"{request.game}@{request.rules_version}")
        return bundles.bundle(game)

    async def CreateMatch(self, request: pb.CreateMatchRequest, context: Context) -> pb.Change:
        creator = decode.player(request.creator)
        key = decode.key(request.idempotency, creator.id)
        standing = decode.standing(request.standing)
        created = await self._matches.create(
            creator, decode.match_settings(request), key, standing, request.own_game
        )
        change = self._shown.change(created)
        change.match_id = created.match.id
        return change

    async def LeaveMatch(self, request: pb.ActRequest, context: Context) -> pb.Change:
        caller = decode.caller(request.caller)
        return await self._change(request, caller, Leave(caller.place))

    async def FreeSeat(self, request: pb.FreeSeatRequest, context: Context) -> pb.Change:
        caller, expected = decode.caller(request.caller), decode.expected(request)
        change = await self._matches.free(request.match_id, caller, request.seat, expected)
        return self._shown.change(change)

    async def ClaimMatch(self, request: pb.ClaimMatchRequest, context: Context) -> pb.Change:
        caller, away = decode.caller(request.caller), decode.away(request)
        return await self._change(request, caller, Claim(caller.place, away, request.abort))

    async def StartMatch(self, request: pb.ActRequest, context: Context) -> pb.Change:
        caller = decode.caller(request.caller)
        return await self._change(request, caller, Start(caller.place))

    async def RevealEntropy(self, request: pb.RevealEntropyRequest, context: Context) -> pb.Change:
        caller, entropy = decode.caller(request.caller), decode.entropy(request.entropy)
        return await self._change(request, caller, Reveal(caller.place, entropy))

    async def ResignMatch(self, request: pb.ActRequest, context: Context) -> pb.Change:
        caller = decode.caller(request.caller)
        return await self._change(request, caller, Resign(caller.place))

    async def AskUndo(self, request: pb.AskUndoRequest, context: Context) -> pb.Change:
        caller = decode.caller(request.caller)
        return await self._change(request, caller, Ask(caller.place, request.to_version))

    async def RefuseUndo(self, request: pb.ActRequest, context: Context) -> pb.Change:
        caller = decode.caller(request.caller)
        return await self._change(request, caller, Refuse(caller.place))

    async def _change(self, request: Acting, caller: Caller, command: Command) -> pb.Change:
        expected = decode.expected(request)
        key = decode.key(request.idempotency, caller.player_id)
        change = await self._matches.change(request.match_id, caller, command, expected, key)
        return self._shown.change(change)

    async def RequestRematch(
        self, request: pb.RequestRematchRequest, context: Context
    ) -> pb.Rematch:
        caller = decode.caller(request.caller)
        key = decode.key(request.idempotency, caller.player_id)
        asking = RematchRequest(
            request.keep_score,
            decode.given(request),
            decode.away(request),
            decode.standing(request.standing),
            request.own_game,
        )
        return _rematch(await self._rematches.request(request.match_id, caller, asking, key))

    async def GetRematch(self, request: pb.GetRematchRequest, context: Context) -> pb.Rematch:
        caller, away = decode.caller(request.caller), decode.away(request)
        return _rematch(await self._rematches.asked(request.match_id, caller, away))

    async def EndRematch(
        self, request: pb.EndRematchRequest, context: Context
    ) -> pb.EndRematchResponse:
        await self._rematches.end(request.match_id, decode.caller(request.caller))
        return pb.EndRematchResponse()

    async def ApplyMove(self, request: pb.ApplyMoveRequest, context: Context) -> pb.Change:
        caller, expected = decode.caller(request.caller), decode.expected_of_move(request)
        command = Move(caller.place, decode.move(request))
        if request.dry_run:
            match = await self._matches.check(request.match_id, caller, command, expected)
            return pb.Change(version=match.version, text=pb.Text(events=b"[]"))
        key = decode.key(request.idempotency, caller.player_id)
        change = await self._matches.change(request.match_id, caller, command, expected, key)
        self._observer.moved(change.match.game, "replayed" if change.replayed else "ok")
        return self._changed(request, change)

    async def Batches(  # type: ignore[override]
        self, requests: AsyncIterator[pb.BatchRequest], context: Context
    ) -> None:
        with self._observer.metrics.batch_streams.track_inprogress():
            await self.batch_streams.serve(context)

    async def _apply_batch(self, request: pb.BatchRequest) -> pb.BatchResponse:
        """Make the moves of one message, or show the matches of its looks; in their order."""
        shown = await self._look(request.looks) if request.looks else ()
        if shown and not request.moves:
            return pb.BatchResponse(shown=shown)
        call = self._observer.begin_batch(request.moves)
        results: Sequence[Result]
        try:
            now = asyncio.get_running_loop().time()
            # Moves are decoded later, each for itself: one that makes no sense does not fail here.
            pending = [_pending(move, now) for move in request.moves]
            results = await self._group_commit.move(pending)
        except Exception as error:  # the stream has other callers' moves, too: it must go on
            results = [error] * len(request.moves)
        messages = [*map(self._result, request.moves, results)]
        outcomes = [*map(self._outcome, request.moves, results, messages)]
        self._observer.all_moved(outcomes)
        call.end_batch(request.moves, [result for _, result in outcomes])
        return pb.BatchResponse(results=messages, shown=shown)

    def _result(self, move: pb.ApplyMoveRequest, result: Result) -> pb.MoveResult:
        """The change or the refusal; one that cannot be encoded fails alone, not the batch."""
        try:
            if isinstance(result, Change):
                return pb.MoveResult(change=self._changed(move, result))
            return _refused(move, result)
        except Exception as error:
            return _refused(move, error)

    def _changed(self, move: pb.ApplyMoveRequest, change: Change) -> pb.Change:
        """The change as the request asks for it."""
        return self._shown.change(change, move.form)

    async def _look(self, looks: Sequence[pb.Look]) -> Sequence[pb.Shown]:
        call = self._observer.begin_looks(looks)
        shown = await self._shown.answer(looks)
        call.end_batch(looks, [each.refusal.reason.lower() or "ok" for each in shown])
        return shown

    def _outcome(
        self, move: pb.ApplyMoveRequest, result: Result, message: pb.MoveResult
    ) -> tuple[str, str]:
        """The game of the move, and "ok", "replayed" or the code of its refusal."""
        if isinstance(result, Change) and message.HasField("change"):
            return result.match.game, "replayed" if result.replayed else "ok"
        if isinstance(result, Overloaded):
            self._observer.metrics.refused[("late",)].inc()
        return self._observer.game_of(move.match_id), message.refusal.reason.lower()

    async def GetMatch(self, request: pb.GetMatchRequest, context: Context) -> pb.Shown:
        at_version = request.at_version if request.HasField("at_version") else None
        match, seat, ended = await self._queries.get(
            request.match_id, await self.viewer(request), at_version
        )
        if request.as_table:
            table = table_text.text(match, seat)
            ratings = match.ratings.encode()
            return pb.Shown(version=match.version, table=table, ended=ended, ratings=ratings)
        return MatchViews(match).shown_to(seat, request.form, ended)

    async def BatchGetMatches(
        self, request: pb.BatchGetMatchesRequest, context: Context
    ) -> pb.BatchGetMatchesResponse:
        items = [(item.match_id, decode.caller(item.caller)) for item in request.items]
        found = await self._queries.get_many(items)
        shown = [await self._shown_or_empty(each) for each in found]
        return pb.BatchGetMatchesResponse(shown=shown)

    async def _shown_or_empty(self, seen: ShownVersion | None) -> pb.Shown:
        """Return one match among several as it is shown; nothing of it if it cannot be."""
        if seen is None:
            return pb.Shown()
        try:
            return MatchViews(seen.match).shown_to(seen.seat, pb.FORM_MATCH, seen.ended)
        except Exception as error:
            unreadable.leave_out(self._matches.store, seen.match.id, error)
            elsewhere = isinstance(error, NotPlayedHere) and await self._any_plays(seen.match)
            return pb.Shown(failed=not elsewhere)

    async def _listed(self, match: AnyMatch) -> pb.Roster | None:
        """Return the roster of one match in a list; None if no engine could show more of it."""
        store = self._matches.store
        roster = unreadable.shown(store, match.id, partial(encode.listed, match))
        if roster and roster.elsewhere and not await self._any_plays(match):
            unreadable.leave_out(store, match.id, NotPlayedHere(match.rules))
            return None
        return roster

    async def _any_plays(self, match: AnyMatch) -> bool:
        """Return whether any engine plays the match, or may, while that cannot be asked."""
        with suppress(StoreUnavailable):
            return await self._matches.store.engines.any_plays(match.rules)
        return True

    async def ListMatches(
        self, request: pb.ListMatchesRequest, context: Context
    ) -> pb.ListMatchesResponse:
        wanted, size = decode.list_filter(request), decode.page_size(request)
        if request.ids_only:
            size = min(max(request.page_size, 1), decode.IDS)
            ids, token = await self._queries.page_of_ids(wanted, size, request.page_token)
            rosters = [pb.Roster(match_id=match_id) for match_id in ids]
        else:
            matches, token = await self._queries.page(wanted, size, request.page_token)
            listed = [await self._listed(each) for each in matches]
            rosters = [*filter(None, listed)]
        return pb.ListMatchesResponse(rosters=rosters, next_page_token=token)

    async def ListLegalMoves(self, request: pb.ListLegalMovesRequest, context: Context) -> pb.Text:
        match, seat, _ = await self._queries.get(request.match_id, await self.viewer(request))
        return pb.Text(legal_moves=MatchViews(match).legal_moves(seat))

    async def ListMoves(
        self, request: pb.ListMovesRequest, context: Context
    ) -> pb.ListMovesResponse:
        caller = await self.viewer(request)
        versions, next_after, ended = await self._queries.history(
            request.match_id, caller, request.after, decode.page_size(request)
        )
        entries = [history_entry(version, caller.looks_from) for version in versions]
        return pb.ListMovesResponse(
            entries=map(orjson.dumps, entries), next_after=next_after, ended=ended
        )

    async def ListChanges(
        self, request: pb.ListChangesRequest, context: Context
    ) -> pb.ListChangesResponse:
        caller, form = await self.viewer(request), request.form
        size = max(1, min(request.limit, 100))
        seen, version = await self._queries.changes_after(
            request.match_id, caller, request.after, size
        )
        changes = ((MatchViews(match), seat) for match, seat in seen)
        return pb.ListChangesResponse(
            changes=[each.shown(each.text(seat, form)) for each, seat in changes],
            version=version,
        )

    async def GetVersions(
        self, request: pb.GetVersionsRequest, context: Context
    ) -> pb.GetVersionsResponse:
        return pb.GetVersionsResponse(versions=await self._queries.versions(request.match_ids))

    async def GetReplay(self, request: pb.GetReplayRequest, context: Context) -> pb.Replay:
        match, seat, log = await self._queries.replay(
            request.match_id, await self.viewer(request), decode.replay_page(request)
        )
        last = log[-1] if log else None
        page = pb.Replay(
            log=[orjson.dumps(log_entry(GAMES.of(match), each)) for each in log],
            version=match.version,
            after=last.entry.version if last else request.after,
            prev=last.hash if last else request.prev,
        )
        if not request.after:
            page.head = replay_head(match, seat, await self._queries.audit(match.id))
        return page

    async def CreateTicket(self, request: pb.CreateTicketRequest, context: Context) -> pb.Ticket:
        player = decode.player(request.player)
        key = decode.key(request.idempotency, player.id)
        settings, listed = decode.ticket_settings(request), not request.unlisted
        answer = await self._matchmaking.create(
            player,
            settings,
            key,
            listed,
            decode.standing(request.standing),
            request.own_game,
            decode.blocked(request),
        )
        return encode.ticket(answer.ticket, self._matches.now_ms(), answer.replayed)

    async def GetTicket(self, request: pb.TicketRequest, context: Context) -> pb.Ticket:
        ticket = await self._matchmaking.get(request.ticket_id, request.player_id)
        return encode.ticket(ticket, self._matches.now_ms())

    async def CancelTicket(self, request: pb.TicketRequest, context: Context) -> pb.Ticket:
        ticket = await self._matchmaking.cancel(request.ticket_id, request.player_id)
        return encode.ticket(ticket, self._matches.now_ms())

    async def ListTickets(
        self, request: pb.ListTicketsRequest, context: Context
    ) -> pb.ListTicketsResponse:
        found, token = await self._matchmaking.searching(
            request.game, decode.page_size(request), request.page_token
        )
        own = request.viewer_id
        return pb.ListTicketsResponse(
            tickets=[orjson.dumps({**each, "you": each["player"]["id"] == own}) for each in found],
            next_page_token=token,
        )

    async def ForgetPlayer(
        self, request: pb.ForgetPlayerRequest, context: Context
    ) -> pb.ForgetPlayerResponse:
        left = await self._departures.forget(request.player_id, request.place, request.invited_to)
        return pb.ForgetPlayerResponse(next_place=left.next_place, elsewhere=left.elsewhere)


def _refused(move: pb.ApplyMoveRequest, error: BaseException) -> pb.MoveResult:
    fields = {"match_id": move.match_id, "trace_id": trace_id(move.traceparent)}
    return pb.MoveResult(refusal=status.refusal(error, "Moves", move.request_id, **fields))


def _pending(request: pb.ApplyMoveRequest, now: float) -> PendingMove:
    caller = decode.caller(request.caller)
    return PendingMove(
        request.match_id,
        caller,
        Move(caller.place, decode.move(request)),
        decode.expected_of_move(request),
        decode.key(request.idempotency, caller.player_id),
        now + request.timeout_ms / 1000 if request.timeout_ms else math.inf,
    )


def _rematch(found: Rematch) -> pb.Rematch:
    return pb.Rematch(asked=found.asked, match_id=found.match_id, replayed=found.replayed)
