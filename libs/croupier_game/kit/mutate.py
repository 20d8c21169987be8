"""`croupier test-game PATH --mutate N`: how many faults in the game do its tests notice?

N faults are planted at random places of the package, one at a time, and each time the suites and
the game's own tests run until one fails. At least FLOOR of the faults must be caught: what survives
is either no fault, since nothing else follows from it, or a rule that no test knows.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from croupier_game.kit.faults import Fault, Unsound, preload, survivors, within

FLOOR = 0.8
PRELOADED = ("google.protobuf.json_format", "orjson", "pydantic", "croupier_game.kit.faults")
NOT_RULES = frozenset({"tests", "spec.py", "bot.py"})
"""Files and folders of a package in which no fault is planted."""
JOBS = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Plant the faults; return the exit code, 0 if enough are caught."""
    parser = argparse.ArgumentParser()
    add = parser.add_argument
    add("count", type=int)
    add("seed", type=int)
    add("source", type=Path)
    add("--package", type=Path, action="append", required=True)
    asked, tests = parser.parse_known_args(arguments)
    dice = random.Random(asked.seed)
    # A service of their own would take most of the time, and show nothing more of the rules.
    found = [*faults(asked.source, asked.package, ("-m", "not full", *tests))]
    chosen = dice.sample(found, min(asked.count, len(found)))
    sys.stdout.write(f"seed {asked.seed}, {len(chosen)} of {len(found)} possible faults\n")
    sys.stdout.flush()
    preload(PRELOADED)
    try:
        survived = survivors(chosen, JOBS)
    except Unsound as error:
        sys.stderr.write(f"{error}\n")
        return 1
    caught = len(chosen) - len(survived)
    sys.stdout.write(f"{caught} of {len(chosen)} are caught; {FLOOR:.0%} must be\n")
    return int(caught < FLOOR * len(chosen))


def faults(source: Path, packages: Sequence[Path], tests: tuple[str, ...]) -> Iterator[Fault]:
    """Yield all faults that can be planted in the rules of the packages."""
    for package in packages:
        for path in sorted(package.rglob("*.py")):
            if NOT_RULES.isdisjoint(path.relative_to(package).parts):
                yield from within(source, path, (tests,))


if __name__ == "__main__":
    sys.exit(main())
