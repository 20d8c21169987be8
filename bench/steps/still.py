"""A process in which nothing differs from run to run: time stands still, and dice are seeded."""

import os
import random
import time
from itertools import count

NOW = 1_767_322_984.678
"""2 January 2026."""


def stand_still() -> None:
    """Let clocks stand still, and what is drawn be the same in each run.

    To be called before what is counted is imported, as modules take clocks and dice by name.
    """
    dice, nanoseconds = random.Random(1), count(int(NOW * 1e9))
    time.time = lambda: NOW
    time.time_ns = lambda: next(nanoseconds)
    time.monotonic = time.perf_counter = lambda: 1000.0
    time.monotonic_ns = lambda: 1_000_000_000_000
    time.process_time = time.thread_time = lambda: 10.0
    os.urandom = dice.randbytes
    random._urandom = dice.randbytes  # type: ignore[attr-defined]
