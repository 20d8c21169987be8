"""Moves, through whichever door they come: what may be done, and doing it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from croupier.v1 import engine_service_pb2 as pb

from gateway.auth.players import Player
from gateway.contract import json_schema, models, serializers, validation
from gateway.dependencies import Dependencies
from gateway.errors import Problem
from gateway.transport import headers, json_body

NOTATION_LENGTH = 200
"""So much of it is sent on; no move is written as long as that."""

Find: TypeAlias = Callable[[], Awaitable[Player]]
"""Who asks; Problem unauthenticated, rate_limited, not_found or forbidden, in this order."""


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A move that somebody wants to make."""

    match_id: str
    body: models.NewMove
    expected_version: int | None
    once: pb.Idempotency | None
    with_match: bool = True
    dry_run: bool = False


async def submit(wish: MoveRequest, find_actor: Find, deps: Dependencies) -> pb.Change:
    """Make the move; once this returns, it is stored. Raise Problem for the first reason not to."""
    try:
        player = await find_actor()
        game = await deps.visibility.game_for(wish.match_id, player)
    except Problem:
        _what(wish.body, json_schema.game_ids())  # a move of no game at all is refused before that
        raise
    what = _what(wish.body, [game])
    return await deps.visibility.through(
        wish.match_id,
        player,
        lambda made_by: deps.engine.apply_move(
            pb.ApplyMoveRequest(
                match_id=wish.match_id,
                caller=made_by,
                expected_version=wish.expected_version,
                idempotency=wish.once,
                dry_run=wish.dry_run,
                omit_match=not wish.with_match,
                **what,
            )
        ),
    )


def from_entry(entry: models.MoveInMatch, with_match: bool) -> MoveRequest:
    """A move that names its match; under a key it is the same request as the POST to the match."""
    key, once = headers.a_key(entry.idempotency_key), None
    if key:
        path = f"/v1/matches/{entry.match_id}/moves"
        shape = "full" if with_match else "none"
        mark = json_body.digest("POST", path, "", entry.as_posted(), shape)
        once = pb.Idempotency(key=key, fingerprint=mark)
    expected = headers.a_version(entry.expected_version)
    return MoveRequest(entry.match_id, entry, expected, once, with_match)


def to_json(change: pb.Change) -> dict[str, Any]:
    """The answer to such a move: without headers, it tells of itself that it is a repeat."""
    told = serializers.change(change)
    return {**told, "replayed": True} if change.replayed else told


async def legal(match_id: str, viewer: Player | None, deps: Dependencies) -> pb.LegalMoves:
    """What the viewer may do now."""
    return await deps.visibility.through(
        match_id,
        viewer,
        lambda seen_by: deps.engine.list_legal_moves(
            pb.ListLegalMovesRequest(match_id=match_id, caller=seen_by)
        ),
    )


def _what(body: models.NewMove, games: Sequence[str]) -> dict[str, Any]:
    """The move in one of its two forms, as a part of the request to the engine.

    Raise Problem malformed if it is a move of none of these games.
    """
    if body.notation is not None:
        return {"notation": body.notation[:NOTATION_LENGTH]}
    for game in games:
        move = pb.Move()
        if validation.fills(body.move, getattr(move, json_schema.arm_of(game))):
            return {"move": move}
    only = json_schema.message_of(pb.Move, games[0]) if len(games) == 1 else None
    raise validation.unlike_schema("move", body.move, only)
