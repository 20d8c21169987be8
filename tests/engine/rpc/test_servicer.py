"""The service over real gRPC: every call, every refusal, and odd requests."""

import json
import logging
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import grpc
import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier_game import errors as rules
from croupier_match import refusals
from croupier_match.sealing import seal_of
from croupier_tournament import refusals as tournament_refusals
from engine.domain import errors
from engine.rpc import status
from engine.rpc.server import SERVICE
from engine.rpc.servicer import EngineServicer
from engine.service.matches import Matches
from engine.store import keys
from engine.store.compression import pack
from engine.store.engines import Roll
from engine.store.maintenance import MaintenanceNotice
from engine.store.matches import MatchStore
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from redis.asyncio import Redis

from tests.support.engine_rpc import (
    Running,
    finished,
    first_legal,
    full,
    person,
    serving,
    used,
    waiting,
)
from tests.support.matches import fresh_id
from tests.support.spoilt import spoilt
from tests.support.tournament_requests import Entrant, new_tournament
from tools.redis_server import RedisServer

if TYPE_CHECKING:
    from tests.support.engine_rpc import Stub

pytestmark = pytest.mark.anyio

METHODS = pb.DESCRIPTOR.services_by_name["EngineService"].methods
LARGEST = 2**32 - 1


def match_of(answer: pb.Change | pb.Shown) -> dict[str, Any]:
    """The match in an answer."""
    text = answer.text if isinstance(answer, pb.Change) else answer.texts[0]
    match: dict[str, Any] = json.loads(text.match)
    return match


# Each call once, as it should go.


async def list_games(stub: "Stub") -> None:
    games = {game.game: game for game in (await stub.ListGames(pb.ListGamesRequest())).games}
    game = games["lost-cities"]
    assert (game.rules_version, game.newest) == (1, True)


async def describe_game(stub: "Stub") -> None:
    request = pb.DescribeGameRequest(game="lost-cities", rules_version=1)
    bundle = await stub.DescribeGame(request)
    assert (bundle.name, bundle.min_seats, bundle.max_seats) == ("Lost Cities", 2, 2)
    assert bundle.rules.startswith("# Lost Cities")
    assert json.loads(bundle.default_options)["rounds"] == 3
    games = (await stub.ListGames(pb.ListGamesRequest())).games
    assert bundle.digest in {game.digest for game in games}


async def create_match(stub: "Stub") -> None:
    ada = person()
    wish = pb.CreateMatchRequest(creator=ada, game="lost-cities", access=pb.ACCESS_PRIVATE)
    change = await stub.CreateMatch(wish)
    match = match_of(change)
    assert (change.version, match["version"], match["yourSeat"]) == (1, 1, 0)
    assert (change.match_id, match["status"], match["state"]) == (match["id"], "waiting", None)
    you = {"id": ada.id, "displayName": "Ada", "kind": "human"}
    assert [seat["player"] for seat in match["seats"]] == [you, None]
    assert match["inviteCode"]


async def join_match(stub: "Stub") -> None:
    table, bob = await waiting(stub), person("Bob")
    change = await stub.JoinMatch(table.join(bob, seat=1, expected_version=1, entropy="AB"))
    match = match_of(change)
    assert (change.version, match["status"], match["toMove"]) == (2, "active", [0])
    assert len(match["state"]["hand"]) == 8
    assert change.match_id == ""


async def leave_match(stub: "Stub") -> None:
    table = await full(stub, start=pb.START_MODE_MANUAL)
    change = await stub.LeaveMatch(table.act(1, expected_version=2))
    assert (change.version, match_of(change)["yourSeat"]) == (3, None)


async def free_seat(stub: "Stub") -> None:
    hugo = pb.Player(id=fresh_id(), display_name="Hugo", kind=pb.PLAYER_KIND_BOT)
    table = await waiting(stub, start=pb.START_MODE_MANUAL)
    await stub.JoinMatch(table.join(hugo))
    request = pb.FreeSeatRequest(match_id=table.match_id, caller=table.caller(0), seat=1)
    match = match_of(await stub.FreeSeat(request))
    assert (match["version"], match["yourSeat"]) == (3, 0)
    assert [each["player"] is None for each in match["seats"]] == [False, True]


async def claim_match(stub: "Stub") -> None:
    table = await full(stub)
    away = [pb.Absence(seat=0, for_ms=10**12)]
    request = pb.ClaimMatchRequest(match_id=table.match_id, caller=table.caller(1), away=away)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await stub.ClaimMatch(request)
    assert error_info(refused.value).reason == "CONFLICT"


async def start_match(stub: "Stub") -> None:
    table = await full(stub, start=pb.START_MODE_MANUAL)
    change = await stub.StartMatch(table.act(0))
    assert (change.version, match_of(change)["status"]) == (3, "active")


async def reveal_entropy(stub: "Stub") -> None:
    bob = person("Bob")
    table = await waiting(stub, deal=pb.DEAL_SEALED, seal=seal_of("ab" * 32))
    joined = await stub.JoinMatch(table.join(bob, seal=seal_of("cd" * 32)))
    fairness = match_of(joined)["fairness"]
    assert (fairness["toReveal"], fairness["reveal"]) == ([0, 1], "20s")
    view = await stub.GetMatch(pb.GetMatchRequest(match_id=table.match_id))
    assert (list(view.to_reveal), view.HasField("your_seat")) == ([0, 1], False)
    for player, seat, entropy in ((table.players[0], 0, "AB" * 32), (bob, 1, "cd" * 32)):
        caller = pb.Caller(player_id=player.id, seat=seat)
        change = await stub.RevealEntropy(
            pb.RevealEntropyRequest(match_id=table.match_id, caller=caller, entropy=entropy)
        )
    match = match_of(change)
    assert (change.version, match["status"], match["deal"]) == (4, "active", "sealed")


async def resign_match(stub: "Stub") -> None:
    table = await full(stub)
    change = await stub.ResignMatch(table.act(1))
    match = match_of(change)
    assert (match["outcome"]["reason"], match["outcome"]["winners"]) == ("resigned", [0])
    assert match["fairness"]["serverSeed"]


async def ask_undo(stub: "Stub") -> None:
    table = await full(stub)
    legal = await first_legal(stub, table)
    await stub.ApplyMove(table.move(0, move=legal.move))
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await stub.AskUndo(undo(table, 0, 2))
    info = error_info(refused.value)
    assert (info.reason, [*info.metadata]) == ("UNDO_REFUSED", ["rule"])


async def refuse_undo(stub: "Stub") -> None:
    table = await full(stub)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await stub.RefuseUndo(table.act(0))
    assert error_info(refused.value).reason == "CONFLICT"


async def undo_refused(stub: "Stub") -> None:
    table = await full(stub, undo_mode=pb.UNDO_MODE_NEVER)
    await stub.AskUndo(undo(table, 0, 1))


def undo(table: Any, seat: int, to_version: int) -> pb.AskUndoRequest:
    return pb.AskUndoRequest(
        match_id=table.match_id, caller=table.caller(seat), to_version=to_version
    )


async def request_rematch(stub: "Stub") -> None:
    table = await finished(stub)
    asked = [
        await stub.RequestRematch(
            pb.RequestRematchRequest(match_id=table.match_id, caller=table.caller(seat))
        )
        for seat in (1, 0)
    ]
    assert [list(each.asked) for each in asked] == [[1], [0, 1]]
    assert [bool(each.match_id) for each in asked] == [False, True]


async def end_rematch(stub: "Stub") -> None:
    table = await finished(stub)
    about: list[dict[str, Any]] = [
        {"match_id": table.match_id, "caller": table.caller(seat)} for seat in (0, 1)
    ]
    for ends in (0, 1):  # seat 0 withdraws its own request, seat 1 declines it
        await stub.RequestRematch(pb.RequestRematchRequest(**about[0]))
        asked = await stub.GetRematch(pb.GetRematchRequest(**about[1]))
        assert (list(asked.asked), asked.match_id) == ([0], "")
        # Long before the match: whoever is away since then is gone.
        away = [pb.Absence(seat=0, for_ms=10**12)]
        gone = await stub.GetRematch(pb.GetRematchRequest(away=away, **about[1]))
        assert list(gone.asked) == []
        await stub.EndRematch(pb.EndRematchRequest(**about[ends]))
        asked = await stub.GetRematch(pb.GetRematchRequest(**about[0]))
        assert list(asked.asked) == []


async def apply_move(stub: "Stub") -> None:
    table = await full(stub)
    legal = await first_legal(stub, table)
    tried = await stub.ApplyMove(table.move(0, move=legal.move, dry_run=True))
    assert tried == pb.Change(version=2, text=pb.Text(events=b"[]"))
    made = await stub.ApplyMove(table.move(0, notation=legal.notation, idempotency=used("a")))
    assert (made.version, made.replayed, match_of(made)["yourSeat"]) == (3, False, 0)
    assert len(json.loads(made.text.events)) == 2
    again = await stub.ApplyMove(
        table.move(0, notation=legal.notation, idempotency=used("a"), form=pb.FORM_OUTLINE)
    )
    assert (again.version, again.replayed, again.text.match) == (3, True, b"")
    assert again.text.events == made.text.events


async def apply_moves(stub: "Stub") -> None:
    """Made, refused, and made in another match, over one call."""
    table, other = await full(stub), await full(stub)
    notations = [(await first_legal(stub, each)).notation for each in (table, other)]
    call = cast(Any, stub).Batches()
    assert "engine-id" in dict(await call.initial_metadata())
    moves = [
        table.move(0, notation=notations[0]),
        table.move(0, notation=notations[0]),
        other.move(0, notation=notations[1], form=pb.FORM_OUTLINE),
    ]
    for versions in ([3, 0, 3], [0, 0, 0]):
        await call.write(pb.BatchRequest(moves=moves))
        results = (await call.read()).results
        assert [each.change.version for each in results] == versions
        assert results[1].refusal.reason == "NOT_YOUR_TURN"
        assert [bool(each.change.text.match) for each in results] == [
            versions[0] > 0,
            False,
            False,
        ]
    await call.done_writing()
    assert await call.read() is grpc.aio.EOF
    assert await call.code() == grpc.StatusCode.OK


async def get_roster(stub: "Stub") -> None:
    table = await full(stub)
    roster = await stub.GetRoster(pb.GetRosterRequest(match_id=table.match_id))
    assert list(roster.player_ids) == [player.id for player in table.players]
    assert roster.settled


async def get_match(stub: "Stub") -> None:
    table = await full(stub)
    seen = await stub.GetMatch(table.get(1, form=pb.FORM_MATCH_WITH_MOVES))
    assert (seen.version, seen.your_seat, match_of(seen)["yourSeat"]) == (2, 1, 1)
    assert match_of(seen)["legalMoves"]["moves"] == []
    past = await stub.GetMatch(table.get(0, at_version=1))
    assert (past.version, past.status) == (1, pb.MATCH_STATUS_WAITING)
    short = await stub.GetMatch(table.get(0, form=pb.FORM_OUTLINE))
    assert (match_of(short)["version"], short.texts[0].events) == (2, b"")
    drawn = await stub.GetMatch(table.get(0, as_table=True))
    assert "Ada" in drawn.table
    assert not drawn.texts


async def batch_get_matches(stub: "Stub") -> None:
    table, item = await full(stub), pb.BatchGetMatchesRequest.Item
    items = [
        item(match_id=fresh_id()),
        item(match_id=table.match_id, caller=table.caller(1)),
        item(match_id=table.match_id),
    ]
    missing, *found = (await stub.BatchGetMatches(pb.BatchGetMatchesRequest(items=items))).shown
    assert missing == pb.Shown()
    assert [(match_of(each)["yourSeat"], each.version) for each in found] == [(1, 2), (None, 2)]


async def list_matches(stub: "Stub") -> None:
    table = await full(stub)
    ada = table.players[0].id
    request = pb.ListMatchesRequest(viewer_id=ada, player_id=ada, status=pb.MATCH_STATUS_ACTIVE)
    answer = await stub.ListMatches(request)
    assert [roster.match_id for roster in answer.rosters] == [table.match_id]
    assert answer.next_page_token == ""


async def list_legal_moves(stub: "Stub") -> None:
    table = await full(stub)
    counts = []
    for caller in (table.caller(0), table.caller(1), pb.Caller()):
        request = pb.ListLegalMovesRequest(match_id=table.match_id, caller=caller)
        moves = json.loads((await stub.ListLegalMoves(request)).legal_moves)
        counts.append((moves["seat"], bool(moves["moves"])))
    assert counts == [(0, True), (1, False), (None, False)]


async def list_moves(stub: "Stub") -> None:
    table = await full(stub)
    await stub.ApplyMove(table.move(0, move=(await first_legal(stub, table)).move))
    request = pb.ListMovesRequest(match_id=table.match_id, caller=table.caller(1), page_size=2)
    answer = await stub.ListMoves(request)
    versions = [json.loads(entry)["version"] for entry in answer.entries]
    assert (versions, answer.next_after) == ([1, 2], 2)
    request.after = 2
    answer = await stub.ListMoves(request)
    assert [json.loads(entry)["kind"] for entry in answer.entries] == ["move"]
    assert not answer.HasField("next_after")


async def list_changes(stub: "Stub") -> None:
    table = await full(stub)
    seen = pb.ListChangesRequest(match_id=table.match_id, caller=table.caller(1), limit=1)
    first = await stub.ListChanges(seen)
    assert [change.version for change in first.changes] == [1]
    assert first.version == 2
    assert match_of(first.changes[0])["yourSeat"] is None
    seen.after = 1
    last = (await stub.ListChanges(seen)).changes[0]
    now = await stub.GetMatch(pb.GetMatchRequest(match_id=table.match_id, caller=table.caller(1)))
    assert (last.version, last.head, [*last.texts]) == (now.version, now.head, [*now.texts])
    seen.after = 2
    assert not (await stub.ListChanges(seen)).changes


async def get_versions(stub: "Stub") -> None:
    table = await full(stub)
    asked = pb.GetVersionsRequest(match_ids=[fresh_id(), table.match_id])
    assert (await stub.GetVersions(asked)).versions == [0, 2]


async def tickets(stub: "Stub") -> None:
    """Tickets for settings of this test alone."""
    ada, bob = person("Ada"), person("Bob")
    clock = pb.ClockOptions(bank_ms=1_000 + secrets.randbelow(10**9), increment_ms=1)
    wish = pb.CreateTicketRequest(player=ada, game="livingstone", seats=3, clock=clock)
    first = await stub.CreateTicket(wish)
    assert (first.status, first.match_id) == (pb.TICKET_STATUS_SEARCHING, "")
    own = pb.TicketRequest(ticket_id=first.id, player_id=ada.id)
    assert await stub.GetTicket(own) == first
    assert (await stub.CancelTicket(own)).status == pb.TICKET_STATUS_CANCELLED
    for player in (ada, bob, person("Eve")):
        last = await stub.CreateTicket(
            pb.CreateTicketRequest(
                player=player, game="livingstone", seats=3, clock=clock, idempotency=used("a")
            )
        )
    assert last.status == pb.TICKET_STATUS_MATCHED
    assert not last.replayed
    roster = await stub.GetRoster(pb.GetRosterRequest(match_id=last.match_id))
    assert {*roster.player_ids} >= {ada.id, bob.id}
    wish.idempotency.CopyFrom(used("a"))
    assert (await stub.CreateTicket(wish)).replayed


async def get_replay(stub: "Stub") -> None:
    table = await finished(stub)
    replay = await stub.GetReplay(pb.GetReplayRequest(match_id=table.match_id))
    assert [json.loads(entry)["version"] for entry in replay.log] == [1, 2, 3]
    head = json.loads(replay.head)
    assert json.loads(replay.log[-1])["hash"] == replay.prev
    assert replay.prev == head["match"]["fairness"]["logHead"]
    assert head["entropy"] == [None, None]
    paged = pb.GetReplayRequest(match_id=table.match_id, limit=2)
    first = await stub.GetReplay(paged)
    assert list(first.log) == list(replay.log[:2])
    assert (first.head, first.after, first.version) == (replay.head, 2, 3)
    second = await stub.GetReplay(_following(paged, first))
    assert list(second.log) == list(replay.log[2:])
    assert (second.head, second.after, second.version) == (b"", 3, 3), "it is told once"
    assert not (await stub.GetReplay(_following(paged, second))).log


def _following(request: pb.GetReplayRequest, page: pb.Replay) -> pb.GetReplayRequest:
    """The request of the page after this one."""
    return pb.GetReplayRequest(
        match_id=request.match_id, limit=request.limit, after=page.after, prev=page.prev
    )


async def searching(stub: "Stub") -> None:
    ada = person("Ada")
    wish = pb.CreateTicketRequest(player=ada, game="livingstone", seats=5)
    ticket = await stub.CreateTicket(wish)
    listed = await stub.ListTickets(pb.ListTicketsRequest(viewer_id=ada.id, page_size=100))
    (own,) = [each for each in map(json.loads, listed.tickets) if each["you"]]
    assert (own["player"]["id"], own["game"], own["seats"]) == (ada.id, "livingstone", 5)
    await stub.CancelTicket(pb.TicketRequest(ticket_id=ticket.id, player_id=ada.id))
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await stub.ListTickets(pb.ListTicketsRequest(page_token="?"))  # noqa: S106 - of a page
    assert raised.value.code() == grpc.StatusCode.INVALID_ARGUMENT


async def open_invitation(stub: "Stub") -> None:
    ada = person("Ada")
    made = await stub.CreateMatch(
        pb.CreateMatchRequest(creator=ada, game="lost-cities", access=pb.ACCESS_PRIVATE)
    )
    code = json.loads(made.text.match)["inviteCode"]
    terms = (await stub.OpenInvitation(pb.OpenInvitationRequest(code=code))).terms
    assert json.loads(terms)["matchId"] == made.match_id


async def forget(stub: "Stub") -> None:
    ada = person("Ada")
    made = await stub.CreateMatch(pb.CreateMatchRequest(creator=ada, game="lost-cities"))
    reply = await stub.ForgetPlayer(pb.ForgetPlayerRequest(player_id=ada.id))
    assert reply == pb.ForgetPlayerResponse()
    roster = await stub.GetRoster(pb.GetRosterRequest(match_id=made.match_id))
    assert [*roster.player_ids] == ["", ""]
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await stub.ForgetPlayer(pb.ForgetPlayerRequest(player_id=ada.id, place="?"))
    assert raised.value.code() == grpc.StatusCode.INVALID_ARGUMENT


async def invitations(stub: "Stub") -> None:
    table, hugo = await waiting(stub), person("Hugo")
    offers = [pb.Offer(game="lost-cities", max_matches=1)]
    host = table.caller(0)
    wish: dict[str, Any] = {"match_id": table.match_id, "caller": host}
    made = await stub.InvitePlayer(pb.InvitePlayerRequest(player=hugo, offers=offers, **wish))
    assert (made.match_id, made.player_id) == (table.match_id, hugo.id)
    assert made.status == pb.INVITATION_STATUS_PENDING
    listed = await stub.ListInvitations(pb.ListInvitationsRequest(**wish))
    assert [each.id for each in listed.invitations] == [made.id]
    asked = pb.FindInvitationsRequest(player_id=hugo.id, match_ids=[fresh_id(), table.match_id])
    found = await stub.FindInvitations(asked)
    assert [each.id for each in found.invitations] == [made.id]
    await stub.EndInvitation(pb.EndInvitationRequest(invitation_id=made.id, **wish))
    assert not (await stub.FindInvitations(asked)).invitations


async def avoid_players(stub: "Stub") -> None:
    """Ann does not want to meet Bob while her ticket searches, and then she does."""
    ann, bob = person("Ann"), person("Bob")
    wish: dict[str, Any] = {"game": "lost-cities", "clock": pb.ClockOptions(per_move_ms=59_000)}
    first = await stub.CreateTicket(pb.CreateTicketRequest(player=ann, **wish))
    await stub.AvoidPlayers(pb.AvoidPlayersRequest(player_id=ann.id, blocked=[bob.id]))
    second = await stub.CreateTicket(pb.CreateTicketRequest(player=bob, **wish))
    assert (first.status, second.status) == (pb.TICKET_STATUS_SEARCHING,) * 2
    await stub.AvoidPlayers(pb.AvoidPlayersRequest(player_id=ann.id))
    third = await stub.CreateTicket(pb.CreateTicketRequest(player=person("Cleo"), **wish))
    assert third.status == pb.TICKET_STATUS_MATCHED


async def withdraw_from_rated(stub: "Stub") -> None:
    """Of one who has nothing rated, all stays; tests of withdrawals have the rest."""
    ann = person("Ann")
    ticket = await stub.CreateTicket(pb.CreateTicketRequest(player=ann, game="lost-cities"))
    await stub.WithdrawFromRated(pb.WithdrawFromRatedRequest(player_id=ann.id))
    again = await stub.GetTicket(pb.TicketRequest(ticket_id=ticket.id, player_id=ann.id))
    assert again.status == ticket.status


async def count_matches(stub: "Stub") -> None:
    table = await full(stub)
    asked = pb.CountMatchesRequest(player_ids=[table.players[0].id, fresh_id()])
    assert [*(await stub.CountMatches(asked)).active] == [1, 0]


async def tournaments(stub: "Stub") -> None:
    made = await stub.CreateTournament(new_tournament(person()))
    assert (made.version, made.replayed) == (2, False)
    joined = await stub.ChangeTournament(Entrant().joins(made.tournament_id))
    assert joined == pb.TournamentChange(tournament_id=made.tournament_id, version=3)
    await stub.RecallTournament(pb.RecallTournamentRequest(tournament_id=made.tournament_id))
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await stub.RecallTournament(pb.RecallTournamentRequest(tournament_id=fresh_id()))
    assert raised.value.code() == grpc.StatusCode.NOT_FOUND


async def deals(stub: "Stub") -> None:
    """Made, read, and tried twice, which is one match."""
    ada, end_ms = person(), time.time_ns() // 10**6 + 600_000
    made = await stub.CreateDeal(
        pb.CreateDealRequest(maker=ada, name="Sunday", game="lost-cities", end_ms=end_ms)
    )
    deal = json.loads(made.deal)
    opened = await stub.OpenDeal(pb.OpenDealRequest(deal_id=deal["id"]))
    assert (opened.deal, made.replayed) == (made.deal, False)
    opponents = [
        pb.Player(id=fresh_id(), display_name=each, kind=pb.PLAYER_KIND_BOT)
        for each in deal["opponents"]
    ]
    about = {"deal_id": deal["id"], "game": "lost-cities", "player": ada, "opponents": opponents}
    first, again = [await stub.TryDeal(pb.TryDealRequest(**about)) for _ in range(2)]
    assert first.match_id == again.match_id


CALLS: dict[str, Callable[["Stub"], Awaitable[None]]] = {
    "ListGames": list_games,
    "DescribeGame": describe_game,
    "CreateMatch": create_match,
    "JoinMatch": join_match,
    "LeaveMatch": leave_match,
    "FreeSeat": free_seat,
    "ClaimMatch": claim_match,
    "StartMatch": start_match,
    "RevealEntropy": reveal_entropy,
    "ResignMatch": resign_match,
    "AskUndo": ask_undo,
    "RefuseUndo": refuse_undo,
    "RequestRematch": request_rematch,
    "GetRematch": end_rematch,
    "EndRematch": end_rematch,
    "ApplyMove": apply_move,
    "Batches": apply_moves,
    "GetRoster": get_roster,
    "GetMatch": get_match,
    "BatchGetMatches": batch_get_matches,
    "ListMatches": list_matches,
    "ListLegalMoves": list_legal_moves,
    "ListMoves": list_moves,
    "ListChanges": list_changes,
    "GetVersions": get_versions,
    "GetReplay": get_replay,
    "CreateTicket": tickets,
    "GetTicket": tickets,
    "CancelTicket": tickets,
    "AvoidPlayers": avoid_players,
    "WithdrawFromRated": withdraw_from_rated,
    "ListTickets": searching,
    "OpenInvitation": open_invitation,
    "ForgetPlayer": forget,
    "InvitePlayer": invitations,
    "ListInvitations": invitations,
    "EndInvitation": invitations,
    "FindInvitations": invitations,
    "CountMatches": count_matches,
    "CreateTournament": tournaments,
    "ChangeTournament": tournaments,
    "RecallTournament": tournaments,
    "CreateDeal": deals,
    "OpenDeal": deals,
    "TryDeal": deals,
}


@pytest.mark.parametrize("method", [method.name for method in METHODS])
async def test_every_call_answers(stub: "Stub", method: str) -> None:
    await CALLS[method](stub)


def test_every_call_of_the_service_is_implemented() -> None:
    # The generated base has all of them, too, and answers that they are not implemented.
    ours = [kind for kind in EngineServicer.__mro__ if kind.__module__.startswith("engine.")]
    assert {method.name for method in METHODS} <= {name for kind in ours for name in vars(kind)}


# Each refusal once, by a request that provokes it.

Provocation: TypeAlias = Callable[["Stub"], Awaitable[Any]]


async def malformed(stub: "Stub") -> Any:
    await stub.ListMatches(pb.ListMatchesRequest(page_token="!"))  # noqa: S106


async def not_found(stub: "Stub") -> Any:
    await stub.GetMatch(pb.GetMatchRequest(match_id=fresh_id()))


async def not_your_match(stub: "Stub") -> Any:
    table = await full(stub)
    stranger = pb.Caller(player_id=person().id)
    await stub.ResignMatch(pb.ActRequest(match_id=table.match_id, caller=stranger))


async def forbidden(stub: "Stub") -> Any:
    await stub.StartMatch((await full(stub, start=pb.START_MODE_MANUAL)).act(1))


async def roster_changed(stub: "Stub") -> Any:
    table = await full(stub)
    wrong = pb.Caller(player_id=table.players[0].id, seat=1)
    await stub.GetMatch(pb.GetMatchRequest(match_id=table.match_id, caller=wrong))


async def idempotency_mismatch(stub: "Stub") -> Any:
    table = await full(stub)
    await stub.ResignMatch(table.act(0, idempotency=used("a")))
    await stub.ResignMatch(table.act(0, idempotency=used("a", "that")))


async def version_mismatch(stub: "Stub") -> Any:
    await stub.ResignMatch((await full(stub)).act(0, expected_version=7))


async def not_your_turn(stub: "Stub") -> Any:
    await stub.ApplyMove((await full(stub)).move(1, notation="Y7+*"))


async def match_not_active(stub: "Stub") -> Any:
    await stub.ResignMatch((await finished(stub)).act(1))


async def match_active(stub: "Stub") -> Any:
    await stub.GetReplay(pb.GetReplayRequest(match_id=(await full(stub)).match_id))


async def malformed_prev(stub: "Stub") -> Any:
    table = await finished(stub)
    await stub.GetReplay(pb.GetReplayRequest(match_id=table.match_id, after=1, prev="0A" * 32))


async def match_full(stub: "Stub") -> Any:
    await stub.JoinMatch((await full(stub)).join(person()))


async def conflict(stub: "Stub") -> Any:
    table = await waiting(stub)
    await stub.JoinMatch(table.join(table.players[0]))


async def invalid_move(stub: "Stub") -> Any:
    await stub.ApplyMove((await full(stub)).move(0, notation="Z7+*"))


async def illegal_move(stub: "Stub") -> Any:
    """Take back what has just been discarded."""
    table = await full(stub)
    card = (await first_legal(stub, table)).notation.rstrip("*")[:-1]
    await stub.ApplyMove(table.move(0, notation=f"{card}-{card[0]}"))


async def invalid_options(stub: "Stub") -> Any:
    await stub.CreateMatch(pb.CreateMatchRequest(creator=person(), game="lost-cities", seats=9))


async def not_played_here(stub: "Stub") -> Any:
    await stub.CreateMatch(pb.CreateMatchRequest(creator=person(), game="chess"))


SENTENCE = "what the refusal says"

REFUSALS: list[tuple[type[Exception], Provocation, grpc.StatusCode, str, dict[str, str]]] = [
    (errors.Malformed, malformed, grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED", {}),
    (errors.Malformed, malformed_prev, grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED", {}),
    (refusals.NotFound, not_found, grpc.StatusCode.NOT_FOUND, "NOT_FOUND", {}),
    (
        refusals.NotYourMatch,
        not_your_match,
        grpc.StatusCode.PERMISSION_DENIED,
        "NOT_YOUR_MATCH",
        {},
    ),
    (refusals.Forbidden, forbidden, grpc.StatusCode.PERMISSION_DENIED, "FORBIDDEN", {}),
    (
        refusals.NotPlayedHere,
        not_played_here,
        grpc.StatusCode.ABORTED,
        "NOT_PLAYED_HERE",
        {"rules": "chess"},
    ),
    (refusals.RosterChanged, roster_changed, grpc.StatusCode.ABORTED, "ROSTER_CHANGED", {}),
    (
        errors.IdempotencyMismatch,
        idempotency_mismatch,
        grpc.StatusCode.INVALID_ARGUMENT,
        "IDEMPOTENCY_MISMATCH",
        {},
    ),
    (
        refusals.VersionMismatch,
        version_mismatch,
        grpc.StatusCode.ABORTED,
        "VERSION_MISMATCH",
        {"version": "2"},
    ),
    (
        refusals.NotYourTurn,
        not_your_turn,
        grpc.StatusCode.FAILED_PRECONDITION,
        "NOT_YOUR_TURN",
        {},
    ),
    (
        refusals.MatchNotActive,
        match_not_active,
        grpc.StatusCode.FAILED_PRECONDITION,
        "MATCH_NOT_ACTIVE",
        {},
    ),
    (refusals.MatchActive, match_active, grpc.StatusCode.FAILED_PRECONDITION, "MATCH_ACTIVE", {}),
    (
        refusals.UndoRefused,
        undo_refused,
        grpc.StatusCode.FAILED_PRECONDITION,
        "UNDO_REFUSED",
        {"rule": SENTENCE},
    ),
    (refusals.MatchFull, match_full, grpc.StatusCode.FAILED_PRECONDITION, "MATCH_FULL", {}),
    (refusals.Conflict, conflict, grpc.StatusCode.FAILED_PRECONDITION, "CONFLICT", {}),
    (rules.InvalidMove, invalid_move, grpc.StatusCode.INVALID_ARGUMENT, "INVALID_MOVE", {}),
    (
        rules.IllegalMove,
        illegal_move,
        grpc.StatusCode.FAILED_PRECONDITION,
        "ILLEGAL_MOVE",
        {"rule": SENTENCE},
    ),
    (
        rules.InvalidOptions,
        invalid_options,
        grpc.StatusCode.INVALID_ARGUMENT,
        "INVALID_OPTIONS",
        {},
    ),
]
AWAY = (errors.StoreUnavailable, grpc.StatusCode.UNAVAILABLE, "UNAVAILABLE")


@pytest.mark.parametrize(
    ("refusal", "provoke", "code", "reason", "metadata"),
    REFUSALS,
    ids=[refusal.__name__ for refusal, *_ in REFUSALS],
)
async def test_every_refusal_is_a_status_with_its_reason(
    stub: "Stub",
    refusal: type[Exception],
    provoke: Provocation,
    code: grpc.StatusCode,
    reason: str,
    metadata: dict[str, str],
) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await provoke(stub)
    assert refused.value.code() == code
    sentence = refused.value.details() or ""
    assert sentence.endswith(".")
    info = error_info(refused.value)
    assert (info.reason, info.domain) == (reason, "croupier")
    told = {name: SENTENCE if value == sentence else value for name, value in info.metadata.items()}
    assert told == metadata


async def test_a_store_that_is_away_is_unavailable(
    own_store: MatchStore, own_server: RedisServer
) -> None:
    own_server.stop()
    async with serving(Matches(own_store)) as engine:
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await not_found(engine.stub)
    assert refused.value.code() == AWAY[1]
    assert error_info(refused.value).reason == AWAY[2]


async def test_who_has_left_too_many_matches_learns_until_when_to_wait(stub: "Stub") -> None:
    until_ms = 4_000_000_000_000
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await stub.CreateTicket(
            pb.CreateTicketRequest(
                player=person("Ann"),
                game="lost-cities",
                clock=pb.ClockOptions(bank_ms=600_000),
                deal=pb.DEAL_SEALED,
                seal=seal_of("00" * 32),
                undo_mode=pb.UNDO_MODE_NEVER,
                rated=True,
                own_game=True,
                standing=pb.Standing(since_ms=1, waits_until_ms=until_ms),
            )
        )
    assert refused.value.code() == grpc.StatusCode.PERMISSION_DENIED
    info = error_info(refused.value)
    assert (info.reason, info.metadata["until"]) == ("SUSPENDED", "2096-10-02T07:06:40.000Z")


async def test_in_maintenance_a_caller_learns_when_to_ask_again(own_store: MatchStore) -> None:
    await own_store.maintenance.begin(
        MaintenanceNotice("Back at nine.", 90, "2026-01-02T03:04:05Z", "Olga")
    )
    async with serving(Matches(own_store)) as engine:
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await waiting(engine.stub)
    assert (refused.value.code(), refused.value.details()) == (AWAY[1], "Back at nine.")
    info = error_info(refused.value)
    assert (info.reason, dict(info.metadata)) == (AWAY[2], {"retryAfter": "90"})


async def test_a_refusal_that_cannot_be_sent_is_answered_as_internal(matches: Matches) -> None:
    """Its batch may have moves of others that are stored."""
    unsendable = rules.IllegalMove("\ud800")
    answer = EngineServicer(matches)._result(pb.ApplyMoveRequest(), unsendable)
    assert answer.refusal.reason == "INTERNAL"


async def test_of_rules_that_no_engine_has_gateways_need_ask_only_one(
    own_store: MatchStore, own_redis: Redis
) -> None:
    """As soon as engines have said what they play; until then, any may have them."""
    matches = Matches(own_store)
    servicer, context = EngineServicer(matches), cast(Any, None)

    async def told(stub: "Stub") -> list[Any]:
        """Reasons why it is not shown, and whether lists say that others play it, or have it."""
        own_store.engines._stale_at = 0.0  # at once
        reasons = []
        for provoke in (not_played_here(stub), stub.ResignMatch(table.act(0))):
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await provoke
            assert refused.value.code() == grpc.StatusCode.ABORTED
            reasons.append(error_info(refused.value).reason)
        page = await servicer.ListMatches(pb.ListMatchesRequest(page_size=9), context)
        items = [pb.BatchGetMatchesRequest.Item(match_id=table.match_id, caller=pb.Caller())]
        batch = await servicer.BatchGetMatches(pb.BatchGetMatchesRequest(items=items), context)
        return [*reasons, [each.elsewhere for each in page.rosters], batch.shown[0].failed]

    here, nowhere = "NOT_PLAYED_HERE", "NOT_PLAYED"
    async with serving(matches) as engine:
        table = await full(engine.stub)
        async with spoilt(own_redis, table.match_id, "is of another game"):
            own_store.engines._roll = Roll()
            assert await told(engine.stub) == [here, here, [True], False]
            await own_store.engines.beat("own")
            assert await told(engine.stub) == [nowhere, nowhere, [], True]
            says = b'99999999999999 {"games": ["chess@1"], "group": ""}'
            await cast(Any, own_redis.hset("{tickets}:engines", "other", says))
            assert await told(engine.stub) == [here, here, [True], False]


async def test_a_match_without_its_whole_log_is_unavailable(stub: "Stub", redis: Redis) -> None:
    table = await full(stub)
    await redis.ltrim(keys.log(table.match_id), 1, -1)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await stub.ResignMatch(table.act(0))
    assert (refused.value.code(), error_info(refused.value).reason) == AWAY[1:]


def test_every_refusal_has_a_status_and_is_provoked_here() -> None:
    inner = {refusals.Conflict, errors.StoreUnavailable}
    known = {*leaves(refusals.Refusal), *inner, *leaves(rules.RulesError)} - {refusals.Overdue}
    # Each is provoked in tests.engine.rpc.test_tournaments.
    of_tournaments = {*leaves(tournament_refusals.Refusal)}
    codes = {getattr(each, "code", "") or refusals.OF_RULES[each] for each in known}
    codes |= {getattr(each, "code", "") for each in of_tournaments}
    assert codes == {*status.STATUS}
    own = {
        refusals.GameFailed,
        errors.InMaintenance,
        errors.Suspended,
        errors.DamagedMatch,
        errors.Overloaded,
        refusals.Revealing,
    }
    elsewhere = {AWAY[0], errors.NotPlayed} | own
    assert {refusal for refusal, *_ in REFUSALS} | elsewhere == known


def leaves(refusal: type[Exception]) -> Iterator[type[Exception]]:
    children = [
        each
        for each in refusal.__subclasses__()
        # What no engine raises, in its calls.
        if not each.__module__.startswith(("croupier_client", "engine.admin"))
    ]
    for child in children:
        yield from leaves(child)
    if not children:
        yield refusal


def error_info(error: grpc.aio.AioRpcError) -> error_details_pb2.ErrorInfo:
    """The one detail that every refusal has."""
    told = rpc_status.from_call(cast(grpc.Call, error))
    assert told
    assert told.code == error.code().value[0]
    assert told.message == error.details()
    (detail,) = told.details
    info = error_details_pb2.ErrorInfo()
    assert detail.Unpack(info)
    return info


async def test_what_nobody_expected_is_internal_and_tells_nothing(
    stub: "Stub", redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    """A stored match that cannot be read; the message of that error holds what it read."""
    table = await waiting(stub, access=pb.ACCESS_PRIVATE)
    broken: Any = pack(b'{"id": "SECRET-Y7"}')
    await cast(Any, redis.hset(f"match:{{{table.match_id}}}", "match", broken))
    with caplog.at_level(logging.ERROR), pytest.raises(grpc.aio.AioRpcError) as failed:
        await stub.GetMatch(table.get(0))
    assert (failed.value.code(), failed.value.details()) == (grpc.StatusCode.INTERNAL, "internal")
    assert rpc_status.from_call(cast(grpc.Call, failed.value)) is None
    (record,) = caplog.records
    assert "GetMatch" in record.getMessage()
    assert "ValidationError" in record.getMessage()
    assert "SECRET" not in caplog.text


# Requests that no gateway makes.


async def test_an_unknown_call_is_unimplemented(running: Running) -> None:
    unknown: Any = running.channel.unary_unary(f"/{SERVICE}/Nothing")
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await unknown(b"")
    assert refused.value.code() == grpc.StatusCode.UNIMPLEMENTED


@pytest.mark.parametrize("method", [method.name for method in METHODS])
async def test_no_request_at_all_is_an_internal_error(
    running: Running, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Messages filled with the first and last values of each kind, and some that fit."""
    choose = random.Random(method)
    table, done = await full(running.stub), await finished(running.stub)
    words = ["", "x", "}", "é" * 300, "lost-cities", "Y7+*", "0" * 64, "A" * 22]
    words += [table.match_id, done.match_id] * 4
    words += [player.id for player in (*table.players, *done.players)] * 2
    described = next(each for each in METHODS if each.name == method)
    for _ in range(60):
        request = filled(described.input_type, choose, words)
        if described.client_streaming:
            await check_each_is_answered(running.stub, method, request)
            continue
        try:
            await getattr(running.stub, method)(request)
        except grpc.aio.AioRpcError as refused:
            assert error_info(refused).reason, request  # noqa: PT017
    assert caplog.records == []


async def check_each_is_answered(stub: "Stub", method: str, request: Any) -> None:
    """What is asked for over a long call is refused one by one, and never breaks the call."""
    call = getattr(stub, method)()
    await call.write(request)
    answer = await call.read()
    assert len(answer.results) == len(request.moves), request
    for each in answer.results:
        assert each.change.version or each.refusal.reason not in ("", "INTERNAL"), request
    call.cancel()


def filled(kind: Descriptor, choose: random.Random, words: list[str]) -> Message:
    """A message with each of its fields left out or given, some as they would be."""
    message = GetMessageClass(kind)()
    for field in kind.fields:
        if choose.random() < 0.3:
            continue
        values = [a_value(field, choose, words) for _ in range(choose.choice([1, 1, 3]))]
        if field.message_type and not field.is_repeated:
            getattr(message, field.name).CopyFrom(values[0])
        elif field.is_repeated:
            getattr(message, field.name).extend(values)
        else:
            setattr(message, field.name, values[0])
    return message


def a_value(field: FieldDescriptor, choose: random.Random, words: list[str]) -> Any:
    if field.message_type:
        return filled(field.message_type, choose, words)
    if field.type == FieldDescriptor.TYPE_BOOL:
        return choose.choice([True, False])
    if field.type == FieldDescriptor.TYPE_STRING:
        return choose.choice(words)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return choose.choice(words).encode()
    if field.type == FieldDescriptor.TYPE_UINT32:
        return choose.choice([0, 1, 1, 2, 3, 100, LARGEST])
    if field.type == FieldDescriptor.TYPE_UINT64:
        return choose.choice([0, 1, LARGEST, 2**64 - 1])
    return choose.choice([0, 1, 1, 2, 2, 77, 2**31 - 1, -(2**31)])
