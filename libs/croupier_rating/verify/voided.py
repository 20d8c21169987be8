"""A void entry, compared with the match that it takes out."""

from croupier_rating import recipe
from croupier_rating.entries import Change, Played, Voided
from croupier_rating.ledger import Ledger
from croupier_rating.verify.compared import compare_after, compare_before
from croupier_rating.verify.findings import Found, Rule


def check_voided(ledger: Ledger, entry: Voided, of: Played | None, began: int) -> Found:
    """Yield what does not hold. Of a match from before the file began, its numbers are unknown."""
    if of is None and entry.of > began:
        yield Rule.VOID_OF, f"entry {entry.of} is no match."
        return
    for seat in entry.seats:
        yield from compare_before(seat, ledger.numbers(seat.player).strength)
    if of is not None:
        yield from _check_of(entry, of)


def _check_of(entry: Voided, of: Played) -> Found:
    if entry.match != of.match:
        yield Rule.VOID_MATCH, f"the match of entry {of.seq} is another one."
    if of.players != entry.players:
        yield Rule.VOID_SEATS, f"these are not the seats of entry {of.seq}."
        return
    for seat, old in zip(entry.seats, of.seats, strict=True):
        yield from _check_after(seat, old)


def _check_after(seat: Change, old: Change) -> Found:
    if old.changed:
        yield from compare_after(seat, recipe.undone(seat.before, old.before, old.after))
    elif seat.changed:
        yield Rule.KEPT, f"the numbers of {seat.player} may not change."
