"""What seen and stored moves cost beside a hello world, on one machine: `make bench`.

Stacks of its own (Redis with `appendfsync always`, engine, gateway), and a load generator
in a process of its own that plays real matches through the API. They share the processors,
so what counts is the ratio of two numbers of the same run. All workloads take turns, in an
order that is drawn anew for each round, so that what else happens on the machine meets all
of them; of the rounds the median counts.

It ends at the first answer that is not what it should be: what is refused takes no time.

QUICK=1 in the environment is short: most of the rows, with more chance in them. ONLY=WORDS
measures the workloads whose names begin with one of the words, and those that they are compared
with: ONLY="seen-64 read". Results are then printed, and not kept.
"""

import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from time import perf_counter

import uvloop
from tqdm import tqdm

from bench import machine, plot, report, rules
from bench.followers import weigh_stream
from bench.generator import Generator
from bench.load import Order
from bench.meter import Measured, WrongAnswer
from bench.plan import QUICK, NoSuchWorkload, Plan, Results, Workload, chosen, complete
from bench.stacks import CROWDED, PLAIN, awake, processes, running
from bench.storage import count_commands, crowd, measure_memory
from tests.support.raw_streams import allow_many_files
from tools.redis_server import last_words
from tools.stack import ROOT, Stack

SEED = 20261121
RESULTS = Path(__file__).parent / "results"
FOLDER = ROOT / "var"
"""The stacks lie here and not in a temporary folder, which may be no disk."""
STILL = ("hello", "read", "unchanged", "deep")
"""What makes no moves."""
GUESS_PER_S = 2_000.0
"""Moves for which matches are prepared before anything is known."""
MARGIN = 1.5
"""How much faster than in the last round it may be, and still has matches to play."""
COUNTED = "move-64"
"""Of this workload the commands are counted that Redis carries out."""


def run(plan: Plan, folder: Path, only: Sequence[str] = ()) -> Results:
    """Measure on stacks of its own, which are gone afterwards.

    Raise WrongAnswer at the first wrong answer, and NoSuchWorkload.

    `only` has words as `chosen` takes them; with any, nothing but workloads is measured.
    """
    start, load, todo = perf_counter(), machine.load(), chosen(plan, only)
    allow_many_files()
    with running(folder, {each.stack: None for each in todo}) as stacks, Generator() as generator:
        if CROWDED in stacks:
            say("a crowd of matches is made ...")
            with awake(stacks[CROWDED]):
                crowd(stacks[CROWDED], generator, plan.crowd)
        with awake(stacks[PLAIN]):
            about = machine.about(stacks[PLAIN].redis_url, folder) | {"load": load}
            results = Results(plan, SEED, todo, about, None, None, only=bool(only))
            if not only:
                weigh(stacks[PLAIN], generator, results)
        os.sync()  # so that earlier writes do not slow the next workload
        try:
            measure(stacks, generator, results, Random(SEED))
        except WrongAnswer:
            say("\n".join(last_words(stack.gateway.log) for stack in stacks.values()))
            say("\n".join(last_words(stack.engines[0].log) for stack in stacks.values()))
            raise
    results.seconds = perf_counter() - start
    return results


def weigh(stack: Stack, generator: Generator, results: Results) -> None:
    """Memory and commands, on a stack that has just been started."""
    say("streams are opened and weighed ...")
    results.stream = uvloop.run(weigh_stream(stack, results.plan.weighed))
    say("matches are made and weighed ...")
    results.memory = measure_memory(stack, generator, results.plan.grown)
    results.commands = count_commands(stack, generator)


def measure(
    stacks: Mapping[str, Stack], generator: Generator, results: Results, dice: Random
) -> None:
    """Everything in turn, again and again; the first round only warms up."""
    rounds, games = results.plan.rounds, rules.our_games()
    steps = len(results.todo) + 1
    with tqdm(total=steps * (rounds + 1), unit="run", file=sys.stderr, disable=None) as bar:
        for turn in range(rounds + 1):
            order = dice.sample(results.todo, len(results.todo))
            results.orders += [[each.name for each in order]] if turn else []
            for each in order:
                bar.set_description(f"round {turn} of {rounds}: {each.name}")
                with awake(stacks[each.stack]):
                    measured = generator.measure(order_of(each, stacks, results, turn))
                note(results, each, measured, turn)
                bar.update()
            bar.set_description(f"round {turn} of {rounds}: rules")
            play(games, dice, results, turn)
            bar.update()


def note(results: Results, each: Workload, measured: Measured | None, turn: int) -> None:
    results.rounds.setdefault(each.name, []).append(measured)
    if turn == 1:
        del results.rounds[each.name][0]


def order_of(each: Workload, stacks: Mapping[str, Stack], results: Results, turn: int) -> Order:
    """With matches to play for as many moves as it took in the round before."""
    plan = results.plan
    before = [last for last in results.rounds.get(each.name, []) if last]
    per_s = before[-1].per_s if before else GUESS_PER_S
    seconds = plan.seconds if turn else plan.seconds / 3
    moves = per_s * MARGIN * (plan.warm_up_s + seconds) / each.clients
    stack = stacks[each.stack]
    return Order(
        url=stack.url,
        talk=each.talk,
        clients=each.clients,
        warm_up_s=plan.warm_up_s,
        seconds=seconds,
        moves=1 if each.talk in STILL else int(moves) + 1,
        streams=each.streams,
        depth=plan.depth,
        processes=processes(stacks, each.stack),
        redis_url=stack.redis_url if each.name == COUNTED else "",
    )


def play(games: Sequence[rules.Contender], dice: Random, results: Results, turn: int) -> None:
    """Random playouts of each game, in this process."""
    for game in games:
        counted = rules.count(game, dice, results.plan.rules_s if turn else 0.0)
        if turn:
            name = f"{game.name.removeprefix('Croupier ')}, {game.seats} seats"
            results.playouts.setdefault(name, []).append(counted.moves / counted.seconds)


def say(what: str) -> None:
    print(what, file=sys.stderr)


def main() -> None:
    quick = os.environ.get("QUICK", "0") not in ("", "0")
    only = os.environ.get("ONLY", "").split()
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix="bench-") as folder:
        try:
            plan = QUICK if quick else Plan()
            results = run(complete(plan) if only else plan, Path(folder), only)
        except (WrongAnswer, NoSuchWorkload) as error:
            sys.exit(str(error))
    print(report.text(results))
    if not only:
        report.write(results, RESULTS, "moves-quick" if quick else "moves")
        plot.draw(results, RESULTS / ("moves-quick.png" if quick else "moves.png"))


if __name__ == "__main__":
    main()
