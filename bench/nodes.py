"""Peers of npm's: installed outside of git, started, and given orders.

A peer is a folder of bench/peers: `package.json` with pinned versions, a server, and a client
that plays at it. What they need is installed by npm on first use. They run on Node, and a server
that is a `.capnp` on workerd.
"""

import json
import os
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from bench.meter import Measured, WrongAnswer, cpu_s
from tools.redis_server import Guard, last_words
from tools.stack import ROOT, free_port

SOURCE = Path(__file__).parent / "peers"
FOLDER = ROOT / ".bench-peers"
INSTALL = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"]
WORKERD = ["node", "--print", "require('workerd').default"]
"""Prints where the program is."""
INSTALL_S, READY_S, LOOK_S = 300.0, 20.0, 0.05
PRODUCTION = {"NODE_ENV": "production"}
"""Without it, boardgame.io takes nearly twice as long for a move."""
LITTLE = 0.2
"""Of a core: what a server uses that has nothing to do is less."""


class NotHere(Exception):
    """A peer cannot be measured here; the message says why, in one sentence."""


def install(name: str) -> Path:
    """The peer's folder with all that it needs. Raise NotHere if that cannot be installed."""
    if not (shutil.which("node") and shutil.which("npm")):
        raise NotHere(f"{name} is left out: it needs Node and npm.")
    shutil.copytree(SOURCE, FOLDER, dirs_exist_ok=True)
    (FOLDER / ".gitignore").write_text("*\n")
    folder = FOLDER / name
    wanted, installed = (folder / "package.json").read_text(), folder / "installed.json"
    if not installed.exists() or installed.read_text() != wanted:
        _npm(name, folder)
        installed.write_text(wanted)
    return folder


def versions(name: str) -> str:
    """The pinned packages of a peer with their versions, as text."""
    pinned = json.loads((SOURCE / name / "package.json").read_text())["dependencies"]
    return ", ".join(f"{package} {version}" for package, version in pinned.items())


def node_version() -> str:
    """The version of Node, or a text that it is missing."""
    if not shutil.which("node"):
        return "none"
    return subprocess.check_output(["node", "--version"], text=True).strip()


class Peer:
    """A server and a client that plays on it, as two processes; they run inside a `with`."""

    def __init__(self, name: str, data: Path, **environment: str) -> None:
        """`data` is a folder for its logs. Raise NotHere if the peer cannot be installed."""
        self._folder = install(name)
        self._port = free_port()
        self._log = data / "server.log"
        self._client_log = data / "client.log"
        self._environment = {**os.environ, "PORT": str(self._port), **PRODUCTION, **environment}
        self._guard = Guard()
        data.mkdir(parents=True)

    def __enter__(self) -> "Peer":
        self._group = self._guard.start()
        try:
            self._server = self._start("server", self._log, subprocess.DEVNULL)
            self._client = self._start("client", self._client_log, subprocess.PIPE)
            self._wait()
        except BaseException:
            self._guard.close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        for process in (self._client, self._server):
            process.kill()
            process.wait()
        self._guard.close()

    def measure(self, clients: int, moves: int, warm_up_s: float, seconds: float) -> Measured:
        """Make matches for `moves` of each client, then measure.

        Raise WrongAnswer if an answer is not what it should be, RuntimeError if it fails.
        """
        order = {"clients": clients, "moves": moves, "warmUpS": warm_up_s, "seconds": seconds}
        report = self._obey(order | {"server": self._server.pid})
        self._settle()
        return measured(report)

    @property
    def pids(self) -> list[int]:
        """The process of the server."""
        return [self._server.pid]

    def leave(self, matches: int) -> None:
        """Make matches that both players have seen, and gone from. Raise RuntimeError if not."""
        self._obey({"left": matches})

    def _obey(self, order: dict[str, float]) -> dict[str, Any]:
        """What the client answers to an order."""
        assert self._client.stdin
        where = {"url": f"http://127.0.0.1:{self._port}"}
        self._client.stdin.write(json.dumps(where | order) + "\n")
        self._client.stdin.flush()
        return self._hear()

    def _start(self, what: str, log: Path, pipe: int) -> subprocess.Popen[str]:
        output: int | IO[bytes]
        with log.open("ab") as file:
            output = pipe if pipe == subprocess.PIPE else file
            return subprocess.Popen(
                self._command(what),
                env=self._environment,
                cwd=log.parent,
                stdin=pipe,
                stdout=output,
                stderr=file,
                text=True,
                process_group=self._group,
            )

    def _command(self, what: str) -> list[str]:
        config = self._folder / f"{what}.capnp"
        if not config.exists():
            return ["node", str(next(self._folder.glob(f"{what}.*js")))]
        found = subprocess.run(
            WORKERD, cwd=self._folder, capture_output=True, text=True, check=False
        )
        if found.returncode:
            raise NotHere(f"{self._folder.name} is left out: it has no program for this machine.")
        address = f"http=127.0.0.1:{self._port}"
        return [found.stdout.strip(), "serve", str(config), "--socket-addr", address]

    def _wait(self) -> None:
        """Wait until the server listens. Raise NotHere if it does not."""
        end = time.monotonic() + READY_S
        while time.monotonic() < end and self._server.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self._port), timeout=1):
                return
            time.sleep(LOOK_S)
        raise NotHere(f"{self._folder.name} is left out: no server; {last_words(self._log)}")

    def _hear(self) -> dict[str, Any]:
        """The measurement of the client. Raise RuntimeError if it has ended instead."""
        assert self._client.stdout
        line = self._client.stdout.readline()
        if not line:
            logs = f"{last_words(self._client_log)}; server: {last_words(self._log)}"
            raise RuntimeError(f"{self._folder.name} did not play: {logs}")
        report: dict[str, Any] = json.loads(line)
        return report

    def _settle(self) -> None:
        """Wait until the server is idle: leaving players are work for it as well."""
        pids = (self._server.pid, self._client.pid)
        used = LOOK_S
        while used > LOOK_S * LITTLE:
            before = sum(map(cpu_s, pids))
            time.sleep(LOOK_S)
            used = sum(map(cpu_s, pids)) - before


def measured(report: dict[str, Any]) -> Measured:
    """The measurement that a client reports. Raise WrongAnswer for a wrong answer, or for none."""
    if report["refused"] or not report["answers"]:
        raise WrongAnswer(f"Answers: {report['answers']}, wrong ones: {report['refused']}")
    count = report["answers"]
    return Measured(
        report["seconds"],
        count,
        count,
        report["p50"],
        report["p99"],
        report["cpuS"],
        count,
        report["cutShort"],
    )


def _npm(name: str, folder: Path) -> None:
    try:
        done = subprocess.run(
            INSTALL, cwd=folder, capture_output=True, text=True, timeout=INSTALL_S, check=False
        )
    except subprocess.TimeoutExpired:
        raise NotHere(f"{name} is left out: npm took more than {INSTALL_S:.0f} s.") from None
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.startswith("npm error")]
        raise NotHere(f"{name} is left out: npm cannot install it: {' '.join(said[:1])}")
