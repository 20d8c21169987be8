"""`python -m tools.pinned PYTHON`: does constraints.txt pin all that is installed there?"""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main(python: str) -> int:
    """Name what is not; the exit code."""
    pins = (ROOT / "constraints.txt").read_text().split()
    strangers = [*unpinned(_installed(python), pins)]
    for each in strangers:
        sys.stderr.write(f"{each} is not pinned in constraints.txt.\n")
    return 1 if strangers else 0


def unpinned(installed: Iterable[str], pins: Iterable[str]) -> Iterator[str]:
    """Those of `installed`, each NAME==VERSION, that are not among the pins."""
    known = {_plain(pin) for pin in pins}
    return (each for each in installed if _plain(each) not in known)


def _plain(pin: str) -> str:
    """Names are the same whatever their case, and with any of - _ ."""
    name, _, version = pin.partition("==")
    return f"{name.lower().replace('_', '-').replace('.', '-')}=={version}"


def _installed(python: str) -> list[str]:
    command = (sys.executable, "-m", "pip", "--python", python, "list", "--format", "json")
    output = subprocess.run((*command, "--exclude", "croupier"), check=True, capture_output=True)
    return [f"{each['name']}=={each['version']}" for each in json.loads(output.stdout)]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
