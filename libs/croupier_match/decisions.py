"""Decisions: for each seat that is to move, the version since which it decides by the same.

Where several seats are to move, the choice of one is a version more, and most often no reason for
the others to choose anew. What a seat decides by are its legal moves, and what the game's
`decision_view` gives of the seat's own view: so the number tells nothing that the view does not.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

from croupier_game.choose import Moves
from croupier_game.view import View

from croupier_match.entries import Entry, Moved
from croupier_match.games import Game
from croupier_match.guarded import Guarded
from croupier_match.match import AnyMatch, Status

Standing: TypeAlias = tuple[tuple[int, int], ...]


def decision_of(game: Game, match: AnyMatch, seat: int | None) -> int | None:
    """The version since which the seat's decision stands; None unless the seat is to move."""
    if match.status != Status.ACTIVE:
        return None
    to_move = game.rules.to_move(match.state, len(match.seats))
    return since(match, seat) if seat in to_move else None


def since(match: AnyMatch, seat: int | None) -> int:
    """The same of a seat that is to move."""
    for each, version in match.decisions:
        if each == seat:
            return version
    return match.version


def standing(game: Game, match: AnyMatch, entry: Entry, state: Any, status: Status) -> Standing:
    """The seats whose decision outlives `entry`, each with the version since which it stands.

    `state` and `status` are those of the match after the entry.
    """
    if match.status != Status.ACTIVE or status != Status.ACTIVE:
        return ()
    rules, count = game.rules, len(match.seats)
    mover = entry.seat if isinstance(entry, Moved) else None
    due = rules.to_move(match.state, count)
    # Most games end here: of one seat that is to move, nothing more is asked.
    if due == (mover,):
        return ()
    seats = [seat for seat in due if seat != mover]
    if state is not match.state:
        still = rules.to_move(state, count)
        seats = undisturbed(rules, match.state, state, [seat for seat in seats if seat in still])
    return tuple((seat, since(match, seat)) for seat in seats)


def undisturbed(rules: Guarded, before: Any, after: Any, seats: list[int]) -> list[int]:
    """Those of the seats that decide by the same in both states."""
    if not seats:
        return []
    old, new = _decided_by(rules, before, seats), _decided_by(rules, after, seats)
    compared = zip(seats, old, new, strict=True)
    return [seat for seat, one, two in compared if rules.decides_alike(one, two)]


def _decided_by(rules: Guarded, state: Any, seats: Iterable[int]) -> list[Any]:
    """What each of the seats decides by."""
    public = rules.public_view(state)
    return [
        (
            choices_of(rules, state, seat),
            rules.decision_view(View(public, rules.private_view(state, seat))),
        )
        for seat in seats
    ]


def choices_of(rules: Guarded, state: Any, seat: int) -> Any:
    """The legal moves of a seat as they are compared: described ones by their descriptions."""
    moves = rules.legal_moves(state, seat)
    return moves if isinstance(moves, Moves) else tuple(moves)
