"""Rematches: ask for one, look who asks, withdraw or decline."""

from typing import Annotated

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Depends, Response

from gateway.asked import Asked, Reading, Who, actor_in, viewer_of
from gateway.contract import match_models, match_requests, serializers
from gateway.dependencies import Deps
from gateway.http import parameters
from gateway.http.documented_headers import IDEMPOTENCY_KEY
from gateway.http.responses import error_responses, json_response, request_body
from gateway.routing import ACT_ERRORS, READ_ERRORS, Router
from gateway.streams.table_presence import absences_or_none

router = Router(prefix="/v1/matches/{match_id}", tags=["Matches"])

WANT_REMATCH = Reading(match_requests.WantRematch)


@router.post(
    "/rematch",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY,),
    response_model=match_models.Rematch,
    responses=error_responses(
        *ACT_ERRORS,
        "suspended",
        "not_your_match",
        "conflict",
        "match_active",
        "match_not_active",
        "invalid_options",
    ),
    openapi_extra=request_body(match_requests.WantRematch, keep_the_score={"keepScore": True}),
)
async def request_rematch(
    match_id: parameters.MatchId,
    asked: Annotated[Asked[match_requests.WantRematch], Depends(WANT_REMATCH)],
    deps: Deps,
) -> Response:
    """Ask for another match between the same players.

    As soon as all of them have asked, `matchId` is that match; until then it is null, and
    you may ask again to learn it. `keepScore` carries the scores on, in games that have it.
    The deal is that of this match: for a sealed one, every request has a `seal`.
    """
    player, body = await actor_in(match_id, asked.who, deps, begins=True), asked.body
    away = await absences_or_none(match_id, player, deps.visibility, deps.presence)
    of = await deps.visibility.roster(match_id, player)
    standing = await deps.eligibility.of(player.id) if of.rated else None
    rematch = await deps.visibility.acting(
        match_id,
        player,
        lambda caller: deps.engine.request_rematch(
            pb.RequestRematchRequest(
                match_id=match_id,
                caller=caller,
                keep_score=body.keep_score,
                entropy=body.entropy,
                seal=body.seal,
                away=away,
                standing=standing,
                own_game=deps.settings.owns(of.game),
                idempotency=asked.idempotency(),
            )
        ),
    )
    return json_response(serializers.rematch(rematch), replayed=rematch.replayed)


@router.get(
    "/rematch",
    bucket="reads",
    response_model=match_models.Rematch,
    responses=error_responses(*READ_ERRORS, "not_your_match", "match_active"),
)
async def get_rematch(match_id: parameters.MatchId, who: Who, deps: Deps) -> Response:
    """Read who asks for a rematch, and which match it is once all do.

    The request of a player who is gone, for the match's `goneAfter`, has ended.
    """
    player = await viewer_of(match_id, who, deps)
    away = await absences_or_none(match_id, player, deps.visibility, deps.presence)
    rematch = await deps.visibility.acting(
        match_id,
        player,
        lambda caller: deps.engine.get_rematch(
            pb.GetRematchRequest(match_id=match_id, caller=caller, away=away)
        ),
    )
    return json_response(serializers.rematch(rematch))


@router.delete(
    "/rematch",
    bucket="moves",
    status_code=204,
    response_model=None,
    responses=error_responses(*READ_ERRORS, "not_your_match", "match_active", "conflict"),
)
async def end_rematch(match_id: parameters.MatchId, who: Who, deps: Deps) -> Response:
    """Withdraw your request for a rematch, or decline: then nobody asks any more.

    All players are told, by `rematchEnded`. Once all have asked, it is too late.
    """
    player = await actor_in(match_id, who, deps)
    await deps.visibility.acting(
        match_id,
        player,
        lambda caller: deps.engine.end_rematch(
            pb.EndRematchRequest(match_id=match_id, caller=caller)
        ),
    )
    return Response(status_code=204)
