"""The manifests of deploy/k8s as kubectl renders them, and as much of them as Podman can play."""

import base64
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from tools.stack import ROOT

Json = dict[str, Any]

K8S = ROOT / "deploy/k8s"
KUBECTL = Path(sys.executable).parent / "kubectl"
"""Comes with the installation, so everybody renders with the same one."""
PROBES = ("startupProbe", "readinessProbe", "livenessProbe")


def render(folder: Path) -> list[Json]:
    """The objects of an overlay; RuntimeError with kubectl's words if there are none."""
    command = (KUBECTL, "kustomize", folder)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"kubectl kustomize {folder}: {done.stderr.strip()}")
    return list(yaml.safe_load_all(done.stdout))


def render_with(overlay: str, *components: str) -> list[Json]:
    """An overlay with components added to it, as an overlay of one's own would do."""
    with TemporaryDirectory() as folder:
        here = Path(folder).resolve()
        below = os.path.relpath(K8S / "overlays" / overlay, here)
        added = [os.path.relpath(K8S / "components" / name, here) for name in components]
        text = {"namespace": "croupier", "resources": [below], "components": added}
        (here / "kustomization.yaml").write_text(yaml.safe_dump(text))
        return render(here)


def of_kind(objects: Iterable[Json], *kinds: str) -> list[Json]:
    return [each for each in objects if each["kind"] in kinds]


def template(workload: Json) -> Json:
    """The pod that a Deployment, StatefulSet or Job makes."""
    pod: Json = workload["spec"]["template"]
    return pod


def pod_for_podman(
    workload: Json, name: str, secrets: Mapping[str, Path], ports: Mapping[str, int]
) -> Json:
    """A Pod of its own, without what Podman 4.3 does not know, or does wrong.

    That is probes by HTTP and gRPC, `preStop`, templates of claims, and Secrets:
    `secrets` has the folder of each, with a file for each key. `ports` publishes ports by their
    names: what a Service does elsewhere.
    """
    pod = deepcopy(template(workload))
    for container in pod["spec"]["containers"]:
        _simplify(container, secrets, ports)
    volumes = [_volume(each, secrets) for each in pod["spec"].get("volumes", ())]
    for claim in claims_of(workload):
        volumes.append({"name": claim, "persistentVolumeClaim": {"claimName": f"{name}-{claim}"}})
    metadata = {"name": name, "labels": pod["metadata"]["labels"]}
    spec = {**pod["spec"], "volumes": volumes}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}


def claims_of(workload: Json) -> list[str]:
    """The names of the volumes that each of its pods has for itself."""
    claims = workload["spec"].get("volumeClaimTemplates", ())
    return [each["metadata"]["name"] for each in claims]


def write_secret(secret: Json, folder: Path) -> None:
    """A file for each of its keys, as a mounted Secret has."""
    folder.mkdir()
    for name, text in secret["data"].items():
        (folder / name).write_bytes(base64.b64decode(text))


def _simplify(container: Json, secrets: Mapping[str, Path], ports: Mapping[str, int]) -> None:
    for name in (*PROBES, "lifecycle"):
        container.pop(name, None)
    container["ports"] = [
        {**port, "hostIP": "127.0.0.1", "hostPort": ports[port["name"]]}
        for port in container.get("ports", ())
        if port["name"] in ports  # the others would be published as well
    ]
    for variable in container.get("env", ()):
        if source := variable.pop("valueFrom", None):
            key = source["secretKeyRef"]
            variable["value"] = (secrets[key["name"]] / key["key"]).read_text()


def _volume(volume: Json, secrets: Mapping[str, Path]) -> Json:
    if "secret" not in volume:
        return volume
    folder = secrets[volume["secret"]["secretName"]]
    return {"name": volume["name"], "hostPath": {"path": str(folder), "type": "Directory"}}
