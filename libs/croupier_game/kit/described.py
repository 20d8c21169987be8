"""Moves that a game describes, for tests: some of them, and choices that nearly are legal."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations
from math import comb
from typing import Any

from croupier_game.choose import Choose, selected

SOME = 200
"""So many are looked at where there are more."""


def some_of(moves: Sequence[Any]) -> Sequence[Any]:
    """Return all that are listed, or some where they are described and many."""
    return selected(moves, SOME)


def nearly(choose: Choose, foreign: Sequence[Any], rng: random.Random, tries: int) -> Iterator[Any]:
    """Yield moves that choose anything: too much, too little, twice, what is not there.

    Most are in order. `foreign` are things of other positions, or of other players.
    """
    places = range(len(choose.of))
    for _ in range(tries):
        size = min(rng.randint(0, choose.most + 1), len(places))
        chosen = [choose.of[place] for place in sorted(rng.sample(places, size))]
        yield _made(choose, chosen)
        yield _made(choose, [*chosen, *chosen[:1]])
        yield _made(choose, chosen[::-1])
        if foreign:
            yield _made(choose, [*chosen[1:], rng.choice(foreign)])


def every(choose: Choose, most: int) -> Sequence[Any] | None:
    """Return all moves that choose any of the things, in order; None if they are more."""
    sizes = range(len(choose.of) + 1)
    if sum(comb(len(choose.of), size) for size in sizes) > most:
        return None
    together = [thing for thing, count in choose.counts.items() for _ in range(count)]
    chosen = chain.from_iterable(combinations(together, size) for size in sizes)
    return [*dict.fromkeys(_made(choose, each) for each in chosen)]


def _made(choose: Choose, chosen: Sequence[Any]) -> Any:
    return replace(choose.move, **{choose.member: tuple(chosen)})
