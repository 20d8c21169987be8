"""Invite codes: what somebody is invited to who has the code of a private match."""

from typing import Annotated

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Depends, Response
from redislink.typed_codes import grouped, read

from gateway.asked import Asked, Reading, trying
from gateway.contract import match_models, opponent_requests
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem
from gateway.http.documented_headers import IDEMPOTENCY_KEY
from gateway.http.responses import error_responses, request_body
from gateway.players.player import Player
from gateway.players.repeats import Answer
from gateway.players.tokens import PLAY
from gateway.routing import ACT_ERRORS, Router

router = Router(prefix="/v1", tags=["Opponents"])

CODE = Reading(opponent_requests.Code)
BAD = "This code is not good (any more)."


@router.post(
    "/invitations",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY,),
    tries="pairings",
    response_model=match_models.Terms,
    responses=error_responses(*ACT_ERRORS),
    openapi_extra=request_body(opponent_requests.Code, typed={"code": "K7QF2-M9PTX"}),
)
async def open_invitation(
    asked: Annotated[Asked[opponent_requests.Code], Depends(CODE)], deps: Deps
) -> Response:
    """Read what the invite code of a private match invites to; this changes nothing.

    Upper and lower case, hyphens and spaces mean nothing. A code that is wrong, or with which
    nobody can join any more, is 404, also for a repeat. To take a seat, join the match with the
    same code.
    """
    player = await deps.authenticator.player(asked.who, PLAY)

    async def nothing() -> Answer:
        return Answer(200, b"")

    async def terms(_: bytes) -> bytes:
        return await trying(asked.who, deps, lambda: _terms(asked.body.code, player, deps))

    return await deps.repeats.once(asked.idempotency(), player, nothing, show=terms)


async def _terms(code: str, player: Player | None, deps: Dependencies) -> bytes:
    """Return what the code invites to, in JSON. Raise Problem not_found."""
    request = pb.OpenInvitationRequest(
        code=grouped(read(code)), player_id=player.id if player else ""
    )
    try:
        found = await deps.engine.open_invitation(request)
    except Problem as refusal:
        if refusal.code != "not_found":
            raise
        raise Problem("not_found", BAD) from None
    # Whoever has a seat already is told, as before; others could not join.
    seated = found.player_ids
    if player and player.id not in seated and await deps.blocks.has_any(seated, player.id):
        raise Problem("not_found", BAD)
    return found.terms
