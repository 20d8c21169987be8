"""The report of `bench.moves`: tables to read."""

from collections.abc import Iterator, Sequence
from statistics import median

from bench.goals import cpu_of, goals, p50, p99, per_s, ratio, services_cpu
from bench.meter import Measured
from bench.plan import LIMITED, Results, Rounds, Workload, off
from bench.seen import ANSWER, OPPONENT

Cells = list[str]

RATES = ["per s", "least to most", "p50 ms", "p99 ms", "p99 x hello"]
HEADS = ["workload", "x hello", "cpu x hello", *RATES]
SERVICES = ["gateway", "engine", "redis"]
COSTS = [*SERVICES, "load"]
SHARES = ["load", "idle", "elsewhere", "stolen"]


def rows(results: Results) -> Iterator[Cells]:
    """The rows of the table of workloads, headings first."""
    yield [*HEADS, *(f"{name} s/1000" for name in COSTS), *(f"{name} of a core" for name in SHARES)]
    for each in results.todo:
        yield [each.name, *_cells(results.rounds, each)]


def _cells(rounds: Rounds, each: Workload) -> Cells:
    measured = rounds[each.name]
    return [
        said(ratio(rounds, each.name, each.hello)),
        said(ratio(rounds, each.name, each.hello, services_cpu), ".1f"),
        *rates(measured),
        said(ratio(rounds, each.name, each.hello, p99)),
        *(f"{median(map(cpu_of(name), measured)):.3f}" for name in COSTS),
        *(f"{max(median(one.share(name) for one in measured), 0):.0%}" for name in SHARES),
    ]


def rates(measured: Sequence[Measured]) -> Cells:
    """Medians of the rate, its bounds, and medians of the latencies p50 and p99."""
    per_second = [*map(per_s, measured)]
    return [
        f"{median(per_second):,.0f}",
        f"{min(per_second):,.0f} to {max(per_second):,.0f}",
        f"{median(map(p50, measured)):.2f}",
        f"{median(map(p99, measured)):.2f}",
    ]


def costs(results: Results) -> Iterator[Cells]:
    """The processor time of a seen move by process, in terms of a stored move's; headings first."""
    yield ["a seen move to move-64", *SERVICES, "all", "answer p50, p99 ms", "opponent p50, p99 ms"]
    for name, measured in results.rounds.items():
        if measured[0].parts:
            parts = [_part(measured, what) for what in (ANSWER, OPPONENT)]
            yield [name, *_cpu_ratios(results.rounds, name, "move-64"), *parts]


def limits(results: Results) -> Iterator[Cells]:
    """The processor time of workloads in terms of that without rate limits; headings first."""
    yield ["with limits to without, processor time", *SERVICES, "all"]
    for name in LIMITED:
        if off(name) in results.rounds:
            yield [name, *_cpu_ratios(results.rounds, name, off(name))]


def _cpu_ratios(rounds: Rounds, name: str, base: str) -> Cells:
    numbers = [*map(cpu_of, SERVICES), services_cpu]
    return [said(ratio(rounds, name, base, number)) for number in numbers]


def _part(rounds: Sequence[Measured], what: str) -> str:
    """The medians of p50 and p99 of a further time."""
    times = [one.parts[what] for one in rounds if what in one.parts]
    return ", ".join(f"{median(column):.2f}" for column in zip(*times, strict=True))


def notes(results: Results) -> Iterator[str]:
    plan = results.plan
    yield (
        f"{plan.rounds} rounds of {plan.seconds:g} s, everything in turn, order drawn with seed "
        f"{results.seed}; medians. Ratios are to hello of as many clients in the same round."
    )
    yield (
        "seen: the next move of a match is made once the last one is answered and both players' "
        "streams (NDJSON, SSE, or sockets, over which they also move) have told of it; latencies "
        "are until then. opponent: from the request to the opponent's event."
    )
    yield (
        f"watched: the same of one match with {plan.spectators:,} spectators more. "
        "read-after-change: a move, and a read of the match that finds it, counted once. "
        "naive: no batches, no caches."
    )
    yield "Rate limits apply, with numbers that are not reached, but not in limits-off."
    yield "cpu x hello: the processor time of gateway, engine and Redis; it depends less on chance."
    yield "s/1000: seconds of processor time for 1,000 moves (of hello and read: answers)."
    yield (
        "load: the load generator; idle: the stacks not measured at that time; elsewhere: all that "
        "is not the benchmark's; stolen: what the host of a virtual machine gave to others."
    )
    if results.stream:
        yield f"A stream takes {results.stream:,.0f} bytes of a gateway (of {plan.weighed:,})."
    yield from (f"{name}: {value}" for name, value in results.machine.items())
    yield f"took {results.seconds:.0f} s"
    yield from cut_short(results.rounds)


def cut_short(rounds: Rounds) -> Iterator[str]:
    for name, measured in rounds.items():
        if short := sum(one.cut_short for one in measured):
            yield f"{name}: the prepared matches did not last in {short} of {len(measured)} rounds"


def text(results: Results) -> str:
    """All tables; the goals are last, where they are seen."""
    tables = [[*each(results)] for each in (rows, costs, limits)]
    aims = [["goal", "", "measured", ""], *(goal.cells for goal in goals(results))]
    filled = [aligned(table) for table in tables if len(table) > 1]
    return "\n\n".join([*filled, "\n".join(notes(results)), aligned(aims)])


def said(value: float | None, form: str = ".2f") -> str:
    return "-" if value is None else format(value, form)


def aligned(table: Sequence[Cells]) -> str:
    """The table as text, with its first column aligned to the left and others to the right."""
    columns = max(map(len, table))
    full = [[*row, *[""] * (columns - len(row))] for row in table]
    widths = [max(map(len, column)) for column in zip(*full, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip()
        for row in full
    )
