"""The plan of `bench.moves` and its results."""

from dataclasses import dataclass, field

from bench.meter import Measured
from bench.stacks import CROWDED, PLAIN, SIMPLE, engines_of
from bench.storage import Commands, Memory


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


@dataclass(frozen=True)
class Plan:
    """Durations, rounds and amounts. The first round is shorter, and does not count.

    `clients` are for the plot, `engines` how many the further stacks have, `crowd` how many
    matches lie beside those that are played, and `grown` how many are made to be weighed.
    """

    rounds: int = 5
    seconds: float = 2.5
    warm_up_s: float = 0.5
    clients: tuple[int, ...] = (1, 4, 16, 64, 256)
    engines: tuple[int, ...] = (2, 4)
    crowd: int = 100_000
    streams: int = 2_000
    grown: int = 2_000
    rules_s: float = 1.0


QUICK = Plan(
    rounds=3,
    seconds=0.3,
    warm_up_s=0.1,
    clients=(1, 64, 256),
    crowd=10_000,
    streams=500,
    grown=50,
    rules_s=0.1,
)


@dataclass
class Results:
    """All that was measured; in `rounds` and `playouts`, a number for each round by name.

    `orders` has the names in the order in which they were measured, and `refused` what was
    not answered as it should have been, in any round. The orders are drawn with `seed`.
    """

    plan: Plan
    seed: int
    todo: list[Workload]
    machine: dict[str, str]
    memory: Memory
    commands: Commands
    rounds: dict[str, list[Measured | None]] = field(default_factory=dict)
    playouts: dict[str, list[float]] = field(default_factory=dict)
    orders: list[list[str]] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0


def workloads(plan: Plan) -> list[Workload]:
    """All workloads of a round. The curve of the view has fewer points than the others."""
    curves = [Workload(f"{t}-{n}", t, n) for t in ("hello", "move") for n in plan.clients]
    views = [Workload(f"view-{n}", "view", n) for n in (1, 64, 256) if n in plan.clients]
    return [
        *curves,
        *views,
        Workload("batch-4", "batch", 4),
        Workload("socket-64", "socket", 64),
        Workload("read-64", "read", 64),
        Workload("read-64-unchanged", "unchanged", 64),
        Workload("crowd-matches", "move", 64, CROWDED),
        Workload("crowd-streams", "move", 64, streams=plan.streams),
        Workload("naive-64", "move", 64, SIMPLE),
        *(Workload(f"engines-{n}", "move", 64, engines_of(n)) for n in plan.engines),
    ]
