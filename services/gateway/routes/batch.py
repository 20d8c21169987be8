"""Moves in many matches with one request."""

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

from fastapi import Depends, Response
from telemetry import redaction

from gateway import context, moves
from gateway.asked import Asked, Reading
from gateway.contract import match_models, move_requests
from gateway.contract.document import examples
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem, internal
from gateway.http import json_body, parameters
from gateway.http.documented_headers import IDEMPOTENCY_KEY
from gateway.http.responses import error_responses, json_response, request_body
from gateway.moves import MoveRequest
from gateway.players.player import Player
from gateway.players.tokens import PLAY
from gateway.routing import POST_ERRORS, Router

log = logging.getLogger("gateway")

router = Router(prefix="/v1", tags=["Moves"])

MAX_BYTES = 256 * 1024
NEW_MOVES = Reading(move_requests.NewMoves, max_bytes=MAX_BYTES)
LONG_KEY = 250
"""How long a key may be for an entry's key, with `#255` behind it, to be valid."""

Result: TypeAlias = dict[str, Any]


@router.post(
    "/moves",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY,),
    response_model=match_models.Results,
    responses=error_responses(*(code for code in POST_ERRORS if code != "idempotency_mismatch")),
    openapi_extra=request_body(
        move_requests.NewMoves,
        two={
            "moves": [
                {
                    "matchId": "k3Jd9aQ0VbW7yZ1xT2sR4g",
                    "notation": examples.NOTATION,
                    "expectedDecision": examples.DECISION,
                },
                {"matchId": "Qm2x8pL5nC3vB6hD9jF0wA", "move": examples.MOVE},
            ]
        },
    ),
)
async def make_moves(
    asked: Annotated[Asked[move_requests.NewMoves], Depends(NEW_MOVES)],
    deps: Deps,
    view: parameters.View,
) -> Response:
    """Make up to 256 moves. Each is made or refused on its own; what is accepted is stored.

    Moves of one match are made in the order in which they are listed. Each move counts as a
    request; those beyond your rate limit are refused with `rate_limited`. An Idempotency-Key
    of the whole request counts for each entry without an `idempotencyKey`, by its index.
    """
    entries, who = asked.body.moves, asked.who
    player = await deps.authenticator.required(who, PLAY)
    # `required` has charged for one request, which is the first entry's.
    allowed, refusal = await deps.limits.spend_up_to(
        max(len(entries) - 1, 0), who.bucket, who.connection, who.token or ""
    )
    parsed = [_parse(each, index, asked, view != "none") for index, each in enumerate(entries)]
    if refusal:
        parsed[allowed + 1 :] = [refusal] * (len(entries) - allowed - 1)
    return json_response({"results": await _submit_all(parsed, player, deps)})


def _parse(
    entry: Any, index: int, asked: Asked[move_requests.NewMoves], with_match: bool
) -> MoveRequest | Problem:
    """Return the move of an entry, or why the entry is malformed."""
    try:
        move = json_body.validate(entry, move_requests.MoveInMatch)
        if asked.key and move.idempotency_key is None:
            move.idempotency_key = _key_at(asked.key, index)
        return moves.from_entry(move, asked.who, with_match)
    except Problem as problem:
        return problem


def _key_at(key: str, index: int) -> str:
    """Return the key of an entry: valid, and different for different keys and indices."""
    short = key if len(key) <= LONG_KEY else hashlib.sha256(key.encode()).hexdigest()
    return f"{short}#{index}"


async def _submit_all(
    parsed: Sequence[MoveRequest | Problem], player: Player, deps: Dependencies
) -> list[Result]:
    """Return the results in order. Moves of one match are submitted one after the other."""
    results: dict[int, Result] = {}
    by_match: dict[str, list[tuple[int, MoveRequest]]] = {}
    for index, each in enumerate(parsed):
        if isinstance(each, Problem):
            results[index] = _error(each)
        else:
            by_match.setdefault(each.match_id, []).append((index, each))

    async def submit_in_order(requests: Sequence[tuple[int, MoveRequest]]) -> None:
        # One may build on the one before, which must be stored by then.
        for index, request in requests:
            results[index] = await _submit(request, player, deps)

    await asyncio.gather(*map(submit_in_order, by_match.values()))
    return [results[index] for index in range(len(parsed))]


async def _submit(request: MoveRequest, player: Player, deps: Dependencies) -> Result:
    try:
        return moves.to_json(await moves.submit(request, deps, player))
    except Problem as problem:
        return _error(problem)
    except Exception as error:  # the other entries may have been stored, and must be answered
        log.error("a move failed: %s", redaction.error_location(error))
        return _error(internal())


def _error(problem: Problem) -> Result:
    return {"error": problem.body(context.request_id.get())}
