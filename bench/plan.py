"""The plan of `bench.moves` and its results."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bench.meter import Measured
from bench.stacks import CROWDED, PLAIN, SIMPLE, UNLIMITED, engines_of
from bench.storage import Commands, Memory

LIMITED = ("move-64", "view-64", "read-64", "read-64-unchanged", "read-after-change", "seen-64")
"""The workloads that are measured without rate limits, too."""


def off(name: str) -> str:
    """The name of a workload without rate limits."""
    return f"{name}-limits-off"


@dataclass(frozen=True)
class Workload:
    """A workload for a number of clients; `load.TALKS` has the values of `talk`."""

    name: str
    talk: str
    clients: int
    stack: str = PLAIN
    streams: int = 0

    @property
    def hello(self) -> str:
        """The name of the hello world to compare with: for batches, that of 64 clients."""
        return "hello-64" if self.talk == "batch" else f"hello-{self.clients}"

    @property
    def without_limits(self) -> "Workload":
        return replace(self, name=off(self.name), stack=UNLIMITED)


@dataclass(frozen=True)
class Plan:
    """Durations, rounds and amounts. The first round is shorter, and does not count.

    `clients` are for the plot, `engines` how many the further stacks have, `crowd` how many
    matches lie beside those that are played, and `grown` how many are made to be weighed.
    `weighed` streams are opened for their memory; one match has `spectators`, another one
    `depth` versions. `many` is how many players' matches are seen besides 64.
    """

    rounds: int = 5
    seconds: float = 2.5
    warm_up_s: float = 0.5
    clients: tuple[int, ...] = (1, 4, 16, 64, 256)
    engines: tuple[int, ...] = (2, 4)
    crowd: int = 100_000
    streams: int = 2_000
    grown: int = 2_000
    weighed: int = 1_000
    spectators: int = 1_000
    depth: int = 9_990
    many: tuple[str, ...] = ("seen", "seen-sse", "seen-socket")
    rules_s: float = 1.0


QUICK = Plan(
    rounds=3,
    seconds=0.3,
    warm_up_s=0.1,
    clients=(1, 64),
    engines=(2,),
    crowd=10_000,
    streams=500,
    grown=50,
    weighed=200,
    depth=1_000,
    many=(),
    rules_s=0.1,
)


def complete(plan: Plan) -> Plan:
    """The plan with all workloads, as long as they are."""
    return replace(plan, clients=Plan.clients, engines=Plan.engines, many=Plan.many)


@dataclass
class Results:
    """All that was measured; in `rounds` and `playouts`, a number for each round by name.

    `orders` has the names in the order in which they were measured; they are drawn with `seed`.
    `stream` is how many bytes a stream takes of a gateway. With `only` some of the workloads,
    what is not measured is None.
    """

    plan: Plan
    seed: int
    todo: list[Workload]
    machine: dict[str, str]
    memory: Memory | None
    commands: Commands | None
    stream: float | None = None
    only: bool = False
    rounds: dict[str, list[Measured | None]] = field(default_factory=dict)
    playouts: dict[str, list[float]] = field(default_factory=dict)
    orders: list[list[str]] = field(default_factory=list)
    seconds: float = 0.0


def workloads(plan: Plan) -> list[Workload]:
    """All workloads of a round. The curve of the view has fewer points than the others."""
    curves = [Workload(f"{t}-{n}", t, n) for t in ("hello", "move") for n in plan.clients]
    views = [Workload(f"view-{n}", "view", n) for n in (1, 64, 256) if n in plan.clients]
    found = [
        *(Workload(f"{t}-64", t, 64) for t in ("seen", "seen-sse", "seen-socket")),
        *(Workload(f"{t}-256", t, 256) for t in plan.many),
        Workload("watched", "watched", 1, streams=plan.spectators),
        *curves,
        *views,
        Workload("batch-4", "batch", 4),
        Workload("socket-64", "socket", 64),
        Workload("read-64", "read", 64),
        Workload("read-64-unchanged", "unchanged", 64),
        Workload("read-after-change", "read-after-change", 64),
        Workload("deep", "deep", 64),
        Workload("crowd-matches", "move", 64, CROWDED),
        Workload("crowd-streams", "move", 64, streams=plan.streams),
        Workload("naive-64", "move", 64, SIMPLE),
        *(Workload(f"engines-{n}", "move", 64, engines_of(n)) for n in plan.engines),
    ]
    return [*found, *(each.without_limits for each in found if each.name in LIMITED)]


class NoSuchWorkload(Exception):
    """A word chooses no workload; the message names all that there are."""


def chosen(plan: Plan, words: Sequence[str]) -> list[Workload]:
    """The workloads whose names begin with one of the words, and what they are compared with.

    All without any word. Raise NoSuchWorkload if a word chooses none.
    """
    every = workloads(plan)
    names = [each.name for each in every]
    if none := [word for word in words if not any(name.startswith(word) for name in names)]:
        raise NoSuchWorkload(f"There is no workload {none[0]}; there are {', '.join(names)}.")
    wanted = [each for each in every if each.name.startswith(tuple(words) or "")]
    bases = {"hello-64", "move-64"} | {each.hello for each in wanted}
    return [each for each in every if each in wanted or each.name in bases]
