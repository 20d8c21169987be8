"""Network policies: every connection that is not in the tables below is refused."""

from itertools import product

import pytest

from tests.deploy.redis_ports import Unknown, cut_off
from tests.deploy.rendered import (
    OWN,
    VARIANTS,
    component,
    namespace,
    objects,
    one,
    services,
    workloads,
)
from tests.deploy.traffic import End, allowed, end_of
from tools.manifests import Json, of_kind

pytestmark = pytest.mark.service

PORTS = (53, 80, 443, 4317, 4318, 5353, 5432, 6379, 8080, 8082, 8443, 9090, 16379, 50051, 50052)
OUTSIDE = {
    "proxy of the route": End({}, "envoy-gateway-system"),
    "browser": End({}, address="203.0.113.7"),
    "dns": End({"k8s-app": "kube-dns"}, "kube-system"),
    "dns of the node": End({}, address="169.254.20.10"),
    "dns of openshift": End(
        {"dns.operator.openshift.io/daemonset-dns": "default"}, "openshift-dns"
    ),
    "another system pod": End({"k8s-app": "metrics"}, "kube-system"),
    "ingress": End({}, "ingress-nginx"),
    "prometheus": End({}, "monitoring"),
    "stranger": End({}, "elsewhere"),
    "impostor": End({"app.kubernetes.io/component": "gateway"}, "elsewhere"),
    "neighbour": End({}, "croupier"),
}
Flow = tuple[str, str, int]
CORE = {("gateway", "engine", 50051), ("gateway", "redis", 6379), ("engine", "redis", 6379)}
GROUP = {("gateway", "engine-beans", 50051), ("engine-beans", "redis", 6379)}
SCRAPED = {("prometheus", name, 9090) for name in ("engine", "gateway", "bots")}
PROD = CORE | SCRAPED | {("bots", "gateway", 8080), ("redis-backup", "redis", 6379)}
PLAYED = {(name, "gateway", 8080) for name in OUTSIDE if name != "neighbour"}
"""From the outside: the neighbour may send nothing at all."""
NODES = {("redis", "redis", 6379), ("redis", "redis", 16379), ("redis-create", "redis", 6379)}
PODS = ("engine", "gateway", "redis")
NODE_S, OPENSHIFT = "dns of the node", "dns of openshift"
EXPECTED: dict[str, set[Flow]] = {
    "dev": CORE | PLAYED,
    "prod": PROD | {("ingress", "gateway", 8080)},
    "dev+bots": CORE | PLAYED | {("bots", "gateway", 8080)},
    "dev+herald": CORE
    | PLAYED
    | {("herald", "engine", 50051), ("herald", "redis", 6379)}
    | {("herald", "browser", port) for port in (443, 8443)},
    "dev+console": CORE | PLAYED | {("console", "engine", 50051), ("console", "redis", 6379)},
    "dev+herald+console+single-sign-on+mtls+archive": CORE
    | PLAYED
    | {("herald", "engine", 50051), ("herald", "redis", 6379)}
    | {("herald", "browser", port) for port in (443, 8443)}
    | {("console", "engine", 50052), ("console", "redis", 6379)}
    | {(name, to, 5432) for name in ("engine", "console") for to in ("browser", NODE_S)},
    "dev+archive": CORE | PLAYED | {("engine", to, 5432) for to in ("browser", NODE_S)},
    "dev+mtls": CORE | PLAYED,
    "dev+engine-group": CORE | GROUP | PLAYED,
    "dev+backup": CORE | PLAYED | {("redis-backup", "redis", 6379)},
    "dev+dns-nodelocal": CORE | PLAYED | {(name, NODE_S, 53) for name in PODS},
    "dev+dns-openshift": CORE | PLAYED | {(name, OPENSHIFT, 5353) for name in PODS},
    "dev+load-balancer": CORE | PLAYED,
    "prod+load-balancer": PROD | PLAYED,
    "prod+gateway-api": PROD | {("proxy of the route", "gateway", 8080)},
    "chart": CORE | PLAYED,
    "chart+most-and-mtls": CORE
    | GROUP
    | SCRAPED
    | {("prometheus", "engine-beans", 9090), ("engine-beans", "prometheus", 4318)}
    | NODES
    | {("proxy of the route", "gateway", 8080), ("bots", "gateway", 8080)}
    | {("redis-backup", "redis", 6379)}
    | {(name, "prometheus", 4318) for name in ("engine", "gateway")},
    "dev+redis-ca": CORE | PLAYED,
    "dev+redis-cluster": CORE | PLAYED | NODES,
    "dev+tracing": CORE | PLAYED | {(name, "prometheus", 4318) for name in ("engine", "gateway")},
    "dev+herald+tracing": CORE
    | PLAYED
    | {("herald", "engine", 50051), ("herald", "redis", 6379)}
    | {("herald", "browser", port) for port in (443, 8443)}
    | {(name, "prometheus", 4318) for name in ("engine", "gateway", "herald")},
    "dev+external-redis": {("gateway", "engine", 50051)}
    | PLAYED
    | {(name, to, 6379) for name in ("engine", "gateway") for to in ("browser", NODE_S)},
}


@pytest.mark.parametrize("variant", EXPECTED)
def test_connections_are_those_of_the_table(variant: str) -> None:
    assert _flows(variant) == EXPECTED[variant]


STORE = {"engine", "gateway", "herald", "console", "redis", "redis-create", "redis-backup"}
"""What may connect to Redis, by its component: there may be several groups of engines."""


@pytest.mark.parametrize("variant", [OWN or "prod"])
def test_redis_and_engines_are_reached_by_those_that_must(variant: str) -> None:
    """Policies hold for anything that an operator has added."""
    parts = {each["metadata"]["name"]: component(each) for each in workloads(variant)}
    for source, target, port in _flows(variant):
        if parts.get(target) == "engine":
            assert parts.get(source) in ("gateway", "herald", "console") or port == 9090, (
                source,
                target,
                port,
            )
        if parts.get(target) == "redis":
            assert parts.get(source) in STORE, (source, target, port)


@pytest.mark.parametrize("variant", VARIANTS)
def test_engines_and_gateways_may_connect_to_their_redis(variant: str) -> None:
    try:
        wrong = [each for own in services(variant) for each in cut_off(objects(variant), own)]
    except Unknown as where:
        if not OWN:
            raise
        pytest.skip(f"the URL is in {where}")
    assert not wrong, "; ".join(wrong)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_pod_may_ask_for_names_and_nothing_else_of_the_system(variant: str) -> None:
    for name, end in _ours(variant).items():
        for udp in (False, True):
            assert allowed(_policies(variant), end, OUTSIDE["dns"], 53, udp), name
            assert not allowed(_policies(variant), end, OUTSIDE["another system pod"], 53, udp)
            assert not allowed(_policies(variant), end, OUTSIDE["browser"], 53, udp)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_pod_that_nobody_knows_is_cut_off(variant: str) -> None:
    stray, others = End({}, namespace(variant)), {**_ours(variant), "browser": OUTSIDE["browser"]}
    for end, port in product(others.values(), PORTS):
        assert not allowed(_policies(variant), stray, end, port)
        assert not allowed(_policies(variant), end, stray, port)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_no_policy_speaks_of_is_refused_both_ways(variant: str) -> None:
    refusal = one(variant, "NetworkPolicy", "default-deny")["spec"]
    assert refusal == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}


def _flows(variant: str) -> set[Flow]:
    """All that is allowed, but questions for names."""
    return {
        (source, target, port)
        for (source, target), port in product(_pairs(variant), PORTS)
        if allowed(_policies(variant), _ends(variant)[source], _ends(variant)[target], port)
        and (target, port) != ("dns", 53)
    }


def _pairs(variant: str) -> list[tuple[str, str]]:
    """Of two ends, at least one of which is ours."""
    ours = _ours(variant)
    every = product(_ends(variant), _ends(variant))
    return [pair for pair in every if ours.keys() & set(pair)]


def _ends(variant: str) -> dict[str, End]:
    return {**OUTSIDE, "neighbour": End({}, namespace(variant)), **_ours(variant)}


def _ours(variant: str) -> dict[str, End]:
    return {each["metadata"]["name"]: end_of(each) for each in workloads(variant)}


def _policies(variant: str) -> list[Json]:
    return of_kind(objects(variant), "NetworkPolicy")
