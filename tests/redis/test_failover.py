"""A primary is killed in the middle of play: who plays goes on, and nobody helps."""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.redis.load import Load
from tests.redis.servers import Fleet, Six, Watched
from tests.support.players import Client, ok, register, start_match
from tests.support.waiting import until
from tools.stack import Stack

TABLES = 6
SOME = 4
"""Moves at each table before the primary dies, and after it."""
FAILOVER_S = 25.0
KINDS: dict[str, type[Six] | type[Watched]] = {"cluster": Six, "sentinel": Watched}


@contextmanager
def service(fleet: Fleet, folder: Path, **settings: str) -> Iterator[Stack]:
    """Gateway and engines beside these servers; all of it ends."""
    with fleet, Stack(folder / "stack", 0, fleet.url, 2, 1, **settings) as stack:
        yield stack


@pytest.mark.parametrize("kind", KINDS)
def test_a_primary_is_killed_and_play_goes_on(kind: str, tmp_path: Path) -> None:
    seed = random.randrange(2**32)
    sys.stdout.write(f"seed {seed}\n")
    fleet = KINDS[kind](tmp_path, "--appendonly", "yes")
    with service(fleet, tmp_path, ENGINE_REDIS_WAIT_REPLICAS="1") as stack:
        load = Load(stack.url, TABLES, seed)
        with load.playing() as notes:
            until(lambda: load.moved(SOME, {}))
            dead = random.Random(seed).choice(fleet.primaries)
            heirs = fleet.replicas_of(dead)
            dead.kill()
            until(lambda: any(heir.leads for heir in heirs), FAILOVER_S)
            if kind == "cluster":  # else nobody is left to whom a move could be replicated
                dead.start(fleet.guard.start())
            before = {**notes.moves}
            until(lambda: load.moved(SOME, before), FAILOVER_S)
        found = load.check()
        sys.stdout.write(f"{kind}: {found}\n")
        assert found.missing == found.unknown == 0
        assert found.told >= 2 * TABLES * SOME
        ok(Client(stack.url).get("/readyz"))
        start_match(stack.url)
        register(stack.url)
