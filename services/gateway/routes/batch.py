"""Moves in many matches with one request."""

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from typing import Any, TypeAlias

from fastapi import APIRouter, Request, Response
from telemetry import redaction

from gateway import context, moves
from gateway.callers import POST_ERRORS
from gateway.contract import request_models, response_models
from gateway.contract.document import examples
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem, internal
from gateway.http import headers, json_body, parameters
from gateway.http.parameters import parse_id
from gateway.http.responses import error_responses, json_response, request_body
from gateway.moves import MoveRequest
from gateway.players.authentication import bearer
from gateway.players.player_store import Player
from gateway.players.tokens import PLAY

log = logging.getLogger("gateway")

router = APIRouter(prefix="/v1", tags=["Moves"])

MAX_BYTES = 256 * 1024
LONG_KEY = 250
"""How long a key may be for an entry's key, with `#255` behind it, to be valid."""

Result: TypeAlias = dict[str, Any]


@router.post(
    "/moves",
    response_model=response_models.Results,
    responses=error_responses(*(code for code in POST_ERRORS if code != "idempotency_mismatch")),
    openapi_extra=request_body(
        request_models.NewMoves,
        two={
            "moves": [
                {
                    "matchId": "k3Jd9aQ0VbW7yZ1xT2sR4g",
                    "notation": examples.NOTATION,
                    "expectedVersion": examples.VERSION,
                },
                {"matchId": "Qm2x8pL5nC3vB6hD9jF0wA", "move": examples.MOVE},
            ]
        },
    ),
)
async def make_moves(
    request: Request,
    deps: Deps,
    view: parameters.View = None,
    idempotency_key: parameters.IdempotencyKey = None,
) -> Response:
    """Make up to 256 moves. Each is made or refused on its own; what is accepted is stored.

    Moves of one match are made in the order in which they are listed. Each move counts as a
    request; those beyond your rate limit are refused with `rate_limited`. An Idempotency-Key
    of the whole request counts for each entry without an `idempotencyKey`, by its index.
    """
    entries = (await json_body.read(request, request_models.NewMoves, MAX_BYTES)).moves
    shape = parameters.view(view)
    key = headers.idempotency_key(request)
    player = await deps.authenticator.require(request, PLAY)
    # `require` has charged for one request, which is the first entry's.
    allowed, refusal = await deps.limits.spend_up_to(
        max(len(entries) - 1, 0), "moves", request, bearer(request) or ""
    )
    parsed = [_parse(each, index, key, shape != "none") for index, each in enumerate(entries)]
    if refusal:
        parsed[allowed + 1 :] = [refusal] * (len(entries) - allowed - 1)
    return json_response({"results": await _submit_all(parsed, player, deps)})


def _parse(entry: Any, index: int, key: str | None, with_match: bool) -> MoveRequest | Problem:
    """Return the move of an entry, or why the entry is malformed."""
    try:
        move = json_body.validate(entry, request_models.MoveInMatch)
        if key and move.idempotency_key is None:
            move.idempotency_key = _key_at(key, index)
        return moves.from_entry(move, with_match)
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
    async def find_actor() -> Player:
        parse_id(request.match_id, "match")
        return player

    try:
        return moves.to_json(await moves.submit(request, find_actor, deps))
    except Problem as problem:
        return _error(problem)
    except Exception as error:  # the other entries may have been stored, and must be answered
        log.error("a move failed: %s", redaction.error_location(error))
        return _error(internal())


def _error(problem: Problem) -> Result:
    return {"error": problem.body(context.request_id.get())}
