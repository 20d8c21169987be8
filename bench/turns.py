"""Measurements that take turns, so that what else happens on the machine meets all of them."""

import sys
from collections.abc import Callable, Mapping
from random import Random
from typing import TypeAlias

from tqdm import tqdm

from bench.generator import Generator
from bench.load import Order
from bench.meter import Measured
from bench.plan import Pace, Rounds, Workload
from bench.stacks import awake, processes
from tools.stack import Stack

STILL = ("hello", "read", "unchanged")
"""Talks without moves."""
GUESS_PER_S = 2_000.0
"""Moves for which matches are prepared before anything is known."""
MARGIN = 1.5
"""How much faster than in the last round it may be, and still has matches to play."""

Measure: TypeAlias = Callable[[float, float, float], Measured]
"""Called with the moves to be ready for in a second, the warm-up, and the seconds."""


def take_turns(contenders: Mapping[str, Measure], pace: Pace, dice: Random) -> Rounds:
    """Measure all, round by round, in an order that is drawn for each. Raise WrongAnswer."""
    rounds: dict[str, list[Measured]] = {name: [] for name in contenders}
    per_s = dict.fromkeys(contenders, GUESS_PER_S)
    total = len(contenders) * (pace.rounds + 1)
    with tqdm(total=total, unit="run", file=sys.stderr, disable=None) as bar:
        for turn in range(pace.rounds + 1):
            for name in dice.sample([*contenders], len(contenders)):
                bar.set_description(f"round {turn} of {pace.rounds}: {name}")
                seconds = pace.seconds if turn else pace.first_s
                measured = contenders[name](per_s[name] * MARGIN, pace.warm_up_s, seconds)
                per_s[name] = measured.per_s
                rounds[name] += [measured] if turn else []
                bar.update()
    return rounds


def contender(each: Workload, stacks: Mapping[str, Stack], generator: Generator) -> Measure:
    """How to measure a workload on its stack, with matches for as many moves as are expected."""
    stack = stacks[each.stack]

    def measure(per_s: float, warm_up_s: float, seconds: float) -> Measured:
        moves = int(per_s * (warm_up_s + seconds) / each.clients) + 1
        order = Order(
            stack.url,
            each.talk,
            each.clients,
            warm_up_s,
            seconds,
            moves=1 if each.talk in STILL else moves,
            spectators=each.spectators,
            processes=processes(stacks, each.stack),
        )
        with awake(stack):
            return generator.measure(order)

    return measure
