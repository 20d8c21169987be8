"""`make policies` says what it has checked, and what no rule can."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.deploy.policies import placeholders
from tests.deploy.rendered import objects
from tests.support.redis_source import REDIS_IMAGE
from tools.images import IMAGES, tag
from tools.manifests import K8S, of_kind
from tools.stack import ROOT

pytestmark = pytest.mark.service

UNPINNED = "no digest, so the registry can exchange it; no registry, so nodes ask Docker Hub"
UNSAVED = "StatefulSet/redis: it has no backups, since there is no CronJob/redis-backup"
EXTERNAL = {"engine": "rediss://redis.example.com:6380", "gateway": "rediss://10.20.0.1:6381"}


def test_what_only_stands_for_something_is_named() -> None:
    (config,) = (
        each["metadata"]["name"]
        for each in of_kind(objects("prod"), "ConfigMap")
        if "GATEWAY_PASSKEY_RP" in each["data"]
    )
    assert placeholders(objects("prod")) == [
        f"ConfigMap/{config}: croupier.example.com is an example",
        "Ingress/gateway: croupier.example.com is an example",
        *(f"image {each}: {UNPINNED}" for each in map(tag, sorted({*IMAGES} - {"herald"}))),
        f"image {REDIS_IMAGE}: no registry, so nodes ask Docker Hub",
    ]
    assert UNSAVED in placeholders(objects("dev"))
    for variant in ("dev+backup", "dev+external-redis", "prod+external-redis"):
        assert UNSAVED not in placeholders(objects(variant))
    networks = {"0.0.0.0/0", "::/0"}
    named = {f"NetworkPolicy/archive: {each} is any address" for each in networks}
    assert named <= {*placeholders(objects("dev+archive"))}


def test_an_image_of_a_registry_by_its_digest_is_nothing_to_name() -> None:
    def named(image: str) -> list[str]:
        pod = {"spec": {"containers": [{"image": image}]}}
        workload = {"kind": "Deployment", "metadata": {"name": "a"}, "spec": {"template": pod}}
        return placeholders([workload])

    digest = "@sha256:" + "0" * 64
    assert named(f"registry.acme.io/croupier-engine{digest}") == []
    assert named(f"localhost:5000/croupier-engine{digest}") == []
    assert named(f"library/redis{digest}") == [
        f"image library/redis{digest}: no registry, so nodes ask Docker Hub"
    ]


def test_every_rule_is_named_with_what_became_of_it(tmp_path: Path) -> None:
    """An overlay that has the backup ask one node of nine."""
    container = "/spec/jobTemplate/spec/template/spec/containers/0"
    said = {"name": "NODES", "value": "redis-0.redis"}
    change = [{"op": "replace", "path": f"{container}/env/0", "value": said}]
    patches = [{"target": {"kind": "CronJob"}, "patch": yaml.safe_dump(change)}]
    done = checked(tmp_path, "redis-cluster", patches=patches)
    assert done.returncode == 1
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert "failed  every server of redis is backed up" in lines
    assert "passed  pods keep the restricted standard" in lines
    assert "redis-8.redis" in done.stdout


@pytest.mark.full
def test_a_group_of_engines_breaks_no_rule(tmp_path: Path) -> None:
    """By kustomize and by the chart, each over what production has."""
    values = tmp_path / "mine.yaml"
    beans = {"name": "beans", "games": ["beans"], "image": tag("engine-beans")}
    values.write_text(yaml.safe_dump({"engine": {"games": ["nim"]}, "engineGroups": [beans]}))
    prod = "deploy/helm/croupier/prod.yaml"
    for done in (checked(tmp_path, "engine-group"), policies(VALUES=f"{prod} {values}")):
        assert done.returncode == 0, done.stdout
        passed = [line for line in done.stdout.splitlines() if line.startswith("  passed")]
        assert len(passed) > 30
        assert "engine-beans" in done.stdout


@pytest.mark.full
def test_rules_without_anything_to_check_have_not_passed(tmp_path: Path) -> None:
    """An external Redis at ports that no policy allows."""
    urls = [
        {"name": name, "behavior": "merge", "literals": [f"{name.upper()}_REDIS_URL={url}"]}
        for name, url in EXTERNAL.items()
    ]
    done = checked(tmp_path, "external-redis", configMapGenerator=urls)
    assert done.returncode == 1
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert "failed  engines and gateways may connect to their redis" in lines
    for name, url in EXTERNAL.items():
        assert f"{name.upper()}_REDIS_URL names {url.rpartition('/')[2]}, to which" in done.stdout
    idle = lines.index("There was nothing to check for these rules:")
    assert "every server of redis is backed up: there is no CronJob/redis-backup" in lines[idle:]
    assert "an upgrade leaves redis alone: there is no StatefulSet" in lines[idle:]
    assert "every server of redis is backed up" not in "".join(lines[:idle])


def test_values_that_the_chart_refuses_are_one_line_and_no_test(tmp_path: Path) -> None:
    values = tmp_path / "mine.yaml"
    values.write_text(yaml.safe_dump({"autoscaling": {"streams": {"enabled": True}}}))
    done = policies(VALUES=str(values))
    assert (done.returncode, done.stdout) == (1, "")
    why = "autoscaling.streams.enabled: autoscaling.enabled is false."
    assert done.stderr == f"{values} is not rendered: {why}\n"


def checked(folder: Path, *components: str, **others: object) -> "subprocess.CompletedProcess[str]":
    """What is said of overlays/prod with these components, and others' changes."""
    here = folder.resolve()
    overlay = {
        "namespace": "croupier",
        "resources": [os.path.relpath(K8S / "overlays/prod", here)],
        "components": [os.path.relpath(K8S / "components" / name, here) for name in components],
        **others,
    }
    (here / "kustomization.yaml").write_text(yaml.safe_dump(overlay))
    return policies(OVERLAY=str(here))


def policies(**environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        (sys.executable, "-m", "tests.deploy.policies"),
        env={**os.environ, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
