"""Moves, from a POST, a batch or a socket: submit one, and list the legal ones."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from croupier.v1 import engine_service_pb2 as pb

from gateway.asked import Asked, actor_in
from gateway.contract import move_requests, serializers, validation
from gateway.contract.games import Game
from gateway.dependencies import Dependencies
from gateway.errors import NotPlayed, Problem
from gateway.http import headers
from gateway.http.parameters import clamp_uint32
from gateway.limits.requester import Requester
from gateway.players.player import Player
from gateway.players.visibility import MatchGame

OUTLINES = (pb.FORM_OUTLINE, pb.FORM_OUTLINE_WITH_MOVES)
"""What `view=none` asks for."""
NOTATION_LENGTH = 200
"""The engine gets no more of a notation: every real one is shorter, so the move stays invalid."""


class MoveRequest(NamedTuple):
    """A move to submit: its body is validated, but not yet known to be a move of the game."""

    match_id: str
    asked: Asked[move_requests.NewMove]
    form: pb.Form.ValueType = pb.FORM_MATCH
    dry_run: bool = False

    @property
    def idempotency(self) -> pb.Idempotency | None:
        """The key and the fingerprint of the move, if it has a key.

        A dry run is not a move: its key stays free for the move itself.
        """
        if self.dry_run:
            return None
        return self.asked.idempotency("none" if self.form in OUTLINES else "full")


class Made(NamedTuple):
    """A move that was made, and the game of its match."""

    change: pb.Change
    game: str


@dataclass(slots=True)
class Actor:
    """The player and the seat of a move, as far as they are known."""

    player_id: str = ""
    seat: int | None = None


async def submit(request: MoveRequest, deps: Dependencies, player: Player | None = None) -> Made:
    """Make the move and return the change, which is stored. Raise the first Problem that applies.

    The `player` is given if the request was charged before. The log tells of each refused move.
    """
    actor = Actor()
    try:
        return await _submit(request, player, deps, actor)
    except Problem as refusal:
        deps.refused_moves.add(refusal.code, request.match_id, actor.player_id, actor.seat)
        raise


async def _submit(
    request: MoveRequest, known: Player | None, deps: Dependencies, actor: Actor
) -> Made:
    """Make the move, and note its player and seat, once they are known.

    A move that no game has is malformed, which comes before anything about its player and
    match; that it is not a move of this game can only be found out after them.
    """
    match_id, asked = request.match_id, request.asked
    try:
        player = known or await actor_in(match_id, asked.who, deps)
        actor.player_id = player.id
        played = await deps.visibility.game_for(match_id, player)
    except Problem:
        # 400 comes before 401 to 404, though the game is only known after these.
        if asked.body.notation is None and deps.catalog.games:
            _packed_move(asked.body.move, deps.catalog.games.versions)
        raise
    move = await _what(asked.body, played, deps)

    async def apply(caller: pb.Caller) -> pb.Change:
        actor.seat = caller.seat if caller.HasField("seat") else None
        return await deps.engine.apply_move(
            pb.ApplyMoveRequest(
                match_id=match_id,
                caller=caller,
                expected_version=asked.expected_version,
                expected_decision=clamp_uint32(asked.body.expected_decision),
                idempotency=request.idempotency,
                dry_run=request.dry_run,
                form=request.form,
                **move,
            )
        )

    return Made(await deps.visibility.acting(match_id, player, apply), played.game)


def from_entry(entry: move_requests.MoveInMatch, who: Requester, with_match: bool) -> MoveRequest:
    """Return the request of a move that names its match, from a batch or a socket.

    It asks what a POST to the match does, so that a key that was used there can be repeated here.
    Raise Problem malformed if the key is not valid.
    """
    key = headers.parse_key(entry.idempotency_key)
    path = f"/v1/matches/{entry.match_id}/moves"
    expected = clamp_uint32(entry.expected_version)
    asked = Asked[move_requests.NewMove](who, entry, key, path, expected_version=expected)
    form = pb.FORM_MATCH if with_match else pb.FORM_OUTLINE
    return MoveRequest(entry.match_id, asked, form)


def to_json(made: Made) -> dict[str, Any]:
    """Return the answer to a move in a batch or on a socket.

    These have no headers, so `replayed` stands for Idempotency-Replayed.
    """
    answer = serializers.change(*made)
    return {**answer, "replayed": True} if made.change.replayed else answer


async def legal(match_id: str, viewer: Player | None, deps: Dependencies) -> bytes:
    """Return the legal moves of the viewer's seat, as of now, as JSON."""
    found = await deps.visibility.through(
        match_id,
        viewer,
        lambda caller: deps.engine.list_legal_moves(
            pb.ListLegalMovesRequest(match_id=match_id, caller=caller)
        ),
    )
    return found.legal_moves


async def _what(
    body: move_requests.NewMove, played: MatchGame, deps: Dependencies
) -> dict[str, Any]:
    """Return the field of ApplyMoveRequest for the move: `notation` or `move`.

    Raise Problem malformed if it is not a move of the game, NotPlayed if no engine has the rules.
    """
    if body.notation is not None:
        return {"notation": body.notation[:NOTATION_LENGTH]}
    games = await deps.catalog.until(lambda games: games.version(*played) is not None)
    game = games.version(*played)
    if game is None:
        raise NotPlayed
    return {"move": _packed_move(body.move, [game])}


def _packed_move(value: Any, games: Iterable[Game]) -> pb.Packed:
    """Return the move as the message of the first of these games that has such moves.

    Raise Problem malformed if none has.
    """
    every = [(game, game.message("Move")) for game in games]
    for game, move in every:
        if validation.fills(value, move):
            return game.packed(move)
    # Of several games, any schema may have been meant: then no place in it is named.
    only = every[0][1].DESCRIPTOR if len(every) == 1 else None
    raise validation.unlike_schema("move", value, only)
