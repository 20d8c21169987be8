"""How many processors the house may use, where its container says so."""

from pathlib import Path

CPU_MAX = Path("/sys/fs/cgroup/cpu.max")
"""The limit of a container: microseconds of processors, or `max`, in a period of so many."""


def limit(file: Path = CPU_MAX) -> float | None:
    """Return how many processors the container may use; None without a limit."""
    try:
        quota, period = file.read_text().split()
        return None if quota == "max" else int(quota) / int(period)
    except (OSError, ValueError):
        return None


def searchers(cores: float | None) -> int:
    """Return how many processes may search: all cores but one, which is for analyses.

    With fewer than two, or without a limit, it is one: others use the machine as well.
    """
    return max(1, int(cores or 0) - 1)
