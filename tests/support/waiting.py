"""Waiting for something to happen, and measuring how long it took, on however busy a machine."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

LOOK_S = 0.01
WALL_FACTOR = 20
"""So many times as long as asked for is waited at most, however busy the machine is."""


class Stopwatch:
    """Time since it was made, less that in which this process and its children waited for a CPU.

    A limit in seconds is a promise about the software, not about what else the machine does.
    The kernel counts for each thread how long it was ready to run and had no CPU; without that
    count (elsewhere than on Linux), all time is the software's.
    """

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._waits = _cpu_waits()

    def wall_s(self) -> float:
        return time.monotonic() - self._started

    def waited_s(self) -> float:
        """The sum over all threads: on a quiet machine next to 0."""
        return sum(waited - self._waits.get(task, 0.0) for task, waited in _cpu_waits().items())

    def seconds(self) -> float:
        return self.wall_s() - self.waited_s()

    def exceeds(self, seconds: float) -> bool:
        """Whether more time than that has passed. It reads the kernel's counts only if need be."""
        wall_s = self.wall_s()
        if wall_s <= seconds:
            return False
        return wall_s > seconds * WALL_FACTOR or self.seconds() > seconds


def until(happens: Callable[[], object], seconds: float = 20.0) -> float:
    """Check again and again, until it has happened; how many seconds that took.

    Raise AssertionError if it does not happen in time.
    """
    watch = Stopwatch()
    while not happens():
        assert not watch.exceeds(seconds), f"not within {seconds} s"
        time.sleep(LOOK_S)
    return watch.seconds()


async def happens(check: Callable[[], Awaitable[object]], seconds: float = 20.0) -> float:
    """Do as `until` with a check that is awaited. Raise TimeoutError if it takes too long."""
    watch = Stopwatch()
    async with asyncio.timeout(seconds * WALL_FACTOR):
        while not await check():
            if watch.exceeds(seconds):
                raise TimeoutError(f"not within {seconds} s")
            await asyncio.sleep(LOOK_S)
    return watch.seconds()


def _cpu_waits() -> dict[str, float]:
    """Seconds for which each thread of this process and its children was kept from running."""
    found: dict[str, float] = {}
    for task in _tasks(Path("/proc/self")):
        with suppress(OSError, IndexError):  # it may have ended meanwhile
            found[task.name] = int((task / "schedstat").read_text().split()[1]) / 1e9
    return found


def _tasks(process: Path) -> Iterator[Path]:
    """The threads of a process and of those that it has started, as folders of /proc."""
    with suppress(OSError):
        for task in (process / "task").iterdir():
            yield task
            for child in (task / "children").read_text().split():
                yield from _tasks(Path("/proc") / child)
