"""A match of a ledger, compared with what follows from the entries before it."""

from croupier_rating import moments
from croupier_rating.decide import counting, settled
from croupier_rating.entries import Change, Played
from croupier_rating.ledger import Ledger
from croupier_rating.numbers import NEWCOMER, Numbers
from croupier_rating.recent import patience_lost
from croupier_rating.verify.compared import compare_after, compare_before
from croupier_rating.verify.findings import Found, Rule


def check_played(ledger: Ledger, entry: Played) -> Found:
    """Yield what does not hold of the entry."""
    if {*entry.ranks} != {*range(max(entry.ranks) + 1)}:
        yield Rule.RANKS, "ranks begin with 0, and none is left out."
    clock = ledger.at(moments.milliseconds(entry.ended))
    for seat in entry.seats:
        yield from _check_before(ledger, seat, moments.day_of(clock))
    yield from _check_after(ledger, entry, clock)


def _check_before(ledger: Ledger, seat: Change, day: int) -> Found:
    numbers = ledger.numbers(seat.player)
    yield from compare_before(seat, numbers.on(day), _rule(numbers, seat))


def _rule(numbers: Numbers, seat: Change) -> Rule:
    """What most likely was done, if the numbers before are wrong."""
    if numbers == NEWCOMER:
        return Rule.NEWCOMER
    return Rule.IDLE if seat.before == numbers.strength else Rule.BEFORE


def _check_after(ledger: Ledger, entry: Played, clock: int) -> Found:
    """The numbers after it follow from those before it by the weight, as the entry has them: what
    is wrong with these has been told."""
    due, rated = counting(ledger, entry.players, entry.short, clock)
    if entry.weight != due:
        yield Rule.WEIGHT, f"the weight is {entry.weight}, and has to be {due}."
        rated = _believed(ledger, entry, clock)
    before = [seat.before for seat in entry.seats]
    after = settled(before, entry.ranks, entry.weight, rated)
    for index, (seat, strength) in enumerate(zip(entry.seats, after, strict=True)):
        if index in rated:
            yield from compare_after(seat, strength)
        elif seat.changed:
            yield Rule.KEPT, f"the numbers of {seat.player} may not change."


def _believed(ledger: Ledger, entry: Played, clock: int) -> frozenset[int]:
    """The seats that change by a weight that is wrong."""
    if not entry.weight:
        return frozenset()
    if entry.short is None:
        return frozenset(range(len(entry.seats)))
    return patience_lost(ledger.recent, entry.players, entry.short, clock)
