"""Emotes at a table."""

from typing import Annotated

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Depends, Response

from gateway.asked import Asked, Reading, actor_in
from gateway.contract import match_requests
from gateway.dependencies import Deps
from gateway.errors import Problem
from gateway.http import parameters
from gateway.http.documented_headers import IDEMPOTENCY_KEY
from gateway.http.responses import REPEATED, error_responses, request_body
from gateway.players import emotes
from gateway.players.emotes import Emote
from gateway.routing import ACT_ERRORS, Router

router = Router(prefix="/v1/matches/{match_id}/emotes", tags=["Live"])

NEW_EMOTE = Reading(match_requests.NewEmote)


@router.post(
    "",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY,),
    status_code=204,
    response_model=None,
    responses=error_responses(
        *ACT_ERRORS, "suspended", "not_your_match", "conflict", "match_not_active"
    ),
    openapi_extra=request_body(match_requests.NewEmote, greeting={"emote": "hello"}),
)
async def send_emote(
    match_id: parameters.MatchId,
    asked: Annotated[Asked[match_requests.NewEmote], Depends(NEW_EMOTE)],
    deps: Deps,
) -> Response:
    """Say one of a few things to all who follow the match now, as `emote` in its streams.

    One in 3 seconds from each seat. In the 5 minutes after the end, the players of the match hear
    it in their own streams. It is kept nowhere: who follows the match later does not hear of it. A
    match with `"talk": false` refuses it with `conflict`.
    """
    actor = await actor_in(match_id, asked.who, deps, begins=True)
    mark, fingerprint = emotes.mark(asked.key, actor.id), asked.fingerprint()

    async def tell(caller: pb.Caller) -> bool:
        if not caller.HasField("seat"):
            raise Problem("not_your_match", "You have no seat in this match.")
        emote = Emote(match_id, caller.seat, asked.body.emote, mark, fingerprint)
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
