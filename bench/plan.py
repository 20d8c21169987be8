"""The plan of `bench.moves` and its results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from bench.meter import Measured
from bench.stacks import PLAIN, SIMPLE, UNLIMITED, engines_of

LIMITED = ("move-64", "view-64", "read-64", "read-64-unchanged", "read-after-change", "seen-64")
"""The workloads that are measured without rate limits, too."""

Rounds: TypeAlias = Mapping[str, Sequence[Measured]]
"""By name, one measurement of each round."""


@dataclass(frozen=True)
class Pace:
    """Rounds and their length in seconds. The first one warms up and does not count."""

    rounds: int = 5
    seconds: float = 2.5
    warm_up_s: float = 0.5
    first_s: float = 0.8


@dataclass(frozen=True)
class Plan(Pace):
    """`large` is with 256 clients and four engines as well.

    `weighed` streams are opened for their memory; one match has `spectators`.
    """

    large: bool = True
    weighed: int = 1_000
    spectators: int = 1_000


QUICK = Plan(rounds=3, seconds=0.3, warm_up_s=0.1, first_s=0.1, large=False, weighed=200)


@dataclass(frozen=True)
class Workload:
    """A workload for a number of clients; `load.Order` has the values of `talk`."""

    name: str
    talk: str
    clients: int
    stack: str = PLAIN
    spectators: int = 0

    @property
    def hello(self) -> str:
        """The name of the hello world to compare with."""
        return f"hello-{self.clients}"

    @property
    def without_limits(self) -> "Workload":
        return replace(self, name=off(self.name), stack=UNLIMITED)


@dataclass
class Results:
    """All that was measured of `todo`; the order in each round is drawn with `seed`.

    `stream` is how many bytes a stream takes of a gateway, None if it was not weighed.
    """

    plan: Plan
    seed: int
    todo: list[Workload]
    machine: dict[str, str]
    stream: float | None = None
    rounds: Rounds = field(default_factory=dict)
    seconds: float = 0.0


def off(name: str) -> str:
    """The name of a workload without rate limits."""
    return f"{name}-limits-off"


def workloads(plan: Plan) -> list[Workload]:
    """All workloads of a round."""
    large = [256] if plan.large else []
    found = [
        *(each for clients in (64, *large) for each in seen(clients)),
        Workload("watched", "watched", 1, spectators=plan.spectators),
        *(Workload(f"{t}-{n}", t, n) for t in ("hello", "move") for n in (1, 64, *large)),
        Workload("view-64", "view", 64),
        Workload("read-64", "read", 64),
        Workload("read-64-unchanged", "unchanged", 64),
        Workload("read-after-change", "read-after-change", 64),
        Workload("naive-64", "move", 64, SIMPLE),
        *(Workload(f"engines-{n}", "move", 64, engines_of(n)) for n in (2, 4)[: 1 + plan.large]),
    ]
    return [*found, *(each.without_limits for each in found if each.name in LIMITED)]


def seen(clients: int) -> list[Workload]:
    """Moves that both players have seen, by each way to follow a match."""
    return [Workload(f"{t}-{clients}", t, clients) for t in ("seen", "seen-sse", "seen-socket")]


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
