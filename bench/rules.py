"""The speed of the rules on one core, compared with other engines: `make bench-rules`.

Random playouts: list the legal moves, choose one, apply it, until the game is over;
how many moves is that in a second? All contenders run in this one process and take
turns, round by round, so that what else happens on the machine meets all of them.

The peers play gin rummy, the nearest to these games that both of them have, through
their Python interfaces. What a move is differs from game to game, and so does the
number of moves to choose from, which is why that is printed as well. Chance: ours
is drawn from HMAC-SHA256, as in the service; OpenSpiel's outcomes are drawn here, as
its interface asks for, and count as no moves; RLCard shuffles with NumPy.
"""

import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from engine.domain.chance import SeededChance
from engine.games.just4fun import rules as just4fun
from engine.games.livingstone import rules as livingstone
from engine.games.lost_cities import rules as lost_cities

from bench.goal import Goal

RESULTS = Path(__file__).parent / "results"
SEED = 20261121
ROUNDS, ROUND_S, WARM_UP_S = 9, 1.0, 0.5
QUICK_ROUNDS, QUICK_ROUND_S, QUICK_WARM_UP_S = 5, 0.1, 0.02
YARDSTICK = "RLCard gin-rummy"
MEASURED = "Croupier lost-cities"
WISH = 5.0
"""The goal for the ratio of MEASURED to YARDSTICK."""

Playout = Callable[[Random], Iterator[int]]
"""One game; for each move made, from how many it was chosen."""


@dataclass(frozen=True)
class Contender:
    name: str
    seats: int
    playout: Playout


@dataclass(frozen=True)
class Speed:
    """The results of a contender; `moves_per_s` has one number per round."""

    contender: Contender
    moves_per_s: list[float]
    choices: float
    moves_per_game: float

    @property
    def middle(self) -> float:
        return median(self.moves_per_s)

    @property
    def quartiles(self) -> tuple[float, float]:
        low, _, high = quantiles(self.moves_per_s, n=4, method="inclusive")
        return low, high

    def ratio(self, base: "Speed | None") -> float | None:
        """The median over the rounds of the ratio to `base` in the same round."""
        if not base:
            return None
        rounds = zip(self.moves_per_s, base.moves_per_s, strict=True)
        return round(median(own / other for own, other in rounds), 2)


def ours(rules: Any, seats: int) -> Contender:
    """The contender for one of Croupier's games, under its default options."""

    def playout(dice: Random) -> Iterator[int]:
        key, step = dice.randbytes(32), 1
        state, _ = rules.new_game(rules.Options(), seats, SeededChance(key, step))
        while mover := rules.to_move(state):
            step += 1
            moves = rules.legal_moves(state, mover[0])
            move = moves[int(dice.random() * len(moves))]
            state, _ = rules.apply(state, mover[0], move, SeededChance(key, step))
            yield len(moves)

    return Contender(f"Croupier {rules.ID}", seats, playout)


def our_games() -> list[Contender]:
    return [
        ours(lost_cities, 2),
        ours(livingstone, 2),
        ours(livingstone, 5),
        ours(just4fun, 2),
        ours(just4fun, 4),
    ]


def open_spiel() -> list[Contender]:
    """Raise ImportError if it is not installed."""
    game = import_module("pyspiel").load_game("gin_rummy")

    def playout(dice: Random) -> Iterator[int]:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, chances)[0])
                continue
            moves = state.legal_actions()
            state.apply_action(moves[int(dice.random() * len(moves))])
            yield len(moves)

    return [Contender("OpenSpiel gin_rummy", 2, playout)]


def rlcard() -> list[Contender]:
    """The contenders of RLCard: its environment, which encodes observations, and the bare game.

    Raise ImportError if it is not installed.
    """
    env = import_module("rlcard").make("gin-rummy", config={"seed": SEED})

    def playout(dice: Random) -> Iterator[int]:
        state, _ = env.reset()
        while not env.is_over():
            moves = list(state["legal_actions"])
            state, _ = env.step(moves[int(dice.random() * len(moves))])
            yield len(moves)

    def bare_playout(dice: Random) -> Iterator[int]:
        game = env.game
        game.init_game()
        while not game.is_over():
            moves = game.judge.get_legal_actions()
            game.step(moves[int(dice.random() * len(moves))])
            yield len(moves)

    return [
        Contender(YARDSTICK, 2, playout),
        Contender("RLCard gin-rummy, no observation", 2, bare_playout),
    ]


def peers() -> list[Contender]:
    """The peers that are installed; a text on stderr names the others."""
    found: list[Contender] = []
    for peer in (rlcard, open_spiel):
        try:
            found += peer()
        except ImportError as error:
            print(f"{peer.__name__} cannot be compared with: {error}")
    return found


def measure(
    contenders: list[Contender], rounds: int, round_s: float, warm_up_s: float
) -> list[Speed]:
    """Measure all contenders in turn, in `rounds` rounds after a warm-up."""
    dice = [Random(SEED) for _ in contenders]
    counts: list[list[Count]] = [[] for _ in contenders]
    for turn in range(rounds + 1):
        for place, contender in enumerate(contenders):
            progress(f"round {turn} of {rounds}: {contender.name}, {contender.seats} seats")
            counted = count(contender, dice[place], round_s if turn else warm_up_s)
            counts[place] += [counted] if turn else []
    progress("")
    return [speed(*each) for each in zip(contenders, counts, strict=True)]


@dataclass
class Count:
    seconds: float = 0.0
    games: int = 0
    moves: int = 0
    choices: int = 0


def count(contender: Contender, dice: Random, seconds: float) -> Count:
    """Play whole games until the time is over."""
    counted, start = Count(), perf_counter()
    while counted.seconds < seconds:
        for choices in contender.playout(dice):
            counted.moves += 1
            counted.choices += choices
        counted.games += 1
        counted.seconds = perf_counter() - start
    return counted


def speed(contender: Contender, counts: list[Count]) -> Speed:
    moves = sum(each.moves for each in counts)
    return Speed(
        contender,
        [each.moves / each.seconds for each in counts],
        choices=sum(each.choices for each in counts) / moves,
        moves_per_game=moves / sum(each.games for each in counts),
    )


def progress(text: str) -> None:
    """Show the text on the last row of a terminal; other outputs get none of it."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def table(speeds: list[Speed]) -> str:
    """The results as text, with ratios to the yardstick if it was measured."""
    base = yardstick(speeds)
    heads = f"{'ratio':>6}  {'moves/s':>9}  {'quartiles':>19}  {'choices':>7}  {'moves/game':>10}"
    lines = [f"{heads}  seats"]
    for each in speeds:
        low, high = each.quartiles
        ratio = f"{each.ratio(base):.1f}" if base else "-"
        lines.append(
            f"{ratio:>6}  {each.middle:>9,.0f}  {f'{low:,.0f} to {high:,.0f}':>19}  "
            f"{each.choices:>7.1f}  {each.moves_per_game:>10.0f}  {each.contender.seats:>5}  "
            f"{each.contender.name}"
        )
    return "\n".join(
        [*lines, "", f"ratio: to {YARDSTICK} in the same round; both are medians of the rounds"]
    )


def goal(speeds: list[Speed]) -> str:
    """The goal, what was measured, and whether it is met, as a line of text."""
    own = next((each for each in speeds if each.contender.name == MEASURED), None)
    value = own.ratio(yardstick(speeds)) if own else None
    name = f"{MEASURED} to {YARDSTICK}, moves/s"
    return "  ".join(Goal(name, WISH, value).cells)


def yardstick(speeds: list[Speed]) -> Speed | None:
    return next((each for each in speeds if each.contender.name == YARDSTICK), None)


def report(speeds: list[Speed], quick: bool) -> dict[str, Any]:
    base = yardstick(speeds)
    return {
        "quick": quick,
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "peers": installed(),
        "yardstick": YARDSTICK if base else None,
        "goal": goal(speeds),
        "contenders": [
            {
                "name": each.contender.name,
                "seats": each.contender.seats,
                "ratio": each.ratio(base),
                "movesPerSecond": round(each.middle),
                "quartiles": [round(bound) for bound in each.quartiles],
                "rounds": [round(moves) for moves in each.moves_per_s],
                "choices": round(each.choices, 1),
                "movesPerGame": round(each.moves_per_game),
            }
            for each in speeds
        ],
    }


def installed() -> dict[str, str]:
    """The versions of the peers, and of the packages that they compute with."""
    packages = {"pyspiel": "open_spiel", "rlcard": "rlcard", "numpy": "numpy"}
    return {package: version(package) for name, package in packages.items() if name in sys.modules}


def main() -> None:
    quick = os.environ.get("QUICK", "0") not in ("", "0")
    how = (QUICK_ROUNDS, QUICK_ROUND_S, QUICK_WARM_UP_S) if quick else (ROUNDS, ROUND_S, WARM_UP_S)
    speeds = measure([*our_games(), *peers()], *how)
    print(table(speeds), goal(speeds), sep="\n\n")
    RESULTS.mkdir(exist_ok=True)
    results = RESULTS / ("rules-quick.json" if quick else "rules.json")
    results.write_text(json.dumps(report(speeds, quick), indent=2) + "\n")


if __name__ == "__main__":
    main()
