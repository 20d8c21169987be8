"""Moves of one match: the legal ones, making one, the history, the replay."""

from croupier.v1 import engine_service_pb2 as pb
from fastapi import APIRouter, Request, Response

from gateway import moves
from gateway.callers import CHANGE_ERRORS, READ_ERRORS, actor_in, viewer_of
from gateway.contract import history_models, request_models, requests, response_models, serializers
from gateway.contract.document import examples
from gateway.dependencies import Deps
from gateway.errors import Problem
from gateway.http import headers, json_body, parameters
from gateway.http.compression import compressed
from gateway.http.responses import (
    error_responses,
    json_response,
    lines_of,
    request_body,
    written_response,
)
from gateway.limits import history_cost
from gateway.players.authentication import bearer
from gateway.players.visibility import Eyes
from gateway.streams.event_stream import NDJSON
from gateway.streams.replay_stream import ReplayStream

JSON_VERSIONS = 5000
"""The longest replay that is one JSON object: some 2 MB."""

router = APIRouter(prefix="/v1/matches/{match_id}", tags=["Moves"])


@router.get(
    "/legal-moves",
    response_model=response_models.LegalMoves,
    responses=error_responses(*READ_ERRORS),
)
async def list_legal_moves(match_id: parameters.MatchId, request: Request, deps: Deps) -> Response:
    """List your legal moves, one entry per move; the list is empty while it is not your turn.

    Post an entry's `move` as the body's `move` (or its `notation` as `notation`): at that
    version it is always accepted. Where a move has an amount, the list has its least and its
    greatest value; see the game's `moveSchema` and `rulesUrl`.
    """
    viewer = await viewer_of(match_id, request, deps)
    return written_response(await moves.legal(match_id, viewer, deps))


@router.post(
    "/moves",
    response_model=response_models.Moved,
    responses=error_responses(
        *CHANGE_ERRORS,
        "not_your_match",
        "not_your_turn",
        "match_not_active",
        "invalid_move",
        "illegal_move",
    ),
    openapi_extra=request_body(
        request_models.NewMove,
        notation={"notation": examples.NOTATION, "expectedVersion": examples.VERSION},
        **examples.EACH_MOVE,
    ),
)
async def make_move(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    view: parameters.View = None,
    dry_run: parameters.DryRun = None,
    include: parameters.Include = None,
    idempotency_key: parameters.IdempotencyKey = None,
    if_match: parameters.IfMatch = None,
) -> Response:
    """Make a move. An accepted move is stored before it is answered.

    Send it as `move`, by the game's `moveSchema`, or as `notation`.
    """
    body = await json_body.read(request, request_models.NewMove, usual=request_models.NOTATED)
    shape = parameters.view(view)
    form = parameters.form(shape, include)
    dry = parameters.boolean(dry_run, "dryRun")
    key = headers.idempotency_key(request)
    expected = headers.expected_version(request, body.expected_version)
    # A dry run is not a move: its key stays free for the move itself.
    idempotency = requests.idempotency(None if dry else key, request, body, shape)
    move = moves.MoveRequest(match_id, body, expected, idempotency, form, dry)
    made = await moves.submit(move, lambda: actor_in(match_id, request, deps), deps)
    answer = serializers.change(*made)
    if dry:
        answer["accepted"] = True
    change = made.change  # of a dry run without events, at the version that the match has
    return json_response(answer, version=change.version, replayed=change.replayed)


@router.get(
    "/moves",
    response_model=history_models.History,
    responses=error_responses("malformed", *READ_ERRORS, "match_active"),
)
async def list_moves(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    after: parameters.After = None,
    page_size: parameters.PageSize = None,
    look_as: parameters.LookAs = None,
) -> Response:
    """List what happened, one entry per version, each as you could see it at that version."""
    since = max(parameters.integer(after, "after") or 0, 0)
    size = parameters.page_size(page_size)
    eyes = Eyes.asked(look_as)
    viewer = await viewer_of(match_id, request, deps)
    history = await deps.visibility.through_eyes(
        match_id,
        viewer,
        eyes,
        lambda caller: deps.engine.list_moves(
            pb.ListMovesRequest(match_id=match_id, caller=caller, after=since, page_size=size)
        ),
    )
    await history_cost.charge(deps.limits, request, bearer(request) or "", len(history.entries))
    response = json_response(serializers.history(history))
    return await compressed(request, response) if history.ended else response


@router.get(
    "/replay",
    response_model=history_models.Replay,
    responses={
        200: {"content": {NDJSON: lines_of("ReplayLine")}},
        **error_responses(*READ_ERRORS, "match_active", "not_acceptable"),
    },
)
async def get_replay(
    match_id: parameters.MatchId, request: Request, deps: Deps, accept: parameters.Accept = None
) -> Response:
    """Read the whole match once it has ended, with the server's seed and every log entry.

    That is enough to recompute the match offline and to verify every shuffle and dice roll. As
    `application/x-ndjson`, the first line has all but `log`, and each further line is one of its
    entries; a replay of more than 5000 versions comes in no other form.
    """
    # Not negotiated: before there were lines, every Accept got JSON.
    lines = headers.prefers(request, NDJSON, "application/json")
    viewer = await viewer_of(match_id, request, deps)
    pages = deps.match_source.replay(match_id, viewer)
    first = await anext(pages)
    version = first.version
    await history_cost.charge_ahead(deps.limits, request, bearer(request) or "", version)
    if lines or (version > JSON_VERSIONS and headers.names(request, NDJSON)):
        return ReplayStream(first, pages)
    if version > JSON_VERSIONS:
        raise Problem(
            "not_acceptable",
            f"The match has {version} versions: more than {JSON_VERSIONS} can only be read with "
            f"Accept: {NDJSON}.",
        )
    log = [*first.log]
    async for page in pages:
        log += page.log
    return await compressed(request, written_response(serializers.replay(first.head, log)))
