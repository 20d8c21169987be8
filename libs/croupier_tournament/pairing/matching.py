"""Whether all of some players can be paired, so that no two meet who are barred to each other.

Most answers follow from a theorem: if each of m players (m even) may meet at least m/2 others, all
can be paired (Dirac 1952). For the few players who are left in the end, it is searched: Edmonds'
algorithm of 1965 grows the pairs along augmenting paths and takes at most m^3 steps.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

Barred: TypeAlias = Sequence[Collection[int]]
"""For each player, by place in the order, those whom the player may not meet."""
NOBODY = -1


def all_can_be_paired(players: Sequence[int], barred: Barred) -> bool:
    if len(players) % 2:
        return False
    most = max((len(barred[player]) for player in players), default=0)
    return is_sure(len(players), most) or _Pairs(players, barred).pair_all()


def is_sure(players: int, most_barred: int) -> bool:
    """Whether Dirac's theorem says that an even number of players can all be paired."""
    return not players or 2 * (players - 1 - most_barred) >= players


class _Pairs:
    """Pairs that grow until nobody is left, or somebody who cannot be paired.

    Players are numbered anew, from 0 on. `other` is with whom each is paired so far.
    """

    def __init__(self, players: Sequence[int], barred: Barred) -> None:
        self.count = len(players)
        self.may = [
            [at for at, other in enumerate(players) if other != player and other not in sets]
            for player, sets in ((player, barred[player]) for player in players)
        ]
        self.other = [NOBODY] * self.count

    def pair_all(self) -> bool:
        # Whoever cannot be paired now cannot be paired later either.
        return all(self.other[at] != NOBODY or self._pair(at) for at in range(self.count))

    def _pair(self, root: int) -> bool:
        search = _Search(self.may, self.other, root)
        end = search.end()
        while end != NOBODY:
            # Along the path, who was in a pair changes it for the next one.
            before = search.parent[end]
            following = self.other[before]
            self.other[end], self.other[before] = before, end
            end = following
        return self.other[root] != NOBODY


class _Search:
    """The search for an augmenting path from a player without an opponent.

    An odd circle that comes back to itself (a *blossom*) is shrunk to its `base`.
    """

    def __init__(self, may: Sequence[Sequence[int]], other: Sequence[int], root: int) -> None:
        self.may, self.other, self.root = may, other, root
        self.parent = [NOBODY] * len(other)
        self.base = [*range(len(other))]
        self.queue = [root]
        self.reached = {root}

    def end(self) -> int:
        """The other end of a path, who has no opponent yet; NOBODY if there is no path."""
        for at in self.queue:
            for to in self.may[at]:
                if self.base[at] == self.base[to] or self.other[at] == to:
                    continue
                if to == self.root or self._is_within(self.other[to]):
                    self._shrink(at, to)
                elif self.parent[to] == NOBODY:
                    self.parent[to] = at
                    if self.other[to] == NOBODY:
                        return to
                    self._reach(self.other[to])
        return NOBODY

    def _is_within(self, at: int) -> bool:
        return at != NOBODY and self.parent[at] != NOBODY

    def _reach(self, at: int) -> None:
        if at not in self.reached:
            self.reached.add(at)
            self.queue.append(at)

    def _shrink(self, one: int, two: int) -> None:
        base = self._common_base(one, two)
        petals = {*self._petals(one, base, two), *self._petals(two, base, one)}
        for at in range(len(self.base)):
            if self.base[at] in petals:
                self.base[at] = base
                self._reach(at)

    def _common_base(self, one: int, two: int) -> int:
        seen = {*self._bases(one)}
        return next(at for at in self._bases(two) if at in seen)

    def _bases(self, at: int) -> Iterator[int]:
        """The bases on the way from a player to the root."""
        at = self.base[at]
        yield at
        while at != self.root:
            at = self.base[self.parent[self.other[at]]]
            yield at

    def _petals(self, at: int, base: int, child: int) -> Iterator[int]:
        """The bases on one side of a blossom; each player there gets a parent on the other."""
        while self.base[at] != base:
            pair = self.other[at]
            yield self.base[at]
            yield self.base[pair]
            self.parent[at] = child
            child = pair
            at = self.parent[pair]
