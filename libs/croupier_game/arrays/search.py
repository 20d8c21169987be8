"""Search in worlds by a game's rules over arrays: all moves in all worlds are played on at once."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby, pairwise
from random import Random
from typing import Any, NamedTuple

from croupier_game.arrays.finding import array_rules, array_rules_class
from croupier_game.arrays.libraries import LONGEST, NUMPY, Library, jax
from croupier_game.arrays.luck import uniform
from croupier_game.arrays.protocol import NONE, WHOLE, ArrayRules, OutOfBounds, Tables
from croupier_game.game import Rules
from croupier_game.search import (
    CANDIDATES,
    POINTS,
    BadGuide,
    Blind,
    CannotSearch,
    GuidedSearch,
    Luck,
    Position,
    Search,
    Trial,
)
from croupier_game.worlds import Worlds

LOT = {"numpy": 2048, "jax": 8192}
"""About how many tables are played on together: of more, the caches of a processor have no room."""
MOVE, WORLD = LONGEST, LONGEST + 1
"""The steps of the luck of the move that is tried, and of the world; a rollout has fewer."""

XP: Any = NUMPY.xp


class Decision(NamedTuple):
    """A decision that is searched: the worlds of its seat, and one of them as a table."""

    rules: ArrayRules
    playing: ArrayRules
    """The same rules, of the library that plays on."""
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
        found = array_rules_class(rules)
        super().__init__(rules, worlds, found.UNIT, found.ROLLOUTS)
        self._scale = float(found.SCALE)
        self._library: Any = library

    def begin(self, position: Position, dice: Random) -> Decision:
        """Return a decision to search. Raise CannotSearch for what arrays cannot hold."""
        seen, seats = self.seen(position), position.seats
        whole = seen.world(position.view, position.to_move, Luck(dice))
        with self._in_bounds():
            state = array_rules(self.rules.module, whole.options, seats).alone(whole)
            rules = array_rules(self.rules.module, state.options, seats)
            playing = array_rules(self.rules.module, state.options, seats, self._library)
            table = rules.from_states([state])
        named = self._named(rules, state, table)
        return Decision(rules, playing, seen, state, table, position.seat, dice, named)

    def brought(self, trials: Sequence[Trial]) -> Sequence[Sequence[Sequence[float]]]:
        return [
            values
            for _, same in groupby(trials, lambda trial: id(trial.begun.rules))
            for lot in _lots(same, LOT[self._library.name])
            for values in self._tried(lot)
        ]

    def part(self, state: Any) -> int:
        """Return the part that a state is in. Raise CannotSearch for what arrays cannot hold."""
        seats = len(self.rules.scores(state))
        with self._in_bounds():
            return int(array_rules(self.rules.module, state.options, seats).part(state))

    @contextmanager
    def _in_bounds(self) -> Iterator[None]:
        try:
            yield
        except OutOfBounds as error:
            raise CannotSearch(f"{self.rules.ID!r} cannot be searched here, {error}") from error

    def _named(self, rules: ArrayRules, state: Any, table: Tables) -> Sequence[tuple[float, Any]]:
        plays = rules.plays(table)
        best = XP.argsort(-plays.worth[0, ...], stable=True)[:CANDIDATES]
        found = [(int(plays.worth[0, each]), int(plays.action[0, each])) for each in best]
        named = [
            (worth / self._scale, rules.move(action, state))
            for worth, action in found
            if worth > NONE
        ]
        if not named:
            raise BadGuide(f"The rules over arrays of {self.rules.ID} name no move.")
        return named

    def _tried(self, trials: Sequence[Trial]) -> Iterator[Sequence[Sequence[float]]]:
        """Yield what the moves of trials bring, whose tables are played on together."""
        made = [_made(trial) for trial in trials]
        tables = _joined([each for each, _ in made])
        after = self._played(trials[0].begun, tables, XP.concat([seeds for _, seeds in made]))
        end = 0
        for trial in trials:
            begin, end = end, end + trial.worlds * len(trial.moves)
            yield self._values(trial, _rows(after, begin, end))

    def _played(self, decision: Decision, tables: Tables, seeds: Any) -> Tables:
        """Return the tables at their ends."""
        library, count = self._library, seeds.shape[0]
        pieces = max(1, round(count / LOT[library.name]))
        ends, of, parts = (
            [count * each // pieces for each in range(pieces + 1)],
            library.xp.asarray,
            [],
        )
        for begin, end in pairwise(ends):
            these = type(tables)(*map(of, _rows(tables, begin, end)))
            after = library.played(decision.playing, these, of(seeds[begin:end]))
            parts.append(type(tables)(*map(XP.asarray, after)))
        return _joined(parts)

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


def _lots(trials: Iterable[Trial], most: int) -> Iterator[Sequence[Trial]]:
    """Yield trials together, up to that many tables: what is compiled for that is filled."""
    lot, tables = list[Trial](), 0
    for each in trials:
        more = each.worlds * len(each.moves)
        if lot and tables + more > most:
            yield lot
            lot, tables = [], 0
        lot.append(each)
        tables += more
    if lot:
        yield lot


def _rows(tables: Tables, begin: int, end: int) -> Tables:
    return type(tables)(*(each[begin:end, ...] for each in tables))


def _joined(parts: Sequence[Tables]) -> Tables:
    return type(parts[0])(*map(XP.concat, zip(*parts, strict=True)))


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
