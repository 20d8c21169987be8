"""Moves: what may be done, doing it, and what was done."""

from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from fastapi import APIRouter, Request, Response

from gateway import bodies, headers, models, parameters, render, schemas
from gateway.answers import answer, refuses, takes
from gateway.identity import PLAY, READ
from gateway.parameters import an_id
from gateway.routes.matches import READING, WRITING
from gateway.services import Use

router = APIRouter(prefix="/v1/matches/{match_id}", tags=["Moves"])


@router.get("/legal-moves", response_model=models.LegalMoves, responses=refuses(*READING))
async def list_legal_moves(match_id: parameters.MatchId, request: Request, use: Use) -> Response:
    """What you may do now. Any entry's `move`, posted as it is at that version, is accepted."""
    viewer = await use.identity.caller(request, READ)
    moves = await use.visibility.through(
        an_id(match_id, "match"),
        viewer,
        lambda seen_by: use.engine.list_legal_moves(
            pb.ListLegalMovesRequest(match_id=match_id, caller=seen_by)
        ),
    )
    return answer(render.legal_moves(moves), version=moves.version)


@router.post(
    "/moves",
    response_model=models.Moved,
    response_model_exclude_unset=True,
    responses=refuses(
        *WRITING,
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
    player = await use.identity.require(request, PLAY)
    game = await use.visibility.game_for(an_id(match_id, "match"), player)
    what = _what(body, game)
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


@router.get("/moves", response_model=models.History, responses=refuses(*READING))
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
    viewer = await use.identity.caller(request, READ)
    history = await use.visibility.through(
        an_id(match_id, "match"),
        viewer,
        lambda seen_by: use.engine.list_moves(
            pb.ListMovesRequest(match_id=match_id, caller=seen_by, after=since, page_size=size)
        ),
    )
    return answer(render.history(history))


@router.get("/replay", response_model=models.Replay, responses=refuses(*READING, "match_active"))
async def get_replay(match_id: parameters.MatchId, request: Request, use: Use) -> Response:
    """Everything, once the match has ended: enough to recompute it offline."""
    viewer = await use.identity.caller(request, READ)
    replay = await use.visibility.through(
        an_id(match_id, "match"),
        viewer,
        lambda seen_by: use.engine.get_replay(
            pb.GetReplayRequest(match_id=match_id, caller=seen_by)
        ),
    )
    return answer(render.replay(replay), version=replay.match.version)


def _what(body: models.NewMove, game: str) -> dict[str, Any]:
    """The move in one of its two forms, as a part of the request to the engine."""
    if body.notation is not None:
        return {"notation": body.notation}
    move = pb.Move()
    own = getattr(move, schemas.arm_of(game))
    own.SetInParent()
    bodies.read_message(body.move, own, "move")
    return {"move": move}
