"""The report of `bench.moves`: tables to read, and JSON."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Any

from bench.goal import NOT_THERE, Goal
from bench.goals import Number, goals, middle, p50, p99, per_s, ratio, services_cpu
from bench.meter import Measured
from bench.plan import LIMITED, Results, Workload, off
from bench.seen import ANSWER, OPPONENT
from bench.storage import Commands, Memory

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
        measured = [one for one in results.rounds[each.name] if one]
        yield [each.name, *(_cells(results, each, measured) if measured else [NOT_THERE])]


def _cells(results: Results, each: Workload, measured: Sequence[Measured]) -> Cells:
    rates = [one.per_s for one in measured]
    return [
        _said(ratio(results, each.name, each.hello), ".2f"),
        _said(ratio(results, each.name, each.hello, services_cpu), ".1f"),
        f"{median(rates):,.0f}",
        f"{min(rates):,.0f} to {max(rates):,.0f}",
        f"{median(map(p50, measured)):.2f}",
        f"{median(map(p99, measured)):.2f}",
        _said(ratio(results, each.name, each.hello, p99), ".2f"),
        *(f"{median(one.cpu_per_1000(name) for one in measured):.3f}" for name in COSTS),
        *(f"{max(median(one.share(name) for one in measured), 0):.0%}" for name in SHARES),
    ]


def costs(results: Results) -> Iterator[Cells]:
    """The processor time of a seen move by process, in terms of a stored move's; headings first."""
    yield ["a seen move to move-64", *SERVICES, "all", "answer p50, p99 ms", "opponent p50, p99 ms"]
    for each in results.todo:
        rounds = [one for one in results.rounds[each.name] if one and one.parts]
        if rounds:
            parts = [_part(rounds, what) for what in (ANSWER, OPPONENT)]
            yield [each.name, *_cpu_ratios(results, each.name, "move-64"), *parts]


def limits(results: Results) -> Iterator[Cells]:
    """The processor time of workloads in terms of that without rate limits; headings first."""
    yield ["with limits to without, processor time", *SERVICES, "all"]
    for name in LIMITED:
        if results.rounds.get(off(name)):
            yield [name, *_cpu_ratios(results, name, off(name))]


def _cpu_ratios(results: Results, name: str, base: str) -> Cells:
    numbers = [*map(_cpu_of, SERVICES), services_cpu]
    return [_said(ratio(results, name, base, number), ".2f") for number in numbers]


def _cpu_of(name: str) -> Number:
    return lambda measured: measured.cpu_per_1000(name)


def _part(rounds: Sequence[Measured], what: str) -> str:
    """The medians of p50 and p99 of a further time."""
    times = [one.parts[what] for one in rounds if what in one.parts]
    return ", ".join(f"{median(column):.2f}" for column in zip(*times, strict=True))


def playouts(results: Results) -> Iterator[Cells]:
    yield ["rules, one core", "moves/s", "least to most"]
    for name, rates in results.playouts.items():
        yield [name, f"{median(rates):,.0f}", f"{min(rates):,.0f} to {max(rates):,.0f}"]


def storage(results: Results) -> Iterator[Cells]:
    """The memory of a stream and a match, and the commands that Redis got per move, as text."""
    memory, commands = results.memory, results.commands
    yield ["memory and commands", "", ""]
    if results.stream:
        streams = f"of {results.plan.weighed:,}"
        yield ["bytes of a gateway, a stream", f"{results.stream:,.0f}", streams]
    if memory and commands:
        yield from _stored(memory, commands)
    counted = [one for one in results.rounds.get("move-64", []) if one and one.commands]
    if counted:
        calls = {name: count / counted[-1].done for name, count in counted[-1].commands.items()}
        yield ["all of them", _listed(calls), "a move of move-64"]


def _stored(memory: Memory, commands: Commands) -> Iterator[Cells]:
    yield ["bytes, a match at 22 moves", f"{memory.plain:,.0f}", f"of {memory.matches:,}"]
    yield ["the same, a key on every move", f"{memory.keyed:,.0f}", f"of {memory.matches:,}"]
    alone = f"a move of one client, of {commands.moves:,}"
    yield ["asked for by clients", _listed(commands.asked), alone]
    yield ["called by scripts", _listed(commands.scripts), alone]


def _listed(calls: dict[str, float]) -> str:
    """The commands that are more frequent than occasional background work."""
    often = sorted(calls.items(), key=lambda item: -item[1])
    return ", ".join(f"{name.upper()} {per:.2f}" for name, per in often if per >= 0.01)


def notes(results: Results) -> Iterator[str]:
    plan = results.plan
    yield (
        f"{plan.rounds} rounds of {plan.seconds:g} s, everything in turn, order drawn with seed "
        f"{results.seed}; medians. Ratios are to hello of as many clients in the same round "
        "(batches: to hello-64)."
    )
    yield (
        "seen: the next move of a match is made once the last one is answered and both players' "
        "streams (NDJSON, SSE, or sockets, over which they also move) have told of it; latencies "
        "are until then. opponent: from the request to the opponent's event."
    )
    yield (
        f"watched: the same of one match with {plan.spectators:,} spectators more. "
        "read-after-change: a move, and a read of the match that finds it, counted once. "
        f"deep: version 1 of a match of {plan.depth:,} versions."
    )
    yield "Rate limits apply, with numbers that are not reached, but not in limits-off."
    yield "cpu x hello: the processor time of gateway, engine and Redis; it depends less on chance."
    yield "s/1000: seconds of processor time for 1,000 moves (of hello and read: answers)."
    yield (
        "load: the load generator; idle: the stacks not measured at that time; elsewhere: all that "
        "is not the benchmark's; stolen: what the host of a virtual machine gave to others."
    )
    yield (
        f"batch-4: 32 moves a call. crowd: move-64 beside {plan.crowd:,} other live matches, and "
        f"while {plan.streams:,} streams are open. naive: no batches, no caches."
    )
    yield from (f"{name}: {value}" for name, value in results.machine.items())
    yield f"took {results.seconds:.0f} s"
    for name, rounds in results.rounds.items():
        if short := sum(one.cut_short for one in rounds if one):
            yield f"{name}: the prepared matches did not last in {short} of {len(rounds)} rounds"


def tables(results: Results) -> list[list[Cells]]:
    goal_heads = ["goal", "", "measured", ""]
    goal_rows = [goal_heads, *(goal.cells for goal in measured_goals(results))]
    made = [[*each(results)] for each in (rows, costs, limits, storage, playouts)]
    return [goal_rows, *(table for table in made if len(table) > 1)]


def measured_goals(results: Results) -> Iterator[Goal]:
    """The goals; of those without a value only what the service lacks, not what was left out."""
    return (goal for goal in goals(results) if goal.value is not None or not results.only)


def text(results: Results) -> str:
    """The report for a terminal; the goals are last, where they are seen."""
    first, *others = tables(results)
    said = [*map(aligned, others), "\n".join(notes(results)), aligned(first)]
    return "\n\n".join(said)


def markdown(results: Results) -> str:
    said = [*map(_piped, tables(results)), "\n".join(f"- {note}" for note in notes(results))]
    return "\n\n".join(said) + "\n"


def document(results: Results) -> dict[str, Any]:
    return {
        "machine": results.machine,
        "seed": results.seed,
        "plan": asdict(results.plan),
        "seconds": round(results.seconds),
        "goals": [{**asdict(goal), "verdict": goal.verdict} for goal in goals(results)],
        "workloads": {each.name: _documented(results, each) for each in results.todo},
        "playouts": results.playouts,
        "memory": results.memory and asdict(results.memory),
        "commands": results.commands and asdict(results.commands),
        "streamBytes": results.stream,
        "orders": results.orders,
    }


def write(results: Results, folder: Path, name: str) -> None:
    """Write NAME.json and NAME.md."""
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(_short(document(results)), indent=2) + "\n")
    (folder / f"{name}.md").write_text(markdown(results))


def _documented(results: Results, each: Workload) -> dict[str, Any]:
    return {
        **asdict(each),
        "toHello": ratio(results, each.name, each.hello),
        "p99ToHello": ratio(results, each.name, each.hello, p99),
        "perSecond": middle(results, each.name, per_s),
        "rounds": [one and asdict(one) for one in results.rounds[each.name]],
    }


def _short(value: Any) -> Any:
    """The same structure, with numbers rounded to meaningful digits."""
    if isinstance(value, dict):
        return {name: _short(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_short(each) for each in value]
    return float(f"{value:.5g}") if isinstance(value, float) else value


def _said(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def aligned(table: Sequence[Cells]) -> str:
    """The table as text, with its first column aligned to the left and others to the right."""
    columns = max(map(len, table))
    full = [[*row, *[""] * (columns - len(row))] for row in table]
    widths = [max(len(row[place]) for row in full) for place in range(columns)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip()
        for row in full
    )


def _piped(table: Sequence[Cells]) -> str:
    columns = max(map(len, table))
    full = [[*row, *[""] * (columns - len(row))] for row in table]
    rule = ["---", *["---:"] * (columns - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in [full[0], rule, *full[1:]])
