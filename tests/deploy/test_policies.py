"""`make policies` says what it has checked, and what no rule can."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.deploy.policies import placeholders
from tests.deploy.rendered import objects
from tools.images import tag
from tools.manifests import K8S
from tools.stack import ROOT

pytestmark = pytest.mark.service

UNPINNED = "no digest, so the registry can exchange it; no registry, so nodes ask Docker Hub"


def test_what_only_stands_for_something_is_named() -> None:
    assert placeholders(objects("prod")) == [
        "Ingress/gateway: croupier.example.com is an example",
        *(f"image {each}: {UNPINNED}" for each in (tag("engine"), tag("gateway"), "redis:8")),
    ]
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
    here = tmp_path.resolve()
    container = "/spec/jobTemplate/spec/template/spec/containers/0"
    said = {"name": "NODES", "value": "redis-0.redis"}
    change = [{"op": "replace", "path": f"{container}/env/0", "value": said}]
    components = [K8S / "components" / name for name in ("redis-cluster", "backup")]
    overlay = {
        "namespace": "croupier",
        "resources": [os.path.relpath(K8S / "overlays/prod", here)],
        "components": [os.path.relpath(each, here) for each in components],
        "patches": [{"target": {"kind": "CronJob"}, "patch": yaml.safe_dump(change)}],
    }
    (here / "kustomization.yaml").write_text(yaml.safe_dump(overlay))
    done = subprocess.run(
        (sys.executable, "-m", "tests.deploy.policies"),
        env={**os.environ, "OVERLAY": str(here)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert "failed  every server of redis is backed up" in lines
    assert "passed  pods keep the restricted standard" in lines
    assert "redis-8.redis" in done.stdout
