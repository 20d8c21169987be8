"""Analysis of ended matches: players ask for it, and a worker of the operator's does it."""

import orjson
from croupier.v1 import engine_service_pb2 as pb
from fastapi import APIRouter, Request, Response

from gateway.callers import ACT_ERRORS, READ_ERRORS, TOKEN_ERRORS, actor_in, viewer_of
from gateway.contract import request_models, response_models, serializers
from gateway.contract.document import examples
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem
from gateway.http import headers, json_body, parameters
from gateway.http.parameters import parse_id
from gateway.http.responses import (
    error_responses,
    json_response,
    request_body,
    written_response,
)
from gateway.players.analyses import NOT_BEGUN, Analysis, Report, Task
from gateway.players.player_store import Player
from gateway.players.tokens import PLAY

router = APIRouter(prefix="/v1", tags=["Analysis"])

KEY = "the key of the house, 32 to 256 characters"
LONG = 256 * 1024
"""The most bytes of what is said of a match."""
BODY_ERRORS = (*TOKEN_ERRORS, "timeout", "too_large", "unsupported_media_type", "malformed")
STANDS = ("not_your_match", "match_active")


@router.post(
    "/matches/{match_id}/analysis",
    response_model=response_models.Analysis,
    responses={
        202: {"model": response_models.Analysis, "description": "It is queued, or running."},
        **error_responses(
            *(code for code in ACT_ERRORS if code != "idempotency_mismatch"),
            *STANDS,
            "not_analysed",
        ),
    },
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def ask_analysis(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    idempotency_key: parameters.IdempotencyKey = None,
) -> Response:
    """Ask what the moves of your match were worth, by what each seat knew then, once it has ended.

    202 with `state` `queued` or `running`: GET it until it is `done`. 200 with what is there. It is
    done once for all players of the match, and kept for a week; asking again costs nothing.
    """
    await json_body.read(request, request_models.Nothing)
    headers.idempotency_key(request)
    actor = await actor_in(match_id, request, deps)
    game = await _game_of(match_id, actor, deps)
    found = await deps.analyses.ask(match_id, game, actor.id)
    return _answer(found, 202 if found.state in ("queued", "running") else 200)


@router.get(
    "/matches/{match_id}/analysis",
    response_model=response_models.Analysis,
    responses=error_responses(*READ_ERRORS, *STANDS),
)
async def read_analysis(match_id: parameters.MatchId, request: Request, deps: Deps) -> Response:
    """Read the analysis of your match, or how far it is.

    `state` is `none` if nobody has asked, and `unavailable` if nobody here could answer.
    """
    viewer = await viewer_of(match_id, request, deps)
    return _answer(await deps.analyses.look(match_id, await _game_of(match_id, viewer, deps)))


@router.post(
    "/analyses",
    response_model=response_models.Taken,
    responses=error_responses(*BODY_ERRORS),
    openapi_extra=request_body(
        request_models.TakeAnalysis,
        a_worker={
            "houseKey": KEY,
            "strategies": {examples.GAME: "search 1, 600 rollouts"},
        },
    ),
)
async def take_analysis(request: Request, deps: Deps) -> Response:
    """Take an analysis that waits, if one does: for the operator's workers, with the house key.

    The worker has it for a minute after each report, and then another one may take it.
    """
    body = await json_body.read(request, request_models.TakeAnalysis)
    await deps.authenticator.require(request, PLAY)
    deps.house.check(body.house_key)
    task = await deps.analyses.take(body.strategies)
    if task is None:
        return written_response(b'{"task":null}')
    try:
        return written_response(await _with_replay(task, deps))
    except Problem as problem:
        if problem.code == "unavailable":  # which is no fault of the match
            await deps.analyses.report(task.match_id, task.game, task.lease, NOT_BEGUN)
        raise


@router.post(
    "/analyses/{match_id}",
    status_code=204,
    response_model=None,
    responses=error_responses(*BODY_ERRORS, "not_found", "conflict"),
    openapi_extra=request_body(
        request_models.AnalysisReport,
        a_worker={
            "houseKey": KEY,
            "game": examples.GAME,
            "lease": "k3Jd9aQ0VbW7yZ1xT2sR4g",
            "state": "running",
            "done": 12,
            "of": 140,
            "unit": "points",
        },
    ),
)
async def report_analysis(match_id: parameters.MatchId, request: Request, deps: Deps) -> Response:
    """Report how an analysis goes, or its result. A worker that has lost it is told `conflict`."""
    body = await json_body.read(request, request_models.AnalysisReport, LONG)
    await deps.authenticator.require(request, PLAY)
    deps.house.check(body.house_key)
    parse_id(match_id, "match")
    said = [each.model_dump(by_alias=True) for each in body.moves]
    report = Report(body.state, body.done, body.of, body.unit, orjson.dumps(said) if said else b"")
    if not await deps.analyses.report(match_id, body.game, body.lease, report):
        raise Problem("conflict", "This analysis is not yours any more.")
    return Response(status_code=204)


async def _game_of(match_id: str, player: Player | None, deps: Dependencies) -> str:
    """Return the game of an ended match of the player's.

    Raise Problem not_found, not_your_match or match_active.
    """

    async def look(caller: pb.Caller) -> pb.Roster:
        request = pb.GetRosterRequest(match_id=match_id, viewer_id=caller.player_id)
        roster = await deps.engine.get_roster(request)
        if not caller.HasField("seat"):
            raise Problem("not_your_match", "You have no seat in this match.")
        return roster

    roster = await deps.visibility.acting(match_id, player, look)
    if not roster.ended:
        raise Problem("match_active", "What moves were worth is told once the match has ended.")
    return roster.game


def _answer(found: Analysis, status: int = 200) -> Response:
    return json_response(serializers.analysis(*found), status)


async def _with_replay(task: Task, deps: Dependencies) -> bytes:
    """Return the task in JSON with the replay of its match, as the asking player may read it."""
    player = Player(task.player_id, "", "human")
    pages = deps.match_source.replay(task.match_id, player)
    first = await anext(pages)
    log = [*first.log]
    async for page in pages:
        log += page.log
    return serializers.analysis_task(
        task.match_id, task.game, task.lease, serializers.replay(first.head, log)
    )
