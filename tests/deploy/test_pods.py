"""Rules for every pod: the restricted Pod Security Standard, resources, probes, an orderly end."""

import re

import pytest

from bots.cores import searchers
from tests.deploy.rendered import (
    CHARTED,
    COMPONENT,
    NAME,
    OWN,
    VARIANTS,
    component,
    config,
    containers,
    namespace,
    objects,
    one,
    servers,
    services,
    some,
    walk,
    workloads,
)
from tools.manifests import PROBES, Json, of_kind, template

LISTENS = re.compile(r"(ENGINE|GATEWAY)_(HOST|(\w+_)?ADDRESS)")
ALL_OF_IPV4 = re.compile(r"\b0\.0\.0\.0(?!/)")
VOLUMES = {"configMap", "csi", "downwardAPI", "emptyDir", "ephemeral"}
VOLUMES |= {"persistentVolumeClaim", "projected", "secret"}
"""Those that the restricted standard allows."""
SELECTED = {NAME, "app.kubernetes.io/instance", COMPONENT}
GROUP = "engine-group"
"""The label of engines, which tells those of one group from others."""
LABELS = {*SELECTED, "app.kubernetes.io/part-of", "app.kubernetes.io/managed-by"}
OWN_MIB = 64
"""What Redis takes besides."""
HOUSE_MIB, SEARCHER_MIB = 64, 192
"""What the house takes, and each of its processes that search or judge: see
docs/operations/sizing.md#the-house."""
HOUSES = ("prod", "dev+bots", "chart+most", "own-")
"""What is to have one."""
ALONE = ("bots", "console")
"""One pod each: the house has its matches, and the console who is signed in."""
PRIMARIES = 3
"""Of a Cluster; one server has no replicas."""
ONE = "client-output-buffer-limit replica 0mb"
MIB = {"Mi": 1, "Gi": 1024}

pytestmark = [pytest.mark.service, pytest.mark.parametrize("variant", VARIANTS)]


def test_the_namespace_enforces_the_restricted_standard(variant: str) -> None:
    if variant not in CHARTED:  # Helm makes no namespace, or not with labels
        labels = one(variant, "Namespace", namespace(variant))["metadata"]["labels"]
        assert labels["pod-security.kubernetes.io/enforce"] == "restricted"
    assert OWN or namespace(variant) == "croupier"


def test_programs_listen_on_all_addresses_of_both_kinds(variant: str) -> None:
    """A pod may have only one of IPv6: `0.0.0.0` would be no address of it."""
    names = ("engine", "gateway")
    said = [config(variant, name) for name in names]
    for data in said:
        hosts = {key: text for key, text in data.items() if LISTENS.fullmatch(key)}
        assert hosts
        assert all(text.startswith(("[::]:", "::")) for text in hosts.values()), hosts
    texts = [text for each in objects(variant) for _, text in walk(each) if isinstance(text, str)]
    assert not [text for text in texts if ALL_OF_IPV4.search(text)]


def test_pods_keep_the_restricted_standard(variant: str) -> None:
    for workload in workloads(variant):
        spec = template(workload)["spec"]
        assert not {"hostNetwork", "hostPID", "hostIPC"} & spec.keys()
        security = spec["securityContext"]
        assert security["runAsNonRoot"] is True
        assert security["runAsUser"] > 0
        assert security["seccompProfile"] == {"type": "RuntimeDefault"}
        kinds = {kind for volume in spec.get("volumes", ()) for kind in volume.keys() - {"name"}}
        assert kinds <= VOLUMES


def test_containers_keep_the_restricted_standard(variant: str) -> None:
    for container in _containers(variant):
        security = container["securityContext"]
        assert security["allowPrivilegeEscalation"] is False
        assert security["capabilities"] == {"drop": ["ALL"]}
        assert not {"privileged", "procMount", "runAsUser", "seccompProfile"} & security.keys()
        assert not any("hostPort" in port for port in container.get("ports", ()))


def test_nothing_can_be_written_but_data(variant: str) -> None:
    for container in _containers(variant):
        assert container["securityContext"]["readOnlyRootFilesystem"] is True
        mounts = container.get("volumeMounts", ())
        assert {each["name"] for each in mounts if not each.get("readOnly")} <= {"data", "links"}


def test_no_pod_gets_a_token_of_a_service_account(variant: str) -> None:
    for workload in workloads(variant):
        spec = template(workload)["spec"]
        assert spec["automountServiceAccountToken"] is False
        account = one(variant, "ServiceAccount", spec["serviceAccountName"])
        assert account["automountServiceAccountToken"] is False


def test_services_are_not_told_by_variables(variant: str) -> None:
    """A Service called `gateway` would set GATEWAY_PORT, which is a setting."""
    for workload in workloads(variant):
        assert template(workload)["spec"]["enableServiceLinks"] is False


def test_every_container_says_what_it_needs(variant: str) -> None:
    for container in _containers(variant):
        resources = container["resources"]
        assert {"cpu", "memory"} <= resources["requests"].keys()
        assert _mib(resources["requests"]["memory"]) <= _mib(resources["limits"]["memory"])


def test_every_server_has_all_three_probes(variant: str) -> None:
    for workload in servers(variant):
        for container in containers(workload):
            assert set(PROBES) <= container.keys()


def test_probes_are_native(variant: str) -> None:
    """By gRPC and HTTP. The kubelet knows no TLS: health is served for it in another place."""
    for workload in services(variant):
        (container, *_) = containers(workload)
        if component(workload) == "engine":
            ports = [container[name]["grpc"]["port"] for name in PROBES]
            tls = "ENGINE_TLS_CERT" in {each["name"] for each in container["env"]}
            assert OWN or tls == ("mtls" in variant)
            assert ports == [50052 if tls else 50051] * 3
        else:
            paths = [container[name]["httpGet"]["path"] for name in PROBES]
            assert paths == ["/healthz", "/readyz?exclude=dependencies", "/healthz"]


def test_probes_name_ports_that_are_there(variant: str) -> None:
    for container in _containers(variant):
        ports = {
            port[key] for port in container.get("ports", ()) for key in ("name", "containerPort")
        }
        for name in PROBES:
            probe = container.get(name, {})
            asked = probe.get("httpGet") or probe.get("grpc") or probe.get("tcpSocket")
            assert asked is None or asked["port"] in ports


def test_a_start_may_take_half_a_minute(variant: str) -> None:
    for container in _containers(variant):
        if probe := container.get("startupProbe"):
            assert probe["periodSeconds"] * probe["failureThreshold"] >= 30


def test_the_grace_is_longer_than_what_is_done_in_it(variant: str) -> None:
    for workload in services(variant):
        (container,) = containers(workload)
        pause = container["lifecycle"]["preStop"]["sleep"]["seconds"]
        said = config(variant, workload["metadata"]["name"])
        drain = float(said[f"{component(workload).upper()}_DRAIN_S"])
        assert pause >= 5
        assert template(workload)["spec"]["terminationGracePeriodSeconds"] >= pause + drain + 10


def test_a_rollout_takes_nobody_away_before_another_is_ready(variant: str) -> None:
    for workload in services(variant):
        assert workload["spec"]["strategy"]["rollingUpdate"] == {"maxSurge": 1, "maxUnavailable": 0}
        assert workload["spec"]["minReadySeconds"] >= 5


def test_pods_are_spread_over_nodes_and_zones(variant: str) -> None:
    several = [each for each in servers(variant) if component(each) not in ALONE]
    for workload in several:
        spread = template(workload)["spec"]["topologySpreadConstraints"]
        keys = [each["topologyKey"] for each in spread]
        assert keys == ["topology.kubernetes.io/zone", "kubernetes.io/hostname"]
        for each in spread:
            assert each["labelSelector"] == workload["spec"]["selector"]


def test_all_labels_are_there_and_selectors_have_those_that_never_change(variant: str) -> None:
    for each in objects(variant):
        if each["kind"] not in ("Namespace", "Secret"):
            assert each["metadata"]["labels"].keys() >= LABELS - {COMPONENT}, each["metadata"]
    for workload in workloads(variant):
        labels = template(workload)["metadata"]["labels"]
        assert labels.keys() >= SELECTED
        if selector := workload["spec"].get("selector"):
            of_group = {GROUP} & labels.keys()
            assert selector["matchLabels"].keys() == SELECTED | of_group
            assert selector["matchLabels"].items() <= labels.items()


def test_an_upgrade_leaves_redis_alone(variant: str) -> None:
    """What is in its template restarts it, and claims cannot be changed at all."""
    for workload in some(of_kind(objects(variant), "StatefulSet"), "StatefulSet"):
        inside = [path for path, _ in walk(workload["spec"])]
        assert not [path for path in inside if path.endswith("app.kubernetes.io/version")]


def test_redis_is_full_before_its_container_is(variant: str) -> None:
    """Even if all pages change while its file is rewritten, and both replicas are behind."""
    for workload in some(of_kind(objects(variant), "StatefulSet"), "StatefulSet"):
        (container,) = containers(workload)
        limit = _mib(container["resources"]["limits"]["memory"])
        (name,) = [v["configMap"]["name"] for v in _volumes(workload) if "configMap" in v]
        files = one(variant, "ConfigMap", name)["data"]
        every = "\n".join(files[name] for name in sorted(files) if name.endswith(".conf"))
        most = _said(every, "maxmemory ")[-1]  # start.sh joins them: the last one counts
        (buffer,) = _said(files.get("cluster.conf", ONE), "client-output-buffer-limit replica ")
        followers = workload["spec"]["replicas"] // PRIMARIES
        assert 2 * most + followers * buffer + OWN_MIB <= limit


def test_the_house_has_processors_and_memory_for_all_that_search(variant: str) -> None:
    found = [each for each in workloads(variant) if component(each) == "bots"]
    for workload in some(found, "Deployment/bots") if variant.startswith(HOUSES) else found:
        limits = containers(workload)[0]["resources"]["limits"]
        cores = _cores(limits["cpu"])
        said = config(variant, workload["metadata"]["name"])
        searching = int(said.get("BOTS_SEARCHERS") or searchers(cores))
        assert searching + 1 <= max(2, cores), "analyses have a process as well"
        assert HOUSE_MIB + SEARCHER_MIB * (searching + 1) <= _mib(limits["memory"])


def _cores(amount: str | int) -> float:
    text = str(amount)
    return int(text[:-1]) / 1000 if text.endswith("m") else float(text)


def _containers(variant: str) -> list[Json]:
    return [each for workload in workloads(variant) for each in containers(workload)]


def _said(text: str, setting: str) -> list[int]:
    """The first number of each line with this setting, in MB."""
    lines = [line.removeprefix(setting) for line in text.splitlines() if line.startswith(setting)]
    return [int(line.split()[0].removesuffix("mb")) for line in lines]


def _volumes(workload: Json) -> list[Json]:
    volumes: list[Json] = template(workload)["spec"]["volumes"]
    return volumes


def _mib(amount: str) -> int:
    return int(amount[:-2]) * MIB[amount[-2:]]
