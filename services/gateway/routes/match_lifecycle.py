"""The life of a match around its moves: join, leave, start, undo, resign."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from croupier.v1 import engine_service_pb2 as pb
from fastapi import APIRouter, Request, Response

from gateway.callers import CHANGE_ERRORS, READ_ERRORS, actor_in
from gateway.contract import request_models, requests, response_models
from gateway.contract.document import examples
from gateway.dependencies import Dependencies, Deps
from gateway.http import headers, json_body, parameters
from gateway.http.parameters import clamp_uint32
from gateway.http.responses import (
    error_responses,
    request_body,
    written_response,
)
from gateway.players.typed_codes import grouped, read

router = APIRouter(prefix="/v1/matches/{match_id}", tags=["Matches"])

UNDO_ERRORS = (*CHANGE_ERRORS, "not_your_match", "conflict", "match_not_active", "undo_refused")

Act: TypeAlias = Callable[[pb.ActRequest], Awaitable[pb.Change]]


@router.post(
    "/join",
    response_model=response_models.Match,
    responses=error_responses(
        *CHANGE_ERRORS, "conflict", "match_full", "match_not_active", "invalid_options"
    ),
    openapi_extra=request_body(
        request_models.Join,
        any_seat={},
        private={"inviteCode": "K7QF2-M9PTX", "entropy": "00112233"},
    ),
)
async def join_match(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    idempotency_key: parameters.IdempotencyKey = None,
    if_match: parameters.IfMatch = None,
) -> Response:
    """Take a seat. When the last seat is taken, the match starts, unless its start is manual.

    In a sealed deal, all players then have to reveal their entropy.
    """
    body = await json_body.read(request, request_models.Join)
    key = headers.idempotency_key(request)
    expected = headers.expected_version(request, None)
    player = await actor_in(match_id, request, deps)
    # Not through Visibility: there is no seat yet, and the engine checks the invite code.
    change = await deps.engine.join_match(
        pb.JoinMatchRequest(
            match_id=match_id,
            player=requests.player(player),
            seat=clamp_uint32(body.seat),
            invite_code=grouped(read(body.invite_code)),
            entropy=body.entropy,
            seal=body.seal,
            expected_version=expected,
            idempotency=requests.idempotency(key, request, body),
        )
    )
    return _match_after(change)


@router.post(
    "/leave",
    response_model=response_models.Match,
    responses=error_responses(
        *CHANGE_ERRORS, "not_your_match", "conflict", "match_active", "match_not_active"
    ),
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def leave_match(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    idempotency_key: parameters.IdempotencyKey = None,
    if_match: parameters.IfMatch = None,
) -> Response:
    """Give your seat back before the start, or leave a match in which you have not moved.

    When the creator leaves, or the last player, the match is aborted; so is one that has begun,
    and nobody has lost it. After your first move, resign. While entropy is revealed, nobody can
    leave.
    """
    return await _act(match_id, request, deps, deps.engine.leave_match)


@router.delete(
    "/seats/{seat}",
    response_model=response_models.Match,
    responses=error_responses(
        *(*READ_ERRORS, "malformed", "version_mismatch", "not_your_match"),
        *("conflict", "match_active", "match_not_active"),
    ),
)
async def free_seat(
    match_id: parameters.MatchId,
    seat: parameters.SeatInPath,
    request: Request,
    deps: Deps,
    if_match: parameters.IfMatch = None,
) -> Response:
    """Take a bot away from its seat before the start. Only the creator of the match can."""
    expected = headers.expected_version(request, None)
    player = await actor_in(match_id, request, deps)
    number = parameters.seat(seat)
    change = await deps.visibility.acting(
        match_id,
        player,
        lambda caller: deps.engine.free_seat(
            pb.FreeSeatRequest(
                match_id=match_id, caller=caller, seat=number, expected_version=expected
            )
        ),
    )
    return _match_after(change)


@router.post(
    "/start",
    response_model=response_models.Match,
    responses=error_responses(
        *CHANGE_ERRORS, "not_your_match", "conflict", "match_active", "match_not_active"
    ),
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def start_match(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    idempotency_key: parameters.IdempotencyKey = None,
    if_match: parameters.IfMatch = None,
) -> Response:
    """Start a match that was created with `"start": "manual"`. Only its creator can.

    Every seat must be taken. In a sealed deal, all players then have to reveal their entropy.
    """
    return await _act(match_id, request, deps, deps.engine.start_match)


@router.post(
    "/entropy",
    response_model=response_models.Match,
    responses=error_responses(
        *CHANGE_ERRORS,
        "not_your_match",
        "conflict",
        "match_active",
        "match_not_active",
        "invalid_options",
    ),
    openapi_extra=request_body(request_models.Entropy, sealed={"entropy": examples.ENTROPY}),
)
async def reveal_entropy(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    idempotency_key: parameters.IdempotencyKey = None,
    if_match: parameters.IfMatch = None,
) -> Response:
    """Reveal the entropy of your seal in a sealed deal, once `fairness.toReveal` has your seat.

    The last one deals. The same entropy again is a repeat, with or without a key. Whoever has
    not revealed by `fairness.revealBy` is named when the match is aborted.
    """
    body = await json_body.read(request, request_models.Entropy)
    key = headers.idempotency_key(request)
    expected = headers.expected_version(request, None)
    player = await actor_in(match_id, request, deps)
    change = await deps.visibility.acting(
        match_id,
        player,
        lambda caller: deps.engine.reveal_entropy(
            pb.RevealEntropyRequest(
                match_id=match_id,
                caller=caller,
                entropy=body.entropy,
                expected_version=expected,
                idempotency=requests.idempotency(key, request, body),
            )
        ),
    )
    return _match_after(change)


@router.post(
    "/resign",
    response_model=response_models.Match,
    responses=error_responses(*CHANGE_ERRORS, "not_your_match", "conflict", "match_not_active"),
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def resign_match(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    idempotency_key: parameters.IdempotencyKey = None,
    if_match: parameters.IfMatch = None,
) -> Response:
    """Give up. A match of two ends with it.

    With more seats, yours is ranked last and cannot win. The server plays random moves for
    it, the first ones at once if it is your turn: so one call may add several versions.
    `lastEvents` are those of the last version; `GET .../moves` and the streams have all.
    """
    return await _act(match_id, request, deps, deps.engine.resign_match)


@router.post(
    "/undo",
    response_model=response_models.Match,
    responses=error_responses(*UNDO_ERRORS, "not_your_turn", "invalid_move"),
    openapi_extra=request_body(request_models.WantUndo, my_last_move={"toVersion": 5}),
)
async def ask_undo(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    idempotency_key: parameters.IdempotencyKey = None,
    if_match: parameters.IfMatch = None,
) -> Response:
    """Ask to take back what was played after a version, or agree to such a request.

    With the last to agree, the table is that of the version again, in a new version of kind
    `undone`. Nobody has to agree if no other seat has moved since, and you are still to move or
    there is no clock. At most your last turn is taken back, and only while it has shown nobody
    what was hidden; any move ends a request.
    """
    body = await json_body.read(request, request_models.WantUndo)
    key = headers.idempotency_key(request)
    expected = headers.expected_version(request, None)
    # To find out what a turn has shown takes more than a move.
    player = await actor_in(match_id, request, deps, bucket="creates")
    change = await deps.visibility.acting(
        match_id,
        player,
        lambda caller: deps.engine.ask_undo(
            pb.AskUndoRequest(
                match_id=match_id,
                caller=caller,
                to_version=clamp_uint32(body.to_version) or 0,
                expected_version=expected,
                idempotency=requests.idempotency(key, request, body),
            )
        ),
    )
    return _match_after(change)


@router.delete(
    "/undo",
    response_model=response_models.Match,
    responses=error_responses(*UNDO_ERRORS),
)
async def refuse_undo(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    idempotency_key: parameters.IdempotencyKey = None,
    if_match: parameters.IfMatch = None,
) -> Response:
    """Refuse the open request to take moves back, or withdraw your own."""
    return await _act(match_id, request, deps, deps.engine.refuse_undo)


async def _act(match_id: str, request: Request, deps: Dependencies, act: Act) -> Response:
    """Carry out an act that has no arguments but the match and its player."""
    # What makes the request malformed comes before its token: 400 before 401, 404 and 403.
    body = await json_body.read(request, request_models.Nothing)
    key = headers.idempotency_key(request)
    expected = headers.expected_version(request, None)
    player = await actor_in(match_id, request, deps)
    change = await deps.visibility.acting(
        match_id,
        player,
        lambda caller: act(
            pb.ActRequest(
                match_id=match_id,
                caller=caller,
                expected_version=expected,
                idempotency=requests.idempotency(key, request, body),
            )
        ),
    )
    return _match_after(change)


def _match_after(change: pb.Change) -> Response:
    return written_response(change.text.match, 200, change.version, change.replayed)
