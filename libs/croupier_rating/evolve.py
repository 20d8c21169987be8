"""What follows from entries: the only fold of a ledger."""

from collections.abc import Callable, Iterable
from typing import Any

from croupier_rating import chain, moments, recent, shown
from croupier_rating.ended import EndedMatch
from croupier_rating.entries import AnyEntry, Carried, Played, Voided
from croupier_rating.ledger import Ledger
from croupier_rating.numbers import Numbers
from croupier_rating.recent import Key, Mark


def fold(ledger: Ledger, entries: Iterable[AnyEntry]) -> Ledger:
    """The ledger after all of these entries: the same object, changed."""
    for entry in entries:
        evolve(ledger, entry)
    return ledger


def evolve(ledger: Ledger, entry: AnyEntry) -> None:
    """Make the ledger that of after the entry, which is believed in every number."""
    _STEPS[type(entry)](ledger, entry)
    ledger.seq = entry.seq
    ledger.head = chain.hash_of(entry.line)


def concerning(ended: EndedMatch) -> tuple[tuple[str, ...], list[Key]]:
    """What a ledger must have for `decide` and `evolve` of a match: players, and keys of recent."""
    return ended.players, recent.keys(ended.players, ended.short)


def touched(entry: AnyEntry) -> tuple[tuple[str, ...], list[Key]]:
    """What a ledger must have for `evolve` of an entry: players, and keys of recent."""
    match entry:
        case Played():
            return entry.players, recent.keys(entry.players, entry.short)
        case Voided():
            return entry.players, [*recent.pairs(entry.players), *entry.players]
        case Carried():
            return entry.players, []


def _played(ledger: Ledger, entry: Played) -> None:
    ledger.clock = ledger.at(moments.milliseconds(entry.ended))
    day = moments.day_of(ledger.clock)
    for seat in entry.seats:
        if seat.changed:
            old = ledger.numbers(seat.player)
            peak = max(old.peak, shown.points(seat.after))
            ledger.players[seat.player] = Numbers(seat.after, old.matches + 1, entry.seq, day, peak)
    met = recent.pairs(entry.players) if entry.weight else []
    for key in [*met, *(entry.players[seat] for seat in entry.short or ())]:
        kept = recent.within(ledger.recent, key, ledger.clock)
        ledger.recent[key] = (*kept, Mark(ledger.clock, entry.seq))


def _voided(ledger: Ledger, entry: Voided) -> None:
    ledger.clock = ledger.at(moments.milliseconds(entry.time))
    for seat in entry.seats:
        if seat.changed:
            old = ledger.numbers(seat.player)
            ledger.players[seat.player] = Numbers(
                seat.after, max(old.matches - 1, 0), entry.seq, old.counted, old.peak
            )
    for key in [*recent.pairs(entry.players), *entry.players]:
        marks = ledger.recent.pop(key, ())
        if left := tuple(mark for mark in marks if mark.seq != entry.of):
            ledger.recent[key] = left


def _carried(ledger: Ledger, entry: Carried) -> None:
    player, _, after = entry.seat
    ledger.players[player] = Numbers(after, 0, entry.seq, entry.counted, shown.points(after))


_STEPS: dict[type, Callable[[Ledger, Any], None]] = {
    Played: _played,
    Voided: _voided,
    Carried: _carried,
}
