"""A round of a Swiss with tables of two."""

from bisect import bisect_left
from collections.abc import Sequence

from croupier_tournament.pairing.entrants import Entrant, Pairing, seated
from croupier_tournament.pairing.first import paired_of
from croupier_tournament.pairing.matching import Barred, all_can_be_paired


def swiss(order: Sequence[Entrant]) -> Pairing:
    """The pairing of those who stand in this order: points, then lot."""
    barred = _met(order)
    places = [*range(len(order))]
    bye = bye_of(order, barred) if len(order) % 2 else None
    if bye is not None:
        places.remove(bye)
    tables = paired_of(order, places, allowed(order, places, barred))
    return Pairing(
        tuple(map(seated, tables)),
        () if bye is None else (order[bye].id,),
        tuple(number for number, (one, two) in enumerate(tables, 1) if two.id in one.met),
    )


def bye_of(order: Sequence[Entrant], barred: Barred) -> int:
    """Who gets the bye: of those with the fewest free points, the last in order without whom all
    others can be paired; if there is none, the last of them."""
    fewest = min(each.free for each in order)
    candidates = [at for at in reversed(range(len(order))) if order[at].free == fewest]
    for each in candidates:
        if all_can_be_paired([at for at in range(len(order)) if at != each], barred):
            return each
    return candidates[0]


def allowed(order: Sequence[Entrant], places: Sequence[int], barred: Barred) -> Barred:
    """Whom each may not meet, less the fewest meetings that must be repeated for all to be paired:
    those that are longest ago go first, and of one round those of who stands first in order."""
    if all_can_be_paired(places, barred):
        return barred
    meetings = sorted(
        (order[one].met[order[two].id][-1], one, two)
        for one in places
        for two in barred[one]
        if one < two and two in places
    )

    def without(count: int) -> Barred:
        left = [{*each} for each in barred]
        for _, one, two in meetings[:count]:
            left[one].discard(two)
            left[two].discard(one)
        return left

    counts = range(len(meetings) + 1)
    count = bisect_left(counts, True, key=lambda each: all_can_be_paired(places, without(each)))
    return without(count)


def _met(order: Sequence[Entrant]) -> Barred:
    place = {each.id: at for at, each in enumerate(order)}
    return [{place[other] for other in each.met if other in place} for each in order]
