"""Seen moves and idle matches beside those of other frameworks: `make bench-peers`.

64 matches at once, one move under way in each, on the whole machine: all servers and the
players share its processors. All play the same: the oldest card of the hand is thrown away
and one is drawn from the deck; nobody is shown the other's hand. All take turns, in an order
that is drawn anew for each round, and a ratio is of two numbers of the same round: of the
processor time of the servers for a move, since how many there are in a second depends on how
many of the processors the others leave.

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
- workerd: a Durable Object for each match, which is kept in memory (`preventEviction`), and a
  WebSocket for each player. It sends the whole state, as the player may see it, to both. Nothing
  is stored.

The peers' matches are made before the clock runs, as ours are. Rounds of Colyseus are dealt
in one room, one after another. Their clients run on Node, ours on Python, one process each;
each parses what both players get.

Then matches are made on new servers in which nobody moves, with two players each who have been
there and have gone. The rooms of Colyseus are told to stay (`autoDispose`). After a rest, the
memory of all processes of the servers is read, and their processor time for a while.

Node and npm are needed; without them the peers are left out. QUICK=1 is short.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

import uvloop

from bench import machine, nodes
from bench.generator import Generator
from bench.goals import NOT_THERE, Goal, cpu_of, ratio
from bench.idle import REST_S, Idle, weigh
from bench.meter import Measured, WrongAnswer
from bench.moves import SEED, say
from bench.plan import Pace, Rounds, seen
from bench.prepare import MOVES, Room
from bench.report import aligned, cut_short, rates, said
from bench.stacks import FOLDER, PLAIN, new_stack, processes, resume
from bench.turns import Measure, contender, take_turns

CLIENTS = 64
OURS = [each.name for each in seen(CLIENTS)]
MEMORY, FILES = "boardgame.io, memory", "boardgame.io, FlatFile"
PER_MOVE, PER_50_MS = "Colyseus, a patch per move", "Colyseus, patches every 50 ms"
OBJECT = "workerd, a Durable Object, memory"
PEERS = {
    MEMORY: "boardgame",
    FILES: "boardgame",
    PER_MOVE: "colyseus",
    PER_50_MS: "colyseus",
    OBJECT: "workerd",
}
"""The folder of each below bench/peers."""
CROUPIER = "Croupier: gateway, engine and Redis"
SERVERS = ("gateway", "engine", "redis", "server")
HEADS = ["64 matches", *(f"{own} to it" for own in OURS), "moves/s", "least to most"]
TIMES = ["p50 ms", "p99 ms", "servers s/1000", "client s/1000"]
SHARES = {"servers": SERVERS, "client": ("load",), "elsewhere": ("elsewhere",)}

MIB = 1024 * 1024


@dataclass(frozen=True)
class Plan(Pace):
    """The pace of the rounds; then `matches` in which nobody moves, measured for `quiet_s`."""

    rounds: int = 20
    seconds: float = 1.5
    first_s: float = 5.0
    matches: int = 10_000
    quiet_s: float = 30.0


FULL = Plan()
QUICK = Plan(rounds=3, seconds=0.6, warm_up_s=0.2, first_s=1.5, matches=500, quiet_s=5.0)


@dataclass
class Results:
    """All measurements by name; `left_out` says of each other peer why it was not measured."""

    plan: Plan
    machine: dict[str, str]
    rounds: Rounds = field(default_factory=dict)
    idle: dict[str, Idle] = field(default_factory=dict)
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
        stacks = {PLAIN: stack}
        contenders = {each.name: contender(each, stacks, generator) for each in seen(CLIENTS)}
        contenders |= theirs(results, folder, at_the_end)
        results.rounds = take_turns(contenders, plan, Random(SEED))
    results.idle = dict(idle(results, folder / "idle"))
    results.seconds = perf_counter() - start
    return results


def theirs(results: Results, folder: Path, at_the_end: ExitStack) -> dict[str, Measure]:
    """Start the peers that can be installed here; they run until the end of the block."""
    found: dict[str, Measure] = {}
    for name, program in PEERS.items():
        say(f"{name}: installed, if it is not yet, and started ...")
        try:
            peer = at_the_end.enter_context(_peer(name, folder / name))
        except nodes.NotHere as why:
            results.left_out.append(str(why))
        else:
            found[name] = _theirs(peer)
            results.machine[program] = nodes.versions(program)
    return found


def _peer(name: str, data: Path, **environment: str) -> nodes.Peer:
    files = {"FOLDER": str(data / "files")} if name == FILES else {}
    patch = {"PATCH": "move"} if name == PER_MOVE else {}
    return nodes.Peer(PEERS[name], data, **files, **patch, **environment)


def idle(results: Results, folder: Path) -> Iterator[tuple[str, Idle]]:
    """Measure ours and all peers that are here with matches in which nobody moves."""
    plan = results.plan
    say(f"{plan.matches:,} matches are made on each ...")
    with new_stack(folder / "ours") as stack:
        pids = [pid for each in processes({PLAIN: stack}, PLAIN).values() for pid in each]
        yield CROUPIER, weigh(pids, partial(_leave, stack.url), plan.matches, plan.quiet_s)
    for name in PEERS:
        if name in results.rounds:
            with _peer(name, folder / name, KEEP="yes") as peer:
                yield name, weigh(peer.pids, peer.leave, plan.matches, plan.quiet_s)


def _leave(url: str, matches: int) -> None:
    """Make matches of two players each, whom nothing connects any more."""
    uvloop.run(Room(url).fill(matches, MOVES))


def _theirs(peer: nodes.Peer) -> Measure:
    def measure(per_s: float, warm_up_s: float, seconds: float) -> Measured:
        moves = int(per_s * (warm_up_s + seconds) / CLIENTS) + 1
        return peer.measure(CLIENTS, moves, warm_up_s, seconds)

    return measure


def goals(rounds: Rounds) -> Iterator[Goal]:
    cost = ratio(rounds, "seen-64", MEMORY, servers_cpu)
    yield Goal(f"seen-64 to {MEMORY}", 1.25, cost, at_least=False)


def rows(rounds: Rounds) -> Iterator[list[str]]:
    """The rows of the table, headings first."""
    yield [*HEADS, *TIMES, *(f"{name} of a core" for name in SHARES), "stolen"]
    for name in (*OURS, *PEERS):
        yield [name, *(_cells(rounds, name) if name in rounds else [NOT_THERE])]


def _cells(rounds: Rounds, name: str) -> list[str]:
    measured = rounds[name]
    return [
        *(said(ratio(rounds, own, name, servers_cpu)) for own in OURS),
        *rates(measured),
        *(f"{median(map(cpu, measured)):.3f}" for cpu in (servers_cpu, cpu_of("load"))),
        *(f"{median(share(one, *names) for one in measured):.0%}" for names in SHARES.values()),
        f"{median(one.share('stolen') / (os.cpu_count() or 1) for one in measured):.0%}",
    ]


def servers_cpu(measured: Measured) -> float:
    """Processor seconds that all processes of the servers used per 1,000 moves."""
    return measured.cpu_per_1000(*measured.cpu_s.keys() & SERVERS)


def share(one: Measured, *names: str) -> float:
    return max(0.0, sum(one.share(name) for name in one.cpu_s.keys() & names))


def idle_rows(results: Results) -> Iterator[list[str]]:
    """What matches cost in which nobody moves; headings first."""
    matches = f"{results.plan.matches:,} matches"
    yield [f"{matches}, nobody moves", "MiB before", "MiB with them", "ms of each second"]
    for name, each in results.idle.items():
        memory = (f"{size / MIB:,.0f}" for size in (each.before, each.after))
        yield [name, *memory, f"{each.share * 1000:.1f}"]


def notes(results: Results) -> Iterator[str]:
    plan = results.plan
    yield (
        f"{plan.rounds} rounds of {plan.seconds:g} s, everything in turn, order drawn with seed "
        f"{SEED}; medians. A ratio is of the servers' processor time for a move in the same round: "
        "above 1, ours takes more."
    )
    yield "A move counts once the clients of both players hold the state after it."
    yield "Ours is on disk by then, theirs in memory (FlatFile: about to be written)."
    yield "s/1000: processor seconds for 1,000 moves. stolen: of the machine, by its host."
    yield (
        "nobody moves: both players were there and have gone; resident memory and processor time "
        f"of all servers, for {plan.quiet_s:g} s after a rest of {REST_S:g} s."
    )
    yield from dict.fromkeys(results.left_out)
    yield from (f"{name}: {value}" for name, value in results.machine.items())
    yield f"took {results.seconds:.0f} s"
    yield from cut_short(results.rounds)


def text(results: Results) -> str:
    heads = ["goal, processor time of a move", "", "measured", ""]
    targets = [heads, *(goal.cells for goal in goals(results.rounds))]
    tables = [rows(results.rounds), idle_rows(results)]
    parts = [aligned([*table]) for table in tables]
    return "\n\n".join([*parts, "\n".join(notes(results)), aligned(targets)])


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
