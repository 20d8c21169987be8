"""What matches cost their servers in which nobody moves: memory, and processor time."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from bench.memory import resident
from bench.meter import cpu_s

REST_S = 15.0
"""From the last match made to the measurement: what is left to do after that is not idleness."""


@dataclass(frozen=True)
class Idle:
    """Servers at rest: resident bytes before and with all matches, and the share of a core used."""

    before: int
    after: int
    share: float


def weigh(pids: Sequence[int], make: Callable[[int], None], matches: int, quiet_s: float) -> Idle:
    """Have that many matches made in servers just started, then leave them alone for a while."""
    before = resident(pids)
    make(matches)
    time.sleep(REST_S)
    start, used = perf_counter(), sum(map(cpu_s, pids))
    time.sleep(quiet_s)
    share = (sum(map(cpu_s, pids)) - used) / (perf_counter() - start)
    return Idle(before, resident(pids), share)
