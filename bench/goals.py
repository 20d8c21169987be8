"""The goals of the service, as ratios of measurements of the same rounds."""

from collections.abc import Callable, Iterator
from statistics import median
from typing import TypeAlias

from bench.goal import Goal
from bench.meter import Measured
from bench.plan import LIMITED, Results, off
from bench.seen import ANSWER, OPPONENT

Number: TypeAlias = Callable[[Measured], float]

KIB = 1024


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


def services_cpu(measured: Measured) -> float:
    return measured.cpu_per_1000("gateway", "engine", "redis")


def part(results: Results, name: str, number: Number, what: str, place: int) -> float | None:
    """The median of the ratio of a number to a further time in the same round; None without any.

    `place` is 0 for the p50 of that time, and 1 for its p99.
    """
    rounds = [each for each in results.rounds.get(name, []) if each and what in each.parts]
    return median(number(each) / each.parts[what][place] for each in rounds) if rounds else None


def opponent_p99(measured: Measured) -> float:
    return measured.parts[OPPONENT][1]


def goals(results: Results) -> Iterator[Goal]:
    yield from seen(results)
    yield from stored(results)
    for name in LIMITED:
        goal = f"{name} with limits to without, per s"
        yield Goal(goal, 0.95, ratio(results, name, off(name)))
    yield from space(results)


def seen(results: Results) -> Iterator[Goal]:
    cpu = ratio(results, "seen-64", "move-64", services_cpu)
    yield Goal("seen-64 to move-64, processor time", 1.5, cpu, False)
    yield Goal("seen-64 to hello-64, moves/s", 0.5, ratio(results, "seen-64", "hello-64"))
    event = part(results, "seen-64", opponent_p99, ANSWER, 1)
    yield Goal("seen-64, the opponent's event to the answer, p99", 1.3, event, False)
    last = part(results, "watched", p50, ANSWER, 0)
    yield Goal("watched, the last spectator's event to the answer, p50", 4.0, last, False)


def stored(results: Results) -> Iterator[Goal]:
    def to(name: str, base: str, number: Number = per_s) -> float | None:
        return ratio(results, name, base, number)

    yield Goal("move-64 to hello-64, moves/s", 1.0, to("move-64", "hello-64"))
    yield Goal("the same with the view", 0.8, to("view-64", "hello-64"))
    yield Goal("read-64 to hello-64, per s", 1.2, to("read-64", "hello-64"))
    yield Goal("the same of an unchanged match", 1.4, to("read-64-unchanged", "hello-64"))
    yield Goal("the same after a change", 0.5, to("read-after-change", "hello-64"))
    yield Goal("move-64 to naive-64, moves/s", 5.0, to("move-64", "naive-64"))
    yield Goal("move-64 to hello-64, p99", 2.5, to("move-64", "hello-64", p99), False)
    yield Goal("move-1 to hello-1, p50", 8.0, to("move-1", "hello-1", p50), False)
    yield Goal("batches to move-64, moves/s", 2.0, to("batch-4", "move-64"))
    yield Goal("socket-64 to move-64, moves/s", 1.1, to("socket-64", "move-64"))
    for crowd in ("crowd-matches", "crowd-streams"):
        yield Goal(f"{crowd} to move-64, moves/s", 0.9, to(crowd, "move-64"))
    for each in results.plan.engines:
        cost = to(f"engines-{each}", "move-64", engine_cpu)
        bound = 1.15 if each == 2 else 1.25
        yield Goal(f"{each} engines to one, their CPU a move", bound, cost, False)


def space(results: Results) -> Iterator[Goal]:
    asked = sum(results.commands.asked.values()) if results.commands else None
    yield Goal("commands to Redis for a lone move: its limits, itself", 2.0, asked, False, digits=1)
    match = results.memory.plain / KIB if results.memory else None
    yield Goal("KiB of Redis, a match", 2.9, match, False, digits=1)
    stream = results.stream and results.stream / KIB
    yield Goal("KiB of a gateway, a stream", 24.0, stream, False, digits=1)
