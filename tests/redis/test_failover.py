"""A primary is killed in the middle of play: players go on without an operator."""

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from engine.admin.doctor.checkup import examine
from engine.config import Settings

from tests.redis.faults import KEPT, PROFILES, for_good
from tests.redis.load import Load
from tests.redis.servers import Fleet, Nine, Server, Six, Watched
from tests.support.players import Client, register, start_match
from tests.support.waiting import until
from tools.manifests import K8S
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
        with load.playing():
            until(lambda: load.moved(SOME, {}))
            dead = random.Random(seed).choice(fleet.primaries)
            heirs = fleet.replicas_of(dead)
            dead.kill()
            until(lambda: any(heir.leads for heir in heirs), FAILOVER_S)
            if kind == "cluster":  # else nobody is left to whom a move could be replicated
                dead.start(fleet.guard.start())
            before = load.moves
            until(lambda: load.moved(SOME, before), FAILOVER_S)
        found = load.check()
        sys.stdout.write(f"{kind}: {found}\n")
        assert found.missing == found.unknown == found.wrong == 0
        assert found.told >= 2 * TABLES * SOME
        # The gateway looks for its Redis once a second: moves may be made before it has looked.
        until(lambda: Client(stack.url).get("/readyz").status_code == 200)
        start_match(stack.url)
        register(stack.url)


@pytest.mark.parametrize("dies", ["primary", "replica"])
def test_a_node_of_nine_dies_and_stays_dead(dies: str, tmp_path: Path) -> None:
    """As `make faults-redis` does: with one replica left, everything is stored and answered."""
    seed = random.randrange(2**32)
    sys.stdout.write(f"seed {seed}\n")
    (profile,) = [each for each in PROFILES if each.make is Nine and each.dies == dies]
    found = for_good(profile, seed, tmp_path)
    sys.stdout.write(f"{dies}: {found}\n")
    assert found.missing == found.unknown == found.wrong == 0
    assert found.told >= 2 * TABLES * SOME


def test_an_empty_node_takes_the_place_of_a_lost_one(tmp_path: Path) -> None:
    """By the script of the manifests, run in a pod of another node; the lost one is forgotten.

    `croupierctl doctor` tells of each loss, also of the one that ends a third of the matches.
    """
    with Nine(tmp_path, *KEPT) as fleet:
        assert _wrong(fleet) == []
        primary = fleet.primaries[0]
        lost = fleet.replicas_of(primary)[0]
        lost.kill()
        until(lambda: all(map(_has_failed_nodes, fleet.primaries)), FAILOVER_S)
        named, missed = _wrong(fleet)
        assert f"node 127.0.0.1:{lost.port} of the Cluster, a replica of" in named
        assert f"primary 127.0.0.1:{primary.port} of the Cluster has 1 replicas" in missed
        new = fleet.empty()
        for server in fleet.servers:
            if server.running:
                server.ask("ACL", "SETUSER", "admin", "on", "nopass", "~*", "&*", "+@all")
        told = _replace(fleet.primaries[1], new)
        assert told.returncode == 0, told.stdout + told.stderr
        until(lambda: new in fleet.replicas_of(primary), FAILOVER_S)
        until(lambda: len(fleet.replicas_of(primary)) == 2, FAILOVER_S)
        assert not any(map(_has_failed_nodes, fleet.primaries))
        until(lambda: _wrong(fleet) == [], FAILOVER_S)  # once all others have heard of it
        for server in (*fleet.replicas_of(primary), primary):
            server.kill()
        until(lambda: all(map(_has_failed_nodes, fleet.primaries)), FAILOVER_S)
        alone = f"node 127.0.0.1:{primary.port} of the Cluster, a primary whose matches"
        until(lambda: any(alone in each for each in _wrong(fleet)), FAILOVER_S)


def _wrong(fleet: Fleet) -> list[str]:
    """What `croupierctl doctor` finds wrong."""
    found = asyncio.run(examine(Settings(redis_url=fleet.url)))
    return [each.text for each in found if each.level == "wrong"]


def _has_failed_nodes(server: Server) -> bool:
    """Whether it knows of a node that has failed; one that it only suspects is `fail?`."""
    nodes: Any = server.ask("CLUSTER NODES")
    return any("fail" in each["flags"].split(",") for each in nodes.values())


def _replace(beside: Server, new: Server) -> "subprocess.CompletedProcess[str]":
    script = K8S / "components/redis-cluster/replace.sh"
    told = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "REDIS_PORT": str(beside.port),
        "REDIS_NEW": f"127.0.0.1:{new.port}",
        "REDIS_HOST": "127.0.0.1",
        "REDISCLI_AUTH": "any",
    }
    return subprocess.run(
        ["sh", str(script), "4"], env=told, capture_output=True, text=True, timeout=60, check=False
    )
