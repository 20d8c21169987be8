"""The Pythons of this machine, of which each takes another server for `make run`."""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SERVERS_DIFFER = (3, 13)
"""From this one on, the package with a Redis is another one: see pyproject.toml."""
PLACES = (
    f"{Path.home()}/.pyenv/versions",
    os.environ.get("RUNNER_TOOL_CACHE", "/opt/hostedtoolcache") + "/Python",
    "/usr",
    "/usr/local",
    "/opt/homebrew",
)
"""Where pyenv, the runners of GitHub, systems and Homebrew have them."""
VERSION = "import sys; print(*sys.version_info[:2])"


@cache
def with_another_server() -> Path | None:
    """The newest Python here that is on the other side of SERVERS_DIFFER; None without one.

    On CI, where each job has one Python first, the runner's folder of tools has all of them.
    """
    newer = sys.version_info >= SERVERS_DIFFER
    known = {path: version for path in _programs() if (version := _version(path)) >= (3, 11)}
    others = [each for each in known if (known[each] >= SERVERS_DIFFER) != newer]
    return max(others, key=known.__getitem__, default=None)


def _programs() -> Iterator[Path]:
    for place in map(Path, PLACES):
        for pattern in ("bin/python3.[0-9][0-9]", "*/bin/python3.[0-9][0-9]", "*/*/bin/python3.1?"):
            yield from place.glob(pattern)


def _version(program: Path) -> tuple[int, ...]:
    ran = subprocess.run([program, "-c", VERSION], capture_output=True, text=True, check=False)
    return tuple(map(int, ran.stdout.split()))
