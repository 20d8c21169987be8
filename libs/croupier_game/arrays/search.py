"""Search in worlds by a game's rules over arrays: all moves in all worlds are played on at once."""

from collections.abc import Iterable, Sequence
from itertools import chain, groupby
from random import Random
from typing import Any, NamedTuple

from croupier_game.arrays.finding import array_rules, array_rules_class
from croupier_game.arrays.libraries import LONGEST, NUMPY, Library, jax
from croupier_game.arrays.luck import uniform
from croupier_game.arrays.protocol import NONE, ArrayRules, OutOfBounds, Tables
from croupier_game.game import Rules
from croupier_game.search import (
    CANDIDATES,
    POINTS,
    Blind,
    CannotSearch,
    GuidedSearch,
    Luck,
    Position,
    Search,
    Trial,
)
from croupier_game.worlds import Worlds

LOT = 8192
"""When there are so many tables, they are played on."""
WHOLE = 60
"""The share of a seat that has won alone."""
MOVE, WORLD = LONGEST, LONGEST + 1
"""The steps of the luck of the move that is tried, and of the world; a rollout has fewer."""

XP: Any = NUMPY.xp


class Decision(NamedTuple):
    """A decision that is searched: the worlds of its seat, and one of them as a table."""

    rules: ArrayRules
    seen: Worlds
    state: Any
    table: Tables
    seat: int
    dice: Random
    named: Sequence[tuple[float, Any]]


class ArraySearch(Search):
    """A search that plays on in all worlds at once. Worlds are made by NumPy in any library."""

    def __init__(self, rules: Rules, worlds: type[Worlds], library: Library = NUMPY) -> None:
        """Raise NoArrayRules if those of the package are of another version."""
        self._scale = float(array_rules_class(rules).SCALE)
        super().__init__(rules, worlds, array_rules_class(rules).UNIT)
        self._library: Any = library

    def begin(self, position: Position, dice: Random) -> Decision:
        """Return a decision to search. Raise CannotSearch for what arrays cannot hold."""
        seen, seats = self.seen(position), position.seats
        whole = seen.world(position.view, position.to_move, Luck(dice))
        try:
            state = array_rules(self.rules.module, whole.options, seats).alone(whole)
            rules = array_rules(self.rules.module, state.options, seats)
            table = rules.from_states([state])
        except OutOfBounds as error:
            raise CannotSearch(f"{self.rules.ID!r} cannot be searched here, {error}") from error
        named = self._named(rules, state, table)
        return Decision(rules, seen, state, table, position.seat, dice, named)

    def brought(self, trials: Sequence[Trial]) -> Sequence[Sequence[Sequence[float]]]:
        found = [
            zip(lot, self._lot(lot), strict=True)
            for _, same in groupby(trials, lambda trial: id(trial.begun.rules))
            for lot in _lots(same)
        ]
        return [self._values(trial, after) for trial, after in chain(*found)]

    def part(self, state: Any) -> int:
        seats = len(self.rules.scores(state))
        return int(array_rules(self.rules.module, state.options, seats).part(state))

    def _named(self, rules: ArrayRules, state: Any, table: Tables) -> Sequence[tuple[float, Any]]:
        plays = rules.plays(table)
        best = XP.argsort(-plays.worth[0, ...], stable=True)[:CANDIDATES]
        found = [(int(plays.worth[0, each]), int(plays.action[0, each])) for each in best]
        return [
            (worth / self._scale, rules.move(action, state))
            for worth, action in found
            if worth > NONE
        ]

    def _lot(self, trials: Sequence[Trial]) -> Sequence[Tables]:
        """Return for each trial its tables at their ends: for each move those of all worlds."""
        made = [_made(trial) for trial in trials]
        kind = type(made[0][0])
        tables = kind(*map(XP.concat, zip(*(each for each, _ in made), strict=True)))
        after = self._played(trials[0].begun, tables, XP.concat([seeds for _, seeds in made]))
        ends = XP.cumulative_sum(XP.asarray([len(seeds) for _, seeds in made]))
        return [
            kind(*(each[end - len(seeds) : end, ...] for each in after))
            for end, (_, seeds) in zip(ends.tolist(), made, strict=True)
        ]

    def _played(self, decision: Decision, tables: Tables, seeds: Any) -> Tables:
        if self._library is NUMPY:
            return NUMPY.played(decision.rules, tables, seeds)
        module, options, seats = (
            self.rules.module,
            decision.state.options,
            len(self.rules.scores(decision.state)),
        )
        rules = array_rules(module, options, seats, self._library)
        of = self._library.xp.asarray
        after = self._library.played(rules, type(tables)(*map(of, tables)), of(seeds))
        return type(tables)(*map(XP.asarray, after))

    def _values(self, trial: Trial, after: Tables) -> Sequence[Sequence[float]]:
        decision: Decision = trial.begun
        rules, seat = decision.rules, decision.seat
        if self.unit == POINTS:
            scores = rules.scores(after)
            values = XP.astype(scores[:, seat] - scores[:, 1 - seat], XP.float64)
        else:
            values = rules.shares(after)[:, seat] / WHOLE
        found: Sequence[Sequence[float]] = values.reshape(len(trial.moves), -1).tolist()
        return found


def array_search(rules: Rules, worlds: type[Worlds], library: str) -> Search:
    """Return the search of a game by its rules over arrays, if these say what is worth a try.

    Raise CannotSearch without the library.
    """
    if not hasattr(array_rules_class(rules), "plays"):
        return GuidedSearch(rules, worlds, Blind(rules))
    if library == "numpy":
        return ArraySearch(rules, worlds)
    if library != "jax":
        raise CannotSearch(f"{library!r} is no library to search with: numpy or jax.")
    try:
        return ArraySearch(rules, worlds, jax())
    except ImportError as error:
        raise CannotSearch(f"There is no JAX: pip install croupier-game[jax], {error}") from error


def _lots(trials: Iterable[Trial]) -> Iterable[Sequence[Trial]]:
    """Yield trials together until they have LOT tables."""
    lot, tables = list[Trial](), 0
    for each in trials:
        lot.append(each)
        tables += each.worlds * len(each.moves)
        if tables >= LOT:
            yield lot
            lot, tables = [], 0
    if lot:
        yield lot


def _made(trial: Trial) -> tuple[Tables, Any]:
    """Return the tables after the moves of a trial, and the seeds of the luck of their worlds."""
    decision: Decision = trial.begun
    rules, moves = decision.rules, len(trial.moves)
    first = XP.asarray([decision.dice.getrandbits(32)], dtype=XP.uint32)
    seeds = uniform(XP, first, WORLD, trial.worlds)[0, :]
    hidden = uniform(XP, seeds, WORLD, rules.hidden)
    worlds = rules.worlds(decision.seen, decision.table, decision.seat, hidden)
    rows = XP.tile(XP.arange(trial.worlds), moves)
    tables = type(worlds)(*(each[rows, ...] for each in worlds))
    actions = [rules.action(move, decision.state) for move in trial.moves]
    action = XP.repeat(XP.asarray(actions, dtype=XP.int32), trial.worlds)
    drawn = rules.chances(tables, action, uniform(XP, seeds[rows], MOVE, rules.luck))
    return rules.step(tables, action, drawn), seeds[rows]
