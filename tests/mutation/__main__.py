"""Plant faults at random places in store and gateway: `make mutants N=200 ONLY= SEED=`.

What survives is either no fault, since nothing else follows from it, or not tested. ONLY takes the
modules that have it in their path. Games have `croupier test-game --mutate`.
"""

import argparse
import os
import random
import secrets
import sys
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice, zip_longest
from pathlib import Path

from croupier_game.kit.faults import Fault, Unsound, preload, survivors, within

from tests.mutation.concerns import concerning, modules

ROOT = Path(__file__).parents[2]
PARTS = (
    "services/engine/store",
    "libs/croupier_match",
    "libs/croupier_rating",
    "libs/croupier_tournament",
    "services/engine/domain",
    "services/engine/rpc",
    "services/gateway",
)
PRELOADED = (
    *("fastapi", "grpc", "grpc.aio", "grpc_health.v1.health_pb2_grpc", "httpx", "hypothesis"),
    *("jsonschema", "orjson", "pydantic", "pydantic_settings", "redis.asyncio", "uvicorn"),
    *("uvloop", "websockets", "zstandard", "google.protobuf.json_format"),
)


def faults(root: Path, seed: int, only: str = "") -> Iterator[Fault]:
    """All faults of the tree in a random order, of each part as many as of the others."""
    dice, parts = random.Random(seed), {part: list[Fault]() for part in PARTS}
    for module in (each for each in modules(root) if only in each):
        part = next(each for each in PARTS if module.startswith(each))
        parts[part] += within(root / module.split("/")[0], root / module, concerning(module))
    for each in parts.values():
        dice.shuffle(each)
    return (fault for fault in chain.from_iterable(zip_longest(*parts.values())) if fault)


def enter(root: Path) -> None:
    """Make the process one of the tree."""
    os.chdir(root)
    for name in [name for name in sys.modules if name.partition(".")[0] in ("tests", "tools")]:
        del sys.modules[name]
    sys.path[:0] = [str(root / "libs"), str(root / "services"), str(root)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    parser.add_argument("--only", default="", help="modules whose path has this in it")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    sys.stdout.write(f"seed {asked.seed}\n")
    chosen = [*islice(faults(ROOT, asked.seed, asked.only), asked.count)]
    preload(PRELOADED)
    try:
        survived = survivors(chosen, asked.jobs, partial(enter, ROOT))
    except Unsound as error:
        sys.exit(str(error))
    sys.stdout.write(f"{len(chosen) - len(survived)} of {len(chosen)} are caught\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
