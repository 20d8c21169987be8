"""The goals of the service, as ratios of measurements of the same rounds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import TypeAlias

from bench.meter import Measured
from bench.plan import Results

Number: TypeAlias = Callable[[Measured], float]

NOT_THERE = "not there"
KIB = 1024


@dataclass(frozen=True)
class Goal:
    """A goal and its measured value; None if this service lacks what the goal is about."""

    name: str
    bound: float
    value: float | None
    at_least: bool = True
    digits: int = 2

    @property
    def verdict(self) -> str:
        """Whether the value meets the bound, rounded as it is printed."""
        if self.value is None:
            return NOT_THERE
        value = round(self.value, self.digits)
        met = value >= self.bound if self.at_least else value <= self.bound
        return "met" if met else "NOT MET"

    @property
    def cells(self) -> list[str]:
        bound = f"{'at least' if self.at_least else 'at most'} {self.bound:,g}"
        return [
            self.name,
            bound,
            "-" if self.value is None else f"{self.value:,.{self.digits}f}",
            self.verdict,
        ]


def per_s(measured: Measured) -> float:
    return measured.per_s


def p50(measured: Measured) -> float:
    return measured.p50_ms


def p99(measured: Measured) -> float:
    return measured.p99_ms


def engine_cpu(measured: Measured) -> float:
    return measured.cpu_per_1000("engine")


def middle(results: Results, name: str, number: Number) -> float | None:
    """The median of the rounds; None without any."""
    numbers = [number(each) for each in results.rounds.get(name, []) if each]
    return median(numbers) if numbers else None


def ratio(results: Results, name: str, base: str, number: Number = per_s) -> float | None:
    """The median over the rounds of the ratio to `base` in the same round; None without any."""
    both = zip(results.rounds.get(name, []), results.rounds.get(base, []), strict=False)
    ratios = [number(own) / number(other) for own, other in both if own and other]
    return median(ratios) if ratios else None


def goals(results: Results) -> Iterator[Goal]:
    def to(name: str, base: str, number: Number = per_s) -> float | None:
        return ratio(results, name, base, number)

    yield Goal("move-64 to hello-64, moves/s", 1.0, to("move-64", "hello-64"))
    yield Goal("the same with the view", 0.7, to("view-64", "hello-64"))
    yield Goal("move-64 to naive-64, moves/s", 5.0, to("move-64", "naive-64"))
    yield Goal("move-64 to hello-64, p99", 2.5, to("move-64", "hello-64", p99), False)
    yield Goal("move-1 to hello-1, p50", 3.0, to("move-1", "hello-1", p50), False)
    yield Goal("batches to move-64, moves/s", 2.0, to("batch-4", "move-64"))
    yield Goal("socket-64 to move-64, moves/s", 1.1, to("socket-64", "move-64"))
    for crowd in ("crowd-matches", "crowd-streams"):
        yield Goal(f"{crowd} to move-64, moves/s", 0.9, to(crowd, "move-64"))
    for each in results.plan.engines:
        cost = to(f"engines-{each}", "move-64", engine_cpu)
        yield Goal(f"{each} engines to one, their CPU a move", 1.2, cost, False)
    asked = sum(results.commands.asked.values())
    yield Goal("commands that Redis is asked for, a move", 1.0, asked, False, digits=1)
    yield Goal("KiB of Redis, a match", 4.0, results.memory.plain / KIB, False)
