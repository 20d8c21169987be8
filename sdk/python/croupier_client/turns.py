"""Decisions to make, as a strategy gets them: from a service, or from a match in this process."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import msgspec

from croupier_client.types import AnyMatch, HistoryEntry, LegalMove, Turn
from croupier_client.types.known import turn_type

Choice: TypeAlias = LegalMove | msgspec.Struct | Mapping[str, Any] | str
"""One of the legal moves; its `move`, as a struct or as JSON; or a notation."""


class Strategy(Protocol):
    """What chooses moves, here and on a service alike: `choose`, and no more."""

    def choose(self, turn: Turn) -> Choice:
        """Return the move to make, one of `turn.moves` or any other legal one."""


Tell: TypeAlias = Callable[[], Sequence[Sequence[Any]]]
"""What fetches the events of all versions for `Turn.seen`."""


def turn_of(match: AnyMatch, tell: Tell | None = None) -> Turn | None:
    """Return the decision of the caller's seat in a match; None if it has none to make.

    Without `tell`, it cannot be asked for `seen`.
    """
    shown: Any = match
    if not match.my_turn or not shown.legal_moves or not shown.legal_moves.moves:
        return None
    kind: Any = turn_type(shown.game)
    made: Turn = kind(
        (lambda _: tell()) if tell else None,
        game=shown.game,
        seat=match.your_seat,
        seats=len(match.seats),
        version=match.version,
        decision=match.your_decision,
        rules_version=match.rules_version,
        to_move=match.to_move,
        options=shown.options,
        state=shown.state,
        events=shown.last_events,
        moves=shown.legal_moves.moves,
        choose=shown.legal_moves.choose or (),
    )
    return made


def seen_in(history: Iterable[HistoryEntry], version: int) -> Sequence[Sequence[Any]]:
    """Return the events of a history up to a version, but for those that were taken back."""
    seen: dict[int, Sequence[Any]] = {}
    for entry in history:
        if entry.version > version:
            break
        if entry.kind == "undone":
            stay = {*range(1, 1 + (entry.to or 0)), *(entry.kept or ())}
            seen = {each: seen[each] for each in seen if each in stay}
        else:
            seen[entry.version] = entry.events
    return [*seen.values()]
