"""Moves in many matches with one request."""

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request, Response
from telemetry import redaction

from gateway import context, moves
from gateway.access import POST_ERRORS
from gateway.auth.authentication import bearer
from gateway.auth.players import PLAY, Player
from gateway.contract import examples, models
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem
from gateway.transport import headers, json_body, parameters
from gateway.transport.parameters import parse_id
from gateway.transport.responses import error_responses, json_response, request_body

log = logging.getLogger("gateway")

router = APIRouter(prefix="/v1", tags=["Moves"])

MAX_BYTES = 256 * 1024
LONG_KEY = 250
"""Characters of a key that leave room for a place."""

Result = dict[str, Any]


@router.post(
    "/moves",
    response_model=models.Results,
    responses=error_responses(*(code for code in POST_ERRORS if code != "idempotency_mismatch")),
    openapi_extra=request_body(
        models.NewMoves,
        two={
            "moves": [
                {
                    "matchId": "k3Jd9...",
                    "notation": examples.notation(),
                    "expectedVersion": examples.VERSION,
                },
                {"matchId": "Qm2x8...", "move": [*examples.moves().values()][:2][-1]},
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
    """Make up to 256 moves; each is made or refused on its own, and what is answered is stored.

    Moves of one match are made in the order in which they stand here. Each counts as a request;
    those for which your limit does not suffice are refused with `rate_limited`.
    """
    entries = (await json_body.read(request, models.NewMoves, MAX_BYTES)).moves
    shape = parameters.choice(view, "view", "full", "none")
    key = headers.idempotency_key(request)
    player = await deps.authenticator.require(request, PLAY)
    allowed, refusal = await deps.limits.spend_more(
        "moves", request, bearer(request) or "", max(len(entries) - 1, 0)
    )
    wishes = [_wish(each, place, key, shape != "none") for place, each in enumerate(entries)]
    if refusal:
        wishes[allowed + 1 :] = [refusal] * (len(entries) - allowed - 1)
    return json_response({"results": await _make_all(wishes, player, deps)})


def _wish(entry: Any, place: int, key: str | None, with_match: bool) -> moves.MoveRequest | Problem:
    """What the entry asks for, or why it makes no sense.

    Under a key for the whole request, each entry without one of its own has one by its place.
    """
    try:
        checked = json_body.checked(entry, models.MoveInMatch)
        if key and checked.idempotency_key is None:
            checked.idempotency_key = _key_at(key, place)
        return moves.from_entry(checked, with_match)
    except Problem as problem:
        return problem


def _key_at(key: str, place: int) -> str:
    """A key that is as different from others as `key` is, and no longer than one may be."""
    short = key if len(key) <= LONG_KEY else hashlib.sha256(key.encode()).hexdigest()
    return f"{short}#{place}"


async def _make_all(
    wishes: Sequence[moves.MoveRequest | Problem], player: Player, deps: Dependencies
) -> list[Result]:
    """The results in the same order; moves of one match are made one after the other."""
    results: dict[int, Result] = {}
    matches: dict[str, list[tuple[int, moves.MoveRequest]]] = {}
    for place, wish in enumerate(wishes):
        if isinstance(wish, Problem):
            results[place] = _refused(wish)
        else:
            matches.setdefault(wish.match_id, []).append((place, wish))

    async def play(moves: Sequence[tuple[int, moves.MoveRequest]]) -> None:
        for place, wish in moves:
            results[place] = await _make(wish, player, deps)

    await asyncio.gather(*map(play, matches.values()))
    return [results[place] for place in range(len(wishes))]


async def _make(wish: moves.MoveRequest, player: Player, deps: Dependencies) -> Result:
    async def actor() -> Player:
        parse_id(wish.match_id, "match")
        return player

    try:
        return moves.to_json(await moves.submit(wish, actor, deps))
    except Problem as problem:
        return _refused(problem)
    except Exception as error:  # the others have been made, and are to be answered
        log.error("a move failed: %s", redaction.error_location(error))
        return _refused(Problem("internal", "Something is broken here."))


def _refused(problem: Problem) -> Result:
    return {"error": problem.body(context.request_id.get())}
