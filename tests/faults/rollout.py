"""Every process restarted, one after the other, while many play: `make faults-rollout`.

As an upgrade does it: SIGTERM, the process drains and ends, a new one starts in its place,
and once it has been ready for a while the next one's turn comes. Clients try once more, at
another gateway and under the same key; a request that has no answer then has failed.
"""

import argparse
import asyncio
import random
import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import quantiles
from time import monotonic

from tqdm import tqdm

from tests.faults.caller import Tally
from tests.faults.checking import Verdict, check
from tests.faults.kills import on_new_stack, say
from tests.faults.load import TABLES, close, under_load
from tests.support.patience import PATIENT
from tools.stack import Process, Stack

RATE = 200.0
"""Moves per second."""
TRIES = 2
SETTLED_S = 2.0
"""For how long a process has been ready before the next one ends. A gateway may take 1.2 s to
try an engine again; the 5 s of `minReadySeconds` in deploy/ are more than that."""


@dataclass(frozen=True)
class Restarted:
    """A restart: of what, its exit code, and how long it took to stop and to be ready again.

    `repeated` is how often clients sent something again meanwhile, `failed` how many of their
    requests had no answer after two tries.
    """

    kind: str
    code: int | None
    stop_s: float
    start_s: float
    repeated: int
    failed: int


@dataclass(frozen=True)
class Outcome:
    """What happened in a number of seconds, and what is there at the end."""

    restarted: Sequence[Restarted]
    seconds: float
    moves: int
    tally: Tally
    verdict: Verdict

    @property
    def failed(self) -> int:
        return self.tally.failed(TRIES)

    @property
    def good(self) -> bool:
        codes = {each.code for each in self.restarted}
        return self.verdict.good and not self.failed and codes <= {0}


async def campaign(
    stack: Stack, rounds: int, seed: int, rate: float = RATE, tables: int = TABLES
) -> Outcome:
    """Restart all so often: the engines first, as in an upgrade."""
    dice, tally = random.Random(seed), Tally()
    processes = [*stack.engines, *stack.gateways] * rounds
    restarted = []
    async with under_load(stack.urls, rate, dice, tally, tables, watching=0) as played:
        began = monotonic()
        for process in tqdm(processes, unit=" restarts", mininterval=1, disable=None):
            restarted.append(await restart(process, tally))
            await asyncio.sleep(SETTLED_S)
        seconds = monotonic() - began
        moves = sum(len(journal.made) for table in played for journal in table.journals)
    verdict = await check(played)
    await close(played)
    return Outcome(restarted, seconds, moves, tally, verdict)


async def restart(process: Process, tally: Tally) -> Restarted:
    """Stop it, and start it again; return what that was like."""
    repeated, failed, began = tally.repeated, tally.failed(TRIES), monotonic()
    code = await asyncio.to_thread(process.stop)
    stopped = monotonic()
    await asyncio.to_thread(_start, process)
    ready = monotonic()
    return Restarted(
        process.module,
        code,
        stopped - began,
        ready - stopped,
        tally.repeated - repeated,
        tally.failed(TRIES) - failed,
    )


def _start(process: Process) -> None:
    process.start()
    process.wait()


ROW = "{:<10}{:>7}{:>12}{:>9}{:>12}{:>13}{:>8}"
HEAD = ("restarted", "times", "stop p50 s", "max s", "ready max s", "sent again", "failed")


def rows(restarted: Sequence[Restarted]) -> list[str]:
    """A table of what each kind of restart cost."""
    lines = [ROW.format(*HEAD)]
    for kind in ("engine", "gateway"):
        some = [each for each in restarted if each.kind == kind]
        stops = sorted(each.stop_s for each in some)
        lines.append(
            ROW.format(
                kind,
                len(some),
                f"{stops[len(stops) // 2]:.2f}",
                f"{stops[-1]:.2f}",
                f"{max(each.start_s for each in some):.2f}",
                sum(each.repeated for each in some),
                sum(each.failed for each in some),
            )
        )
    return lines


def report(outcome: Outcome) -> int:
    """Tell it; the exit code."""
    tally = outcome.tally
    waits = quantiles(tally.waits, n=1000, method="inclusive")
    p50, p99, p999 = (waits[place] * 1000 for place in (499, 989, 998))
    for line in rows(outcome.restarted):
        say(line)
    say(f"{outcome.moves / outcome.seconds:.0f} moves/s for {outcome.seconds:.0f} s")
    say(
        f"answers after: p50 {p50:.0f} ms, p99 {p99:.0f} ms, p99.9 {p999:.0f} ms, "
        f"max {max(tally.waits) * 1000:.0f} ms"
    )
    say(f"requests by tries: {dict(sorted(tally.tries.items()))}; causes: {dict(tally.causes)}")
    say(f"{outcome.failed} failed with one retry; {tally.replayed} were replayed")
    verdict = outcome.verdict
    for line in (str(verdict), *verdict.complaints, *tally.stories):
        say(line)
    return 0 if outcome.good else 1


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 if no request failed and the verdict is good."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--rate", type=float, default=RATE, help="moves per second")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    parser.add_argument("--timeouts", choices=["patient", "default"], default="patient")
    given = parser.parse_args(arguments)
    say(f"seed {given.seed}")
    timeouts = dict(PATIENT) if given.timeouts == "patient" else {}
    return on_new_stack(
        lambda stack: report(asyncio.run(campaign(stack, given.rounds, given.seed, given.rate))),
        **timeouts,
    )


if __name__ == "__main__":
    sys.exit(main())
