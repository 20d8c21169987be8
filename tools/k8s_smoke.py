"""`make k8s-smoke`: the pods of the dev overlay, played by Podman, and a match played there.

Each workload gets the name of its Service on a network of its own, and the gateway's port
is published on 127.0.0.1. Every probe of the manifests is tried. GAME and SEATS are as for
`make demo`; REDIS_IMAGE is another image than the manifests'.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import yaml

from tools.images import SERVICES, tag
from tools.manifests import (
    K8S,
    PROBES,
    Json,
    of_kind,
    pod_for_podman,
    render,
    template,
    write_secret,
)
from tools.show import say
from tools.stack import ROOT, free_port

PREFIX = "croupier-smoke"
"""What the network and the pods are called, or begin with."""
READY_S = 60.0
GRPC_PROBE = (
    "import grpc, sys; from grpc_health.v1 import health_pb2 as pb, health_pb2_grpc as rpc;"
    "stub = rpc.HealthStub(grpc.insecure_channel(f'127.0.0.1:{sys.argv[1]}'));"
    "sys.exit(stub.Check(pb.HealthCheckRequest(), timeout=2).status != 1)"
)
"""What the kubelet does for a probe by gRPC."""


class Missing(Exception):
    """Something is not here that this needs; the message says what, and how to get it."""


class Failed(Exception):
    """The pods did not do what they should; the message says which."""


class Cluster:
    """The overlay's objects, and the pods that Podman makes of them."""

    def __init__(self, objects: Sequence[Json], folder: Path) -> None:
        """`folder` is for files that are mounted, as long as the pods are there."""
        self.port = free_port()
        self.workloads = of_kind(objects, "StatefulSet", "Deployment")
        self._config = of_kind(objects, "ConfigMap")
        self._folder = folder
        self._secrets: dict[str, Path] = {}
        for secret in of_kind(objects, "Secret"):
            name = secret["metadata"]["name"]
            self._secrets[name] = folder / name
            write_secret(secret, self._secrets[name])

    def start(self) -> None:
        """Play all pods; raise Failed if Podman cannot, or one does not become ready."""
        self.remove()
        podman("network", "create", PREFIX)
        for workload in self.workloads:
            self._play(workload)
        for workload in self.workloads:
            self._await(workload)

    def logs(self) -> str:
        """What each pod has said."""
        names = [_name(each) for each in self.workloads]
        return "\n".join(_run("podman", "pod", "logs", name).stdout for name in names)

    def remove(self) -> None:
        """Also what an earlier run has left behind."""
        for workload in self.workloads:
            _run("podman", "pod", "rm", "--force", "--ignore", _name(workload))
        _run("podman", "network", "rm", "--force", PREFIX)
        mounted = [each["metadata"]["name"] for each in self._config]
        _run("podman", "volume", "rm", "--force", *mounted)

    def _play(self, workload: Json) -> None:
        pod = pod_for_podman(workload, self._secrets, PREFIX, {"http": self.port})
        file = self._folder / f"{_name(workload)}.yaml"
        file.write_text(yaml.safe_dump_all([*self._config, pod]))
        network = f"{PREFIX}:alias={workload['metadata']['name']}"
        podman("kube", "play", "--network", network, str(file))

    def _await(self, workload: Json) -> None:
        """Try each probe until it succeeds."""
        for container in template(workload)["spec"]["containers"]:
            inside = f"{_name(workload)}-{container['name']}"
            for name in PROBES:
                self._succeed(inside, name, container[name])

    def _succeed(self, inside: str, name: str, probe: Json) -> None:
        end = time.monotonic() + READY_S
        while not self._probe(inside, probe):
            if time.monotonic() > end:
                raise Failed(f"The {name} of {inside} does not succeed.")
            time.sleep(0.2)
        say(f"The {name} of {inside} succeeds.")

    def _probe(self, inside: str, probe: Json) -> bool:
        if "httpGet" in probe:
            return _answers(f"http://127.0.0.1:{self.port}{probe['httpGet']['path']}")
        if "grpc" in probe:
            command = ["python", "-c", GRPC_PROBE, str(probe["grpc"]["port"])]
        else:
            command = probe["exec"]["command"]
        return _run("podman", "exec", inside, *command).returncode == 0


def main() -> int:
    """Play everything, and clear it away; the exit code."""
    try:
        _check()
        with _cluster() as cluster:
            return _demo(f"http://127.0.0.1:{cluster.port}")
    except Missing as missing:
        sys.stderr.write(f"{missing}\n")
        return 2
    except (Failed, RuntimeError) as failed:
        sys.stderr.write(f"{failed}\n")
        return 1


def podman(*arguments: str) -> None:
    """Raise Failed, with Podman's words, if it cannot."""
    done = _run("podman", *arguments)
    if done.returncode:
        raise Failed(f"podman {' '.join(arguments)}: {done.stderr.strip()}")


def _check() -> None:
    if shutil.which("podman") is None:
        raise Missing("Podman is not installed here. On Debian: apt-get install podman")
    for service in SERVICES:
        if _run("podman", "image", "exists", tag(service)).returncode:
            raise Missing(f"Podman has no image {tag(service)}: make images BUILDER=podman")


@contextmanager
def _cluster() -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory(prefix=f"{PREFIX}-") as folder:
        cluster = Cluster(_overlay(), Path(folder))
        try:
            cluster.start()
            yield cluster
        except Failed as failed:
            raise Failed(f"{failed}\n{cluster.logs()}") from None
        finally:
            cluster.remove()


def _overlay() -> list[Json]:
    """The dev overlay, with the Redis of REDIS_IMAGE if there is one."""
    objects = render(K8S / "overlays/dev")
    if image := os.environ.get("REDIS_IMAGE"):
        for workload in of_kind(objects, "StatefulSet"):
            template(workload)["spec"]["containers"][0]["image"] = image
    return objects


def _demo(url: str) -> int:
    environment = {**os.environ, "URL": url}
    return subprocess.run(
        (sys.executable, "-m", "tools.demo"), env=environment, cwd=ROOT
    ).returncode


def _name(workload: Json) -> str:
    return f"{PREFIX}-{workload['metadata']['name']}"


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=3):  # noqa: S310
            return True
    except (urllib.error.URLError, OSError):
        return False


if __name__ == "__main__":
    sys.exit(main())
