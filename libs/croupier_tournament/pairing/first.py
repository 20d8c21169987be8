"""The first perfect pairing in the order of preferences, which is what a Swiss plays.

Players stand in order, in groups of equal points. The first in order gets the first of its
preferences who is not barred, and with whom all others can still be paired; and so on. So there is
just one such pairing, whoever computes it.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby, islice
from typing import TypeAlias

from croupier_tournament.pairing.entrants import Entrant
from croupier_tournament.pairing.matching import Barred, all_can_be_paired, is_sure

EVEN_WINDOW = 16
"""Among the first so many preferences, those go first with whom the seats come out even."""
Pair: TypeAlias = tuple[int, int]


def first_pairing(points: Sequence[int], balances: Sequence[int], barred: Barred) -> list[Pair]:
    """The pairs of players, by their places in the order. All of them can be paired."""
    run = _Run(balances, barred)
    floaters: list[int] = []
    for _, group in groupby(range(len(points)), key=lambda at: points[at]):
        floaters = run.pair_group([*floaters, *group])
    return run.pairs


def paired_of(
    order: Sequence[Entrant], places: Sequence[int], barred: Barred
) -> list[tuple[Entrant, Entrant]]:
    """The first pairing of those at these places of an order, who are numbered anew for it."""
    number = {at: new for new, at in enumerate(places)}
    pairs = first_pairing(
        [order[at].points for at in places],
        [order[at].balance for at in places],
        [{number[other] for other in barred[at] if other in number} for at in places],
    )
    return [(order[places[one]], order[places[two]]) for one, two in pairs]


class _Run:
    """The pairs so far, and who is still without one."""

    def __init__(self, balances: Sequence[int], barred: Barred) -> None:
        self.balances, self.barred = balances, barred
        self.most_barred = max(map(len, barred), default=0)
        self.unpaired = {*range(len(balances))}
        self.pairs: list[Pair] = []

    def pair_group(self, group: Sequence[int]) -> list[int]:
        """Pair a score group; return those who float down to the next."""
        floaters = []
        for place, player in enumerate(group):
            if player not in self.unpaired:
                continue
            preferences = self._preferences(group, place)
            opponent = next((each for each in preferences if self._fits(player, each)), None)
            if opponent is None:
                floaters.append(player)
            else:
                self.unpaired -= {player, opponent}
                self.pairs.append((player, opponent))
        return floaters

    def _preferences(self, group: Sequence[int], place: int) -> Iterator[int]:
        """Whom the player may meet, most wanted first."""
        player = group[place]
        folded = (
            each
            for each in (group[at] for at in _fold(len(group), place))
            if each in self.unpaired and each not in self.barred[player]
        )
        window = [*islice(folded, EVEN_WINDOW)]
        # A stable sort: those with whom both would lack the same seat come last.
        window.sort(key=lambda each: self.balances[player] * self.balances[each] > 0)
        return chain(window, folded)

    def _fits(self, player: int, opponent: int) -> bool:
        """Whether all others can still be paired."""
        if is_sure(len(self.unpaired) - 2, self.most_barred):
            return True
        return all_can_be_paired(sorted(self.unpaired - {player, opponent}), self.barred)


def _fold(size: int, place: int) -> Iterator[int]:
    """The places after one's own: the other half from the own place on, then back to the own."""
    half = size // 2
    begin = half + place if place < half else place + 1
    return chain(range(begin, size), range(begin - 1, place, -1))
