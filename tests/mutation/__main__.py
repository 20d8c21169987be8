"""Plant faults at random places in rules, store and gateway: `make mutants N=200 ONLY= SEED=`.

What survives is either no fault, since nothing else follows from it, or not tested. ONLY takes the
modules that have it in their path.
"""

import argparse
import random
import secrets
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain, islice, zip_longest
from pathlib import Path

from tests.mutation.campaign import Fault, preload, survives
from tests.mutation.concerns import concerning, modules
from tests.mutation.plant import places

ROOT = Path(__file__).parents[2]
PARTS = (
    "services/engine/games",
    "services/engine/store",
    "services/engine/domain",
    "services/engine/rpc",
    "services/gateway",
)


def faults(root: Path, seed: int, only: str = "") -> Iterator[Fault]:
    """All faults of the tree in a random order, of each part as many as of the others."""
    dice, parts = random.Random(seed), {part: list[Fault]() for part in PARTS}
    for module in (each for each in modules(root) if only in each):
        part = next(each for each in PARTS if module.startswith(each))
        found = places((root / module).read_text())
        parts[part] += [Fault(module, place, concerning(module)) for place in found]
    for each in parts.values():
        dice.shuffle(each)
    return (fault for fault in chain.from_iterable(zip_longest(*parts.values())) if fault)


def run(root: Path, chosen: list[Fault], jobs: int) -> list[Fault]:
    """Plant each fault; return those that survive. One line is written for each.

    Exit if tests fail without a fault as well, since all faults would seem to be caught then.
    """
    preload()
    with tempfile.TemporaryDirectory() as logs, ThreadPoolExecutor(jobs) as pool:
        suites = [*{fault.tests: fault for fault in chosen}.values()]
        sound = pool.map(partial(_sound, root, Path(logs)), suites)
        if broken := [each.tests for each, passed in zip(suites, sound, strict=True) if not passed]:
            sys.exit(f"These tests fail without a fault, too: {broken}")
        found = pool.map(partial(_try, root, Path(logs)), chosen)
        return [fault for fault, survived in zip(chosen, found, strict=True) if survived]


def _sound(root: Path, logs: Path, fault: Fault) -> bool:
    """Return whether the tests that concern the fault pass while it is not there."""
    return survives(root, fault, _log(logs), sound=True)


def _log(logs: Path) -> Path:
    return logs / f"{secrets.token_hex(8)}.log"


def _try(root: Path, logs: Path, fault: Fault) -> bool:
    survived = survives(root, fault, _log(logs))
    sys.stdout.write(f"{'SURVIVES' if survived else 'caught  '} {fault}\n")
    sys.stdout.flush()
    return survived


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    parser.add_argument("--only", default="", help="modules whose path has this in it")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    sys.stdout.write(f"seed {asked.seed}\n")
    chosen = [*islice(faults(ROOT, asked.seed, asked.only), asked.count)]
    survivors = run(ROOT, chosen, asked.jobs)
    sys.stdout.write(f"{len(chosen) - len(survivors)} of {len(chosen)} are caught\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
