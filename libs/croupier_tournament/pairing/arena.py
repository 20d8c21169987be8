"""A pairing of an arena: all who wait, but nobody against one of the last two opponents."""

from collections.abc import Mapping, Sequence

from croupier_tournament.pairing.entrants import Entrant, Pairing, seated
from croupier_tournament.pairing.first import paired_of
from croupier_tournament.pairing.matching import Barred, all_can_be_paired

MOST_LAST = 2
"""How many opponents of before nobody meets at once."""


def arena(
    order: Sequence[Entrant],
    last: Mapping[str, Sequence[str]],
    waited: Mapping[str, int],
    playing: int,
) -> Pairing:
    """The pairing of those who wait, in order: points, then lot. Who is left over waits on.

    `last` has the opponents of each, the latest one last, `waited` how often each was left over
    since the own last match, and `playing` is how many take part in all: of very few, fewer
    opponents are barred, or they could not play on.
    """
    barred = _barred(order, last, min(MOST_LAST, max(playing - 2, 0)))
    wanted = sorted(range(len(order)), key=lambda at: -waited.get(order[at].id, 0))
    places = sorted(_paired(wanted, barred))
    return Pairing(tuple(map(seated, paired_of(order, places, barred))))


def _barred(
    order: Sequence[Entrant], last: Mapping[str, Sequence[str]], count: int
) -> list[set[int]]:
    """Two may not meet if one is among the last opponents of the other."""
    place = {each.id: at for at, each in enumerate(order)}
    barred: list[set[int]] = [set() for _ in order]
    for at, each in enumerate(order):
        for other in last.get(each.id, ())[-count:] if count else ():
            if other in place:
                barred[at].add(place[other])
                barred[place[other]].add(at)
    return barred


def _paired(wanted: Sequence[int], barred: Barred) -> Sequence[int]:
    """Those who are paired: one after the other, as they are wanted, each with whom there is still
    a pairing of all who have been chosen before."""
    simply = wanted[: len(wanted) // 2 * 2]
    if all_can_be_paired(simply, barred):
        return simply
    chosen: list[int] = []
    for each in wanted:
        if _have_opponents({*chosen, each}, barred):
            chosen.append(each)
    return chosen


def _have_opponents(chosen: set[int], barred: Barred) -> bool:
    """Whether all of these can be paired at once, with each other or with the rest.

    That is so if everybody can be paired once the rest may meet among themselves, and one of them
    nobody, if they are an odd number in all.
    """
    nobody = len(barred)
    freed = [
        {*each, nobody} if at in chosen else {other for other in each if other in chosen}
        for at, each in enumerate(barred)
    ]
    return all_can_be_paired(range(nobody + nobody % 2), [*freed, chosen])
