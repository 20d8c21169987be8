"""`make soak-deals`: deals of every deck by recipe 2, and whether chance favours anything.

Each is the start of a match of its own, by the rules of the game. What chance gave is counted:
the places of a shuffle, whatever lies there; the seat that begins; the dice. The table has, for
each, the probability that fair chance is at least as uneven (chi-square). It exits with 1 if one
of them is below 0.001.
"""

import argparse
import itertools
import math
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from croupier_game.seeded import SeededChance, match_key
from croupier_just4fun import rules as just4fun
from croupier_livingstone import rules as livingstone
from croupier_lost_cities import rules as lost_cities
from engine.domain.ids import derived_id
from engine.domain.registry import GAMES

T = TypeVar("T")

DEALS, SEED, LEAST = 1_000_000, 20261122, 0.001
ENTROPY = ("", "c0ffee", "ff" * 32, "00", "ab" * 16)
DECKS: dict[str, tuple[str, Any, int]] = {
    "lost-cities, 5 colours": (lost_cities.ID, lost_cities.Options(), 2),
    "lost-cities, 6 colours": (lost_cities.ID, lost_cities.Options(colors=6), 2),
    "livingstone": (livingstone.ID, livingstone.Options(), 5),
    "just4fun": (just4fun.ID, just4fun.Options(layout="random"), 4),
}
COLUMNS = ("place", "first", "last", "neighbours", "starter", "dice")


class Noting(SeededChance):
    """The chance of a start, which notes the order of each shuffle, and each number."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key, 0)
        self.orders: list[tuple[int, ...]] = []
        self.numbers: list[tuple[int, int]] = []
        self._shuffling = False

    def below(self, bound: int) -> int:
        number = super().below(bound)
        if not self._shuffling:
            self.numbers.append((bound, number))
        return number

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        self._shuffling = True
        order = super().shuffle(range(len(items)))
        self._shuffling = False
        self.orders.append(order)
        return tuple(items[place] for place in order)


@dataclass
class Counted:
    """What chance gave in all deals of a deck: how often each card came to each place, which
    cards came side by side, which seat began, and what the dice showed."""

    size: int
    seats: int
    deals: int = 0
    places: Counter[tuple[int, int]] = field(default_factory=Counter)
    neighbours: Counter[tuple[int, int]] = field(default_factory=Counter)
    starters: Counter[int] = field(default_factory=Counter)
    dice: Counter[int] = field(default_factory=Counter)

    def add(self, chance: Noting) -> None:
        (_, starter), *dice = chance.numbers
        order = chance.orders[-1]
        self.deals += 1
        self.places.update(enumerate(order))
        self.neighbours.update(itertools.pairwise(order))
        self.starters[starter] += 1
        self.dice.update(number for _, number in dice)

    def probabilities(self) -> dict[str, float | None]:
        """By column; None where the column has no such value."""
        cards, size = range(self.size), self.size
        table = [self.places[place, card] for place in cards for card in cards]
        # A deal fills each row and each column of this table once, which binds it.
        bound = (size - 1) / size
        pairs = [self.neighbours[pair] for pair in itertools.permutations(cards, 2)]
        return {
            "place": survival(chi_square(table) * bound, (size - 1) ** 2),
            "first": fair(self.places[0, card] for card in cards),
            "last": fair(self.places[size - 1, card] for card in cards),
            "neighbours": survival(chi_square(pairs), len(pairs) - 1),
            "starter": fair(self.starters[seat] for seat in range(self.seats)),
            "dice": fair(self.dice[face] for face in range(6)) if self.dice else None,
        }


def fair(counts: Iterable[int]) -> float:
    """The probability that fair chance is as uneven over these cells."""
    cells = [*counts]
    return survival(chi_square(cells), len(cells) - 1)


def chi_square(cells: Sequence[int]) -> float:
    expected = sum(cells) / len(cells)
    return sum((cell - expected) ** 2 for cell in cells) / expected


def survival(statistic: float, freedom: int) -> float:
    """The probability of a chi-square of at least this, as Wilson and Hilferty approximate it."""
    spread = 2 / (9 * freedom)
    deviation = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(deviation / math.sqrt(2)) / 2


def count(name: str, deals: int, seed: int) -> Counted:
    """So many deals of a deck."""
    game, options, seats = DECKS[name]
    rules, dice, counted = GAMES[game].rules, random.Random(f"{seed} {name}"), None
    for deal in range(deals):
        key = match_key(dice.randbytes(32).hex(), ENTROPY[:seats], derived_id(name, str(deal)))
        chance = Noting(key)
        rules.new_game(options, seats, chance)
        counted = counted or Counted(len(chance.orders[-1]), seats)
        counted.add(chance)
    assert counted
    return counted


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--seed", type=int, default=SEED)
    given = parser.parse_args(arguments)
    sys.stdout.write(f"seed {given.seed}, {given.deals} deals of each deck\n")
    sys.stdout.write(f"{'deck':<24}{''.join(f'{name:>12}' for name in COLUMNS)}\n")
    worst = 1.0
    for name in DECKS:
        found = count(name, given.deals, given.seed).probabilities()
        cells = ("-" if found[each] is None else f"{found[each]:.4f}" for each in COLUMNS)
        sys.stdout.write(f"{name:<24}{''.join(f'{cell:>12}' for cell in cells)}\n")
        worst = min(worst, *(each for each in found.values() if each is not None))
    return int(worst < LEAST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
