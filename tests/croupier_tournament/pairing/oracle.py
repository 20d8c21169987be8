"""Pairings by trying all of them: slow, and plainly right."""

from collections.abc import Collection, Iterator, Sequence

from croupier_tournament.pairing.first import EVEN_WINDOW, Pair
from croupier_tournament.pairing.matching import Barred


def all_pairings(players: Sequence[int], barred: Barred) -> Iterator[list[Pair]]:
    """Every way to pair all of these players."""
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        if other not in barred[first]:
            left = [each for each in others if each != other]
            yield from ([(first, other), *rest] for rest in all_pairings(left, barred))


def can_all_be_paired(players: Sequence[int], barred: Barred) -> bool:
    return next(all_pairings(players, barred), None) is not None


def first_pairing(
    points: Sequence[int], balances: Sequence[int], barred: Barred
) -> list[tuple[int, int]]:
    """The rule of the page, word by word: who is next in order gets the first of the own
    preferences with whom a pairing of all others exists, or floats down to the next group."""
    unpaired, floaters = [*range(len(points))], list[int]()
    pairs: list[Pair] = []
    for score in sorted({*points}, reverse=True):
        group = floaters + [at for at in range(len(points)) if points[at] == score]
        floaters = []
        for player in group:
            if player not in unpaired:
                continue
            for other in _preferences(group, player, unpaired, balances, barred[player]):
                left = [each for each in unpaired if each not in (player, other)]
                if can_all_be_paired(left, barred):
                    pairs.append((player, other))
                    unpaired = left
                    break
            else:
                floaters.append(player)
    assert not unpaired
    return pairs


def _preferences(
    group: Sequence[int],
    player: int,
    unpaired: Collection[int],
    balances: Sequence[int],
    barred: Collection[int],
) -> list[int]:
    place, half = group.index(player), len(group) // 2
    fold = place + half if place < half else place + 1
    after = [*group[fold:], *reversed(group[place + 1 : fold])]
    may = [each for each in after if each in unpaired and each not in barred]
    window, rest = may[:EVEN_WINDOW], may[EVEN_WINDOW:]
    uneven = [each for each in window if balances[player] * balances[each] > 0]
    return [each for each in window if each not in uneven] + uneven + rest
