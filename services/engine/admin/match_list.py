"""Lists of matches for operators: all public ones, or all of a player, newest first."""

from typing import Any

from croupier_match.clock import rfc3339_of
from croupier_match.match import AnyMatch, Seat, Status

from engine.admin.operator import Operator
from engine.domain.due import deadline
from engine.domain.registry import GAMES
from engine.rpc import encode
from engine.store.indexes.match_index import PUBLIC, match_id, scope_of


async def listed_matches(
    operator: Operator, player: str, game: str, status: Status | None, before: str, size: int
) -> tuple[list[dict[str, Any]], str | None]:
    """A page of them after the place `before`, and the place where it ends, None at the end.

    Without a `player` there are the public ones alone: no list has the private ones of all.
    """
    await operator.store.engines.read()  # which says of which games there are lists
    scopes = [scope_of(player) if player else PUBLIC]
    names = await operator.store.lists.page(scopes, game, status, before, size)
    ids = [*map(match_id, names)]
    found = await operator.store.load_many(ids, archived=True)
    shown = [
        _shown(each, match)
        for each, match in zip(ids, found, strict=True)
        if match is not None and _belongs(match, player, status)
    ]
    return shown, names[-1] if len(names) == size else None


def _belongs(match: AnyMatch | Exception, player: str, status: Status | None) -> bool:
    """Whether the match is still where the list had it, or cannot be read."""
    if isinstance(match, Exception):
        return True
    return (not player or match.seat_of(player) is not None) and status in (None, match.status)


def _shown(match_id: str, match: AnyMatch | Exception) -> dict[str, Any]:
    if isinstance(match, Exception):
        return {"id": match_id, "unreadable": True}
    due = deadline(match) if GAMES.has_rules_of(match) else None
    to_move = encode.to_move(match) if GAMES.has_rules_of(match) else []
    return {
        "id": match.id,
        "game": match.game,
        "status": match.status,
        "version": match.version,
        "access": match.access,
        "created": match.create_time,
        "changed": match.update_time,
        "deadline": None if due is None else rfc3339_of(due),
        "seats": [_seat(each) for each in match.seats],
        "toMove": [*to_move],
    }


def _seat(seat: Seat) -> dict[str, str] | None:
    if (player := seat.player) is None:
        return None
    return {"id": player.id, "name": player.display_name, "kind": player.kind}
