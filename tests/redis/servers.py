"""Redis on more than one machine, all of them this one: Clusters, and a Sentinel set."""

import random
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Self

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from tests.support.waiting import until
from tools.redis_server import Guard, RedisServer, find_server

SLOTS = 16384
BUS = 10_000
"""A node talks to others on this port above its own."""
PRIMARIES = 3
DOWN_MS = 1000
"""How long a server may be silent before the others call it dead."""
NAME = "croupier"
"""What the Sentinels call those that they watch."""
QUORUM = 2
READY_S = 300.0
"""Processor time apart: `until` waits longer on a busy machine."""


class Server(RedisServer):
    """A server on a port of this machine, which may be killed and started again."""

    def __init__(self, folder: Path, *options: str, executable: str = "") -> None:
        self.port = free_port()
        name = folder / f"redis-{self.port}"
        own = ("--port", str(self.port), "--bind", "127.0.0.1")
        super().__init__(name, *own, *options, executable=executable)

    @property
    def address(self) -> str:
        """Its URL at the port; `url` is that of its socket."""
        return f"redis://127.0.0.1:{self.port}"

    def ask(self, *command: Any) -> Any:
        """Its answer; RedisError if there is none."""
        with at(self.port) as client:
            return client.execute_command(*command)

    def says(self, part: str, what: str, value: object) -> bool:
        """Whether that is so in its INFO; False if the server is away."""
        with suppress(RedisError):
            return bool(self.ask("INFO", part).get(what) == value)
        return False

    @property
    def leads(self) -> bool:
        """Whether it calls itself a primary."""
        return self.says("replication", "role", "master")

    def kill(self) -> None:
        assert self.process
        self.process.kill()
        self.process.wait()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """It neither hears nor says anything meanwhile, and then goes on."""
        assert self.process
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)


class Fleet:
    """Servers, of which some are primaries and others their replicas."""

    url: str
    servers: Sequence[Server]

    def __init__(self) -> None:
        self.guard = Guard()

    def __enter__(self) -> Self:
        """Started; it ends with the block, and if it cannot start."""
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def start(self) -> None:
        """Until all are ready. Raise AssertionError if they are not in time."""
        for server in self.servers:
            server.start(self.guard.start())

    def close(self) -> None:
        for server in self.servers:
            if server.running:
                server.kill()
            server.close()
        self.guard.close()

    @property
    def primaries(self) -> list[Server]:
        """Those that say so, and live."""
        return [server for server in self.servers if server.leads]

    def replicas_of(self, primary: Server) -> list[Server]:
        port = primary.port
        return [each for each in self.servers if each.says("replication", "master_port", port)]

    def ready(self) -> bool:
        """Whether every server runs, and every replica hears of its primary."""
        return all(server.running for server in self.servers) and self.linked()

    def linked(self) -> bool:
        replicas = [server for server in self.servers if server.running]
        replicas = [each for each in replicas if each not in self.primaries]
        return all(each.says("replication", "master_link_status", "up") for each in replicas)


class Alone(Fleet):
    """One server, which must come back by itself."""

    def __init__(self, folder: Path, *options: str, executable: str = "") -> None:
        super().__init__()
        self.servers = [Server(folder, *options, executable=executable)]
        self.url = self.servers[0].address


class One(Fleet):
    """A Cluster of one node, which answers for those slots that it has."""

    def __init__(self, folder: Path, *options: str, executable: str = "") -> None:
        super().__init__()
        own = [
            *("--cluster-enabled", "yes", "--cluster-require-full-coverage", "no"),
            *("--cluster-announce-ip", "127.0.0.1"),
        ]
        self.node = Server(folder, *own, *options, executable=executable)
        self.servers = [self.node]
        self.url = f"redis+cluster://127.0.0.1:{self.node.port}"

    def start(self) -> None:
        super().start()
        self.node.ask("CLUSTER ADDSLOTS", *range(SLOTS))
        until(lambda: _state(self.node) == "ok", READY_S)


class Six(Fleet):
    """A Cluster of three primaries, each with a replica."""

    replicas = 1

    def __init__(
        self, folder: Path, *options: str, executable: str = "", down_ms: int = DOWN_MS
    ) -> None:
        super().__init__()
        own = [
            *("--cluster-enabled", "yes", "--cluster-node-timeout", str(down_ms)),
            *("--cluster-replica-validity-factor", "0", "--repl-diskless-sync-delay", "0"),
        ]
        self._make = partial(Server, folder, *own, *options, executable=executable)
        self.servers = [self._make() for _ in range((1 + self.replicas) * PRIMARIES)]
        some = ",".join(f"127.0.0.1:{server.port}" for server in self.servers[:2])
        self.url = f"redis+cluster://{some}"

    def start(self) -> None:
        super().start()
        primaries = self.servers[:PRIMARIES]
        for place, server in enumerate(self.servers):
            server.ask("CLUSTER SET-CONFIG-EPOCH", place + 1)
            server.ask("CLUSTER MEET", "127.0.0.1", primaries[0].port)
        for place, server in enumerate(primaries):
            share = range(SLOTS * place // PRIMARIES, SLOTS * (place + 1) // PRIMARIES)
            server.ask("CLUSTER ADDSLOTS", *share)
        until(lambda: all(_known(server) == len(self.servers) for server in self.servers), READY_S)
        for place, replica in enumerate(self.servers[PRIMARIES:]):
            replica.ask("CLUSTER REPLICATE", primaries[place % PRIMARIES].ask("CLUSTER MYID"))
        until(self.ready, READY_S)

    def empty(self) -> Server:
        """One more server, which runs and is in no Cluster."""
        server = self._make()
        self.servers = [*self.servers, server]
        server.start(self.guard.start())
        return server

    def ready(self) -> bool:
        """The same, and all agree that every slot is served."""
        return super().ready() and all(_state(server) == "ok" for server in self.servers)


class Nine(Six):
    """A Cluster of three primaries, each with two replicas, as components/redis-cluster has it."""

    replicas = 2


class Watched(Fleet):
    """A primary and two replicas, watched by three Sentinels."""

    def __init__(self, folder: Path, *options: str, executable: str = "") -> None:
        super().__init__()
        first = Server(folder, *options, executable=executable)
        follow = ("--replicaof", "127.0.0.1", str(first.port), "--repl-diskless-sync-delay", "0")
        self.servers = [
            first,
            *(Server(folder, *follow, *options, executable=executable) for _ in range(2)),
        ]
        self._folder = folder
        self._executable = executable or find_server()
        self._ports = [free_port() for _ in range(3)]
        self._sentinels: list[subprocess.Popen[bytes]] = []
        some = ",".join(f"127.0.0.1:{port}" for port in self._ports)
        self.url = f"redis+sentinel://{some}/{NAME}"

    def start(self) -> None:
        super().start()
        until(lambda: len(self.primaries) == 1 and self.linked(), READY_S)
        self._sentinels = [self._sentinel(port) for port in self._ports]
        until(lambda: all(self._sees_all(port) for port in self._ports), READY_S)

    def close(self) -> None:
        for sentinel in self._sentinels:
            sentinel.kill()
            sentinel.wait()
        super().close()

    def ready(self) -> bool:
        """The same, and both others follow the one primary, and not one another."""
        primaries = self.primaries
        return super().ready() and [len(self.replicas_of(each)) for each in primaries] == [2]

    def _sentinel(self, port: int) -> "subprocess.Popen[bytes]":
        config = self._folder / f"sentinel-{port}.conf"
        config.write_text(
            f"port {port}\nbind 127.0.0.1\ndir {self._folder}\n"
            f"logfile {self._folder}/sentinel-{port}.log\n"
            f"sentinel monitor {NAME} 127.0.0.1 {self.servers[0].port} {QUORUM}\n"
            f"sentinel down-after-milliseconds {NAME} {DOWN_MS}\n"
            f"sentinel failover-timeout {NAME} 3000\n"
            f"sentinel parallel-syncs {NAME} 2\n"
        )
        return subprocess.Popen(
            [self._executable, str(config), "--sentinel"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            process_group=self.guard.start(),
        )

    def _sees_all(self, port: int) -> bool:
        with suppress(RedisError), at(port) as client:
            seen: Any = client.sentinel_master(NAME)
            return bool(seen["num-other-sentinels"] == 2 and seen["num-slaves"] == 2)
        return False


def link_programs(server: RedisServer, folder: Path) -> str | None:
    """Put it and redis-cli there, by their usual names; return the latter's path, if it is here."""
    beside = Path(server.executable).parent / "redis-cli"
    cli = str(beside) if beside.exists() else shutil.which("redis-cli")
    folder.mkdir()
    for name, program in (("redis-server", server.executable), ("redis-cli", cli)):
        if program:
            (folder / name).symlink_to(program)
    return cli


def at(port: int) -> Redis:
    """A client of the server at this port, which tries each command once."""
    return Redis(port=port, socket_timeout=1, retry=Retry(NoBackoff(), 0))


def free_port() -> int:
    """One that is free, and so is that of its bus."""
    choose = random.Random()
    for port in (choose.randrange(20_000, 30_000) for _ in range(100)):
        with suppress(OSError), socket.socket() as own, socket.socket() as bus:
            own.bind(("127.0.0.1", port))
            bus.bind(("127.0.0.1", port + BUS))
            return port
    raise OSError("no two free ports")


def _known(server: Server) -> int:
    """How many nodes it has shaken hands with, itself included."""
    nodes: Any = server.ask("CLUSTER NODES")
    return sum("handshake" not in each["flags"] for each in nodes.values())


def _state(server: Server) -> str:
    with suppress(RedisError):
        return str(server.ask("CLUSTER INFO")["cluster_state"])
    return "away"
