"""Search in worlds: moves are tried in states that fit all that a seat has seen, and played on.

It knows no game. What a game knows better than chance, which moves are worth a try and how all play
on, its package may say in a module `search` beside its rules: a Guide. The budget is a number of
rollouts, so that the same dice make the same choice on any machine.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from math import ceil, log2, sqrt
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from croupier_game.chance import Chance
from croupier_game.choose import selected
from croupier_game.game import Rules, package_of
from croupier_game.worlds import Json, Worlds

T = TypeVar("T")
GROUP = "croupier.games"
"""The entry points of games."""
CANDIDATES = 8
"""The most moves that a guide names."""
DESCRIBED = 32
"""The most moves that are tried without a guide, where the game describes them."""
PRIOR = 0.5
"""The share of a guide's value of a move that counts beside the mean of its rollouts."""
SURE = 1.0
"""By so many standard errors another move must be better than the first one, to be chosen."""
LONGEST = 1000
"""The most moves of a rollout at random: not every game comes to its end by itself."""


class CannotSearch(LookupError):
    """The game is not installed here with such rules, or has no worlds that can be imported."""


POINTS, VICTORY = "points", "victory"
"""What a guide may count: points ahead of the other seat, or shares of the victory, 0 to 1."""


class Guide(Protocol):
    """What a game knows of good play. It is shown worlds, and so knows no more than its seat.

    With a member `UNIT`, which is POINTS or VICTORY, its moves can be judged after a match. If its
    points are those of a part of the match, such as a round, `part(state)` returns its number.
    """

    def candidates(self, state: Any, seat: int, most: int) -> Sequence[tuple[float, Any]]:
        """Return moves that are worth a try, the best one first, each with its value."""

    def roll(self, state: Any, seat: int, move: Any, chance: Chance) -> float:
        """Return what a move brings to the seat if all play on, in the unit of the values."""


class Position(NamedTuple):
    """A decision to make, as a service shows it to its seat, in JSON."""

    options: Json
    seats: int
    seat: int
    view: Json
    to_move: Sequence[int]
    seen: Sequence[Sequence[Json]]
    """The events of each version, from the first one to this."""
    rules_version: int


class Luck:
    """Random numbers for moves in an imagined world, independent of the match's own."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice

    def below(self, bound: int) -> int:
        return int(self._dice.random() * bound)

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        order = list(items)
        self._dice.shuffle(order)
        return tuple(order)


class Blind:
    """The guide of a game that has none: it tries all moves, and everybody plays at random.

    Of moves that are described, and are many, it tries some.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def candidates(self, state: Any, seat: int, most: int) -> Sequence[tuple[float, Any]]:
        moves = self._rules.legal_moves(state, seat)
        return [(0.0, move) for move in selected(moves, DESCRIBED)]

    def roll(self, state: Any, seat: int, move: Any, chance: Chance) -> float:
        """Return the seat's share of the victory."""
        rules = self._rules
        state, _ = rules.apply(state, seat, move, chance)
        for _ in range(LONGEST):
            if not (to_move := rules.to_move(state)):
                break
            moves = rules.legal_moves(state, to_move[0])
            state, _ = rules.apply(state, to_move[0], moves[chance.below(len(moves))], chance)
        return share(rules, state, seat)


def share(rules: Any, state: Any, seat: int) -> float:
    """Return the seat's share of the victory if the match ended so."""
    out = rules.eliminated(state)
    winners = [each for each in rules.ranking(state)[0] if each not in out]
    return 1 / len(winners) if seat in winners else 0.0


class Arm:
    """A move that is tried, and what its rollouts have brought, in the same worlds for all arms."""

    def __init__(self, value: float, move: Any) -> None:
        self.move = move
        self.brought: list[float] = []
        self._prior = PRIOR * value

    @property
    def worth(self) -> float:
        """What is to be expected of the move."""
        return sum(self.brought) / len(self.brought) + self._prior

    def surely_beats(self, first: "Arm") -> bool:
        """Whether it is better by more than chance may do, in the worlds that both have had."""
        gains = [mine - its for mine, its in zip(self.brought, first.brought, strict=False)]
        mean = sum(gains) / len(gains)
        variance = sum((gain - mean) ** 2 for gain in gains) / len(gains)
        return mean > SURE * sqrt(variance / len(gains))


class Search:
    """What is needed to search in the worlds of a game."""

    def __init__(self, rules: Rules, worlds: type[Worlds], guide: Guide) -> None:
        self.rules, self.worlds, self.guide = rules, worlds, guide

    def choose(self, position: Position, rollouts: int, dice: Random) -> str:
        """Return the notation of the move to make: the same for the same dice."""
        world = self.worlds_of(position, dice)
        found = self.guide.candidates(world(), position.seat, CANDIDATES)
        arms = [Arm(value, move) for value, move in found]
        first, rounds = arms[0], ceil(log2(len(arms)))
        while len(arms) > 1:
            for _ in range(max(1, rollouts // rounds // len(arms))):
                self.try_all(world(), position.seat, arms, dice)
            arms.sort(key=lambda arm: arm.worth, reverse=True)
            arms = arms[: len(arms) // 2]
        best = arms[0] if arms[0] is first or arms[0].surely_beats(first) else first
        return self.rules.notation(best.move)

    def worlds_of(self, position: Position, dice: Random) -> Callable[[], Any]:
        """Return what makes states that the match may be in, as far as the seat knows."""
        worlds = self.worlds(position.options, position.seats, position.seat)
        for events in position.seen:
            worlds.see(events)
        return partial(worlds.world, position.view, position.to_move, Luck(dice))

    def try_all(self, world: Any, seat: int, arms: Sequence[Arm], dice: Random) -> None:
        """Try all moves in a world, with the same luck."""
        seed = dice.random()
        for arm in arms:
            luck = Luck(Random(seed))  # noqa: S311 - it is no secret
            arm.brought.append(self.guide.roll(world, seat, arm.move, luck))


@cache
def search_of(game: str, rules_version: int | None = None) -> Search:
    """Return what searches in the worlds of a game by its id, by default with its newest rules.

    Raise CannotSearch.
    """
    why = "it is not installed here"
    for name in (game, f"{game}@{rules_version}"):
        for entry in entry_points(group=GROUP, name=name):
            try:
                rules = Rules(entry.load())
                found = _search_with(rules)
            except Exception as error:  # of the game's package
                said = f"{type(error).__name__}: {error}"
                raise CannotSearch(f"{game!r} cannot be searched, {said}") from error
            if rules_version not in (None, rules.VERSION):
                why = f"version {rules_version} of its rules is not installed here"
            elif found:
                return found
            else:
                why = "its package has no worlds.py beside its rules"
    raise CannotSearch(f"{game!r} cannot be searched: {why}.")


def _search_with(rules: Rules) -> Search | None:
    worlds, guide = _beside(rules, "worlds"), _beside(rules, "search")
    return Search(rules, worlds.Worlds, guide or Blind(rules)) if worlds else None


def is_guided(game: str) -> bool:
    """Whether a game by its id says how to search in its worlds."""
    try:
        return not isinstance(search_of(game).guide, Blind)
    except CannotSearch:
        return False


def _beside(rules: Rules, name: str) -> Any:
    full_name = f"{package_of(rules.module)}.{name}"
    return import_module(full_name) if find_spec(full_name) else None
