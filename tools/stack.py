"""The whole service on this machine: Redis, engines, gateways, and the house bots if they are
asked for, each in its own process."""

import asyncio
import contextlib
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar, cast

import grpc
from engine.store import keys
from engine.store.compression import NUMBER
from grpc_health.v1 import health_pb2, health_pb2_grpc
from redis.exceptions import RedisError
from redislink.client import connect, ping
from redislink.url import InvalidUrl

from tools import house
from tools.patience import patient
from tools.redis_server import DURABLE, Guard, RedisServer, last_words

T = TypeVar("T")

ROOT = Path(__file__).parent.parent
LOOPBACK = "127.0.0.1"
LOGIN = ("USERNAME", "PASSWORD", "PASSWORD_FILE")
OWN_GAMES = "lost-cities,livingstone,just4fun"
"""Those of this repository, whose boards its page trusts."""
READY_S = 120.0
STOP_S = 20.0
LOOK_S = 0.5
"""How long a match is looked for in a Redis that may have much else."""
PORTS = range(20_000, 32_768)
"""Below the ports that systems give to clients, so that a free one here stays free."""


class NotReady(Exception):
    """A process of the stack did not start; the message says which, and how its log ends."""


class OtherFormat(Exception):
    """Redis has matches in a format that this version does not know."""


class Process:
    """A program, in a process group that the Ctrl-C of a terminal does not reach."""

    def __init__(
        self, module: str, log: Path, ready: Callable[[], bool], **environment: str
    ) -> None:
        self.module = module
        self.log = log
        self.group: int | None = None
        self.root = ROOT
        """The folder of its source code."""
        self._ready = ready
        self.environment = environment
        """Its variables; changes count from its next start."""
        self.arguments: Sequence[str] = ()
        """What it is told besides."""
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The id of the process, which must have been started."""
        assert self._process  # noqa: S101
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether it has been started and has not ended."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it; its output is appended to the log."""
        # Also what this process was told, such as where games lie that are not installed.
        told = os.environ.get("PYTHONPATH", "")
        homes = [str(self.root / each) for each in ("libs", "services", ".")]
        path = os.pathsep.join([*homes, *[told] * bool(told)])
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", self.module, *self.arguments],
                env={**os.environ, **self.environment, "PYTHONPATH": path},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                process_group=self.group or 0,
            )

    def wait(self, check: Callable[[], None] = lambda: None) -> None:
        """Wait until it is ready. Raise NotReady if it ends, or takes longer than READY_S.

        A busy machine has more time: for this, and to stop. `check` may raise to end the wait.
        """
        began = time.monotonic()
        while not self._ready():
            check()
            if not self.running:
                raise NotReady(self.obituary())
            if time.monotonic() > began + patient(READY_S):
                raise NotReady(f"The {self.module} is not ready; {last_words(self.log)}")
            time.sleep(0.02)

    def stop(self) -> int | None:
        """Terminate it, wait for it, and return its exit code; None if it was not started."""
        if self._process is None:
            return None
        self._process.terminate()
        try:
            return self._process.wait(patient(STOP_S))
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def kill(self) -> None:
        """Kill it as a crash would: at once, without any cleaning up."""
        if self._process:
            self._process.kill()
            self._process.wait()

    def obituary(self) -> str:
        """How it ended, and the end of its log."""
        code = self._process.returncode if self._process else None
        return f"The {self.module} has ended ({_cause(code)}); {last_words(self.log)}"


class Stack:
    """Redis (unless `redis_url` names one), engines and gateways; `gateway` is the first."""

    def __init__(
        self,
        data: Path,
        port: int = 0,
        redis_url: str = "",
        engines: int = 1,
        gateways: int = 1,
        host: str = LOOPBACK,
        engine_address: str = "",
        groups: Sequence[str] = (),
        **settings: str,
    ) -> None:
        """`port` is the first gateway's; 0 takes a free one, as the other gateways do.
        Gateways listen on the IPv4 address `host` alone.

        Engines listen on free ports; with an `engine_address`, such as `unix:PATH`, there is one.

        For each of the `groups`, such as "beans" or "beans+nim", there is one more, which plays
        these games alone. What the others play is up to the settings.

        `settings` are variables of the environment for all engines and gateways.
        """
        data.mkdir(parents=True, exist_ok=True)
        settings.setdefault("GATEWAY_HOUSE_KEY_FILE", str(house.key_file(data)))
        settings.setdefault("GATEWAY_OWN_GAMES", os.environ.get("GATEWAY_OWN_GAMES", OWN_GAMES))
        if host != LOOPBACK:
            settings["GATEWAY_HOST"] = host
        self._data, self._settings = data, settings
        self._guard = Guard()
        self._login = _login({name: settings.get(f"ENGINE_REDIS_{name}", "") for name in LOGIN})
        self.redis = None if redis_url else RedisServer(data / "redis", *DURABLE)
        self.redis_url = self.redis.url if self.redis else redis_url
        self.port = port or free_port()
        further = (free_port() for _ in range(gateways - 1))
        self.urls = [f"http://{host}:{each}" for each in (self.port, *further)]
        self.url = self.urls[0]
        free = [f"127.0.0.1:{free_port()}" for _ in range(engines)]
        addresses = [engine_address] if engine_address else free
        own = {group: f"127.0.0.1:{free_port()}" for group in groups}
        self.engine_addresses = [*addresses, *own.values()]
        self.heralds: list[Process] = []
        self.consoles: list[Process] = []
        self.engines = [self._engine(each) for each in addresses]
        self.engines += [self._engine(each, group) for group, each in own.items()]
        target = engine_address or f"ipv4:{','.join(free)}"
        target = ",".join([target, *(f"{group}=ipv4:{each}" for group, each in own.items())])
        self._target = target
        self.gateways = [self._gateway(url, target) for url in self.urls]
        self.gateway = self.gateways[0]
        self.bots: list[Process] = []

    def _engine(self, address: str, group: str = "") -> Process:
        """An engine at this address: of a group, it plays the games of that alone."""
        played = {"ENGINE_GROUP": group, "CROUPIER_GAMES": group.replace("+", ",")} if group else {}
        return Process(
            "engine",
            self._data / "engine.log",
            partial(serves, address),
            ENGINE_ADDRESS=address,
            ENGINE_REDIS_URL=self.redis_url,
            **{**self._settings, **played},
        )

    def _gateway(self, url: str, engines: str) -> Process:
        return Process(
            "gateway",
            self._data / "gateway.log",
            partial(answers, f"{url}/readyz"),
            GATEWAY_PORT=url.rpartition(":")[2],
            GATEWAY_ENGINES=engines,
            GATEWAY_REDIS_URL=self.redis_url,
            **self._settings,
        )

    def add_bots(self, **settings: str) -> None:
        """Have the house's own bots to play against from the start on."""
        house.new_key(self._data)
        log = self._data / "bots.log"
        said = {**house.environment(self._data, self.url), **settings}
        self.bots.append(Process("bots.house", log, house.AtHome(log), **said))

    def add_herald(self, **settings: str) -> Process:
        """Have webhooks be called from the start on, by one more herald."""
        probed = f"127.0.0.1:{free_port()}"
        said = {
            "HERALD_ENGINES": self._target,
            "HERALD_REDIS_URL": self.redis_url,
            "HERALD_METRICS_ADDRESS": probed,
            **self._settings,
            **settings,
        }
        log = self._data / "herald.log"
        herald = Process("herald", log, partial(answers, f"http://{probed}/healthz"), **said)
        self.heralds.append(herald)
        return herald

    def add_console(self, links: Path, port: int) -> Process:
        """Have the operator's console be served from the start on, on this machine alone.

        `links` is the folder of links that sign in.
        """
        address = f"{LOOPBACK}:{port}"
        said = {
            "CONSOLE_ADDRESS": address,
            "CONSOLE_LINKS": str(links),
            "ENGINE_ADDRESS": self.engine_addresses[0],
            "ENGINE_REDIS_URL": self.redis_url,
            **self._settings,
        }
        ready = partial(answers, f"http://{address}/healthz")
        console = Process("engine.admin", self._data / "console.log", ready, **said)
        console.arguments = ("console",)
        self.consoles.append(console)
        return console

    @property
    def services(self) -> tuple[Process, ...]:
        """All but the bots in the order of stopping: each stops before what it depends on."""
        return (*self.consoles, *self.heralds, *self.gateways, *self.engines)

    @property
    def processes(self) -> tuple[Process, ...]:
        """All of them in that order."""
        return (*self.bots, *self.services)

    def __enter__(self) -> Self:
        """Start it; it stops with the block, or at once if it cannot start."""
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def start(self, check: Callable[[], None] = lambda: None) -> None:
        """Start everything, and wait until all is ready. Raise NotReady or OtherFormat if not.

        The bots come last: they are players, and can do nothing before. `check` is called while
        waiting, and may raise to end it.
        """
        group = self._guard.start()
        if self.redis:
            self.redis.start(group)
        else:
            _check_redis(self.redis_url, *self._login)
        if not _run(_knows_format(self.redis_url, *self._login)):
            raise OtherFormat
        for together in (self.services, self.bots):
            for process in reversed(together):
                process.group = group
                process.start()
            for process in reversed(together):
                process.wait(check)

    def failures(self) -> Iterator[str]:
        """A text for each process that has ended without being stopped."""
        for process in self.processes:
            if not process.running:
                yield process.obituary()
        if self.redis and not self.redis.running:
            yield f"Redis has ended; {last_words(self.redis.log)}"

    def stop(self) -> None:
        """Stop all processes in order, and remove temporary files."""
        for process in self.processes:
            process.stop()
        if self.redis:
            self.redis.close()
        self._guard.close()


def free_port() -> int:
    """A port that is free, and that the system gives to no client."""
    while True:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", secrets.choice(PORTS)))
            return int(probe.getsockname()[1])


def _cause(code: int | None) -> str:
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


def _login(given: Mapping[str, str]) -> tuple[str, str]:
    """The user and the password of these settings."""
    file = given["PASSWORD_FILE"]
    return given["USERNAME"], Path(file).read_text().strip() if file else given["PASSWORD"]


def _check_redis(url: str, username: str, password: str) -> None:
    """Raise NotReady if the URL is not a valid one, or its Redis does not answer."""

    async def check() -> None:
        async with connect(url, STOP_S, username, password) as redis:
            await ping(redis)

    try:
        _run(check())
    except InvalidUrl as error:
        raise NotReady(f"REDIS_URL: {error}") from None
    except (RedisError, OSError) as error:
        raise NotReady(f"The Redis that REDIS_URL names does not answer: {error}") from None


def _run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Return what the coroutine returns; the caller may have an event loop of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


async def _knows_format(url: str, username: str, password: str) -> bool:
    """Return whether a stored match, the first that is found, is in the format of this version."""
    async with connect(url, STOP_S, username, password) as redis:
        with contextlib.suppress(TimeoutError, RedisError):  # then the engine says what is wrong
            async with asyncio.timeout(LOOK_S):
                async for name in redis.scan_iter(match=keys.match("*"), count=1000):
                    found: Any = await cast(Any, redis).hget(name, "match")
                    return found is None or bool(found.startswith(NUMBER))
    return True


def serves(address: str) -> bool:
    """Whether the engine at the address reports that it is healthy."""
    with grpc.insecure_channel(address) as channel:
        health: Any = health_pb2_grpc.HealthStub(channel)
        try:
            answer = health.Check(health_pb2.HealthCheckRequest(), timeout=1)
        except grpc.RpcError:
            return False
        return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


def answers(url: str) -> bool:
    """Whether a GET of the URL succeeds within a second."""
    try:
        with urllib.request.urlopen(url, timeout=1):  # noqa: S310
            return True
    except (urllib.error.URLError, OSError):
        return False
