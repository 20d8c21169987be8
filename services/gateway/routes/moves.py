"""Moves: what may be done, doing it, and what was done."""

from collections.abc import Iterable
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from fastapi import APIRouter, Request, Response

from gateway import bodies, headers, models, parameters, render, schemas
from gateway.answers import answer, refuses, takes
from gateway.errors import Problem
from gateway.routes.matches import CHANGING, LOOKING, actor_in, viewer_of
from gateway.services import Use

router = APIRouter(prefix="/v1/matches/{match_id}", tags=["Moves"])


@router.get("/legal-moves", response_model=models.LegalMoves, responses=refuses(*LOOKING))
async def list_legal_moves(match_id: parameters.MatchId, request: Request, use: Use) -> Response:
    """What you may do now. Any entry's `move`, posted as it is at that version, is accepted."""
    viewer = await viewer_of(match_id, request, use)
    moves = await use.visibility.through(
        match_id,
        viewer,
        lambda seen_by: use.engine.list_legal_moves(
            pb.ListLegalMovesRequest(match_id=match_id, caller=seen_by)
        ),
    )
    return answer(render.legal_moves(moves))


@router.post(
    "/moves",
    response_model=models.Moved,
    response_model_exclude_unset=True,
    responses=refuses(
        *CHANGING,
        "not_your_match",
        "not_your_turn",
        "match_not_active",
        "invalid_move",
        "illegal_move",
    ),
    openapi_extra=takes(
        models.NewMove,
        notation={"notation": "Y7+*", "expectedVersion": 17},
        move={
            "move": {"card": "Y7", "place": "EXPEDITION", "draw": "DECK"},
            "expectedVersion": 17,
        },
    ),
)
async def make_move(
    match_id: parameters.MatchId,
    request: Request,
    use: Use,
    view: parameters.View = None,
    dry_run: parameters.DryRun = None,
    idempotency_key: parameters.IdempotencyKey = None,
    if_match: parameters.IfMatch = None,
) -> Response:
    """Make a move. Once this is answered, it is stored."""
    body = await bodies.read(request, models.NewMove)
    shape = parameters.choice(view, "view", "full", "none")
    dry = parameters.boolean(dry_run, "dryRun")
    key = headers.idempotency_key(request)
    expected = headers.expected_version(request, body.expected_version)
    try:
        player = await actor_in(match_id, request, use)
        game = await use.visibility.game_for(match_id, player)
    except Problem:
        _what(body, schemas.game_ids())  # a move of no game at all is refused before that
        raise
    what = _what(body, [game])
    once = None
    if key and not dry:
        once = pb.Idempotency(key=key, fingerprint=bodies.fingerprint(request, body, shape))
    change = await use.visibility.through(
        match_id,
        player,
        lambda made_by: use.engine.apply_move(
            pb.ApplyMoveRequest(
                match_id=match_id,
                caller=made_by,
                expected_version=expected,
                idempotency=once,
                dry_run=dry,
                omit_match=shape == "none",
                **what,
            )
        ),
    )
    if dry:
        return answer({"accepted": True})
    return answer(render.change(change), version=change.version, replayed=change.replayed)


@router.get("/moves", response_model=models.History, responses=refuses("malformed", *LOOKING))
async def list_moves(
    match_id: parameters.MatchId,
    request: Request,
    use: Use,
    after: parameters.After = None,
    page_size: parameters.PageSize = None,
) -> Response:
    """What happened, one entry per version, each as you could see it then."""
    since = max(parameters.integer(after, "after") or 0, 0)
    size = parameters.page_size(page_size)
    viewer = await viewer_of(match_id, request, use)
    history = await use.visibility.through(
        match_id,
        viewer,
        lambda seen_by: use.engine.list_moves(
            pb.ListMovesRequest(match_id=match_id, caller=seen_by, after=since, page_size=size)
        ),
    )
    return answer(render.history(history))


@router.get("/replay", response_model=models.Replay, responses=refuses(*LOOKING, "match_active"))
async def get_replay(match_id: parameters.MatchId, request: Request, use: Use) -> Response:
    """Everything, once the match has ended: enough to recompute it offline."""
    viewer = await viewer_of(match_id, request, use)
    replay = await use.visibility.through(
        match_id,
        viewer,
        lambda seen_by: use.engine.get_replay(
            pb.GetReplayRequest(match_id=match_id, caller=seen_by)
        ),
    )
    return answer(render.replay(replay))


def _what(body: models.NewMove, games: Iterable[str]) -> dict[str, Any]:
    """The move in one of its two forms, as a part of the request to the engine.

    Raise Problem malformed if it is a move of none of these games.
    """
    if body.notation is not None:
        return {"notation": body.notation}
    for game in games:
        move = pb.Move()
        if bodies.fills(body.move, getattr(move, schemas.arm_of(game))):
            return {"move": move}
    raise bodies.unlike_schema("move")
