"""Waiting for something to happen, and not a moment longer."""

import time
from collections.abc import Callable

LOOK_S = 0.01


def until(happens: Callable[[], object], seconds: float = 10.0) -> float:
    """Look again and again, until it has happened; how many seconds that took.

    AssertionError if it does not happen in time.
    """
    started = time.monotonic()
    while not happens():
        assert time.monotonic() < started + seconds, f"not within {seconds} s"
        time.sleep(LOOK_S)
    return time.monotonic() - started
