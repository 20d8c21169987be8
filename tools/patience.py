"""How long to wait for a process, on a machine that may be busy with others."""

import os


def patient(seconds: float) -> float:
    """Return as many seconds, times the number of programs that share a core at the moment."""
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
