"""Changes: what must be stored for what was decided, and what is answered then.

Nothing here reads or writes. What is decided about a match counts once it is stored over the very
version that it was decided about.
"""

from typing import Any

from croupier_game.records import dataclass
from croupier_match.admission import Caller
from croupier_match.decide import Decided
from croupier_match.match import AnyMatch

from engine.store.idempotency import Answer, IdempotencyKey
from engine.store.snapshots import due
from engine.store.types import Saving


@dataclass(frozen=True, slots=True)
class Change:
    """A stored change: the match after it, its events, and the seat it is answered to.

    `events` are those of all versions that the change added, in order. `seat` is None for a
    spectator, as for who has just left. `replayed` marks the answer to a repeat, which changed
    nothing.
    """

    match: AnyMatch
    events: tuple[Any, ...]
    seat: int | None
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class PreparedChange:
    """A change that is computed, and what must be stored for it to be one."""

    saving: Saving
    change: Change


def prepared(
    before: AnyMatch, decided: Decided, caller: Caller | None, key: IdempotencyKey | None
) -> PreparedChange:
    """The change of a match that was decided, for the seat that its caller has after it."""
    entries, versions = decided
    after = versions[-1]
    seat = caller.seat if caller else None
    if caller and after.seats is not before.seats:
        seat = after.seat_of(caller.player_id)
    saving = Saving(
        before if before.version else None,
        after,
        entries,
        key,
        Answer(before.version, after.version, seat),
        [version for version in versions if due(version.version)],
    )
    events = after.events
    if len(versions) > 1:
        events = tuple(event for version in versions for event in version.events)
    return PreparedChange(saving, Change(after, events, seat))
