"""Goals, as ratios of measurements of the same rounds, and those of the service."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import TypeAlias

from bench.meter import Measured
from bench.plan import LIMITED, Results, Rounds, off
from bench.seen import ANSWER, OPPONENT

Number: TypeAlias = Callable[[Measured], float]

KIB = 1024
NOT_THERE = "not there"


@dataclass(frozen=True)
class Goal:
    """A goal and its measured value; None if that was not measured."""

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
        value = "-" if self.value is None else f"{self.value:,.{self.digits}f}"
        return [self.name, bound, value, self.verdict]


def per_s(measured: Measured) -> float:
    return measured.per_s


def p50(measured: Measured) -> float:
    return measured.p50_ms


def p99(measured: Measured) -> float:
    return measured.p99_ms


def cpu_of(*names: str) -> Number:
    """Processor seconds that these processes used per 1,000 of what was done."""
    return lambda measured: measured.cpu_per_1000(*names)


services_cpu = cpu_of("gateway", "engine", "redis")


def ratio(rounds: Rounds, name: str, base: str, number: Number = per_s) -> float | None:
    """The median over the rounds of the ratio to `base` in the same round; None without any."""
    both = zip(rounds.get(name, []), rounds.get(base, []), strict=False)
    ratios = [number(own) / number(other) for own, other in both]
    return median(ratios) if ratios else None


def part(rounds: Rounds, name: str, number: Number, what: str, place: int) -> float | None:
    """The median of the ratio of a number to a further time in the same round; None without any.

    `place` is 0 for the p50 of that time, and 1 for its p99.
    """
    found = [each for each in rounds.get(name, []) if what in each.parts]
    return median(number(each) / each.parts[what][place] for each in found) if found else None


def goals(results: Results) -> Iterator[Goal]:
    """The goals of what was measured."""
    named = [*seen(results.rounds), *stored(results.rounds), *limits(results.rounds)]
    stream = results.stream and results.stream / KIB
    named.append(Goal("KiB of a gateway, a stream", 24.0, stream, False, digits=1))
    return (goal for goal in named if goal.value is not None)


def seen(rounds: Rounds) -> Iterator[Goal]:
    cpu = ratio(rounds, "seen-64", "move-64", services_cpu)
    yield Goal("seen-64 to move-64, processor time", 1.5, cpu, False)
    yield Goal("seen-64 to hello-64, moves/s", 0.5, ratio(rounds, "seen-64", "hello-64"))
    event = part(rounds, "seen-64", lambda one: one.parts[OPPONENT][1], ANSWER, 1)
    yield Goal("seen-64, the opponent's event to the answer, p99", 1.3, event, False)
    last = part(rounds, "watched", p50, ANSWER, 0)
    yield Goal("watched, the last spectator's event to the answer, p50", 4.0, last, False)


def stored(rounds: Rounds) -> Iterator[Goal]:
    def to(name: str, base: str, number: Number = per_s) -> float | None:
        return ratio(rounds, name, base, number)

    yield Goal("move-64 to hello-64, moves/s", 1.0, to("move-64", "hello-64"))
    yield Goal("the same with the view", 0.8, to("view-64", "hello-64"))
    yield Goal("read-64 to hello-64, per s", 1.2, to("read-64", "hello-64"))
    yield Goal("the same of an unchanged match", 1.4, to("read-64-unchanged", "hello-64"))
    yield Goal("the same after a change", 0.5, to("read-after-change", "hello-64"))
    yield Goal("move-64 to naive-64, moves/s", 5.0, to("move-64", "naive-64"))
    yield Goal("move-64 to hello-64, p99", 2.5, to("move-64", "hello-64", p99), False)
    yield Goal("move-1 to hello-1, p50", 8.0, to("move-1", "hello-1", p50), False)
    for engines, bound in ((2, 1.15), (4, 1.25)):
        cost = to(f"engines-{engines}", "move-64", cpu_of("engine"))
        yield Goal(f"{engines} engines to one, their CPU a move", bound, cost, False)


def limits(rounds: Rounds) -> Iterator[Goal]:
    for name in LIMITED:
        yield Goal(f"{name} with limits to without, per s", 0.95, ratio(rounds, name, off(name)))
