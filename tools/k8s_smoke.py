"""`make k8s-smoke`: run the pods of the dev overlay with Podman, and play a match on them.

Each pod gets the names of its Service on a network of its own, and the gateway's port is
published on 127.0.0.1. Every probe of the manifests must succeed. GAME and SEATS are as for
`make demo`. REDIS_IMAGE replaces the Redis image of the manifests; COMPONENT, such as
redis-cluster, is added to the overlay. CHART=yes takes the objects of the Helm chart instead.
Certificates that a component needs are made here. N runs everything so many times in a row, and
counts. What the pods have written is printed when something fails, and kept in var/k8s-smoke/.
"""

import base64
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import trustme
import yaml

from tools.data import data_folder
from tools.helm import rendered
from tools.images import SERVICES, tag
from tools.manifests import (
    PROBES,
    Json,
    claims_of,
    of_kind,
    pod_for_podman,
    render_with,
    template,
    write_secret,
)
from tools.show import say
from tools.stack import ROOT, free_port

PREFIX = "croupier-smoke"
"""The name of the network, and the beginning of the pods' names."""
READY_S = 60.0
GRPC_PROBE = (
    "import grpc, sys; from grpc_health.v1 import health_pb2 as pb, health_pb2_grpc as rpc;"
    "stub = rpc.HealthStub(grpc.insecure_channel(f'127.0.0.1:{sys.argv[1]}'));"
    "sys.exit(stub.Check(pb.HealthCheckRequest(), timeout=2).status != 1)"
)
"""Does what the kubelet does for a probe by gRPC."""
HOUSE_KEY = {
    "kind": "Secret",
    "metadata": {"name": "croupier-house"},
    "data": {"key": base64.b64encode(b"k" * 32).decode()},
}
"""Without it, the house does not come."""
HTTP_PROBE = "import sys, urllib.request; urllib.request.urlopen(sys.argv[1], timeout=5)"
"""The same for one by HTTP."""


class Missing(Exception):
    """A program or an image is missing; the message says which, and how to get it."""


class Failed(Exception):
    """A pod did not start, or did not become ready; the message says which."""


@dataclass(frozen=True)
class Pod:
    """A pod of a workload."""

    workload: Json
    name: str
    aliases: tuple[str, ...]
    """Its names on the network."""


class Cluster:
    """The objects of an overlay, and the pods that Podman makes of them."""

    def __init__(self, objects: Sequence[Json], folder: Path) -> None:
        """`folder` is for files that pods mount; it must last as long as they do."""
        self.port = free_port()
        workloads = of_kind(objects, "StatefulSet", "Job", "Deployment")
        self._pods = [pod for workload in workloads for pod in _pods(workload)]
        self._config = of_kind(objects, "ConfigMap")
        self._folder = folder
        self._secrets: dict[str, Path] = {}
        for secret in of_kind(objects, "Secret"):
            name = secret["metadata"]["name"]
            self._secrets[name] = folder / name
            write_secret(secret, self._secrets[name])

    def start(self) -> None:
        """Start all pods. Raise Failed if Podman cannot, or one does not become ready."""
        self.remove()
        podman("network", "create", PREFIX)
        for pod in self._pods:
            self._play(pod)
        for pod in self._pods:
            self._await(pod)

    def logs(self) -> str:
        """What is known of all pods: their containers, and what these have written and logged."""
        said = [_all(_run("podman", "ps", "--all", "--pod", "--filter", f"name={PREFIX}"))]
        for pod in self._pods:
            wrote = _run("podman", "pod", "logs", "--names", "--timestamps", pod.name)
            said += [f"--- {pod.name}", _all(wrote)]
        return "\n".join(said)

    def remove(self) -> None:
        """Remove pods, network and volumes, with those of an earlier run."""
        names = [pod.name for pod in self._pods]
        # Nothing is asked of them any more: each Redis would wait for its replicas.
        _run("podman", "pod", "rm", "--force", "--ignore", "--time", "0", *names)
        _run("podman", "network", "rm", "--force", PREFIX)
        _run("podman", "volume", "rm", "--force", *self._volumes())

    def _volumes(self) -> Iterator[str]:
        """The names of the volumes that Podman makes for ConfigMaps and claims."""
        yield from (each["metadata"]["name"] for each in self._config)
        for pod in self._pods:
            yield from (f"{pod.name}-{claim}" for claim in claims_of(pod.workload))

    def _play(self, pod: Pod) -> None:
        made = pod_for_podman(pod.workload, pod.name, self._secrets, {"http": self.port})
        file = self._folder / f"{pod.name}.yaml"
        file.write_text(yaml.safe_dump_all([*self._config, made]))
        network = ",".join(f"alias={alias}" for alias in pod.aliases)
        podman("kube", "play", "--network", f"{PREFIX}:{network}", str(file))

    def _await(self, pod: Pod) -> None:
        """Wait until each probe of the pod succeeds."""
        for container in template(pod.workload)["spec"]["containers"]:
            for name in filter(container.__contains__, PROBES):
                command = _command(container, container[name])
                self._succeed(f"{pod.name}-{container['name']}", name, command)

    def _succeed(self, inside: str, name: str, command: Sequence[str]) -> None:
        end = time.monotonic() + READY_S
        while _run("podman", "exec", inside, *command).returncode:
            if time.monotonic() > end:
                raise Failed(f"The {name} of {inside} does not succeed.")
            time.sleep(0.2)
        say(f"The {name} of {inside} succeeds.")


def main() -> int:
    """Check the pods N times in a row; return the exit code, 1 if any run has failed."""
    runs = int(os.environ.get("N") or 1)
    try:
        _check()
        objects = _overlay()
    except (Missing, RuntimeError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    passed = sum(_passes(objects, number, shown=runs == 1) for number in range(1, runs + 1))
    if runs > 1:
        say(f"{passed} of {runs} runs have passed.")
    return int(passed < runs)


def _passes(objects: Sequence[Json], number: int, *, shown: bool) -> bool:
    """Start everything, play, and remove everything; return whether all went well."""
    begun = time.monotonic()
    try:
        with _cluster(objects) as cluster:
            _play(f"http://127.0.0.1:{cluster.port}", shown=shown)
    except Failed as failed:
        sys.stderr.write(f"{failed}\n\nKept in {_kept(number, str(failed))}.\n")
        return False
    say(f"Run {number} has passed in {time.monotonic() - begun:.0f} s.")
    return True


def _kept(number: int, text: str) -> Path:
    """The file with what is known of a failed run."""
    path = data_folder() / "k8s-smoke" / f"run-{number}.log"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{text}\n")
    return path


def podman(*arguments: str) -> None:
    """Run a command of Podman. Raise Failed with its error if it does not succeed."""
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
def _cluster(objects: Sequence[Json]) -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory(prefix=f"{PREFIX}-") as folder:
        cluster = Cluster(objects, Path(folder))
        try:
            cluster.start()
            yield cluster
        except Failed as failed:
            raise Failed(f"{failed}\n{cluster.logs()}") from None
        finally:
            cluster.remove()


def _overlay() -> list[Json]:
    """The objects of the dev overlay, with COMPONENT and REDIS_IMAGE if these are set."""
    if os.environ.get("CHART"):
        objects = rendered({}, "dev.yaml")
    else:
        objects = render_with("dev", *filter(None, [os.environ.get("COMPONENT")]))
    image = os.environ.get("REDIS_IMAGE")
    for workload in of_kind(objects, "StatefulSet", "Job") if image else ():
        template(workload)["spec"]["containers"][0]["image"] = image
    return [*objects, HOUSE_KEY, *_certificates()]


def _certificates() -> Iterator[Json]:
    """The Secrets of the component mtls, as cert-manager would make them."""
    authority = trustme.CA()
    for name in SERVICES:
        issued = authority.issue_cert(name)
        files = {
            "ca.crt": authority.cert_pem.bytes(),
            "tls.crt": issued.cert_chain_pems[0].bytes(),
            "tls.key": issued.private_key_pem.bytes(),
        }
        data = {file: base64.b64encode(text).decode() for file, text in files.items()}
        yield {"kind": "Secret", "metadata": {"name": f"{name}-tls"}, "data": data}


def _pods(workload: Json) -> Iterator[Pod]:
    """The pods of a workload: numbered ones for a StatefulSet, else a single one."""
    name = workload["metadata"]["name"]
    if workload["kind"] != "StatefulSet":
        yield Pod(workload, f"{PREFIX}-{name}", (name,))
        return
    for number in range(workload["spec"]["replicas"]):
        yield Pod(workload, f"{PREFIX}-{name}-{number}", (name, f"{name}-{number}.{name}"))


def _command(container: Json, probe: Json) -> Sequence[str]:
    """What does inside of the container what the kubelet does for a probe of it."""
    if http := probe.get("httpGet"):
        (port,) = [p["containerPort"] for p in container["ports"] if p["name"] == http["port"]]
        return ["python", "-c", HTTP_PROBE, f"http://127.0.0.1:{port}{http['path']}"]
    if "grpc" in probe:
        return ["python", "-c", GRPC_PROBE, str(probe["grpc"]["port"])]
    command: Sequence[str] = probe["exec"]["command"]
    return command


def _play(url: str, *, shown: bool) -> None:
    """Play a match. Raise Failed, with what the demo has written unless it was shown."""
    done = subprocess.run(
        (sys.executable, "-m", "tools.demo"),
        env={**os.environ, "URL": url},
        cwd=ROOT,
        text=True,
        check=False,
        stdout=None if shown else subprocess.PIPE,
        stderr=None if shown else subprocess.STDOUT,
    )
    if done.returncode:
        raise Failed(f"{done.stdout or ''}The match was not played to its end.")


def _all(done: subprocess.CompletedProcess[str]) -> str:
    """What was written to both outputs: the programs log to standard error."""
    return f"{done.stdout}{done.stderr}".rstrip()


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main())
