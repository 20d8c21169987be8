"""Moves of one match: the legal ones, making one, the history, the replay."""

from typing import Annotated

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Depends, Request, Response

from gateway import moves
from gateway.asked import Asked, Reading, Who, viewer_of
from gateway.contract import history_models, match_models, move_requests, serializers
from gateway.contract.document import examples
from gateway.dependencies import Deps
from gateway.errors import Problem
from gateway.http import headers, parameters
from gateway.http.compression import compressed
from gateway.http.documented_headers import IDEMPOTENCY_KEY, IF_MATCH
from gateway.http.responses import (
    error_responses,
    json_response,
    lines_of,
    request_body,
    written_response,
)
from gateway.limits import history_cost
from gateway.players.visibility import Eyes
from gateway.routing import CHANGE_ERRORS, READ_ERRORS, Router
from gateway.streams.event_stream import NDJSON
from gateway.streams.replay_stream import ReplayStream

JSON_VERSIONS = 5000
"""The longest replay that is one JSON object: some 2 MB."""

NEW_MOVE = Reading(move_requests.NewMove, versioned=True, usual=move_requests.NOTATED)

router = Router(prefix="/v1/matches/{match_id}", tags=["Moves"])


@router.get(
    "/legal-moves",
    bucket="reads",
    response_model=match_models.LegalMoves,
    responses=error_responses(*READ_ERRORS),
)
async def list_legal_moves(match_id: parameters.MatchId, who: Who, deps: Deps) -> Response:
    """List your legal moves, one entry per move; the list is empty while it is not your turn.

    Post an entry's `move` as the body's `move` (or its `notation` as `notation`): at that
    version it is always accepted. Where a move has an amount, the list has its least and its
    greatest value; see the game's `moveSchema` and `rulesUrl`. Where moves are too many for a
    list, `choose` describes them, and the list has some of them.
    """
    viewer = await viewer_of(match_id, who, deps)
    return written_response(await moves.legal(match_id, viewer, deps))


@router.post(
    "/moves",
    bucket="moves",
    headers=(
        IDEMPOTENCY_KEY,
        IF_MATCH,
    ),
    response_model=match_models.Moved,
    responses=error_responses(
        *CHANGE_ERRORS,
        "not_your_match",
        "not_your_turn",
        "match_not_active",
        "invalid_move",
        "illegal_move",
    ),
    openapi_extra=request_body(
        move_requests.NewMove,
        notation={"notation": examples.NOTATION, "expectedDecision": examples.DECISION},
        **examples.EACH_MOVE,
    ),
)
async def make_move(
    match_id: parameters.MatchId,
    asked: Annotated[Asked[move_requests.NewMove], Depends(NEW_MOVE)],
    deps: Deps,
    view: parameters.View,
    dry_run: parameters.DryRun,
    include: parameters.Include,
) -> Response:
    """Make a move. An accepted move is stored before it is answered.

    Send it as `move`, by the game's `moveSchema`, or as `notation`.
    """
    move = moves.MoveRequest(match_id, asked, parameters.form(view, include), dry_run)
    made = await moves.submit(move, deps)
    answer = serializers.change(*made)
    if dry_run:
        answer["accepted"] = True
    change = made.change  # of a dry run without events, at the version that the match has
    return json_response(answer, version=change.version, replayed=change.replayed)


@router.get(
    "/moves",
    bucket="reads",
    response_model=history_models.History,
    responses=error_responses("malformed", *READ_ERRORS, "match_active"),
)
async def list_moves(
    match_id: parameters.MatchId,
    request: Request,
    who: Who,
    deps: Deps,
    after: parameters.After,
    page_size: parameters.PageSize,
    look_as: parameters.LookAs,
) -> Response:
    """List what happened, one entry per version, each as you could see it at that version."""
    eyes = Eyes.asked(look_as)
    viewer = await viewer_of(match_id, who, deps)
    history = await deps.visibility.through_eyes(
        match_id,
        viewer,
        eyes,
        lambda caller: deps.engine.list_moves(
            pb.ListMovesRequest(match_id=match_id, caller=caller, after=after, page_size=page_size)
        ),
    )
    await history_cost.charge(deps.limits, who, len(history.entries))
    response = json_response(serializers.history(history))
    return await compressed(request, response) if history.ended else response


@router.get(
    "/replay",
    bucket="reads",
    response_model=history_models.Replay,
    responses={
        200: {"content": {NDJSON: lines_of("ReplayLine")}},
        **error_responses(*READ_ERRORS, "match_active", "not_acceptable"),
    },
)
async def get_replay(
    match_id: parameters.MatchId, request: Request, who: Who, deps: Deps
) -> Response:
    """Read the whole match once it has ended, with the server's seed and every log entry.

    That is enough to recompute the match offline and to verify every shuffle and dice roll. As
    `application/x-ndjson`, the first line has all but `log`, and each further line is one of its
    entries; a replay of more than 5000 versions comes in no other form.
    """
    # Not negotiated: before there were lines, every Accept got JSON.
    lines = headers.prefers(request, NDJSON, "application/json")
    viewer = await viewer_of(match_id, who, deps)
    pages = deps.match_source.replay(match_id, viewer)
    first = await anext(pages)
    version = first.version
    await history_cost.charge_ahead(deps.limits, who, version)
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
