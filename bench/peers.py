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

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from bench import machine, nodes
from bench.generator import Generator
from bench.goals import NOT_THERE, Goal, cpu_of, ratio
from bench.meter import Measured, WrongAnswer
from bench.moves import SEED, say
from bench.plan import Pace, Rounds, seen
from bench.report import aligned, cut_short, rates, said
from bench.stacks import FOLDER, PLAIN, new_stack, resume
from bench.turns import Measure, contender, take_turns

CLIENTS = 64
OURS = [each.name for each in seen(CLIENTS)]
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

FULL = Pace(first_s=5.0)
QUICK = Pace(rounds=3, seconds=0.6, warm_up_s=0.2, first_s=1.5)


@dataclass
class Results:
    """All measurements by name; `left_out` says of each other peer why it was not measured."""

    pace: Pace
    machine: dict[str, str]
    rounds: Rounds = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    seconds: float = 0.0


def run(pace: Pace, folder: Path) -> Results:
    """Measure on new servers, which are stopped afterwards. Raise WrongAnswer."""
    start, load = perf_counter(), machine.load()
    stack = new_stack(folder / "ours")
    with ExitStack() as at_the_end:
        at_the_end.callback(stack.stop)
        stack.start()
        at_the_end.callback(resume, stack)  # who stands still does not stop
        generator = at_the_end.enter_context(Generator())
        results = Results(pace, machine.about(stack.redis_url, folder) | {"load": load})
        results.machine["node"] = nodes.node_version()
        stacks = {PLAIN: stack}
        contenders = {each.name: contender(each, stacks, generator) for each in seen(CLIENTS)}
        contenders |= theirs(results, folder, at_the_end)
        results.rounds = take_turns(contenders, pace, Random(SEED))
    results.seconds = perf_counter() - start
    return results


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
    def measure(per_s: float, warm_up_s: float, seconds: float) -> Measured:
        moves = int(per_s * (warm_up_s + seconds) / CLIENTS) + 1
        return peer.measure(CLIENTS, moves, warm_up_s, seconds)

    return measure


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
    rate, reach, *latencies = rates(measured)
    return [
        rate,
        reach,
        *(said(ratio(rounds, own, name)) for own in OURS),
        *latencies,
        *(f"{cpu(measured, *names):.3f}" for names in (SERVERS, ("load",))),
        *(f"{median(share(one, *names) for one in measured):.0%}" for names in SHARES.values()),
        f"{median(one.share('stolen') / (os.cpu_count() or 1) for one in measured):.0%}",
    ]


def cpu(measured: Sequence[Measured], *names: str) -> float:
    """The median of processor seconds per 1,000 moves, of those processes that exist."""
    return median(map(cpu_of(*measured[0].cpu_s.keys() & names), measured))


def share(one: Measured, *names: str) -> float:
    return max(0.0, sum(one.share(name) for name in one.cpu_s.keys() & names))


def notes(results: Results) -> Iterator[str]:
    pace = results.pace
    yield (
        f"{pace.rounds} rounds of {pace.seconds:g} s, everything in turn, order drawn with seed "
        f"{SEED}; medians. A ratio is of moves/s in the same round: above 1, ours makes more."
    )
    yield "A move counts once the clients of both players hold the state after it."
    yield "Ours is on disk by then, theirs in memory (FlatFile: about to be written)."
    yield "s/1000: processor seconds for 1,000 moves. stolen: of the machine, by its host."
    yield from results.left_out
    yield from (f"{name}: {value}" for name, value in results.machine.items())
    yield f"took {results.seconds:.0f} s"
    yield from cut_short(results.rounds)


def text(results: Results) -> str:
    heads = ["goal, moves/s", "", "measured", ""]
    targets = [heads, *(goal.cells for goal in goals(results.rounds))]
    tables = [aligned([*rows(results.rounds)]), "\n".join(notes(results)), aligned(targets)]
    return "\n\n".join(tables)


def main() -> None:
    quick = os.environ.get("QUICK", "0") not in ("", "0")
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix="bench-") as folder:
        try:
            results = run(QUICK if quick else FULL, Path(folder))
        except WrongAnswer as wrong:
            sys.exit(str(wrong))
    print(text(results))


if __name__ == "__main__":
    main()
