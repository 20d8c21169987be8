"""What may be wrong with Redis, or with a clock, while many play.

Each begins while tables play, holds until it has been felt, and ends; nobody helps gateways and
engines over it. `tests.faults.harm` has the campaign.
"""

import secrets
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from redis.exceptions import RedisError
from redislink.refusals import TEXTS

from tests.faults.tables import WISH
from tests.redis.servers import Alone, Fleet, Server, Watched
from tests.support.waiting import until
from tools.stack import Process, Stack, free_port, serves

DISK = ("--appendonly", "yes", "--appendfsync", "always")
SECOND = ("--appendonly", "yes", "--appendfsync", "everysec")
LITTLE = "1"
"""Bytes of memory that are always full."""
ROOM = 0.9
"""The share of its data for which a Redis that evicts has room."""
BALLAST = "for n = 1, 2000 do redis.call('SET', 'ballast:' .. n, string.rep('x', 1000)) end"
"""Beside which the memory of connections does not matter."""
BACK_S = 120.0
NOWHERE = 1
"""A port at which nobody listens."""
USER = "croupier"
CLOCKED = {**WISH, "clock": {"perMove": "600s"}}
HOUR_S = 3600
TMPFS_MIB = 24
ACCOUNT: Mapping[str, str] = {
    f"{program}_REDIS_{name}": value
    for program in ("ENGINE", "GATEWAY")
    for name, value in (("USERNAME", USER), ("PASSWORD", "first"))
}

Hold: TypeAlias = Callable[[Fleet, Stack], AbstractContextManager[object]]
Make: TypeAlias = Callable[[Path], Fleet]


@dataclass(frozen=True)
class Outage:
    """What is wrong, and how one sees it.

    `texts` are those of which the engines' log must have one; none for an outage that no engine
    notices. `least` is how many requests are to be refused before it ends; 0 for an outage that is
    not felt. `before` is how many moves each table makes before it begins. Unless it is `strict`,
    what was answered may be gone, but no match may
    go on without its log. `mounts` needs a file system of its own.
    """

    name: str
    hold: Hold
    texts: Sequence[str]
    make: Make
    settings: Mapping[str, str] = field(default_factory=dict)
    wish: Any = field(default_factory=lambda: WISH)
    least: int = 100
    before: int = 3
    strict: bool = True
    mounts: bool = False

    @property
    def possible(self) -> bool:
        """Whether this user of this machine may cause it."""
        if not self.mounts:
            return True
        tool = shutil.which("unshare")
        return bool(tool) and not subprocess.run([str(tool), "-m", "true"], check=False).returncode


def alone(folder: Path, options: Sequence[str] = DISK) -> Fleet:
    return Alone(folder, *options)


def with_account(folder: Path) -> Fleet:
    """One server with an account for the programs; its first password is `first`."""
    return _Prepared(folder, ("ACL SETUSER", USER, "on", ">first", "~*", "&*", "+@all"))


def on_a_small_disk(folder: Path) -> Fleet:
    """One server with a file system of its own as its folder, which only that server sees."""
    fleet = Alone(folder, *SECOND)
    server = fleet.servers[0]
    script = folder / "redis-on-tmpfs"
    mount = f'mount -t tmpfs -o size={TMPFS_MIB}m none "$0" && exec "$@"'
    data = folder / f"redis-{server.port}"
    script.write_text(
        f"#!/bin/sh\nexec unshare -m sh -c '{mount}' {data} {server.executable} \"$@\"\n"
    )
    script.chmod(0o700)
    server.executable = str(script)
    return fleet


class _Prepared(Alone):
    """One server that is asked something before anybody uses it."""

    def __init__(self, folder: Path, *commands: Sequence[str]) -> None:
        super().__init__(folder, *DISK)
        self._commands = commands

    def start(self) -> None:
        super().start()
        for command in self._commands:
            self.servers[0].ask(*command)


def _of(fleet: Fleet) -> Server:
    return fleet.servers[0]


@contextmanager
def full(fleet: Fleet, stack: Stack) -> Iterator[None]:
    """No memory is left: every command that would take some is refused."""
    with _configured(_of(fleet), "maxmemory", LITTLE):
        yield


@contextmanager
def evicting(fleet: Fleet, stack: Stack) -> Iterator[None]:
    """It throws away what was not used for long, whatever that is."""
    server = _of(fleet)
    server.ask("EVAL", BALLAST, 0)
    with _configured(server, "maxmemory-policy", "allkeys-lru"):
        memory = server.ask("INFO", "memory")
        too_much = memory["used_memory_dataset"] * (1 - ROOM)
        with _configured(server, "maxmemory", str(round(memory["used_memory"] - too_much))):
            until(lambda: server.ask("INFO", "stats")["evicted_keys"] > 0, BACK_S)
            yield


@contextmanager
def read_only(fleet: Fleet, stack: Stack) -> Iterator[None]:
    """It is a replica, of a primary that cannot be reached."""
    server = _of(fleet)
    server.ask("REPLICAOF", "127.0.0.1", NOWHERE)
    yield
    server.ask("REPLICAOF", "NO", "ONE")


@contextmanager
def snapshot_fails(fleet: Fleet, stack: Stack) -> Iterator[None]:
    """The server could not write a snapshot, so it accepts no more writes."""
    server = _of(fleet)
    folder = Path(server.ask("CONFIG GET", "dir")["dir"])
    place = folder / server.ask("CONFIG GET", "dbfilename")["dbfilename"]
    with _configured(server, "save", "86400 1"):
        (place / "in the way").mkdir(parents=True)
        _save(server, "err")
        yield
        shutil.rmtree(place)
        _save(server, "ok")


def _save(server: Server, status: str) -> None:
    """Have a snapshot written until that has this status."""

    def saved() -> bool:
        with suppress(RedisError):  # it may be rewriting its append-only file
            server.ask("BGSAVE")
        return server.says("persistence", "rdb_last_bgsave_status", status)

    until(saved, BACK_S)


@contextmanager
def disk_full(fleet: Fleet, stack: Stack) -> Iterator[None]:
    """The disk of the append-only file is full."""
    server = _of(fleet)
    assert server.process
    folder = server.ask("CONFIG GET", "dir")["dir"]
    ballast = Path(f"/proc/{server.process.pid}/root{folder}/ballast")
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            with suppress(OSError):
                while file.write(bytes(size)):
                    pass
    yield
    ballast.unlink()


@contextmanager
def password(fleet: Fleet, stack: Stack) -> Iterator[None]:
    """The password is another one, and all connections are closed."""
    server = _of(fleet)
    server.ask("ACL SETUSER", USER, "resetpass", f">{secrets.token_hex()}")
    server.ask("CLIENT KILL", "USER", USER)
    yield
    server.ask("ACL SETUSER", USER, "resetpass", ">first")


@contextmanager
def dead_primary(fleet: Fleet, stack: Stack) -> Iterator[None]:
    """The primary dies and stays dead; a replica takes over."""
    (primary,) = fleet.primaries
    heirs = fleet.replicas_of(primary)
    primary.kill()
    until(lambda: any(heir.leads for heir in heirs), BACK_S)
    yield


@contextmanager
def clock_off(fleet: Fleet, stack: Stack) -> Iterator[None]:
    """One more engine runs, with its clock an hour ahead; or it says that it does not serve."""
    address = f"127.0.0.1:{free_port()}"
    log = stack.engines[0].log.with_name("shifted.log")
    engine = Process(
        "tests.faults.shifted_engine",
        log,
        partial(serves, address),
        ENGINE_ADDRESS=address,
        ENGINE_REDIS_URL=fleet.url,
        SHIFT_S=str(HOUR_S),
    )
    engine.group = stack.engines[0].group
    engine.start()
    until(lambda: serves(address) or "clock" in log.read_text().lower(), BACK_S)
    yield
    engine.stop()


@contextmanager
def _configured(server: Server, name: str, value: str) -> Iterator[None]:
    before = server.ask("CONFIG GET", name)[name]
    server.ask("CONFIG SET", name, value)
    yield
    server.ask("CONFIG SET", name, before)


OUTAGES: Sequence[Outage] = (
    Outage("full", full, (TEXTS["memory"],), alone),
    Outage("evicting", evicting, ("noeviction",), alone, least=0, before=60, strict=False),
    Outage("read-only", read_only, (TEXTS["read_only"],), alone),
    Outage("snapshot fails", snapshot_fails, (TEXTS["disk"],), alone),
    Outage("disk full", disk_full, (TEXTS["disk"],), on_a_small_disk, mounts=True),
    Outage("wrong password", password, (TEXTS["password"],), with_account, settings=ACCOUNT),
    Outage(
        "dead primary",
        dead_primary,
        (TEXTS["unreachable"], TEXTS["timeout"]),
        lambda folder: Watched(folder, *SECOND),
        settings={"ENGINE_REDIS_WAIT_REPLICAS": "1"},
        least=1,  # it ends by itself
    ),
    Outage("clock off", clock_off, (), alone, wish=CLOCKED, least=0),
)
