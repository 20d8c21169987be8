"""Signals of collusion, from a week of a ledger: who may have arranged results.

They are questions and no verdicts: two friends who play only each other look the same. Nothing
follows from them by itself.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from croupier_game.records import dataclass
from croupier_rating import Played, shown

SHARE = 0.7
"""Of the points that somebody has won, more than this from one other player is told."""
MATCHES = 5
"""So few matches with one another say nothing of points."""
POINTS = 50
"""Nor do so few points."""
LEFT = 3
"""Matches in a row that somebody left too early to count."""
TIES = 4
"""Matches of two in which they have always tied."""

Pair: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Signal:
    """Something to look at: its kind, the players, and the matches; `says` tells it in words."""

    pool: str
    kind: str
    players: Sequence[str]
    matches: Sequence[str]
    says: str

    def shown(self) -> dict[str, Any]:
        """The signal as JSON shows it."""
        return {
            "pool": self.pool,
            "kind": self.kind,
            "players": [*self.players],
            "matches": [*self.matches],
            "says": self.says,
        }

    def __str__(self) -> str:
        return f"{self.pool}: {self.says} ({', '.join(self.matches[:3])}{self._more})"

    @property
    def _more(self) -> str:
        return ", ..." if len(self.matches) > 3 else ""


def signals(pool: str, played: Sequence[Played]) -> Iterator[Signal]:
    """What a week's matches of a pool say, in their order and without those that are void."""
    yield from _points(pool, played)
    yield from _left(pool, played)
    yield from _ties(pool, played)


def _points(pool: str, played: Sequence[Played]) -> Iterator[Signal]:
    """Players who have most of what they won from one other player."""
    won: dict[str, float] = defaultdict(float)
    of: dict[Pair, float] = defaultdict(float)
    together: dict[Pair, list[str]] = defaultdict(list)
    for entry in played:
        for winner, loser, gain in _gains(entry):
            won[winner] += gain
            of[winner, loser] += gain
        for one, other in combinations(entry.players, 2):
            together[one, other].append(entry.match)
            together[other, one].append(entry.match)
    for (winner, loser), gain in sorted(of.items(), key=lambda each: (-each[1], each[0])):
        matches = together[winner, loser]
        if gain > SHARE * won[winner] and gain >= POINTS and len(matches) >= MATCHES:
            share = f"{gain / won[winner]:.0%} of its {won[winner]:.0f} points"
            says = f"{winner} has {share} from {loser}, in {len(matches)} matches"
            yield Signal(pool, "points", (winner, loser), matches, says)


def _gains(entry: Played) -> Iterator[tuple[str, str, float]]:
    """Who has won how many points from whom; of several who did worse, from each the same."""
    ranks = dict(zip(entry.players, entry.ranks, strict=True))
    for player, before, after in entry.seats:
        gain = shown.points(after) - shown.points(before)
        worse = [other for other, rank in ranks.items() if rank > ranks[player]]
        if gain > 0:
            for other in worse:
                yield player, other, gain / len(worse)


def _left(pool: str, played: Sequence[Played]) -> Iterator[Signal]:
    """Players who have left several matches in a row too early."""
    rows: dict[str, list[list[str]]] = defaultdict(lambda: [[]])
    for entry in played:
        left = {entry.players[seat] for seat in entry.short or ()}
        for player in entry.players:
            if player in left:
                rows[player][-1].append(entry.match)
            elif rows[player][-1]:
                rows[player].append([])
    for player, matches in _longest(rows).items():
        if len(matches) >= LEFT:
            says = f"{player} has left {len(matches)} matches in a row too early"
            yield Signal(pool, "left", (player,), matches, says)


def _longest(rows: Mapping[str, list[list[str]]]) -> dict[str, list[str]]:
    return {player: max(of_player, key=len) for player, of_player in sorted(rows.items())}


def _ties(pool: str, played: Sequence[Played]) -> Iterator[Signal]:
    """Pairs who have tied in each of their matches for two."""
    tied: dict[Pair, list[str]] = defaultdict(list)
    decided = set[Pair]()
    for entry in played:
        if len(entry.players) == 2 and entry.short is None:
            one, other = sorted(entry.players)
            if len({*entry.ranks}) == 1:
                tied[one, other].append(entry.match)
            else:
                decided.add((one, other))
    for pair, matches in sorted(tied.items()):
        if pair not in decided and len(matches) >= TIES:
            says = f"{pair[0]} and {pair[1]} have tied in all of their {len(matches)} matches"
            yield Signal(pool, "ties", pair, matches, says)
