"""Computing a change: the match after a log entry, and what must be stored for it.

Nothing here reads or writes. What is computed from a match counts once it is stored over the
very version it was computed from.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from croupier_game.records import dataclass
from croupier_game.seeded import ChanceSource
from croupier_match import guards
from croupier_match.evolve import evolve
from croupier_match.forced import forced_move, forced_seat
from croupier_match.games import Game
from croupier_match.match import CREATOR, AnyEntry, AnyMatch, Entry, Kind, Status

from engine.domain.registry import GAMES
from engine.store.idempotency import Answer, IdempotencyKey
from engine.store.snapshots import due
from engine.store.types import Saving

MAX_VERSIONS = 10_000
"""How long a match may become, unless the engine is told otherwise."""
MOST_FORCED = 500
"""How many forced moves may follow one change, while all other games wait."""

ReadMove: TypeAlias = Callable[[Game], Any]
"""Gives the move of a request in the terms of the game's rules; raises InvalidMove."""


@dataclass(frozen=True, slots=True)
class Change:
    """A stored change: the match after it, its events, and the seat it is answered to.

    `events` are those of all versions that the change added, in order. `replayed` marks the
    answer to a repeat, which changed nothing.
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


def prepare(
    before: AnyMatch,
    log: Sequence[AnyEntry],
    key: IdempotencyKey | None,
    chance: ChanceSource,
    max_versions: int = MAX_VERSIONS,
) -> PreparedChange:
    """The change that the entries make, followed by the forced moves of resigned seats.

    It is answered to the seat that the last entry is about.
    A match that has `max_versions` then, and goes on, is aborted by one entry more. Raise
    GameFailed, also if the match could not go on, or if the forced moves come to no end.
    """
    match = before
    # Not list[AnyEntry](), which raises within to set what a list cannot hold.
    entries: list[AnyEntry] = []
    snapshots: list[AnyMatch] = []
    events: tuple[Any, ...] = ()
    for entry, match in _steps(before, log, chance, max_versions):
        _check_stored(match)
        entries.append(entry)
        events += match.events
        if due(match.version):
            snapshots.append(match)
    seat = answered_to(before, log[-1])
    answer = Answer(before.version, match.version, seat)
    saving = Saving(before if before.version else None, match, entries, key, answer, snapshots)
    return PreparedChange(saving, Change(match, events, seat))


def answered_to(before: AnyMatch, last: AnyEntry) -> int | None:
    """The seat to which a change is answered; None for a spectator, as who has just left."""
    stays = before.status == Status.ACTIVE and not last.note
    return last.seat if stays or last.kind not in (Kind.LEFT, Kind.ABORTED) else None


def legal_move(match: AnyMatch, seat: int, read: ReadMove) -> Any:
    """The move of a request. Raise a refusal unless it is the seat's turn and the move legal."""
    guards.check_active(match)
    guards.check_turn(GAMES.of(match), match, seat)
    game = GAMES.of(match)
    move = read(game)
    game.rules.check(match.state, seat, move)
    return move


def _check_stored(match: AnyMatch) -> None:
    """Raise GameFailed if the match could not go on: it must not be stored then."""
    if match.state is not None and match.status != Status.ABORTED:
        rules = GAMES.of(match).rules
        rules.check_stored(match.state, len(match.seats), match.ended)


def _steps(
    match: AnyMatch, log: Sequence[AnyEntry], chance: ChanceSource, max_versions: int
) -> Iterator[tuple[AnyEntry, AnyMatch]]:
    """Each entry, those included that the server adds by itself, and the match after it."""
    for entry in log:
        match = evolve(GAMES.of(match), match, entry, chance)
        yield entry, match
    most = match.version + MOST_FORCED
    while own := _own_entry(match, chance, max_versions):
        if match.version == most:
            GAMES.of(match).rules.fail("to_move")
        match = evolve(GAMES.of(match), match, own, chance)
        yield own, match


def _own_entry(match: AnyMatch, chance: ChanceSource, max_versions: int) -> AnyEntry | None:
    """The next entry if it is the server's: a forced move, or the end of a match too long."""
    # The random move of an overdue seat must follow at once, whatever the length.
    if match.version < max_versions or match.late is not None:
        return _forced_move(match, chance)
    if match.ended:
        return None
    note = f"The match has reached {max_versions} versions, the most that this server allows."
    return Entry(match.version + 1, Kind.ABORTED, CREATOR, match.update_time, note=note)


def _forced_move(match: AnyMatch, chance: ChanceSource) -> AnyEntry | None:
    """A random legal move, if a seat that is overdue or has resigned is to move.

    It takes no thinking time, so it has the time of the entry before.
    """
    seat = forced_seat(GAMES.of(match), match)
    if seat is None:
        return None
    move = forced_move(GAMES.of(match), match, seat, chance)
    return Entry(match.version + 1, Kind.MOVE, seat, match.update_time, move)
