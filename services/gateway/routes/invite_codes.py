"""Invite codes: what somebody is invited to who has the code of a private match."""

from croupier.v1 import engine_service_pb2 as pb
from fastapi import APIRouter, Request, Response

from gateway.callers import ACT_ERRORS
from gateway.contract import request_models, response_models
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem
from gateway.http import headers, json_body, parameters
from gateway.http.responses import error_responses, request_body
from gateway.players.authentication import bearer
from gateway.players.player_store import Player
from gateway.players.repeats import Answer
from gateway.players.tokens import PLAY
from gateway.players.typed_codes import grouped, read

router = APIRouter(prefix="/v1", tags=["Opponents"])


@router.post(
    "/invitations",
    response_model=response_models.Terms,
    responses=error_responses(*ACT_ERRORS),
    openapi_extra=request_body(request_models.Code, typed={"code": "K7QF2-M9PTX"}),
)
async def open_invitation(
    request: Request, deps: Deps, idempotency_key: parameters.IdempotencyKey = None
) -> Response:
    """Read what the invite code of a private match invites to; this changes nothing.

    Upper and lower case, hyphens and spaces mean nothing. A code that is wrong, or with which
    nobody can join any more, is 404, also for a repeat. To take a seat, join the match with the
    same code.
    """
    body = await json_body.read(request, request_models.Code)
    key = headers.idempotency_key(request)
    player = await deps.authenticator.caller(request, PLAY)

    async def nothing() -> Answer:
        return Answer(200, b"")

    async def terms(_: bytes) -> bytes:
        return await _terms(body.code, player, request, deps)

    return await deps.repeats.once(key, request, body, player, nothing, show=terms)


async def _terms(code: str, player: Player | None, request: Request, deps: Dependencies) -> bytes:
    """Return what the code invites to, in JSON. Raise Problem rate_limited, not_found."""
    own = bearer(request) or ""
    # First, and given back for a good code: many tries at once are not made for free.
    await deps.limits.spend("pairings", request, own)
    asked = pb.OpenInvitationRequest(
        code=grouped(read(code)), player_id=player.id if player else ""
    )
    try:
        found = await deps.engine.open_invitation(asked)
    except Problem as refusal:
        if refusal.code == "not_found":
            raise Problem("not_found", "This code is not good (any more).") from None
        raise
    await deps.limits.give_back("pairings", request, own)
    return found.terms
