"""Of which servers the component `backup` takes snapshots, and what its script does."""

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.deploy.rendered import VARIANTS, containers, objects, some
from tests.redis.servers import Server
from tools.manifests import K8S, Json, of_kind, render_with
from tools.redis_server import Guard

pytestmark = pytest.mark.service

JOB = "redis-backup"
BOTH = ("redis-cluster", "backup")


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_server_of_redis_is_backed_up(variant: str) -> None:
    found = objects(variant)
    some([each for each in of_kind(found, "CronJob") if _name(each) == JOB], f"CronJob/{JOB}")
    wrong = ", ".join(sorted(left_out(found)))
    assert not wrong, f"NODES of CronJob/redis-backup, against StatefulSet/redis: {wrong}"


@pytest.mark.parametrize("order", [BOTH, BOTH[::-1]], ids=lambda order: "+".join(order))
def test_a_cluster_is_backed_up_in_whichever_order_its_components_are(order: list[str]) -> None:
    found = render_with("dev", *order)
    assert left_out(found) == set()
    (redis,) = of_kind(found, "StatefulSet")
    redis["spec"]["replicas"] += 1
    assert left_out(found) == {"redis-9.redis"}


def test_a_patch_that_names_the_nodes_beside_their_source_is_refused() -> None:
    """Kubernetes takes one of the two."""
    found = render_with("dev", "backup")
    (job,) = of_kind(found, "CronJob")
    containers(job)[0]["env"][0]["value"] = "redis-0.redis"
    assert left_out(found) == {"both value and valueFrom"}


def test_without_servers_of_its_own_an_overlay_has_nothing_to_back_up() -> None:
    """What production has of it goes with the Redis of the base."""
    assert left_out(render_with("dev", "external-redis", "backup")) == {"redis"}
    assert not [each for each in render_with("prod", "external-redis") if JOB in _name(each)]


def left_out(found: Iterable[Json]) -> set[str]:
    """The servers that the CronJob does not ask, or those that it asks and that do not exist."""
    named = {(each["kind"], _name(each)): each for each in found}
    if ("CronJob", JOB) not in named:
        return set()
    (said,) = [
        each for each in containers(named["CronJob", JOB])[0]["env"] if each["name"] == "NODES"
    ]
    if {"value", "valueFrom"} <= said.keys():  # a patch of before
        return {"both value and valueFrom"}
    if source := said.get("valueFrom", {}).get("configMapKeyRef"):
        said = {"value": named["ConfigMap", source["name"]]["data"][source["key"]]}
    hosts = re.split("[/?]", said["value"].rpartition("://")[2])[0].split(",")
    asked = {each.removesuffix(":6379") for each in hosts}
    servers = named.get(("StatefulSet", "redis"), {"spec": {"replicas": 0}})["spec"]["replicas"]
    if servers == 1 and asked <= {"redis", "redis-0.redis"}:
        return set()
    return asked ^ {f"redis-{number}.redis" for number in range(servers)}


def _name(found: Json) -> str:
    return str(found["metadata"]["name"])


def test_a_backup_is_a_snapshot_of_every_primary_and_only_so_many_are_kept(tmp_path: Path) -> None:
    """The script of the CronJob, over a server of this machine."""
    with running(tmp_path) as server:
        server.ask("SET", "kept", "yes")
        for number in range(3):  # the names are times: these are of years ago
            (tmp_path / "backups" / f"2020010{number}T000000Z").mkdir(parents=True)
        told = backup(tmp_path, f"redis://127.0.0.1:{server.port}/0?client_name=x", keep="3")
        assert told.returncode == 0, told.stdout + told.stderr
    kept = sorted(each.name for each in (tmp_path / "backups").iterdir())
    assert kept[:2] == ["20200101T000000Z", "20200102T000000Z"]
    (snapshot,) = (tmp_path / "backups" / kept[2]).iterdir()
    assert snapshot.name == f"127.0.0.1:{server.port}.rdb"
    assert b"kept" in snapshot.read_bytes()


def test_a_backup_without_a_primary_fails_and_keeps_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "backups/20200101T000000Z").mkdir(parents=True)
    told = backup(tmp_path, "127.0.0.1:1", keep="1")
    assert told.returncode == 1
    assert "0 of 1 primaries answer" in told.stderr
    assert (tmp_path / "backups/20200101T000000Z").exists()


@contextmanager
def running(folder: Path) -> Iterator[Server]:
    """A server with the user of operators."""
    guard, server = Guard(), Server(folder)
    server.start(guard.start())
    try:
        server.ask("ACL", "SETUSER", "admin", "on", "nopass", "~*", "&*", "+@all")
        yield server
    finally:
        server.kill()
        server.close()
        guard.close()


def backup(folder: Path, nodes: str, keep: str) -> "subprocess.CompletedProcess[str]":
    script = K8S / "components/backup/backup.sh"
    told = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "NODES": nodes,
        "FOLDER": str(folder / "backups"),
        "KEEP": keep,
        "REDISCLI_AUTH": "any",
    }
    return subprocess.run(
        ["sh", str(script)], env=told, capture_output=True, text=True, timeout=60, check=False
    )
