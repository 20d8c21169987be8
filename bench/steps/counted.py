"""`python -m bench.steps.counted PART ONLY [FOLDER]`: what the steps of a part cost, as JSON.

With the folder that `bench.steps.callgrind` has prepared, and under valgrind, in instructions for
one item; else in times of the step of plain Python.
"""

import ctypes
import gc
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from importlib import import_module
from pathlib import Path

from bench.steps.callgrind import LIBRARY
from bench.steps.step import Step
from bench.steps.still import stand_still

WARM_UP = 2
"""Python specializes code that has run some times."""
ROUNDS = 30
"""How often each is timed; the best counts."""

clock: Callable[[], float] = time.thread_time


async def ready(part: str) -> list[Step]:
    """Return the steps of a part, all warmed up, so that it does not matter which are counted."""
    all_steps: AsyncIterator[Step] = import_module(f"bench.steps.{part}").steps()
    found = [each async for each in all_steps]
    for step in found:
        for _ in range(WARM_UP):
            await step.answer()
    gc.collect()
    gc.disable()
    return found


async def count(steps: Sequence[Step], folder: Path) -> dict[str, float]:
    """Return the instructions of each step for one item."""
    counter, counts = Counter(folder), dict[str, float]()
    for step in steps:
        await step.answer()  # frees what other steps have left
        counter.zero()
        await step.answer()
        counts[step.name] = round(counter.count() / step.count)
    return counts


class Counter:
    """Counts instructions of this process, from now on."""

    def __init__(self, folder: Path) -> None:
        library = ctypes.CDLL(str(folder / LIBRARY))
        self.zero, self._dump = library.zero, library.dump
        self._files = (folder / f"{os.getpid()}.{number}" for number in range(1, 10_000))
        library.start()

    def count(self) -> int:
        """Return the instructions since `zero`."""
        self._dump()
        lines = next(self._files).read_text().splitlines()
        return next(int(each.split()[1]) for each in lines if each.startswith("totals:"))


async def compare(steps: Sequence[Step]) -> dict[str, float]:
    """Return the time of an item of each step in comparison with plain Python, by turns."""
    (plain,) = await ready("reference")
    best = dict.fromkeys((plain, *steps), float("inf"))
    for _ in range(ROUNDS):
        for step in best:
            began = clock()
            await step.answer()
            best[step] = min(best[step], (clock() - began) / step.count)
    return {step.name: round(best[step] / best[plain], 3) for step in steps}


async def main(part: str, only: str, folder: str = "") -> None:
    """Print what the steps cost whose names, with that of the part, have `only` in them."""
    chosen = [each for each in await ready(part) if only in f"{part} {each.name}"]
    costs = await (count(chosen, Path(folder)) if folder else compare(chosen))
    print(json.dumps({f"{part} {name}": cost for name, cost in costs.items()}), flush=True)
    os._exit(0)  # streams that are still open would end with a traceback each


if __name__ == "__main__":
    stand_still()
    import uvloop

    uvloop.run(main(*sys.argv[1:]))
