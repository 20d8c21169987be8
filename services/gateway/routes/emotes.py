"""Emotes at a table."""

from croupier.v1 import engine_service_pb2 as pb
from fastapi import APIRouter, Request, Response

from gateway.callers import ACT_ERRORS, actor_in
from gateway.contract import request_models
from gateway.dependencies import Deps
from gateway.errors import Problem
from gateway.http import headers, json_body, parameters
from gateway.http.responses import REPEATED, error_responses, request_body
from gateway.players import emotes
from gateway.players.emotes import Emote

router = APIRouter(prefix="/v1/matches/{match_id}/emotes", tags=["Live"])


@router.post(
    "",
    status_code=204,
    response_model=None,
    responses=error_responses(*ACT_ERRORS, "not_your_match", "conflict", "match_not_active"),
    openapi_extra=request_body(request_models.NewEmote, greeting={"emote": "hello"}),
)
async def send_emote(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    idempotency_key: parameters.IdempotencyKey = None,
) -> Response:
    """Say one of a few things to all who follow the match now, as `emote` in its streams.

    One in 3 seconds from each seat. In the 5 minutes after the end, the players of the match hear
    it in their own streams. It is kept nowhere: who follows the match later does not hear of it. A
    match with `"talk": false` refuses it with `conflict`.
    """
    body = await json_body.read(request, request_models.NewEmote)
    key = headers.idempotency_key(request)
    actor = await actor_in(match_id, request, deps)
    mark, fingerprint = emotes.mark(key, actor.id), json_body.fingerprint(request, body)

    async def tell(caller: pb.Caller) -> bool:
        if not caller.HasField("seat"):
            raise Problem("not_your_match", "You have no seat in this match.")
        emote = Emote(match_id, caller.seat, body.emote, mark, fingerprint)
        # Before the engine is asked, so that no more of them than one in a pause get there.
        if await deps.emotes.is_repeat(emote):
            return True
        # Looked at again, however settled the roster is: the match may have ended.
        roster = await deps.engine.get_roster(
            pb.GetRosterRequest(match_id=match_id, viewer_id=actor.id)
        )
        return await deps.emotes.tell(emote, roster)

    replayed = await deps.visibility.acting(match_id, actor, tell)
    return Response(status_code=204, headers=REPEATED if replayed else None)
