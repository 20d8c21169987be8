"""What stands around the pods: budgets, autoscalers, services, ingress, configuration."""

import re
from collections.abc import Iterator
from dataclasses import asdict

import pytest
import yaml
from engine.config import Settings as EngineSettings
from enginelink.targets import targets
from gateway.config import Settings as GatewaySettings

from bots.house import Settings
from tests.deploy.rendered import (
    KUSTOMIZED,
    SERVICES,
    VARIANTS,
    component,
    config,
    containers,
    objects,
    one,
    services,
    walk,
    workloads,
)
from tools.manifests import K8S, Json, of_kind, template

pytestmark = pytest.mark.service

NAMED = re.compile(r"configMap((Key)?Ref)?/name$")
HASHED = re.compile(r"-[a-z0-9]{10}$")
SECRETIVE = re.compile(r"pass(?!key)|secret|token|key$", re.IGNORECASE)
PASSWORD = re.compile(r"/run/passwords/([\w*]+)")
HOUR_S = 3600
SHARED = {"METRICS_ADDRESS", "LOG_FORMAT", "REDIS_USERNAME", "REDIS_PASSWORD_FILE"}
SHARED |= {"TLS_CERT", "TLS_KEY", "TLS_CA"}
"""Settings that both services have."""
TRACED = ("OTEL_", "POD_")
"""How variables begin that are OpenTelemetry's, or that these are made of."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_drained_node_takes_one_pod_of_a_kind_at_a_time(variant: str) -> None:
    for workload in workloads(variant):
        if workload["kind"] not in ("Job", "CronJob"):
            budget = one(variant, "PodDisruptionBudget", workload["metadata"]["name"])["spec"]
            assert budget["selector"] == workload["spec"]["selector"]
            assert budget["maxUnavailable"] == 1
            assert budget["unhealthyPodEvictionPolicy"] == "AlwaysAllow"


@pytest.mark.parametrize("name", SERVICES)
def test_production_scales_by_load_from_three_on(name: str) -> None:
    scaler = one("prod", "HorizontalPodAutoscaler", name)["spec"]
    assert scaler["scaleTargetRef"] == {"apiVersion": "apps/v1", "kind": "Deployment", "name": name}
    assert 3 <= scaler["minReplicas"] < scaler["maxReplicas"]
    assert scaler["metrics"][0]["resource"]["name"] == "cpu"
    assert scaler["behavior"]["scaleDown"]["stabilizationWindowSeconds"] >= 300
    assert "replicas" not in one("prod", "Deployment", name)["spec"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_gateways_share_their_calls_out_among_the_engines(variant: str) -> None:
    """The Services have an address for each engine, and gRPC asks for all of them."""
    for target in targets(config(variant, "gateway")["GATEWAY_ENGINES"]).values():
        (name,) = re.fullmatch(r"dns:///([-a-z]+):50051", target).groups()  # type: ignore[union-attr]
        assert one(variant, "Service", name)["spec"]["clusterIP"] == "None"
        assert one(variant, "Deployment", name)


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_group_of_engines_is_asked_for_its_games_and_no_other_has_them(variant: str) -> None:
    said = {
        name: config(variant, name).get("CROUPIER_GAMES", "everything").split(",")
        for name in (each["metadata"]["name"] for each in services(variant))
        if name != "gateway"
    }
    asked = targets(config(variant, "gateway")["GATEWAY_ENGINES"])
    hosts = [re.split(r"[:/]+", target)[1] for target in asked.values()]
    assert sorted(hosts) == sorted(said), "an engine that no gateway asks, or none that is asked"
    if len(said) > 1:
        played = [game for games in said.values() for game in games]
        assert len({*played}) == len(played), "a game is in two groups"
        for games, host in zip(asked, hosts, strict=True):
            assert not games or {*games.split("+")} == {*said[host]}


def test_a_game_is_played_by_one_group_of_engines() -> None:
    said = config("dev+engine-group", "gateway")["GATEWAY_ENGINES"]
    assert said == "dns:///engine:50051,beans=dns:///engine-beans:50051"
    assert "beans" not in config("dev+engine-group", "engine")["CROUPIER_GAMES"]
    shared, own = containers(one("dev+engine-group", "Deployment", "engine-beans"))[0]["envFrom"]
    played = one("dev+engine-group", "ConfigMap", own["configMapRef"]["name"])["data"]
    assert played == {"ENGINE_GROUP": "beans", "CROUPIER_GAMES": "beans"}
    (rest,) = containers(one("dev+engine-group", "Deployment", "engine"))[0]["envFrom"]
    assert shared == rest, "what all engines need is said once"


@pytest.mark.parametrize("variant", VARIANTS)
def test_services_find_pods_and_ports_that_are_there(variant: str) -> None:
    pods = [template(each) for each in workloads(variant)]
    for service in of_kind(objects(variant), "Service"):
        wanted = service["spec"]["selector"].items()
        (found,) = [pod for pod in pods if wanted <= pod["metadata"]["labels"].items()]
        names = {port["name"] for each in found["spec"]["containers"] for port in each["ports"]}
        assert {port["targetPort"] for port in service["spec"]["ports"]} <= names


def test_the_ingress_lets_streams_be() -> None:
    ingress = one("prod", "Ingress", "gateway")
    told = ingress["metadata"]["annotations"]
    for controller in ("nginx.ingress.kubernetes.io", "nginx.org"):
        for way in ("read", "send"):
            assert int(told[f"{controller}/proxy-{way}-timeout"].rstrip("s")) >= HOUR_S
        assert told[f"{controller}/proxy-buffering"] in ("off", "False")
    (rule,) = ingress["spec"]["rules"]
    (path,) = rule["http"]["paths"]
    assert path["backend"]["service"] == {"name": "gateway", "port": {"name": "http"}}
    assert [each["hosts"] for each in ingress["spec"]["tls"]] == [[rule["host"]]]


@pytest.mark.parametrize("variant", KUSTOMIZED)
def test_a_changed_configuration_is_a_rollout(variant: str) -> None:
    """Each name has a hash of the content, and what refers to it has the same name."""
    made = {
        each["metadata"]["name"]
        for each in of_kind(objects(variant), "ConfigMap")
        if "grafana_dashboard" not in each["metadata"]["labels"]  # no pod of ours reads it
    }
    assert all(HASHED.search(name) for name in made)
    named = {value for path, value in _values(variant) if NAMED.search(path)}
    assert named == made


@pytest.mark.parametrize("variant", VARIANTS)
def test_secrets_are_referred_to_and_never_spelt_out(variant: str) -> None:
    for each in of_kind(objects(variant), "ConfigMap"):
        assert not [name for name in each["data"] if SECRETIVE.search(name)]
        urls = [text for name, text in each["data"].items() if name.endswith("_URL")]
        assert not [url for url in urls if "@" in url]
    for workload in services(variant):
        name = component(workload)
        variables = {each["name"]: each for each in containers(workload)[0]["env"]}
        password = variables.pop(f"{name.upper()}_REDIS_PASSWORD_FILE")["value"]
        secret, key = _secret_at(workload, password)
        assert HASHED.sub("", secret) == "redis-passwords"
        assert key == name
        variables.pop("ENGINE_HEALTH_ADDRESS", None)
        plain = [
            each
            for key, each in variables.items()
            if not key.startswith(TRACED) and "secretKeyRef" not in each.get("valueFrom", ())
        ]
        assert all(each["value"].startswith("/etc/croupier/tls/") for each in plain)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_pod_is_given_the_passwords_that_it_reads_and_no_others(variant: str) -> None:
    """Redis alone gets all: it has the users."""
    for workload in workloads(variant):
        spec = template(workload)["spec"]
        volumes = [each for each in spec.get("volumes", ()) if each["name"] == "passwords"]
        given = {item["key"] for each in volumes for item in each["secret"].get("items", ())}
        read = {*PASSWORD.findall(" ".join(_read_by(variant, workload)))}
        name = workload["metadata"]["name"]
        assert given == (set() if component(workload) == "redis" else read), name
        assert bool(volumes) == bool(read), name


def _read_by(variant: str, workload: Json) -> Iterator[str]:
    """The variables of a workload, and the scripts that its containers run."""
    spec = template(workload)["spec"]
    config = {each["name"]: each["configMap"] for each in spec["volumes"] if "configMap" in each}
    for container in containers(workload):
        yield from (str(each.get("value")) for each in container.get("env", ()))
        for word in container.get("command", ()):
            for mount in container["volumeMounts"]:
                script = word.removeprefix(f"{mount['mountPath']}/")
                if script != word and mount["name"] in config:
                    yield one(variant, "ConfigMap", config[mount["name"]]["name"])["data"][script]


def _secret_at(workload: Json, path: str) -> tuple[str, str]:
    """The Secret, and the key in it, that the container finds at this path."""
    (mount,) = [
        each
        for each in containers(workload)[0]["volumeMounts"]
        if each["mountPath"] == path.rpartition("/")[0] and "subPath" not in each
    ]
    volumes = template(workload)["spec"]["volumes"]
    (secret,) = [each["secret"] for each in volumes if each["name"] == mount["name"]]
    (item,) = secret["items"]
    assert item["path"] == path.rpartition("/")[2]
    return secret["secretName"], item["key"]


def test_production_has_no_secret_in_it() -> None:
    assert of_kind(objects("prod"), "Secret") == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variable_is_a_setting(variant: str) -> None:
    for workload in services(variant):
        prefix = f"{component(workload).upper()}_"
        kind = EngineSettings if prefix == "ENGINE_" else GatewaySettings
        known = {each.upper() for each in kind.model_fields} | SHARED
        known |= {str(each.validation_alias) for each in kind.model_fields.values()}
        given = {each["name"] for each in containers(workload)[0]["env"]}
        variables = given.union(config(variant, workload["metadata"]["name"]))
        ours = {each.removeprefix(prefix) for each in variables if not each.startswith(TRACED)}
        assert ours <= known, workload["metadata"]["name"]


def test_the_bots_and_the_gateway_have_one_house_key() -> None:
    """It may be missing, and then is none: the pods start all the same."""
    bots, gateway = (one("dev+bots", "Deployment", name) for name in ("bots", "gateway"))
    found = []
    for workload, variable in ((bots, "BOTS_HOUSE_KEY_FILE"), (gateway, "GATEWAY_HOUSE_KEY_FILE")):
        path = config("dev+bots", workload["metadata"]["name"])[variable]
        (mount,) = [
            each
            for each in containers(workload)[0]["volumeMounts"]
            if "key" in path and each["mountPath"] == path.removesuffix("/key")
        ]
        assert mount["readOnly"] is True
        volumes = template(workload)["spec"]["volumes"]
        found += [each["secret"] for each in volumes if each["name"] == mount["name"]]
    assert found[0] == found[1]
    assert found[0]["optional"] is True


def test_every_variable_of_the_bots_is_a_setting_of_theirs() -> None:
    said = config("dev+bots", "bots")
    settings = asdict(Settings.read(said))
    assert said["BOTS_URL"] == "http://gateway"
    assert {f"BOTS_{name.upper()}" for name in settings} >= said.keys()
    assert one("dev+bots", "Deployment", "bots")["spec"]["replicas"] == 1


def test_tls_has_its_files_where_the_settings_say() -> None:
    for workload in services("dev+mtls"):
        name = workload["metadata"]["name"]
        (container,) = containers(workload)
        variables = {each["name"]: each.get("value") for each in container["env"]}
        (folder,) = [
            each["mountPath"] for each in container["volumeMounts"] if each["name"] == "tls"
        ]
        files = {f"{name.upper()}_TLS_{which}": file for which, file in TLS_FILES.items()}
        assert {each: variables[each] for each in files} == {
            each: f"{folder}/{file}" for each, file in files.items()
        }
        volumes = {each["name"]: each for each in template(workload)["spec"]["volumes"]}
        assert volumes["tls"]["secret"]["secretName"] == f"{name}-tls"


TLS_FILES = {"CERT": "tls.crt", "KEY": "tls.key", "CA": "ca.crt"}


def test_traces_say_which_pod_they_are_of() -> None:
    herald = one("dev+herald+tracing", "Deployment", "herald")
    for workload in (*services("dev+tracing"), herald):
        variables = {each["name"]: each for each in containers(workload)[0]["env"]}
        said = variables["OTEL_RESOURCE_ATTRIBUTES"]["value"]
        assert said == "k8s.pod.name=$(POD_NAME),k8s.namespace.name=$(POD_NAMESPACE)"
        names = [*variables]
        for name, field in (("POD_NAME", "name"), ("POD_NAMESPACE", "namespace")):
            source = variables[name]["valueFrom"]["fieldRef"]["fieldPath"]
            assert source == f"metadata.{field}"
            assert names.index(name) < names.index("OTEL_RESOURCE_ATTRIBUTES")
    said = {each["name"]: each.get("value") for each in containers(herald)[0]["env"]}
    to = config("dev+herald+tracing", "engine")["OTEL_EXPORTER_OTLP_ENDPOINT"]
    assert said["OTEL_EXPORTER_OTLP_ENDPOINT"] == to


def test_an_external_redis_leaves_none_of_ours() -> None:
    assert "redis" not in {each["metadata"]["name"] for each in objects("dev+external-redis")}
    assert of_kind(objects("dev+external-redis"), "StatefulSet") == []


def test_the_cluster_has_nine_nodes_and_both_services_know_them() -> None:
    redis = one("dev+redis-cluster", "StatefulSet", "redis")
    assert redis["spec"]["replicas"] == 9
    hosts = ",".join(f"redis-{number}.redis:6379" for number in range(9))
    for name in SERVICES:
        url = config("dev+redis-cluster", name)[f"{name.upper()}_REDIS_URL"]
        assert url == f"redis+cluster://{hosts}"


def test_no_machine_has_two_nodes_of_the_cluster() -> None:
    """And its scripts and settings are for two replicas of each of three primaries."""
    redis = one("dev+redis-cluster", "StatefulSet", "redis")
    (apart,) = template(redis)["spec"]["affinity"]["podAntiAffinity"][
        "requiredDuringSchedulingIgnoredDuringExecution"
    ]
    assert apart["topologyKey"] == "kubernetes.io/hostname"
    assert apart["labelSelector"] == redis["spec"]["selector"]
    (files,) = [
        each["data"]
        for each in of_kind(objects("dev+redis-cluster"), "ConfigMap")
        if "create.sh" in each["data"]
    ]
    every = " ".join(map(str, range(redis["spec"]["replicas"])))
    assert f"for each in {every}; do" in files["create.sh"]
    assert f"for each in {every}; do" in files["meet.sh"]
    assert "--cluster-replicas 2" in files["create.sh"]
    assert "min-replicas-to-write 1" in files["cluster.conf"].splitlines()


@pytest.mark.parametrize("variant", ["dev", "prod", "dev+redis-cluster"])
def test_redis_keeps_what_it_acknowledges_and_knows_its_users(variant: str) -> None:
    (redis,) = of_kind(objects(variant), "StatefulSet")
    (name,) = [
        volume["configMap"]["name"]
        for volume in template(redis)["spec"]["volumes"]
        if "configMap" in volume
    ]
    files = one(variant, "ConfigMap", name)["data"]
    lines = files["redis.conf"].splitlines()
    assert {"appendonly yes", "appendfsync always", "maxmemory-policy noeviction"} <= {*lines}
    users = {line.split()[1]: line.split() for line in files["users.acl"].splitlines()}
    assert users["default"][2:] == ["off", "resetpass", "allkeys", "allchannels", "+@all"]
    assert users["probe"][2:] == ["on", "nopass", "resetkeys", "resetchannels", "-@all", "+ping"]
    for user in SERVICES:
        assert f"#{user.upper()}_SHA256" in users[user]
        assert not {"~*", "&*", "allkeys", "allchannels", "+@all"} & {*users[user]}


def test_a_file_of_manifests_has_one_kind() -> None:
    for file in (*K8S.glob("base/**/*.yaml"), *K8S.glob("overlays/**/*.yaml")):
        kinds = {each["kind"] for each in yaml.safe_load_all(file.read_text()) if "kind" in each}
        assert len(kinds) <= 1, file


def _values(variant: str) -> list[tuple[str, str]]:
    """Every text in every object, with where it is."""
    found = [pair for each in objects(variant) for pair in walk(each)]
    return [(path, value) for path, value in found if isinstance(value, str)]
