"""Measurements: latencies of answers, and the processor time used meanwhile."""

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

import orjson

TICKS_PER_S = os.sysconf("SC_CLK_TCK")
SAID = 300
"""How many bytes of a refusal are reported."""


@dataclass(frozen=True)
class Measured:
    """The result of a measurement: answers and what they did (mostly moves), latencies in ms.

    `cpu_s` has seconds of processor time by the name of what used it: "elsewhere" is all that
    is not ours, "stolen" what was kept from the machine. `all_done` counts what was done before
    and after as well. `cut_short` says that the prepared matches did not last. `parts` has p50
    and p99 of further times by name, in ms.
    """

    seconds: float
    answers: int
    done: int
    p50_ms: float
    p99_ms: float
    cpu_s: dict[str, float]
    all_done: int
    cut_short: bool
    parts: dict[str, tuple[float, float]] = field(default_factory=dict)

    @property
    def per_s(self) -> float:
        return self.done / self.seconds

    def share(self, name: str) -> float:
        """The share of one core that the process of this name used."""
        return self.cpu_s[name] / self.seconds

    def cpu_per_1000(self, *names: str) -> float:
        """Processor seconds that these processes used per 1,000 of what was done."""
        return sum(self.cpu_s[name] for name in names) / max(self.done, 1) * 1000


class WrongAnswer(Exception):
    """An answer was not what it should have been; the message says what it was."""


class Meter:
    """Records answers between `begin` and `end`, which a timer may call."""

    def __init__(self, processes: Mapping[str, Sequence[int]], least: int = 1) -> None:
        """`processes` are process ids by name. It ends after at least `least` answers."""
        self._least = least
        self._due = False
        self.over = False
        self.all_done = 0
        self._processes = processes
        self._measuring = self._cut_short = False
        self._latencies: list[float] = []
        self._done = 0
        self._seconds = 0.0
        self._cpu: dict[str, float] = {}
        self._parts: dict[str, list[float]] = {}
        self._wrong = ""

    def begin(self) -> None:
        if not self.over:
            self._cpu, self._seconds = self._used(), -perf_counter()
            self._measuring = True

    def end(self) -> None:
        self._due = True
        if len(self._latencies) >= self._least:
            self._stop()

    def note(self, latency_s: float, done: int) -> None:
        """Note an answer; one that has done nothing is only on the way to another."""
        self.all_done += done
        if self._measuring and done:
            self._latencies.append(latency_s)
            self._done += done
            if self._due:
                self.end()

    def note_part(self, what: str, latency_s: float) -> None:
        if self._measuring:
            self._parts.setdefault(what, []).append(latency_s)

    def refuse(self, status: int, body: bytes) -> None:
        """End: what is answered wrongly says nothing about what is answered well."""
        self._wrong = self._wrong or f"{status} {_reason(body)}"
        self._stop()

    def exhausted(self) -> None:
        """End early, since a client has no more requests."""
        self._cut_short |= not self.over
        self._stop()

    def result(self) -> Measured:
        """The measurement. Raise WrongAnswer if an answer was wrong, or none was recorded."""
        if self._wrong or not self._latencies:
            raise WrongAnswer(self._wrong or "There was no answer.")
        times = sorted(self._latencies)
        return Measured(
            self._seconds,
            len(times),
            self._done,
            *_p50_and_p99(times),
            self._cpu,
            self.all_done,
            self._cut_short,
            {what: _p50_and_p99(sorted(each)) for what, each in self._parts.items()},
        )

    def _stop(self) -> None:
        if self._measuring:
            self._measuring = False
            self._seconds += perf_counter()
            self._cpu = {name: used - self._cpu[name] for name, used in self._used().items()}
        self.over = True

    def _used(self) -> dict[str, float]:
        own = {"load": time.process_time()}
        ours = own | {name: sum(map(cpu_s, pids)) for name, pids in self._processes.items()}
        busy, stolen = machine_s()
        return ours | {"elsewhere": busy - sum(ours.values()), "stolen": stolen}


def cpu_s(pid: int) -> float:
    """The processor time of a process and of its threads, those that ended included.

    The id of such a clock is made as `clock_getcpuclockid` of the C library makes it.
    """
    return time.clock_gettime((~pid << 3) | 2)


def machine_s() -> tuple[float, float]:
    """Seconds in which the cores were busy, and seconds that the host gave to other machines."""
    with Path("/proc/stat").open() as stat:
        ticks = [int(each) for each in stat.readline().split()[1:9]]
    user, nice, system, _, _, irq, soft_irq, stolen = (each / TICKS_PER_S for each in ticks)
    return user + nice + system + irq + soft_irq, stolen


def _reason(body: bytes) -> str:
    """The detail of a problem without its request id; else the beginning of the body."""
    try:
        return str(orjson.loads(body)["detail"])
    except (ValueError, LookupError, TypeError):
        return body[:SAID].decode(errors="replace")


def _p50_and_p99(ordered: Sequence[float]) -> tuple[float, float]:
    """In milliseconds, of seconds in order."""
    return percentile(ordered, 50) * 1000, percentile(ordered, 99) * 1000


def percentile(ordered: Sequence[float], share: int) -> float:
    """The percentile `share` of numbers that are in order."""
    return ordered[max(0, -(-len(ordered) * share // 100) - 1)]
