"""The Helm chart makes the objects that kustomize makes, for the same choices."""

import base64
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
import yaml

from tests.deploy.rendered import KUSTOMIZED
from tools.helm import CHART, Refused, over, rendered
from tools.images import version
from tools.manifests import K8S, Json, of_kind, render_with, template

helm = pytest.importorskip("helm_python", reason="helm-python-sdk has no wheel for this machine")
pytestmark = pytest.mark.service

Values = dict[str, Any]
ON = {"enabled": True}
GIVEN = {
    "passwords": {"existingSecret": "redis-passwords"},
}
HOUSE = {"bots": {**ON, "existingSecret": "croupier-house"}}
"""Secrets are what kustomize leaves to operators."""
DIGEST = "sha256:" + "0123456789abcdef" * 4
CHOSEN: dict[str, Values] = {
    "alerts": {"alerts": ON},
    "backup": {"backup": ON},
    "bots": HOUSE,
    "dns-nodelocal": {"dns": "nodelocal"},
    "dns-openshift": {"dns": "openshift"},
    "engine-group": {
        "engine": {"games": ["just4fun", "livingstone", "lost-cities"]},
        "engineGroups": [
            {
                "name": "beans",
                "games": ["beans"],
                "image": "croupier-engine-beans:0.1.0",
                "replicas": 2,
                "resources": {
                    "requests": {"cpu": "500m", "memory": "384Mi"},
                    "limits": {"memory": "384Mi"},
                },
            }
        ],
    },
    "external-redis": {"redis": {"kind": "external", "external": {"url": "redis://redis:6379"}}},
    "console": {"console": ON},
    "herald": {"herald": ON},
    "single-sign-on": {
        "issuers": [
            {"issuer": "https://id.example.com", "audience": "croupier", "clientId": "table"}
        ]
    },
    "gateway-api": {"entrance": {"kind": "gateway-api"}},
    "keda": {"autoscaling": {"streams": ON}},
    "load-balancer": {"entrance": {"kind": "load-balancer"}},
    "mtls": {"mtls": ON},
    "priority": {"priority": ON},
    "pull-secret": {"image": {"pullSecret": "croupier-registry"}},
    "redis-ca": {"redis": {"external": {"caSecret": "redis-ca"}}},
    "archive": {"archive": ON},
    "redis-cluster": {"redis": {"kind": "cluster"}},
    "tracing": {"tracing": ON},
}
EXTERNAL = over(CHOSEN["external-redis"], GIVEN)
OWN = {"app.kubernetes.io/managed-by", "checksum/config"}
HASH = re.compile(r"-[a-z0-9]{10}$")
OTHERS = re.compile(
    r"(?<=^redis-passwords)-[a-z0-9]{10}$|\?ssl_ca_certs=/etc/croupier/redis/ca.crt$"
)
"""The hash of a Secret, and what the chart adds to a URL where operators of kustomize write it."""
MANY = (
    (
        "prod",
        "gateway-api",
        "keda",
        "redis-cluster",
        "mtls",
        "tracing",
        "archive",
        "alerts",
        "priority",
    ),
    (
        "prod",
        "load-balancer",
        "external-redis",
        "redis-ca",
        "dns-nodelocal",
        "priority",
        "pull-secret",
    ),
    ("dev", "herald", "single-sign-on"),
    ("dev", "herald", "tracing"),
    ("dev", "herald", "console", "single-sign-on", "mtls", "archive"),
    ("prod", "console", "external-redis", "redis-ca", "priority", "pull-secret"),
)
"""Choices that touch the same objects."""
EACH = [tuple(each.split("+")) for each in KUSTOMIZED if each != "dev+redis-ca"]
"""Both overlays, and each component over one; redis-ca means nothing without external-redis."""
CHOICES = [*MANY, *[pytest.param(each, marks=pytest.mark.full) for each in EACH]]


def test_every_component_is_a_choice_of_the_chart() -> None:
    folders = {path.name for path in (K8S / "components").iterdir()} - {"labels"}
    assert {*CHOSEN, "autoscaling", "ingress", "monitoring"} == folders


@pytest.mark.parametrize("choices", CHOICES, ids=lambda choices: "+".join(choices[:2]))
def test_the_chart_makes_what_kustomize_makes(choices: tuple[str, ...]) -> None:
    assert made(*choices) == wanted(render_with(*choices))


def wanted(found: Iterable[Json]) -> dict[str, Json]:
    return compared(each for each in found if each["kind"] != "Namespace")


def compared(found: Iterable[Json]) -> dict[str, Json]:
    """By kind and name, without what the two tools do in their own ways: Secrets, hashes, order."""
    named = by_name(each for each in found if each["kind"] != "Secret")
    return {called: plain(each) for called, each in named.items()}


def by_name(objects: Iterable[Json]) -> dict[str, Json]:
    """The objects by KIND/NAME, where the names of ConfigMaps are without kustomize's hashes."""
    known = list(objects)
    configs = {each["metadata"]["name"] for each in known if each["kind"] == "ConfigMap"}
    renamed = [unhashed(each, configs) for each in known]
    return {f"{each['kind']}/{each['metadata']['name']}": each for each in renamed}


def unhashed(value: Any, names: set[str]) -> Any:
    if isinstance(value, dict):
        return {key: unhashed(each, names) for key, each in value.items()}
    if isinstance(value, list):
        return [unhashed(each, names) for each in value]
    return HASH.sub("", value) if isinstance(value, str) and value in names else value


def plain(value: Any) -> Any:
    if isinstance(value, list):
        return sorted(map(plain, value), key=named)
    if not isinstance(value, dict):
        return OTHERS.sub("", value) if isinstance(value, str) else value
    kept = {key: plain(each) for key, each in value.items() if key not in OWN}
    return {key: each for key, each in kept.items() if each or key != "annotations"}


def named(item: Any) -> str:
    return str(item.get("name", "")) if isinstance(item, dict) else ""


def made(overlay: str, *components: str) -> dict[str, Json]:
    """The chart's objects for an overlay and components, but Secrets, to be compared."""
    values: Values = over(GIVEN, HOUSE) if overlay == "prod" else GIVEN
    if "external-redis" in components:
        values = over(values, {"backup": {"enabled": False}})
    for each in filter(None, components):
        values = over(values, CHOSEN[each])
    return compared(rendered(values, f"{overlay}.yaml"))


def test_the_defaults_are_those_of_the_base() -> None:
    assert compared(rendered(GIVEN)) == wanted(render_with("../base"))


def test_the_chart_has_one_version_with_the_package() -> None:
    about = yaml.safe_load((CHART / "Chart.yaml").read_text())
    assert about["version"] == about["appVersion"] == version()


def test_the_schema_has_all_values_and_no_others() -> None:
    schema = json.loads((CHART / "values.schema.json").read_text())
    del schema["properties"]["global"]  # Helm's own, in a chart above this one
    values = yaml.safe_load((CHART / "values.yaml").read_text())
    assert {*places_of(schema)} == {*places_in(values, schema)}


def places_of(schema: Json, place: str = "") -> Iterator[str]:
    for name, inner in schema.get("properties", {}).items():
        yield f"{place}.{name}"
        yield from places_of(inner, f"{place}.{name}")


def places_in(values: Values, schema: Json, place: str = "") -> Iterator[str]:
    """Those of the values; not what is in one of which the schema names no members."""
    for name, inner in values.items():
        yield f"{place}.{name}"
        known = schema["properties"].get(name, {})
        if "properties" in known:
            yield from places_in(inner, known, f"{place}.{name}")


@pytest.mark.parametrize("file", ["", "dev.yaml", "prod.yaml", "studio.yaml"])
def test_helm_finds_nothing_to_complain_of(file: str) -> None:
    values = yaml.safe_load((CHART / file).read_text()) if file else {}
    found = helm.lint(CHART, values, strict=True)
    assert found["errors"] == []
    assert [each["error"] for each in found["messages"]] == ["icon is recommended"]


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"engine": {"replica": 3}}, "replica"),
        ({"redis": {"kind": "sentinel"}}, "/redis/kind"),
        ({"image": {"digests": {"engine": "latest"}}}, "/image/digests/engine"),
        ({"gateway": {"settings": {"GATEWAY_REDIS_PASSWORD": "x"}}}, "GATEWAY_REDIS_PASSWORD"),
        ({"redis": {"external": {"url": "redis://me:secret@host"}}}, "/redis/external/url"),
        ({"redis": {"kind": "external"}, **GIVEN}, "redis.external.url is missing"),
        (CHOSEN["external-redis"], "passwords.existingSecret is missing"),
        ({**CHOSEN["external-redis"], **GIVEN, "backup": ON}, "backup.enabled"),
        ({"redis": {"external": {"caSecret": "ca"}}}, "redis.external.caSecret"),
        ({"redis": {"external": {"url": "redis://host"}}}, "redis.external.url"),
        ({"redis": {"kind": "cluster", "external": {"ports": [6380]}}}, "redis.kind is cluster"),
        (over(EXTERNAL, {"redis": {"maxmemory": "1mb"}}), "redis.maxmemory"),
        ({"archive": {"networks": ["10.0.0.0/8"]}}, "archive.networks"),
        ({"bots": {"settings": {"BOTS_MAX_MATCHES": 2}}}, "bots.enabled is false"),
        ({"autoscaling": {"gateway": {"maxReplicas": 9}}}, "autoscaling.gateway.maxReplicas"),
        ({"autoscaling": {**ON, "streams": {"threshold": 9}}}, "autoscaling.streams.threshold"),
        ({"entrance": {"host": "play.example.com"}}, "entrance.host"),
        ({"entrance": {"boardHost": "boards.example.net"}}, "entrance.boardHost"),
        (
            {"entrance": {"kind": "ingress", "gatewayApi": {"namespace": "a"}}},
            "entrance.gatewayApi",
        ),
        (
            {"image": {"tags": {"gateway": "1"}, "digests": {"gateway": DIGEST}}},
            "image.tags.gateway",
        ),
        ({"autoscaling": {"streams": ON}}, "autoscaling.streams.enabled"),
    ],
)
def test_values_that_mean_nothing_are_refused_by_name(values: Values, named: str) -> None:
    with pytest.raises(Refused, match=re.escape(named)):
        rendered(values)


@pytest.mark.parametrize("kind", ["ingress", "gateway-api"])
def test_a_second_site_has_a_host_beside_that_of_the_page(kind: str) -> None:
    hosts = {"kind": kind, "host": "cards.example.org", "boardHost": "boards.example.net"}
    made = rendered({"entrance": hosts})
    (entrance,) = of_kind(made, "Ingress", "HTTPRoute")
    both = [hosts["host"], hosts["boardHost"]]
    spec = entrance["spec"]
    if kind == "ingress":
        assert spec["tls"][0]["hosts"] == [each["host"] for each in spec["rules"]] == both
    else:
        assert spec["hostnames"] == both
    config = by_name(made)["ConfigMap/gateway"]
    assert config["data"]["GATEWAY_BOARD_ORIGIN"] == "https://boards.example.net"
    assert config["data"]["GATEWAY_BOARD_PAGES"] == "https://cards.example.org"
    assert config["data"]["GATEWAY_PASSKEY_RP"] == "cards.example.org"


def test_a_changed_setting_is_a_rollout_of_its_program_only() -> None:
    def signs(values: Values) -> dict[str, str]:
        pods = of_kind(rendered(values), "Deployment", "StatefulSet")
        return {
            each["metadata"]["name"]: template(each)["metadata"]["annotations"]["checksum/config"]
            for each in pods
        }

    before, after = signs({}), signs({"gateway": {"settings": {"GATEWAY_MAX_FOLLOWERS": 12345678}}})
    assert {name for name in before if before[name] != after[name]} == {"gateway"}


def test_settings_are_texts_however_they_are_written() -> None:
    said = {"GATEWAY_MAX_FOLLOWERS": 12345678, "GATEWAY_DRAIN_S": 0.5, "GATEWAY_RATE_LIMITS": False}
    config = by_name(rendered({"gateway": {"settings": said}}))["ConfigMap/gateway"]["data"]
    assert [config[name] for name in said] == ["12345678", "0.5", "false"]
    assert config["GATEWAY_PORT"] == "8080"


def test_both_programs_that_tell_of_it_have_the_id_of_the_installation() -> None:
    config = by_name(rendered({"installation": "studio-7", "herald": ON}))
    for program in ("gateway", "herald"):
        said = config[f"ConfigMap/{program}"]["data"]
        assert said[f"{program.upper()}_INSTALLATION"] == "studio-7"
    with pytest.raises(Refused, match="installation"):
        rendered({"installation": "studio 7"})


def test_images_are_where_they_are_said_to_be_by_tag_or_digest() -> None:
    image = {"registry": "registry.example.com/games/", "tag": "9.9", "digests": {"engine": DIGEST}}
    found = by_name(rendered({"image": {**image, "tags": {"bots": "9.8"}}, "bots": ON}))
    images = {
        name: template(found[f"Deployment/{name}"])["spec"]["containers"][0]["image"]
        for name in ("engine", "gateway", "bots")
    }
    assert images == {
        "engine": f"registry.example.com/games/croupier-engine@{DIGEST}",
        "gateway": "registry.example.com/games/croupier-gateway:9.9",
        "bots": "registry.example.com/games/croupier-bots:9.8",
    }


def test_a_managed_redis_has_its_port_its_network_and_its_authority() -> None:
    external = {
        "url": "rediss://redis.example.com:6380",
        "networks": ["10.20.0.0/16"],
        "ports": [6380],
        "caSecret": "redis-ca",
    }
    found = by_name(rendered({"redis": {"kind": "external", "external": external}, **GIVEN}))
    url = found["ConfigMap/engine"]["data"]["ENGINE_REDIS_URL"]
    assert url == "rediss://redis.example.com:6380?ssl_ca_certs=/etc/croupier/redis/ca.crt"
    assert found["NetworkPolicy/external-redis"]["spec"]["egress"] == [
        {"to": [{"ipBlock": {"cidr": "10.20.0.0/16"}}], "ports": [{"port": 6380}]}
    ]


def test_secrets_are_made_unless_they_are_named() -> None:
    made = of_kind(rendered({"bots": ON}), "Secret")
    keys = {each["metadata"]["name"]: {*each["data"]} for each in made}
    every = {"engine", "gateway", "admin", "replica"}
    assert keys == {"redis-passwords": every, "croupier-house": {"key"}}
    values = [value for each in made for value in each["data"].values()]
    assert len({*values}) == len(values)
    assert all(len(base64.b64decode(value)) == 48 for value in values)
    assert of_kind(rendered({**GIVEN, **HOUSE}), "Secret") == []
