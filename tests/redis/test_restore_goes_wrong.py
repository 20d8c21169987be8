"""What may go wrong in the middle of a restore, and what must be so before it goes on."""

import os
import time
from pathlib import Path

from tests.redis.installation import Installation, load, with_append_only_files_of_today
from tests.redis.servers import DOWN_MS, Alone, One, Server, Six, free_port
from tests.support.waiting import until

pytestmark = with_append_only_files_of_today

SLOW_S = 3 * DOWN_MS / 1000
"""A replica that may take over has done so in half of this."""
KEY = "hello"
"""Its slot is 866, of the first primary."""


def test_no_replica_brings_the_old_data_back_unnoticed(tmp_path: Path) -> None:
    with Installation(tmp_path, Six).running() as installation:
        fleet = installation.fleet
        first, second, *_ = fleet.servers
        (heir,) = fleet.replicas_of(first)
        first.ask("SET", KEY, "before")
        backup = installation.backup()
        first.ask("SET", KEY, "after")

        def taken_over(server: Server) -> None:
            """By an operator, which Redis permits."""
            if server is first:
                heir.ask("CLUSTER", "FAILOVER", "TAKEOVER")

        installation.meanwhile = taken_over
        done = installation.restore(backup)
        assert done.returncode == 1, done.stdout + done.stderr
        assert "Another node has taken over from pod/redis-0, with the old data." in done.stderr
        assert "run this again before engines start" in done.stderr
        assert heir.ask("GET", KEY) == b"after"

        away = []

        def slow(server: Server) -> None:
            if server is second:
                time.sleep(SLOW_S)
            away.append([each for each in fleet.servers if not each.running])

        installation.meanwhile = slow
        done = installation.restore(backup)
        assert done.returncode == 0, done.stdout + done.stderr
        assert heir.ask("GET", KEY) == b"before"
        assert [len(each) for each in away] == [1, 1, 1]  # and none stops before another is back


def test_a_redis_that_refuses_to_stop_keeps_its_data(tmp_path: Path) -> None:
    with Installation(tmp_path, Alone).running() as installation:
        (server,) = installation.fleet.servers
        backup = installation.backup()
        server.ask("SET", "match", "after")
        server.ask("ACL", "SETUSER", "admin", "-shutdown")
        done = installation.restore(backup, TRIES="1")
        assert done.returncode == 1, done.stdout + done.stderr
        assert "no permissions to run the 'shutdown' command" in done.stderr
        assert "pod/redis-0 does not stop: mend what it says." in done.stderr
        assert server.ask("GET", "match") == b"after"
        left = {each.name for each in server.log.parent.iterdir()}
        assert left == {server.log.name, "appendonlydir"}


def test_a_snapshot_too_many_is_of_a_primary_that_is_away(tmp_path: Path) -> None:
    with Installation(tmp_path, One).running() as installation:
        (server,) = installation.fleet.servers
        backup = installation.backup()
        server.ask("SET", "match", "after")
        (backup / "127.0.0.1:1.0-5460.rdb").touch()
        done = installation.restore(backup)
        assert done.returncode == 1, done.stdout + done.stderr
        assert f"{backup} has 2 snapshots, for these primaries: " in done.stderr
        assert server.ask("GET", "match") == b"after"


def test_what_an_earlier_restore_has_left_is_not_taken(tmp_path: Path) -> None:
    """Its shell was killed just before Redis would have stopped."""
    with Installation(tmp_path, Alone).running() as installation:
        (server,) = installation.fleet.servers
        snapshot = _first_of_two(installation)
        (server.log.parent / "restored").mkdir()
        assert load(server, "begin").returncode == 0
        assert load(server, "put", str(len(snapshot)), read=snapshot).returncode == 0
        assert load(server, "stop").returncode == 0
        until(lambda: load(server, "ready").returncode == 0)
        assert server.ask("GET", "match") == b"before"


def test_the_hour_of_a_snapshot_begins_when_redis_stops(tmp_path: Path) -> None:
    """Those of a large Cluster wait for one another."""
    with Installation(tmp_path, Alone).running() as installation:
        (server,) = installation.fleet.servers
        snapshot = _first_of_two(installation)
        assert load(server, "put", str(len(snapshot)), read=snapshot).returncode == 0
        os.utime(server.log.parent / "restoring", (time.time() - 61 * 60,) * 2)
        assert load(server, "stop").returncode == 0
        until(lambda: load(server, "ready").returncode == 0)
        assert server.ask("GET", "match") == b"before"


def _first_of_two(installation: Installation) -> bytes:
    """A snapshot in which `match` is `before`. It is `after` now."""
    (server,) = installation.fleet.servers
    server.ask("SET", "match", "before")
    (snapshot,) = installation.backup().iterdir()
    server.ask("SET", "match", "after")
    return snapshot.read_bytes()


def test_a_replica_is_not_ready_before_it_has_what_its_primary_has(tmp_path: Path) -> None:
    with Installation(tmp_path, Alone).running() as installation:
        (server,) = installation.fleet.servers
        server.ask("REPLICAOF", "127.0.0.1", free_port())
        done = load(server, "ready")
        assert (done.returncode, done.stdout) == (1, b"it copies the data of its primary\n")


def test_a_node_is_not_ready_before_its_cluster_is(tmp_path: Path) -> None:
    with Installation(tmp_path, _without_slots).running() as installation:
        (server,) = installation.fleet.servers
        done = load(server, "ready")
        assert (done.returncode, done.stdout) == (1, b"its Cluster is not complete\n")


def _without_slots(folder: Path, *options: str, executable: str) -> Alone:
    return Alone(folder, "--cluster-enabled", "yes", *options, executable=executable)
