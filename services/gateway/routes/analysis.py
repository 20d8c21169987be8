"""Analysis of ended matches: players ask for it, and a worker of the operator's does it."""

from typing import Annotated

import orjson
from croupier.v1 import engine_service_pb2 as pb
from fastapi import Depends, Response

from gateway.asked import Asked, Reading, Who, actor_in, viewer_of
from gateway.contract import analysis_requests, request_models, response_models, serializers
from gateway.contract.document import examples
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem
from gateway.http import parameters
from gateway.http.documented_headers import IDEMPOTENCY_KEY
from gateway.http.parameters import parse_id
from gateway.http.responses import error_responses, json_response, request_body
from gateway.players.analyses import UNREAD, WORKS, Analysis, AnalysisOrder, Report, Task
from gateway.players.player import Player
from gateway.players.repeats import Answer
from gateway.players.tokens import PLAY
from gateway.routing import ACT_ERRORS, POST_ERRORS, READ_ERRORS, Router

router = Router(prefix="/v1", tags=["Analysis"])

KEY = "the key of the house, 32 to 256 characters"
LONG = 512 * 1024
"""The most bytes of what is said of a match."""
NOTHING = Reading(request_models.Nothing)
TAKE_ANALYSIS = Reading(analysis_requests.TakeAnalysis)
ANALYSIS_REPORT = Reading(analysis_requests.AnalysisReport, max_bytes=LONG)
STANDS = ("not_your_match", "match_active")


@router.post(
    "/matches/{match_id}/analysis",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY,),
    response_model=response_models.Analysis,
    responses={
        202: {"model": response_models.Analysis, "description": "It is queued, or running."},
        **error_responses(*ACT_ERRORS, *STANDS, "not_analysed"),
    },
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def ask_analysis(
    match_id: parameters.MatchId,
    asked: Annotated[Asked[request_models.Nothing], Depends(NOTHING)],
    deps: Deps,
) -> Response:
    """Ask what the moves of your match were worth, by what each seat knew then, once it has ended.

    The try of a deal that is over counts as everybody's own.

    202 with `state` `queued` or `running`: GET it until it is `done`. 200 with what is there. It is
    done once for all players of the match, and kept for a week; asking again costs nothing.
    """
    actor = await actor_in(match_id, asked.who, deps)
    roster = await _roster(match_id, actor, deps)

    async def ask() -> Answer:
        # Each player who has joined is a version, and so is each move.
        moves = max(1, roster.version - len(roster.player_ids))
        order = AnalysisOrder(actor.id, deps.limits.address(asked.who.connection), moves)
        found = await deps.analyses.ask(match_id, roster.game, order)
        return Answer(202 if found.state in WORKS else 200, _written(found))

    return await deps.repeats.once(asked.idempotency(), actor, ask, match_id)


@router.get(
    "/matches/{match_id}/analysis",
    bucket="reads",
    response_model=response_models.Analysis,
    responses=error_responses(*READ_ERRORS, *STANDS),
)
async def read_analysis(match_id: parameters.MatchId, who: Who, deps: Deps) -> Response:
    """Read the analysis of your match as far as it is, with its place in the line if it waits.

    `state` is `none` if nobody asks for it (any more), and `unavailable` if nobody here could
    answer.
    """
    viewer = await viewer_of(match_id, who, deps)
    roster = await _roster(match_id, viewer, deps)
    return json_response(serializers.analysis(*await deps.analyses.look(match_id, roster.game)))


@router.delete(
    "/matches/{match_id}/analysis",
    bucket="moves",
    status_code=204,
    response_model=None,
    responses=error_responses(*READ_ERRORS, *STANDS),
)
async def cancel_analysis(match_id: parameters.MatchId, who: Who, deps: Deps) -> Response:
    """Take back that you have asked for the analysis of your match.

    It ends unless another player of the match has asked as well. What has been judged stays, and
    whoever asks again goes on from there.
    """
    actor = await actor_in(match_id, who, deps)
    roster = await _roster(match_id, actor, deps)
    await deps.analyses.cancel(match_id, roster.game, actor.id)
    return Response(status_code=204)


@router.post(
    "/analyses",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY,),
    response_model=response_models.Taken,
    responses=error_responses(*POST_ERRORS),
    openapi_extra=request_body(
        analysis_requests.TakeAnalysis,
        a_worker={
            "houseKey": KEY,
            "strategies": {examples.GAME: "search 3, 2000 rollouts"},
        },
    ),
)
async def take_analysis(
    asked: Annotated[Asked[analysis_requests.TakeAnalysis], Depends(TAKE_ANALYSIS)], deps: Deps
) -> Response:
    """Take the analysis that is next, if one waits: for the operator's workers, with the house key.

    The worker has it for a minute after each report, and then another one may take it, with what
    was judged until then.
    """
    worker, body = await deps.authenticator.required(asked.who, PLAY), asked.body
    deps.house.check(body.house_key)

    async def take() -> Answer:
        task = await deps.analyses.take(body.strategies)
        return Answer(200, task.dump() if task else b"")

    async def with_replay(task: bytes) -> bytes:
        return await _with_replay(Task.load(task), deps) if task else b'{"task":null}'

    return await deps.repeats.once(asked.idempotency(), worker, take, show=with_replay)


@router.post(
    "/analyses/{match_id}",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY,),
    status_code=204,
    response_model=None,
    responses=error_responses(*POST_ERRORS, "not_found", "conflict"),
    openapi_extra=request_body(
        analysis_requests.AnalysisReport,
        a_worker={
            "houseKey": KEY,
            "game": examples.GAME,
            "lease": "k3Jd9aQ0VbW7yZ1xT2sR4g",
            "state": "running",
            "of": 140,
            "unit": "points",
        },
    ),
)
async def report_analysis(
    match_id: parameters.MatchId,
    asked: Annotated[Asked[analysis_requests.AnalysisReport], Depends(ANALYSIS_REPORT)],
    deps: Deps,
) -> Response:
    """Report what was judged, which is kept, and how it goes on.

    A worker that has lost the match is told `conflict`.
    """
    worker, body = await deps.authenticator.required(asked.who, PLAY), asked.body
    deps.house.check(body.house_key)
    parse_id(match_id, "match")

    async def note() -> Answer:
        said = {each.version: orjson.dumps(each.model_dump(by_alias=True)) for each in body.moves}
        report = Report(body.state, body.of, body.unit, said)
        if not await deps.analyses.report(match_id, body.game, body.lease, report):
            raise Problem("conflict", "This analysis is not yours any more.")
        return Answer(204, b"")

    return await deps.repeats.once(asked.idempotency(), worker, note, match_id)


async def _roster(match_id: str, player: Player | None, deps: Dependencies) -> pb.Roster:
    """Return the roster of an ended match of the player's, or of a try of a deal that is over.

    Raise Problem not_found, not_your_match or match_active.
    """

    async def look(caller: pb.Caller) -> pb.Roster:
        request = pb.GetRosterRequest(match_id=match_id, viewer_id=caller.player_id)
        roster = await deps.engine.get_roster(request)
        # Who is let into a private match that has ended may see a try: all may, now.
        if not caller.HasField("seat") and not (roster.invited and roster.ended):
            raise Problem("not_your_match", "You have no seat in this match.")
        return roster

    roster = await deps.visibility.through(match_id, player, look)
    if not roster.ended:
        raise Problem("match_active", "What moves were worth is told once the match has ended.")
    return roster


def _written(found: Analysis) -> bytes:
    return orjson.dumps(serializers.analysis(*found))


async def _with_replay(task: Task, deps: Dependencies) -> bytes:
    """Return the task in JSON with the replay of its match, as the asking player may read it."""
    player = Player(task.player_id, "", "human")
    try:
        pages = deps.match_source.replay(task.match_id, player)
        first = await anext(pages)
        log = [*first.log]
        async for page in pages:
            log += page.log
    except Problem as problem:
        if problem.code == "unavailable":  # which is no fault of the match
            await deps.analyses.report(task.match_id, task.game, task.lease, UNREAD)
        raise
    written = serializers.replay(first.head, log)
    return serializers.analysis_task(task.match_id, task.game, task.lease, task.moves, written)
