"""Seen moves compared with boardgame.io and Colyseus: `make bench-peers`.

64 matches at once, one move under way in each, on the whole machine: all servers and the
players share its processors. All play the same: the oldest card of the hand is thrown away
and one is drawn from the deck; nobody is shown the other's hand. All take turns, in an order
that is drawn anew for each round, and a ratio is of two numbers of the same round.

A move counts when the clients of both players hold the state after it, and then the next one
is made. What they hold:

- seen-64, seen-sse-64, seen-socket-64: the move was answered, so it is on disk (Redis,
  `appendfsync always`). Both players' streams, or their sockets, have told of it, with events
  and the whole view of each. Rate limits apply.
- boardgame.io: its own server, Socket.IO over a WebSocket; the new state, whole, of which
  `playerView` has left the secrets away. It is sent to both players *before* it is stored, in
  memory or, with FlatFile, in files that are not synced to disk.
- Colyseus: its own client; a patch of the state, filtered by a StateView for each player.
  It is sent to both players, after each move (`broadcastPatch`) or every 50 ms, as it comes.
  Nothing is stored.

The peers' matches are made before the clock runs, as ours are. Rounds of Colyseus are dealt
in one room, one after another. Their clients run on Node, ours on Python, one process each;
each parses what both players get.

Node and npm are needed; without them the peers are left out. QUICK=1 is short.
"""

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, TypeAlias

from tqdm import tqdm

from bench import machine, nodes
from bench.generator import Generator
from bench.goal import NOT_THERE, Goal
from bench.load import Order
from bench.meter import Measured, WrongAnswer
from bench.moves import FOLDER, GUESS_PER_S, MARGIN, RESULTS, SEED, say
from bench.report import aligned
from bench.stacks import PLAIN, awake, new_stack, processes, resume
from tools.stack import Stack

CLIENTS = 64
OURS = {"seen-64": "seen", "seen-sse-64": "seen-sse", "seen-socket-64": "seen-socket"}
"""How they are called in `bench.moves`, and in `load.TABLES`."""
MEMORY, FILES = "boardgame.io, memory", "boardgame.io, FlatFile"
PER_MOVE, PER_50_MS = "Colyseus, a patch per move", "Colyseus, patches every 50 ms"
PEERS = {MEMORY: "boardgame", FILES: "boardgame", PER_MOVE: "colyseus", PER_50_MS: "colyseus"}
"""The folder of each below bench/peers."""
WISHES = {MEMORY: 1.0, FILES: 2.5, PER_MOVE: 0.25, PER_50_MS: 0.8}
"""Goals for the ratio of seen-64 to each."""
SERVERS = ("gateway", "engine", "redis", "server")
HEADS = ["64 matches", "moves/s", "least to most", *(f"{own} to it" for own in OURS)]
TIMES = ["p50 ms", "p99 ms", "servers s/1000", "client s/1000"]
SHARES = {"servers": SERVERS, "client": ("load",), "elsewhere": ("elsewhere",)}

Rounds: TypeAlias = Mapping[str, Sequence[Measured]]
Measure: TypeAlias = Callable[[float, float, float], Measured]
"""Called with the moves that may be made in a second, the warm-up, and the seconds."""


@dataclass(frozen=True)
class Plan:
    """Rounds and their length. The first round warms the servers up and does not count."""

    rounds: int = 5
    seconds: float = 2.5
    warm_up_s: float = 0.5
    first_s: float = 5.0


QUICK = Plan(rounds=3, seconds=0.6, warm_up_s=0.2, first_s=1.5)


@dataclass
class Results:
    """All measurements by name; `left_out` says of each other peer why it was not measured."""

    plan: Plan
    machine: dict[str, str]
    rounds: dict[str, list[Measured]] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    seconds: float = 0.0


def run(plan: Plan, folder: Path) -> Results:
    """Measure on new servers, which are stopped afterwards. Raise WrongAnswer."""
    start, load = perf_counter(), machine.load()
    stack = new_stack(folder / "ours")
    with ExitStack() as at_the_end:
        at_the_end.callback(stack.stop)
        stack.start()
        at_the_end.callback(resume, stack)  # who stands still does not stop
        generator = at_the_end.enter_context(Generator())
        results = Results(plan, machine.about(stack.redis_url, folder) | {"load": load})
        results.machine["node"] = nodes.node_version()
        contenders = {name: _ours(stack, generator, talk) for name, talk in OURS.items()}
        contenders |= theirs(results, folder, at_the_end)
        measure(contenders, results, Random(SEED))
    results.seconds = perf_counter() - start
    return results


def _ours(stack: Stack, generator: Generator, talk: str) -> Measure:
    def play(per_s: float, warm_up_s: float, seconds: float) -> Measured:
        moves = int(per_s * MARGIN * (warm_up_s + seconds) / CLIENTS) + 1
        pids = processes({PLAIN: stack}, PLAIN)
        order = Order(stack.url, talk, CLIENTS, warm_up_s, seconds, moves, processes=pids)
        with awake(stack):
            measured = generator.measure(order)
        assert measured
        return measured

    return play


def theirs(results: Results, folder: Path, at_the_end: ExitStack) -> dict[str, Measure]:
    """Start the peers that can be installed here; they run until the end of the block."""
    found: dict[str, Measure] = {}
    for name, program in PEERS.items():
        say(f"{name}: installed, if it is not yet, and started ...")
        data = folder / str(len(found))
        files = {"FOLDER": str(data / "files")} if name == FILES else {}
        patch = {"PATCH": "move"} if name == PER_MOVE else {}
        try:
            peer = at_the_end.enter_context(nodes.Peer(program, data, **files, **patch))
        except nodes.NotHere as why:
            results.left_out.append(str(why))
        else:
            found[name] = _theirs(peer)
            results.machine[program] = nodes.versions(program)
    return found


def _theirs(peer: nodes.Peer) -> Measure:
    def play(per_s: float, warm_up_s: float, seconds: float) -> Measured:
        moves = int(per_s * MARGIN * (warm_up_s + seconds) / CLIENTS) + 1
        return peer.measure(CLIENTS, moves, warm_up_s, seconds)

    return play


def measure(contenders: Mapping[str, Measure], results: Results, dice: Random) -> None:
    """Measure everything in turn, round by round."""
    plan = results.plan
    per_s = dict.fromkeys(contenders, GUESS_PER_S)
    total = len(contenders) * (plan.rounds + 1)
    with tqdm(total=total, unit="run", file=sys.stderr, disable=None) as bar:
        for turn in range(plan.rounds + 1):
            for name in dice.sample(list(contenders), len(contenders)):
                bar.set_description(f"round {turn} of {plan.rounds}: {name}")
                seconds = plan.seconds if turn else plan.first_s
                measured = contenders[name](per_s[name], plan.warm_up_s, seconds)
                per_s[name] = measured.per_s
                if turn:
                    results.rounds.setdefault(name, []).append(measured)
                bar.update()


def ratio(rounds: Rounds, own: str, base: str) -> float | None:
    """The median over the rounds of the ratio of moves/s in the same round; None without any."""
    both = zip(rounds.get(own, []), rounds.get(base, []), strict=False)
    ratios = [mine.per_s / other.per_s for mine, other in both]
    return median(ratios) if ratios else None


def goals(rounds: Rounds) -> Iterator[Goal]:
    own = "seen-64"
    for peer, bound in WISHES.items():
        yield Goal(f"{own} to {peer}", bound, ratio(rounds, own, peer))


def rows(rounds: Rounds) -> Iterator[list[str]]:
    """The rows of the table, headings first."""
    yield [*HEADS, *TIMES, *(f"{name} of a core" for name in SHARES), "stolen"]
    for name in (*OURS, *PEERS):
        yield [name, *(_cells(rounds, name) if name in rounds else [NOT_THERE])]


def _cells(rounds: Rounds, name: str) -> list[str]:
    measured = rounds[name]
    rates = [one.per_s for one in measured]
    return [
        f"{median(rates):,.0f}",
        f"{min(rates):,.0f} to {max(rates):,.0f}",
        *(_said(ratio(rounds, own, name)) for own in OURS),
        f"{median(one.p50_ms for one in measured):.2f}",
        f"{median(one.p99_ms for one in measured):.2f}",
        *(f"{cpu(measured, *names):.3f}" for names in (SERVERS, ("load",))),
        *(f"{median(share(one, *names) for one in measured):.0%}" for names in SHARES.values()),
        f"{median(one.share('stolen') / cores() for one in measured):.0%}",
    ]


def cpu(measured: Sequence[Measured], *names: str) -> float:
    """The median of processor seconds per 1,000 moves, of those processes that exist."""
    return median(one.cpu_per_1000(*one.cpu_s.keys() & names) for one in measured)


def share(one: Measured, *names: str) -> float:
    return max(0.0, sum(one.share(name) for name in one.cpu_s.keys() & names))


def cores() -> int:
    return os.cpu_count() or 1


def _said(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def notes(results: Results) -> Iterator[str]:
    plan = results.plan
    yield (
        f"{plan.rounds} rounds of {plan.seconds:g} s, everything in turn, order drawn with seed "
        f"{SEED}; medians. A ratio is of moves/s in the same round: above 1, ours makes more."
    )
    yield "A move counts once the clients of both players hold the state after it."
    yield "Ours is on disk by then, theirs in memory (FlatFile: about to be written)."
    yield "s/1000: processor seconds for 1,000 moves. stolen: of the machine, by its host."
    yield from results.left_out
    yield from (f"{name}: {value}" for name, value in results.machine.items())
    yield f"took {results.seconds:.0f} s"
    for name, measured in results.rounds.items():
        if short := sum(one.cut_short for one in measured):
            yield f"{name}: the prepared matches did not last in {short} of {len(measured)} rounds"


def text(results: Results) -> str:
    heads = ["goal, moves/s", "", "measured", ""]
    targets = [heads, *(goal.cells for goal in goals(results.rounds))]
    tables = [aligned([*rows(results.rounds)]), "\n".join(notes(results)), aligned(targets)]
    return "\n\n".join(tables)


def document(results: Results) -> dict[str, Any]:
    return {
        "machine": results.machine,
        "seed": SEED,
        "plan": asdict(results.plan),
        "seconds": round(results.seconds),
        "leftOut": results.left_out,
        "goals": [{**asdict(goal), "verdict": goal.verdict} for goal in goals(results.rounds)],
        "rounds": {
            name: [{**asdict(one), "perSecond": one.per_s} for one in measured]
            for name, measured in results.rounds.items()
        },
    }


def main() -> None:
    quick = os.environ.get("QUICK", "0") not in ("", "0")
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix="bench-") as folder:
        try:
            results = run(QUICK if quick else Plan(), Path(folder))
        except WrongAnswer as wrong:
            sys.exit(str(wrong))
    print(text(results))
    RESULTS.mkdir(exist_ok=True)
    written = RESULTS / ("peers-quick.json" if quick else "peers.json")
    written.write_text(json.dumps(document(results), indent=2) + "\n")


if __name__ == "__main__":
    main()
