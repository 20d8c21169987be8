"""What idle installations take on one machine: memory, processor time and connections."""

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from redis import Redis

from bench.machine import load
from bench.meter import cpu_s
from tools.stack import Stack

REST_S = 60.0
"""From the start of the last program to the measurement."""
ROW = "| {name} | {rss:.0f} | {pss:.0f} | {own:.0f} | {share:.2f} |"
KIB_IN_MIB = 1024


@dataclass(frozen=True)
class Program:
    """A process of an installation, by the name that the table has."""

    name: str
    pid: int


@dataclass(frozen=True)
class Memory:
    """Of a process, in KiB: resident, with its share of shared pages, and its own alone."""

    rss: int
    pss: int
    own: int


def read_memory(pid: int) -> Memory:
    """Return what the kernel says of a process."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    found = {
        name: int(size.split()[0]) for name, _, size in (each.partition(":") for each in rollup)
    }
    own = found["Private_Clean"] + found["Private_Dirty"]
    return Memory(found["Rss"], found["Pss"], own)


def programs(stack: Stack) -> Iterator[Program]:
    """Yield all processes of an installation."""
    with Redis.from_url(stack.redis_url) as redis:
        yield Program("Redis", int(redis.info("server")["process_id"]))
    for process in stack.services:
        yield Program(process.module, process.pid)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--installations", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=180.0)
    given = parser.parse_args()
    print(f"{given.installations} installations for {given.seconds:.0f} s, load {load()}")
    with TemporaryDirectory() as folder, ExitStack() as running:
        found = list[Program]()
        for number in range(given.installations):
            stack = Stack(Path(folder) / str(number))
            stack.add_herald()
            found += programs(running.enter_context(stack))
        time.sleep(REST_S)
        before = {each: cpu_s(each.pid) for each in found}
        began = perf_counter()
        time.sleep(given.seconds)
        took = perf_counter() - began
        tell(found, before, took, given.installations)


def tell(found: list[Program], before: dict[Program, float], took: float, number: int) -> None:
    """Print the mean of each program, and the sum of all installations."""
    memory, used = defaultdict[str, list[Memory]](list), defaultdict[str, float](float)
    for each in found:
        memory[each.name].append(read_memory(each.pid))
        used[each.name] += cpu_s(each.pid) - before[each]
    print("| program | RSS, MiB | PSS, MiB | own, MiB | % of a core |\n|---|---|---|---|---|")
    for name, sizes in memory.items():
        print(_row(name, sizes, used[name] / took, number))
    every = [size for sizes in memory.values() for size in sizes]
    print(_row("an installation", every, sum(used.values()) / took, number))
    print(_row(f"all {number}", every, sum(used.values()) / took, 1))


def _row(name: str, sizes: list[Memory], share: float, number: int) -> str:
    totals = {
        kind: sum(getattr(size, kind) for size in sizes) / KIB_IN_MIB / number
        for kind in ("rss", "pss", "own")
    }
    return ROW.format(name=name, share=100 * share / number, **totals)


if __name__ == "__main__":
    main()
