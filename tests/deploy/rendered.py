"""What is rendered for the tests: both overlays, each component on top of one, and the chart.

With OVERLAY or VALUES (`make policies`), it is the overlay of an operator, or the chart with values
of an operator, in place of all of these.
"""

import os
from collections.abc import Iterator
from functools import cache, reduce
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools.helm import CHART, over, rendered
from tools.images import tag
from tools.manifests import Json, of_kind, render, render_with, template

COMPONENTS = (
    *("alerts", "archive", "dns-nodelocal", "dns-openshift", "engine-group"),
    *(
        "console",
        "external-redis",
        "gateway-api",
        "herald",
        "load-balancer",
        "mtls",
        "priority",
        "pull-secret",
    ),
    *("redis-ca", "redis-cluster", "tracing"),
)
"""Those that neither overlay has, besides keda, which needs the autoscaling of prod."""
KUSTOMIZED: tuple[str, ...] = (
    *("dev", "prod", "prod+keda", "dev+herald+single-sign-on", "dev+herald+tracing"),
    "dev+herald+console+single-sign-on+mtls+archive",
    *(f"dev+{name}" for name in COMPONENTS),
)
"""An overlay, and what is added to it."""
ON = {"enabled": True}
CHARTED: dict[str, Json] = {
    "chart": {},
    "chart+studio": yaml.safe_load((CHART / "studio.yaml").read_text()),
    "chart+most-and-mtls": {
        **dict.fromkeys(("alerts", "backup", "bots", "monitoring", "mtls", "tracing"), ON),
        "autoscaling": {**ON, "streams": ON},
        "engine": {"games": ["just4fun", "lost-cities"]},
        "engineGroups": [
            {"name": "beans", "games": ["beans"], "image": f"{tag('engine-beans')}", "replicas": 3}
        ],
        "entrance": {"kind": "gateway-api"},
        "priority": ON,
        "redis": {"kind": "cluster"},
    },
}
"""The values of the Helm chart; test_chart.py compares its objects with those of kustomize."""
OVERLAY, VALUES = os.environ.get("OVERLAY", ""), os.environ.get("VALUES", "").split()
OWN = "own-overlay" if OVERLAY else "own-values" if VALUES else ""
"""The one variant that there is then."""
if OWN:
    KUSTOMIZED = (OWN,) if OVERLAY else ()
    CHARTED = {OWN: {}} if VALUES else {}  # they are read when they are rendered
VARIANTS = (*KUSTOMIZED, *CHARTED)
SERVICES = ("engine", "gateway")
NAME = "app.kubernetes.io/name"
COMPONENT = "app.kubernetes.io/component"


@cache
def objects(variant: str) -> tuple[Json, ...]:
    """All of a variant's, such as `dev` or `dev+mtls`."""
    if variant == "own-values":
        return tuple(rendered(reduce(over, map(_values, VALUES), {})))
    if variant in CHARTED:
        pytest.importorskip("helm_python", reason="helm-python-sdk has no wheel for this machine")
        return tuple(rendered(CHARTED[variant]))
    if variant == "own-overlay":
        return tuple(render(Path(OVERLAY)))
    return tuple(render_with(*variant.split("+")))


def _values(file: str) -> Json:
    found = yaml.safe_load(Path(file).read_text())
    return found if isinstance(found, dict) else {}


def some(found: list[Json], what: str) -> list[Json]:
    """What a rule is for. Without any, it says so of an operator's manifests, and does not pass."""
    if OWN and not found:
        pytest.skip(f"there is no {what}")
    return found


def namespace(variant: str) -> str:
    """The one of all objects. An operator may add some that are in none."""
    everywhere = ("Namespace", "PriorityClass")
    inside = [each for each in objects(variant) if each["kind"] not in everywhere]
    (found,) = {each["metadata"].get("namespace") for each in inside} - ({None} if OWN else set())
    return str(found)


def one(variant: str, kind: str, name: str) -> Json:
    """The only one of its name; AssertionError if there is none."""
    found = [each for each in of_kind(objects(variant), kind) if each["metadata"]["name"] == name]
    assert len(found) == 1, f"{kind} {name} in {variant}"
    return found[0]


def workloads(variant: str) -> list[Json]:
    return of_kind(objects(variant), "Deployment", "StatefulSet", "Job", "CronJob")


def services(variant: str) -> list[Json]:
    """The Deployments of gateways and of engines, those of groups as well."""
    found = [each for each in workloads(variant) if component(each) in SERVICES]
    assert {component(each) for each in found} == {*SERVICES}
    return found


def component(workload: Json) -> str:
    """What its pods are, such as `engine`: of a group of engines, too, which has another name."""
    labels: Json = template(workload).get("metadata", {}).get("labels", {})
    return str(labels.get(COMPONENT, ""))


def servers(variant: str) -> list[Json]:
    """What listens on a port."""
    return [each for each in workloads(variant) if any("ports" in one for one in containers(each))]


def containers(workload: Json) -> list[Json]:
    spec = template(workload)["spec"]
    return [*spec.get("initContainers", ()), *spec["containers"]]


def config(variant: str, name: str) -> Json:
    """What a service's ConfigMaps say: those that its Deployment names; the last one counts."""
    said: Json = {}
    for source in containers(one(variant, "Deployment", name))[0]["envFrom"]:
        said |= one(variant, "ConfigMap", source["configMapRef"]["name"])["data"]
    return said


def walk(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value in an object, with where it is: `/spec/template/spec/containers/0/image`."""
    yield path, value
    if isinstance(value, list):
        value = dict(enumerate(value))
    for key, inner in value.items() if isinstance(value, dict) else ():
        yield from walk(inner, f"{path}/{key}")
