"""The operator's console in a cluster: no way of players leads to it, and it has what it needs."""

import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import yaml
from engine.admin.console.config import ConsoleSettings
from engine.admin.players import FILE, USER
from engine.config import Settings as EngineSettings
from redislink.oidc import of_operators, read_file

from tests.deploy.rendered import config, containers, one, walk
from tests.deploy.test_chart import GIVEN, ON, Values, by_name
from tools.helm import Refused, over, rendered
from tools.manifests import K8S, Json, of_kind, render, render_with, template
from tools.stack import ROOT

pytestmark = pytest.mark.service
OPS = "https://ops.example.org"
ISSUER = {"issuer": "https://id.example.com", "clientId": "console", "roleClaim": "roles"}
WHO: dict[str, Any] = {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "ops"}}}
KUSTOMIZED = ("", "gateway-api", "load-balancer")
CHARTED = ("none", "ingress", "gateway-api", "load-balancer")
FULL = "dev+herald+console+single-sign-on+mtls+archive"


@pytest.mark.parametrize("entrance", KUSTOMIZED)
def test_no_way_of_players_leads_to_it(entrance: str) -> None:
    assert_apart(render_with("prod", "console", *filter(None, (entrance,))))


@pytest.mark.parametrize("entrance", CHARTED)
def test_no_way_of_the_chart_leads_to_it(entrance: str) -> None:
    assert_apart(rendered(over(GIVEN, {"console": ON, "entrance": {"kind": entrance}})))


def assert_apart(objects: list[Json]) -> None:
    for each in of_kind(objects, "Ingress", "HTTPRoute", "Gateway", "GRPCRoute", "TCPRoute"):
        backends = {value for path, value in walk(each) if path.endswith(("/name", "/port/number"))}
        assert "console" not in backends
        assert 8082 not in {value for _, value in walk(each) if isinstance(value, int)}
    (pod,) = [
        template(each)["metadata"]["labels"]
        for each in of_kind(objects, "Deployment")
        if each["metadata"]["name"] == "console"
    ]
    leading = [
        each
        for each in of_kind(objects, "Service")
        if each["spec"]["selector"].items() <= pod.items()
    ]
    (service,) = leading
    assert service["spec"]["type"] == "ClusterIP"
    assert not {"externalIPs", "loadBalancerIP"} & service["spec"].keys()
    assert not any("nodePort" in port for port in service["spec"]["ports"])


@pytest.mark.parametrize("variant", ["dev+console", FULL])
def test_it_has_the_settings_of_engines_and_its_own(variant: str) -> None:
    of_engines, own = config(variant, "engine"), config(variant, "console")
    changed = {name for name in of_engines if own[name] != of_engines[name]}
    assert changed == {"ENGINE_ADDRESS", "ENGINE_METRICS_ADDRESS"}
    assert own["CONSOLE_LINKS"].startswith("/run/console/"), "which is a volume of its own"
    deployment = one(variant, "Deployment", "console")
    assert deployment["spec"]["replicas"] == 1
    assert deployment["spec"]["strategy"] == {"type": "Recreate"}, (
        "never two, who know different sessions"
    )
    (container,) = containers(deployment)
    (engine,) = containers(one(variant, "Deployment", "engine"))
    assert container["image"] == engine["image"]


@pytest.mark.parametrize("variant", ["dev+console", FULL])
def test_it_starts_with_what_it_is_given(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (container,) = containers(one(variant, "Deployment", "console"))
    variables = {each["name"]: each.get("value", "") for each in container["env"]}
    said = {**config(variant, "console"), **variables}
    known = {f"CONSOLE_{each.upper()}" for each in ConsoleSettings.model_fields} | {USER, FILE}
    for name, field in EngineSettings.model_fields.items():
        known.add(str(field.validation_alias or f"ENGINE_{name.upper()}"))
    assert said.keys() <= known
    paths = [each["mountPath"] for each in container["volumeMounts"]]
    for name, value in said.items():
        if value.startswith("/"):  # a file of a volume, which is not here
            assert any(value.startswith(f"{each}/") for each in paths), name
        elif value:
            monkeypatch.setenv(name, value)
    assert EngineSettings().redis_username == "engine"
    assert ConsoleSettings().address == "[::]:8082"


def test_with_mtls_it_reaches_the_port_for_health_alone() -> None:
    ports = [
        port["port"]
        for rule in one(FULL, "NetworkPolicy", "console")["spec"]["egress"]
        for port in rule["ports"]
    ]
    assert ports == [50052, 6379]
    (rule,) = one(FULL, "NetworkPolicy", "engine-from-console")["spec"]["ingress"]
    assert rule["ports"] == [{"port": "health"}]


def test_whom_the_operator_names_may_reach_it_and_nobody_else() -> None:
    def rules(values: Values) -> Any:
        policy = by_name(rendered({"console": {**ON, **values}}))["NetworkPolicy/console"]
        assert policy["spec"]["policyTypes"] == ["Ingress", "Egress"]
        return policy["spec"].get("ingress", [])

    assert rules({}) == []
    assert rules({"from": [WHO]}) == [{"from": [WHO], "ports": [{"port": "http"}]}]


def test_its_origin_and_its_issuers_are_those_of_the_values() -> None:
    values = {
        "console": {**ON, "origin": "https://ops.example.org"},
        "issuers": [ISSUER],
        "herald": ON,
    }
    found = by_name(rendered(values))
    assert found["ConfigMap/console"]["data"]["CONSOLE_ORIGIN"] == "https://ops.example.org"
    (container,) = containers(found["Deployment/console"])
    variables = {each["name"]: each["value"] for each in container["env"]}
    assert variables["CONSOLE_OIDC"] == "/etc/croupier/issuers/issuers.json"
    for wrong in ("http://ops.example.org", "https://ops.example.org/", "ops.example.org"):
        with pytest.raises(Refused, match="/console/origin"):
            rendered({"console": {**ON, "origin": wrong}})
    with pytest.raises(Refused, match=r"console\.origin.*console\.enabled is false"):
        rendered({"console": {"origin": "https://ops.example.org"}})


def test_a_redis_of_ones_own_has_other_users() -> None:
    external = {
        "url": "rediss://redis.example.com:6380",
        "gatewayUser": "g",
        "caSecret": "redis-ca",
    }
    found = by_name(
        rendered({"console": ON, "redis": {"kind": "external", "external": external}, **GIVEN})
    )
    assert found["ConfigMap/console"]["data"]["CROUPIERCTL_REDIS_USERNAME"] == "g"
    (container,) = containers(found["Deployment/console"])
    assert "/etc/croupier/redis" in {each["mountPath"] for each in container["volumeMounts"]}


def recipes() -> list[Any]:
    """The YAML of the documentation: values, an Ingress, and a kustomization."""
    text = (ROOT / "docs/operations/console.md").read_text()
    found = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    return [yaml.safe_load(each) for each in found]


def test_the_recipe_for_an_ingress_of_ones_own_is_right_with_both_tools() -> None:
    values, ingress, kustomization = recipes()
    charted = by_name(rendered(values))
    with TemporaryDirectory() as folder:
        here = Path(folder).resolve()
        below = os.path.relpath(K8S / "overlays/prod", here)
        names = ("herald", "console", "single-sign-on")
        added = [os.path.relpath(K8S / "components" / name, here) for name in names]
        text = {"namespace": "croupier", "resources": [below], "components": added}
        (here / "kustomization.yaml").write_text(yaml.safe_dump({**text, **kustomization}))
        kustomized = by_name(render(here))
    for found in (charted, kustomized):
        (rule,) = found["NetworkPolicy/console"]["spec"]["ingress"]
        assert rule == {"from": values["console"]["from"], "ports": [{"port": "http"}]}
        (container,) = containers(found["Deployment/console"])
        said = {**found["ConfigMap/console"]["data"]}
        said |= {each["name"]: each["value"] for each in container["env"]}
        assert said["CONSOLE_ORIGIN"] == f"https://{ingress['spec']['rules'][0]['host']}"
        backend = ingress["spec"]["rules"][0]["http"]["paths"][0]["backend"]["service"]
        service = found[f"Service/{backend['name']}"]
        assert backend["port"]["name"] in {port["name"] for port in service["spec"]["ports"]}
    content = charted["ConfigMap/issuers"]["data"]["issuers.json"]
    assert [each.role_claim for each in of_operators(read_file(content))] == ["roles"]
