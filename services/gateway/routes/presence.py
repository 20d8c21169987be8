"""Presence: how many are here."""

from fastapi import APIRouter, Request, Response

from gateway.callers import TOKEN_ERRORS
from gateway.contract import response_models
from gateway.dependencies import Deps
from gateway.http.responses import error_responses, json_response
from gateway.players.tokens import READ

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
