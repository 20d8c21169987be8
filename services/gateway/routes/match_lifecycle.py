"""The life of a match around its moves: join, leave, start, undo, resign."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, TypeAlias

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Depends, Response
from redislink.typed_codes import grouped, read

from gateway.asked import Asked, ExpectedVersion, Reading, Who, actor_in
from gateway.contract import match_models, match_requests, request_models, requests
from gateway.contract.document import examples
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem
from gateway.http import parameters
from gateway.http.documented_headers import IDEMPOTENCY_KEY, IF_MATCH
from gateway.http.parameters import clamp_uint32
from gateway.http.responses import (
    error_responses,
    request_body,
    written_response,
)
from gateway.players.player import Player
from gateway.routing import CHANGE_ERRORS, READ_ERRORS, Router

router = Router(prefix="/v1/matches/{match_id}", tags=["Matches"])

UNDO_ERRORS = (*CHANGE_ERRORS, "not_your_match", "conflict", "match_not_active", "undo_refused")

JOIN = Reading(match_requests.Join, versioned=True)
ENTROPY = Reading(match_requests.Entropy, versioned=True)
WANT_UNDO = Reading(match_requests.WantUndo, versioned=True)
NOTHING = Reading(request_models.Nothing, versioned=True)

Act: TypeAlias = Callable[[pb.ActRequest], Awaitable[pb.Change]]


@router.post(
    "/join",
    bucket="moves",
    headers=(
        IDEMPOTENCY_KEY,
        IF_MATCH,
    ),
    response_model=match_models.Match,
    responses=error_responses(
        *(*CHANGE_ERRORS, "suspended", "conflict", "match_full", "match_not_active"),
        "invalid_options",
    ),
    openapi_extra=request_body(
        match_requests.Join,
        any_seat={},
        private={"inviteCode": "K7QF2-M9PTX", "entropy": "00112233"},
    ),
)
async def join_match(
    match_id: parameters.MatchId,
    asked: Annotated[Asked[match_requests.Join], Depends(JOIN)],
    deps: Deps,
) -> Response:
    """Take a seat. When the last seat is taken, the match starts, unless its start is manual.

    In a sealed deal, all players then have to reveal their entropy. The last free seats of a public
    match may be kept for those who are invited: `conflict`.
    """
    player = await actor_in(match_id, asked.who, deps, begins=True)
    body, code = asked.body, grouped(read(asked.body.invite_code))
    table = await _table(match_id, code, player, deps)
    # Not through Visibility: there is no seat yet, and the engine checks the invite code.
    change = await deps.engine.join_match(
        pb.JoinMatchRequest(
            match_id=match_id,
            player=requests.player(player),
            seat=clamp_uint32(body.seat),
            invite_code=code,
            barred=await deps.blocks.has_any(table.player_ids, player.id),
            entropy=body.entropy,
            seal=body.seal,
            expected_version=asked.expected_version,
            idempotency=asked.idempotency(),
            standing=await deps.eligibility.of(player.id) if table.rated else None,
        )
    )
    return _match_after(change)


@router.post(
    "/leave",
    bucket="moves",
    headers=(
        IDEMPOTENCY_KEY,
        IF_MATCH,
    ),
    response_model=match_models.Match,
    responses=error_responses(
        *CHANGE_ERRORS, "not_your_match", "conflict", "match_active", "match_not_active"
    ),
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def leave_match(
    match_id: parameters.MatchId,
    asked: Annotated[Asked[request_models.Nothing], Depends(NOTHING)],
    deps: Deps,
) -> Response:
    """Give your seat back before the start, or leave a match in which you have not moved.

    When the creator leaves, or the last player, the match is aborted; so is one that has begun,
    and nobody has lost it. After your first move, resign. While entropy is revealed, nobody can
    leave.
    """
    return await _act(match_id, asked, deps, deps.engine.leave_match)


@router.delete(
    "/seats/{seat}",
    bucket="moves",
    headers=(IF_MATCH,),
    response_model=match_models.Match,
    responses=error_responses(
        *(*READ_ERRORS, "malformed", "version_mismatch", "not_your_match"),
        *("conflict", "match_active", "match_not_active"),
    ),
)
async def free_seat(
    match_id: parameters.MatchId,
    seat: parameters.SeatInPath,
    who: Who,
    expected: ExpectedVersion,
    deps: Deps,
) -> Response:
    """Take a bot away from its seat before the start. Only the creator of the match can."""
    player = await actor_in(match_id, who, deps)
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
    bucket="moves",
    headers=(
        IDEMPOTENCY_KEY,
        IF_MATCH,
    ),
    response_model=match_models.Match,
    responses=error_responses(
        *CHANGE_ERRORS, "not_your_match", "conflict", "match_active", "match_not_active"
    ),
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def start_match(
    match_id: parameters.MatchId,
    asked: Annotated[Asked[request_models.Nothing], Depends(NOTHING)],
    deps: Deps,
) -> Response:
    """Start a match that was created with `"start": "manual"`. Only its creator can.

    Every seat must be taken. In a sealed deal, all players then have to reveal their entropy.
    """
    return await _act(match_id, asked, deps, deps.engine.start_match)


@router.post(
    "/entropy",
    bucket="moves",
    headers=(
        IDEMPOTENCY_KEY,
        IF_MATCH,
    ),
    response_model=match_models.Match,
    responses=error_responses(
        *CHANGE_ERRORS,
        "not_your_match",
        "conflict",
        "match_active",
        "match_not_active",
        "invalid_options",
    ),
    openapi_extra=request_body(match_requests.Entropy, sealed={"entropy": examples.ENTROPY}),
)
async def reveal_entropy(
    match_id: parameters.MatchId,
    asked: Annotated[Asked[match_requests.Entropy], Depends(ENTROPY)],
    deps: Deps,
) -> Response:
    """Reveal the entropy of your seal in a sealed deal, once `fairness.toReveal` has your seat.

    The last one deals. The same entropy again is a repeat, with or without a key. Whoever has
    not revealed by `fairness.revealBy` is named when the match is aborted.
    """
    player, body = await actor_in(match_id, asked.who, deps), asked.body
    change = await deps.visibility.acting(
        match_id,
        player,
        lambda caller: deps.engine.reveal_entropy(
            pb.RevealEntropyRequest(
                match_id=match_id,
                caller=caller,
                entropy=body.entropy,
                expected_version=asked.expected_version,
                idempotency=asked.idempotency(),
            )
        ),
    )
    return _match_after(change)


@router.post(
    "/resign",
    bucket="moves",
    headers=(
        IDEMPOTENCY_KEY,
        IF_MATCH,
    ),
    response_model=match_models.Match,
    responses=error_responses(*CHANGE_ERRORS, "not_your_match", "conflict", "match_not_active"),
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def resign_match(
    match_id: parameters.MatchId,
    asked: Annotated[Asked[request_models.Nothing], Depends(NOTHING)],
    deps: Deps,
) -> Response:
    """Give up. A match of two ends with it.

    With more seats, yours is ranked last and cannot win. The server plays random moves for
    it, the first ones at once if it is your turn: so one call may add several versions.
    `lastEvents` are those of the last version; `GET .../moves` and the streams have all.
    """
    return await _act(match_id, asked, deps, deps.engine.resign_match)


@router.post(
    "/undo",
    bucket="creates",
    headers=(
        IDEMPOTENCY_KEY,
        IF_MATCH,
    ),
    response_model=match_models.Match,
    responses=error_responses(*UNDO_ERRORS, "not_your_turn", "invalid_move"),
    openapi_extra=request_body(match_requests.WantUndo, my_last_move={"toVersion": 5}),
)
async def ask_undo(
    match_id: parameters.MatchId,
    asked: Annotated[Asked[match_requests.WantUndo], Depends(WANT_UNDO)],
    deps: Deps,
) -> Response:
    """Ask to take back what was played after a version, or agree to such a request.

    With the last to agree, the table is that of the version again, in a new version of kind
    `undone`. Nobody has to agree if no other seat has moved since, and you are still to move or
    there is no clock. At most your last turn is taken back, and only while it has shown nobody
    what was hidden; any move ends a request.
    """
    player = await actor_in(match_id, asked.who, deps)
    change = await deps.visibility.acting(
        match_id,
        player,
        lambda caller: deps.engine.ask_undo(
            pb.AskUndoRequest(
                match_id=match_id,
                caller=caller,
                to_version=clamp_uint32(asked.body.to_version) or 0,
                expected_version=asked.expected_version,
                idempotency=asked.idempotency(),
            )
        ),
    )
    return _match_after(change)


@router.delete(
    "/undo",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY, IF_MATCH),
    response_model=match_models.Match,
    responses=error_responses(*UNDO_ERRORS),
)
async def refuse_undo(
    match_id: parameters.MatchId,
    asked: Annotated[Asked[request_models.Nothing], Depends(NOTHING)],
    deps: Deps,
) -> Response:
    """Refuse the open request to take moves back, or withdraw your own."""
    return await _act(match_id, asked, deps, deps.engine.refuse_undo)


async def _table(match_id: str, code: str, player: Player, deps: Dependencies) -> pb.Roster:
    """Return who sits at the table, as far as the player may know, and whether it is rated.

    Of a match that the player may not know of, nobody has a seat.
    """
    try:
        return await deps.visibility.roster(match_id, player)
    except Problem as refusal:
        if refusal.code != "not_found":
            raise
    # A private match, or none: neither is rated.
    return pb.Roster(player_ids=await _seated_by_code(code, player, deps) if code else ())


async def _seated_by_code(code: str, player: Player, deps: Dependencies) -> Sequence[str]:
    request = pb.OpenInvitationRequest(code=code, player_id=player.id)
    try:
        return (await deps.engine.open_invitation(request)).player_ids
    except Problem as refusal:
        if refusal.code != "not_found":
            raise
        return ()


async def _act(
    match_id: str, asked: Asked[request_models.Nothing], deps: Dependencies, act: Act
) -> Response:
    """Carry out an act that has no arguments but the match and its player."""
    player = await actor_in(match_id, asked.who, deps)
    change = await deps.visibility.acting(
        match_id,
        player,
        lambda caller: act(
            pb.ActRequest(
                match_id=match_id,
                caller=caller,
                expected_version=asked.expected_version,
                idempotency=asked.idempotency(),
            )
        ),
    )
    return _match_after(change)


def _match_after(change: pb.Change) -> Response:
    return written_response(change.text.match, 200, change.version, change.replayed)
