"""Reports of players, for the operator."""

from typing import Annotated

import orjson
from fastapi import Depends, Response
from redislink.reports import Report

from gateway.asked import Asked, Reading
from gateway.contract import player_models, player_requests
from gateway.dependencies import Deps
from gateway.errors import Problem
from gateway.http import parameters, times
from gateway.http.documented_headers import IDEMPOTENCY_KEY
from gateway.http.responses import error_responses, request_body
from gateway.players.player import ONESELF
from gateway.players.repeats import Answer
from gateway.players.tokens import PLAY, id_for
from gateway.routing import ACT_ERRORS, Router

router = Router(prefix="/v1/players/{player_id}/reports", tags=["Friends"])

NEW_REPORT = Reading(player_requests.NewReport)


@router.post(
    "",
    bucket="creates",
    headers=(IDEMPOTENCY_KEY,),
    status_code=202,
    response_model=player_models.ReportMade,
    responses=error_responses(*ACT_ERRORS, "conflict"),
    openapi_extra=request_body(
        player_requests.NewReport,
        stalling={
            "reason": "stalling",
            "matchId": "d5LFDyEcnLoO6VlhyUnknQ",
            "text": "Waits in each match that is lost until the clock has run out.",
        },
    ),
)
async def report_player(
    player_id: parameters.PlayerId,
    asked: Annotated[Asked[player_requests.NewReport], Depends(NEW_REPORT)],
    deps: Deps,
) -> Response:
    """Report a player to the operator: at most 10 times a day.

    The player never learns of it, and the answer only says that it was stored. Name a match that
    you can see, if it is about one.
    """
    reporter = await deps.authenticator.required(
        asked.who, PLAY, check_found=lambda _: deps.players.found(player_id)
    )
    reported, body = await deps.players.found(player_id), asked.body
    if body.match_id is not None:
        await deps.visibility.game_for(body.match_id, reporter)
    if reported.id == reporter.id:
        raise Problem("conflict", ONESELF)
    report = Report(
        id_for("report", reporter.id, asked.key),
        times.now_ms(),
        reporter.id,
        reported.id,
        body.reason,
        body.match_id or "",
        body.text,
    )

    async def file() -> Answer:
        standing = await deps.eligibility.of(reporter.id)
        await deps.report_box.file(report, standing.since_ms)
        return Answer(202, orjson.dumps({"id": report.id}))

    return await deps.repeats.once(asked.idempotency(), reporter, file)
