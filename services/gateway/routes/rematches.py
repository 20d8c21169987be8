"""Rematches: ask for one, look who asks, withdraw or decline."""

from croupier.v1 import engine_service_pb2 as pb
from fastapi import APIRouter, Request, Response

from gateway.callers import ACT_ERRORS, READ_ERRORS, actor_in, viewer_of
from gateway.contract import request_models, requests, response_models, serializers
from gateway.dependencies import Deps
from gateway.http import headers, json_body, parameters
from gateway.http.responses import error_responses, json_response, request_body
from gateway.streams.table_presence import absences_or_none

router = APIRouter(prefix="/v1/matches/{match_id}", tags=["Matches"])


@router.post(
    "/rematch",
    response_model=response_models.Rematch,
    responses=error_responses(
        *ACT_ERRORS,
        "not_your_match",
        "conflict",
        "match_active",
        "match_not_active",
        "invalid_options",
    ),
    openapi_extra=request_body(request_models.WantRematch, keep_the_score={"keepScore": True}),
)
async def request_rematch(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    idempotency_key: parameters.IdempotencyKey = None,
) -> Response:
    """Ask for another match between the same players.

    As soon as all of them have asked, `matchId` is that match; until then it is null, and
    you may ask again to learn it. `keepScore` carries the scores on, in games that have it.
    The deal is that of this match: for a sealed one, every request has a `seal`.
    """
    body = await json_body.read(request, request_models.WantRematch)
    key = headers.idempotency_key(request)
    player = await actor_in(match_id, request, deps)
    away = await absences_or_none(match_id, player, deps.visibility, deps.presence)
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
                idempotency=requests.idempotency(key, request, body),
            )
        ),
    )
    return json_response(serializers.rematch(rematch), replayed=rematch.replayed)


@router.get(
    "/rematch",
    response_model=response_models.Rematch,
    responses=error_responses(*READ_ERRORS, "not_your_match", "match_active"),
)
async def get_rematch(match_id: parameters.MatchId, request: Request, deps: Deps) -> Response:
    """Read who asks for a rematch, and which match it is once all do.

    The request of a player who is gone, for the match's `goneAfter`, has ended.
    """
    player = await viewer_of(match_id, request, deps)
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
    status_code=204,
    response_model=None,
    responses=error_responses(*READ_ERRORS, "not_your_match", "match_active", "conflict"),
)
async def end_rematch(match_id: parameters.MatchId, request: Request, deps: Deps) -> Response:
    """Withdraw your request for a rematch, or decline: then nobody asks any more.

    All players are told, by `rematchEnded`. Once all have asked, it is too late.
    """
    player = await actor_in(match_id, request, deps)
    await deps.visibility.acting(
        match_id,
        player,
        lambda caller: deps.engine.end_rematch(
            pb.EndRematchRequest(match_id=match_id, caller=caller)
        ),
    )
    return Response(status_code=204)
