"""The memory of a million live matches, extrapolated from stored ones: `make bench-million`.

The stored ones are copies of matches of Lost Cities in mid-game, under ids of their own, with
all that belongs to a match: log, lists, deadlines.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from redis import Redis
from tqdm import trange

from bench.generator import Generator
from bench.moves import FOLDER
from bench.stacks import awake, new_stack
from bench.storage import crowd
from tools.stack import Stack

MILLION = 1_000_000
GIB = 2**30
GOAL_GIB = 6.0
STEP = 1_000


def weigh(stack: Stack, steps: int) -> float:
    """Bytes per match for each step of STEP matches, from the memory that Redis reports."""
    with Generator() as generator, Redis.from_url(stack.redis_url) as redis:
        before = _used(redis)
        for _ in trange(steps, unit_scale=STEP, unit="match", file=sys.stderr, disable=None):
            crowd(stack, generator, STEP)
        return (_used(redis) - before) / (steps * STEP)


def _used(redis: Redis) -> int:
    return int(redis.info("memory")["used_memory"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200_000)
    steps = max(1, parser.parse_args().matches // STEP)
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix="bench-") as folder:
        stack = new_stack(Path(folder))
        try:
            stack.start()
            with awake(stack):
                bytes_each = weigh(stack, steps)
        finally:
            stack.stop()
    million = bytes_each * MILLION / GIB
    print(f"stored                {steps * STEP:,} matches in mid-game")
    print(f"bytes a match         {bytes_each:,.0f}")
    print(f"GiB a million         {million:.2f}")
    verdict = "met" if million <= GOAL_GIB else "NOT MET"
    print(f"goal                  at most {GOAL_GIB} GiB: {verdict}")


if __name__ == "__main__":
    main()
