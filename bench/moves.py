"""What seen and stored moves cost beside a hello world, on one machine: `make bench`.

Stacks of its own (Redis with `appendfsync always`, engine, gateway), and a load generator
in a process of its own that plays real matches through the API. They share the processors,
so what counts is the ratio of two numbers of the same run. All workloads take turns, in an
order that is drawn anew for each round; of the rounds the median counts.

It ends at the first answer that is not what it should be: what is refused takes no time.

QUICK=1 in the environment is short: most of the rows, with more chance in them. ONLY=WORDS
measures the workloads whose names begin with one of the words, and those that they are compared
with: ONLY="seen-64 read".
"""

import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from time import perf_counter

import uvloop

from bench import machine, report
from bench.generator import Generator
from bench.memory import weigh_stream
from bench.meter import WrongAnswer
from bench.plan import QUICK, NoSuchWorkload, Plan, Results, chosen
from bench.stacks import FOLDER, PLAIN, awake, running
from bench.turns import contender, take_turns
from tests.support.raw_streams import allow_many_files
from tools.redis_server import last_words

SEED = 20261121


def run(plan: Plan, folder: Path, only: Sequence[str] = ()) -> Results:
    """Measure on stacks of its own, which are gone afterwards.

    Raise WrongAnswer at the first wrong answer, and NoSuchWorkload.

    `only` has words as `chosen` takes them; with any, nothing but workloads is measured.
    """
    start, load, todo = perf_counter(), machine.load(), chosen(plan, only)
    allow_many_files()
    with running(folder, {each.stack: None for each in todo}) as stacks, Generator() as generator:
        with awake(stacks[PLAIN]):
            about = machine.about(stacks[PLAIN].redis_url, folder) | {"load": load}
            results = Results(plan, SEED, todo, about)
            if not only:
                say("streams are opened and weighed ...")
                results.stream = uvloop.run(weigh_stream(stacks[PLAIN], plan.weighed))
        os.sync()  # so that earlier writes do not slow the next workload
        contenders = {each.name: contender(each, stacks, generator) for each in todo}
        try:
            results.rounds = take_turns(contenders, plan, Random(SEED))
        except WrongAnswer:
            for stack in stacks.values():
                say(last_words(stack.gateway.log))
                say(last_words(stack.engines[0].log))
            raise
    results.seconds = perf_counter() - start
    return results


def say(what: str) -> None:
    print(what, file=sys.stderr)


def main() -> None:
    quick = os.environ.get("QUICK", "0") not in ("", "0")
    only = os.environ.get("ONLY", "").split()
    plan = QUICK if quick else Plan()
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix="bench-") as folder:
        try:
            results = run(replace(plan, large=True) if only else plan, Path(folder), only)
        except (WrongAnswer, NoSuchWorkload) as error:
            sys.exit(str(error))
    print(report.text(results))


if __name__ == "__main__":
    main()
