"""Bursts and overload: `make bench-overload`. Requests come at their times, answered or not.

First many players do the same at once, while nothing else is asked: all of them are to be answered.
Then comes an open loop: a generator that waits for answers before it sends more would slow down
with the service, and hide what happens to callers who do not. The capacity is measured, with as
many requests under way as the gateway works on; then requests come at multiples of it. Two tables
show what was answered in time, what was refused, and how soon all was well after the flood; each
line of them that has a goal says whether it was met, and the exit code is 1 if one was not. The
generator has a core of its own, if there is more than one.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import uvloop

from bench.bursts import Burst, bursts, rows
from bench.http import Exchange, connect
from bench.meter import cpu_s
from tests.support.raw_http import get, post
from tests.support.raw_streams import allow_many_files
from tools.stack import ROOT, Stack

FOLDER = ROOT / "var"
TIMES = (0.5, 1.0, 2.0, 5.0)
"""Multiples of the capacity."""
GOODPUT, LATEST_S, RECOVERY_S = 0.8, 1.5, 2.0
"""The goals: the share of the best goodput, the p99 of what is accepted, and the recovery."""
TICK_S, SLICE_S = 0.002, 0.25
AT_ONCE = 64
PLAYERS, MATCHES = 20, 50
GIVE_UP_S = 3.0
REFUSED = (429, 503)
GENERATOR, SERVICES = slice(0, 1), slice(1, None)
"""Their cores."""


@dataclass(frozen=True)
class Plan:
    """How long each step takes, the last one for itself, and how many connections there may be.

    `players` are the sizes of the bursts.
    """

    seconds: float = 6.0
    flood_s: float = 20.0
    capacity_s: float = 4.0
    connections: int = 4000
    players: Sequence[int] = (200, 500)


@dataclass
class Step:
    """What came of one step: `accepted` has the seconds and the end of each good answer."""

    times: float
    seconds: float
    sent: int = 0
    accepted: list[tuple[float, float]] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    unsent: int = 0
    busy: dict[str, float] = field(default_factory=dict)

    @property
    def goodput(self) -> float:
        """Good answers per second that came while requests did."""
        return len(self.accepted) / self.seconds

    def p(self, share: float) -> float:
        ordered = sorted(took for took, _ in self.accepted)
        return ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else 0.0

    @property
    def refused(self) -> int:
        return sum(self.answers[status] for status in REFUSED)


class Requests:
    """Reads, creates and joins at random; each join is of a match that was created before."""

    def __init__(self, tokens: list[str], matches: list[str], seed: int = 1) -> None:
        self._tokens, self._matches = tokens, matches
        self._waiting: list[str] = []
        self._random = Random(seed)

    def next(self) -> tuple[bytes, Callable[[bytes], object]]:
        """A request, and what is to be done with its good answer."""
        dice, token = self._random.random(), self._random.choice(self._tokens)
        if dice < 0.5:
            return get(f"/v1/matches/{self._random.choice(self._matches)}", token), _nothing
        if dice < 0.75 and self._waiting:
            return post(f"/v1/matches/{self._waiting.pop()}/join", token, {}), _nothing
        return post("/v1/matches", token, {"game": "lost-cities"}), self._created

    def _created(self, body: bytes) -> None:
        # By another than its creator in most cases; the same one is refused, which is as well.
        self._waiting.append(json.loads(body)["id"])


class Flood:
    """The connections, of which each has one request under way at a time."""

    def __init__(self, url: str, requests: Requests, connections: int) -> None:
        self._url, self._requests, self._connections = url, requests, connections
        self._all: list[Exchange] = []
        self._idle: list[Exchange] = []
        self._open = 0

    async def connect(self) -> None:
        """Open all connections; the service closes those that have sent nothing for a while."""
        self._all = [await connect(self._url) for _ in range(self._connections)]
        for exchange in self._all:
            self._rest(exchange)
        self._open = len(self._all)

    async def close(self) -> None:
        for exchange in self._all:
            exchange.close()
        self._idle = []
        await asyncio.sleep(SLICE_S)

    def _rest(self, exchange: Exchange) -> None:
        def end(status: int, body: bytes) -> None:
            self._idle.remove(exchange)
            self._open -= 1

        exchange.hear = end
        self._idle.append(exchange)

    async def step(self, times: float, rate: float, seconds: float) -> Step:
        """Send at this rate, and wait for the last answers; latencies count from their times."""
        step = Step(times, seconds)
        start, due = perf_counter(), 0
        while (now := perf_counter() - start) < seconds:
            while due / rate <= now:
                self._send(step, start + due / rate)
                due += 1
            await asyncio.sleep(TICK_S)
        end = perf_counter() + GIVE_UP_S
        while len(self._idle) < self._open and perf_counter() < end:  # noqa: ASYNC110 - no event
            await asyncio.sleep(TICK_S)
        return step

    async def saturate(self, seconds: float) -> float:
        """The good answers per second with AT_ONCE requests under way at all times."""
        step, end = Step(0, seconds), perf_counter() + seconds

        def again() -> None:
            if perf_counter() < end:
                self._send(step, perf_counter(), again)

        for _ in range(AT_ONCE):
            again()
        await asyncio.sleep(seconds + GIVE_UP_S / 2)
        return step.goodput

    def _send(self, step: Step, due: float, then: Callable[[], object] = lambda: None) -> None:
        if not self._idle:
            step.unsent += 1
            return
        exchange, (request, learn) = self._idle.pop(), self._requests.next()

        def hear(status: int, body: bytes) -> None:
            step.answers[status] += 1
            if status in (200, 201):
                step.accepted.append((perf_counter() - due, perf_counter()))
                learn(body)
            if status:
                self._rest(exchange)
            else:
                self._open -= 1
            then()

        exchange.hear = hear
        exchange.send(request)
        step.sent += 1


async def prepare(url: str) -> Requests:
    """Players, and matches to read."""
    caller = await connect(url)
    tokens = [
        (await caller.ask(post("/v1/players", "", {"displayName": "Ann", "kind": "bot"})))["token"]
        for _ in range(PLAYERS)
    ]
    matches = []
    for number in range(MATCHES):
        made = await caller.ask(post("/v1/matches", tokens[number % 7], {"game": "lost-cities"}))
        await caller.ask(post(f"/v1/matches/{made['id']}/join", tokens[8], {}))
        matches.append(made["id"])
    caller.close()
    return Requests(tokens, matches)


@dataclass(frozen=True)
class Measured:
    """What was measured; `after` came right after the last step, at half the capacity."""

    capacity: float
    steps: Sequence[Step]
    after: Step
    bursts: Sequence[Burst]


async def measure(stack: Stack, plan: Plan) -> Measured:
    """Measure bursts before and after the flood, the capacity, and the steps."""
    before = await bursts(stack.url, plan.players, "on an idle service")
    flood = Flood(stack.url, await prepare(stack.url), plan.connections)
    await flood.connect()
    await flood.saturate(1.0)
    capacity = await flood.saturate(plan.capacity_s)
    steps = []
    for times in TIMES:
        await flood.close()
        await flood.connect()
        seconds = plan.flood_s if times == TIMES[-1] else plan.seconds
        steps.append(await _watched(stack, flood.step(times, times * capacity, seconds)))
    after = await flood.step(0.5, 0.5 * capacity, RECOVERY_S + 1)
    await flood.close()
    return Measured(
        capacity, steps, after, [*before, *await bursts(stack.url, plan.players, "after the flood")]
    )


async def _watched(stack: Stack, stepping: Awaitable[Step]) -> Step:
    """Return the step, with the processor time that the services took for it."""
    pids = {"gateway": stack.gateway.pid, "engine": stack.engines[0].pid}
    before = {name: cpu_s(pid) for name, pid in pids.items()}
    step = await stepping
    step.busy = {name: (cpu_s(pid) - before[name]) / step.seconds for name, pid in pids.items()}
    return step


def recovered_s(after: Step, normal: Step) -> float:
    """Seconds until the answers were as fast as they are at half the capacity, twice its p99."""
    slow = [end for took, end in after.accepted if took > max(2 * normal.p(0.99), 0.05)]
    if not after.accepted or not slow:
        return 0.0 if after.accepted else after.seconds
    return max(slow) - (min(end for _, end in after.accepted))


def goals(measured: Measured) -> list[tuple[str, bool]]:
    """Return each goal of the flood, with what came of it, and whether it was met."""
    steps = measured.steps
    best, last = max(step.goodput for step in steps), steps[-1]
    share, latest, back = last.goodput / best, last.p(0.99), recovered_s(measured.after, steps[0])
    return [
        (f"goodput at {last.times:g} times: {share:.2f} of the best", share >= GOODPUT),
        (f"p99 of what is accepted then: {latest:.2f} s", latest < LATEST_S),
        (f"all is well after the flood: in {back:.2f} s", back < RECOVERY_S),
    ]


def table(measured: Measured) -> str:
    lines = [
        *rows(measured.bursts),
        "",
        f"capacity {measured.capacity:,.0f}/s, load of the machine {os.getloadavg()[0]:.1f}",
        "times    sent/s  goodput  p50 ms  p99 ms  refused  other",
        *map(_row, measured.steps),
        "",
        *(f"{what:50} {'pass' if met else 'FAIL'}" for what, met in goals(measured)),
    ]
    return "\n".join(lines) + "\n"


def _row(step: Step) -> str:
    other = sum(step.answers.values()) - len(step.accepted) - step.refused
    busy = ", ".join(f"{name} {share:.0%}" for name, share in step.busy.items())
    return (
        f"{step.times:5.1f} {step.sent / step.seconds:9,.0f} {step.goodput:8,.0f} "
        f"{step.p(0.5) * 1000:7.0f} {step.p(0.99) * 1000:7.0f} {step.refused:8,} {other:6,}"
        f"   unsent {step.unsent}, busy {busy}"
    )


def all_met(measured: Measured) -> bool:
    return all(burst.met for burst in measured.bursts) and all(met for _, met in goals(measured))


def run(plan: Plan, folder: Path, settings: Mapping[str, Any] | None = None) -> Measured:
    everyday: dict[str, Any] = {"GATEWAY_RATE_LIMITS": "off", **(settings or {})}
    stack = Stack(folder, **everyday)
    try:
        with on_cores(SERVICES):
            stack.start()
        with on_cores(GENERATOR):
            return uvloop.run(measure(stack, plan))
    finally:
        stack.stop()


@contextmanager
def on_cores(of: slice) -> Iterator[None]:
    """Run the block, and what it starts, on some of the cores, if there is more than one.

    The generator works five times as hard at five times the load. It has a core of its own, so
    as not to take that from the services.
    """
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(cores) < 2:
        yield
        return
    os.sched_setaffinity(0, cores[of])
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def _nothing(_: bytes) -> None:
    """Nothing is to be learnt from this answer."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=Plan.flood_s, help="of the flood")
    parser.add_argument("settings", nargs="*", help="variables of the services, as NAME=VALUE")
    arguments = parser.parse_args()
    allow_many_files()
    FOLDER.mkdir(exist_ok=True)
    settings = dict(each.split("=", 1) for each in arguments.settings)
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix="bench-") as folder:
        measured = run(Plan(flood_s=arguments.seconds), Path(folder), settings)
    sys.stdout.write(table(measured))
    return 0 if all_met(measured) else 1


if __name__ == "__main__":
    sys.exit(main())
