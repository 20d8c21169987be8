"""`python -m bench.steps.counted FOLDER PART [ONLY]`: count the instructions of steps, as JSON.

It is started under valgrind, by `bench.steps.callgrind`.
"""

import ctypes
import gc
import json
import os
import sys
from collections.abc import AsyncIterator
from importlib import import_module
from pathlib import Path

from bench.steps.callgrind import LIBRARY
from bench.steps.step import Step
from bench.steps.still import stand_still

WARM_UP = 2
"""Python specializes code that has run some times."""


async def chosen(part: str, only: str) -> AsyncIterator[Step]:
    """Yield the steps of a part whose full names have `only` in them."""
    module = import_module(f"bench.steps.{part}")
    async for step in module.steps():
        if only in f"{part} {step.name}":
            yield step


async def count(folder: Path, part: str, only: str) -> dict[str, int]:
    """Return the instructions of each step for one item."""
    counter, counts = Counter(folder), dict[str, int]()
    steps = [each async for each in chosen(part, only)]
    for step in steps:
        for _ in range(WARM_UP):
            await step.answer()
    gc.collect()
    gc.disable()
    counter.start()
    for step in steps:
        counter.zero()
        await step.answer()
        counts[f"{part} {step.name}"] = round(counter.count() / step.count)
    return counts


class Counter:
    """Counts instructions of this process."""

    def __init__(self, folder: Path) -> None:
        self._library = ctypes.CDLL(str(folder / LIBRARY))
        self._files = (folder / f"{os.getpid()}.{number}" for number in range(1, 10_000))
        self.start, self.zero = self._library.start, self._library.zero

    def count(self) -> int:
        """Return the instructions since `zero`."""
        self._library.dump()
        lines = next(self._files).read_text().splitlines()
        return next(int(each.split()[1]) for each in lines if each.startswith("totals:"))


if __name__ == "__main__":
    stand_still()
    import uvloop

    folder, part, only = sys.argv[1:]
    print(json.dumps(uvloop.run(count(Path(folder), part, only))))
