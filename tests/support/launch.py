"""A launcher, such as `make run`, on a terminal of its own."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from tests.support.waiting import until
from tools.stack import ROOT, free_port

READY_S = 240.0
END_S = 240.0
READY = "Ctrl-C stops everything."
RUN = (sys.executable, "-m", "tools.run")
ON_TERMINAL = (
    "import fcntl, os, signal, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    "[signal.signal(each, signal.SIG_DFL) for each in (signal.SIGHUP, signal.SIGINT)];"
    "os.execvp(sys.argv[1], sys.argv[1:])"
)
"""Makes standard input the session's terminal: its Ctrl-C goes to all in the foreground.

It heeds the signals of a terminal, also where the tests run under nohup or behind a shell's "&".
"""


class Launch:
    """A launcher on a terminal and in a session of its own."""

    def __init__(self, folder: Path, *command: str, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.data = folder / "data"
        self.temporary = Path(tempfile.mkdtemp(dir=folder))
        self._environment = {
            "PORT": str(self.port),
            "CROUPIER_DATA": str(self.data),
            "REDIS_URL": "",
            "TMPDIR": str(self.temporary),
            **environment,
        }
        self._command = command or RUN
        self._read = b""
        self._terminal = -1
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Launch":
        self.started = time.monotonic()
        self._terminal, end = os.openpty()
        os.set_blocking(self._terminal, False)
        self._process = subprocess.Popen(
            [sys.executable, "-c", ON_TERMINAL, *self._command],
            cwd=ROOT,
            env={**os.environ, **self._environment},
            stdin=end,
            stdout=end,
            stderr=end,
            start_new_session=True,
        )
        os.close(end)
        return self

    def __exit__(self, *error: object) -> None:
        """Kill all of its processes that still run, whatever has gone wrong."""
        for pid in session(self.pid) if self.process.returncode is None else ():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.hang_up()

    def cpu_s(self) -> float:
        """The processor time of its processes, in seconds."""
        ticks = sum(int(field) for pid in session(self.pid) for field in stat(pid)[11:13])
        return ticks / os.sysconf("SC_CLK_TCK")

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process
        return self._process

    @property
    def exited(self) -> bool:
        """Whether it has ended. Its process id is kept until `ended` waits for it."""
        if self.process.returncode is not None:
            return True
        options = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self.pid, options) is not None

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def output(self) -> str:
        """The text that it has written to its terminal so far."""
        with suppress(OSError):
            while chunk := os.read(self._terminal, 65_536):
                self._read += chunk
        return self._read.decode().replace("\r\n", "\n")

    def press_ctrl_c(self) -> None:
        os.write(self._terminal, b"\x03")

    def hang_up(self) -> None:
        """Close its terminal."""
        if self._terminal >= 0:
            os.close(self._terminal)
            self._terminal = -1

    def ready(self) -> float:
        """Wait until it reports that it is ready; return the seconds since its start."""
        until(lambda: READY in self.output or self.exited, READY_S)
        assert READY in self.output, self.output
        return time.monotonic() - self.started

    def runs(self, *services: str) -> bool:
        lines = [*session(self.pid).values()]
        return all(any(service in line for line in lines) for service in services)

    def ended(self) -> int:
        """Wait for an orderly end of all its processes; return the exit code."""
        until(lambda: self.output is not None and self.exited, END_S)
        until(lambda: not session(self.pid), END_S)
        assert not [*self.temporary.glob("croupier-*")]
        assert "Traceback" not in self.output
        return self.process.wait()


def session(leader: int) -> dict[int, str]:
    """The processes of a session, and their command lines."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = stat(int(folder.name))
            if int(fields[3]) == leader and fields[0] != "Z":
                found[int(folder.name)] = (folder / "cmdline").read_text().replace("\0", " ")
    return found


def stat(pid: int) -> list[str]:
    """The state of a process and what comes after it; see proc(5)."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
