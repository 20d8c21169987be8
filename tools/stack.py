"""The whole service on this machine: Redis, engines and a gateway as processes of their own."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tools.redis_server import DURABLE, RedisServer

ROOT = Path(__file__).parent.parent
READY_S = 20.0
STOP_S = 20.0


class NotReady(Exception):
    """A process of the stack did not come up; the message says which, and where its log is."""


class Process:
    """A service of ours, in a session of its own so that Ctrl-C is ours to pass on."""

    def __init__(self, module: str, log: Path, **environment: str) -> None:
        self.module = module
        self.log = log
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process  # noqa: S101
        return self._process.pid

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", self.module],
                env={**os.environ, **self._environment, "PYTHONPATH": str(ROOT / "services")},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait_until(self, ready: Callable[[], bool]) -> None:
        """Raise NotReady if the process ends, or is not ready in time."""
        end = time.monotonic() + READY_S
        while not ready():
            if not self.running or time.monotonic() > end:
                raise NotReady(f"The {self.module} did not start; see {self.log}.")
            time.sleep(0.02)

    def stop(self) -> int | None:
        """Ask it to finish, and wait for it; its exit code."""
        if self._process is None:
            return None
        self._process.terminate()
        try:
            return self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def kill(self) -> None:
        """As a crash would: at once, without a word."""
        if self._process:
            self._process.kill()
            self._process.wait()


class Stack:
    """Redis (unless `redis_url` names one), `engines` engines, one gateway."""

    def __init__(
        self, data: Path, port: int = 0, redis_url: str = "", engines: int = 1, **settings: str
    ) -> None:
        data.mkdir(parents=True, exist_ok=True)
        self.redis = None if redis_url else RedisServer(data / "redis", *DURABLE)
        self.redis_url = self.redis.url if self.redis else redis_url
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        addresses = [f"127.0.0.1:{free_port()}" for _ in range(engines)]
        self.engines = [
            Process(
                "engine",
                data / "engine.log",
                ENGINE_ADDRESS=address,
                ENGINE_REDIS_URL=self.redis_url,
                **settings,
            )
            for address in addresses
        ]
        self._addresses = addresses
        self.gateway = Process(
            "gateway",
            data / "gateway.log",
            GATEWAY_PORT=str(self.port),
            GATEWAY_ENGINE_TARGET="ipv4:" + ",".join(addresses),
            GATEWAY_REDIS_URL=self.redis_url,
            **settings,
        )

    def start(self) -> None:
        """Start everything at once, and wait until all of it is ready."""
        if self.redis:
            self.redis.start()
        for process in (*self.engines, self.gateway):
            process.start()
        for engine, address in zip(self.engines, self._addresses, strict=True):
            engine.wait_until(partial(_serves, address))
        self.gateway.wait_until(lambda: _answers(f"{self.url}/readyz"))

    @property
    def running(self) -> bool:
        return all(process.running for process in (*self.engines, self.gateway))

    def stop(self) -> None:
        """Stop in order: nobody is left without those it needs."""
        for process in (self.gateway, *self.engines):
            process.stop()
        if self.redis:
            self.redis.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _serves(address: str) -> bool:
    """Whether the engine there calls itself healthy."""
    with grpc.insecure_channel(address) as channel:
        health: Any = health_pb2_grpc.HealthStub(channel)
        try:
            answer = health.Check(health_pb2.HealthCheckRequest(), timeout=1)
        except grpc.RpcError:
            return False
        return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=1):  # noqa: S310
            return True
    except (urllib.error.URLError, OSError):
        return False
