"""The cost of following matches, on one machine: `make bench-live`.

The stack is Redis, one engine and one gateway without rate limits; all clients are in this
process. They share the processors with what they measure, so the results are ratios of two
numbers of the same run.

- Idle streams: both players follow each match, so no two streams are the same. By how much
  does the gateway's memory grow?
- Moves at a steady rate in many matches: how long does an answer take, and how much later
  does the opponent receive the event?
- One match with many spectators: how long until the last of them has received the event?
"""

import asyncio
import json
import os
import platform
import resource
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any

import uvloop

from bench.tables import PATIENCE_S, Match, new_matches
from tests.support.raw_streams import (
    allow_many_files,
    connect,
    cut_at_the_end,
    in_waves,
    patient_stack,
)
from tools.stack import Stack

RESULTS = Path(__file__).parent / "results"
MIB = 1 << 20
TARGET_MIB = 512
"""The goal for 5,000 idle streams."""


@dataclass(frozen=True)
class Plan:
    """The amounts to measure: `rate` moves per second, for `seconds`, in `matches`."""

    streams: int = 5000
    matches: int = 200
    rate: float = 200.0
    seconds: float = 20.0
    spectators: int = 1000
    moves: int = 50


QUICK = Plan(streams=500, matches=50, rate=50.0, seconds=5.0, spectators=100, moves=20)


@dataclass(frozen=True)
class Idle:
    """The gateway's memory, in bytes, before and after the streams were opened."""

    streams: int
    before: int
    after: int

    @property
    def mib(self) -> float:
        return (self.after - self.before) / MIB

    @property
    def kib_each(self) -> float:
        return self.mib * 1024 / self.streams


@dataclass
class Times:
    """Seconds for each move: until its answer, and from then until its event was `heard`."""

    answered: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    per_s: float = 0.0

    @property
    def all_in_all(self) -> list[float]:
        """Seconds from sending each move until its event was received."""
        return [sum(both) for both in zip(self.answered, self.heard, strict=True)]


@dataclass(frozen=True)
class Measured:
    plan: Plan
    idle: Idle
    moves: Times
    fan_out: Times


async def measure(stack: Stack, plan: Plan) -> Measured:
    """Measure everything on a stack that has just been started."""
    before = resident(stack)
    matches = await new_matches(stack.url, plan.streams // 2, step("matches made"))
    idle = await measure_idle(stack, matches, before)
    moves = await measure_moves(matches[: plan.matches], plan)
    fan_out = await measure_fan_out(matches[-1], plan)
    for match in matches:
        await match.connection.close()
    progress("")
    return Measured(plan, idle, moves, fan_out)


async def measure_idle(stack: Stack, matches: Sequence[Match], before: int) -> Idle:
    opening = [
        connect(seat.player.url, match.path, seat.player.token)
        for match in matches
        for seat in match.seats
    ]
    streams = await in_waves(opening, step("streams opened"))
    async with cut_at_the_end(streams):
        return Idle(len(streams), before, resident(stack))


async def measure_moves(matches: Sequence[Match], plan: Plan) -> Times:
    """Moves in all matches in turn, each at its scheduled time even if others are late."""
    times, rounds = Times(), round(plan.seconds * plan.rate / len(matches))
    async with AsyncExitStack() as open_streams:
        for match in matches:
            await open_streams.enter_async_context(cut_at_the_end(await match.follow()))
        start = asyncio.get_running_loop().time()

        async def play(place: int, match: Match) -> None:
            for turn in range(rounds):
                due = start + (turn * len(matches) + place) / plan.rate
                await asyncio.sleep(due - asyncio.get_running_loop().time())
                moved = await match.move()
                times.answered.append(moved.answered - moved.sent)
                heard = await moved.opponent.hears(match.version)
                times.heard.append(heard - moved.answered)
                await match.heard()
                progress(f"{len(times.heard)} moves made")

        await asyncio.gather(*(play(*each) for each in enumerate(matches)))
        times.per_s = len(times.heard) / (asyncio.get_running_loop().time() - start)
    return times


async def measure_fan_out(match: Match, plan: Plan) -> Times:
    """One move after another, each as soon as all spectators have received the one before."""
    times, audience = Times(), Audience(plan.spectators)
    url = match.seats[0].player.url
    opening = [connect(url, match.path, hear=audience.hear) for _ in range(plan.spectators)]
    spectators = await in_waves(opening, step("spectators"))
    async with cut_at_the_end([*await match.follow(), *spectators]):
        start = perf_counter()
        for _ in range(plan.moves):
            moved = await match.move()
            times.answered.append(moved.answered - moved.sent)
            times.heard.append(await audience.all_heard() - moved.answered)
            await match.heard()
            progress(f"{len(times.heard)} moves before {plan.spectators} spectators")
        times.per_s = plan.moves / (perf_counter() - start)
    return times


class Audience:
    """The spectators of one match; measures when the last of them receives a move."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._heard = 0
        self._all = asyncio.Event()
        self._last = 0.0

    def hear(self, name: str, line: bytes) -> None:
        if name != "change":
            return
        self._heard += 1
        if self._heard == self._size:
            self._last = perf_counter()
            self._all.set()

    async def all_heard(self) -> float:
        """The time at which the last spectator received the move; resets for the next move."""
        async with asyncio.timeout(PATIENCE_S):
            await self._all.wait()
        self._all.clear()
        self._heard = 0
        return self._last


def resident(stack: Stack) -> int:
    """The gateway's resident memory, in bytes."""
    pages = Path(f"/proc/{stack.gateway.pid}/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize()


def progress(text: str) -> None:
    """Show the text on the last row of a terminal; other outputs get none of it."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def step(what: str) -> Callable[[int], None]:
    return lambda count: progress(f"{count} {what}")


def rows(measured: Measured) -> list[tuple[float, Sequence[float], str]]:
    """Rows of the table: a ratio, the times that it is about, and a description."""
    plan, idle = measured.plan, measured.idle
    moves, fan_out = measured.moves, measured.fan_out
    size = f"{idle.mib:.0f} MiB for {idle.streams:,} idle streams, {idle.kib_each:.0f} KiB each"
    last = f"from it until {plan.spectators:,} spectators have heard of the move"
    return [
        (idle.mib / TARGET_MIB, (), f"{size}, to {TARGET_MIB} MiB"),
        (1.0, moves.answered, f"answer to a move, {moves.per_s:.0f} per second"),
        (to(moves.heard, moves.answered), moves.heard, "from it to the opponent's event"),
        (to(moves.all_in_all, moves.answered), moves.all_in_all, "from sending to that event"),
        (1.0, fan_out.answered, f"answer to a move, {fan_out.per_s:.1f} per second"),
        (to(fan_out.heard, fan_out.answered), fan_out.heard, last),
    ]


def table(measured: Measured) -> str:
    lines = [f"{'ratio':>6}  {'p50':>9}  {'p99':>9}"]
    for ratio, times, what in rows(measured):
        middle, high = (f"{ms(times, share):.1f} ms" if times else "-" for share in (50, 99))
        lines.append(f"{ratio:>6.2f}  {middle:>9}  {high:>9}  {what}")
    return "\n".join([*lines, "", "ratio: of the p99s, to that of the answer in the same run"])


def to(times: Sequence[float], base: Sequence[float]) -> float:
    return ms(times, 99) / ms(base, 99)


def ms(times: Sequence[float], share: int) -> float:
    """The percentile `share` of the times, in milliseconds."""
    return quantiles(times, n=100, method="inclusive")[share - 1] * 1000


def report(measured: Measured, quick: bool) -> dict[str, Any]:
    idle = measured.idle
    return {
        "quick": quick,
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "idle": {
            "ratio": round(idle.mib / TARGET_MIB, 2),
            "streams": idle.streams,
            "beforeMiB": round(idle.before / MIB),
            "overMiB": round(idle.mib, 1),
            "eachKiB": round(idle.kib_each, 1),
        },
        "moves": {"matches": measured.plan.matches, **summary(measured.moves)},
        "fanOut": {"spectators": measured.plan.spectators, **summary(measured.fan_out)},
    }


def summary(times: Times) -> dict[str, Any]:
    """Percentiles in milliseconds, and the ratio of the p99s."""
    return {
        "ratio": round(to(times.heard, times.answered), 2),
        "movesPerSecond": round(times.per_s, 1),
        "moves": len(times.heard),
        "answer": {f"p{share}": round(ms(times.answered, share), 2) for share in (50, 99)},
        "answerToEvent": {f"p{share}": round(ms(times.heard, share), 2) for share in (50, 99)},
    }


def run(plan: Plan) -> Measured:
    """Measure on a new stack, which is stopped afterwards."""
    allow_many_files()
    with tempfile.TemporaryDirectory() as folder:
        stack = patient_stack(Path(folder))
        try:
            stack.start()
            return uvloop.run(measure(stack, plan))
        finally:
            stack.stop()


def main() -> None:
    quick = os.environ.get("QUICK", "0") not in ("", "0")
    measured = run(QUICK if quick else Plan())
    print(table(measured))
    RESULTS.mkdir(exist_ok=True)
    results = RESULTS / ("live-quick.json" if quick else "live.json")
    results.write_text(json.dumps(report(measured, quick), indent=2) + "\n")


if __name__ == "__main__":
    main()
