"""Invite codes: what somebody is invited to who has the code of a private match."""

from croupier.v1 import engine_service_pb2 as pb
from fastapi import APIRouter, Request, Response
from orjson import Fragment

from gateway.callers import TOKEN_ERRORS
from gateway.contract import request_models, response_models
from gateway.dependencies import Deps
from gateway.errors import Problem
from gateway.http import json_body
from gateway.http.responses import error_responses, json_response, request_body
from gateway.players.authentication import bearer
from gateway.players.tokens import PLAY
from gateway.players.typed_codes import grouped, read

router = APIRouter(prefix="/v1", tags=["Opponents"])


@router.post(
    "/invitations",
    response_model=response_models.Terms,
    responses=error_responses(
        *TOKEN_ERRORS, "timeout", "too_large", "unsupported_media_type", "malformed", "not_found"
    ),
    openapi_extra=request_body(request_models.Code, typed={"code": "K7QF2-M9PTX"}),
)
async def open_invitation(request: Request, deps: Deps) -> Response:
    """Read what the invite code of a private match invites to; this changes nothing.

    Upper and lower case, hyphens and spaces mean nothing. A code that is wrong, or with which
    nobody can join any more, is 404. To take a seat, join the match with the same code.
    """
    body = await json_body.read(request, request_models.Code)
    player = await deps.authenticator.caller(request, PLAY)
    own = bearer(request) or ""
    # First, and given back for a good code: many tries at once are not made for free.
    await deps.limits.spend("pairings", request, own)
    asked = pb.OpenInvitationRequest(
        code=grouped(read(body.code)), player_id=player.id if player else ""
    )
    try:
        found = await deps.engine.open_invitation(asked)
    except Problem as refusal:
        if refusal.code == "not_found":
            raise Problem("not_found", "This code is not good (any more).") from None
        raise
    await deps.limits.give_back("pairings", request, own)
    return json_response(Fragment(found.terms))
