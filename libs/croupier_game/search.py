"""Search in worlds: moves are tried in states that fit all that a seat has seen, and played on.

It knows no game. What a game knows better than chance, which moves are worth a try and how all play
on, its package says in one of two ways: by rules over arrays with `plays` (croupier_game.arrays),
which try all moves in all worlds at once, or by a module `search` beside its rules, a Guide. The
budget is a number of rollouts, so that the same dice make the same choice on any machine.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import ceil, isfinite, log2, sqrt
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from croupier_game.chance import Chance
from croupier_game.choose import selected
from croupier_game.game import Rules
from croupier_game.worlds import Json, Worlds

T = TypeVar("T")
CANDIDATES = 8
"""The most moves that a guide names."""
DESCRIBED = 32
"""The most moves that are tried without a guide, where the game describes them."""
KEPT = 4
"""Of so many moves that were tried one is kept, until only one is left."""
PRIOR = 0.5
"""The share of a guide's value of a move that counts beside the mean of its rollouts."""
SURE = 1.0
"""By so many standard errors another move must be better than the first one, to be chosen."""
ROLLOUTS = 200
"""Rollouts for a move of two seats, world by world."""
AT_ONCE = 1024
"""The most worlds that are tried at once: memory has an end, and a search may be interrupted."""
LONGEST = 1000
"""The most moves of a rollout at random: not every game comes to its end by itself."""


class CannotSearch(LookupError):
    """The game is not installed here with such rules, or has no worlds that can be imported."""


class BadGuide(ValueError):
    """A game's own code has named no move, or has returned a value that is no finite number."""


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


def for_seats(rollouts: int, seats: int) -> int:
    """Return as many rollouts as take the time of so many with two seats: of twice as many seats a
    quarter, since their matches have twice the moves, each of which takes longer."""
    return max(1, rollouts * 4 // max(2, seats) ** 2)


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


class Begun(Protocol):
    """A decision that is searched: what its seat knows, and the moves that are worth a try."""

    @property
    def named(self) -> Sequence[tuple[float, Any]]:
        """The moves, at least one, the best one first, each with its value."""


class Trial(NamedTuple):
    """Moves that are to be tried in a number of new worlds of a decision."""

    begun: Any
    moves: Sequence[Any]
    worlds: int


class Search:
    """What is needed to search in the worlds of a game.

    unit: what is counted, POINTS or VICTORY; None if the guide does not say.
    """

    def __init__(
        self, rules: Rules, worlds: type[Worlds], unit: str | None, rollouts: int = ROLLOUTS
    ) -> None:
        self.rules, self.worlds, self.unit = rules, worlds, unit
        self._rollouts = rollouts

    def begin(self, position: Position, dice: Random) -> Begun:
        """Return a decision to search. All luck of its trials comes from the dice."""
        raise NotImplementedError

    def brought(self, trials: Sequence[Trial]) -> Sequence[Sequence[Sequence[float]]]:
        """Return for each trial, and each of its moves, what it brings the seat in each world.

        All moves of a trial see the same worlds, with the same luck.
        """
        raise NotImplementedError

    def part(self, state: Any) -> int:
        """Return the part of the match, such as a round, of which points are counted."""
        return 0

    def rollouts(self, seats: int) -> int:
        """Return how many rollouts a move is worth."""
        return for_seats(self._rollouts, seats)

    def choose(self, position: Position, rollouts: int, dice: Random) -> str:
        """Return the notation of the move to make: the same for the same dice."""
        begun = self.begin(position, dice)
        arms = [Arm(value, move) for value, move in begun.named]
        first, rounds = arms[0], ceil(log2(len(arms)) / log2(KEPT))
        while len(arms) > 1:
            self.try_all(begun, arms, max(1, rollouts // rounds // len(arms)))
            arms.sort(key=lambda arm: arm.worth, reverse=True)
            arms = arms[: ceil(len(arms) / KEPT)]
        best = arms[0] if arms[0] is first or arms[0].surely_beats(first) else first
        return self.rules.notation(best.move)

    def try_all(self, begun: Begun, arms: Sequence[Arm], worlds: int) -> None:
        """Try moves in new worlds of a decision, and note what they bring."""
        moves = [arm.move for arm in arms]
        for done in range(0, worlds, AT_ONCE):
            (found,) = self.brought([Trial(begun, moves, min(AT_ONCE, worlds - done))])
            for arm, brought in zip(arms, found, strict=True):
                arm.brought += brought

    def seen(self, position: Position) -> Worlds:
        """Return the worlds of a position, which have seen all that its seat has."""
        worlds = self.worlds(position.options, position.seats, position.seat)
        for events in position.seen:
            worlds.see(events)
        return worlds


class _Decision(NamedTuple):
    """A decision that is searched with a guide."""

    world: Callable[[], Any]
    seat: int
    dice: Random
    named: Sequence[tuple[float, Any]]


class GuidedSearch(Search):
    """A search that plays on in one world after the other, as a guide does."""

    def __init__(self, rules: Rules, worlds: type[Worlds], guide: Guide) -> None:
        super().__init__(rules, worlds, getattr(guide, "UNIT", None))
        self.guide = guide

    def begin(self, position: Position, dice: Random) -> _Decision:
        """Return a decision to search. Raise BadGuide."""
        view, to_move, seat = position.view, position.to_move, position.seat
        world = partial(self.seen(position).world, view, to_move, Luck(dice))
        named = self.guide.candidates(world(), seat, CANDIDATES)
        if not named:
            raise BadGuide(f"The guide of {self.rules.ID} names no move.")
        return _Decision(world, seat, dice, [(self._finite(value), move) for value, move in named])

    def brought(self, trials: Sequence[Trial]) -> Sequence[Sequence[Sequence[float]]]:
        """Return what moves bring. Raise BadGuide."""
        return [[*zip(*self._tried(each), strict=True)] for each in trials]

    def part(self, state: Any) -> int:
        part = getattr(self.guide, "part", None)
        return int(part(state)) if part else 0

    def _tried(self, trial: Trial) -> Iterator[Sequence[float]]:
        """Yield for each world what each move brings."""
        decision: _Decision = trial.begun
        for _ in range(trial.worlds):
            world, seed = decision.world(), decision.dice.random()
            luck = (Luck(Random(seed)) for _ in trial.moves)  # noqa: S311 - it is no secret
            yield [
                self._finite(self.guide.roll(world, decision.seat, move, each))
                for move, each in zip(trial.moves, luck, strict=True)
            ]

    def _finite(self, value: float) -> float:
        try:
            if isfinite(value):
                return value
        except TypeError:
            pass
        raise BadGuide(
            f"The guide of {self.rules.ID} returns {value!r}, which is no finite number."
        )
