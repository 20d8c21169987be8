"""Random matches in one process beside those of other libraries: `make bench-local`.

All take turns, in an order that is drawn anew for each round; a number is of moves in a second of
processor time, and a ratio is of two numbers of the same round. Unless it says otherwise, each
move comes with the observation and the mask of legal actions of the seat that decides, and each
match that ends is followed by another one.

- bare rules: the legal moves, one of them applied, and no observation;
- LocalMatch: a turn with its legal moves, of which nothing else is read;
- PettingZoo, OpenSpiel: our environments, one match at a time;
- NumPy, JAX: `croupier_client.envs.batched`, one action at each table in a step. JAX plays many
  steps in one compiled call, as pgx does.

What others have is installed into .venv/rivals, but for OpenSpiel. GAME=lost-cities measures one
game, QUICK=1 is short.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from itertools import count
from random import Random
from statistics import median
from typing import Any

import pyspiel
from croupier_client.envs import openspiel as openspiel  # registers our games
from croupier_client.envs.batched import Batch
from croupier_client.envs.pettingzoo import OPTIONS, TableEnv
from croupier_client.installed import played
from croupier_client.local import LocalMatch
from croupier_game.arrays import NUMPY, Library, NoArrayRules, any_legal, jax, uniform
from croupier_game.seeded import SeededChance, match_key
from open_spiel.python.observation import make_observation

from bench import machine
from bench.goals import Goal
from bench.moves import say
from bench.report import aligned
from bench.rivals import RIVALS, SEED, SIZES, measured, scanned, steps_of
from bench.steps.step import GAMES
from tools.stack import ROOT

Play = Callable[[], int]
"""Makes some moves, and returns how many."""
Rate = Callable[[float], float]
"""Plays for so many seconds, and returns the moves in a second of processor time."""
ONE = "OpenSpiel gin_rummy"
PYTHON = ROOT / ".venv/rivals/bin/python"
FULL, QUICK = (5, 0.5), (3, 0.2)
"""Rounds, and seconds of each measurement."""


def rules(game: str) -> Play:
    """A match by the bare rules."""
    package = played(game).package.rules
    seats, dice, seeds = package.MIN_SEATS, Random(SEED), count(SEED)
    options = played(game).read_options(OPTIONS.get(game, {}), seats)

    def play() -> int:
        moves, key = 0, match_key(sha256(str(next(seeds)).encode()).hexdigest(), (), game)
        state, _ = package.new_game(options, seats, SeededChance(key, 1))
        while to_move := package.to_move(state):
            moves += 1
            move = dice.choice(package.legal_moves(state, to_move[0]))
            state, _ = package.apply(state, to_move[0], move, SeededChance(key, moves + 1))
        return moves

    return play


def local_match(game: str) -> Play:
    """A LocalMatch, of whose turns the legal moves are read."""
    dice, seeds = Random(SEED), count(SEED)

    def play() -> int:
        match = LocalMatch(game, None, OPTIONS.get(game, {}), next(seeds))
        while not match.over:
            match.move(dice.choice(match.turn().moves))
        return match.version - 1

    return play


def pettingzoo(game: str) -> Play:
    """A match of the PettingZoo environment."""
    env, dice, seeds = TableEnv(game, game, False, None, {}), Random(SEED), count(SEED)

    def play() -> int:
        moves = 0
        env.reset(next(seeds))
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            if over:
                break
            env.step(dice.choice(seen["action_mask"].nonzero()[0]))
            moves += 1
        return moves

    return play


def open_spiel(name: str) -> Play:
    """A match of an OpenSpiel game, its own or ours."""
    game, dice = pyspiel.load_game(name), Random(SEED)
    recalled = not game.get_type().provides_observation_tensor  # hearts has no other tensor
    observer = make_observation(game, pyspiel.IIGObservationType(perfect_recall=recalled))

    def play() -> int:
        moves, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                observer.set_from(state, state.current_player())
                state.legal_actions_mask()
                moves += 1
            state.apply_action(dice.choice(state.legal_actions()))
        return moves

    return play


def batched(game: str, tables: int, library: Library) -> Play:
    """A step at each of many tables; compiled, several steps."""
    batch, xp = Batch(game, tables, library=library), library.xp

    def turn(now: Any) -> Any:
        state, seen = now
        # Other seeds than those of the deals.
        dice = uniform(xp, state.seeds ^ xp.asarray([1], dtype=xp.uint32), state.clock, 1)[:, 0]
        state, seen, _ = batch.step(state, any_legal(xp, seen.mask, dice))
        return state, seen

    steps = 1 if library is NUMPY else steps_of(tables)
    turns = turn if library is NUMPY else scanned(turn, steps)
    now = batch.init(SEED)

    def play() -> int:
        nonlocal now
        now = turns(now)
        return tables * steps

    return play


SINGLE: Mapping[str, Callable[[str], Play]] = {
    "bare rules, no observation": rules,
    "LocalMatch, no observation": local_match,
    "PettingZoo": pettingzoo,
    "OpenSpiel": lambda game: open_spiel(f"python_croupier_{game.replace('-', '_')}"),
}


def ours(game: str) -> Iterator[tuple[str, Callable[[], Play]]]:
    """What is measured of a game of ours, by name."""
    for name, play in SINGLE.items():
        yield f"{game}: {name}", partial(play, game)
    for name, library in (("NumPy", NUMPY), ("JAX", jax())):
        for tables in SIZES:
            yield f"{game}: {name}, {tables:,} tables", partial(batched, game, tables, library)


def rival(name: str, at_the_end: ExitStack) -> Rate:
    """Start the process of another library; it ends with the block."""
    command = [str(PYTHON), "-m", "bench.rivals", name]
    pipe = subprocess.PIPE
    started = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)
    process: Any = at_the_end.enter_context(started)

    def rate(seconds: float) -> float:
        print(seconds, file=process.stdin, flush=True)
        return float(process.stdout.readline())

    return rate


def contenders(games: list[str], at_the_end: ExitStack) -> Iterator[tuple[str, Rate]]:
    """Make all of them ready: what is compiled has been, and rivals are running."""
    for name in ("gin_rummy", "hearts"):
        yield f"OpenSpiel {name}", partial(measured, open_spiel(name))
    for name in RIVALS:
        yield name, rival(name, at_the_end)
    for game in games:
        for name, make in ours(game):
            say(f"{name} ...")
            try:
                play = make()
            except NoArrayRules as why:
                say(f"{name} is left out: {why}")
            else:
                play()
                yield name, partial(measured, play)


def rows(rates: Mapping[str, list[float]]) -> Iterator[list[str]]:
    """The rows of the table, headings first."""
    yield ["moves in a second of processor time", f"to {ONE}", "least to most", "moves/s"]
    for name, measures in rates.items():
        ratios = [one / its for one, its in zip(measures, rates[ONE], strict=True)]
        between = f"{min(ratios):.2f} to {max(ratios):.2f}"
        yield [name, f"{median(ratios):.2f}", between, f"{median(measures):,.0f}"]


def goals(rates: Mapping[str, list[float]], games: list[str]) -> Iterator[Goal]:
    """At 1,000 tables and more, what is the least."""
    for game in games:
        for library, bound in (("NumPy", 80_000), ("JAX", 250_000)):
            names = [f"{game}: {library}, {tables:,} tables" for tables in SIZES[1:]]
            found = [median(rates[name]) for name in names if name in rates]
            name = f"{game}, {library}, from 1,000 tables, moves/s"
            yield Goal(name, bound, min(found, default=None), digits=0)


def main() -> None:
    rounds, seconds = QUICK if os.environ.get("QUICK", "0") not in ("", "0") else FULL
    games = [game for game in GAMES if game in os.environ.get("GAME", "").split()] or [*GAMES]
    load, order = machine.load(), Random(SEED)
    with ExitStack() as at_the_end:
        all_of_them = dict(contenders(games, at_the_end))
        rates: dict[str, list[float]] = {name: [] for name in all_of_them}
        for number in range(rounds):
            say(f"round {number + 1} of {rounds} ...")
            for name in order.sample([*all_of_them], len(all_of_them)):
                rates[name].append(all_of_them[name](seconds))
    print(aligned([*rows(rates)]))
    print()
    print(f"{rounds} rounds of {seconds:g} s each, medians; load {load}; {machine.processor()}")
    print()
    print(aligned([["goal", "", "measured", ""], *(each.cells for each in goals(rates, games))]))


if __name__ == "__main__":
    if not PYTHON.exists():
        sys.exit("The others are not installed: make bench-local does that.")
    main()
