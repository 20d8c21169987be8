"""Presence: how many are here, and who of a table is."""

from croupier.v1 import engine_service_pb2 as pb
from fastapi import APIRouter, Request, Response

from gateway.callers import READ_ERRORS, TOKEN_ERRORS
from gateway.contract import response_models
from gateway.dependencies import Deps
from gateway.errors import Problem
from gateway.http import parameters
from gateway.http.parameters import parse_id
from gateway.http.responses import error_responses, json_response
from gateway.players.tokens import READ
from gateway.streams.table_presence import told

router = APIRouter(prefix="/v1", tags=["Opponents"])


@router.get(
    "/presence",
    response_model=response_models.Presence,
    responses=error_responses(*TOKEN_ERRORS),
)
async def count_players(request: Request, deps: Deps) -> Response:
    """Count the players that are here: those with an open `/v1/events`, match stream or socket.

    The numbers are some seconds old. Who has gone counts for less than a minute.
    """
    await deps.authenticator.caller(request, READ)
    here = await deps.presence.count()
    return json_response({"people": here.people, "bots": here.bots})


@router.get(
    "/matches/{match_id}/presence",
    response_model=response_models.TablePresence,
    responses=error_responses(*READ_ERRORS, "not_your_match"),
)
async def get_table_presence(
    match_id: parameters.MatchId, request: Request, deps: Deps
) -> Response:
    """Read who of a match of yours is here, `away`, or `gone`: away for its `goneAfter`.

    Here is who follows anything, over any stream or socket, or by a GET that waits.
    """
    player = await deps.authenticator.require(
        request, READ, check_found=lambda player: deps.visibility.game_for(match_id, player)
    )
    # Anew: whose account has ended since is not in what is remembered.
    roster = await deps.engine.get_roster(
        pb.GetRosterRequest(match_id=parse_id(match_id, "match"), viewer_id=player.id)
    )
    if player.id not in roster.player_ids:
        raise Problem("not_your_match", "You have no seat in this match.")
    away = await deps.presence.away(filter(None, roster.player_ids))
    return json_response(told(roster, away, deps.presence.now_ms()))
