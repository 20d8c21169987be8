"""Connections that the NetworkPolicies allow: what a cluster that enforces them lets through."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from tools.manifests import Json, template

Labels = Mapping[str, str]


@dataclass(frozen=True)
class End:
    """A pod, or an address outside of the cluster. `ports` are those it has names for."""

    labels: Labels
    namespace: str = ""
    address: str = ""
    ports: Mapping[str, int] | None = None


def end_of(workload: Json) -> End:
    """The pods of a workload."""
    pod = template(workload)
    every = [*pod["spec"].get("initContainers", ()), *pod["spec"]["containers"]]
    ports = [port for each in every for port in each.get("ports", ())]
    return End(
        pod["metadata"]["labels"],
        workload["metadata"]["namespace"],
        ports={port["name"]: port["containerPort"] for port in ports},
    )


def allowed(
    policies: Iterable[Json], source: End, target: End, port: int, udp: bool = False
) -> bool:
    """Whether a connection may be made: both ends' policies have to let it."""
    known = list(policies)
    return _lets(known, "Egress", source, target, target, port, udp) and _lets(
        known, "Ingress", target, source, target, port, udp
    )


def allows_port(policies: Iterable[Json], source: End, port: int, inside: bool) -> bool:
    """Whether a pod may connect to this port of an address outside of the cluster.

    Unless it is `inside` the namespace, rules for pods of the namespace do not count.
    """
    mine = [each["spec"] for each in policies if _concerns(each, "Egress", source)]
    rules = [rule for spec in mine for rule in spec.get("egress", ())]
    return not mine or any(
        (inside or _is_outside(rule.get("to")))
        and _has_port(rule.get("ports"), End({}), port, udp=False)
        for rule in rules
    )


def _is_outside(peers: list[Json] | None) -> bool:
    return not peers or any("ipBlock" in peer or "namespaceSelector" in peer for peer in peers)


def selects(selector: Json, labels: Labels) -> bool:
    """Labels and expressions, `In` only, that all have to agree."""
    named = selector.get("matchLabels", {}).items() <= labels.items()
    rules = selector.get("matchExpressions", ())
    assert all(rule["operator"] == "In" for rule in rules)
    return named and all(labels.get(rule["key"]) in rule["values"] for rule in rules)


def _lets(
    policies: Iterable[Json], way: str, here: End, there: End, target: End, port: int, udp: bool
) -> bool:
    mine = [each["spec"] for each in policies if _concerns(each, way, here)]
    key, peers = ("ingress", "from") if way == "Ingress" else ("egress", "to")
    rules = [rule for spec in mine for rule in spec.get(key, ())]
    return not mine or any(
        _is_peer(rule.get(peers), there, here) and _has_port(rule.get("ports"), target, port, udp)
        for rule in rules
    )


def _concerns(policy: Json, way: str, end: End) -> bool:
    spec = policy["spec"]
    inside = policy["metadata"]["namespace"] == end.namespace
    return inside and way in spec["policyTypes"] and selects(spec["podSelector"], end.labels)


def _is_peer(peers: list[Json] | None, end: End, here: End) -> bool:
    return not peers or any(_fits(peer, end, here) for peer in peers)


def _fits(peer: Json, end: End, here: End) -> bool:
    if block := peer.get("ipBlock"):
        return bool(end.address) and _in_block(block, end.address)
    if not end.namespace:
        return False
    namespace = {"kubernetes.io/metadata.name": end.namespace}
    if "namespaceSelector" in peer:
        in_namespace = selects(peer["namespaceSelector"], namespace)
    else:
        in_namespace = end.namespace == here.namespace
    return in_namespace and selects(peer.get("podSelector", {}), end.labels)


def _in_block(block: Json, address: str) -> bool:
    found = ip_address(address)
    without = (found in ip_network(each) for each in block.get("except", ()))
    return found in ip_network(block["cidr"]) and not any(without)


def _has_port(ports: list[Json] | None, target: End, port: int, udp: bool) -> bool:
    named = target.ports or {}
    return not ports or any(
        _is_in(named.get(str(each["port"]), each["port"]), each.get("endPort"), port)
        and each.get("protocol", "TCP") == ("UDP" if udp else "TCP")
        for each in ports
    )


def _is_in(first: int | str, last: int | None, port: int) -> bool:
    """A name that the target does not have is no port of it."""
    return isinstance(first, int) and first <= port <= (last or first)
