"""A backup is restored by the scripts of the manifests: in one Redis, and in a Cluster."""

import os
import signal
import time
from pathlib import Path

import pytest
from redis.cluster import RedisCluster

from tests.redis.installation import Installation, load, with_append_only_files_of_today
from tests.redis.servers import Alone, One, Server, Six
from tests.support.waiting import until

pytestmark = with_append_only_files_of_today
KEYS = 300
"""Enough that every primary has some."""


def never_leads(server: Server) -> bool:
    return b"yes" in server.ask("CONFIG", "GET", "cluster-replica-no-failover").values()


def replaced(server: Server) -> list[Path]:
    """What was there before each restore."""
    return [*(server.log.parent / "before-restore").glob("*/*/*.manifest")]


def test_one_redis_has_what_it_had_and_keeps_it(tmp_path: Path) -> None:
    with Installation(tmp_path, Alone).running() as installation:
        (server,) = installation.fleet.servers
        server.ask("SET", "match", "before")
        backup = installation.backup()
        server.ask("SET", "match", "after")
        server.ask("SET", "later", "yes")
        done = installation.restore(backup)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "kubectl is a-cluster; the namespace is croupier." in done.stderr
        assert server.ask("MGET", "match", "later") == [b"before", None]
        server.ask("SET", "since", "yes")
        server.kill()  # the append-only file is whole: what is restored is not lost again
        until(lambda: server.leads)
        assert installation.restore(tmp_path / "nothing").returncode == 1
        assert server.ask("MGET", "match", "since") == [b"before", b"yes"]
        assert len(replaced(server)) == 1


def test_a_restore_that_ends_early_is_undone_and_a_second_one_keeps_what_was_there(
    tmp_path: Path,
) -> None:
    with Installation(tmp_path, Alone).running() as installation:
        (server,) = installation.fleet.servers
        server.ask("SET", "match", "before")
        backup = installation.backup()
        server.ask("SET", "match", "after")
        for by in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            done = installation.interrupted(backup, by)
            assert done.returncode == 128 + by, done.stderr
            assert "run this again before engines start" in done.stderr
            assert not never_leads(server)
        server.kill()  # months later, it must not start with the old data
        until(lambda: server.leads)
        assert server.ask("GET", "match") == b"after"
        installation.restarts = False
        done = installation.restore(backup, TRIES="2")
        assert done.returncode == 1
        assert "Waiting for pod/redis-0: it has not started with the snapshot" in done.stderr
        assert "pod/redis-0 is not ready" in done.stderr
        assert "run this again" in done.stderr
        installation.restarts = True
        until(lambda: server.leads)
        server.ask("SET", "match", "played on")
        done = installation.restore(backup)
        assert done.returncode == 0, done.stdout + done.stderr
        assert server.ask("GET", "match") == b"before"
        assert len(replaced(server)) == 2


def test_a_restore_that_ends_before_anything_is_sent_says_that_nothing_is_restored(
    tmp_path: Path,
) -> None:
    with Installation(tmp_path, Alone).running() as installation:
        (server,) = installation.fleet.servers
        backup = installation.backup()
        for at in ("*current-context", "get*engine*", "get*redis*", "exec*slots", "exec*begin"):
            done = installation.interrupted(backup, signal.SIGINT, at)
            assert done.returncode == 128 + signal.SIGINT, (at, done.stderr)
            assert done.stderr.count("Nothing is restored") == 1, (at, done.stderr)
        assert not never_leads(server)


def test_of_a_redis_that_does_not_answer_nothing_is_assumed(tmp_path: Path) -> None:
    """It is neither ready nor without a Cluster because nobody could ask it."""
    with Installation(tmp_path, Alone).running() as installation:
        (server,) = installation.fleet.servers
        assert load(server, "ready").returncode == 0
        assert load(server, "slots").stdout == b"all\n"
        server.ask("ACL SETUSER admin -info")
        assert load(server, "ready").returncode == 1
        assert b"does not say" in load(server, "slots").stderr
        server.ask("ACL SETUSER admin +info -cluster")
        assert load(server, "ready").stdout == b"its Cluster is not complete\n"


def test_a_snapshot_that_is_damaged_is_refused_before_redis_stops(tmp_path: Path) -> None:
    with Installation(tmp_path, Alone).running() as installation:
        (server,) = installation.fleet.servers
        server.ask("SET", "match", "before")
        (snapshot,) = installation.backup().iterdir()
        snapshot.write_bytes(snapshot.read_bytes()[:-9])
        done = installation.restore(snapshot.parent)
        assert done.returncode == 1
        assert "Nothing is restored" in done.stderr
        assert not (server.log.parent / "before-restore").exists()


def test_slots_that_are_scattered_fit_into_the_name_of_a_file(tmp_path: Path) -> None:
    """And both scripts give them the same name, by which a snapshot finds its primary."""
    with Installation(tmp_path, One).running() as installation:
        (server,) = installation.fleet.servers
        server.ask("CLUSTER DELSLOTS", *range(1, 1000, 2))
        (snapshot,) = installation.backup().iterdir()
        slots = load(server, "slots").stdout.decode().strip()
        assert snapshot.name == f"127.0.0.1:{server.port}.{slots}.rdb"
        assert slots.startswith("sha256-")


def test_of_old_backups_and_of_those_that_failed_nothing_stays(tmp_path: Path) -> None:
    with Installation(tmp_path, Alone).running() as installation:
        backups = tmp_path / "backups"
        for name in ("20200101T000000Z", "20210101T000000Z", "lost+found", "part.killed", "part.x"):
            (backups / name).mkdir(parents=True)
        os.utime(backups / "part.killed", (0, 0))
        first = installation.backup(KEEP="2")
        kept = {first.name, "20210101T000000Z", "lost+found", "part.x"}
        assert {each.name for each in backups.iterdir()} == kept
        with pytest.raises(AssertionError, match="0 of 1 primaries"):
            installation.backup(NODES="127.0.0.1:1")
        assert {each.name for each in backups.iterdir()} == kept


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
        (tmp_path / "pods/redis-dead").touch()
        done = installation.restore(backup)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "redis-dead does not answer, and is left out." in done.stderr
        assert heir.leads
        assert not primary.leads
        with RedisCluster(port=fleet.servers[0].port, host="127.0.0.1") as all_:
            assert {all_.get(key) for key in keys} == {b"before"}
            assert all_.get("later") is None
        counts = {server.ask("DBSIZE") for server in (heir, primary)}
        assert len(counts) == 1
        assert not any(map(never_leads, fleet.servers))


WRONG = {
    "engines run": "Stop engines and gateways first: pod/engine-1",
    "two snapshots": "has 2 snapshots for pod/redis-0, which takes one: ",
    "no snapshot": "no file in it ends with .rdb",
    "no folder": "There is no folder ",
    "another file": "That is no snapshot.",
    "redis is away": "No Redis answers",
}


@pytest.mark.parametrize("what", WRONG)
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
        elif what in ("no snapshot", "no folder"):
            snapshot.unlink()
            if what == "no folder":
                backup.rmdir()
        elif what == "redis is away":
            (tmp_path / "pods/redis-0").rename(tmp_path / "pods/redis-dead")
        else:
            snapshot.write_bytes(b"not of Redis")
        done = installation.restore(backup)
        assert done.returncode == 1, done.stdout + done.stderr
        assert WRONG[what] in done.stderr
        assert done.stderr.endswith("Nothing is restored; the data are as they were before.\n")
        assert server.ask("GET", "match") == b"here"
        assert {each.name for each in server.log.parent.iterdir()} == {
            server.log.name,
            "appendonlydir",
        }


PUT = {
    "in part": (100, b"REDIS", b"The snapshot has not come whole."),
    "another file": (5, b"OTHER", b"That is no snapshot."),
    "no room": (2**60, b"REDIS", b"has room for "),
}


def test_a_snapshot_that_is_refused_does_not_stay_on_the_disk(tmp_path: Path) -> None:
    with Installation(tmp_path, Alone).running() as installation:
        (server,) = installation.fleet.servers
        for size, read, said in PUT.values():
            done = load(server, "put", str(size), read=read)
            assert done.returncode == 1
            assert said in done.stderr
            assert not (server.log.parent / "restoring").exists()


def test_a_snapshot_that_was_given_up_is_not_taken_by_a_later_restart(tmp_path: Path) -> None:
    """The shell that stopped Redis was killed in between, and the operator did not come back."""
    with Installation(tmp_path, Alone).running() as installation:
        (server,) = installation.fleet.servers
        data = server.log.parent
        (data / "restored").mkdir()
        (data / "restored/appendonly.aof.manifest").touch()
        now = time.time()
        for minutes, taken in ((61, False), (59, True)):
            os.utime(data / "restored", (now - 60 * minutes,) * 2)
            assert load(server, "take").returncode == 0
            assert (data / "appendonlydir/appendonly.aof.1.base.rdb").exists() != taken
            assert (data / "restoring").exists() != taken
            if not taken:
                assert load(server, "ready").returncode == 1
                (data / "restoring").rename(data / "restored")
